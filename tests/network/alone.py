"""Without a network as far as this system lets itself be asked: for what opens sockets without Python's knowledge."""

import ctypes
import fcntl
import os
import socket
import struct
import sys

_NEW_NETWORK, _UP, _SET_FLAGS = 0x40000000, 0x1 | 0x40, 0x8914
_SERVERS = ("DPSTUDIO_TEST_POSTGRES", "DPSTUDIO_TEST_SPARK")


def leave_the_network() -> bool:
    """Go where there is this computer alone; False where the system does not let one, or a server is to be asked."""
    if sys.platform != "linux" or os.geteuid() or any(os.environ.get(name) for name in _SERVERS):
        return False
    if ctypes.CDLL(None, use_errno=True).unshare(_NEW_NETWORK):
        return False
    with socket.socket() as asked:
        fcntl.ioctl(asked, _SET_FLAGS, struct.pack("16sH14x", b"lo", _UP))
    return True
