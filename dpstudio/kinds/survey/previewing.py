"""The law of randomized answers: what one person's answer may become; no table is needed for it."""

import numpy as np

from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.distribution import Badge, Distribution
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
            )
        )
    return tuple(found)
