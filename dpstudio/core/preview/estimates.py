"""A whole result for the picture, each line with its ±: drawn as a release draws it, and charged to nobody."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from dpstudio.core.entropy import Entropy

Line = Mapping[str, str]
"""A line of a result: its name, value, unit and error, as a receipt has them."""


class Group(NamedTuple):
    """Lines that are drawn on one scale: the bins of a figure, or figures of one unit.

    Args:
        name: what they are.
        unit: what they count; the same for all of them.
        places: of the lines in the result.
        labels: what each of them is called in the group.
        after: what is done to them once they are noisy, in words, or "".
    """

    name: str
    unit: str
    places: tuple[int, ...]
    labels: tuple[str, ...]
    after: str = ""


@dataclass(frozen=True)
class Estimates:
    """What a result of the question looks like.

    Args:
        names: of its lines.
        groups: of them; each line is in one.
        of_part: for each part of the picture the place of the group that it belongs to.
        draw: one result.
        exact: each line without noise, of a sample; () where the table is invented.
        invented: what rows an invented table has: a sentence, or "".
        numbers: for the line of each mean over a noisy number of values the line of that number.
    """

    names: tuple[str, ...]
    groups: tuple[Group, ...]
    of_part: tuple[int, ...]
    draw: Callable[[Entropy], tuple[Line, ...]]
    exact: tuple[str, ...]
    invented: str = ""
    numbers: Mapping[int, int] = field(default_factory=dict)

    def stood_in(self, drawn: Sequence[Line]) -> tuple[str, ...]:
        """The means of a result in whose place another number is published: theirs of values is not above 0."""
        return tuple(self.names[mean] for mean, number in self.numbers.items() if Fraction(drawn[number]["value"]) <= 0)
