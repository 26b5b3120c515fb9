"""What a preview needs of a question: its law on given answers, as a plot, as a table, and as many draws of it."""

from abc import abstractmethod
from collections.abc import Hashable

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.views import Answers, listed
from dpstudio.core.release.contract import Releasable, Secret
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.importing import Tick

Row = tuple[str, ...]
Frequencies = list[tuple[str, str, int]]
"""What came out, which part of the release it is, and how often."""


class Previewable(Releasable[Secret]):
    """A question whose law can be shown."""

    @abstractmethod
    def depends_on(self, people: int) -> tuple[Hashable, ...]:
        """What the answers of a preview depend on besides the table: the same leads to the same answers.

        Args:
            people: how many are assumed where their number is private.
        """

    def stand_in(self, people: int, tick: Tick) -> Shown[Secret] | None:
        """The answers of an invented table, or None where the law can be told without one."""
        return None

    @abstractmethod
    def preview(self, answers: Shown[Secret] | None, badge: Badge) -> tuple[Distribution, ...]:
        """The law, one distribution a draw.

        Args:
            answers: those of a sample or a stand-in, or None where none are needed.
            badge: of which table they are true.
        """

    @abstractmethod
    def law_table(self, answers: Secret) -> tuple[Row, list[Row]]:
        """The exact law as names of columns and rows; of several draws the first."""

    @abstractmethod
    def simulated(self, answers: Secret, draws: int, entropy: Entropy) -> Frequencies:
        """So many releases, as frequencies; of several draws the first."""

    def true_answers(self, answers: Secret) -> Answers:
        """The answers themselves, for the curator's eyes alone."""
        return listed(*self.law_table(answers))
