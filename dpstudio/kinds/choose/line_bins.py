"""A line of candidates in bins: how likely each is by a law of the line's pieces, and what it is called."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import Grid
from dpstudio.core.mechanisms.selection import Floats
from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.distribution import Line
from dpstudio.core.preview.loss import Steps
from dpstudio.core.preview.pieces import Pieces
from dpstudio.core.quantities import counted
from dpstudio.core.scores.candidate_unit import unit_beside
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Formula
from dpstudio.kinds.choose.loss import below_best
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase

_BINS = 400
_TAIL = 0.0005


def ends_of(scores: Scores) -> Floats:
    """Where the pieces of the line begin, and the end of the last one."""
    assert scores.starts is not None and scores.sizes is not None
    return np.append(scores.starts, scores.starts[-1] + scores.sizes[-1]).astype(np.float64)


def likely(scores: Scores, law: Floats) -> tuple[float, float]:
    """Between which candidates nearly all of a law lies."""
    first, last = np.interp([_TAIL, 1 - _TAIL], np.append(0.0, np.cumsum(law)), ends_of(scores))
    return float(np.floor(first)), float(np.ceil(last))


def equal_edges(first: float, last: float) -> Floats:
    """The edges of bins of equal width between two candidates."""
    return np.unique(np.linspace(first, last, _BINS + 1).round())


@dataclass(frozen=True)
class LineBins:
    """Bins of a line of candidates.

    Args:
        edges: the candidates that they begin with, and the one behind the last.
        lead, trail: how many at the beginning, and at the end, are wider than the others, which are equally wide.
    """

    question: SettledChoice
    edges: Floats
    lead: int = 0
    trail: int = 0

    def shares(self, scores: Scores, law: Floats) -> Floats:
        """How likely each is.

        Args:
            law: of the pieces of the line.
        """
        return np.diff(np.interp(self.edges, ends_of(scores), np.append(0.0, np.cumsum(law))))

    def places(self, points: NDArray[np.int64]) -> NDArray[np.int64]:
        """In which of them each candidate lies, -1 in none."""
        places = np.searchsorted(self.edges.astype(np.int64), points, side="right") - 1
        return np.where(places < self.edges.size - 1, places, -1)

    def below(self, scores: Scores) -> Steps:
        """How many steps the middle candidate of each lies below the best."""
        assert scores.starts is not None
        middles = (self.edges[:-1] + self.edges[1:] - 1) // 2
        return below_best(scores)[np.searchsorted(scores.starts, middles, side="right") - 1]

    def pieces(self, scores: Scores) -> Pieces:
        """Where the pieces of equal score lie among them."""
        ends = ends_of(scores)
        first = int(np.searchsorted(ends, self.edges[0], side="right")) - 1
        last = int(np.searchsorted(ends, self.edges[-1]))
        places = np.interp(ends[first : last + 1], self.edges, np.arange(self.edges.size))
        return Pieces(places, scores.steps[first:last], scores.unit)

    def best(self, scores: Scores) -> NDArray[np.int64]:
        """Those that a candidate with the best score lies in."""
        assert scores.starts is not None and scores.sizes is not None
        top = np.flatnonzero(scores.steps == scores.ends[1])
        firsts, ends = scores.starts[top], scores.starts[top] + scores.sizes[top]
        begin = np.searchsorted(self.edges[1:], firsts, side="right")
        behind = np.searchsorted(self.edges[:-1], ends, side="left")
        held = [np.arange(one, other) for one, other in zip(begin.tolist(), behind.tolist(), strict=True)]
        return np.unique(np.concatenate(held)).astype(np.int64)

    def _name(self, at: int) -> str:
        return self.question.candidates.label(min(at, self.question.candidates.count - 1))

    def middle(self, place: int) -> str:
        """The candidate in the middle of one."""
        return self._name((int(self.edges[place]) + int(self.edges[place + 1]) - 1) // 2)

    def _ends(self, place: int) -> tuple[str, str]:
        return self._name(int(self.edges[place])), self._name(int(self.edges[place + 1]) - 1)

    @property
    def bins(self) -> Bins | None:
        """What stands at a place, where that is several candidates."""
        most = int(np.diff(self.edges).max())
        return (
            Bins(self._ends, self.middle, phrase("of up to {candidates}", candidates=counted(most, "candidates")))
            if most > 1
            else None
        )

    @property
    def label(self) -> Callable[[int], str]:
        """What each is called."""
        bins = self.bins
        return bins.label if bins else self.middle

    @property
    def line(self) -> Line | None:
        """The numbers in their middles; a bin is at most one candidate wider than another."""
        line = numbers_of(self.question)
        equal = self.edges[self.lead : self.edges.size - self.trail]
        if line is None or equal.size < 2:
            return None
        wide = float(equal[-1] - equal[0]) / (equal.size - 1)
        first = float(equal[0]) + (wide - 1) / 2 - self.lead * wide
        return Line(line.first + line.step * first, line.step * wide, line.unit)


def numbers_of(question: SettledChoice) -> Line | None:
    """The numbers of a grid; dates have names of their own."""
    grid = question.candidates
    if not isinstance(grid, Grid) or grid.dates:
        return None
    return Line(float(grid.start), float(grid.step), unit_of(question))


def unit_of(question: SettledChoice) -> str:
    """What candidates that are numbers count in a picture: as a column that they stand beside in the rule."""
    rule = question.rule
    return question.candidate_unit or (unit_beside(rule.tree, rule.columns) if isinstance(rule, Formula) else "")
