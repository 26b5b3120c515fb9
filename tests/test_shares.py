"""The share of yes in a column: a mean of no and yes, from asking to the check of its receipt, however it is asked."""

import itertools
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio import api, cli
from dpstudio.core.errors import StudioError
from dpstudio.core.figures.bounds import derive
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.mean import Mean

SMALL = Path(__file__).parents[1] / "docs" / "verify_receipt.py"
ROWS = "smokes\nyes\nyes\nno\n\nperhaps\nYES\n"
REPLACE, ADD = api.rows("replace_one"), api.rows("add_remove")


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("smokers.csv").write_text(ROWS)

    def declared(blank):
        return api.table("smokers.csv", "private", api.column("smokes", "yes_no", blank=blank), header=True)

    return declared


@pytest.mark.parametrize(("blank", "people", "unit", "true"), [
    ("no", 6, REPLACE, [Fraction(1, 2)]),
    ("", None, ADD, [Fraction(3, 4), 3, 4]),
    ("", None, REPLACE, [Fraction(3, 4), 3, 4]),
])  # fmt: skip
def test_a_share_is_asked_drawn_and_verified(blank, people, unit, true, table, capsys):
    mean, yes = api.mean("smokes", people=people), api.where("smokes", "is", "yes")
    asked = api.measure(table(blank), mean, api.count(conditions=[yes]), unit=unit, epsilon=150, limit=500)
    drawn = asked.release()
    assert drawn.lines[0]["name"] == "Share of smokes"
    found = [Fraction(line["value"]) for line in drawn.lines]
    assert all(abs(a - b) <= Fraction(1, 2) for a, b in zip(found, [*true, 3], strict=True))
    assert "the share of yes in “smokes”" in json.dumps(drawn.receipt, ensure_ascii=False)
    (folder,) = {path.parent for path in drawn.export("receipt")}
    (checked,) = api.verify(folder / "receipt.json")
    assert checked.holds, checked
    assert Fraction(drawn.receipt["mechanism"]["noises"][0]["l1_sensitivity"]) == 1
    ran = subprocess.run([sys.executable, SMALL, folder / "receipt.json"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    asked.save("share.dpstudio")
    assert cli.main(["plan", "share.dpstudio", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == []


@pytest.mark.parametrize("unit", [PrivacyUnit(Relation.REPLACE_ONE), PrivacyUnit(Relation.ADD_REMOVE)])
def test_one_person_moves_a_share_of_a_public_number_by_one_over_it_and_a_private_one_by_a_yes_and_a_number(unit):
    column = Column("f", Kind.YES_NO, bounds=(Fraction(0), Fraction(1)), blank="no")
    if unit.relation is Relation.REPLACE_ONE:
        (bound,) = derive(Mean(column, people=3), unit)
        tables = itertools.product((0, 1), repeat=3)
        shares = {Fraction(sum(one) - one[0] + other - sum(one), 3) for one in tables for other in (0, 1)}
        assert bound.l1 * bound.step / 3 == max(map(abs, shares)) == Fraction(1, 3)
        return
    assert [(bound.l1, bound.step) for bound in derive(Mean(column), unit)] == [(1, 1), (1, 1)]


def test_a_public_number_needs_every_row_and_a_sum_of_yes_is_a_count(table):
    with pytest.raises(StudioError, match="a blank in that column counts as nothing"):
        api.measure(table(""), api.mean("smokes", people=6), unit=REPLACE, epsilon=1, limit=4).release()
    with pytest.raises(StudioError, match="the share of yes"):
        api.measure(table("no"), api.total("smokes"), unit=REPLACE, epsilon=1, limit=4).release()
