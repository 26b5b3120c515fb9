"""An invented table of numbers that is so close that chance is seen at work."""

from fractions import Fraction

import numpy as np

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.evaluation import evaluate
from dpstudio.core.scores.rules import Median, Quantile, Revenue
from dpstudio.core.tables.cells import grid_index, reach_of_cells
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import Column

LEAD = 2
"""By how many persons the best leads the next: so few that at a usual ε others than the first are drawn, too."""
_MOST = 401
"""Of more candidates the best ones are close by themselves."""

_Line = Revenue | Median | Quantile


def closer(rule: _Line, candidates: CandidateSet, spread: Counts, people: int) -> Counts:
    """As many of the people spread as given that the best candidate leads by `LEAD`; the others make all alike."""
    if not 1 < candidates.count <= _MOST:
        return spread
    scores = evaluate(rule, candidates, [spread])
    second, best = (int(each) for each in np.partition(scores.steps, -2)[-2:])
    person = candidates.ends(rule.attribute)[1] if isinstance(rule, Revenue) else Fraction(1)
    lead = (best - second) * scores.unit
    share = float(LEAD * person / lead) if lead > 0 else 1.0
    heads = dict(zip(spread.values.to_pylist(), spread.counts.to_pylist(), strict=True))
    level = _level(rule, candidates) if share < 1 else {}
    if not level:
        return spread
    return _mixed(heads, level, share, people)


def _mixed(heads: dict[int, int], level: dict[int, float], share: float, people: int) -> Counts:
    """A share of the people as they were, the others by shares of their own."""
    import pyarrow as pa

    shares = {value: share * count / people for value, count in heads.items()}
    for value, part in level.items():
        shares[value] = shares.get(value, 0.0) + (1 - share) * part
    values = sorted(shares)
    ends = np.rint(np.cumsum([shares[value] for value in values]) * people).astype(np.int64)
    return Counts(pa.array(values, pa.int64()), pa.array(np.diff(ends, prepend=0), pa.int64()))


def _level(rule: _Line, candidates: CandidateSet) -> dict[int, float]:
    """Shares of people by which every candidate scores alike; none where no table of that kind does."""
    if isinstance(rule, Revenue):
        numbers = candidates.numbers(rule.attribute)
        prices = sorted({int(step) * numbers.unit for step in numbers.steps.tolist()})
        if prices[0] <= 0:
            return {}
        buying = [float(prices[0] / price) for price in prices] + [0.0]
        return {_cell(rule.column, price): buying[place] - buying[place + 1] for place, price in enumerate(prices)}
    below = float(rule.alpha) if isinstance(rule, Quantile) else 0.5
    least, greatest = candidates.ends(rule.attribute)
    low, high = (_cell(rule.column, least) - 1, _cell(rule.column, greatest) + 1)
    first, last = reach_of_cells(rule.column)
    return {low: below, high: 1 - below} if first <= low and high <= last else {}


def _cell(column: Column, number: Fraction) -> int:
    """A number as a cell of the column, within its bounds."""
    first, last = reach_of_cells(column)
    return min(max(grid_index(number, column.step), first), last)
