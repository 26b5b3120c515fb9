"""What a release that was not made has cost: known from how far it came, whatever stopped it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from dpstudio.core.errors import Refusal, StudioError
from dpstudio.core.ledger.waiting import hearing
from dpstudio.core.progress import Progress
from dpstudio.core.tables.importing import Tick
from dpstudio.translation import tr


class Charging(Progress):
    """Follows one release.

    Args:
        pending: the entry of an earlier charge that is completed, or None.

    Attributes:
        begun: whether a charge was tried.
    """

    def __init__(self, pending: int | None) -> None:
        super().__init__()
        self._pending, self.begun = pending, False
        self._again: Callable[[], None] | None = None

    @contextmanager
    def heard(self, tick: Tick) -> Iterator[Tick]:
        """Within it what the tick raises ends this thread's waiting for another program too; gives the same tick."""

        def told(share: float) -> None:
            self._again = partial(tick, share)
            tick(share)

        self._again = partial(tick, 0.0)
        with hearing(self.stop_if_asked):
            yield told

    def stop_if_asked(self) -> None:
        """As `Progress.stop_if_asked`."""
        if self._again is not None:
            self._again()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """As `Progress.whole`."""
        self.begun = True
        yield

    def said(self, error: StudioError) -> str:
        """Why nothing was released, and what was charged."""
        why = str(error)
        if self.stored:
            return tr(
                "{why} Entry {number} of the ledger was charged and has its result: see the Ledger tab.",
                why=why,
                number=self.number,
            )
        if self.number is not None:
            left = tr(
                "Entry {number} of the ledger was charged but has no result; complete it at no further cost.",
                number=self.number,
            )
            return why if left in why else tr("{why} {left}", why=why, left=left)
        if self._pending is not None:
            return tr("{why} The earlier charge stands; nothing more was charged.", why=why)
        if self.begun and not isinstance(error, Refusal):
            return tr("{why} The Ledger tab says whether it was charged.", why=why)
        return why if "othing was charged" in why else tr("{why} Nothing was charged.", why=why)

    def stopped(self) -> str:
        """That a release was stopped before its charge, or before a charge of earlier was drawn."""
        charged = tr("the earlier charge stands") if self._pending is not None else tr("nothing was charged")
        return tr("Stopped: nothing was released, and {charged}.", charged=charged)
