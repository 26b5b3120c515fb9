"""Synthetic tables: all people of one kind but a few of another, and one person who changes sides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.audit.evidence import promising
from dpstudio.core.audit.trial import Floats, Tick, Trial, largest, ratios
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import query_matrix
from dpstudio.core.quantities import counted
from dpstudio.core.sealed import Shown
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase

_WORK = 100_000
_MOST_SPLITS = 24
_DEVIATIONS = 5.0
Truth = list[int]


def trial(question: SettledSynthesis, draws: int, tick: Tick) -> Trial:
    """The pair, of several ways to divide the people, on which so many draws would show the most."""
    found = max(_tried(question, draws, tick), key=lambda each: each[0])
    _, (first, second), (before, after) = found
    laws = [SMALL_DATABASE.law(question.synthesis, each, question.epsilon) for each in (before, after)]
    return Trial(
        (Shown(before), Shown(after)),
        phrase(
            "two tables of {people}, one of whom changes from one kind of row to another",
            people=counted(sum(first), "people"),
        ),
        phrase("the synthetic table"),
        lambda result: _kinds(question, result),
        lambda outcomes: _losses(question, (first, second), outcomes),
        question.epsilon,
        exact=largest(laws[0], laws[1]),
    )


def _tried(
    question: SettledSynthesis, draws: int, tick: Tick
) -> Iterator[tuple[float, tuple[Truth, Truth], tuple[NDArray[np.int64], NDArray[np.int64]]]]:
    """How much each pair would show, the pair, and the scores of all synthetic tables on both of its tables."""
    many = max(2, min(_MOST_SPLITS, _WORK // (question.synthesis.tables or 1)))
    people = question.people or 1
    for moved in sorted({round((people - 1) * place / (many - 1)) for place in range(many)}):
        tick(0.0)
        pair = _split(question, moved), _split(question, moved + 1)
        scored = [SMALL_DATABASE.scores(question.synthesis, truth, lambda _: tick(0.0)) for truth in pair]
        laws = [SMALL_DATABASE.law(question.synthesis, each, question.epsilon) for each in scored]
        shown = max(_shown(laws[0], laws[1], draws), _shown(laws[1], laws[0], draws))
        yield shown, pair, (scored[0], scored[1])


def _shown(first: Floats, second: Floats, draws: int) -> float:
    order = np.argsort(-ratios(first, second), kind="stable")
    likely = [np.minimum(np.cumsum(each[order]), 1.0) for each in (first, second)]
    return float(promising(likely[0], likely[1], draws, 0.0, _DEVIATIONS).max())


def _split(question: SettledSynthesis, moved: int) -> Truth:
    """So many people of the kind that differs from the others' in most queries."""
    matrix = query_matrix(question.synthesis.width, question.synthesis.queries, question.synthesis.weights)
    other = int((matrix != matrix[:, :1]).sum(axis=0).argmax())
    truth = [0] * question.synthesis.types
    truth[0] = (question.people or 1) - moved
    truth[other] += moved
    return truth


def _kinds(question: SettledSynthesis, result: Mapping[str, Any]) -> tuple[int, ...]:
    """How many rows of each kind a synthetic table has."""
    found = [0] * question.synthesis.types
    for row in result["table"]["rows"]:
        found[sum(bit << place for place, bit in enumerate(row))] += 1
    return tuple(found)


def _losses(question: SettledSynthesis, pair: tuple[Truth, Truth], outcomes: Sequence[tuple[int, ...]]) -> Floats:
    """By the tables' scores; what is common to all of them does not change their order."""
    synthesis = question.synthesis
    matrix = query_matrix(synthesis.width, synthesis.queries, synthesis.weights)
    answers = matrix @ np.array(outcomes, np.int64).T * (question.people or 1)
    errors = [np.abs((matrix @ np.array(truth) * synthesis.rows)[:, None] - answers).max(axis=0) for truth in pair]
    found: Floats = (errors[1] - errors[0]) * float(question.epsilon / 2 / synthesis.rows)
    return found
