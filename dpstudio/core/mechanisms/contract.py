"""What every mechanism tells about itself and what it is fitted into, whatever it releases."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from inspect import isabstract
from typing import TypeVar

from dpstudio.core.accounting import PrivacyLoss

M = TypeVar("M", bound="Mechanism")
_TEXTS = ("key", "name", "formula", "sentence", "sampler")


class Mechanism(ABC):
    """A recipe with a proven privacy loss; each family (selection, noise, ...) fixes what law and draw take.

    `key` names it in plans and receipts, `formula` and `sentence` describe it, `sampler` says how it is drawn. `own`
    names what no mechanism of the family may take over from another mechanism.
    """

    key: str
    name: str
    formula: str
    sentence: str
    sampler: str
    own: tuple[str, ...] = ("law", "draw")


@dataclass(frozen=True)
class Calibration(ABC):
    """A mechanism fitted to a sensitivity and a budget: what is charged and what is drawn follow from one value.

    Only what they follow from can be given; a changed copy derives both anew.
    """

    @property
    @abstractmethod
    def loss(self) -> PrivacyLoss:
        """What one release costs."""


def registered(mechanisms: Iterable[M]) -> dict[str, M]:
    """The mechanisms by their keys.

    Raises:
        TypeError: one of them takes its law, draws or texts from another mechanism, or a key stands twice.
    """
    found: dict[str, M] = {}
    for each in mechanisms:
        borrowed = [name for name in (*_TEXTS, *each.own) if not _its_own(type(each), name)]
        if borrowed:
            raise TypeError(f"{type(each).__name__} does not declare its own {', '.join(borrowed)}")
        if each.key in found:
            raise TypeError(f"two mechanisms are called {each.key}")
        found[each.key] = each
    return found


def _its_own(kind: type, name: str) -> bool:
    """Whether it stands in the class itself, or in an abstract family that makes it of what the class declares."""
    place = next((each for each in kind.__mro__ if name in vars(each)), None)
    return place is kind or (place is not None and isabstract(place))


def refuse_unusable(**amounts: Fraction) -> None:
    """Raise ValueError unless every amount is an exact rational above 0."""
    for name, amount in amounts.items():
        if not isinstance(amount, Fraction):
            raise ValueError(f"{name} is no exact rational")
        if amount <= 0:
            raise ValueError(f"{name} is not above 0")
