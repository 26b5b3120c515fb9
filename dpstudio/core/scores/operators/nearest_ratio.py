"""The nearest ratio with a floor to a quotient that is refused: a whole floor, and the public factors outside."""

from fractions import Fraction
from functools import reduce
from math import ceil
from typing import NamedTuple

from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.tree import Node, Number, Operation, operation
from dpstudio.core.scores.operators.contract import Instead, Operator
from dpstudio.core.scores.operators.extremes import GREATEST
from dpstudio.core.scores.operators.floor import adds_up, conditions_of, divisor_of, missing_from
from dpstudio.core.scores.operators.logic import AND
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.total import SUM
from dpstudio.translation import phrase

_ONE_RATIO = phrase("Write it as one ratio")
_FLOOR = phrase("Give the divisor a floor")
_COUNTED = phrase("Add up what is counted")
_THE_LARGER = phrase("the larger it is, the less one person can move the ratio.")
_WHY = {
    _ONE_RATIO: phrase(
        "Write it as one ratio of a sum to a count, with any other factor outside: that means the same."
    ),
    _FLOOR: phrase("Give the divisor a floor, a whole number: {the_larger}", the_larger=_THE_LARGER),
    _COUNTED: phrase("Add up only rows that are counted below, with a floor: {the_larger}", the_larger=_THE_LARGER),
}


class _Factors(NamedTuple):
    """What a tree of products and quotients is made of: a constant, and the other factors above and below."""

    by: Fraction = Fraction(1)
    above: tuple[Node, ...] = ()
    below: tuple[Node, ...] = ()

    def times(self, other: "_Factors") -> "_Factors":
        return _Factors(self.by * other.by, self.above + other.above, self.below + other.below)

    def inverse(self) -> "_Factors":
        return _Factors(1 / self.by, self.below, self.above)


def nearest(node: Node, over: Operator) -> Instead | None:
    """A product or quotient, as parsed, with one ratio in it, which counts every row that it adds up; else None.

    Args:
        over: the operator that divides.
    """
    by, above, below = _factors(node, over)
    public, sums = [each for each in above if not each.reads_row], [each for each in above if each.reads_row]
    if len(sums) != 1 or len(below) != 1 or not adds_up(sums[0]):
        return None
    times, under = _without_factor(below[0], over)
    divisor = divisor_of(under)
    if divisor is None:
        return None
    least, counted = divisor
    missing, whole = missing_from(sums[0], counted), Fraction(ceil(max(least or 0, 1)))
    ratio = operation(over, _narrowed(sums[0], missing), operation(GREATEST, Number(whole), counted), at=node.at)
    tree = _multiplied(ratio, by / times, public, over)
    words = _COUNTED if missing else _FLOOR if least != whole else _ONE_RATIO
    return Instead(tree, words, _WHY[words])


def _factors(node: Node, over: Operator) -> _Factors:
    value = constant(node)
    if value:
        return _Factors(value)
    match node:
        case Operation(operator=operator, parts=(part,)) if operator is NEGATIVE:
            return _factors(part, over).times(_Factors(Fraction(-1)))
        case Operation(operator=operator, parts=(one, other)) if operator is TIMES:
            return _factors(one, over).times(_factors(other, over))
        case Operation(operator=operator, parts=(one, other)) if operator is over:
            return _factors(one, over).times(_factors(other, over).inverse())
    return _Factors(above=(node,))


def _without_factor(below: Node, over: Operator) -> tuple[Fraction, Node]:
    """The factor c, and max(m / c, count(p)) of max(m, c * count(p)), c above 0; of anything else 1 and itself."""
    match below:
        case Operation(operator=operator, parts=(one, other)) if operator is GREATEST:
            for least, many in ((constant(one), other), (constant(other), one)):
                by, above, under = _factors(many, over)
                if least is not None and by > 0 and len(above) == 1 and not under:
                    return by, operation(GREATEST, Number(least / by), above[0], at=below.at)
    return Fraction(1), below


def _narrowed(total: Operation, missing: list[Node]) -> Node:
    """The sum or count of those rows alone for which these conditions hold too."""
    if not missing:
        return total
    value = total.parts[:1] if total.operator is SUM else ()
    every = [*conditions_of(total), *missing]
    return operation(total.operator, *value, reduce(lambda one, two: operation(AND, one, two), every), at=total.at)


def _multiplied(ratio: Operation, by: Fraction, public: list[Node], over: Operator) -> Node:
    """The ratio with its factors outside, but for a minus, which stands before what is added up."""
    above, below = ratio.parts
    tree = ratio if by > 0 else operation(over, operation(NEGATIVE, above, at=above.at), below, at=ratio.at)
    by = abs(by)
    if by.numerator == 1 and by != 1:
        tree = operation(over, tree, Number(Fraction(by.denominator)), at=ratio.at)
    elif by != 1:
        tree = operation(TIMES, Number(by), tree, at=ratio.at)
    return reduce(lambda whole, factor: operation(TIMES, factor, whole, at=ratio.at), reversed(public), tree)
