"""What a reader forbids itself before it opens a file; where the system cannot, docs/limits.md says so."""

import contextlib
import ctypes
import errno
import os
import platform
import resource
import struct
import sys
from pathlib import Path

from dpstudio.core.apart import landlock
from dpstudio.core.apart.frames import Leave

_SOCKETS = {"x86_64": (41, 53), "aarch64": (198, 199)}
"""The numbers of socket and socketpair."""
_NUMBERS = {
    "x86_64": (0xC000003E, (425, 59, 322, 101, 310, 311, 438, 90, 91, 268, 92, 93, 94, 260, 452)),
    "aarch64": (0xC00000B7, (425, 221, 281, 117, 270, 271, 438, 52, 53, 54, 55, 452)),
}
"""The architecture's number, and those of io_uring_setup, execve, execveat, ptrace, process_vm_readv and _writev,
pidfd_getfd, and of what changes who may read a file or owns it."""
_PLAIN_SOCKETS = {
    "x86_64": (41, (50,), ((44, 3), (46, 2), (307, 3))),
    "aarch64": (198, (201,), ((206, 3), (211, 2), (269, 3))),
}
"""The number of socket, that of listen, and those of sendto, sendmsg and sendmmsg, with the place of their flags."""
_DOMAINS, _KINDS, _PROTOCOLS = (1, 2, 10, 16), (1, 2, 3), (0, 6, 17)
"""Of this computer, IPv4, IPv6 and netlink (by which names are looked up); streams, datagrams and netlink's own; TCP
and UDP. Landlock knows of no others, such as MPTCP, nor of a connection that is made by sending."""
_CONNECTS_BY_SENDING = 0x20000000
_LEAST_MEMORY = 2 << 30
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _DUMPABLE, _SECCOMP = 38, 1, 4, 22
_KILL_SIGNAL = 9
_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALL, _KIND_ALONE = 0xFFFFFFFF, 0xF
_KILL, _REFUSE, _ALLOW = 0x80000000, 0x50000 | errno.EACCES, 0x7FFF0000
_OTHER_NUMBERING = 1 << 30


def most_memory() -> int:
    """Half of what the machine has, in bytes: no file takes the rest from the window."""
    return max(_LEAST_MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)


def confine(leave: Leave, room: str, ports: tuple[int, ...]) -> tuple[str, ...]:
    """Take from this process for good what its leave does not cover; it has no other thread yet.

    Args:
        room: the folder in which it may write, or "" for none.
        ports: to which it may connect, where it may at all; none where it may be any.

    Returns:
        what holds now: of "alone" (it dies with the program), "files" (it writes in its room alone, and reaches no
        other process), "ports" (it connects to these alone), "programs" (it starts none), "network".
    """
    if sys.platform != "linux":
        return ()
    held = []
    libc = ctypes.CDLL(None, use_errno=True)
    with contextlib.suppress(OSError):  # of two that fill the machine, the window stays
        Path("/proc/self/oom_score_adj").write_text("1000")
    options = ((_NO_NEW_PRIVILEGES, 1), (_DIE_WITH_PARENT, _KILL_SIGNAL), (_DUMPABLE, 0))
    done = [libc.prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0))) for option, value in options]
    if not any(done):
        held.append("alone")
    if leave is not Leave.CLUSTER:
        held += landlock.closed(libc, room, ports)
        if _filtered(libc, sockets=leave is Leave.SERVER):
            held += ["programs"] if leave is Leave.SERVER else ["programs", "network"]
    return tuple(held)


def hold(memory: int) -> tuple[str, ...]:
    """Let this process have so many bytes at most; "memory" where that holds now."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        return ("memory",)
    return ()


def _filtered(libc: ctypes.CDLL, *, sockets: bool) -> bool:
    """No other program, and no socket but where they stay allowed, by a seccomp filter, which any user may set."""
    architecture, refused = _NUMBERS.get(platform.machine(), (0, ()))
    plain, listen, sending = _PLAIN_SOCKETS.get(platform.machine(), (0, (), ()))
    refused += listen if sockets else _SOCKETS.get(platform.machine(), ())
    lines = [_step(_LOAD, 0, 0, 4), _step(_EQUAL, 1, 0, architecture), _step(_RETURN, 0, 0, _KILL)]
    lines.append(_step(_LOAD, 0, 0, 0))
    if platform.machine() == "x86_64":  # the same calls have other numbers too
        lines += [_step(_AT_LEAST, 0, 1, _OTHER_NUMBERING), _step(_RETURN, 0, 0, _KILL)]
    for number in refused:
        lines += [_step(_EQUAL, 0, 1, number), _step(_RETURN, 0, 0, _REFUSE)]
    for place, values in enumerate((_DOMAINS, _KINDS, _PROTOCOLS) if sockets else ()):
        lines += _only(plain, place, values, _KIND_ALONE if values is _KINDS else _ALL)
    for number, place in sending if sockets else ():
        lines += _only(number, place, (0,), _CONNECTS_BY_SENDING)
    code = ctypes.create_string_buffer(b"".join([*lines, _step(_RETURN, 0, 0, _ALLOW)]))
    program = struct.pack("HxxxxxxP", len(lines) + 1, ctypes.addressof(code))
    return bool(refused) and libc.prctl(_SECCOMP, ctypes.c_ulong(2), program, ctypes.c_ulong(0), ctypes.c_ulong(0)) == 0


def _only(number: int, place: int, values: tuple[int, ...], mask: int) -> list[bytes]:
    """A call is refused unless its argument at a place has, of these bits, one of these values."""
    checked = [_step(_LOAD, 0, 0, 16 + 8 * place), _step(_AND, 0, 0, mask)]
    checked += [_step(_EQUAL, left, 0, value) for left, value in zip(range(len(values), 0, -1), values, strict=True)]
    checked += [_step(_RETURN, 0, 0, _REFUSE), _step(_LOAD, 0, 0, 0)]
    return [_step(_EQUAL, 0, len(checked), number), *checked]


def _step(code: int, yes: int, no: int, value: int) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)
