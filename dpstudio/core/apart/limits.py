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
_LEAST_MEMORY = 2 << 30
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _DUMPABLE, _SECCOMP = 38, 1, 4, 22
_KILL_SIGNAL = 9
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_KILL, _REFUSE, _ALLOW = 0x80000000, 0x50000 | errno.EACCES, 0x7FFF0000
_OTHER_NUMBERING = 1 << 30


def most_memory() -> int:
    """Half of what the machine has, in bytes: no file takes the rest from the window."""
    return max(_LEAST_MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)


def confine(leave: Leave, room: str) -> tuple[str, ...]:
    """Take from this process for good what its leave does not cover; it has no other thread yet.

    Args:
        room: the folder in which it may write, or "" for none.

    Returns:
        what holds now: of "alone" (it dies with the program), "files" (it writes in its room alone, and reaches no
        other process), "programs" (it starts none), "network".
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
        if landlock.closed(libc, room):
            held.append("files")
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
    refused += () if sockets else _SOCKETS.get(platform.machine(), ())
    lines = [_step(_LOAD, 0, 0, 4), _step(_EQUAL, 1, 0, architecture), _step(_RETURN, 0, 0, _KILL)]
    lines.append(_step(_LOAD, 0, 0, 0))
    if platform.machine() == "x86_64":  # the same calls have other numbers too
        lines += [_step(_AT_LEAST, 0, 1, _OTHER_NUMBERING), _step(_RETURN, 0, 0, _KILL)]
    for number in refused:
        lines += [_step(_EQUAL, 0, 1, number), _step(_RETURN, 0, 0, _REFUSE)]
    code = ctypes.create_string_buffer(b"".join([*lines, _step(_RETURN, 0, 0, _ALLOW)]))
    program = struct.pack("HxxxxxxP", len(lines) + 1, ctypes.addressof(code))
    return bool(refused) and libc.prctl(_SECCOMP, ctypes.c_ulong(2), program, ctypes.c_ulong(0), ctypes.c_ulong(0)) == 0


def _step(code: int, yes: int, no: int, value: int) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)
