"""The law of a choice: how likely each candidate is to win the first draw."""

import numpy as np

from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import counted
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.choose.settled import SettledChoice

_BINS = 400
_TAIL = 0.0005


def of_choice(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law of the first winner on these scores."""
    scores = looked_at(answers)
    if scores.sizes is not None:
        return _of_line(question, answers, badge)
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    label, unit = question.candidates.label, question.score_unit
    return Distribution(question, badge, law, label, "candidate", answers=answers, score_unit=unit)


def _of_line(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
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
