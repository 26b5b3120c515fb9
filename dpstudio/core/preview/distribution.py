"""What the randomness will do: the law of a release, and of which table it is true."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.bins import Bins
from dpstudio.core.quantities import counted
from dpstudio.core.question import Question
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at


class Badge(StrEnum):
    """Where a plot's numbers come from."""

    SIMULATED = "SIMULATED"
    SAMPLE = "SAMPLE"
    DATA_FREE = "NO DATA NEEDED"


@dataclass(frozen=True)
class Distribution:
    """The probabilities of the outcomes of one draw.

    Args:
        question: what is asked.
        badge: of which table they are true.
        chances: one an outcome.
        label: the outcome at a place.
        across: what the outcomes are.
        upright: whether the outcomes lie on a line, so that their order is theirs.
        name: which of several draws of one release it is, or "".
        answers: the scores of the candidates, where candidates are chosen.
        score_unit: what these count, for people.
        bins: the outcomes at a place, where several are put together.
    """

    question: Question
    badge: Badge
    chances: NDArray[np.float64]
    label: Callable[[int], str]
    across: str
    upright: bool = False
    name: str = ""
    answers: Shown[Scores] | None = None
    score_unit: str = ""
    bins: Bins | None = None

    @property
    def scores(self) -> Scores | None:
        """Those of the candidates."""
        return None if self.answers is None else looked_at(self.answers)


def first_draw(question: Question) -> str:
    """That of several draws the first is shown, where there are several; "" else."""
    if question.draws == 1:
        return ""
    return f" What is shown is the first of {counted(question.draws, 'draws')}, each with its part of ε."
