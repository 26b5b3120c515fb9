"""Figures on the two tables that move them farthest: what the receipt says of one person is not less."""

from fractions import Fraction

import pytest

from tests.judges.neighbours import moved, said_by
from tests.judges.projects import Program, measured
from tests.judges.test_holes import BIG, INSTEAD, ROWS, text

WHO = {"name": "who", "kind": "identifier"}
DRINK = {"name": "c", "kind": "category"}
TOTAL = {"kind": "total", "column": "x"}
DRINKS = {"kind": "histogram", "column": "c", "bins": "Tea\nMate"}
GROUPS = {"kind": "groups", "column": "x", "group": "c", "bins": "Tea\nMate"}
COUNT = {"kind": "count", "conditions": [{"column": "c", "test": "is", "value": "Tea"}]}


def of_persons(rows: int, relation: str) -> dict[str, str]:
    return {"kind": "person", "person": "who", "rows": str(rows), "relation": relation}


@pytest.mark.parametrize(("figure", "unit", "one", "other", "claimed"), [
    (TOTAL, ROWS, [], ["a,1040,Tea"], (1040, 1040**2)),
    (TOTAL, INSTEAD, ["a,1040,Tea"], ["a,,Tea"], (40, 40**2)),
    (TOTAL, of_persons(1, "replace_one"), ["a,1040,Tea"], [], (1040, 1040**2)),
    (TOTAL, of_persons(2, "replace_one"), ["a,1040,Tea", "a,1040,Mate"], ["c,1000,Tea"], (2080, 2080**2)),
    (TOTAL, of_persons(3, "add_remove"), [], ["a,1040,Tea"] * 5, (3120, 3120**2)),
    (DRINKS, INSTEAD, ["a,1000,Tea"], ["a,1000,Mate"], (2, 2)),
    (DRINKS, ROWS, [], ["a,1000,Tea"], (1, 1)),
    (DRINKS, of_persons(2, "add_remove"), [], ["a,1000,Tea"] * 3, (2, 4)),
    (DRINKS, of_persons(2, "replace_one"), ["a,1000,Tea"] * 2, ["c,1000,Mate"] * 2, (4, 8)),
    (GROUPS, INSTEAD, ["a,1040,Tea"], ["a,1040,Mate"], (2080, 2 * 1040**2)),
    (GROUPS, of_persons(2, "add_remove"), [], ["a,1040,Mate"] * 2, (2080, 2080**2)),
    (COUNT, of_persons(2, "replace_one"), ["a,1000,Tea"] * 2, ["c,1000,Mate"], (2, 4)),
])  # fmt: skip
def test_a_figure_moves_as_far_as_is_claimed_and_no_farther(tmp_path, figure, unit, one, other, claimed):
    program, columns = Program(tmp_path), [*([WHO] if unit["kind"] == "person" else []), BIG, DRINK]
    question = measured(columns, unit, [{**figure, "name": "f"}])
    plans = [text(program, question, "who,x,c", "b,1020,Mate", *rows) for rows in (one, other)]
    said = [said_by(program, plan) for plan in plans]
    assert [said[0][1][0][what] for what in ("l1", "l2 squared")] == [Fraction(each) for each in claimed]
    assert not list(moved(said[0][1], said[0][0], said[1][0], plans[0]))


@pytest.mark.parametrize(
    "unit", [ROWS, of_persons(1, "add_remove"), of_persons(3, "add_remove"), of_persons(2, "replace_one")]
)
def test_a_mean_of_a_private_number_pays_for_its_sum_and_its_count(tmp_path, unit):
    """Its two vectors claim what a sum and a count by themselves do; with noise of nothing it is the mean."""
    program, columns = Program(tmp_path), [*([WHO] if unit["kind"] == "person" else []), BIG, DRINK]
    where = [{"column": "c", "test": "is", "value": "Tea"}]
    kinds = [{"kind": "mean", "column": "x"}, {"kind": "total", "column": "x"}, {"kind": "count"}]
    question = measured(columns, unit, [{**kind, "name": kind["kind"], "conditions": where} for kind in kinds])
    receipt = program.receipt(text(program, question, "who,x,c", "a,1010,Tea", "b,1020,Tea", "c,,Tea", "d,1040,Mate"))
    claimed = [(each["l1_sensitivity"], each["l2_sensitivity_squared"]) for each in receipt["mechanism"]["noises"]]
    assert claimed[:2] == claimed[2:]
    assert [Fraction(line["value"]) for line in receipt["result"]["lines"]] == [1010, 3030, 3, 3030, 3]
