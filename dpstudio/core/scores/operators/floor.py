"""A quotient whose divisor has a public floor: sum(x where p) / max(m, count(p)), rounded to a public grid.

Let a row that counts add a value from a to b, a <= 0 <= b, and let the ratio f = N / D, D = max(m, #p), so that f lies
from a to b. Where j more rows count, which add s together, D grows by some t from 0 to j and f moves by
(s - t f) / (D + t): by something between the least and the greatest of 0, s / m, (s - j a) / (m + j) and
(s - j b) / (m + j). One row so moves it by at most max(|a|, b) / m or (b - a) / (m + 1), and replacing one by at most
(b - a) / m. Where nothing but p depends on the candidate, the scores that a row of value v moves at all go up by at
most (v - a) / m and down by at most (b - v) / m, so that two of them move apart by at most (b - a) / m.

Ratios have no common grid, so each is rounded to multiples of g, a thousandth of 1 / m of the grid of the values.
Rounding keeps order, and all these figures with m below are multiples of g: it adds nothing to them. The others are
rounded up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypeGuard

from dpstudio.core.quantities import readable
from dpstudio.core.quantities.rational import Rational
from dpstudio.core.scores.exact import Exact, extreme
from dpstudio.core.scores.interval import ZERO, Interval
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import Node, Number, Operation, operation
from dpstudio.core.scores.language.types import Bound, Level, Type
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Aggregate, Arithmetic, Proved, aggregate_of, conjuncts_of
from dpstudio.core.scores.operators.count import COUNT
from dpstudio.core.scores.operators.extremes import GREATEST
from dpstudio.core.scores.operators.grids import Grid
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.operators.walks import Binder
from dpstudio.core.scores.operators.written import Binds, Write
from dpstudio.translation import phrase

FINER = 1000
"""How many steps of its grid a ratio has for each step of the values over the floor."""


@dataclass(frozen=True)
class _Limits:
    """What of a ratio is public: the floor, the grid, and between what each row adds its value."""

    floor: Fraction
    grid: Fraction
    low: Fraction
    high: Fraction


class _Floored(Arithmetic):
    """Its parts are the sum, the count, and the limits."""

    binds = Binds.MULTIPLIED

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        above, counted, least = parts[:3]
        return f"{write(above, self.binds)} / max({write(least, Binds.LEAST)}, {write(counted, Binds.LEAST)})"

    def combined(self, node: Operation, parts: list[Exact]) -> Exact:
        limits = _limits(node)
        below = extreme(parts[1], Exact.constant(limits.floor), greatest=True)
        return parts[0].plus(below.scaled(limits.grid / 2)).divided(below, limits.grid)

    def interval_of(self, parts: list[Interval]) -> Interval:
        raise TypeError("a ratio of sums is no value of one row")

    def sensitivity(
        self, node: Operation, of: Callable[[Node], NodeSensitivity], known: Callable[[Node], Interval]
    ) -> Proved:
        limits = _limits(node)
        of(node.parts[0])
        rows = of(node.parts[1]).high
        return _moved_by(rows, limits, only_counted=_alike(node)), _why(limits)

    def moved(self, node: Operation, of: Callable[[Node], Moves], known: Callable[[Node], Exact]) -> Moves:
        limits, total, many = _limits(node), of(node.parts[0]).low, of(node.parts[1]).low
        least = Exact.constant(limits.floor)
        below = many.absolute().plus(least)
        quotients = [(total.plus(many.scaled(end), -1), below) for end in (limits.low, limits.high)]
        low = high = Exact.constant(ZERO)
        for above, divisor in [(total, least), *quotients]:
            low = extreme(low, above.divided(divisor, limits.grid), greatest=False)
            high = extreme(high, above.negative().divided(divisor, limits.grid).negative(), greatest=True)
        return Moves(low, high)

    def grid(self, node: Operation, of: Grid) -> Fraction | None:
        return _limits(node).grid

    def sign(self, signs: list[int]) -> int:
        return signs[0]


FLOORED = _Floored(phrase("ratio with a floor"))


def _limits(node: Operation) -> _Limits:
    """The limits of a bound ratio, which are numbers."""
    match node.parts:
        case (_, _, Number(least), Number(grid), Number(low), Number(high)):
            return _Limits(least, grid, low, high)
    raise TypeError(node.parts)


def _alike(node: Operation) -> bool:
    """Whether a row adds the same to all candidates that it counts for."""
    above, counted = node.parts[:2]
    own = [aggregate_of(above).value(above)] if isinstance(above, Operation) else [above]
    return not any(part.reads_candidate for part in [*own, *missing_from(counted, above)])


def _moved_by(rows: Rational, limits: _Limits, *, only_counted: bool) -> NodeSensitivity:
    """How far a person with so many rows moves it; it never leaves the range of its values."""
    width, least = limits.high - limits.low, limits.floor
    pulled = ceil(width / (least + 1) / limits.grid) * limits.grid
    low, high = min(limits.low / least, -pulled), max(limits.high / least, pulled)
    apart = width / least if only_counted else high - low
    low, high = max(rows * low, -width), min(rows * high, width)
    return NodeSensitivity(low, high, rows * width / least, rows * apart, 2 * rows * apart).tightened()


def _why(limits: _Limits) -> str:
    least, grid = map(readable, (limits.floor, limits.grid))
    return phrase(
        "It divides by at least {least}, so a row that counts moves it by at most its value over"
        " {least}, or pulls it that far towards its own; it is rounded to multiples of {grid}, which"
        " is counted in.",
        least=least,
        grid=grid,
    )


def with_floor(above: Node, below: Node, binder: Binder) -> Bound | None:
    """The quotient of bound parts as a ratio with a floor; None where it has another shape.

    Raises:
        RuleError: what is added up lies on no grid that is known.
    """
    if isinstance(above, Operation) and above.operator is NEGATIVE:
        found = with_floor(above.parts[0], below, binder)
        return None if found is None else Bound(operation(NEGATIVE, found.node, at=above.at), found.type, found.level)
    divisor = divisor_of(below)
    if divisor is None or not adds_up(above):
        return None
    least, counted = divisor
    if least is None or least < 1 or least.denominator != 1 or missing_from(above, counted):
        return None
    value = aggregate_of(above).value(above)
    grid, reach = binder.grid(value), binder.reach(value)
    if grid is None:
        raise RuleError(
            phrase("How finely the values of this ratio lie is not known."),
            phrase("Add up a column as it is."),
            above.at,
        )
    step = grid or Fraction(1)
    ends = floor(min(reach.low, ZERO) / step) * step, ceil(max(reach.high, ZERO) / step) * step
    limits = map(Number, (least, step / (FINER * least), *ends))
    return Bound(operation(FLOORED, above, counted, *limits, at=above.at), Type.NUMBER, Level.SCORE)


def divisor_of(below: Node) -> tuple[Fraction | None, Operation] | None:
    """The floor, None where there is none, and the count of count(p), max(m, count(p)) or max(count(p), m)."""
    match below:
        case Operation(operator=Aggregate()) if below.operator is COUNT:
            return None, below
        case Operation(parts=(one, other)) if below.operator is GREATEST:
            counted, least = (one, constant(other)) if constant(one) is None else (other, constant(one))
            if isinstance(counted, Operation) and counted.operator is COUNT and least is not None:
                return least, counted
    return None


def adds_up(above: Node) -> TypeGuard[Operation]:
    """Whether it is a sum or a count over rows."""
    return isinstance(above, Operation) and above.operator in (SUM, COUNT)


def missing_from(above: Node, counted: Node) -> list[Node]:
    """The conditions of a count that a sum does not have."""
    known = conditions_of(above)
    return [each for each in conditions_of(counted) if each not in known]


def conditions_of(node: Node) -> list[Node]:
    """The conditions that must all hold for a row to count."""
    match node:
        case Operation(operator=Aggregate() as operator):
            return conjuncts_of(operator.condition(node))
    return []
