"""A process that ends at a chosen line of the program, as at a power loss, or stops there and goes on later."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import dpstudio

PROGRAM = str(Path(dpstudio.__file__).parent)


class Steps:
    """Counts the lines of the program that are run, and at one of them ends the process as a power loss would.

    Args:
        last: the line.
        sign: SIGSTOP lets it only wait there.
    """

    def __init__(self, last: int, sign: signal.Signals = signal.SIGKILL) -> None:
        self.seen, self._last, self._sign = 0, last, sign

    def __call__(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PROGRAM):
            return None
        if event == "line":
            self.seen += 1
            if self.seen == self._last:
                os.kill(os.getpid(), self._sign)
        return self


def killed(work: Callable[[], object], last: int) -> bool:
    """Whether the work was ended at that line; in a process of its own."""
    child = os.fork()
    if not child:
        sys.settrace(Steps(last))
        with suppress(BaseException):
            work()
        os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def lines_of(work: Callable[[], object]) -> int:
    """How many lines of the program the work runs."""
    steps = Steps(-1)
    sys.settrace(steps)
    try:
        work()
    finally:
        sys.settrace(None)
    return steps.seen


@contextmanager
def stopped(work: Callable[[], object], line: int) -> Iterator[Callable[[], bool]]:
    """The work in a process of its own, which waits at that line; what is given lets it go on, and whether it did all.

    Raises:
        AssertionError: it ended before that line.
    """
    child = os.fork()
    if not child:
        sys.settrace(Steps(line, signal.SIGSTOP))
        with suppress(BaseException):
            work()
            os._exit(0)
        os._exit(1)
    assert os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1])
    ended: list[bool] = []

    def gone_on() -> bool:
        os.kill(child, signal.SIGCONT)
        ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0)
        return ended[0]

    try:
        yield gone_on
    finally:
        if not ended:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
