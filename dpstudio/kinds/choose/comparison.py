"""All selection mechanisms side by side on one table's scores, and the detour of releasing every score."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import numpy as np

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.mechanisms.laplace_law import laplace_law
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.selection import Floats, Selection
from dpstudio.core.preview.compared import Compared, Comparison
from dpstudio.core.sampling.comparison import float_of, gaps
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase


def compare(question: SettledChoice, answers: Shown[Scores]) -> Comparison:
    """Every mechanism that the weights and the bound allow, then the detour; of the first draw where there are several.

    The detour adds Laplace noise to each of the d scores and takes the largest noisy one. Released together the
    scores have an l1 sensitivity of up to d * Delta, so each needs noise of scale d * Delta / epsilon (example 1.5
    of the lecture on selection): what a noisy max saves by releasing the winner's name only.
    """
    scores, known = looked_at(answers), question.sensitivity
    first = replace(question.calibration, epsilon=question.calibration.epsilon_of_each, winners=1)
    rows = [_row(replace(first, mechanism=each), question, scores) for each in mechanisms_for(question)]
    detour = [] if known is None else [_detour(first, question, scores, known.delta)]
    return Comparison((*rows, *detour), question.candidates.weights is not None)


def mechanisms_for(question: SettledChoice) -> list[Selection]:
    """Every mechanism that the weights and the bound allow."""
    weights, known = question.candidates.weights, question.sensitivity
    allowed = [each for each in SELECTIONS.values() if weights is None or each.takes_weights]
    return [each for each in allowed if known is not None or not each.needs_bound]


def mean_loss(law: Floats, scores: Scores) -> float:
    """How far the winner's score falls below the best on average."""
    return float(law @ (_gaps(scores) * float_of(scores.unit)))


def _row(made: SelectionCalibration, question: SettledChoice, scores: Scores) -> Compared:
    candidates, law = question.candidates, None
    with suppress(InputError):
        law = made.law(scores.steps, scores.unit, candidates.weights)
    bound = made.accuracy(candidates.count, question.beta, candidates.weights)
    return Compared(made.mechanism.name, *_losses(scores, law, question.beta), bound, made.loss.rho)


def _detour(made: SelectionCalibration, question: SettledChoice, scores: Scores, delta: Fraction) -> Compared:
    rate = made.epsilon * scores.unit / (question.candidates.count * delta)
    law = None
    with suppress(InputError):
        law = laplace_law(-_gaps(scores) * float_of(rate))
    return Compared(phrase("Noise on every score"), *_losses(scores, law, question.beta), None, made.epsilon**2 / 2)


def _gaps(scores: Scores) -> Floats:
    steps = scores.steps
    distance: Floats = gaps(steps, int(steps.max())).astype(np.float64)
    return distance


def _losses(scores: Scores, law: Floats | None, beta: Fraction) -> tuple[float | None, float | None, float | None]:
    if law is None:
        return None, None, None
    loss = _gaps(scores) * float_of(scores.unit)
    order = np.argsort(loss, kind="stable")
    reached = min(int(np.searchsorted(np.cumsum(law[order]), float(1 - beta))), loss.size - 1)
    return float(law[loss == 0].sum()), mean_loss(law, scores), float(loss[order][reached])
