"""Choosing: of all neighbouring tables that are tried, the pair on which so many draws would show the most."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from heapq import nlargest
from itertools import islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.audit.evidence import promising
from dpstudio.core.audit.trial import Floats, Tick, Trial, largest, ratios
from dpstudio.core.candidates import CandidateSet
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown
from dpstudio.kinds.choose import neighbours
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase

_DEVIATIONS, _LITTLE = 5.0, 0.01
_LOOKED_AT, _SWAPS = 6, 3
_FEWEST, _WORK = 2, 2_000_000
_TOLD = phrase("two tables, one person apart, the worst of those that were tried")
_TOLD_READY = phrase("two lists of scores as far apart as was asserted")
_TOLD_UNBOUNDED = phrase("two lists of scores with another candidate in the lead each")
_MOST_LAWS = 300
Pair = tuple[Scores, Scores]


def trials(question: SettledChoice, draws: int, tick: Tick) -> Iterator[Trial]:
    """The pair on which so many draws would show the most, and some on which the person decides who leads."""
    for pair in _telling(question, draws, tick):
        yield _trial(question, pair)


def _trial(question: SettledChoice, pair: Pair) -> Trial:
    compared = _compared(question)
    if pair[0].starts is not None:
        law = _line_law(question, pair)
        exact, losses = largest(law.first, law.second), law.losses
    else:
        sequences = _Sequences(question, pair)
        exact, losses = sequences.worst(compared), sequences.losses
    return Trial(
        (Shown(pair[0]), Shown(pair[1])),
        _TOLD_UNBOUNDED if question.sensitivity is None else _TOLD_READY if question.is_asserted else _TOLD,
        _told(compared, question.winners),
        lambda result: tuple(result["winners"][:compared]),
        losses,
        question.epsilon * compared / question.winners,
        exact=exact,
    )


def _told(compared: int, winners: int) -> str:
    if winners == 1:
        return phrase("the winner")
    return (
        phrase("all {winners} winners in their order", winners=winners)
        if compared == winners
        else phrase("the first {compared} of {winners} winners", compared=compared, winners=winners)
    )


def _compared(question: SettledChoice) -> int:
    """How many winners: before the last of them, all that may have been drawn need a law each."""
    many = 1
    while many < question.winners and question.candidates.count**many <= _MOST_LAWS:
        many += 1
    return many


def _telling(question: SettledChoice, draws: int, tick: Tick) -> list[Pair]:
    """By the exponential law first, which is quick to work out, then by the mechanism's own."""
    made = question.calibration
    quick = made if question.sensitivity is None else replace(made, mechanism=SELECTIONS["exponential"])
    different: dict[tuple[bytes, ...], Pair] = {}
    scored = 1 if question.candidates.is_line else question.candidates.count
    for pair in islice(neighbours.pairs(question), max(_FEWEST, _WORK // scored)):
        tick(0.0)
        different.setdefault(_digest(pair), pair)
    found = list(_ranked(question, quick, draws, different.values()))
    best = (pair for _, pair in nlargest(_LOOKED_AT, found, key=itemgetter(0)))
    _, worst = max(_ranked(question, made, draws, best), key=itemgetter(0))
    swaps = [(shown, pair) for shown, pair in found if _leaders(pair[0]) != _leaders(pair[1])]
    return [worst, *(pair for _, pair in nlargest(_SWAPS, swaps, key=itemgetter(0)))]


def _digest(pair: Pair) -> tuple[bytes, ...]:
    """The same of two pairs that are alike."""
    return tuple(sha256(np.asarray(each.steps, np.float64).tobytes()).digest() for each in pair)


def _leaders(scores: Scores) -> list[int]:
    """Where the best scores stand, on a line from which values on."""
    places = np.flatnonzero(scores.steps == scores.steps.max())
    found: list[int] = (places if scores.starts is None else scores.starts[places]).tolist()
    return found


def _ranked(
    question: SettledChoice, made: SelectionCalibration, draws: int, pairs: Iterable[Pair]
) -> Iterator[tuple[float, Pair]]:
    for pair in pairs:
        first, second = _laws(question, made, pair)
        shown = max(_shown(first, second, draws), _shown(second, first, draws))
        # Where so many draws show nothing, the larger loss decides.
        yield shown + _LITTLE * largest(first, second), pair


def _shown(first: Floats, second: Floats, draws: int) -> float:
    """What the best event would show: those outcomes whose chances differ most."""
    order = np.argsort(-ratios(first, second), kind="stable")
    likely = [np.minimum(np.cumsum(each[order]), 1.0) for each in (first, second)]
    return float(promising(likely[0], likely[1], draws, 0.0, _DEVIATIONS).max())


def _laws(question: SettledChoice, made: SelectionCalibration, pair: Pair) -> tuple[Floats, Floats]:
    if pair[0].starts is not None:
        line = _line_law(question, pair)
        return line.first, line.second
    weights = question.candidates.weights
    first, second = (made.law(each.steps, each.unit, weights) for each in pair)
    return first, second


@dataclass(frozen=True)
class _LineLaw:
    """The laws of both tables on the pieces that both share; `starts` are those pieces' first values."""

    starts: Floats
    first: Floats
    second: Floats

    def losses(self, outcomes: Sequence[tuple[str, ...]]) -> Floats:
        """As `Trial.losses`."""
        places = np.array([_number(winners[0]) for winners in outcomes])
        at = np.clip(np.searchsorted(self.starts, places, side="right") - 1, 0, self.starts.size - 1)
        found: Floats = ratios(self.first, self.second)[at]
        return found


def _line_law(question: SettledChoice, pair: Pair) -> _LineLaw:
    made, grid = question.calibration, question.candidates
    starts: NDArray[np.int64] = np.unique(np.concatenate([each.starts for each in pair if each.starts is not None]))
    sizes = np.diff(starts, append=grid.count).astype(np.float64)
    laws = []
    for each in pair:
        assert each.starts is not None and each.sizes is not None
        density = made.law(each.steps, each.unit, each.sizes) / each.sizes
        laws.append(density[np.searchsorted(each.starts, starts, side="right") - 1] * sizes)
    names = np.array([_number(grid.label(int(start))) for start in starts])
    return _LineLaw(names, laws[0], laws[1])


def _number(label: str) -> float:
    """A candidate of a line as a number: a date by its digits, which stand in the same order."""
    return float(Fraction(label.replace("-", "")) if label.count("-") > 1 else Fraction(label))


class _Sequences:
    """The laws of winners drawn one after another on both tables, each law worked out once."""

    def __init__(self, question: SettledChoice, pair: Pair) -> None:
        self._made, self._pair, self._weights = question.calibration, pair, question.candidates.weights
        self._count, self._place = question.candidates.count, _places(question.candidates)
        self._known: dict[frozenset[int], Floats] = {}

    def losses(self, outcomes: Sequence[tuple[str, ...]]) -> Floats:
        """As `Trial.losses`."""
        return np.array([self._loss([self._place(each) for each in winners]) for winners in outcomes], np.float64)

    def _loss(self, winners: list[int]) -> float:
        return float(sum(self._after(frozenset(winners[:i]))[winner] for i, winner in enumerate(winners)))

    def _after(self, gone: frozenset[int]) -> Floats:
        """The loss of each candidate as the next one, once some are gone; theirs is 0."""
        if gone not in self._known:
            left = np.array([i for i in range(self._count) if i not in gone]) if gone else np.arange(self._count)
            found = np.zeros(self._count)
            found[left] = ratios(*(self._law(each, left) for each in self._pair))
            self._known[gone] = found
        return self._known[gone]

    def _law(self, scores: Scores, left: NDArray[np.int64]) -> Floats:
        weights = self._weights
        kept = weights if weights is None or left.size == self._count else tuple(weights[i] for i in left)
        return self._made.law(scores.steps[left], scores.unit, kept)

    def worst(self, many: int) -> float:
        """The largest loss of any sequence of so many winners."""
        first, second = (self._law(each, np.arange(self._count)) for each in self._pair)
        return largest(first, second) if many == 1 else max(self._ends((), 0.0, many))

    def _ends(self, gone: tuple[int, ...], loss: float, many: int) -> Iterator[float]:
        following = self._after(frozenset(gone))
        left = [i for i in range(self._count) if i not in gone]
        if len(gone) + 1 == many:
            yield float(np.abs(loss + following[left]).max())
            return
        for each in left:
            yield from self._ends((*gone, each), loss + float(following[each]), many)


def _places(candidates: CandidateSet) -> Callable[[str], int]:
    """The place of a candidate by its label."""
    return {label: place for place, label in enumerate(candidates.texts(""))}.__getitem__
