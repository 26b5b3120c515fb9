"""Every operator and function of the language, one entry each: what a text may name."""

from dpstudio.core.scores.operators import (
    absolute,
    blank,
    branch,
    capped_sum,
    clipping,
    count,
    dates,
    days,
    distance,
    distance_of_sums,
    distinct,
    extremes,
    imbalance,
    own_column,
    persons,
    total,
)
from dpstudio.core.scores.operators.addition import MINUS, PLUS
from dpstudio.core.scores.operators.between import between
from dpstudio.core.scores.operators.comparisons import COMPARISONS
from dpstudio.core.scores.operators.contract import Operator
from dpstudio.core.scores.operators.division import OVER
from dpstudio.core.scores.operators.listed import IN
from dpstudio.core.scores.operators.logic import AND, NOT, OR
from dpstudio.core.scores.operators.meaning import HAS
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.written import Function, Make

_CALLS = (
    count.CALL,
    persons.CALL,
    distinct.CALL,
    total.CALL,
    capped_sum.CALL,
    absolute.CALL,
    *extremes.CALLS,
    clipping.CALL,
    branch.CALL,
    blank.CALL,
    days.CALL,
    *dates.CALLS,
    distance.CALL,
    imbalance.MEDIAN,
    imbalance.QUANTILE,
    distance_of_sums.CALL,
    own_column.CALL,
)
FUNCTIONS: dict[str, Function] = {each.name: each for each in _CALLS}
"""By the name that is called, in the order in which a message lists them."""

GRAMMAR: dict[str, Make] = {
    "either": OR.make,
    "both": AND.make,
    "denial": NOT.make,
    "between": between,
    "listed": IN.make,
    "has": HAS.make,
    "plus": PLUS.make,
    "minus": MINUS.make,
    "times": TIMES.make,
    "over": OVER.make,
    "negative": NEGATIVE.make,
}
"""By the rule of grammar.lark: what has no name that is called."""

SIGNS: dict[str, Operator] = {sign: each for each in COMPARISONS for sign in (each.name, *each.spellings)}
"""Comparisons by each of their signs."""
