"""Random columns with their declarations and raw cells, and random questions of every kind over them."""

import datetime
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests.judges import nasty
from tests.judges.formulas import formula
from tests.judges.projects import Asked, Candidate, Plan, asked, gridded, listed, measured, printed, surveyed

Cell = str | None
PLAIN = ("Tea", "Coffee", "Mate")
_GRIDS = (("0.1", "-1", "5"), ("1/4", "-1/2", "2"), ("0.01", "0", "1"), ("1/3", "-7/3", "-1/3"), ("1/2", "3/2", "9/2"),
          ("5", "0", "1000000000000000"), ("0.000000001", "0", "3"))  # fmt: skip
DAYS = tuple((datetime.date(2026, 1, 1) + datetime.timedelta(days=7 * at)).isoformat() for at in range(6))


@dataclass(frozen=True)
class World:
    """Columns, what stands in their cells, and the candidates."""

    columns: dict[str, Plan]
    cells: dict[str, Callable[[Random], Cell]]
    candidates: tuple[Candidate, ...]

    def row(self, pick: Random, names: Sequence[str]) -> tuple[Cell, ...]:
        """One raw row; a row of nothing at all now and then."""
        if pick.random() < 0.08:
            return tuple(nasty.blank(pick) for _ in names)
        return tuple(self.cells[name](pick) for name in names)


def world(pick: Random, *, pointed: bool = False) -> World:
    """Everything a question may be asked about; `pointed` where the numbers of x are written with a point alone."""
    separator = pick.choice(nasty.SEPARATORS)
    names = _names(pick, separator)
    step, low, high = pick.choice(_GRIDS)
    decimal, grouping = pick.choice([(".", ""), (",", ""), (".", ","), (",", "."), (".", " "), (",", "'")])
    decimal, grouping = (".", "") if pointed else (decimal, grouping)
    case = pick.random() < 0.6
    columns = {
        "who": pick.choice([{"kind": "identifier"}, {"kind": "category", "trim": False}, {"kind": "integer"},
                            {"kind": "identifier", "match_case": False}]),
        "choice": {"kind": "category", "match_case": case, "blank": pick.choice(["", "", names[0]])},
        "likes": {"kind": "choices", "separator": separator, "match_case": pick.random() < 0.6},
        "x": {"kind": "decimal", "step": step, "lower": low, "upper": high, "decimal_mark": decimal,
              "grouping_mark": grouping, "blank": pick.choice(["", "", decimal.join(["0", "0"])])},
        "n": {"kind": "integer", "lower": "-3", "upper": "12", "blank": pick.choice(["", "", "4"])},
        "d": {"kind": "date", "lower": DAYS[0], "upper": DAYS[-1], "blank": pick.choice(["", "", DAYS[2]]),
              "date_order": pick.choice(["ymd", "dmy", "mdy"])},
        "home": {"kind": "category", "match_case": case},
        "rest": {"kind": pick.choice(["category", "choices", "integer", "date", "yes_no"])},
        **{name: {"kind": "yes_no", "blank": pick.choice(["", "", "yes", "no"])} for name in PLAIN},
    }  # fmt: skip
    if not Fraction(low) <= 0 <= Fraction(high):
        columns["x"]["blank"] = ""
    values = _values(pick, Fraction(low), Fraction(high), Fraction(step))
    cells: dict[str, Callable[[Random], Cell]] = {
        "who": lambda p: nasty.blank(p) if p.random() < 0.1 else nasty.person(p),
        "choice": lambda p: nasty.name(p, names),
        "home": lambda p: nasty.name(p, names),
        "rest": lambda p: p.choice([nasty.blank, nasty.yes_no, lambda p: nasty.choices(p, names, separator)])(p),
        "likes": lambda p: nasty.choices(p, names, separator),
        "x": lambda p: nasty.number(p, values, decimal, grouping),
        "n": lambda p: nasty.number(p, ("-4", "-3", "0", "3", "7", "7.5", "12", "13", "6.4999999999", "2.5")),
        "d": lambda p: nasty.date(p, (*DAYS, "2025-12-31", "2027-01-01")),
        **dict.fromkeys(PLAIN, nasty.yes_no),
    }
    grid = [str(Fraction(low) + Fraction(step) * at) for at in (0, 1, 2)] + [high]
    own = [pick.sample(texts, 4) for texts in (grid, ["-3", "0", "4", "12"], ["1", "2", "-1", "50", "0"], DAYS)]
    candidates = tuple(
        {"": name, "p": own[0][at], "q": own[1][at], "w": own[2][at], "t": own[3][at], "other": names[at - 1]}
        for at, name in enumerate(names)
    )
    return World({name: {"name": name, **declared} for name, declared in columns.items()}, cells, candidates)


def _names(pick: Random, separator: str) -> tuple[str, ...]:
    """Names that mean different things however they are compared, and that can be candidates beside the separator."""
    found: dict[str, str] = {}
    for name in pick.sample(nasty.NAMES, len(nasty.NAMES)):
        plain = "".join(unicodedata.normalize("NFKD", name).casefold().split())
        if separator.strip() and separator not in name and plain not in found and name == name.strip():
            found[plain] = name
    return tuple(found.values())[: pick.choice([2, 3, 4])] or ("Tea", "Mate")


def _values(pick: Random, low: Fraction, high: Fraction, step: Fraction) -> list[str]:
    """Decimals in, on and beyond the bounds, on the grid, halfway and just beside."""
    places = [low, low - step, high, high + step, low + step, low + step / 2, low + step * 3 / 2, (low + high) / 2]
    return [_decimal(place + pick.choice([0, 0, step / 1000, -step / 1000])) for place in places]


def _decimal(value: Fraction) -> str:
    tenths = round(value * 10**15)
    digits = str(abs(tenths)).rjust(16, "0")
    return ("-" if tenths < 0 else "") + (digits[:-15] + "." + digits[-15:]).rstrip("0").rstrip(".")


def question(pick: Random, unit: Plan, kind: str | None = None, *, pointed: bool = False) -> tuple[World, Asked]:
    """A random question, of the given kind or any, on a world of its own; `pointed` as for `world`."""
    here = world(pick, pointed=pointed)
    return here, _KINDS[kind or pick.choice(list(_KINDS))](pick, here, unit)


def _columns(here: World, used: Sequence[str], unit: Plan) -> list[Plan]:
    person = [unit["person"]] if unit["kind"] == "person" else []
    return [here.columns[name] for name in dict.fromkeys([*person, *used])]


def _named(here: World, unit: Plan, rule: Plan, used: Sequence[str], tree: Any = None) -> Asked:
    public, where = listed([{"name": each[""], **{k: v for k, v in each.items() if k}} for each in here.candidates])
    return asked(_columns(here, used, unit), unit, rule, here.candidates, where, [public], tree, used)


def _votes(pick: Random, here: World, unit: Plan) -> Asked:
    return _named(here, unit, {"kind": "votes", "style": "one_column", "columns": ["choice"]}, ["choice"])


def _approval(pick: Random, here: World, unit: Plan) -> Asked:
    return _named(here, unit, {"kind": "votes", "style": "choices", "columns": ["likes"]}, ["likes"])


def _column_each(pick: Random, here: World, unit: Plan) -> Asked:
    rule = {"kind": "votes", "style": "column_each", "columns": list(PLAIN)}
    candidates = tuple({"": name} for name in PLAIN)
    where = {"kind": "list", "text": "\n".join(PLAIN)}
    return asked(_columns(here, PLAIN, unit), unit, rule, candidates, where)


def _one_column(kind: str) -> Callable[[Random, World, Plan], Asked]:
    def build(pick: Random, here: World, unit: Plan) -> Asked:
        name = pick.choice(["x", "n"]) if not here.columns["x"]["upper"].startswith("-") else "n"
        declared = here.columns[name]
        low, high = Fraction(declared["lower"]), Fraction(declared["upper"])
        step = Fraction(declared.get("step", "1"))
        at = max(low, Fraction(0)) if kind == "revenue" else low
        count = int(min((high - at) / step + 1, 7))
        candidates, where = gridded(at, step, max(count, 2))
        rule = {"kind": kind, "columns": [name], "alpha": pick.choice(["0.9", "1/3", "0.5"])}
        return asked(_columns(here, [name], unit), unit, rule, candidates, where)

    return build


def _dates(pick: Random, here: World, unit: Plan) -> Asked:
    days = [datetime.date.fromisoformat(DAYS[0]) + datetime.timedelta(days=at) for at in range(0, 36, 5)]
    where = {"kind": "dates", "start": DAYS[0], "stop": days[-1].isoformat(), "step": "5"}
    candidates = tuple({"": day.isoformat()} for day in days)
    rule = {"kind": pick.choice(["median", "quantile"]), "columns": ["d"], "alpha": "0.25"}
    return asked(_columns(here, ["d"], unit), unit, rule, candidates, where)


def _near(kind: str) -> Callable[[Random, World, Plan], Asked]:
    def build(pick: Random, here: World, unit: Plan) -> Asked:
        pairs = pick.choice([[("x", "p")], [("n", "q")], [("x", "p"), ("n", "q")]])
        columns, attributes = [a for a, _ in pairs], [b for _, b in pairs]
        rule = {"kind": kind, "columns": columns, "attributes": attributes}
        return _named(here, unit, rule, columns)

    return build


def _agreement(pick: Random, here: World, unit: Plan) -> Asked:
    pairs = pick.choice([[("choice", "other")], [("choice", "other"), ("n", "q")], [("n", "q"), ("choice", "other")]])
    columns, attributes = [a for a, _ in pairs], [b for _, b in pairs]
    return _named(here, unit, {"kind": "agreement", "columns": columns, "attributes": attributes}, columns)


def _formula(pick: Random, here: World, unit: Plan) -> Asked:
    names = [each[""] for each in here.candidates]
    text, tree, reads = formula(pick, names, persons=unit["kind"] == "person")
    return _named(here, unit, {"kind": "formula", "formula": text, "columns": []}, reads, tree)


def _ratings(pick: Random, here: World, unit: Plan) -> Asked:
    """Of each candidate a column of numbers: of one they are decimals, of the other whole numbers."""
    candidates, own = ({"": "x"}, {"": "n"}), ("own",)
    above, club = (">=", own, ("const", "3")), ("yes", "Tea")
    tree: Any = pick.choice([
        ("sum", own), ("sum", own, club), ("count", above), ("sum", ("abs", ("-", own, ("const", "1.5")))),
        ("capped", ("max", own, ("const", "0")), "7"), ("-", ("sum", own), ("*", ("const", "2"), ("count", above))),
        ("sum", ("+", own, own), ("and", above, club)),
    ])  # fmt: skip
    reads = ["Tea"] * ("Tea" in str(tree)) + ["x", "n"]
    rule = {"kind": "formula", "formula": printed(tree), "columns": []}
    where = {"kind": "list", "text": "x\nn"}
    return asked(_columns(here, reads, unit), unit, rule, candidates, where, tree=tree, reads=reads)


def _figures(pick: Random, here: World, unit: Plan) -> Asked:
    names = [each[""] for each in here.candidates]
    compared = pick.choice(["is", "at_least", "at_most", "above", "below"])
    tests = [
        {"column": "choice", "test": "is", "value": pick.choice(names)},
        {"column": "n", "test": compared, "value": pick.choice(["3", "7"])},
        {"column": "Tea", "test": "is", "value": pick.choice(["yes", "no"])},
        {"column": "d", "test": compared, "value": pick.choice(DAYS)},
    ]
    some = [pick.sample(tests, pick.choice([0, 1, 2])) for _ in range(5)]
    figures = [
        {"kind": "count", "conditions": some[0]},
        {"kind": "total", "column": "x", "conditions": some[1]},
        {"kind": "histogram", "column": "choice", "bins": "\n".join(names), "conditions": some[2]},
        {"kind": "histogram", "column": "n", "bins": "-2\n3\n7\n12", "conditions": some[3]},
        {"kind": "groups", "column": "n", "group": "choice", "bins": "\n".join(names), "conditions": some[4]},
        {"kind": "total", "column": "n"},
    ]
    chosen = [{**figure, "name": f"f{at}"} for at, figure in enumerate(pick.sample(figures, 3))]
    used = [name for name in ("choice", "n", "x", "Tea", "d") if f"'{name}'" in str(chosen)]
    return measured(_columns(here, used, unit), unit, chosen)


def _survey(pick: Random, here: World, unit: Plan) -> Asked:
    names = [each[""] for each in here.candidates]
    column = {**here.columns["choice"], "blank": names[0]}
    unit = {"kind": "row", "relation": "replace_one"}
    return surveyed([column], unit, "choice", names, 0)


_KINDS: dict[str, Callable[[Random, World, Plan], Asked]] = {
    "dates": _dates,
    "votes": _votes, "approval": _approval, "column_each": _column_each, "revenue": _one_column("revenue"),
    "median": _one_column("median"), "quantile": _one_column("quantile"), "nearness": _near("nearness"),
    "nearness_of_sums": _near("nearness_of_sums"), "agreement": _agreement, "formula": _formula,
    "ratings": _ratings, "figures": _figures,
    "survey": _survey,
}  # fmt: skip
KINDS = tuple(_KINDS)
