"""A search for two neighbouring tables that break a claimed bound, within what was declared."""

import datetime
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet, Grid, Listed
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.derivation import Derivable
from dpstudio.core.scores.evaluation import evaluate
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Revenue, Votes, VoteStyle
from dpstudio.core.tables.cells import grid_index, reader
from dpstudio.core.tables.engine import Counts
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind, PrivacyUnit, Relation

_MOST_CANDIDATES = 9
_MOST_VALUES = 8
_MOST_ROWS = 12
_MOST_OTHERS = 2
Meaning = int | str | None
Row = tuple[Meaning, ...]
Tick = Callable[[float], None]


@dataclass(frozen=True)
class Broken:
    """Two neighbouring tables whose scores move more than claimed.

    Args:
        columns: what the score reads.
        before, after: the rows of both tables, as cells would show them.
        names: the candidates whose scores move the farthest apart; for a claim about one score, the same twice.
        scores: of each of them, before and after.
        moved: how far: the range of the moves, or the largest one.
    """

    columns: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    names: tuple[str, str]
    scores: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    moved: Fraction


@dataclass(frozen=True)
class Unbroken:
    """No pair broke the claim; `tried` pairs of tables were compared, the farthest moved by `moved`."""

    tried: int
    moved: Fraction


def falsify(
    rule: Derivable,
    candidates: CandidateSet,
    unit: PrivacyUnit,
    claimed: Fraction,
    *,
    spread: bool = True,
    tick: Tick = lambda _: None,
) -> Broken | Unbroken:
    """Compare small neighbouring tables made of critical values and return the pair that moves the farthest.

    Args:
        claimed: a bound on R where `spread`, else on Delta.
        tick: called with the share done; it may raise Cancelled.

    A pair returned is a proof that the claim is wrong; none found is no proof that it is right.
    """
    rule, few = _reduced(rule, candidates)
    rows = _rows(rule, few)
    scores = _Scored(rule, few)
    worst, best, tried = Fraction(0), None, 0
    pairs = list(_pairs(rows, unit))
    for place, (before, after) in enumerate(pairs):
        if place % 64 == 0:
            tick(place / len(pairs))
        shift = [b - a for a, b in zip(scores(before), scores(after), strict=True)]
        ends = (shift.index(max(shift)), shift.index(min(shift)))
        moved = shift[ends[0]] - shift[ends[1]] if spread else max(map(abs, shift))
        tried += 1
        if moved > worst:
            farthest = max(range(len(shift)), key=lambda i: abs(shift[i]))
            worst, best = moved, (before, after, ends if spread else (farthest, farthest))
    if best is None or worst <= claimed:
        return Unbroken(tried, worst)
    before, after, (first, second) = best
    told = [scores(before), scores(after)]
    return Broken(
        tuple(column.name for column in rule.columns),
        tuple(_shown(rule, row) for row in before),
        tuple(_shown(rule, row) for row in after),
        (few.label(first), few.label(second)),
        ((told[0][first], told[1][first]), (told[0][second], told[1][second])),
        worst,
    )


class _Scored:
    """The exact scores of a small table, each worked out once."""

    def __init__(self, rule: Derivable, candidates: CandidateSet) -> None:
        self._rule, self._candidates = rule, candidates
        self._known: dict[tuple[tuple[Row, int], ...], list[Fraction]] = {}

    def __call__(self, table: tuple[Row, ...]) -> list[Fraction]:
        many = Counter(table)
        key = tuple(sorted(many.items(), key=repr))
        if key not in self._known:
            counts = [_counts(column, many, place) for place, column in enumerate(self._rule.columns)]
            found = evaluate(self._rule, self._candidates, counts)
            self._known[key] = [int(step) * found.unit for step in found.steps]
        return self._known[key]


def _counts(column: Column, rows: "Counter[Row]", place: int) -> Counts:
    import pyarrow as pa

    found: Counter[Meaning] = Counter()
    for row, many in rows.items():
        found[row[place]] += many
    kind = pa.string() if column.kind in TEXTUAL else pa.int64()
    return Counts(pa.array(list(found), kind), pa.array(list(found.values()), pa.int64()))


def _pairs(rows: list[Row], unit: PrivacyUnit) -> Iterator[tuple[tuple[Row, ...], tuple[Row, ...]]]:
    """Tables of a few other people, without and with one person, or with one person's rows exchanged."""
    for size in range(_MOST_OTHERS + 1):
        for others in itertools.combinations_with_replacement(rows, size):
            if unit.relation is Relation.ADD_REMOVE:
                for row in rows:
                    yield others, (*others, *[row] * unit.rows)
            elif size < _MOST_OTHERS:
                for one, other in itertools.permutations(rows, 2):
                    yield (*others, *[one] * unit.rows), (*others, *[other] * unit.rows)
                if unit.person is not None and unit.rows > 1:
                    for one, other in itertools.product(rows, repeat=2):
                        yield (*others, one), (*others, *[other] * unit.rows)


def _reduced(rule: Derivable, candidates: CandidateSet) -> tuple[Derivable, CandidateSet]:
    """The rule on a few candidates: the ends in every attribute, and some between."""
    if isinstance(candidates, Grid):
        places = _spaced(candidates.count)
        labels = tuple(candidates.label(place) for place in places)
        return rule, Listed(labels)
    places = _spaced(candidates.count)
    for attribute in _numeric_attributes(rule):
        steps = candidates.numbers(attribute).steps
        places += [int(steps.argmin()), int(steps.argmax())]
    places = sorted(set(places))
    attributes = {name: tuple(texts[i] for i in places) for name, texts in candidates.attributes.items()}
    if isinstance(rule, Votes) and rule.style is VoteStyle.COLUMN_EACH:
        rule = replace(rule, columns=tuple(rule.columns[i] for i in places))
    return rule, Listed(tuple(candidates.labels[i] for i in places), attributes=attributes)


def _numeric_attributes(rule: Derivable) -> tuple[str, ...]:
    if isinstance(rule, Nearness):
        return rule.attributes
    return (rule.attribute,) if isinstance(rule, Revenue | Median | Quantile) else ()


def _spaced(count: int) -> list[int]:
    return sorted({(count - 1) * i // (_MOST_CANDIDATES - 1) for i in range(_MOST_CANDIDATES)})


def _rows(rule: Derivable, candidates: CandidateSet) -> list[Row]:
    """Rows made of the columns' critical values: all combinations, or the telling ones of many."""
    values = _values(rule, candidates)
    product = 1
    for each in values:
        product *= len(each)
    if product <= _MOST_ROWS:
        return list(itertools.product(*values))
    first, last = tuple(each[0] for each in values), tuple(each[-1] for each in values)
    found = [first, last]
    found += [tuple(each[i % len(each)] for each in values) for i in range(max(map(len, values)))]
    found += [(*first[:i], *last[i : i + 1], *first[i + 1 :]) for i in range(len(values))]
    return list(dict.fromkeys(found))[: _MOST_ROWS + len(values)]


def _values(rule: Derivable, candidates: CandidateSet) -> list[list[Meaning]]:
    """For each column the meanings at which a score changes its mind."""
    match rule:
        case Votes(style=VoteStyle.COLUMN_EACH):
            return [[1, 0] for _ in rule.columns]
        case Votes(style=VoteStyle.CHOICES):
            labels, mark = list(candidates.texts("")[:3]), rule.columns[0].separator
            return [[*labels, mark.join(labels), mark.join(candidates.texts("")), None]]
        case Votes() | Agreement():
            attributes = rule.attributes if isinstance(rule, Agreement) else ("",)
            return [
                _texts(column, candidates.texts(attribute))
                for column, attribute in zip(rule.columns, attributes, strict=True)
            ]
        case Revenue() | Median() | Quantile() | Nearness():
            attributes = _numeric_attributes(rule)
            return [
                _numbers(column, candidates, attribute)
                for column, attribute in zip(rule.columns, attributes, strict=True)
            ]


def _texts(column: Column, texts: tuple[str, ...]) -> list[Meaning]:
    read = reader(replace(column, blank=None))
    found = list(dict.fromkeys(read(text) for text in texts[:4]))
    return [*found, *([None] if column.blank is None else [])]


def _numbers(column: Column, candidates: CandidateSet, attribute: str) -> list[Meaning]:
    """The bounds' ends, and the steps at and beside some candidates, within the bounds; nothing where a blank is."""
    numbers = candidates.numbers(attribute)
    near = {
        step + shift
        for value in {int(v) for v in numbers.steps}
        for step in [grid_index(value * numbers.unit, column.step)]
        for shift in (-1, 0, 1)
    }
    if column.bounds is not None:
        low, high = (grid_index(bound, column.step) for bound in column.bounds)
        near = {low, high, *(value for value in near if low <= value <= high)}
    ordered = sorted(near)
    kept: list[Meaning] = [
        *dict.fromkeys(ordered[(len(ordered) - 1) * i // (_MOST_VALUES - 1)] for i in range(_MOST_VALUES))
    ]
    return [*kept, *([None] if column.blank is None else [])]


def _shown(rule: Derivable, row: Row) -> tuple[str, ...]:
    return tuple(_cell(column, meaning) for column, meaning in zip(rule.columns, row, strict=True))


def _cell(column: Column, meaning: Meaning) -> str:
    if meaning is None:
        return "(blank)"
    if isinstance(meaning, str):
        return meaning
    if column.kind is Kind.YES_NO:
        return "yes" if meaning else "no"
    if column.kind is Kind.DATE:
        return datetime.date.fromordinal(meaning).isoformat()
    return rational_text(meaning * column.step)
