"""The law of a choice: how likely each candidate is to win the first draw."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.selection import Floats, Selection
from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.distribution import Badge, Distribution, Line, Spots
from dpstudio.core.preview.draws import Draws, tally_of
from dpstudio.core.quantities import counted
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Nearness
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.choose.comparison import compare
from dpstudio.kinds.choose.law import won
from dpstudio.kinds.choose.leader import leader_of
from dpstudio.kinds.choose.loss import losses_of
from dpstudio.kinds.choose.neutral import assumed, is_nameless, places
from dpstudio.kinds.choose.one_person import may_change, people_of
from dpstudio.kinds.choose.over_epsilon import of_winner
from dpstudio.kinds.choose.settled import SettledChoice

_BINS = 400
_TAIL = 0.0005


def of_choice(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law of the first winner on these scores."""
    scores = looked_at(answers)
    if scores.sizes is not None:
        return _of_line(question, answers, badge)
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    candidates = question.candidates
    return Distribution(
        question,
        badge,
        law,
        places(scores) if is_nameless(question, badge) else candidates.label,
        "candidate",
        answers=answers,
        score_unit=question.score_unit,
        ordered=isinstance(candidates, Grid),
        line=_line(question),
        spots=_spots(question),
        draws=Draws(lambda entropy, many: tally_of(won(question, scores, many, entropy)), _story(question, scores)),
        people=partial(people_of, question, answers) if may_change(question) else None,
        over=of_winner(question, answers, lambda chances: chances),
        losses=partial(losses_of, question, scores, law),
        leader=partial(leader_of, question, scores.unit),
        compared=partial(compare, question, answers),
        assumed=assumed(question, badge, scores),
    )


def _story(question: SettledChoice, scores: Scores) -> Callable[[Entropy, int], Story | None] | None:
    """What led to a winner of the first draw; None of a mechanism that has nothing to be watched."""
    made = question.calibration
    if type(made.mechanism).story is Selection.story:
        return None
    return lambda entropy, winner: made.mechanism.story(scores.steps, made.rate(scores.unit), winner, entropy)


def _line(question: SettledChoice) -> Line | None:
    """The numbers of a grid; dates have names of their own."""
    grid = question.candidates
    if not isinstance(grid, Grid) or grid.dates:
        return None
    return Line(float(grid.start), float(grid.step), question.candidate_unit)


def _spots(question: SettledChoice) -> Spots | None:
    """Where the candidates lie, when the score is a nearness in two coordinates."""
    rule, candidates = question.rule, question.candidates
    if not isinstance(rule, Nearness) or len(rule.columns) != 2 or not isinstance(candidates, Listed):
        return None
    numbers = [candidates.numbers(attribute) for attribute in rule.attributes]
    across, up = (each.steps.astype(np.float64) * float(each.unit) for each in numbers)
    first, second = (f"{column.name} {column.unit}".strip() for column in rule.columns)
    return Spots(across, up, (first, second))


def _of_line(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law on a line of candidates, in bins of equal width over its likely part."""
    scores = looked_at(answers)
    assert scores.starts is not None and scores.sizes is not None
    law = question.calibration.law(scores.steps, scores.unit, scores.sizes)
    reached = np.concatenate([np.zeros(1), np.cumsum(law)])
    places = np.append(scores.starts, scores.starts[-1] + scores.sizes[-1]).astype(np.float64)
    first, last = np.interp([_TAIL, 1 - _TAIL], reached, places)
    edges = np.unique(np.linspace(np.floor(first), np.ceil(last), _BINS + 1).round())

    def binned(law: Floats) -> Floats:
        return np.diff(np.interp(edges, places, np.append(0.0, np.cumsum(law))))

    def name(at: int) -> str:
        return question.candidates.label(min(at, question.candidates.count - 1))

    def ends(place: int) -> tuple[str, str]:
        return name(int(edges[place])), name(int(edges[place + 1]) - 1)

    def middle(place: int) -> str:
        return name((int(edges[place]) + int(edges[place + 1]) - 1) // 2)

    most = int(np.diff(edges).max())
    bins = Bins(ends, middle, f"of up to {counted(most, 'candidates')}") if most > 1 else None
    label = bins.label if bins else middle
    drawn = Draws(lambda entropy, many: tally_of(_binned(won(question, scores, many, entropy), edges)))
    return Distribution(
        question,
        badge,
        binned(law),
        label,
        "candidate",
        upright=True,
        assumed=assumed(question, badge, scores),
        answers=answers,
        score_unit=question.score_unit,
        bins=bins,
        line=_binned_line(question, edges),
        draws=drawn,
        over=of_winner(question, answers, binned),
        losses=partial(losses_of, question, scores, law),
        leader=partial(leader_of, question, scores.unit),
    )


def _binned_line(question: SettledChoice, edges: NDArray[np.float64]) -> Line | None:
    """The numbers in the middle of bins of candidates; a bin is at most one candidate wider than another."""
    line = _line(question)
    if line is None or edges.size < 2:
        return None
    wide = float(edges[-1] - edges[0]) / (edges.size - 1)
    return Line(line.first + line.step * (float(edges[0]) + (wide - 1) / 2), line.step * wide, line.unit)


def _binned(points: NDArray[np.int64], edges: NDArray[np.float64]) -> NDArray[np.int64]:
    """In which bin each point lies, -1 in none."""
    places = np.searchsorted(edges.astype(np.int64), points, side="right") - 1
    return np.where(places < edges.size - 1, places, -1)
