"""What one person changes of a choice on a line: its pieces of equal score begin and end elsewhere."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms.selection import Floats
from dpstudio.core.preview.neighbours import Change, Laws, Outcomes
from dpstudio.core.preview.proof import Moved, Proof, of_exponential
from dpstudio.core.scores.evaluation import Scores
from dpstudio.kinds.choose.line_bins import LineBins, equal_edges, likely
from dpstudio.kinds.choose.one_person import PeopleOfChoice, exact
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase


@dataclass(frozen=True)
class Pieces:
    """The pieces of a line on which neither table's score changes.

    Args:
        before, after: the scores of both tables, and their laws.
        logs: the logarithms of both laws, also where these are below any float.
    """

    question: SettledChoice
    before: tuple[Scores, Floats]
    after: tuple[Scores, Floats]
    logs: tuple[Floats, Floats]

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where they begin."""
        both = [scores.starts for scores, _ in (self.before, self.after) if scores.starts is not None]
        return np.unique(np.concatenate(both))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many candidates each holds."""
        return np.diff(self.starts, append=self.question.candidates.count)

    def scores(self) -> list[Scores]:
        """Those of both tables."""
        return [replace(scores, steps=scores.steps[self._in(scores)]) for scores, _ in (self.before, self.after)]

    def _in(self, scores: Scores) -> NDArray[np.int64]:
        """In which piece of one table each lies."""
        assert scores.starts is not None
        return np.searchsorted(scores.starts, self.starts, side="right") - 1

    @cached_property
    def ratios(self) -> Floats:
        """The logarithm of new over old of any candidate in each."""
        found = []
        for (scores, _), logs in zip((self.before, self.after), self.logs, strict=True):
            assert scores.sizes is not None
            found.append((logs - np.log(scores.sizes.astype(np.float64)))[self._in(scores)])
        return np.asarray(found[1] - found[0])

    def farthest(self, first: int, end: int) -> int:
        """Of the pieces that reach into a part of the line the one whose ratio is farthest from 1."""
        begin = int(np.searchsorted(self.starts, first, side="right")) - 1
        behind = int(np.searchsorted(self.starts, end, side="left"))
        return begin + int(np.abs(self.ratios[begin:behind]).argmax())


class PeopleOnLine(PeopleOfChoice):
    """Rows of which a quantile is drawn; the line is seen in bins, and of each the candidate that moves farthest."""

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`; the ends of the line, where hardly anything is drawn, have a bin each."""
        pieces = self._pieces(change, bound)
        parted = self._parted(pieces)
        line = parted.line
        outcomes = Outcomes(
            parted.label,
            phrase("candidate") + (phrase(", in {unit}", unit=line.unit) if line and line.unit else ""),
            (line.first, line.step) if line else None,
            parted.bins,
        )
        return replace(self._in_bins(pieces, parted), outcomes=outcomes)

    def laws_in(self, parted: LineBins, change: Change, bound: Fraction) -> Laws:
        """The same in bins that are given."""
        return self._in_bins(self._pieces(change, bound), parted)

    def _pieces(self, change: Change, bound: Fraction) -> Pieces:
        made = replace(self._question.calibration, range_sensitivity=bound)
        tables = [self.scores(), self.scores(change)]
        both = [(each, made.law(each.steps, each.unit, each.sizes)) for each in tables]
        old, new = (made.logarithms(each.steps, each.unit, each.sizes) for each in tables)
        return Pieces(self._question, both[0], both[1], (old, new))

    def _parted(self, pieces: Pieces) -> LineBins:
        ends = [likely(*each) for each in (pieces.before, pieces.after)]
        inner = equal_edges(min(first for first, _ in ends), max(last for _, last in ends))
        count = self._question.candidates.count
        edges = np.unique(np.concatenate([np.zeros(1), inner, np.array([float(count)])]))
        return LineBins(self._question, edges, int(inner[0] > 0), int(inner[-1] < count))

    def _in_bins(self, pieces: Pieces, parted: LineBins) -> Laws:
        before, after = (parted.shares(*each) for each in (pieces.before, pieces.after))
        farthest = [pieces.farthest(*self._part(parted, place)) for place in range(before.size)]
        limit = float(self._question.calibration.epsilon_of_each)
        return Laws(before, after, limit, exact=pieces.ratios[farthest], single=phrase("candidate"))

    def _part(self, parted: LineBins, place: int) -> tuple[int, int]:
        return int(parted.edges[place]), int(parted.edges[place + 1])

    def proof(self, change: Change, bound: Fraction, place: int) -> Proof:
        """As `People.proof`: of the candidate of a bin that moves farthest, among pieces that weigh what they hold."""
        pieces, question = self._pieces(change, bound), self._question
        at = pieces.farthest(*self._part(self._parted(pieces), place))
        old, new = (exact(each) for each in pieces.scores())
        name = question.candidates.label(int(pieces.starts[at]))
        moved = Moved(name, question.calibration.epsilon_of_each, bound, question.score_unit)
        return of_exponential(moved, (old, new), at, np.log(pieces.sizes.astype(np.float64)))
