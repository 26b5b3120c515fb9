"""What a reader may be made to do by a file that takes it over: nothing of it reaches the program."""

import ctypes
import os
import re
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dpstudio.core.apart import apart
from dpstudio.core.errors import Refusal
from dpstudio.core.tables.schema import Source

Tick = Callable[[float], None]
WAYS = {
    "by TCP": (socket.SOCK_STREAM, 0),
    "by MPTCP": (socket.SOCK_STREAM, 262),
    "by SCTP": (socket.SOCK_SEQPACKET, 0),
    "by sending": (socket.SOCK_STREAM, 0),
    "by a message": (socket.SOCK_STREAM, 0),
    "by listening": (socket.SOCK_STREAM, 0),
    "by UDP": (socket.SOCK_DGRAM, 0),
}


@apart
def good(path: str) -> list[int]:
    return [len(path), os.getpid()]


@apart
def leaves(path: str) -> int:
    os._exit(0)


@apart
def breaks(path: str) -> int:
    os.kill(os.getpid(), signal.SIGSEGV)
    return 1


@apart
def fills(path: str) -> int:
    raise OSError(28, "No space left on device")


@apart
def is_ended(path: str) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 1


@apart
def eats(path: str) -> int:
    return len([np.empty(1 << 26, np.uint8) for _ in range(1 << 14)])


@apart
def connects(path: str) -> int:
    with socket.socket():
        return 1


@apart
def turns_to(source: Source, how: str, port: int) -> int:
    """Send a byte to a port of this computer, or be sent one, whatever way there is."""
    place = ("127.0.0.1", port)
    with socket.socket(socket.AF_INET, *WAYS[how]) as opened:
        if how == "by listening":
            opened.listen()
            return 1
        if how == "by sending":
            return opened.sendto(b"x", 0x20000000, place)
        if how == "by a message":
            return opened.sendmsg([b"x"], [], 0x20000000, place)
        opened.connect(place)
        return opened.send(b"x")


@apart
def looks_up(source: Source, name: str) -> int:
    return len(socket.getaddrinfo(name, 5432))


@apart
def runs(path: str) -> int:
    os.execv(sys.executable, [sys.executable, "-c", "pass"])


@apart
def writes(path: str) -> int:
    return Path(path).write_text("CANARY")


@apart
def cuts(path: str) -> None:
    os.truncate(path, 0)


@apart
def removes(path: str) -> None:
    Path(path).unlink()


@apart
def opens_to_all(path: str) -> None:
    Path(path).chmod(0o666)


@apart
def reaches(path: str) -> int:
    with Path(f"/proc/{os.getppid()}/mem").open("r+b") as memory:
        return memory.fileno()


@apart
def ends_the_program(path: str) -> None:
    os.kill(os.getppid(), 0)


@apart
def dumps(path: str) -> tuple[int, int, int]:
    """How much of its memory is written where it fails, now and at most, and whether others may look into it."""
    return *resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)


@apart
def counts_otherwise(path: str) -> int:
    """Asks the system by the numbers of its other kind of program, which the filter's list does not name."""
    return ctypes.CDLL(None).syscall(1 << 30 | 39)


@apart
def threads(path: str) -> list[str]:
    """How each thread of this process is filtered, the engine loaded."""
    import ibis  # noqa: F401 - loaded for its threads

    told = [(task / "status").read_text() for task in Path("/proc/self/task").iterdir()]
    return [line for status in told for line in status.splitlines() if line.startswith("Seccomp:")]


@apart
def prints(path: str) -> int:
    print("CANARY", file=sys.stderr)
    print("CANARY")
    return 1


@apart
def quotes(path: str) -> int:
    raise RuntimeError("CANARY")


@apart
def refuses(path: str) -> int:
    raise Refusal("It is refused.", "Mend it.", "field")


@apart
def holds_on(path: str, tick: Tick) -> int:
    """In a library that holds everything up: nobody in this process hears anything."""
    tick(0.5)
    return len(re.match("(a+)+$", "a" * 60 + "b") or "")


@apart
def goes_on(path: str, tick: Tick) -> int:
    while True:
        tick(0.5)


@apart
def begins_slowly(path: str, tick: Tick) -> int:
    time.sleep(0.5)
    tick(0.9)
    return 1


@apart
def is_silent(path: str) -> int:
    time.sleep(3)
    return 1


@apart
def lies(path: str) -> int:
    return "CANARY"  # type: ignore[return-value]  # that is the lie


def _frames() -> int:
    """Where this process answers."""
    opened = Path("/proc/self/fd").iterdir()
    return max(int(each.name) for each in opened if "pipe" in os.path.realpath(each))


@apart
def babbles(path: str) -> int:
    return os.write(_frames(), bytes(range(1, 100)))


@apart
def boasts(path: str) -> int:
    return os.write(_frames(), b"A" + (1 << 62).to_bytes(8, "little"))


@apart
def tells_words(path: str) -> int:
    body = b'["mistake", "CANARY CANARY", "CANARY"]'
    return os.write(_frames(), b"E" + len(body).to_bytes(8, "little") + body)


@apart
def sends_damage(path: str) -> int:
    body = (2).to_bytes(8, "little") + b"[]" + (60).to_bytes(8, "little") + b"CANARY" * 10
    return os.write(_frames(), b"A" + len(body).to_bytes(8, "little") + body)
