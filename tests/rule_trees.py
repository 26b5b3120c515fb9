"""Random score rules, and a second, plain way to work out their scores: row by row, with nothing but fractions."""

import datetime
import itertools
import random
import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from dpstudio.core.candidates import Listed
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import Candidate, Cell, Number, OwnCell, Text, cells_of, walk
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Column, Kind, Relation

X = Column("x", Kind.INTEGER, bounds=(Fraction(-1), Fraction(2)))
Z = Column("z z", Kind.DECIMAL, step=Fraction(1, 2), bounds=(Fraction(0), Fraction(1)), blank="0.5")
FAR = Column("far", Kind.INTEGER, bounds=(Fraction(3), Fraction(5)), blank="4")
W = Column("w", Kind.CATEGORY)
C = Column("likes", Kind.CHOICES)
F = Column("f", Kind.YES_NO)
COLUMNS = {column.name: column for column in (X, Z, FAR, W, C, F)}
MEANINGS = {
    "x": [-1, 0, 1, 2, None],
    "z z": [0, 1, 2],
    "far": [3, 4, 5],
    "w": ["a", "b", "other", None],
    "likes": ["a", "a;b;", "c ; other;; c", ";", "b;c;a", None],
    "f": [0, 1, None],
}
POINTS = Listed(("a", "b", "c"), attributes={
    "p": ("0", "1", "2"), "q": ("-1", "0.5", "0.5"), "r": ("2", "3", "2.5"), "t": ("b", "a", "a"),
})  # fmt: skip


class World(NamedTuple):
    """What a rule is tried on: columns, the meanings that their cells can have, candidates."""

    columns: dict[str, Column]
    meanings: dict[str, list]
    points: Listed


WORLD = World(COLUMNS, MEANINGS, POINTS)
_NEW_YEAR = datetime.date(2024, 1, 1).toordinal()
D = Column("d", Kind.DATE, bounds=(Fraction(_NEW_YEAR - 1), Fraction(_NEW_YEAR + 2)))
DATED = World(COLUMNS | {"d": D}, MEANINGS | {"d": [*range(_NEW_YEAR - 1, _NEW_YEAR + 3), None]}, POINTS)


V = Column("v", Kind.CATEGORY)
WORDED = World(COLUMNS | {"v": V}, MEANINGS | {"v": ["a", "b", "more", "other", None]}, POINTS)


def worded(pick: random.Random, persons: bool) -> str:
    """A rule that asks what is blank, compares two texts of a row, or counts different values."""

    def word() -> str:
        asked = ["blank(x)", "not blank(x)", "blank(likes)", "blank(f)", "blank(w)", "w = v", "v != w", 'w in (v, "b")']
        one, other = pick.choice(asked), condition(pick, 0)
        return pick.choice([one, one, f"({one} and {other})", f"({one} or {pick.choice(asked)})", f"not ({one})"])

    def summed() -> str:
        kinds = [
            lambda: f"count({word()})",
            lambda: f"sum({row_number(pick, 1)} where {word()})",
            lambda: f"distinct({pick.choice(['x', 'far', 'f', '[z z]'])} where {word()})",
            lambda: f"distinct({pick.choice(['x', 'far', 'f', '[z z]'])} where {condition(pick, 1)})",
            lambda: f'distinct(w where w in ("a", "b") and {condition(pick, 0)})',
        ]
        return pick.choice(kinds + ([lambda: f"persons({word()})"] * 2 if persons else []))()

    around = ["{}", "{} - {}", "max({}, {})", "candidate.p * ({})", "-abs({} - {})", "clip({}, 0, 2)", "{} + {}"]
    return pick.choice(around).format(summed(), pick.choice([summed, partial(aggregate, pick, 0)])())


def dated(text: str, pick: random.Random) -> str:
    """The rule with what a calendar says of a date in place of some columns."""
    numbers = ["month(d)", "weekday(d)", "(year(d) - 2022)", "x"]
    return re.sub(r"\b(x|far)\b", lambda _: pick.choice(numbers), text)


def random_world(pick: random.Random) -> World:
    """The same names with other bounds, blanks and attributes: a judge is as good as the columns it tries."""
    columns, meanings = dict(COLUMNS), dict(MEANINGS)
    for name in ("x", "z z", "far"):
        low = pick.choice([-4, -2, -1, 0, 1, 2, 3])
        high, step = low + pick.choice([0, 1, 2, 3]), columns[name].step
        blank = pick.choice([None, str(low), str(high)])
        columns[name] = replace(columns[name], bounds=(Fraction(low), Fraction(high)), blank=blank)
        steps = range(int(low / step), int(high / step) + 1)
        meanings[name] = [*steps, *([None] if blank is None else [])]
    numbers = ["-3", "-1", "0", "0.5", "1", "2", "2.5", "4"]
    attributes = {name: tuple(pick.choice(numbers) for _ in range(3)) for name in ("p", "q", "r")}
    return World(columns, meanings, replace(POINTS, attributes={**attributes, "t": ("b", "a", "a")}))


def row_number(pick: random.Random, depth: int) -> str:
    """The text of a number of one row."""
    if depth == 0:
        return pick.choice(
            ["x", "[z z]", "candidate.p", "candidate.q", "1", "2", "0.5", "x", "candidate.p", "far", "candidate.r"]
        )
    deeper = partial(row_number, pick, depth - 1)
    return pick.choice(
        [
            lambda: f"({deeper()} + {deeper()})",
            lambda: f"({deeper()} - {deeper()})",
            lambda: f"{deeper()} * {pick.choice(['2', '0.5', '-1', deeper()])}",
            lambda: f"({deeper()}) / {pick.choice(['2', '-3'])}",
            lambda: f"abs({deeper()})",
            lambda: f"min({deeper()}, {deeper()})",
            lambda: f"max({deeper()}, {deeper()})",
            lambda: f"clip({deeper()}, -1, {pick.choice(['0', '1', '0.5'])})",
            lambda: f"if({condition(pick, depth - 1)}, {deeper()}, {deeper()})",
            lambda: f"distance({deeper()}, {deeper()})",
        ]
    )()


def condition(pick: random.Random, depth: int) -> str:
    """The text of a condition on one row."""
    plain = [
        lambda: "w = candidate",
        lambda: "w = candidate.t",
        lambda: 'w != "a"',
        lambda: 'w in ("a", "b")',
        lambda: "likes has candidate",
        lambda: 'likes has "a"',
        lambda: "f",
        lambda: "x = candidate.p",
        lambda: f"{row_number(pick, 0)} {pick.choice(['<', '<=', '=', '!=', '>=', '>'])} {row_number(pick, 0)}",
        lambda: f"x between {pick.choice(['0', 'candidate.q'])} and 1",
        lambda: "x >= candidate.p",
        lambda: "x < candidate.p",
    ]
    if depth <= 0:
        return pick.choice(plain)()
    one, other = condition(pick, depth - 1), condition(pick, depth - 1)
    number = row_number(pick, depth - 1)
    return pick.choice(
        [
            lambda: f"({one} and {other})",
            lambda: f"({one} or {other})",
            lambda: f"not {one}",
            lambda: f"{number} >= {row_number(pick, 0)}",
        ]
    )()


def aggregate(pick: random.Random, depth: int, persons: bool = False) -> str:
    """The text of one sum over rows."""
    kinds = [
        lambda: f"count({condition(pick, depth)})",
        lambda: f"sum({row_number(pick, depth)})",
        lambda: f"sum({row_number(pick, depth)} where {condition(pick, 0)})",
        lambda: "median(x, candidate.p)",
        lambda: "quantile(x, candidate.p, 0.75)",
        lambda: "distance_of_sums(x, candidate.q)",
    ]
    kinds += [lambda: f"persons({condition(pick, depth)})"] * 3 * persons
    return pick.choice(kinds + [lambda: capped(pick, depth)] * (1 + 2 * persons))()


def capped(pick: random.Random, depth: int) -> str:
    """The text of a sum of what each person has, at most so much of one."""
    amount = pick.choice(
        ["max(far, 0)", "max([z z], 0)", "1", f"abs({row_number(pick, depth)})", f"max({row_number(pick, depth)}, 0)"]
    )
    where = pick.choice(["", f" where {condition(pick, 0)}"] if amount != "1" else [f" where {condition(pick, 0)}"])
    return f"capped_sum({amount}, {pick.choice(['1', '1.5', '3', '4', '20'])}{where})"


def ratio(pick: random.Random) -> str:
    """The text of a quotient with a public floor."""
    counted, floor = condition(pick, 0), pick.choice([1, 2, 5])
    above = pick.choice(
        [
            lambda: f"sum({row_number(pick, 1)} where {counted})",
            lambda: f"sum({row_number(pick, 0)} where {counted} and {condition(pick, 0)})",
            lambda: f"-sum(abs(x - candidate.p) where {counted})",
            lambda: f"count({condition(pick, 0)} and {counted})",
        ]
    )()
    return f"{above} / {pick.choice([f'max({floor}, count({counted}))', f'max(count({counted}), {floor})'])}"


def rule_of_ratios(pick: random.Random) -> str:
    """The text of a rule with a quotient in it, which other rules do not have: their tests depend on what is picked."""
    found = ratio(pick)
    around = ["{}", "{}", "({}) + {}", "max({}, {})", "-abs({} - candidate.p)", "candidate.q * ({})", "clip({}, -1, 1)"]
    return pick.choice(around).format(found, rule(pick, 0))


def rule(pick: random.Random, depth: int, persons: bool = False) -> str:
    """The text of a whole rule."""
    if depth == 0:
        return aggregate(pick, pick.choice([0, 0, 1, 2]), persons)
    deeper = partial(rule, pick, depth - 1, persons)
    return pick.choice(
        [
            lambda: f"({deeper()} + {deeper()})",
            lambda: f"({deeper()} - {deeper()})",
            lambda: f"{pick.choice(['2', '0.5', '-3', 'candidate.p', 'candidate.q'])} * ({deeper()})",
            lambda: f"({deeper()}) / 2",
            lambda: f"({deeper()} + candidate.p)",
            lambda: f"min({deeper()}, {pick.choice(['1', deeper()])})",
            lambda: f"max({deeper()}, {pick.choice(['candidate.q', deeper()])})",
            lambda: f"clip({deeper()}, -2, 1)",
            lambda: f"-abs({deeper()})",
            lambda: aggregate(pick, 2, persons),
        ]
    )()


def plain_scores(tree, columns, candidates, people):
    """The score of each candidate, by the meaning of the words alone.

    Args:
        tree: as parsed or as bound.
        people: for each person their rows, a row being a dictionary of meanings by column.
    """
    return [_score(tree, columns, candidates, place, people) for place in range(candidates.count)]


def _score(node, columns, candidates, place, people):
    if isinstance(node, Number | Candidate):
        return _number(node, columns, candidates, place, {})
    operator, parts = node.operator.name, node.parts
    if operator in ("count", "sum", "persons", "capped_sum", "distinct"):
        return _summed(node, columns, candidates, place, people)
    if operator == "ratio with a floor":
        total, counted = (_score(part, columns, candidates, place, people) for part in parts[:2])
        floor, grid = (part.value for part in parts[2:4])
        return (total / max(floor, counted) / grid + Fraction(1, 2)) // 1 * grid
    return _arithmetic(operator, [_score(part, columns, candidates, place, people) for part in parts])


def _summed(node, columns, candidates, place, people):
    total = Fraction(0)
    if node.operator.name == "distinct":
        test = node.parts[1] if len(node.parts) == 2 else None
        filled = [row for rows in people for row in rows
                  if not any(row[name] is None for name in _cells(node) if columns[name].blank is None)]  # fmt: skip
        found = [row for row in filled if test is None or _holds(test, columns, candidates, place, row)]
        return Fraction(len({row[node.parts[0].name] for row in found}))
    for rows in people:
        added = []
        for row in rows:
            read = _cells(node) | (
                {candidates.labels[place]} if any(isinstance(n, OwnCell) for n in walk(node)) else set()
            )
            if any(row[name] is None for name in read if columns[name].blank is None):
                continue
            value = node.parts[0] if node.operator.name in ("sum", "capped_sum") else None
            fixed = {"sum": 1, "capped_sum": 2}.get(node.operator.name, 0)
            test = node.parts[fixed] if len(node.parts) > fixed else None
            if test is None or _holds(test, columns, candidates, place, row):
                added.append(Fraction(1) if value is None else _number(value, columns, candidates, place, row))
        match node.operator.name:
            case "persons":
                total += min(1, len(added))
            case "capped_sum":
                total += min(sum(added), _score(node.parts[1], columns, candidates, place, people))
            case _:
                total += sum(added)
    return total


def _cells(node):
    if isinstance(node, Cell):
        return {node.name}
    if getattr(node, "operator", None) is not None and node.operator.name == "blank":
        return set()
    return set().union(*map(_cells, node.parts)) if hasattr(node, "parts") else set()


def _number(node, columns, candidates, place, row):
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Candidate):
        return Fraction(candidates.texts(node.attribute)[place])
    if isinstance(node, Cell | OwnCell):
        name = node.name if isinstance(node, Cell) else candidates.labels[place]
        return row[name] * columns[name].step
    if node.operator.name == "if":
        branch = node.parts[1] if _holds(node.parts[0], columns, candidates, place, row) else node.parts[2]
        return _number(branch, columns, candidates, place, row)
    if node.operator.name in ("year", "month", "weekday"):
        day = datetime.date.fromordinal(row[node.parts[0].name])
        return Fraction({"year": day.year, "month": day.month, "weekday": day.isoweekday()}[node.operator.name])
    return _arithmetic(node.operator.name, [_number(part, columns, candidates, place, row) for part in node.parts])


def _arithmetic(operator, values):
    match operator:
        case "+":
            return values[0] + values[1]
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "/":
            return values[0] / values[1]
        case "negative":
            return -values[0]
        case "abs":
            return abs(values[0])
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "clip":
            return min(max(values[0], values[1]), values[2])
    raise AssertionError(operator)


_OF_CELLS = {
    "blank": lambda row, cell: row[cell.name] is None,
    "same": lambda row, one, other: row[one.name] == row[other.name],
    "in": lambda row, cell, *texts: row[cell.name] in [text.text for text in texts],
}


def _holds(node, columns, candidates, place, row):
    if isinstance(node, Cell):
        return row[node.name] == 1
    if isinstance(node, OwnCell):
        return row[candidates.labels[place]] == 1
    operator, parts = node.operator.name, node.parts

    def test(part):
        return _holds(part, columns, candidates, place, row)

    if operator == "not":
        return not test(parts[0])
    if operator == "and":
        return test(parts[0]) and test(parts[1])
    if operator == "or":
        return test(parts[0]) or test(parts[1])
    if operator in _OF_CELLS:
        return _OF_CELLS[operator](row, *parts)
    cell, option = parts
    if isinstance(option, Text | Candidate) and isinstance(cell, Cell):
        column, meaning = columns[cell.name], row[cell.name]
        text = option.text if isinstance(option, Text) else candidates.texts(option.attribute)[place]
        if column.kind is Kind.CHOICES:
            return meaning is not None and text in [part.strip() for part in meaning.split(column.separator)]
        if operator in ("=", "!=", "match") and column.kind is not Kind.CATEGORY:
            return (meaning == reader(replace(column, blank=None))(text)) != (operator == "!=")
        if column.kind is Kind.CATEGORY:
            return (meaning == text) != (operator == "!=")
    one, other = (_number(part, columns, candidates, place, row) for part in parts)
    return {
        "<": one < other, "<=": one <= other, "=": one == other,
        "!=": one != other, ">=": one >= other, ">": one > other,
        "match": one == other,
    }[operator]  # fmt: skip


def observed(text, unit, rows_at_most, contexts, pick, world=WORLD):
    """A random rule bound and derived, and the farthest that small neighbouring tables move its scores.

    Args:
        contexts: how many other tables each change is tried in, beside the empty one.

    Returns:
        sensitivity as derived and looked at closer, largest move of one score, largest range of moves.
    """
    columns, meanings, points = world
    bound = bind(parse(text), columns, points)
    used = [columns[name] for name in columns if name in cells_of(bound)]
    used += [columns[name] for name in points.labels if any(isinstance(node, OwnCell) for node in walk(bound))]
    derived = refine(Formula(tuple(used), bound), points, unit).sensitivity
    rows = [dict(zip([c.name for c in used], row, strict=True))
            for row in itertools.product(*(meanings[c.name] for c in used))]  # fmt: skip
    rows = pick.sample(rows, min(len(rows), rows_at_most))
    many = unit.rows if unit.person else 1
    people = [[row] * size for row in rows for size in {1, many}]
    if many > 1:
        people += [list(pair) for pair in itertools.combinations(rows[:6], 2)]
    if unit.may_have_none and unit.relation is Relation.REPLACE_ONE:
        people.append([])
    others = [[]] + [
        [person for person in pick.sample(people, min(len(people), pick.choice([1, 1, 2]))) for _ in
         range(pick.choice([1, 2, 5]))] for _ in range(contexts)
    ]  # fmt: skip
    delta = spread = Fraction(0)
    for rest in others:
        scores = [plain_scores(bound, columns, points, [*rest, person]) for person in people]
        pairs = (
            [(plain_scores(bound, columns, points, rest), after) for after in scores]
            if unit.relation is Relation.ADD_REMOVE
            else list(itertools.combinations(scores, 2))
        )
        for before, after in pairs:
            shift = [b - a for a, b in zip(before, after, strict=True)]
            delta = max(delta, *(abs(each) for each in shift))
            spread = max(spread, max(shift) - min(shift))
    return derived, delta, spread


def farthest_beside(made, points, people, unit, rests):
    """How far any one of these people moves a score of a formula, and two scores apart, beside each of some others."""
    columns = {column.name: column for column in made.columns}
    delta = spread = Fraction(0)
    for rest in rests:
        after = [plain_scores(made.tree, columns, points, [*rest, person]) for person in people]
        alone = plain_scores(made.tree, columns, points, rest)
        pairs = [(alone, each) for each in after]
        if unit.relation is Relation.REPLACE_ONE:
            pairs = itertools.combinations(after + [alone] * unit.may_have_none, 2)
        for one, other in pairs:
            first, second = (b - a for a, b in zip(one, other, strict=True))
            delta, spread = max(delta, abs(first), abs(second)), max(spread, abs(first - second))
    return delta, spread


def farthest(bound, world, unit, rows, most):
    """The farthest that any two neighbouring tables of at most so many people move one score, and two apart.

    Args:
        bound: a rule.
        rows: those that people may have, every multiset of at most as many of them as the unit lets a person have.
        most: people of a table.
    """
    columns, _, points = world
    many = unit.rows if unit.person else 1
    sizes = range(1, many + 1)
    people = [each for size in sizes for each in itertools.combinations_with_replacement(range(len(rows)), size)]
    replacing = unit.relation is Relation.REPLACE_ONE
    if unit.may_have_none and replacing:
        people.append(())
    known = {}

    def scores(*table):
        key = tuple(sorted(table))
        if key not in known:
            known[key] = plain_scores(bound, columns, points, [[rows[row] for row in person] for person in key])
        return known[key]

    delta = spread = Fraction(0)
    for size in range(most):
        for rest in itertools.combinations_with_replacement(people, size):
            after = [scores(*rest, person) for person in people]
            pairs = itertools.combinations(after, 2) if replacing else ((scores(*rest), each) for each in after)
            for one, other in pairs:
                shift = [b - a for a, b in zip(one, other, strict=True)]
                delta = max(delta, *map(abs, shift))
                spread = max(spread, max(shift) - min(shift))
    return delta, spread
