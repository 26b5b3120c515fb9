"""What the randomness will do: the law of a release, and of which table it is true."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.bins import Bins
from dpstudio.core.quantities import counted
from dpstudio.core.question import Choice, Question
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at

_BINS = 400
_TAIL = 0.0005


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
    bins: Bins | None = None

    @property
    def scores(self) -> Scores | None:
        """Those of the candidates."""
        return None if self.answers is None else looked_at(self.answers)


def first_draw(question: Question) -> str:
    """That of several draws the first is shown, where there are several; "" else."""
    if isinstance(question, Choice) and question.winners > 1:
        return f" What is shown is the first of {counted(question.winners, 'draws')}, each with its part of ε."
    return ""


def of_choice(question: Choice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law of the first winner on these scores."""
    scores = looked_at(answers)
    if scores.sizes is not None:
        return _of_line(question, answers, badge)
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    return Distribution(question, badge, law, question.candidates.label, "candidate", answers=answers)


def _of_line(question: Choice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law on a line of candidates, in bins of equal width over its likely part."""
    scores = looked_at(answers)
    assert scores.starts is not None and scores.sizes is not None
    law = question.calibration.law(scores.steps, scores.unit, scores.sizes)
    reached = np.concatenate([np.zeros(1), np.cumsum(law)])
    places = np.append(scores.starts, scores.starts[-1] + scores.sizes[-1]).astype(np.float64)
    first, last = np.interp([_TAIL, 1 - _TAIL], reached, places)
    edges = np.unique(np.linspace(np.floor(first), np.ceil(last), _BINS + 1).round())
    chances = np.diff(np.interp(edges, places, reached))

    def name(at: int) -> str:
        return question.candidates.label(min(at, question.candidates.count - 1))

    def ends(place: int) -> tuple[str, str]:
        return name(int(edges[place])), name(int(edges[place + 1]) - 1)

    def middle(place: int) -> str:
        return name((int(edges[place]) + int(edges[place + 1]) - 1) // 2)

    most = int(np.diff(edges).max())
    bins = Bins(ends, middle, f"of up to {counted(most, 'candidates')}") if most > 1 else None
    label = bins.label if bins else middle
    return Distribution(question, badge, chances, label, "candidate", upright=True, answers=answers, bins=bins)
