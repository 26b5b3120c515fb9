"""Why a refused rule cannot be protected: what one person does to it on small tables, worked out exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.errors import StudioError
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.falsifier import critical
from dpstudio.core.scores.formula import score
from dpstudio.core.scores.language.binding import bind, constant
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Operation,
    Operator,
    cells_of,
    is_aggregate,
    operation,
    walk,
)
from dpstudio.core.tables.cells import grid_index
from dpstudio.core.tables.schema import Column

PEOPLE = 4
_NEAR = (Fraction(1, 70), Fraction(1, 700), Fraction(1, 7000))
_MANY = (1, 10, 100, 1000)
_ALIKE = "People who are all alike; one of them leaves:"
Row = dict[str, int | str | None]


@dataclass(frozen=True)
class Shift:
    """What one person does to the score of one candidate, from what to what; None is no value at all."""

    where: str
    before: Fraction | None
    after: Fraction | None

    @property
    def moved(self) -> Fraction | None:
        """How far, or None where there is no value."""
        return None if self.before is None or self.after is None else abs(self.after - self.before)


@dataclass(frozen=True)
class Lesson:
    """What one person does to a refused score, case by case; `cases` says by what the cases differ."""

    sentence: str
    cases: str
    shifts: tuple[Shift, ...]


def lesson(refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet) -> Lesson | None:
    """How the score of a refused division or product grows or breaks under the change of one person.

    Args:
        refused: the node that was refused, as parsed.

    Returns:
        None where no small table can be made.
    """
    try:
        if refused.operator is Operator.OVER:
            pairs = _distances(refused.parts[1])
            if pairs and not any(is_aggregate(each) for each in walk(refused.parts[0])):
                return _nearer(refused, pairs, columns)
            return _smaller(refused, columns, candidates)
        return _larger(refused, columns, candidates)
    except StudioError:
        return None


def _distances(node: Node) -> list[tuple[str, str]]:
    """The (column, attribute) whose difference a tree reads."""
    found = []
    for each in walk(node):
        if isinstance(each, Operation) and each.operator is Operator.MINUS:
            cell, point = each.parts
            if isinstance(cell, Cell) and isinstance(point, Candidate):
                found.append((cell.name, point.attribute))
    return found


def _nearer(refused: Operation, pairs: list[tuple[str, str]], columns: Mapping[str, Column]) -> Lesson:
    """Four people in one place, one of whom moves by 1, and a candidate that comes nearer and nearer to them."""
    middle = {name: _middle(columns[name]) for name, _ in pairs}
    first, attribute = pairs[0]
    column = columns[first]
    far = max(column.step, Fraction(1) // column.step * column.step)
    here: Row = {name: grid_index(value, columns[name].step) for name, value in middle.items()}
    moved: Row = here | {first: grid_index(middle[first] + far, column.step)}
    shifts = []
    for near in _NEAR:
        places = {each: rational_text(middle[name]) for name, each in pairs}
        places[attribute] = rational_text(middle[first] - near)
        label = places.pop("", "here")
        point = Listed((label,), attributes={name: (text,) for name, text in places.items()})
        scores = [
            _ratio(refused, columns, point, table) for table in ([here] * PEOPLE, [here] * (PEOPLE - 1) + [moved])
        ]
        shifts.append(Shift(rational_text(near), scores[0], scores[1]))
    sentence = f"{PEOPLE} people in one place; one of them moves by {rational_text(far)}:"
    return Lesson(sentence, "candidate's distance from their mean", tuple(shifts))


def _middle(column: Column) -> Fraction:
    low, high = column.bounds or (Fraction(0), Fraction(0))
    return (low + high) / 2 // column.step * column.step


def _smaller(refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet) -> Lesson:
    """Fewer and fewer people alike, of whom one leaves."""
    row, point = _alike(refused, columns, candidates), _one(candidates)
    shifts = []
    for many in reversed(_MANY):
        scores = [_ratio(refused, columns, point, [row] * each) for each in (many, many - 1)]
        shifts.append(Shift(f"{many:,}", scores[0], scores[1]))
    return Lesson(_ALIKE, "people", tuple(shifts))


def _larger(refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet) -> Lesson:
    """More and more people alike, of whom one leaves."""
    row, point = _alike(refused, columns, candidates), _one(candidates)
    shifts = []
    for many in _MANY:
        found = [_product(refused, columns, point, [row] * each) for each in (many, many - 1)]
        shifts.append(Shift(f"{many:,}", found[0], found[1]))
    return Lesson(_ALIKE, "people", tuple(shifts))


def _one(candidates: CandidateSet) -> CandidateSet:
    """The first candidate alone."""
    if isinstance(candidates, Listed):
        attributes = {name: texts[:1] for name, texts in candidates.attributes.items()}
        return Listed(candidates.labels[:1], attributes=attributes)
    return replace(candidates, count=1)


def _alike(refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet) -> Row:
    """A row that counts for the first candidate, as far as single columns can tell."""
    point = _one(candidates)
    sums = [part for part in refused.parts if any(is_aggregate(each) for each in walk(part))]
    bound = operation(refused.operator, *(bind(part, columns, point) for part in sums))
    best: Row = {}
    for name in cells_of(refused):
        choices = critical(columns[name], bound, point)
        best[name] = next((value for value in choices if value not in (None, 0)), choices[0])
    return best


def _value(node: Node, columns: Mapping[str, Column], point: CandidateSet, table: list[Row]) -> Fraction:
    names = list(cells_of(node))
    used = {name: columns[name] for name in names}
    if not any(is_aggregate(each) for each in walk(node)):
        return constant(node) or Fraction(1)
    tuples = table_of(list(used.values()), [], [tuple(row[name] for name in names) for row in table])
    found = score(bind(node, used, point), used, tuples, point)
    return int(found.steps.reshape(-1)[0]) * found.unit


def _ratio(refused: Operation, columns: Mapping[str, Column], point: CandidateSet, table: list[Row]) -> Fraction | None:
    below = _value(refused.parts[1], columns, point, table)
    return None if below == 0 else _value(refused.parts[0], columns, point, table) / below


def _product(refused: Operation, columns: Mapping[str, Column], point: CandidateSet, table: list[Row]) -> Fraction:
    return _value(refused.parts[0], columns, point, table) * _value(refused.parts[1], columns, point, table)
