"""Figures and counted answers by the plain evaluator, in the order in which the program prints them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.judges.meaning import Meaning, meaning, number
from tests.judges.plain import Plan, Row, declarations, rows_of

Raw = Sequence[Sequence[str | None]]


def used_by(plan: Plan) -> list[str]:
    """The columns that the figures read, in the order in which they name them."""
    found: list[str] = []
    for figure in plan["figures"]:
        found += [figure[part] for part in ("column", "group") if figure.get(part)]
        found += [each["column"] for each in figure.get("conditions", ())]
    return list(dict.fromkeys(found))


def figures(plan: Plan, names: Sequence[str], raw: Raw) -> list[list[Fraction]]:
    """The values of the figures, vector by vector: a mean is a sum and, where it is private, a number of values."""
    rows, declared = rows_of(plan, names, raw, used_by(plan)), declarations(plan)
    found = []
    for figure in plan["figures"]:
        found.append(_figure(figure, declared, rows))
        if figure["kind"] == "mean" and not figure.get("people"):
            found.append(_figure({**figure, "kind": "number"}, declared, rows))
    return found


def _figure(figure: Plan, declared: Plan, rows: list[Row]) -> list[Fraction]:
    rows = [row for row in rows if all(_meets(each, declared, row) for each in figure.get("conditions", ()))]
    name = figure.get("column", "")
    if figure["kind"] == "count":
        return [Fraction(len(rows))]
    if figure["kind"] in ("total", "mean"):
        return [_total(rows, name)]
    if figure["kind"] == "number":
        return [Fraction(sum(row[name] is not None for row in rows))]
    split = figure["group"] if figure["kind"] == "groups" else name
    bins = _bins(declared[split], figure["bins"])
    inside = [[row for row in rows if row[split] is not None and within(row[split])] for within in bins]
    return [_total(each, name) if figure["kind"] == "groups" else Fraction(len(each)) for each in inside]


def _total(rows: list[Row], name: str) -> Fraction:
    return sum((Fraction(row[name]) for row in rows if row[name] is not None), start=Fraction(0))


def _meets(condition: Plan, declared: Plan, row: Row) -> bool:
    column = declared[condition["column"]]
    cell: Any = row[condition["column"]]
    if cell is None:
        return False
    if condition["test"] == "is":
        return bool(cell == meaning({**column, "blank": ""}, condition["value"]))
    value = number(condition["value"])
    return {"at_least": cell >= value, "at_most": cell <= value, "above": cell > value, "below": cell < value}[
        condition["test"]
    ]


def _bins(column: Plan, text: str) -> list[Any]:
    """One test of a meaning for each bin."""
    lines = text.splitlines()
    if column["kind"] in ("category", "identifier", "yes_no"):
        meanings = [meaning({**column, "blank": ""}, line) for line in lines]
        return [lambda cell, wanted=wanted: cell == wanted for wanted in meanings]
    edges = [number(line) for line in lines]
    last = len(edges) - 2
    return [
        lambda cell, low=low, high=high, end=at == last: low <= cell < high or (end and cell == high)
        for at, (low, high) in enumerate(pairwise(edges))
    ]


def answers(plan: Plan, names: Sequence[str], raw: Raw) -> list[Fraction]:
    """How many gave each answer; what is none of them is the answer that a blank counts as."""
    asked = plan["survey"]
    column = declarations(plan)[asked["column"]]
    meanings: list[Meaning] = [meaning({**column, "blank": ""}, line) for line in asked["answers"].splitlines()]
    found = [row[asked["column"]] for row in rows_of(plan, names, raw, [asked["column"]])]
    usual = meaning({**column, "blank": ""}, column["blank"])
    found = [each if each in meanings else usual for each in found]
    return [Fraction(found.count(each)) for each in meanings]
