"""What the curator sees of a private table on purpose: the true answers and the exact law of one question.

It is of a type of its own that no preview, comparison, picture, receipt or export takes, and that cannot be stored.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.answers import of_answers
from dpstudio.core.preview.distribution import Badge, Distribution, of_choice
from dpstudio.core.preview.figures import component_names, of_figures
from dpstudio.core.preview.synthetic import of_tables
from dpstudio.core.preview.tabulated import law_table
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.release import plan_digest, read
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Inspection
from dpstudio.core.unsealing import inspected

MARK = "NOT PRIVATE. DO NOT SHARE."


@dataclass(frozen=True, repr=False, eq=False)
class _Secret:
    """It prints nothing of itself and cannot be stored."""

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("what was seen of private rows is never stored")


@dataclass(frozen=True, repr=False, eq=False)
class Law(_Secret):
    """The exact probabilities of one draw on the private table; `label` names the outcome at a place."""

    name: str
    chances: NDArray[np.float64]
    label: Callable[[int], str]
    across: str
    upright: bool


@dataclass(frozen=True, repr=False, eq=False)
class Answers(_Secret):
    """The true answers, as a table of texts."""

    names: tuple[str, ...]
    rows: int
    cell: Callable[[int, int], str]


@dataclass(frozen=True, repr=False, eq=False)
class View(_Secret):
    """All that a look shows."""

    laws: tuple[Law, ...]
    answers: Answers


def inspect(question: Question, leave: Inspection, work_file: Path, tick: Tick) -> View:
    """Read the private table and work out what is asked of it, for the curator's eyes.

    Args:
        leave: for this table and this question; the look is in the ledger already.

    Raises:
        TypeError: the leave is for another table or question.
    """
    found = inspected(read(question, work_file, tick), leave, plan_digest(question))
    return View(tuple(_law(each) for each in _laws(question, found)), _answers(question, found))


def _law(shown: Distribution) -> Law:
    label = shown.bins.middle if shown.bins else shown.label
    return Law(shown.name, shown.chances, label, shown.across, shown.upright)


def _laws(question: Question, found: Shown[Any]) -> tuple[Distribution, ...]:
    match question:
        case Choice():
            return (of_choice(question, found, Badge.SAMPLE),)
        case Measurement():
            return of_figures(question, found)
        case Survey():
            return of_answers(question)
        case SyntheticTable():
            return of_tables(question, found, question.people, Badge.SAMPLE)
    raise TypeError(type(question))


def _answers(question: Question, found: Shown[Any]) -> Answers:
    content = looked_at(found)
    match question:
        case Choice() if content.sizes is None:
            return _of_candidates(question, content)
        case Measurement():
            return _listed(("figure", "true value"), _true_figures(question, content))
        case Survey():
            counts = zip(question.answers, map(str, content), strict=True)
            return _listed(("answer", "true count"), counts)
    return _listed(*law_table(question, found))


def _of_candidates(question: Choice, scores: Scores) -> Answers:
    """Every candidate with its score, the best first; a line is written only when it is in sight."""
    order = np.argsort(-scores.steps, kind="stable")

    def cell(line: int, place: int) -> str:
        at = int(order[line])
        return rational_text(int(scores.steps[at]) * scores.unit) if place else question.candidates.label(at)

    return Answers(("candidate", "true score"), len(order), cell)


def _true_figures(question: Measurement, truth: list[list[int]]) -> Iterable[tuple[str, str]]:
    """Each number before its noise, in whole steps of its grid."""
    names = iter(component_names(question))
    for part, exact in zip(question.parts, truth, strict=True):
        for steps in exact:
            yield next(names), rational_text(steps * part.bounds.step)


def _listed(names: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Answers:
    held = list(rows)
    return Answers(names, len(held), lambda line, place: held[line][place])
