"""What an invented table may be said to prefer: no candidate that has a name, since it knows nothing of any of them."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.quantities import readable, with_unit
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula, Median, Nearness, Quantile, Revenue, Rule, Votes, reads_own
from dpstudio.core.tables.schema import NUMERIC
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import joined, phrase

_DECLARED = phrase("People's values are assumed to lie around the middle of the declared bounds.")
_OFFERED = phrase(
    "Nothing is declared of people's values: they are assumed to lie around the middle of the candidates."
)
_COMPARED = phrase("People's values are assumed to lie around the middle of the numbers that they are compared with.")
_UNKNOWN = phrase("Nothing is known of which candidate is the best.")
_MIDDLE = phrase("Nothing is known of which candidate is the best: it is assumed to be the one in the middle.")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def has_names(rule: Rule, candidates: CandidateSet) -> bool:
    """Whether the candidates are names in a list, and neither the numbers that the rule compares nor places on a map.

    Numbers, dates and places on a map have an order, or a place, of their own; names that have a number beside them
    do not.
    """
    if not isinstance(candidates, Listed):
        return False
    match rule:
        case Revenue() | Median() | Quantile():
            return candidates.texts(rule.attribute) != candidates.labels
        case Nearness(attributes=(attribute,)):
            return candidates.texts(attribute) != candidates.labels
        case Nearness():
            return not is_on_map(rule, candidates)
        case _:
            return True


def is_on_map(rule: Rule, candidates: CandidateSet) -> bool:
    """Whether the candidates lie on a map: the score is a nearness in two coordinates."""
    return isinstance(rule, Nearness) and len(rule.columns) == 2 and isinstance(candidates, Listed)


def is_nameless(question: SettledChoice, badge: Badge) -> bool:
    """Whether the candidates are names that an invented table has put into an order."""
    return badge is Badge.SIMULATED and has_names(question.rule, question.candidates)


def places(scores: Scores) -> Callable[[int], str]:
    """What each candidate is called instead: the best one 1st, the next one 2nd."""

    @cache
    def ranks() -> NDArray[np.int64]:
        order = best_first(scores)
        found = np.empty(order.size, np.int64)
        found[order] = np.arange(1, order.size + 1)
        return found

    return lambda place: nth(int(ranks()[place]))


def best_first(scores: Scores) -> NDArray[np.int64]:
    """The candidates by their scores."""
    return np.argsort(-scores.steps, kind="stable")


def nameless(question: SettledChoice, order: NDArray[np.int64]) -> SettledChoice:
    """The same question of candidates without their names; a closer look at its bound is taken at these anew.

    Args:
        order: the candidates that the invented table makes 1st, 2nd and so on: in this order they stand.
    """
    candidates = question.candidates
    if not isinstance(candidates, Listed):
        return question
    labels = tuple(map(nth, range(1, candidates.count + 1)))
    attributes = {name: tuple(texts[at] for at in order.tolist()) for name, texts in candidates.attributes.items()}
    unnamed = replace(candidates, labels=labels, attributes=attributes)
    rule = _own_columns_unnamed(question.rule, candidates.count)
    looked = question.refinement and refine(rule, unnamed, question.unit)
    return replace(question, rule=rule, candidates=unnamed, refinement=looked)


def _own_columns_unnamed(rule: Rule, count: int) -> Rule:
    """The same rule, in which columns that are candidates' own are called by places, too."""
    if not isinstance(rule, Votes | Formula) or not reads_own(rule):
        return rule
    plain, own = rule.columns[:-count], rule.columns[-count:]
    return replace(rule, columns=(*plain, *(replace(column, name=nth(at)) for at, column in enumerate(own, 1))))


def assumed(question: SettledChoice, badge: Badge, scores: Scores) -> str:
    """What was assumed where nothing is known, for the note below the picture; "" where nothing was."""
    if badge is not Badge.SIMULATED:
        return ""
    leads = _which_leads if is_nameless(question, badge) else _ahead
    return joined(" ", filter(None, (_where(question, scores), leads(question, scores))))


def _where(question: SettledChoice, scores: Scores) -> str:
    """Where people, or the best candidate, are assumed to be: in the middle of what was declared or offered."""
    rule, candidates = question.rule, question.candidates
    if isinstance(rule, Revenue | Median | Quantile | Nearness):
        return _DECLARED if all(column.bounds for column in rule.columns) else _OFFERED
    if scores.steps.size < 2 or has_names(rule, candidates):
        return ""
    return joined(" ", filter(None, (_spread(rule), _UNKNOWN))) if isinstance(rule, Formula) else _MIDDLE


def _spread(rule: Formula) -> str:
    """Where the numbers that a formula reads are assumed to lie; "" where it reads none."""
    numbers = [column for column in rule.columns if column.kind in NUMERIC]
    if not numbers:
        return ""
    return _DECLARED if all(column.bounds for column in numbers) else _COMPARED


def _which_leads(question: SettledChoice, scores: Scores) -> str:
    """By how much the 1st of candidates without names leads the 2nd, and that nobody knows which it is."""
    if scores.steps.size < 2:
        return ""
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
