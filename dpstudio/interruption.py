"""Signals that ask the command line to end: whatever the moment, one line says what was charged and what to do next."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from dpstudio.core.errors import Cancelled
from dpstudio.core.progress import Progress

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Asked(KeyboardInterrupt):
    """The work is asked to end; Python itself ends a process by SIGINT where its very own interrupt met a library."""


class Watch(Progress):
    """Hears the signals while it is entered. Each ends the work at once, or as soon as a step is whole.

    Attributes:
        heard: the signal, once there was one.
        amount: what the entry is charged, in words.
        book: what names the ledger in a command, with a blank before it, or "".
    """

    def __init__(self) -> None:
        super().__init__()
        self.heard: int | None = None
        self.amount = self.book = ""
        self._held = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> "Watch":
        if threading.current_thread() is threading.main_thread():
            for each in _SIGNALS:
                before = signal.getsignal(each)
                if before is not signal.SIG_IGN:  # as under nohup, or behind "&"
                    self._before[each] = signal.signal(each, self._hear)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)

    def _hear(self, number: int, _: Any) -> None:
        self.heard = self.heard or number
        if not self._held:
            raise Asked

    @contextmanager
    def whole(self) -> Iterator[None]:
        """As `Progress.whole`; what was heard before it begins, or while it lasts, ends the work beside it."""
        self.stop_if_asked()
        with self.held():
            yield
        self.stop_if_asked()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is heard is noted, and ends nothing meanwhile."""
        self._held = True
        try:
            yield
        finally:
            self._held = False

    def stop_if_asked(self) -> None:
        """Raise Asked where a signal was heard, though a library may have taken it for its own."""
        if self.heard is not None:
            raise Asked

    def ended(self) -> Cancelled:
        """What there is to say and to do, and the code to end with; nothing ends it any more."""
        self._held = True
        told = Cancelled("Interrupted: nothing was charged by this command.")
        if self.number is not None:
            left = "has its result" if self.stored else "has no result yet"
            charged = f"entry {self.number} of the ledger was charged {self.amount} and {left}"
            told = Cancelled(f"Interrupted: {charged}.", self._next())
        told.exit_code = 128 + (self.heard or signal.SIGINT)
        return told

    def _next(self) -> str:
        if self.stored:
            return f"Then: dpstudio receipt {self.number}{self.book} --out FOLDER"
        return f"Finish it at no further cost: dpstudio complete {self.number} PROJECT{self.book} --out FOLDER"
