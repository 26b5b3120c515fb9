"""The law of randomized answers: what one person's answer may become; no table is needed for it."""

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.kinds.survey.settled import SettledSurvey


def of_answers(question: SettledSurvey) -> tuple[Distribution, ...]:
    """One distribution for each true answer."""
    keep, other = RANDOMIZED_RESPONSE.law(question.epsilon, len(question.answers))
    found = []
    for place, answer in enumerate(question.answers):
        chances = np.full(len(question.answers), other)
        chances[place] = keep
        found.append(
            Distribution(
                question,
                Badge.DATA_FREE,
                chances,
                question.answers.__getitem__,
                "answer counted",
                name=f"who says “{answer}”",
                draws=_draws(question, place),
                local=True,
            )
        )
    return tuple(found)


def _draws(question: SettledSurvey, truth: int) -> Draws:
    """Coins of people who would all say the same."""

    def tally(entropy: Entropy, many: int) -> Tally:
        told = [many if place == truth else 0 for place in range(len(question.answers))]
        given = np.array(question.calibration.draw(entropy, told), np.int64)
        return np.flatnonzero(given).astype(np.int64), given[given > 0]

    return Draws(tally)
