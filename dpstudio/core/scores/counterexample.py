"""Why a refused rule cannot be protected: what one person does to it on small tables, worked out exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.errors import StudioError
from dpstudio.core.quantities import rational_text, readable
from dpstudio.core.scores.exhaustive import Meaning, table_of
from dpstudio.core.scores.falsifier import critical_rows
from dpstudio.core.scores.formula import score
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.constants import constant
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Operation,
    OwnCell,
    cells_of,
    operation,
    replaced,
    walk,
)
from dpstudio.core.scores.operators.addition import MINUS
from dpstudio.core.scores.operators.division import OVER
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.cells import grid_index
from dpstudio.core.tables.schema import Column, Kind, Relation
from dpstudio.translation import phrase

PEOPLE = 4
_NEAR = (Fraction(1, 70), Fraction(1, 700), Fraction(1, 7000))
_MANY = (1, 10, 100, 1000)
_ALIKE = phrase("People who are all alike; one more joins them:")
_REPLACED = phrase("People who are all alike; one of them is replaced by another:")
_ROWS, _ON_A_MAP = 6, 2
Row = dict[str, Meaning]
Table = list[tuple[Row, int]]


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


Spot = dict[str, Fraction]
Place = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class OnMap:
    """Where the people of a counterexample are, where one person goes, and the candidate of each case.

    Args:
        names: what the two coordinates are, that across first.
        joins: whether another person joins the people there, instead of one of them who moves there.
    """

    names: tuple[str, str]
    people: Place
    there: Place
    candidates: tuple[Place, ...]
    joins: bool


@dataclass(frozen=True)
class Counterexample:
    """What one person does to a refused score, case by case.

    Args:
        cases: by what the cases differ.
        on_map: where all of it lies, where the score reads two coordinates.
        part: what was refused, as a text, where the score has more parts than that.
    """

    sentence: str
    cases: str
    shifts: tuple[Shift, ...]
    on_map: OnMap | None = None
    part: str = ""


def counterexample(
    refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet, relation: Relation | None = None
) -> Counterexample | None:
    """How the score of a refused division or product grows or breaks under the change of one person.

    Args:
        refused: the node that was refused, as parsed.
        relation: what one person may do; None where it is not chosen yet.

    Returns:
        None where no small table can be made, or something else was refused.
    """
    if refused.operator not in (OVER, TIMES):
        return None
    refused = _named(refused, candidates)
    try:
        if refused.operator is OVER:
            pairs = _distances(refused.parts[1])
            if pairs and not refused.parts[0].has_aggregate:
                return _nearer(refused, pairs, columns, joins=relation is Relation.ADD_REMOVE)
            return _many(refused, columns, candidates, _MANY[::-1], joins=relation is not Relation.REPLACE_ONE)
        return _many(refused, columns, candidates, _MANY, joins=relation is not Relation.REPLACE_ONE)
    except StudioError:
        return None


def _named(refused: Operation, candidates: CandidateSet) -> Operation:
    """With the first candidate's own column by its name: of the candidates that one alone is looked at."""
    own, named = OwnCell(), Cell(_one(candidates).texts("")[0])
    return replace(refused, parts=tuple(replaced(part, own, named) for part in refused.parts))


def _distances(node: Node) -> list[tuple[str, str]]:
    """The (column, attribute) whose difference a tree reads."""
    found = []
    for each in walk(node):
        if isinstance(each, Operation) and each.operator is MINUS:
            cell, point = each.parts
            if isinstance(cell, Cell) and isinstance(point, Candidate):
                found.append((cell.name, point.attribute))
    return found


def _nearer(
    refused: Operation, pairs: list[tuple[str, str]], columns: Mapping[str, Column], *, joins: bool
) -> Counterexample:
    """Four people in one place, one of whom moves by 1 or whom one joins, and a candidate nearer and nearer to them."""
    middle = {name: _middle(columns[name]) for name, _ in pairs}
    first, attribute = pairs[0]
    column = columns[first]
    far = max(column.step, Fraction(1) // column.step * column.step)
    here: Row = {name: grid_index(value, columns[name].step) for name, value in middle.items()}
    there = middle | {first: middle[first] + far}
    moved: Row = here | {first: grid_index(there[first], column.step)}
    shifts = []
    for near in _NEAR:
        places = {each: rational_text(middle[name]) for name, each in pairs}
        places[attribute] = rational_text(middle[first] - near)
        label = places.pop("", "here")
        point = Listed((label,), attributes={name: (text,) for name, text in places.items()})
        scores = [
            _ratio(refused, columns, point, table)
            for table in ([(here, PEOPLE)], _neighbour(here, PEOPLE, moved, joins=joins))
        ]
        shifts.append(Shift(rational_text(near), scores[0], scores[1]))
    does = phrase("another one joins them, away by") if joins else phrase("one of them moves by")
    sentence = phrase("{people} people in one place; {does} {far}:", people=PEOPLE, does=does, far=readable(far))
    spots = [middle | {first: middle[first] - each} for each in _NEAR]
    on_map = _on_map(columns, middle, there, spots, joins=joins)
    return Counterexample(sentence, phrase("candidate's distance from their mean"), tuple(shifts), on_map)


def _on_map(
    columns: Mapping[str, Column], people: Spot, there: Spot, candidates: list[Spot], *, joins: bool
) -> OnMap | None:
    """The map of two coordinates, a longitude across; None of more or fewer."""
    if len(people) != _ON_A_MAP:
        return None
    across, up = sorted(people, key=lambda name: columns[name].kind is not Kind.LONGITUDE)

    def at(spot: Spot) -> Place:
        return spot[across], spot[up]

    return OnMap((across, up), at(people), at(there), tuple(map(at, candidates)), joins)


def _middle(column: Column) -> Fraction:
    low, high = column.bounds or (Fraction(0), Fraction(0))
    return (low + high) / 2 // column.step * column.step


def _many(
    refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet, sizes: tuple[int, ...], *, joins: bool
) -> Counterexample:
    """More or fewer people alike; another joins, or one is replaced: of all rows the two that move a score most."""
    point = _one(candidates)
    value = _ratio if refused.operator is OVER else _product
    rows = _telling_rows(refused, columns, candidates, point)
    shifts = []
    for many in sizes:
        found = []
        for one in rows:
            before = value(refused, columns, point, [(one, many)])
            found += [
                Shift(f"{many:,}", before, value(refused, columns, point, _neighbour(one, many, other, joins=joins)))
                for other in rows
            ]
        shifts.append(max(found, key=lambda shift: -1 if shift.moved is None else shift.moved))
    return Counterexample(_ALIKE if joins else _REPLACED, phrase("people"), tuple(shifts))


def _neighbour(one: Row, many: int, other: Row, *, joins: bool) -> Table:
    """The table of so many rows alike after another row joined them, or took the place of one of them."""
    left = many if joins else many - 1
    return [(one, left), (other, 1)] if left else [(other, 1)]


def _telling_rows(
    refused: Operation, columns: Mapping[str, Column], candidates: CandidateSet, point: CandidateSet
) -> list[Row]:
    """Of rows made of critical values those that add the most, or nothing, to either part."""
    sums = [part for part in refused.parts if part.has_aggregate]
    bound = operation(refused.operator, *(bind(part, columns, candidates) for part in sums))
    names = cells_of(refused)
    rows = [dict(zip(names, row, strict=True)) for row in critical_rows(bound, [columns[n] for n in names], [], point)]
    parts = [[_value(part, columns, point, [(row, 1)]) for row in rows] for part in refused.parts]
    places: dict[int, None] = {}
    for values in parts:
        for key in (max(values), min(values), min(values, key=abs)):
            both = [place for place, value in enumerate(values) if value == key]
            other = parts[1] if values is parts[0] else parts[0]
            places |= dict.fromkeys((max(both, key=lambda at: other[at]), min(both, key=lambda at: abs(other[at]))))
    return [rows[place] for place in list(places)[:_ROWS]]


def _one(candidates: CandidateSet) -> CandidateSet:
    """The first candidate alone."""
    if isinstance(candidates, Listed):
        attributes = {name: texts[:1] for name, texts in candidates.attributes.items()}
        return Listed(candidates.labels[:1], attributes=attributes)
    return replace(candidates, count=1)


def _value(node: Node, columns: Mapping[str, Column], point: CandidateSet, table: Table) -> Fraction:
    names = list(cells_of(node))
    used = {name: columns[name] for name in names}
    if not node.has_aggregate:
        return constant(node) or Fraction(1)
    rows = [(tuple(row[name] for name in names), many) for row, many in table]
    tuples = _counted(list(used.values()), rows)
    found = score(bind(node, used, point), used, tuples, point)
    return int(found.steps.reshape(-1)[0]) * found.unit


def _counted(columns: list[Column], rows: list[tuple[tuple[Meaning, ...], int]]) -> Tuples:
    """Different rows, and how many people have each."""
    return replace(
        table_of(columns, [], [row for row, _ in rows]), counts=np.array([many for _, many in rows], np.int64)
    )


def _ratio(refused: Operation, columns: Mapping[str, Column], point: CandidateSet, table: Table) -> Fraction | None:
    below = _value(refused.parts[1], columns, point, table)
    return None if below == 0 else _value(refused.parts[0], columns, point, table) / below


def _product(refused: Operation, columns: Mapping[str, Column], point: CandidateSet, table: Table) -> Fraction:
    return _value(refused.parts[0], columns, point, table) * _value(refused.parts[1], columns, point, table)
