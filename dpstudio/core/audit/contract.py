"""What a self-audit needs of a question: the pairs of invented tables on which it is played."""

from abc import abstractmethod

from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.preview.contract import Previewable
from dpstudio.core.release.contract import Secret


class Auditable(Previewable[Secret]):
    """A question whose release can be played."""

    @abstractmethod
    def trials(self, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
        """Pairs of invented neighbouring tables, the worst first; nothing of its own table is read.

        Args:
            draws: of each table; the search looks for what so many would show.
            tick: may raise Cancelled.
        """

    @property
    @abstractmethod
    def outcomes(self) -> int:
        """How many candidates, numbers, answers or synthetic tables a draw goes over; 1,001 where it is too many."""
