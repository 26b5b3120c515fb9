"""Neighbouring outcomes put together where there are too many to show: what stands for them says where they end."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpstudio.translation import phrase


@dataclass(frozen=True)
class Bins:
    """Several outcomes at a place.

    Args:
        ends: the first and the last outcome at a place; "" where there is no last one.
        middle: the outcome in the middle of a place, for an axis.
        wide: how much is put together at a place, in words: "339.13 € wide".
    """

    ends: Callable[[int], tuple[str, str]]
    middle: Callable[[int], str]
    wide: str

    def holds(self, place: int, name: str) -> bool:
        """Whether an outcome, by its name, is put together with others at a place; of numbers and dates alone."""
        first, last = self.ends(place)
        return _of(first) <= _of(name) and (not last or _of(name) <= _of(last))

    def label(self, place: int) -> str:
        """The outcomes at a place: "0.01 to 0.05", "2 or more", or one alone."""
        first, last = self.ends(place)
        if not last:
            return phrase("{first} or more", first=first)
        return first if first == last else phrase("{first} to {last}", first=first, last=last)


def _of(name: str) -> tuple[Fraction, str]:
    """The number that is written, else a date, of which the later one is the greater text."""
    try:
        return Fraction(name.replace(",", "").replace("−", "-")), ""
    except ValueError:
        return Fraction(0), name
