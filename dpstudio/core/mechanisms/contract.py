"""What every mechanism promises and can tell about itself, whatever it releases."""

from abc import ABC, abstractmethod
from typing import Any

from dpstudio.core.accounting import PrivacyLoss


class Mechanism(ABC):
    """A recipe with a proven privacy loss; each family (selection, noise, ...) fixes what the arguments are.

    `key` names it in plans and receipts, `formula` and `sentence` describe it, `sampler` says how it is drawn.
    """

    key: str
    name: str
    formula: str
    sentence: str
    sampler: str

    @abstractmethod
    def law(self, *arguments: Any, **options: Any) -> Any:
        """The distribution of what is released, for plots and teaching; floats."""

    @abstractmethod
    def draw(self, *arguments: Any, **options: Any) -> Any:
        """One release, drawn exactly from the law."""

    @abstractmethod
    def accuracy(self, *arguments: Any, **options: Any) -> Any:
        """An error that is exceeded with probability at most beta, whatever the data are."""

    @abstractmethod
    def epsilon_for(self, *arguments: Any, **options: Any) -> Any:
        """The epsilon that a wanted accuracy needs, rounded up to three digits."""

    @abstractmethod
    def loss(self, *arguments: Any, **options: Any) -> PrivacyLoss:
        """What one release costs."""
