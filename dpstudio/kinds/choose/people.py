"""The rows of which one person's may change: of a small sample or a stand-in; a private table's never come here."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Badge, Beside
from dpstudio.core.preview.neighbours import Change, Texts, written
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.exact import Integers
from dpstudio.core.scores.rules import Agreement, Formula, Ready
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.choose.line_bins import LineBins
from dpstudio.kinds.choose.neutral import is_nameless, nameless
from dpstudio.kinds.choose.one_person import PeopleOfChoice, Row
from dpstudio.kinds.choose.person_on_line import PeopleOnLine
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.kinds.choose.stand_in import stand_in

MOST_ROWS, _MOST_CANDIDATES = 199, 10_000


def may_change(question: SettledChoice) -> bool:
    """Whether rows are people whose scores are added up, one by one, for candidates that can be looked at."""
    rule = question.rule
    together = question.unit.person is not None or (isinstance(rule, Formula) and rule.counts_persons())
    few = question.candidates.is_line or question.candidates.count <= _MOST_CANDIDATES
    return few and not together and not isinstance(rule, Ready) and question.range_sensitivity is not None


def people_of(
    question: SettledChoice, answers: Shown[Scores], names: Texts, lines: tuple[Texts, ...], people: int
) -> PeopleOfChoice | None:
    """The rows of a sample that was read whole; of any other table those of a stand-in.

    None of a sample that is longer, or a stand-in of several columns. Rows count only if the very scores that are
    shown follow from them.

    Args:
        names, lines: of the sample; for a private table nothing of them is taken.
        people: how many the stand-in has.
    """
    if question.role is Role.SAMPLE:
        made = _sample(question, names, lines)
    else:
        hidden = is_nameless(question, Badge.SIMULATED)
        made = _invented(nameless(question, looked_at(answers)) if hidden else question, people)
    return made if made is not None and _alike(made.scores(), looked_at(answers)) else None


def _made(question: SettledChoice, names: Texts, lines: tuple[Texts, ...], rows: list[Row]) -> PeopleOfChoice:
    """Rows in a list of candidates, or on a line."""
    kind = PeopleOnLine if question.candidates.is_line else PeopleOfChoice
    return kind(question, names, lines, rows)


def _sample(question: SettledChoice, names: Texts, lines: tuple[Texts, ...]) -> PeopleOfChoice | None:
    columns = question.rule.columns
    if not 0 < len(lines) <= MOST_ROWS or not {column.name for column in columns} <= set(names):
        return None
    readers = [(names.index(column.name), reader(column)) for column in columns]
    return _made(question, names, lines, [tuple(read(line[at]) for at, read in readers) for line in lines])


def _invented(question: SettledChoice, people: int) -> PeopleOfChoice | None:
    """One line for each kind of row of the stand-in."""
    columns = question.rule.columns
    if len(columns) != 1 or isinstance(question.rule, Formula | Agreement):
        return None
    (counts,) = stand_in(question.rule, question.candidates, people)
    both = zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)
    pairs = [(value, many) for value, many in both if many]
    rows: list[Row] = [(value,) for value, _ in pairs]
    shown = tuple((written(columns[0], value), f"{many:,}") for value, many in pairs)
    made = _made(question, (columns[0].name, "rows"), shown, rows)
    made.many = tuple(many for _, many in pairs)
    return made


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
    people = people_of(question, answers, names, lines, 0) if question.role is Role.SAMPLE else None
    return None if people is None else Beside(people.laws(change, people.bound))


def beside_on_line(
    question: SettledChoice,
    answers: Shown[Scores],
    parted: LineBins,
    names: Texts,
    lines: tuple[Texts, ...],
    change: Change,
) -> Beside | None:
    """As `beside_of`, in the bins that what is drawn is shown in."""
    people = people_of(question, answers, names, lines, 0) if question.role is Role.SAMPLE else None
    if not isinstance(people, PeopleOnLine):
        return None
    return Beside(people.laws_in(parted, change, people.bound))
