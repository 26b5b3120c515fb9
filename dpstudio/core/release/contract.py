"""What a release needs of a question: to read what it asks, to draw from that, and to invent it for a rehearsal."""

from abc import abstractmethod
from pathlib import Path
from typing import Any, Generic, TypeVar

from dpstudio.core.entropy import Entropy
from dpstudio.core.receipt.contract import Describable
from dpstudio.core.tables.importing import Tick

Secret = TypeVar("Secret")
"""Exact answers: scores, figures, counts. Of a private table they are sealed."""


class Releasable(Describable, Generic[Secret]):
    """A question that can be released."""

    @abstractmethod
    def read(self, work_file: Path, tick: Tick) -> Secret:
        """Import the data table and work out what is asked, exactly.

        Raises:
            Refusal: the public number of people that was typed is not the table's.
        """

    @abstractmethod
    def draw(self, secret: Secret, entropy: Entropy) -> dict[str, Any]:
        """One draw, as a receipt's result."""

    @abstractmethod
    def invented(self) -> Secret:
        """Exact answers of the right shape in which nothing stands out."""
