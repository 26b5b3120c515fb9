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

_NUMBERS = {
    "x86_64": (0xC000003E, (41, 53, 425, 59, 322, 101)),
    "aarch64": (0xC00000B7, (198, 199, 425, 221, 281, 117)),
}
"""The architecture's number, and those of socket, socketpair, io_uring_setup, execve, execveat, ptrace."""
_LEAST_MEMORY = 2 << 30
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _DUMPABLE, _SECCOMP = 38, 1, 4, 22
_KILL_SIGNAL = 9
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_KILL, _REFUSE, _ALLOW = 0x80000000, 0x50000 | errno.EACCES, 0x7FFF0000
_OTHER_NUMBERING = 1 << 30


def most_memory() -> int:
    """Half of what the machine has, in bytes: no file takes the rest from the window."""
    return max(_LEAST_MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)


def close(memory: int, *, at_server: bool) -> tuple[str, ...]:
    """Limit this process for good.

    Args:
        memory: how many bytes it may have.
        at_server: whether it asks a server that a person named: then sockets and programs stay allowed.

    Returns:
        what holds now: of "memory", "alone" (it dies with the program), "network".
    """
    held = []
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        held.append("memory")
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        with contextlib.suppress(OSError):  # of two that fill the machine, the window stays
            Path("/proc/self/oom_score_adj").write_text("1000")
        options = ((_NO_NEW_PRIVILEGES, 1), (_DIE_WITH_PARENT, _KILL_SIGNAL), (_DUMPABLE, 0))
        done = [libc.prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0))) for option, value in options]
        if not any(done):
            held.append("alone")
        if not at_server and _filtered(libc):
            held.append("network")
    return tuple(held)


def _filtered(libc: ctypes.CDLL) -> bool:
    """No socket and no other program, by a seccomp filter, which any user may set."""
    architecture, refused = _NUMBERS.get(platform.machine(), (0, ()))
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
