"""Randomized answers: one person alone, who answers this or that. Others' coins could only hide the answer."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpstudio.core.audit.trial import Floats, Tick, Trial
from dpstudio.core.sealed import Shown
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase


def trial(question: SettledSurvey, draws: int, tick: Tick) -> Trial:
    """One person with the first answer against one with the second; e^epsilon is reached exactly."""
    many = len(question.answers)
    tables = [[int(place == answer) for place in range(many)] for answer in range(2)]
    return Trial(
        (Shown(tables[0]), Shown(tables[1])),
        phrase(
            "one person alone who answers “{answers}”, and one who answers “{answers_1}”",
            answers=question.answers[0],
            answers_1=question.answers[1],
        ),
        phrase("the randomized answer"),
        _given,
        lambda outcomes: _losses(question, outcomes),
        question.epsilon,
        exact=float(question.epsilon),
    )


def _given(result: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(answer["count"] for answer in result["randomized_counts"])


def _losses(question: SettledSurvey, outcomes: Sequence[tuple[str, ...]]) -> Floats:
    signs = [int(given[0]) - int(given[1]) for given in outcomes]
    return np.array(signs, np.float64) * float(question.epsilon)
