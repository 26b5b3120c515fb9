"""A choice at other values of ε: its law, and how far each mechanism's winner falls below the best on average."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.selection import Floats, Selection
from dpstudio.core.preview.over_epsilon import Bar, Contrast, Curve, OverEpsilon
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.words import amount
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Votes, VoteStyle
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.schema import Relation
from dpstudio.kinds.choose.comparison import mean_loss, mechanisms_for
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase

_SCALES = phrase("How much noise each score gets (its scale).")
_ONE_VOTE = phrase("Each row has one vote here and moves one score: all scores together cost no more than the winner.")
_TWO_VOTES = phrase("Each row has one vote here: another vote in its place moves two scores, however many there are.")
_ALL = phrase("One person may move all {many}, each by up to Δ; without a closer look, noise for all has to cover d·Δ.")


def of_winner(question: SettledChoice, answers: Shown[Scores], binned: Callable[[Floats], Floats]) -> OverEpsilon:
    """The first winner's law and loss on these scores.

    Args:
        binned: makes the chances that are shown of those of all candidates, or of the pieces of a line.
    """
    made, scores = question.calibration, looked_at(answers)
    forms = [tuple(alike) for _, alike in groupby(_by_law(question, scores), lambda each: each.law_form)]
    unit = (
        phrase(", in {score_unit}", score_unit=question.score_unit)
        if question.score_unit
        else phrase(", in units of the score")
    )
    return OverEpsilon(
        lambda epsilon: binned(_law(question, replace(made, epsilon=epsilon), scores)),
        tuple(_curve(question, replace(made, mechanism=alike[0]), alike, scores) for alike in forms),
        next(place for place, alike in enumerate(forms) if alike[0].law_form == made.mechanism.law_form),
        phrase("Expected loss{unit}", unit=unit),
        answers,
        (made.range_sensitivity, made.winners, question.candidates.weights, question.score_unit),
        lambda _: _every_score(question) if scores.sizes is None else None,
    )


def _every_score(question: SettledChoice) -> Contrast | None:
    """Noise for the winner's name alone beside noise for all scores.

    Source: MATH 1 (noisy max with Gumbel noise of scale R/ε is the exponential mechanism) and 2 (a histogram moves by 1
    or 2 in all, d overlapping counts by d); example 1.5 of the lecture on selection.
    """
    known, used, epsilon = question.sensitivity, question.range_sensitivity, question.calibration.epsilon_of_each
    if known is None or used is None:
        return None
    sign, moved, why = _together(question, known.delta)
    ways = (
        (phrase("Only the winner is published: R"), used),
        (phrase("All noisy scores are published: {sign}", sign=sign), moved),
    )
    winner, every = (
        Bar(phrase("{n} / ε", n=n), each / epsilon, amount(each / epsilon, question.score_unit)) for n, each in ways
    )
    return Contrast(phrase("Noise on every score"), (winner, every), phrase("{scales} {why}", scales=_SCALES, why=why))


def _together(question: SettledChoice, delta: Fraction) -> tuple[str, Fraction, str]:
    """By how much one person moves all scores together at most: its sign, the figure, and why."""
    rule, many = question.rule, question.candidates.count
    if isinstance(rule, Votes) and rule.style is VoteStyle.ONE_COLUMN:
        replaced = question.unit.relation is Relation.REPLACE_ONE
        return ("2Δ", 2 * delta, _TWO_VOTES) if replaced else ("Δ", delta, _ONE_VOTE)
    return "d·Δ", many * delta, _ALL.format(many=counted(many, "scores"))


def _by_law(question: SettledChoice, scores: Scores) -> list[Selection]:
    """The mechanisms that can choose here, those of one law together."""
    found = [each for each in mechanisms_for(question) if scores.sizes is None or each.takes_weights]
    forms = list(dict.fromkeys(each.law_form for each in found))
    return sorted(found, key=lambda each: forms.index(each.law_form))


def _curve(question: SettledChoice, made: SelectionCalibration, alike: tuple[Selection, ...], scores: Scores) -> Curve:
    def at(epsilon: Fraction) -> float | None:
        with suppress(InputError):
            return mean_loss(_law(question, replace(made, epsilon=epsilon), scores), scores)
        return None

    return Curve(tuple(each.name for each in alike), at)


def _law(question: SettledChoice, made: SelectionCalibration, scores: Scores) -> Floats:
    weights = question.candidates.weights if scores.sizes is None else scores.sizes
    return made.law(scores.steps, scores.unit, weights)
