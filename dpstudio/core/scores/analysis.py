"""The interval of every part of a row expression, from those of its parts and the declared columns."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.quantities.rational import whole
from dpstudio.core.scores.interval import FLAT, Interval, condition
from dpstudio.core.scores.interval import constant as fixed
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell
from dpstudio.core.scores.operators.contract import Condition, RowNumber
from dpstudio.core.scores.own_columns import are_numbers, own_columns
from dpstudio.core.tables.cells import LARGEST
from dpstudio.core.tables.schema import Column, Kind


class Analysis:
    """The reach of bound row expressions, each node worked out once.

    Args:
        columns: by name, as declared; a number without bounds counts as bounded by what a cell can hold, and is named
            in `unbounded`.
    """

    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
        self.columns, self.candidates = columns, candidates
        self._known: dict[Node, Interval] = {}

    def of(self, node: Node) -> Interval:
        """The reach of one expression."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._worked_out(node)
        return known

    def _worked_out(self, node: Node) -> Interval:
        match node:
            case Number(value):
                return fixed(whole(value))
            case Candidate(attribute):
                low, high = map(whole, self.candidates.ends(attribute))
                return Interval(low, high, candidate=high - low, by_row=FLAT, by_candidate=(attribute, 1)).closed()
            case Cell(name):
                return self._cell(self.columns[name])
            case OwnCell():
                return self._own_cell()
            case Operation(operator=(RowNumber() | Condition()) as operator):
                return operator.interval(node, self).closed()
        raise TypeError(type(node))

    @cached_property
    def own(self) -> tuple[Column, ...]:
        """The candidates' own columns; none where there are no such."""
        return own_columns(self.columns, self.candidates)

    def _own_cell(self) -> Interval:
        """Yes or no, or a number within the hull of what the candidates' own columns declare."""
        if not are_numbers(self.own):
            return condition(row=True, candidate=self._several)
        each = [self._cell(column) for column in self.own]
        low, high = min(one.low for one in each), max(one.high for one in each)
        rows, unbounded = [one.row for one in each], next((one.unbounded for one in each if one.unbounded), "")
        both = sum(sorted(rows)[-2:])
        return Interval(low, high, max(rows), (high - low) * self._several, both, unbounded=unbounded).closed()

    @property
    def _several(self) -> bool:
        return self.candidates.count > 1

    def _cell(self, column: Column) -> Interval:
        if column.kind is Kind.YES_NO:
            return replace(condition(row=True, candidate=False), by_row=(column.name, 1))
        if column.bounds is not None:
            low, high = map(whole, column.bounds)
            return Interval(low, high, row=high - low, by_row=(column.name, 1), by_candidate=FLAT).closed()
        low, high = whole(-LARGEST * column.step), whole(LARGEST * column.step)
        return Interval(low, high, high - low, by_row=(column.name, 1), by_candidate=FLAT, unbounded=column.name)
