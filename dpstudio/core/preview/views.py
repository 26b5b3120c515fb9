"""What was seen of private rows: of a type of its own that nothing else takes, and that cannot be stored."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, repr=False, eq=False)
class _Secret:
    """It prints nothing of itself and cannot be stored."""

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("what was seen of private rows is never stored")


@dataclass(frozen=True, repr=False, eq=False)
class Law(_Secret):
    """The exact probabilities of one draw on the private table; `label` names the outcome at a place."""

    name: str
    chances: NDArray[np.float64]
    label: Callable[[int], str]
    across: str
    upright: bool


@dataclass(frozen=True, repr=False, eq=False)
class Answers(_Secret):
    """The true answers, as a table of texts."""

    names: tuple[str, ...]
    rows: int
    cell: Callable[[int, int], str]


@dataclass(frozen=True, repr=False, eq=False)
class View(_Secret):
    """All that a look shows."""

    laws: tuple[Law, ...]
    answers: Answers


def listed(names: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Answers:
    """Answers of few lines."""
    held = list(rows)
    return Answers(names, len(held), lambda line, place: held[line][place])
