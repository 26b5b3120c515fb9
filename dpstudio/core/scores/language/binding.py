"""A rule's tree meets the declared columns: every part has a type and a place, or the character that is wrong."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import (
    AGGREGATES,
    COMPARISONS,
    MATCHES,
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    Text,
    operation,
    walk,
)
from dpstudio.core.scores.names import refuse_unmatchable, wrong_literal
from dpstudio.core.tables.schema import NUMERIC, Column, Kind


class Type(StrEnum):
    """What a part stands for."""

    NUMBER = "a number"
    TRUTH = "a condition"
    TEXT = "a text"
    CHOICES = "several choices"
    CANDIDATE = "the candidate"


class Level(IntEnum):
    """Where a part's value comes from."""

    PUBLIC = 0
    ROW = 1
    SCORE = 2


@dataclass(frozen=True)
class Bound:
    """A part of a tree with its type and place."""

    node: Node
    type: Type
    level: Level


def bind(tree: Node, columns: Mapping[str, Column], candidates: CandidateSet) -> Node:
    """The tree with texts compared by meaning (MATCH) and dates as days, fit for derivation and evaluation.

    Args:
        columns: by name, every column that the tree reads.

    Raises:
        RuleError: a part has the wrong type or place, at its character.
        RuleRefusal: one person could move such a rule without limit.
        InputError: a candidate is no number where one is needed.
    """
    found = _Binder(columns, candidates).bind(tree)
    if found.level is Level.ROW:
        raise RuleError(
            f"{_shown(tree)} is a value of one row.",
            "Put it inside count( ) or sum( ), which go over all rows.",
            _first_row_part(tree),
        )
    if found.level is Level.PUBLIC:
        raise RuleError("The score reads no column.", "Write, for example, count(choice = candidate).", tree.at)
    if found.type is not Type.NUMBER:
        raise RuleError("A score is a number.", "Put the condition inside count( ).", tree.at)
    return found.node


class _Binder:
    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
        self._columns, self._candidates = columns, candidates

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
                return Bound(node, Type.TRUTH, Level.ROW)
            case Cell(name):
                return Bound(node, self._type(name, node.at), Level.ROW)
            case Operation():
                return self._operation(node)
        raise TypeError(type(node))

    def _refuse_unknown(self, attribute: str, at: int) -> None:
        if attribute and not (isinstance(self._candidates, Listed) and attribute in self._candidates.attributes):
            known = list(self._candidates.attributes) if isinstance(self._candidates, Listed) else []
            remedy = f"There are {', '.join(known[:8])}." if known else "They have only their names: write candidate."
            raise RuleError(f"The candidates have no attribute “{attribute}”.", remedy, at)

    def _type(self, name: str, at: int) -> Type:
        if name not in self._columns:
            raise RuleError(f"The table has no column “{name}”.", "Odd names stand in brackets: [the name].", at)
        kind = self._columns[name].kind
        if kind is Kind.YES_NO:
            return Type.TRUTH
        if kind in NUMERIC:
            return Type.NUMBER
        return Type.CHOICES if kind is Kind.CHOICES else Type.TEXT

    def _operation(self, node: Operation) -> Bound:
        operator = node.operator
        if operator in AGGREGATES:
            return self._aggregate(node)
        if operator in COMPARISONS:
            return self._comparison(node)
        if operator is Operator.IN:
            options = [self._comparison(operation(Operator.EQUAL, node.parts[0], each, at=node.at)).node
                       for each in node.parts[1:]]  # fmt: skip
            joined = options[0]
            for each in options[1:]:
                joined = operation(Operator.OR, joined, each, at=node.at)
            return Bound(joined, Type.TRUTH, Level.ROW)
        if operator is Operator.HAS:
            return self._has(node)
        if operator in (Operator.AND, Operator.OR, Operator.NOT):
            parts = [self._wanted(part, Type.TRUTH) for part in node.parts]
            return _joined(node, parts, Type.TRUTH)
        if operator is Operator.IF:
            parts = [self._wanted(node.parts[0], Type.TRUTH)]
            parts += [self._wanted(part, Type.NUMBER) for part in node.parts[1:]]
            if any(part.level is Level.SCORE for part in parts):
                raise RuleError("if( ) works on one row.", "Put it inside sum( ).", node.at)
            return _joined(node, parts, Type.NUMBER)
        return self._arithmetic(node)

    def _wanted(self, node: Node, wanted: Type) -> Bound:
        """The part, which must be a number or a condition."""
        bound = self.bind(node)
        if wanted is Type.NUMBER and bound.type is Type.CANDIDATE:
            assert isinstance(bound.node, Candidate)
            self._candidates.ends(bound.node.attribute)
            return Bound(bound.node, Type.NUMBER, Level.PUBLIC)
        if bound.type is wanted:
            return bound
        shown = f"{_shown(node)} is {bound.type.value}, but {wanted.value} is needed here."
        if wanted is Type.NUMBER and bound.type is Type.TRUTH:
            raise RuleError(shown, "Count rows with count( ), or write if(condition, 1, 0).", node.at)
        if wanted is Type.TRUTH and bound.type is Type.NUMBER:
            raise RuleError(shown, "Compare it, for example x >= candidate, or add it up with sum( ).", node.at)
        raise RuleError(shown, "Compare it, or change the column's type on the Tables tab.", node.at)

    def _aggregate(self, node: Operation) -> Bound:
        wanted = (Type.TRUTH,) if node.operator is not Operator.SUM else (Type.NUMBER, Type.TRUTH)
        parts = [self._wanted(part, kind) for part, kind in zip(node.parts, wanted, strict=False)]
        bound = _joined(node, parts, Type.NUMBER)
        if bound.level is Level.SCORE:
            raise RuleError("A count or sum stands inside another.", "Write them side by side.", node.at)
        if bound.level is Level.PUBLIC:
            raise RuleError(
                f"{_shown(node)} reads no column, so it only says how many rows there are.",
                "Name a column of the people's table in it.",
                node.at,
            )
        return Bound(bound.node, Type.NUMBER, Level.SCORE)

    def _comparison(self, node: Operation) -> Bound:
        left, right = node.parts
        if node.operator in (Operator.EQUAL, Operator.UNEQUAL):
            for cell, option in ((left, right), (right, left)):
                if isinstance(cell, Cell) and isinstance(option, Text | Candidate):
                    matched = self._match(cell, option, node)
                    bound = matched if node.operator is Operator.EQUAL else operation(Operator.NOT, matched, at=node.at)
                    return Bound(bound, Type.TRUTH, Level.ROW)
        self._refuse_incomparable(left, right, node)
        days = [self._dated(one, other) for one, other in ((left, right), (right, left))]
        parts = [self._wanted(part, Type.NUMBER) for part in days]
        bound_ = _joined(node, parts, Type.TRUTH)
        if bound_.level is Level.SCORE:
            raise RuleError(
                "A comparison works on one row, but this compares sums over rows.",
                "Put it inside count( ).",
                node.at,
            )
        return bound_

    def _refuse_incomparable(self, left: Node, right: Node, node: Operation) -> None:
        """Cells of a row that have no order, or not the same kind of value."""
        kinds = [self._type(each.name, each.at) if isinstance(each, Cell) else None for each in (left, right)]
        texts = [kind in (Type.TEXT, Type.CHOICES) for kind in kinds]
        if all(texts):
            raise RuleError(
                f"{_shown(node)} compares two texts of a row, which is not part of the language.",
                'Compare each of them with the candidate or with a fixed text: a = candidate, a = "tea".',
                node.at,
            )
        if None not in kinds and kinds[0] is not kinds[1]:
            raise RuleError(
                f"{_shown(left)} is {kinds[0]} and {_shown(right)} is {kinds[1]}, so they cannot be compared.",
                "Change a column's type on the Tables tab.",
                node.at,
            )
        if any(texts) and node.operator not in (Operator.EQUAL, Operator.UNEQUAL):
            raise RuleError(
                f"{_shown(node)}: a text has no order.",
                "Compare it by =, or declare the column as a number or date on the Tables tab.",
                left.at if texts[0] else right.at,
            )

    def _dated(self, node: Node, other: Node) -> Node:
        """A fixed text beside a date as its day."""
        if isinstance(node, Text) and isinstance(other, Cell) and self._kind(other) is Kind.DATE:
            try:
                return Number(Fraction(datetime.date.fromisoformat(node.text.strip()).toordinal()), at=node.at)
            except ValueError:
                raise RuleError(f"“{node.text[:30]}” is not a date.", 'Write "2026-12-31".', node.at) from None
        return node

    def _kind(self, cell: Cell) -> Kind:
        self._type(cell.name, cell.at)
        return self._columns[cell.name].kind

    def _match(self, cell: Cell, option: Text | Candidate, node: Operation) -> Node:
        kind = self._kind(cell)
        if isinstance(option, Text):
            self._refuse_senseless(self._columns[cell.name], option)
        else:
            self._refuse_unknown(option.attribute, option.at)
        if kind is Kind.CHOICES:
            raise RuleError(
                f"{_shown(cell)} holds several choices in a cell.",
                f"Write {_shown(cell)} has {_shown(option)}.",
                node.at,
            )
        return operation(Operator.MATCH, cell, option, at=node.at)

    def _refuse_senseless(self, column: Column, option: Text) -> None:
        wrong = wrong_literal(column, option.text)
        if wrong is not None:
            raise RuleError(*wrong, option.at)

    def _has(self, node: Operation) -> Bound:
        cell, option = node.parts
        if not isinstance(cell, Cell) or self._kind(cell) is not Kind.CHOICES:
            raise RuleError(
                f"{_shown(cell)} is not declared as several choices in a cell.", "Use = instead of has.", node.at
            )
        if not isinstance(option, Text | Candidate):
            raise RuleError("A cell has a text or the candidate.", 'Write has "tea" or has candidate.', option.at)
        if isinstance(option, Candidate):
            self._refuse_unknown(option.attribute, option.at)
        else:
            self._refuse_senseless(self._columns[cell.name], option)
        return Bound(node, Type.TRUTH, Level.ROW)

    def _arithmetic(self, node: Operation) -> Bound:
        parts = [self._wanted(part, Type.NUMBER) for part in node.parts]
        levels = [part.level for part in parts]
        if node.operator is Operator.OVER:
            self._refuse_division(node, parts)
        if node.operator is Operator.TIMES and levels.count(Level.SCORE) == 2:
            raise RuleRefusal(
                f"{_shown(node)} multiplies two sums over private rows: the larger one is, the more one person can"
                " move the product.",
                "Multiply inside sum( ), row by row, or add them.",
                node.at,
                node,
            )
        if node.operator is Operator.CLIP:
            ends = [constant(part) for part in node.parts[1:]]
            if ends[0] is None or ends[1] is None:
                raise RuleRefusal(
                    "The bounds of clip( ) are not fixed numbers: bounds read off the data depend on one person.",
                    "Type public bounds: clip(x, 0, 100).",
                    node.parts[1].at,
                )
            if ends[0] > ends[1]:
                raise RuleError("The least of clip( ) is above the greatest.", "Exchange them.", node.parts[1].at)
            parts[1:] = [Bound(Number(end), Type.NUMBER, Level.PUBLIC) for end in ends if end is not None]
        return _joined(node, parts, Type.NUMBER)

    def _refuse_division(self, node: Operation, parts: list[Bound]) -> None:
        below = node.parts[1]
        if constant(below) == 0:
            raise RuleError("Division by 0.", "Divide by another number.", below.at)
        if constant(below) is not None:
            parts[1] = Bound(Number(constant(below) or Fraction(1), at=below.at), Type.NUMBER, Level.PUBLIC)
            return
        if parts[1].level is Level.PUBLIC:
            raise RuleError(
                "Division by what differs from candidate to candidate is not part of the language.",
                "Give the candidates an attribute with the inverse, and multiply by it.",
                below.at,
            )
        raise RuleRefusal(*_private_division(node, parts), node.at, node)


def _private_division(node: Operation, parts: list[Bound]) -> tuple[str, str]:
    """Why a division by something private is refused, and what to write where nothing better is known."""
    above, below = node.parts
    shown = f"{_shown(node)} divides by"
    if parts[0].level is Level.PUBLIC:
        return (
            f"{shown} something private: the nearer that comes to 0, the more one person can move the score, and where"
            " it is 0 there is no score.",
            "Write a score that is large where the candidate is good and that does not divide.",
        )
    if parts[1].level is Level.ROW:
        return (
            f"{shown} a value of the row: the nearer that comes to 0, the more one row can move the score, and where"
            " it is 0 there is no score.",
            "Give the table a column with the quotient, and type its bounds.",
        )
    remedy = "Add up instead, for example how far values lie above a public mark: sum(x - 5 where …)."
    if _is_mean(above, below):
        return (
            f"{shown} a private number: where few rows count, one person moves the mean by half of its range or more.",
            remedy,
        )
    return f"{shown} a private number: a quotient of two private numbers is not part of the language.", remedy


def _is_mean(above: Node, below: Node) -> bool:
    """Whether it is a sum over the rows that are counted."""
    if not isinstance(above, Operation) or not isinstance(below, Operation):
        return False
    counted = below.operator is Operator.COUNT and above.operator is Operator.SUM
    return counted and above.parts[1:] == below.parts


def _joined(node: Operation, parts: list[Bound], kind: Type) -> Bound:
    level = max(part.level for part in parts)
    if level is Level.SCORE and any(part.level is Level.ROW for part in parts):
        stray = next(part.node for part in parts if part.level is Level.ROW)
        raise RuleError(
            f"{_shown(stray)} is a value of one row, beside a sum over rows.",
            "Put it inside count( ) or sum( ).",
            stray.at,
        )
    return Bound(Operation(node.operator, tuple(part.node for part in parts), at=node.at), kind, level)


def _first_row_part(node: Node) -> int:
    return next((each.at for each in walk(node) if isinstance(each, Cell | OwnCell)), node.at)


def _shown(node: Node) -> str:
    text = text_of(node)
    return text if len(text) <= 60 else text[:57] + "…"


def checked_matches(tree: Node, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
    """Raise InputError where a candidate can be no meaning of a cell that it is compared with."""
    for each in walk(tree):
        if isinstance(each, Operation) and each.operator in MATCHES:
            cell, option = each.parts
            if not isinstance(cell, Cell) or not isinstance(option, Candidate):
                continue
            texts = candidates.texts(option.attribute)
            refuse_unmatchable(columns[cell.name], texts, distinct=not option.attribute)
