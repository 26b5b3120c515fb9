"""The sum of what each person has of a number, at most so much of one person: capped_sum(a, most where condition)."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.quantities import readable
from dpstudio.core.scores import node_sensitivity
from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import ZERO, Interval
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal, UnboundedRule
from dpstudio.core.scores.language.tree import ZERO as NOTHING
from dpstudio.core.scores.language.tree import Node, Number, Operation, operation
from dpstudio.core.scores.language.types import Bound, Type, shown
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.clipping import CLIP, clipped_interval
from dpstudio.core.scores.operators.contract import Aggregate, Instead, Proved
from dpstudio.core.scores.operators.grids import Grid, common
from dpstudio.core.scores.operators.walks import Binder
from dpstudio.core.scores.operators.written import Binds, Function, Write
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.translation import phrase


class _CappedSum(Aggregate):
    of_persons = True
    takes = (Type.NUMBER, Type.NUMBER, Type.TRUTH)

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        amount, *rest = (write(part, Binds.LEAST) for part in parts)
        return f"capped_sum({amount}, {' where '.join(rest)})"

    def bound(self, node: Operation, binder: Binder) -> Bound:
        most = constant(node.parts[1])
        if most is None:
            raise RuleRefusal(
                phrase(
                    "The most that capped_sum( ) adds for one person is not a fixed number: {parts}.",
                    parts=shown(node.parts[1]),
                ),
                phrase("Type a public number: capped_sum(x, 100)."),
                node.parts[1].at,
            )
        if most <= 0:
            raise RuleError(
                phrase("The most that capped_sum( ) adds for one person must be above 0."),
                phrase("Type a larger number: capped_sum(x, 100)."),
                node.parts[1].at,
            )
        amount, _, *condition = node.parts
        fixed = (amount, Number(most, at=node.parts[1].at), *condition)
        return super().bound(replace(node, parts=fixed), binder)

    def value(self, node: Operation) -> Node:
        return node.parts[0]

    def condition(self, node: Operation) -> Node | None:
        return node.parts[2] if len(node.parts) == 3 else None

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        step = of(node.parts[0])
        return None if step is None else common(step, _most(node))

    def of_person(self, node: Operation, added: Interval, unit: PrivacyUnit) -> Proved:
        if added.low < 0:
            raise _may_be_negative(node, added)
        rows, most = unit.rows if unit.person else 1, _most(node)
        return _moves(added, rows, most, unit), _why(added, rows, most)

    def of_each(self, node: Operation, rows: Exact, counts: NDArray[np.int64], starts: NDArray[np.int64]) -> Exact:
        return rows.added_up(counts, starts).clipped(ZERO, _most(node))

    def instead(self, node: Operation) -> Instead:
        amount, most, *condition = node.parts
        fixed = constant(most) or Fraction(0)
        clipped = amount
        if not isinstance(amount, Operation) or amount.operator is not CLIP or (constant(amount.parts[1]) or ZERO) < 0:
            clipped = operation(CLIP, amount, NOTHING, Number(fixed), at=amount.at)
        why = phrase("A number below 0 then counts as 0, one above {fixed} as {fixed}.", fixed=readable(fixed))
        return Instead(replace(node, parts=(clipped, most, *condition)), phrase("Count nothing below 0"), why)


def _most(node: Operation) -> Fraction:
    """What a bound node adds of one person at most."""
    match node.parts[1]:
        case Number(value):
            return value
    raise TypeError(node.parts[1])


def _may_be_negative(node: Operation, added: Interval) -> UnboundedRule:
    """One person could lower the sum, by as much as all their rows hold."""
    amount, most = shown(node.parts[0]), shown(node.parts[1])
    low = phrase("{amount} may be {low}", amount=amount, low=readable(added.low))
    if added.unbounded:
        low = phrase("the column “{unbounded}” has no bounds", unbounded=added.unbounded)
    return UnboundedRule(
        phrase("capped_sum( ) adds up only what is never below 0, but {low}.", low=low),
        phrase(
            "Write capped_sum(clip({amount}, 0, {most}), {most}), or declare a least value of 0 or more.",
            amount=amount,
            most=most,
        ),
        node.at,
        node,
    )


def _moves(added: Interval, rows: int, most: Fraction, unit: PrivacyUnit) -> NodeSensitivity:
    """How far a person with so many rows moves it: min(t, most), t the sum of what each row adds, never below 0.

    Capping brings no two totals farther apart than they were. Of a single row each this is a sum over rows of capped
    numbers.

    Source: MATH 4, end: min(person's total, C) moves by at most C, whatever k.
    """
    fewer = unit.relation is Relation.REPLACE_ONE and unit.may_have_fewer
    capped = clipped_interval(added, ZERO, most).closed()
    if rows == 1:
        return node_sensitivity.of_rows(node_sensitivity.of_row(capped), 1, replaced_by_fewer=fewer)
    low, high = capped.low, min(rows * added.high, most)
    least = ZERO if fewer and unit.may_have_none else low
    plain = node_sensitivity.of_rows(node_sensitivity.of_row(added), rows, replaced_by_fewer=fewer)
    moved, apart = min(plain.replaced, high - least), min(plain.range_added, high - low)
    return NodeSensitivity(least, high, moved, apart, 2 * apart).tightened()


def _why(added: Interval, rows: int, most: Fraction) -> str:
    """Why a capped sum moves as it does."""
    told = phrase("One person adds at most {rows}", rows=readable(min(rows * added.high, most)))
    if not added.candidate:
        return phrase("{told}, whatever their rows, and the same to every candidate.", told=told)
    if rows == 1 and added.by_row is not None:
        return phrase("{told} to a candidate. Replacing one moves all scores the same way.", told=told)
    return phrase(
        "{told} to a candidate, whatever their rows; replacing one may take from one candidate and give to another.",
        told=told,
    )


CAPPED_SUM = _CappedSum("capped_sum")
CALL = Function(
    "capped_sum",
    range(2, 3),
    phrase("capped_sum(a number, the most of one person where a condition)"),
    CAPPED_SUM.make,
    where=CAPPED_SUM.make,
)
