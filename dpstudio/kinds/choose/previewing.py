"""The law of a choice: how likely each candidate is to win the first draw."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.selection import Selection
from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.distribution import Badge, Distribution, Spots
from dpstudio.core.preview.draws import Draws, drawn_by, tally_of
from dpstudio.core.preview.truth import Truth
from dpstudio.core.quantities import grouped, with_unit
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Nearness
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.schema import Kind
from dpstudio.kinds.choose.comparison import compare
from dpstudio.kinds.choose.law import won
from dpstudio.kinds.choose.leader import leader_of
from dpstudio.kinds.choose.line_bins import LineBins, equal_edges, likely, numbers_of, unit_of
from dpstudio.kinds.choose.loss import below_best, losses_of, proof_of, tail_of
from dpstudio.kinds.choose.neutral import assumed, is_nameless, is_on_map, places
from dpstudio.kinds.choose.over_epsilon import of_winner
from dpstudio.kinds.choose.people import beside_of, beside_on_line, may_change, mean_of, people_of
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import phrase


def of_choice(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law of the first winner on these scores."""
    scores = looked_at(answers)
    if scores.sizes is not None:
        return _of_line(question, answers, badge)
    law = question.calibration.law(scores.steps, scores.unit, question.candidates.weights)
    candidates, losses = question.candidates, partial(losses_of, question, scores, law)
    return Distribution(
        question,
        badge,
        law,
        places(scores) if is_nameless(question, badge) else candidates.label,
        phrase("candidate"),
        answers=answers,
        score_unit=question.score_unit,
        ordered=isinstance(candidates, Grid),
        line=numbers_of(question),
        unit="" if is_nameless(question, badge) else unit_of(question),
        spots=_spots(question),
        mean=partial(mean_of, question, answers) if _is_of_sums(question) and may_change(question) else None,
        draws=Draws(lambda entropy, many: tally_of(won(question, scores, many, entropy)), _story(question, scores)),
        people=partial(people_of, question, answers) if may_change(question) else None,
        beside=partial(beside_of, question, answers) if may_change(question) else None,
        over=of_winner(question, answers, lambda chances: chances),
        losses=losses,
        tail_proof=proof_of(question, losses),
        tail=lambda: tail_of(losses(), below_best(scores), question.score_unit),
        leader=partial(leader_of, question, scores.unit),
        compared=partial(compare, question, answers),
        assumed=assumed(question, badge, scores),
        truth=_truth(badge, lambda: np.flatnonzero(scores.steps == scores.ends[1])),
    )


def _truth(badge: Badge, best: Callable[[], NDArray[np.int64]]) -> Truth | None:
    """Which candidates are the best, of a sample; None of an invented table."""
    return Truth(cache(best)) if badge is Badge.SAMPLE else None


def _story(question: SettledChoice, scores: Scores) -> Callable[[Entropy, int], Story | None] | None:
    """What led to a winner of the first draw; None of a mechanism that has nothing to be watched."""
    made = question.calibration
    if type(made.mechanism).story is Selection.story:
        return None
    return lambda entropy, winner: made.mechanism.story(scores.steps, made.rate(scores.unit), winner, entropy)


def _spots(question: SettledChoice) -> Spots | None:
    """Where the candidates lie, when the score is a nearness in two coordinates."""
    rule, candidates = question.rule, question.candidates
    if not isinstance(rule, Nearness) or not isinstance(candidates, Listed) or not is_on_map(rule, candidates):
        return None
    numbers = [candidates.numbers(attribute) for attribute in rule.attributes]
    across, up = (each.steps.astype(np.float64) * float(each.unit) for each in numbers)
    first, second = (f"{column.name} {column.unit}".strip() for column in rule.columns)
    on_earth = [column.kind for column in rule.columns] == [Kind.LONGITUDE, Kind.LATITUDE]
    return Spots(across, up, (first, second), on_earth)


def _is_of_sums(question: SettledChoice) -> bool:
    """Whether the score is the nearness to all people as a whole, which is that to their mean."""
    return isinstance(question.rule, Nearness) and question.rule.of_sums


def _of_line(question: SettledChoice, answers: Shown[Scores], badge: Badge) -> Distribution:
    """The law on a line of candidates, in bins of equal width over its likely part."""
    scores = looked_at(answers)
    assert scores.starts is not None and scores.sizes is not None
    law = question.calibration.law(scores.steps, scores.unit, scores.sizes)
    parted = LineBins(question, equal_edges(*likely(scores, law)))
    losses = partial(losses_of, question, scores, law)
    drawn = drawn_by(
        lambda entropy, many: won(question, scores, many, entropy),
        lambda points: parted.places(np.asarray(points, np.int64)),
        lambda point: with_unit(grouped(question.candidates.label(point)), unit_of(question)),
    )
    return Distribution(
        question,
        badge,
        parted.shares(scores, law),
        parted.label,
        phrase("candidate"),
        upright=True,
        assumed=assumed(question, badge, scores),
        answers=answers,
        score_unit=question.score_unit,
        bins=parted.bins,
        pieces=cache(lambda: parted.pieces(scores)),
        line=parted.line,
        draws=drawn,
        people=partial(people_of, question, answers) if may_change(question) else None,
        beside=partial(beside_on_line, question, answers, parted) if may_change(question) else None,
        over=of_winner(question, answers, partial(parted.shares, scores)),
        losses=losses,
        tail_proof=proof_of(question, losses),
        tail=lambda: tail_of(losses(), parted.below(scores), question.score_unit),
        leader=partial(leader_of, question, scores.unit),
        truth=_truth(badge, lambda: parted.best(scores)),
    )
