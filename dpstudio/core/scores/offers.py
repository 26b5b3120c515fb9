"""A rule that can be protected in place of one that cannot, where both prefer the same candidates."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import StudioError
from dpstudio.core.scores.analysis import Analysis
from dpstudio.core.scores.contribution import contribution
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.language.binding import bind, checked_matches
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.tree import (
    Candidate,
    Node,
    Operation,
    is_aggregate,
    operation,
    parts_of,
    walk,
)
from dpstudio.core.scores.operators.addition import MINUS, PLUS
from dpstudio.core.scores.operators.contract import Aggregate, Arithmetic
from dpstudio.core.scores.operators.division import OVER
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import Column, PrivacyUnit
from dpstudio.translation import phrase

_SAME = phrase("it prefers the same candidates.")


@dataclass(frozen=True)
class Offer:
    """A rule to take instead: its tree, what a button says, why it may be taken, and its Δ once that is derived."""

    tree: Node
    words: str
    why: str
    delta: Fraction | None = None


def offered(
    tree: Node,
    refused: Operation,
    columns: tuple[Column, ...],
    candidates: CandidateSet,
    unit: PrivacyUnit,
) -> Offer | None:
    """The rule with something else in place of the refused part; None where nothing honest is known.

    Args:
        tree: the whole rule, as parsed.
        refused: a part of it, as parsed; persons( ) may be bound.
        columns: all that it reads; the candidates' own come last.

    What is offered is bound and has a positive R under the same columns, candidates and unit. It prefers the same
    candidates as the rule did: on every table where that had a value, or on every single row where rows are summed. Of
    a quotient for which there is none it is the nearest with a floor, which need not prefer the same.
    """
    path = _path(tree, refused)
    if path is None:
        return None
    try:
        found = _instead(path, {column.name: column for column in columns}, candidates)
        return None if found is None else _accepted(found, columns, candidates, unit)
    except StudioError:
        return None


def _accepted(found: Offer, columns: tuple[Column, ...], candidates: CandidateSet, unit: PrivacyUnit) -> Offer | None:
    """The offer with its Δ; None where it cannot be chosen by."""
    named = {column.name: column for column in columns}
    bound = bind(found.tree, named, candidates)
    checked_matches(bound, named, candidates)
    known = derive(Formula(columns, bound), candidates, unit)
    return replace(found, delta=known.delta) if known.range > 0 else None


def _path(tree: Node, refused: Operation) -> list[Operation] | None:
    """The parts from the whole down to the refused one; None where it is not there."""
    if isinstance(tree, Operation):
        bound = refused.operator.of_persons
        if (tree.at, tree.operator) == (refused.at, refused.operator) and (bound or tree == refused):
            return [tree]
        for part in tree.parts:
            below = _path(part, refused)
            if below is not None:
                return [tree, *below]
    return None


def _instead(path: list[Operation], columns: Mapping[str, Column], candidates: CandidateSet) -> Offer | None:
    refused, above = path[-1], path[:-1]
    if isinstance(refused.operator, Aggregate):
        other = refused.operator.instead(refused)
        return other and Offer(_all_instead(path[0], refused.operator), other.words, other.why)
    signs = _Signs(columns, candidates)
    found = _of_product(refused, signs) if refused.operator is TIMES else _of_quotient(refused, signs)
    if found is None or not all(one.operator.keeps_order(one, other) for one, other in pairwise(path)):
        return _of_its_shape(path)
    node = found.tree
    if not any(map(is_aggregate, [*above, *walk(node)])):
        node = _summed(node)
    node = _placed_in(path, node)
    if refused.operator is OVER and any(each.operator is not SUM for each in above):
        return Offer(
            node,
            phrase("Use a rule without the division"),
            phrase("Use a rule without the division: {same}", same=_SAME),
        )
    return replace(found, tree=node)


def _of_its_shape(path: list[Operation]) -> Offer | None:
    """The rule with the nearest node of its shape in place of the refused one, or of the least around it."""
    for place in range(len(path), 0, -1):
        found = path[-1].operator.nearest(path[place - 1])
        if found is not None:
            return Offer(_placed_in(path[:place], found.tree), found.words, found.why)
    return None


def _placed_in(path: list[Operation], node: Node) -> Node:
    """The whole with a node in place of the last part of a path."""
    for whole, part in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        node = _placed(whole, part, node)
    return node


def _placed(whole: Operation, part: Node, node: Node) -> Node:
    """The whole with a node in place of a part, without two signs in a row."""
    if isinstance(node, Operation) and node.operator is NEGATIVE:
        plain, first = node.parts[0], whole.parts[0] is part
        if whole.operator is NEGATIVE:
            return plain
        if whole.operator in (PLUS, MINUS) and not first:
            other = MINUS if whole.operator is PLUS else PLUS
            return operation(other, whole.parts[0], plain, at=whole.at)
    return replace(whole, parts=tuple(node if each is part else each for each in whole.parts))


def _summed(node: Node) -> Node:
    """The sum over all rows, a minus before it."""
    if isinstance(node, Operation) and node.operator is NEGATIVE:
        return _negated(operation(SUM, *node.parts, at=node.at))
    return operation(SUM, node, at=node.at)


def _all_instead(node: Node, refused: Aggregate) -> Node:
    """The tree with what may stand in their place for all sums of one kind."""
    if not isinstance(node, Operation):
        return node
    found = refused.instead(node) if node.operator is refused else None
    if found is not None:
        return found.tree
    return replace(node, parts=tuple(_all_instead(part, refused) for part in node.parts))


def _of_product(refused: Operation, signs: "_Signs") -> Offer | None:
    """One factor, where the other is the same for all candidates."""
    for other, kept in (refused.parts, refused.parts[::-1]):
        sign = 0 if other.reads_candidate else signs.of(other)
        if sign:
            why = phrase("Leave the other factor out: it is the same for every candidate.")
            return Offer(kept if sign == 1 else _negated(kept), phrase("Leave the other factor out"), why)
    return None


def _of_quotient(refused: Operation, signs: "_Signs") -> Offer | None:
    above, below = refused.parts
    sign = signs.of(below)
    if not sign:
        return None
    if not below.reads_candidate and above.has_aggregate:
        why = phrase("Leave the division out: without it the same candidates are preferred.")
        return Offer(above if sign == 1 else _negated(above), phrase("Leave the division out"), why)
    upward = 0 if above.reads_candidate else signs.of(above)
    by_rows = above.reads_row and not above.has_aggregate
    if not upward or by_rows:
        return None
    if upward == -1:
        return Offer(below, phrase("Use what it divides by"), phrase("Use what it divides by: {same}", same=_SAME))
    words = phrase("Use negative distance") if _is_distance(below) and sign == 1 else phrase("Use the negative of it")
    return Offer(_negated(below), words, phrase("Use the negative of it: {same}", same=_SAME))


def _is_distance(node: Node) -> bool:
    """Whether it measures how far rows are from the candidate."""
    gaps = [each for each in walk(node) if isinstance(each, Operation) and each.operator is MINUS]
    return any(isinstance(part, Candidate) for gap in gaps for part in gap.parts)


def _negated(node: Node) -> Node:
    """-node, without two signs in a row."""
    if isinstance(node, Operation) and node.operator is NEGATIVE:
        return node.parts[0]
    return operation(NEGATIVE, node, at=node.at)


class _Signs:
    """Whether parts of a rule are never negative (1), never positive (-1), or may be either (0); 0 alone is 0."""

    def __init__(self, columns: Mapping[str, Column], candidates: CandidateSet) -> None:
        self._columns, self._candidates = columns, candidates
        self._analysis = Analysis(columns, candidates)

    def of(self, parsed: Node) -> int:
        """The sign of a part as parsed."""
        value = constant(parsed)
        if value is not None:
            return (value > 0) - (value < 0)
        if not parsed.reads_row:
            return self._analysis.of(parsed).sign
        if parsed.has_aggregate:
            return self._of(bind(parsed, self._columns, self._candidates))
        whole = bind(operation(SUM, parsed), self._columns, self._candidates)
        return self._analysis.of(parts_of(whole)[0]).sign

    def _of(self, node: Node) -> int:
        if not isinstance(node, Operation) or not node.reads_row:
            return self._analysis.of(node).sign
        match node.operator:
            case Aggregate():
                return self._analysis.of(contribution(node, self._columns)).sign
            case Arithmetic() as operator:
                return operator.sign([self._of(part) for part in node.parts])
        return 0
