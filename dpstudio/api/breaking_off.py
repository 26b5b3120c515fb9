"""A release that is broken off from Python: what was charged is told by its entry, whatever ended it."""

import functools
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from dpstudio.core.account import Charge
from dpstudio.core.errors import StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.progress import Progress

P = ParamSpec("P")
T = TypeVar("T")


class Watched(Progress):
    """Where a release is, known when anything ends it."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[Path, str, str] | None = None
        self._before: set[int] = set()
        self._begun, self._heard = False, list[Callable[[], Any]]()

    def expect(self, ledger: Ledger, handle: str, plan: str) -> None:
        """A charge for this plan is about to be made: what stands in the ledger afterwards tells whether it was.

        Args:
            plan: its digest, as the ledger has it.
        """
        self._before = {each.number for each in _charges(ledger, handle)}
        self._asked = ledger.path, handle, plan

    @contextmanager
    def whole(self) -> Iterator[None]:
        """As `Progress.whole`: SIGINT is heard once the step has ended."""
        self._begun = True
        with _held() as self._heard:
            yield
        for again in self._heard[:1]:
            again()

    def stop_if_asked(self) -> None:
        """As `Progress.stop_if_asked`."""
        if self._heard:
            again, self._begun = self._heard[0], False
            self._heard.clear()
            again()
            self._begun = True

    def tell(self, error: BaseException) -> None:
        """Add to what ended the work a note of the entry that was charged, and of what to do."""
        with _held():
            try:
                found = self._made()
            except (StudioError, OSError):
                error.add_note("Whether an entry of the ledger was charged cannot be looked up now: see accounts().")
                return
            if found is not None:
                left = (
                    "its result, which this gives again" if found[1] else "no result; this draws it at no further cost"
                )
                error.add_note(f"Entry {found[0]} of the ledger was charged and has {left}: complete({found[0]}).")

    def _made(self) -> tuple[int, bool] | None:
        """The entry that was charged, and whether it has its result: the ledger itself is asked."""
        if self.number is not None and self.stored:
            return self.number, True
        if self._asked is None or not self._begun:
            return None if self.number is None else (self.number, False)
        path, handle, plan = self._asked
        made = [each for each in _charges(Ledger(path), handle) if self._is_ours(each, plan)]
        return (made[-1].number, made[-1].statement is not None) if made else None

    def _is_ours(self, charge: Charge, plan: str) -> bool:
        if self.number is not None:
            return charge.number == self.number
        return charge.number not in self._before and charge.plan == plan


def noted(work: Callable[Concatenate[Watched, P], T]) -> Callable[P, T]:
    """The same function, given a Watched; whatever leaves it has a note of the entry that was charged meanwhile."""

    @functools.wraps(work)
    def called(*given: P.args, **named: P.kwargs) -> T:
        watched = Watched()
        try:
            return work(watched, *given, **named)
        except BaseException as error:
            watched.tell(error)
            raise

    return called


def _charges(ledger: Ledger, handle: str) -> tuple[Charge, ...]:
    account = ledger.account(handle)
    return () if account is None else account.charges


@contextmanager
def _held() -> Iterator[list[Callable[[], Any]]]:
    """SIGINT ends nothing meanwhile; what would have been done is noted."""
    heard: list[Callable[[], Any]] = []
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield heard
        return
    signal.signal(signal.SIGINT, lambda *told: heard.append(lambda: before(*told)))
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)
