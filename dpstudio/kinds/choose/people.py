"""The rows of which one person's may change: of a sample or a stand-in; a private table's never come here."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Badge, Beside
from dpstudio.core.preview.neighbours import Change, Texts
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.exact import Integers
from dpstudio.core.scores.rules import Formula, Ready
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.choose.line_bins import LineBins
from dpstudio.kinds.choose.neutral import best_first, is_nameless, nameless
from dpstudio.kinds.choose.one_person import PeopleOfChoice, Row, cell_of
from dpstudio.kinds.choose.person_on_line import PeopleOnLine
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.kinds.choose.stand_in import kinds_of_rows, scores_as_listed
from dpstudio.translation import phrase

_MOST_CANDIDATES = 10_000


def may_change(question: SettledChoice) -> bool:
    """Whether rows are people whose scores are added up, one by one, for candidates that can be looked at."""
    rule = question.rule
    together = question.unit.person is not None or (isinstance(rule, Formula) and rule.counts_persons())
    few = question.candidates.is_line or question.candidates.count <= _MOST_CANDIDATES
    return few and not together and not isinstance(rule, Ready) and question.range_sensitivity is not None


def people_of(
    question: SettledChoice, answers: Shown[Scores], names: Texts, lines: tuple[Texts, ...], people: int
) -> PeopleOfChoice | None:
    """The rows of a sample that was read whole, line by line; of any other table the kinds of rows of a stand-in.

    Rows count only if the very scores that are shown follow from them, so a part of a sample's rows does not.

    Args:
        names, lines: of the sample; for a private table nothing of them is taken.
        people: how many the stand-in has.
    """
    if question.role is Role.SAMPLE:
        return _of_sample(question, answers, names, lines)
    if is_nameless(question, Badge.SIMULATED):
        question = nameless(question, best_first(scores_as_listed(question.rule, question.candidates, people)))
    return _that_count(_invented(question, people), answers)


def _of_sample(
    question: SettledChoice, answers: Shown[Scores], names: Texts, lines: tuple[Texts, ...]
) -> PeopleOfChoice | None:
    """The rows of a sample that was read whole, however many."""
    return _that_count(_sample(question, names, lines) if question.role is Role.SAMPLE else None, answers)


def _that_count(made: PeopleOfChoice | None, answers: Shown[Scores]) -> PeopleOfChoice | None:
    """Rows if the very scores that are shown follow from them."""
    return made if made is not None and _alike(made.scores(), looked_at(answers)) else None


def _kind(question: SettledChoice) -> type[PeopleOfChoice]:
    """Rows in a list of candidates, or on a line."""
    return PeopleOnLine if question.candidates.is_line else PeopleOfChoice


def _sample(question: SettledChoice, names: Texts, lines: tuple[Texts, ...]) -> PeopleOfChoice | None:
    columns = question.rule.columns
    if not lines or not {column.name for column in columns} <= set(names):
        return None
    places, readers = [names.index(column.name) for column in columns], [reader(column) for column in columns]
    kinds: dict[Texts, int] = {}
    of_lines = [kinds.setdefault(tuple(line[at] for at in places), len(kinds)) for line in lines]
    rows: list[Row] = [tuple(read(cell) for read, cell in zip(readers, cells, strict=True)) for cells in kinds]
    return _kind(question)(question, names, lines, rows, of_lines)


def _invented(question: SettledChoice, people: int) -> PeopleOfChoice | None:
    """One line for each kind of row of the stand-in."""
    columns, kinds = question.rule.columns, kinds_of_rows(question.rule, question.candidates, people)
    if kinds is None:
        return None
    names = (*(column.name for column in columns), phrase("rows"))
    shown = tuple((*map(cell_of, columns, row), f"{many:,}") for row, many in kinds.items())
    return _kind(question)(question, names, shown, list(kinds), many=tuple(kinds.values()))


def _alike(one: Scores, other: Scores) -> bool:
    """Whether every candidate has the same score."""
    factors = one.unit / other.unit
    if one.starts is not None and other.starts is not None:
        starts = np.union1d(one.starts, other.starts)
        first, second = (_at(each, starts) for each in (one, other))
    else:
        first, second = one.steps, other.steps
    steps = np.array([int(each) * factors.numerator for each in first], object)
    return bool((steps == np.array([int(each) * factors.denominator for each in second], object)).all())


def _at(scores: Scores, points: NDArray[np.int64]) -> Integers:
    """The scores of some points of a line."""
    assert scores.starts is not None
    return scores.steps[np.searchsorted(scores.starts, points, side="right") - 1]


def beside_of(
    question: SettledChoice, answers: Shown[Scores], names: Texts, lines: tuple[Texts, ...], change: Change
) -> Beside | None:
    """Both laws of the first winner, of a sample that was read whole."""
    people = _of_sample(question, answers, names, lines)
    return None if people is None else Beside(people.laws(change, people.bound))


def mean_of(
    question: SettledChoice, answers: Shown[Scores], names: Texts, lines: tuple[Texts, ...]
) -> tuple[Fraction, ...] | None:
    """What the columns of a sample that was read whole are on average."""
    people = _of_sample(question, answers, names, lines)
    return None if people is None else people.mean


def beside_on_line(
    question: SettledChoice,
    answers: Shown[Scores],
    parted: LineBins,
    names: Texts,
    lines: tuple[Texts, ...],
    change: Change,
) -> Beside | None:
    """As `beside_of`, in the bins that what is drawn is shown in."""
    people = _of_sample(question, answers, names, lines)
    if not isinstance(people, PeopleOnLine):
        return None
    return Beside(people.laws_in(parted, change, people.bound))
