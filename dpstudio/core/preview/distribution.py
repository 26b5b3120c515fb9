"""The sampling distribution of a question, for plots and for `law` and `simulate`."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import MECHANISMS
from dpstudio.core.question import Question
from dpstudio.core.release import exponent_rate
from dpstudio.core.scores.evaluation import Scores


class Badge(StrEnum):
    """Where a plot's numbers come from."""

    SIMULATED = "SIMULATED"
    SAMPLE = "SAMPLE"


@dataclass(frozen=True)
class Distribution:
    """The probability of each candidate, and of which table it is."""

    question: Question
    scores: Scores
    chances: NDArray[np.float64]
    badge: Badge


def distribution(question: Question, scores: Scores, badge: Badge) -> Distribution:
    """The law of the question's mechanism on these scores."""
    mechanism = MECHANISMS[question.mechanism]
    law = mechanism.law(scores.steps, exponent_rate(question, scores), question.candidates.weights)
    return Distribution(question, scores, law, badge)


def simulate(question: Question, scores: Scores, draws: int, entropy: Entropy) -> NDArray[np.int64]:
    """How often each candidate wins in `draws` exact draws (the first of each where several are chosen)."""
    mechanism = MECHANISMS[question.mechanism]
    rate = exponent_rate(question, scores)
    won = np.zeros(question.candidates.count, dtype=np.int64)
    for _ in range(draws):
        won[mechanism.draw(entropy, scores.steps, rate, question.candidates.weights)] += 1
    return won
