"""What a calendar says of a date: year(d), month(d) from 1 to 12, weekday(d) from 1, a Monday, to 7, a Sunday."""

import datetime
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.scores.exact import Exact, integers
from dpstudio.core.scores.interval import FLAT, Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Cell, Operation
from dpstudio.core.scores.language.types import Bound, Level, Type, shown
from dpstudio.core.scores.operators.contract import RowNumber
from dpstudio.core.scores.operators.grids import Grid
from dpstudio.core.scores.operators.walks import Binder, Intervals, Rows
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.tables.schema import Kind
from dpstudio.translation import phrase

Days = NDArray[np.int64]
_FIRST, _LAST = 1, datetime.date.max.toordinal()
_EPOCH = datetime.date(1970, 1, 1).toordinal()


class _OfDate(RowNumber):
    """A whole number that each date has.

    Args:
        of: the numbers of days, counted from the first of January of the year 1.
        cycle: after how many days at most every number came up, or None where they only rise.
    """

    def __init__(self, name: str, of: Callable[[Days], Days], cycle: int | None) -> None:
        super().__init__(name)
        self._of, self._cycle = of, cycle

    def bound(self, node: Operation, binder: Binder) -> Bound:
        match node.parts:
            case (Cell() as cell,) if binder.column(cell).kind is Kind.DATE:
                return Bound(node, Type.NUMBER, Level.ROW)
        raise RuleError(
            phrase("{parts} is not a column of dates.", parts=shown(node.parts[0])),
            phrase("Write {name}( ) around a column that is declared as a date on the Tables tab.", name=self.name),
            node.parts[0].at,
        )

    def exact(self, node: Operation, rows: Rows) -> Exact:
        days = rows.number(node.parts[0]).on(Fraction(1))
        return Exact.of(Fraction(1), integers(self._on(days.steps.astype(np.int64))))

    def _on(self, days: Days) -> Days:
        return self._of(np.clip(days, _FIRST, _LAST))

    def interval(self, node: Operation, known: Intervals) -> Interval:
        date = known.of(node.parts[0])
        ends = [min(max(int(end), _FIRST), _LAST) for end in (date.low, date.high)]
        if self._cycle is None:
            low, high = (int(each) for each in self._on(np.array(ends)))
            unbounded = date.unbounded
        else:
            numbers = self._on(np.arange(ends[0], min(ends[1], ends[0] + self._cycle) + 1))
            low, high, unbounded = int(numbers.min()), int(numbers.max()), ""
        by_row = date.by_row if self._cycle is None else None
        row = high - low
        return Interval(low, high, row, by_row=by_row, by_candidate=FLAT, unbounded=unbounded).closed()

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return Fraction(1)


def _years(days: Days) -> Days:
    return _dates(days).astype("datetime64[Y]").astype(np.int64) + 1970


def _months(days: Days) -> Days:
    return _dates(days).astype("datetime64[M]").astype(np.int64) % 12 + 1


def _weekdays(days: Days) -> Days:
    return (days - 1) % 7 + 1


def _dates(days: Days) -> NDArray[np.datetime64]:
    return (days - _EPOCH).astype("datetime64[D]")


YEAR, MONTH, WEEKDAY = _OfDate("year", _years, None), _OfDate("month", _months, 366), _OfDate("weekday", _weekdays, 6)
CALLS = tuple(
    Function(each.name, range(1, 2), phrase("{name}(a date)", name=each.name), each.make)
    for each in (YEAR, MONTH, WEEKDAY)
)
