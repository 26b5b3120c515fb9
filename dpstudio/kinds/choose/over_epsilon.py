"""A choice at other values of ε: its law, and how far each mechanism's winner falls below the best on average."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.selection import Floats, Selection
from dpstudio.core.preview.over_epsilon import Curve, OverEpsilon
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.choose.comparison import mean_loss, mechanisms_for
from dpstudio.kinds.choose.settled import SettledChoice


def of_winner(question: SettledChoice, answers: Shown[Scores], binned: Callable[[Floats], Floats]) -> OverEpsilon:
    """The first winner's law and loss on these scores.

    Args:
        binned: makes the chances that are shown of those of all candidates, or of the pieces of a line.
    """
    made, scores = question.calibration, looked_at(answers)
    forms = [tuple(alike) for _, alike in groupby(_by_law(question, scores), lambda each: each.law_form)]
    unit = f", in {question.score_unit}" if question.score_unit else ", in units of the score"
    return OverEpsilon(
        lambda epsilon: binned(_law(question, replace(made, epsilon=epsilon), scores)),
        tuple(_curve(question, replace(made, mechanism=alike[0]), alike, scores) for alike in forms),
        next(place for place, alike in enumerate(forms) if alike[0].law_form == made.mechanism.law_form),
        f"Expected loss{unit}",
        answers,
        (made.range_sensitivity, made.winners, question.candidates.weights, question.score_unit),
    )


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
