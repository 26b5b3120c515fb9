"""Every figure, whatever its conditions, bounds and blanks, under every unit: all neighbouring tables of a few rows.

What one person moves is worked out by the second evaluator on raw rows, and held against what the receipt claims.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from tests.judges import figures
from tests.judges.meaning import number
from tests.judges.projects import Program, measured, with_file
from tests.judges.writers import WRITERS, carried

C = {"name": "c", "kind": "category"}


def numbers(low, high, *blanks):
    """Columns of whole numbers between the ends, one for each meaning of a blank."""
    numbers = {"kind": "integer", "lower": low, "upper": high}
    return [{**numbers, "name": f"x {low} {high} {blank}.", "blank": blank} for blank in blanks]


HALVES = {"name": "h", "kind": "decimal", "step": "0.5", "lower": "1.5", "upper": "3", "blank": "2"}
SHARE = {"name": "s", "kind": "yes_no", "blank": "no"}
TEA = {"column": "c", "test": "is", "value": "Tea"}
WHO = {"name": "who", "kind": "identifier"}
ORDINARY = [*numbers("2", "4", "", "2"), *numbers("-4", "-2", "", "-3"), HALVES, SHARE]
MORE = [*numbers("-1", "3", "", "0"), *numbers("0", "3", "", "0"), *numbers("2", "4", "4"), SHARE]


def of_rows(relation, reader="csv", **more):
    return pytest.param(
        {"kind": "row", "relation": relation, **more}, reader, id=f"{relation}, {reader}{', declared' * bool(more)}"
    )


def of_persons(relation, rows, **more):
    unit = {"kind": "person", "person": "who", "relation": relation, "rows": rows, **more}
    return pytest.param(unit, "csv", id=f"{relation}, {rows} of a person{', declared' * bool(more)}")


UNITS = [
    of_rows("add_remove"), of_rows("replace_one"), of_rows("add_remove", "excel"), of_rows("replace_one", "excel"),
    of_rows("replace_one", "excel", everyone="yes"),
    *(of_persons(relation, rows) for relation in ("add_remove", "replace_one") for rows in "12"),
    *(of_persons("replace_one", rows, everyone="yes") for rows in "12"),
]  # fmt: skip


def asked_of(column):
    """Every kind of figure about a column, with every kind of condition."""
    name, low = column["name"], column.get("lower", "no")
    own = {"column": name, "test": "is", "value": low}
    for where in ([], [TEA], [own]):
        yield {"kind": "mean", "column": name, "conditions": where}
        yield {"kind": "mean", "column": name, "conditions": where, "people": "5"}
        if column is SHARE:
            yield {"kind": "count", "conditions": where}
            yield {"kind": "histogram", "column": "c", "bins": "Tea\nMate", "conditions": where}
            yield {"kind": "histogram", "column": "c", "bins": "Tea", "conditions": where}
        if "lower" in column:
            yield {"kind": "total", "column": name, "conditions": where}
            yield {"kind": "groups", "column": name, "group": "c", "bins": "Tea\nMate", "conditions": where}
            yield {"kind": "groups", "column": name, "group": "c", "bins": "Mate", "conditions": where}


def cells_of(column):
    """Both ends, the lower one as what lies beyond it, and a blank, as they stand in a cell."""
    if "lower" not in column:
        return ["yes", "no", ""]
    low, high = number(column["lower"]), number(column["upper"])
    return [str(float(low - 9)), *dict.fromkeys(str(float(end)) for end in (high, low)), ""]


def blocks(unit, rows) -> Iterator[tuple]:
    """All that one person's rows can be."""
    most, fewest = int(unit.get("rows", "1")), 0 if unit["relation"] == "add_remove" or "everyone" not in unit else 1
    for many in range(fewest, most + 1):
        yield from itertools.combinations_with_replacement(rows, many)


def tables_of(unit, reader, rows):
    """What tables hold beside the same rest: each two are neighbours, or each and the first."""
    found = list(blocks(unit, rows))
    if unit["relation"] == "replace_one" and unit["kind"] == "row" and reader != "excel":
        return [block for block in found if block]
    return found


def farthest(unit, tables):
    """How far each vector moves, in all and as squares, over all pairs; each value counts once."""
    worst = []
    for vector in zip(*tables, strict=True):
        values = list(dict.fromkeys(map(tuple, vector)))
        pairs = itertools.combinations(values, 2)
        if unit["relation"] == "add_remove":
            pairs = ((values[0], each) for each in values)
        moves = [[abs(a - b) for a, b in zip(one, other, strict=True)] for one, other in pairs]
        worst.append((max(map(sum, moves), default=0), max((sum(m * m for m in move) for move in moves), default=0)))
    return worst


def is_reached(figure, unit):
    """Whether the bound is what somebody moves: where conditions leave the cells that are counted as they are."""
    about = {figure.get("column"), figure.get("group")}
    where = {each["column"] for each in figure["conditions"]}
    return unit.get("rows", "1") == "1" and (figure["kind"] == "count" or not where & about)


def can_be_asked(figure, unit, reader, moves, rows):
    """What nobody moves needs no noise; a public number of people stands under "replace one", where all rows count."""
    if figure.get("people"):
        same = (
            unit["relation"] == "replace_one" and unit.get("rows", "1") == "1" and all(number for ((number,),) in rows)
        )
        return same and ("everyone" in unit or (unit["kind"] == "row" and reader != "excel"))
    return all(l1 for l1, _ in moves)


def cases(unit, reader, columns_asked):
    """Each figure that can be asked, with how far one person moves it."""
    for column in columns_asked:
        rows = list(itertools.product(cells_of(column), ("Tea", "Mate", "")))
        names = ("who", column["name"], "c") if unit["kind"] == "person" else (column["name"], "c")
        own = [(("p", *row) if unit["kind"] == "person" else row) for row in rows]
        columns = [*([WHO] if unit["kind"] == "person" else []), column, C]
        tables = [carried(reader, names, list(block)) for block in tables_of(unit, reader, own)]
        tables = [[row for row in table if reader != "excel" or any(row)] for table in tables]
        tables = [table for table in tables if table or "everyone" not in unit]
        for figure in asked_of(column):
            asked = measured(columns, unit, [figure])
            found = [figures.figures(asked.plan, names, table) for table in tables]
            counted = measured(columns, unit, [{**figure, "kind": "number"}])
            moves = farthest(unit, found)
            each_row = [figures.figures(counted.plan, names, [row]) for row in own if "column" in figure]
            if can_be_asked(figure, unit, reader, moves, each_row):
                yield figure, moves


def table_of(unit, reader, asked, pick):
    """A table in which every figure can be asked, with its columns and its raw rows."""
    columns = [*([WHO] if unit["kind"] == "person" else []), *asked, C]
    names = tuple(column["name"] for column in columns)
    rows = [[pick.choice(cells_of(each)) for each in asked] + [pick.choice(["Tea", "Mate"])] for _ in range(5)]
    if unit["kind"] == "person":
        rows = [[f"p{at}", *row] for at, row in enumerate(rows)]
    return columns, names, carried(reader, names, rows)


@pytest.mark.parametrize("asked", [
    pytest.param(ORDINARY, id="ordinary"), pytest.param(MORE, id="more", marks=pytest.mark.long),
])  # fmt: skip
@pytest.mark.parametrize(("unit", "reader"), UNITS)
def test_no_persons_rows_move_any_figure_farther_than_the_receipt_claims(unit, reader, asked, tmp_path):
    """With noise of nothing each figure is also what the second evaluator finds."""
    found = list(cases(unit, reader, asked))
    columns, names, rows = table_of(unit, reader, asked, Random("rows"))
    written = WRITERS[reader](Random("file"), tmp_path, names, rows)
    question = measured(columns, unit, [{**figure, "name": f"f{at}"} for at, (figure, _) in enumerate(found)])
    receipt = Program(tmp_path).receipt(with_file(question, written, "1" * 32))
    claimed, lines = iter(receipt["mechanism"]["noises"]), receipt["result"]["lines"]
    for at, (figure, moves) in enumerate(found):
        for l1, squares in moves:
            said = next(claimed)
            bound = Fraction(said["l1_sensitivity"]), Fraction(said["l2_sensitivity_squared"])
            assert bound[0] >= l1, (figure, moves, said)
            assert bound[1] >= squares, (figure, moves, said)
            if is_reached(figure, unit):
                assert bound == (l1, squares), (figure, moves, said)
        if figure["kind"] != "mean":
            (wanted,) = figures.figures(measured(columns, unit, [figure]).plan, names, rows)
            values = [Fraction(line["value"]) for line in lines if line["name"].partition(":")[0] == f"f{at}"]
            assert values == wanted, figure
    assert next(claimed, None) is None
