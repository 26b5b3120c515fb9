"""A rule's tree meets the declared columns: every part has a type and a place, or the character that is wrong."""

from collections.abc import Mapping
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.scores.analysis import Analysis
from dpstudio.core.scores.as_read import grid_of
from dpstudio.core.scores.interval import Interval
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell, Text, walk
from dpstudio.core.scores.language.types import Bound, Level, Type, shown, type_of
from dpstudio.core.scores.names import refuse_unmatchable, wrong_literal
from dpstudio.core.scores.operators.contract import meanings_of
from dpstudio.core.scores.own_columns import are_numbers, own_columns
from dpstudio.core.tables.schema import Column
from dpstudio.translation import joined, phrase


def bind(tree: Node, columns: Mapping[str, Column], candidates: CandidateSet, *, bounded: bool = True) -> Node:
    """The tree with texts compared by meaning (MATCH) and dates as days, fit for derivation and evaluation.

    Args:
        columns: by name, every column that the tree reads.
        bounded: whether a bound is needed.

    Raises:
        RuleError: a part has the wrong type or place, at its character.
        RuleRefusal: one person could move such a rule without limit, or it has no value on some table.
        InputError: a candidate is no number where one is needed.
    """
    found = _Binder(columns, candidates, bounded=bounded).bind(tree)
    if found.level is Level.ROW:
        raise RuleError(
            phrase("{tree} is a value of one row.", tree=shown(tree)),
            phrase("Put it inside count( ) or sum( ), which go over all rows."),
            _first_row_part(tree),
        )
    if found.level is Level.PUBLIC:
        raise RuleError(
            phrase("The score reads no column."), phrase("Write, for example, count(choice = candidate)."), tree.at
        )
    if found.type is not Type.NUMBER:
        raise RuleError(phrase("A score is a number."), phrase("Put the condition inside count( )."), tree.at)
    return found.node


class _Binder:
    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet, *, bounded: bool) -> None:
        self._columns, self._candidates, self.bounded = columns, candidates, bounded

    def bind(self, node: Node) -> Bound:
        match node:
            case Number():
                return Bound(node, Type.NUMBER, Level.PUBLIC)
            case Text():
                return Bound(node, Type.TEXT, Level.PUBLIC)
            case Candidate(attribute):
                self._refuse_unknown(attribute, node.at)
                return Bound(node, Type.CANDIDATE, Level.PUBLIC)
            case OwnCell():
                own = own_columns(self._columns, self._candidates)
                return Bound(node, Type.NUMBER if are_numbers(own) else Type.TRUTH, Level.ROW)
            case Cell():
                return Bound(node, type_of(self.column(node).kind), Level.ROW)
            case Operation(operator):
                return operator.bound(node, self)
        raise TypeError(type(node))

    def _refuse_unknown(self, attribute: str, at: int) -> None:
        if attribute and not (isinstance(self._candidates, Listed) and attribute in self._candidates.attributes):
            known = list(self._candidates.attributes) if isinstance(self._candidates, Listed) else []
            remedy = (
                phrase("There are {known}.", known=joined(", ", known[:8]))
                if known
                else phrase("They have only their names: write candidate.")
            )
            raise RuleError(phrase("The candidates have no attribute “{attribute}”.", attribute=attribute), remedy, at)

    def wanted(self, node: Node, wanted: Type) -> Bound:
        """The part, which must be a number or a condition."""
        bound = self.bind(node)
        if wanted is Type.NUMBER and isinstance(bound.node, Candidate):
            self._candidates.ends(bound.node.attribute)
            return Bound(bound.node, Type.NUMBER, Level.PUBLIC)
        if bound.type is wanted:
            return bound
        message = phrase(
            "{node} is {type}, but {wanted} is needed here.", node=shown(node), type=bound.type, wanted=wanted
        )
        if wanted is Type.NUMBER and isinstance(bound.node, OwnCell):
            remedy = phrase("Declare the columns named like the candidates as numbers with bounds, on the Tables tab.")
            raise RuleError(
                message, phrase("{remedy} Of yes and no, count rows: count(own_column()).", remedy=remedy), node.at
            )
        if wanted is Type.NUMBER and bound.type is Type.TRUTH:
            raise RuleError(message, phrase("Count rows with count( ), or write if(condition, 1, 0)."), node.at)
        if wanted is Type.TRUTH and bound.type is Type.NUMBER:
            raise RuleError(
                message, phrase("Compare it, for example x >= candidate, or add it up with sum( )."), node.at
            )
        raise RuleError(message, phrase("Compare it, or change the column's type on the Tables tab."), node.at)

    def column(self, cell: Cell) -> Column:
        """The declared column of a cell."""
        if cell.name not in self._columns:
            raise RuleError(
                phrase("The table has no column “{name}”.", name=cell.name),
                phrase("Put names with spaces or signs in brackets: [the name]."),
                cell.at,
            )
        return self._columns[cell.name]

    def grid(self, node: Node) -> Fraction | None:
        """A step that every value of a bound part of one row is a whole multiple of; None where none is known."""
        return grid_of(node, self._columns, self._candidates)

    def reach(self, node: Node) -> Interval:
        """The interval of a bound part of one row."""
        return Analysis(self._columns, self._candidates).of(node)

    def refuse_meaningless(self, cell: Cell, option: Text | Candidate) -> None:
        """Raise where a text can be no meaning of the cell, or the candidates have no such attribute."""
        if isinstance(option, Candidate):
            self._refuse_unknown(option.attribute, option.at)
            return
        wrong = wrong_literal(self.column(cell), option.text)
        if wrong is not None:
            raise RuleError(*wrong, option.at)


def _first_row_part(node: Node) -> int:
    return next((each.at for each in walk(node) if isinstance(each, Cell | OwnCell)), node.at)


def checked_matches(tree: Node, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
    """Raise InputError where a candidate can be no meaning of a cell that it is compared with."""
    for cell, option in meanings_of(tree):
        if isinstance(option, Candidate):
            texts = candidates.texts(option.attribute)
            refuse_unmatchable(columns[cell.name], texts, distinct=not option.attribute)
