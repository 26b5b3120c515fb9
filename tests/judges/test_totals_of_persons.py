"""Each person's total, capped, whatever file the rows stand in: scores and bounds against the second evaluator."""

from fractions import Fraction
from random import Random

import pytest

from tests.judges.neighbours import Family, judged
from tests.judges.projects import Program, asked

NAMES = ("who", "project", "hours")
COLUMNS = (
    {"name": "who", "kind": "identifier"},
    {"name": "project", "kind": "category"},
    {"name": "hours", "kind": "decimal", "step": "0.5", "lower": "0", "upper": "24"},
)
CANDIDATES = ({"": "Tea"}, {"": "Mate"})
TREE = ("capped", ("cell", "hours"), "40", ("is", "project"))
TEXT = "capped_sum(hours, 40 where project = candidate)"
OTHERS = [("ann", "Tea", "10"), ("ann", "Tea", "10"), ("bob", "Mate", "24"), ("bob", "Mate", None), (None, "Tea", "9")]
# All of one person's rows: one beyond the cap in two, in three, in equal ones, in both candidates, and none.
MINE = (
    [], [("eve", "Tea", "24"), ("eve", "Tea", "23.5")], [("eve", "Mate", "24")] * 3,
    [("eve", "Tea", "24"), ("eve", "Mate", "24"), ("eve", "Tea", "1.5")], [("eve", "Tea", "99"), ("eve", "Tea", "-3")],
    [("eve", "Mate", "0.5")] * 9,
)  # fmt: skip
READERS = ("csv", "excel", "sqlite", "parquet", "arrow", "parquet_folder")
UNITS = [
    *({"kind": "row", "relation": relation} for relation in ("add_remove", "replace_one")),
    *({"kind": "person", "person": "who", "rows": rows, "relation": relation}
      for rows in "123" for relation in ("add_remove", "replace_one")),
]  # fmt: skip


def question(unit):
    columns = COLUMNS if unit["kind"] == "person" else COLUMNS[1:]
    where = {"kind": "list", "text": "Tea\nMate"}
    rule = {"kind": "formula", "formula": TEXT, "columns": []}
    return asked(columns, unit, rule, CANDIDATES, where, tree=TREE, reads=("hours", "project"))


def tables(unit):
    """Tables of which each two are neighbours, or of added rows each and the first."""
    if unit["kind"] == "row":
        versions = [[], *([row] for rows in MINE for row in rows[:1])]
        return tuple(OTHERS + each for each in (versions if unit["relation"] == "add_remove" else versions[1:]))
    return tuple(OTHERS + each for each in MINE)


@pytest.mark.parametrize(("unit", "reader"), [
    pytest.param(unit, READERS[(place + turn) % len(READERS)], marks=[pytest.mark.long] * (turn > 0))
    for place, unit in enumerate(UNITS) for turn in (0, 2, 3)
])  # fmt: skip
def test_every_file_gives_the_capped_totals_and_no_person_moves_them_farther_than_the_cap(unit, reader, tmp_path):
    found = tables(unit)
    every = range(len(found))
    pairs = (
        [(0, at) for at in every[1:]]
        if unit["relation"] == "add_remove"
        else [(a, b) for b in every for a in every[:b]]
    )
    family = Family(NAMES, found, tuple(pairs))
    assert not list(judged(Random(reader), Program(tmp_path), question(unit), reader, family))


def written(folder, unit, text):
    """The question on one table of text."""
    (folder / "t.csv").write_text(text, "utf-8")
    plan = question(unit).plan
    return {**plan, "tables": [{**plan["tables"][0], "path": "t.csv", "handle": "1" * 32}, *plan["tables"][1:]]}


def test_without_a_column_of_persons_each_row_is_capped(tmp_path):
    plan = written(tmp_path, UNITS[0], "project,hours\nTea,24\nTea,24\nMate,7.5\n")
    low = {**plan, "rule": {**plan["rule"], "formula": TEXT.replace("40", "20")}}
    assert Program(tmp_path).scores(low) == [40, Fraction(15, 2)]


@pytest.mark.parametrize(("rows", "bound"), [("1", 24), ("1000", 40)])
def test_the_cap_is_what_is_claimed_whatever_rows_a_person_has(rows, bound, tmp_path):
    unit = {"kind": "person", "person": "who", "rows": rows, "relation": "add_remove"}
    claims = Program(tmp_path).claims(written(tmp_path, unit, "who,project,hours\nann,Tea,1\n"))
    assert (claims.delta, claims.spread) == (bound, bound)
