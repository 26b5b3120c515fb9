"""Sums over rows for every candidate that need no block of rows by candidates: by equal cells, or by sorting once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.scores.exact import Exact, Integers, aligned, alike, fitting, integers, whole
from dpstudio.core.scores.tuples import Cells, meanings
from dpstudio.core.tables.cells import same_text
from dpstudio.core.tables.schema import TEXTUAL


def grouped(cells: Cells, added: Exact, texts: Sequence[str]) -> Exact:
    """For each text the sum over the rows whose cell means it.

    Args:
        added: what all rows of each tuple add.
    """
    size, places, asked = _codes(cells, meanings(cells, texts))
    sums = integers(np.zeros(size + 2, dtype=added.steps.dtype))
    np.add.at(sums, places, added.steps)
    return Exact(added.unit, integers(sums[asked]), added.most)


def parted(cells: Cells, added: Exact, texts: Sequence[str]) -> Exact:
    """For each text the sum over the rows whose cell names it among others."""
    names = [same_text(text, cells.column.match_case) for text in texts]
    sums = integers(np.zeros(len(cells.sets) + 1, dtype=added.steps.dtype))
    np.add.at(sums, cells.steps, added.steps)
    votes = dict.fromkeys(names, 0)
    for named, many in zip(cells.sets, sums.tolist(), strict=False):
        for name in named:
            if name in votes:
                votes[name] += many
    return Exact(added.unit, whole([votes[name] for name in names]), added.most)


@dataclass(frozen=True, eq=False)
class Sorted:
    """Rows in ascending order of a number.

    Args:
        rows: the numbers.
        sums: what all rows before each place add; one more than there are rows.
    """

    rows: Exact
    sums: Exact

    def below(self, limits: Exact) -> Exact:
        """For each limit the sum over the rows whose number is less."""
        ends = limits.negative().floors(self.rows.unit, self.rows.most)
        return self._before(integers(-ends), "left")

    def up_to(self, limits: Exact) -> Exact:
        """For each limit the sum over the rows whose number is at most that."""
        return self._before(limits.floors(self.rows.unit, self.rows.most), "right")

    def rest(self, counted: Exact) -> Exact:
        """The sums over all other rows."""
        return Exact(self.sums.unit, integers(self.sums.steps[-1] - counted.steps), self.sums.most)

    def _before(self, ends: Integers, side: Literal["left", "right"]) -> Exact:
        steps, limits = alike(self.rows.steps, ends)
        found = self.sums.steps[np.searchsorted(steps, limits, side=side)]
        return Exact(self.sums.unit, integers(found), self.sums.most)


def sorted_rows(rows: Exact, added: Exact) -> Sorted:
    """Rows in the order of a number, with running sums of what they add."""
    order = np.argsort(rows.steps, kind="stable")
    return Sorted(
        Exact(rows.unit, integers(rows.steps[order]), rows.most),
        Exact(added.unit, _running(integers(added.steps[order])), added.most),
    )


def distances(rows: Exact, counts: NDArray[np.int64], points: Exact) -> Exact:
    """For each point the sum of |x - y| over all rows x."""
    x, y = aligned(rows, points)
    many = int(counts.sum())
    most = (x.most + y.most) * max(1, 4 * many)
    order = np.argsort(x.steps, kind="stable")
    steps, ends, heads = (fitting(each, most) for each in (integers(x.steps[order]), y.steps, counts[order]))
    steps, ends = alike(steps, ends)
    upto, added = _running(heads), _running(integers(steps * heads))
    place = np.searchsorted(steps, ends, side="right")
    found = ends * (2 * upto[place] - upto[-1]) + added[-1] - 2 * added[place]
    return Exact(x.unit, integers(found), most)


def both_added(rows: Exact, own: int, points: Exact, other: int, counts: NDArray[np.int64]) -> Exact:
    """For each point the sum of ±x ± y over all rows x, by the signs given."""
    added = Exact(rows.unit, rows.steps[:, None], rows.most).summed(counts)
    return Exact.of(added.unit, added.steps).times(own).plus(points.times(int(counts.sum())), other)


def _running(steps: Integers) -> Integers:
    return integers(np.concatenate([np.zeros(1, steps.dtype), steps.cumsum()]))


def _codes(cells: Cells, wanted: NDArray[np.int64]) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """How many meanings there are, and the code of each tuple's and of each wanted one: -1 is none, -2 is not there."""
    if cells.column.kind in TEXTUAL:
        return len(cells.texts), cells.steps, wanted
    known, places = np.unique(cells.steps, return_inverse=True)
    found = np.searchsorted(known, wanted)
    there = found < len(known)
    there[there] = known[found[there]] == wanted[there]
    return len(known), places, np.where(there, found, -2)
