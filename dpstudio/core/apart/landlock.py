"""Linux's Landlock, which any user may set: a process writes in one folder alone, and reaches no other process."""

import ctypes
import os
import struct

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION, _BENEATH = 1, 1
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Writing, and making and removing whatever a folder can hold."""
_SINCE = {2: 1 << 13, 3: _TRUNCATE}
_WHOLE, _SCOPED = 3, 6
"""The versions since which no way of writing is left, and since which other processes get no signals."""


def closed(libc: ctypes.CDLL, room: str) -> bool:
    """Whether from now on this process changes files in `room` alone ("" for nowhere), and no process but itself.

    It counts for this thread and those that it starts: it is called before there is another one.
    """
    version = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(_ASK_VERSION))
    if version < 1:
        return False
    changes = _CHANGES | sum(bit for since, bit in _SINCE.items() if since <= version)
    wanted = struct.pack("QQQ", changes, 0, 3)[: 24 if version >= _SCOPED else 8]
    rules = libc.syscall(_CREATE, wanted, ctypes.c_size_t(len(wanted)), ctypes.c_uint(0))
    if rules < 0:
        return False
    try:
        allowed = [_allowed(libc, rules, os.devnull, changes & (_WRITE_FILE | _TRUNCATE))]
        allowed += [_allowed(libc, rules, room, changes)] if room else []
        return all(allowed) and libc.syscall(_RESTRICT, rules, ctypes.c_uint(0)) == 0 and version >= _WHOLE
    finally:
        os.close(rules)


def _allowed(libc: ctypes.CDLL, rules: int, place: str, changes: int) -> bool:
    opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        beneath = struct.pack("=Qi", changes, opened)
        return bool(libc.syscall(_ADD, rules, ctypes.c_int(_BENEATH), beneath, ctypes.c_uint(0)) == 0)
    finally:
        os.close(opened)
