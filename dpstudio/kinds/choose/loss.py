"""The loss of a choice: how far below the best the first winner lies."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import numpy as np

from dpstudio.core.mechanisms import GENERAL
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.selection import Floats
from dpstudio.core.preview.far_below import TailProof
from dpstudio.core.preview.loss import Losses, Steps
from dpstudio.core.preview.tail import Tail
from dpstudio.core.sampling.comparison import float_of, gaps
from dpstudio.core.scores.evaluation import Scores
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase


def losses_of(question: SettledChoice, scores: Scores, law: Floats) -> Losses:
    """The losses of the first winner.

    Args:
        scores: of the candidates, or of the pieces of a line.
        law: the probability of each.
    """
    distance = below_best(scores)
    order = np.argsort(distance, kind="stable")
    sorted_gaps, sorted_law = distance[order], law[order]
    firsts = np.flatnonzero(np.append(True, sorted_gaps[1:] != sorted_gaps[:-1]))
    lasts = np.append(firsts[1:], order.size) - 1
    tails = np.cumsum(sorted_law[::-1])[::-1][firsts].clip(0, 1)
    tails[0] = 1
    counts = np.cumsum(np.ones(order.size, np.int64) if scores.sizes is None else scores.sizes[order])[lasts]
    weights, made = question.candidates.weights, first_draw_of(question)
    return Losses(
        gaps=sorted_gaps[firsts],
        tails=tails,
        counts=counts,
        weights=counts if weights is None else np.cumsum(np.array(weights, dtype=object)[order])[lasts],
        lightest=Fraction(1) if weights is None else min(weights),
        unit=scores.unit,
        best=scores.ends[1] * scores.unit,
        mean=float(law @ distance.astype(np.float64)) * float_of(scores.unit),
        scale=scale_of(made),
        bounds=made.mechanism.loss_bounds,
        within=made.accuracy(question.candidates.count, question.beta, weights),
        beta=question.beta,
    )


def below_best(scores: Scores) -> Steps:
    """How many steps each candidate, or piece of a line, lies below the best."""
    return gaps(scores.steps, scores.ends[1])


def tail_of(losses: Losses, below: Steps, unit: str) -> Tail:
    """How likely the loss is at least t.

    Args:
        below: how many steps each outcome lies below the best.
        unit: what scores count.
    """
    step, last = losses.steps
    return Tail(
        step,
        last,
        min(last, max(1, floor(losses.mostly.true / step))) * step,
        unit,
        phrase("{t} or more below the best"),
        phrase("the number of candidates"),
        lambda t: losses.at_least(t).chance,
        lambda t: losses.at_least(t).counted,
        lambda t: np.asarray(below >= ceil(t / losses.unit), bool),
    )


def proof_of(question: SettledChoice, losses: Callable[[], Losses]) -> Callable[[], TailProof] | None:
    """The documents' proof of the tail: of the exponential mechanism on candidates without weights; else None."""
    general = question.calibration.mechanism.law_form == GENERAL.law_form
    scaled = scale_of(first_draw_of(question)) is not None
    proves = general and scaled and question.candidates.weights is None
    return (lambda: TailProof(losses())) if proves else None


def first_draw_of(question: SettledChoice) -> SelectionCalibration:
    """How the first winner is drawn, as if it were the only one."""
    return replace(question.calibration, epsilon=question.calibration.epsilon_of_each, winners=1)


def scale_of(made: SelectionCalibration) -> Fraction | None:
    """R / epsilon."""
    return None if made.range_sensitivity is None else made.range_sensitivity / made.epsilon
