"""The interval of every part of a row expression, from those of its parts and the declared columns."""

from collections.abc import Mapping
from dataclasses import replace

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.interval import FLAT, Interval, condition
from dpstudio.core.scores.interval import constant as fixed
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell
from dpstudio.core.scores.operators.contract import Condition, RowNumber
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
                return fixed(value)
            case Candidate(attribute):
                low, high = self.candidates.ends(attribute)
                return Interval(low, high, candidate=high - low, by_row=FLAT, by_candidate=(attribute, 1)).closed()
            case Cell(name):
                return self._cell(self.columns[name])
            case OwnCell():
                return condition(row=True, candidate=self._several)
            case Operation(operator=(RowNumber() | Condition()) as operator):
                return operator.interval(node, self).closed()
        raise TypeError(type(node))

    @property
    def _several(self) -> bool:
        return self.candidates.count > 1

    def _cell(self, column: Column) -> Interval:
        if column.kind is Kind.YES_NO:
            return replace(condition(row=True, candidate=False), by_row=(column.name, 1))
        if column.bounds is not None:
            low, high = column.bounds
            return Interval(low, high, row=high - low, by_row=(column.name, 1), by_candidate=FLAT).closed()
        low, high = -LARGEST * column.step, LARGEST * column.step
        return Interval(low, high, high - low, by_row=(column.name, 1), by_candidate=FLAT, unbounded=column.name)
