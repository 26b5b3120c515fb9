"""Linux's Landlock, which any user may set: a process writes in one folder, connects to few ports, reaches no other."""

import ctypes
import os
import struct

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION, _BENEATH, _PORT = 1, 1, 2
_BIND_TCP, _CONNECT_TCP = 1, 2
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Writing, and making and removing whatever a folder can hold."""
_SINCE = {2: 1 << 13, 3: _TRUNCATE}
_WHOLE, _NETWORK, _SCOPED = 3, 4, 6
"""The versions since which no way of writing is left, ports are known, and other processes get no signals."""


def closed(libc: ctypes.CDLL, room: str, ports: tuple[int, ...]) -> tuple[str, ...]:
    """From now on this process changes files in `room` alone ("" for nowhere), and no process but itself.

    It counts for this thread and those that it starts: it is called before there is another one.

    Args:
        ports: to which alone it connects by TCP from now on; none where that stays as it is.

    Returns:
        what holds now: of "files" and "ports".
    """
    version = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(_ASK_VERSION))
    if version < 1:
        return ()
    changes = _CHANGES | sum(bit for since, bit in _SINCE.items() if since <= version)
    network = _BIND_TCP | _CONNECT_TCP if ports and version >= _NETWORK else 0
    size = 24 if version >= _SCOPED else 16 if version >= _NETWORK else 8
    rules = libc.syscall(
        _CREATE, struct.pack("QQQ", changes, network, 3)[:size], ctypes.c_size_t(size), ctypes.c_uint(0)
    )
    if rules < 0:
        return ()
    try:
        allowed = [_allowed(libc, rules, os.devnull, changes & (_WRITE_FILE | _TRUNCATE))]
        allowed += [_allowed(libc, rules, room, changes)] if room else []
        allowed += [_connects(libc, rules, port) for port in ports if network]
        if not all(allowed) or libc.syscall(_RESTRICT, rules, ctypes.c_uint(0)) != 0:
            return ()
        return (*(["files"] if version >= _WHOLE else []), *(["ports"] if network else []))
    finally:
        os.close(rules)


def _connects(libc: ctypes.CDLL, rules: int, port: int) -> bool:
    allowed = struct.pack("=QQ", _CONNECT_TCP, port)
    return bool(libc.syscall(_ADD, rules, ctypes.c_int(_PORT), allowed, ctypes.c_uint(0)) == 0)


def _allowed(libc: ctypes.CDLL, rules: int, place: str, changes: int) -> bool:
    opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        beneath = struct.pack("=Qi", changes, opened)
        return bool(libc.syscall(_ADD, rules, ctypes.c_int(_BENEATH), beneath, ctypes.c_uint(0)) == 0)
    finally:
        os.close(opened)
