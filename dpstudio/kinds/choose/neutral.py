"""What an invented table may be said to prefer: no candidate that has a name, since it knows nothing of any of them."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import Listed
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.quantities import readable, with_unit
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Median, Nearness, Quantile, Revenue, Rule
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import joined, phrase

_DECLARED = phrase("People's values are assumed to lie around the middle of the declared bounds.")
_OFFERED = phrase(
    "Nothing is declared of people's values: they are assumed to lie around the middle of the candidates."
)
_UNKNOWN = phrase("Nothing is known of which candidate is the best.")
_OF_A_MAP = 2
"""How many coordinates places on a map have."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def is_nameless(question: SettledChoice, badge: Badge) -> bool:
    """Whether the candidates are names that an invented table has put into an order.

    Numbers, dates and places on a map have an order, or a place, of their own; names that have a number beside them
    do not.
    """
    return badge is Badge.SIMULATED and isinstance(question.candidates, Listed) and _are_names(question.rule)


def _are_names(rule: Rule) -> bool:
    """Whether the candidates of a list are names to the rule, not numbers on an axis or places on a map."""
    match rule:
        case Revenue() | Median() | Quantile():
            return rule.attribute != ""
        case Nearness():
            return len(rule.columns) != _OF_A_MAP and any(rule.attributes)
    return True


def places(scores: Scores) -> Callable[[int], str]:
    """What each candidate is called instead: the best one 1st, the next one 2nd."""

    @cache
    def ranks() -> NDArray[np.int64]:
        order = np.argsort(-scores.steps, kind="stable")
        found = np.empty(order.size, np.int64)
        found[order] = np.arange(1, order.size + 1)
        return found

    return lambda place: nth(int(ranks()[place]))


def nameless(question: SettledChoice, scores: Scores) -> SettledChoice:
    """The same question of candidates without their names; a closer look at its bound is taken at these anew."""
    name, candidates = places(scores), question.candidates
    if not isinstance(candidates, Listed):
        return question
    labels = tuple(name(place) for place in range(candidates.count))
    unnamed = replace(candidates, labels=labels)
    looked = question.refinement and refine(question.rule, unnamed, question.unit)
    return replace(question, candidates=unnamed, refinement=looked)


def assumed(question: SettledChoice, badge: Badge, scores: Scores) -> str:
    """What was assumed where nothing is known, for the note below the picture; "" where nothing was."""
    if badge is not Badge.SIMULATED:
        return ""
    if isinstance(question.rule, Revenue | Median | Quantile | Nearness):
        told = _DECLARED if all(column.bounds for column in question.rule.columns) else _OFFERED
        return joined(" ", filter(None, (told, _ahead(question, scores))))
    if scores.steps.size < 2:
        return ""
    if not is_nameless(question, badge):
        return joined(" ", filter(None, (_UNKNOWN, _ahead(question, scores))))
    gap = _gap(question, scores)
    if not gap:
        return phrase("Which candidate is the 1st is not known: it is assumed to be level with the 2nd.")
    return phrase("Which candidate is the 1st is not known: it is assumed to lead the 2nd by {gap}.", gap=gap)


def _ahead(question: SettledChoice, scores: Scores) -> str:
    """By how much the best one leads the next in an invented table; on a line the pieces are told apart, not points."""
    if scores.steps.size < 2 or scores.sizes is not None:
        return ""
    gap = _gap(question, scores)
    if not gap:
        return phrase("The best is assumed to be level with the next.")
    return phrase("The best is assumed to lead the next by {gap}.", gap=gap)


def _gap(question: SettledChoice, scores: Scores) -> str:
    """How far the best lies above the next; "" where they are level."""
    second, best = (int(each) for each in np.partition(scores.steps, -2)[-2:])
    return with_unit(readable((best - second) * scores.unit), question.score_unit) if best > second else ""


def nth(number: int) -> str:
    """A number as a place in an order: 1st, 2nd, 11th."""
    ending = "th" if number // 10 % 10 == 1 else _ENDINGS.get(number % 10, "th")
    return f"{number:,}{ending}"
