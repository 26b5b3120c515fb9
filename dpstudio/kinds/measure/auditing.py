"""Figures: true answers that lie as far apart as one person can move them (`figures/bounds`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from dpstudio.core.audit.trial import Floats, Tick, Trial, ratios
from dpstudio.core.figures.bounds import Bounds, derive
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.sampling.comparison import float_of
from dpstudio.core.sealed import Shown
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import phrase

_FAR = 20


@dataclass(frozen=True)
class _Moved:
    """One number that the person moves, and the line of the result that tells it.

    Args:
        line: its place in the result.
        worth: what one step of the number is worth on that line.
        first, second: the number in steps, in the first and in the second table.
        size: of its noise.
    """

    line: int
    worth: Fraction
    first: int
    second: int
    size: Fraction


def trial(question: SettledMeasurement, draws: int, tick: Tick) -> Trial:
    """Two tables whose every figure differs by all that its bounds allow."""
    truth: tuple[list[list[int]], list[list[int]]] = ([], [])
    moved: list[_Moved] = []
    vectors, line = zip(question.parts, question.calibration.sizes, question.errors, strict=True), 0
    for asked in question.figures:
        for place, bounds in enumerate(derive(asked.figure, question.unit)):
            part, size, error = next(vectors)
            step = farthest(part.bounds)
            start = _start(asked, bounds, _FAR * error + sum(map(abs, step)))
            first, second = ([start] * len(step), [start + each for each in step])
            truth[0].append(first)
            truth[1].append(second)
            moved += _told_by(asked, line, place, bounds, size, first, second)
        line += asked.figure.many_lines
    noise = NOISES[question.mechanism]
    pure = sum((each.size * abs(each.second - each.first) for each in moved), Fraction(0))
    return Trial(
        (Shown(truth[0]), Shown(truth[1])),
        phrase("two tables whose every figure differs by as much as one person can move it"),
        phrase("the figures as published"),
        lambda result: tuple(result["lines"][each.line]["value"] for each in moved),
        lambda outcomes: _losses(noise.key, moved, outcomes),
        question.epsilon,
        question.loss.delta,
        None if noise.takes_delta else float(pure),
    )


def farthest(bounds: Bounds) -> tuple[int, ...]:
    """A move of the vector that one person may make, with no sum and no sum of squares beyond the bounds.

    It is all in one place, or half of it there and back in another (a row that changes its group), whichever moves
    farther.
    """
    half = bounds.l1 // 2
    moves = [(bounds.l1,), (half, -half), (isqrt(bounds.l2_squared),)]
    allowed = [
        move
        for move in moves
        if len(move) <= bounds.components
        and sum(map(abs, move)) <= bounds.l1
        and sum(each * each for each in move) <= bounds.l2_squared
    ]
    move = max(allowed, key=lambda move: (sum(map(abs, move)), sum(each * each for each in move)))
    return move + (0,) * (bounds.components - len(move))


def _start(asked: Asked, bounds: Bounds, room: int) -> int:
    """A true number around which nothing is cut off afterwards, where the clamping leaves such a number."""
    if asked.figure.made_of_several:
        return 0
    worth = bounds.step / (asked.figure.people or 1)
    ends = [None if end is None else int(end / worth) for end in (asked.least, asked.greatest)]
    if ends[0] is not None and ends[1] is not None:
        return (ends[0] + ends[1]) // 2
    if ends[0] is not None:
        return ends[0] + room
    return 0 if ends[1] is None else ends[1] - room


def _told_by(
    asked: Asked, line: int, vector: int, bounds: Bounds, size: Fraction, first: list[int], second: list[int]
) -> Iterator[_Moved]:
    """The moved numbers of a vector. What is made of several vectors publishes them beneath itself."""
    worth = bounds.step / (asked.figure.people or 1)
    line += 1 + vector if asked.figure.made_of_several else 0
    for place, (a, b) in enumerate(zip(first, second, strict=True)):
        if a != b:
            yield _Moved(line + place, worth, a, b, size)


def _losses(key: str, moved: Sequence[_Moved], outcomes: Sequence[tuple[str, ...]]) -> Floats:
    """Numbers that were rounded afterwards are taken as they stand."""
    found = np.zeros(len(outcomes))
    for place, each in enumerate(moved):
        steps = np.array([float_of(Fraction(values[place]) / each.worth - each.first) for values in outcomes])
        law = NOISES[key].law
        found += ratios(law(each.size, steps), law(each.size, steps - (each.second - each.first)))
    return found
