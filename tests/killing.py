"""A process that ends at a chosen line of the program, as at a power loss."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import dpstudio

PROGRAM = str(Path(dpstudio.__file__).parent)


class Steps:
    """Counts the lines of the program that are run, and ends the process at one of them as a power loss would."""

    def __init__(self, last: int) -> None:
        self.seen, self._last = 0, last

    def __call__(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PROGRAM):
            return None
        if event == "line":
            self.seen += 1
            if self.seen == self._last:
                os.kill(os.getpid(), signal.SIGKILL)
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
