"""A second evaluator, for small tables and no speed: simple Python on fractions and sets.

Written from the mathematics and docs/reading.md alone. It takes a project's plan as it stands in the file, the names of
the columns and the raw rows, and says what the scores, figures and answers are.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.judges.meaning import Meaning, identity, kept, meaning, number

Row = dict[str, Meaning]
Plan = Mapping[str, Any]
Tree = tuple[Any, ...]
Candidate = dict[str, str]
PERSON = "the person of the row"


def rows_of(plan: Plan, names: Sequence[str], raw: Sequence[Sequence[str | None]], used: Sequence[str]) -> list[Row]:
    """What the kept rows mean, in the columns that are used."""
    declared = declarations(plan)
    unit = plan["unit"]
    if unit["kind"] == "person":
        who = names.index(unit["person"])
        raw = kept(raw, who, declared[unit["person"]], [names.index(name) for name in used], int(unit["rows"]))
    found = [{name: meaning(declared[name], row[names.index(name)]) for name in used} for row in raw]
    if unit["kind"] == "person":
        for means, row in zip(found, raw, strict=True):
            means[PERSON] = identity(declared[unit["person"]], row[who])
    return found


def declarations(plan: Plan) -> dict[str, dict[str, Any]]:
    """The columns of the table whose people are protected."""
    table = next(table for table in plan["tables"] if table["role"] in ("private", "sample"))
    return {column["name"]: column for column in table["columns"]}


def scores(plan: Plan, names: Sequence[str], raw: Sequence[Sequence[str | None]], candidates: Sequence[Candidate],
           tree: Tree | None = None, reads: Sequence[str] = ()) -> list[Fraction]:  # fmt: skip
    """The score of each candidate; a candidate is its attributes, its name is under ""."""
    rule, declared = plan["rule"], declarations(plan)
    if tree is not None:
        rows = rows_of(plan, names, raw, reads)
        return [whole(_named(tree, candidate), rows, candidate, declared) for candidate in candidates]
    rows = rows_of(plan, names, raw, rule["columns"])
    score = _FORMS[rule["kind"]]
    return [score(rule, declared, rows, candidate) for candidate in candidates]


def _votes(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    if rule["style"] == "column_each":
        return Fraction(sum(row[candidate[""]] is True for row in rows))
    column = declared[rule["columns"][0]]
    wanted = meaning({**column, "blank": ""}, candidate[""], whole=True)
    return Fraction(sum(_names(row[column["name"]], wanted) for row in rows))


def _names(cell: Meaning, wanted: Meaning) -> bool:
    """Whether the cell is the wanted name, or holds it among others."""
    if isinstance(cell, frozenset) and isinstance(wanted, frozenset):
        return wanted <= cell
    return cell is not None and cell == wanted


def _values(rule: Plan, rows: list[Row], at: int = 0) -> list[Fraction]:
    return [row[rule["columns"][at]] for row in rows if row[rule["columns"][at]] is not None]


def _own(rule: Plan, candidate: Candidate, at: int = 0) -> Fraction:
    attributes = rule.get("attributes") or []
    return number(candidate[attributes[at] if at < len(attributes) else ""])


def _revenue(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    price = _own(rule, candidate)
    return price * sum(value >= price for value in _values(rule, rows))


def _beside(rule: Plan, rows: list[Row], candidate: Candidate) -> tuple[int, int]:
    point, values = _own(rule, candidate), _values(rule, rows)
    return sum(value < point for value in values), sum(value > point for value in values)


def _median(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    below, above = _beside(rule, rows, candidate)
    return -Fraction(abs(below - above))


def _quantile(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    below, above = _beside(rule, rows, candidate)
    share = Fraction(rule["alpha"])
    return -abs((1 - share) * below - share * above)


def _nearness(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    total = Fraction(0)
    for at in range(len(rule["columns"])):
        total += sum(abs(value - _own(rule, candidate, at)) for value in _values(rule, rows, at))
    return -total


def _nearness_of_sums(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    return -sum(
        abs(sum((value - _own(rule, candidate, at) for value in _values(rule, rows, at)), start=Fraction(0)))
        for at in range(len(rule["columns"]))
    )


def _agreement(rule: Plan, declared: Plan, rows: list[Row], candidate: Candidate) -> Fraction:
    pairs = list(zip(rule["columns"], rule["attributes"], strict=True))
    wanted = {name: meaning({**declared[name], "blank": ""}, candidate[attribute]) for name, attribute in pairs}
    return Fraction(sum(row[name] is not None and row[name] == wanted[name] for row in rows for name, _ in pairs))


_FORMS = {
    "votes": _votes, "revenue": _revenue, "median": _median, "quantile": _quantile, "nearness": _nearness,
    "nearness_of_sums": _nearness_of_sums, "agreement": _agreement,
}  # fmt: skip


def _named(tree: Any, candidate: Candidate) -> Any:
    """The candidate's own column by its name."""
    if not isinstance(tree, tuple):
        return tree
    return ("cell", candidate[""]) if tree == ("own",) else tuple(_named(part, candidate) for part in tree)


def whole(tree: Tree, rows: list[Row], candidate: Candidate, declared: Plan) -> Fraction:
    """An own formula, outside its sums over rows."""
    kind, *parts = tree
    if kind in ("count", "sum"):
        return sum((_added(kind, parts, row, candidate, declared) for row in rows), start=Fraction(0))
    if kind == "distinct":
        test = ("and", ("filled", parts[0]), parts[1])
        return Fraction(len({row[parts[0]] for row in rows if _added("count", [test], row, candidate, declared)}))
    if kind == "ratio":
        value, counted, least = parts
        total = whole(("sum", value, counted), rows, candidate, declared)
        grid = Fraction(declared[value[1]].get("step", "1")) / 1000 / int(least)
        exact = total / max(int(least), whole(("count", counted), rows, candidate, declared))
        return (exact / grid + Fraction(1, 2)) // 1 * grid
    if kind == "persons":
        return Fraction(len({row[PERSON] for row in rows if _added("count", parts, row, candidate, declared)}))
    if kind == "capped":
        amount, most, *where = parts
        totals: dict[Any, Fraction] = {}
        for place, row in enumerate(rows):
            whose = row.get(PERSON, place)
            totals[whose] = totals.get(whose, Fraction(0)) + _added("sum", [amount, *where], row, candidate, declared)
        return sum((min(total, Fraction(most)) for total in totals.values()), start=Fraction(0))
    if kind == "const":
        return Fraction(parts[0])
    if kind == "attribute":
        return number(candidate[parts[0]])
    ends = [Fraction(end) for end in parts[1:]] if kind == "clip" else []
    values = [whole(part, rows, candidate, declared) for part in (parts[:1] if ends else parts)]
    return _ARITHMETIC[kind](*values, *ends)


_ARITHMETIC: dict[str, Any] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "neg": lambda a: -a, "abs": abs,
    "max": max, "min": min, "clip": lambda a, low, high: min(max(a, low), high),
}  # fmt: skip


def _added(kind: str, parts: list[Any], row: Row, candidate: Candidate, declared: Plan) -> Fraction:
    """What one row adds: nothing where a cell that is read is blank."""
    if any(row[name] is None for part in parts for name in cells(part)):
        return Fraction(0)
    if kind == "count":
        return Fraction(bool(_part(parts[0], row, candidate, declared)))
    if len(parts) > 1 and not _part(parts[1], row, candidate, declared):
        return Fraction(0)
    return Fraction(_part(parts[0], row, candidate, declared))


def cells(tree: Any) -> set[str]:
    """The columns that a part reads."""
    if not isinstance(tree, tuple):
        return set()
    if tree[0] == "blank":
        return set()
    if tree[0] in ("cell", "yes", "is", "is text", "has", "has text", "filled", "same"):
        return {*tree[1:2], *(tree[2:] if tree[0] == "same" else ())}
    return set().union(*(cells(part) for part in tree[1:]))


def _part(tree: Tree, row: Row, candidate: Candidate, declared: Plan) -> Any:
    """A condition or number on one row without blanks."""
    kind, *parts = tree
    if kind in ("cell", "yes"):
        return row[parts[0]]
    if kind in ("blank", "filled"):
        return (row[parts[0]] is None) == (kind == "blank")
    if kind == "same":
        return row[parts[0]] == row[parts[1]]
    if kind in ("is", "has", "is text", "has text"):
        text = candidate[""] if kind in ("is", "has") else parts[1]
        column = {**declared[parts[0]], "blank": ""}
        return _names(row[parts[0]], meaning(column, text, whole=True))
    if kind == "const":
        return Fraction(parts[0])
    if kind == "attribute":
        return number(candidate[parts[0]])
    return _ON_ROWS[kind](*(_part(part, row, candidate, declared) for part in parts))


_ON_ROWS: dict[str, Any] = {
    **_ARITHMETIC, "if": lambda test, then, otherwise: then if test else otherwise, "and": lambda a, b: a and b,
    "or": lambda a, b: a or b, "not": lambda a: not a, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "=": lambda a, b: a == b,
}  # fmt: skip
