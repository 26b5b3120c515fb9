"""A release that is broken off from Python: what was charged is told by its entry, whatever ended it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dpstudio.core.progress import Progress


class Watched(Progress):
    """Where a release is, known when anything ends it."""

    @contextmanager
    def whole(self) -> Iterator[None]:
        """As `Progress.whole`: SIGINT is heard once the step has ended."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before) or threading.current_thread() is not threading.main_thread():
            yield
            return
        heard: list[tuple[Any, Any]] = []
        signal.signal(signal.SIGINT, lambda *told: heard.append(told))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        for told in heard[:1]:
            before(*told)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whatever ends the work goes on, with a note of the entry that was charged and of what to do."""
        try:
            yield
        except BaseException as error:
            if self.number is not None:
                left = (
                    "its result, which this gives again"
                    if self.stored
                    else "no result; this draws it at no further cost"
                )
                error.add_note(f"Entry {self.number} of the ledger is charged and has {left}: complete({self.number}).")
            raise
