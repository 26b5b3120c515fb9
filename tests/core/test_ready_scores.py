"""Ready-made scores: read exactly, bounded by what the curator asserts, and said to be so everywhere."""

import datetime
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.question import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.receipt.renderings import to_pdf
from dpstudio.core.release import perform, read
from dpstudio.core.tables.schema import Source
from dpstudio.workspace import jobs
from dpstudio.workspace.facts import TableFacts
from dpstudio.workspace.refutation import refute
from dpstudio.workspace.resolve import resolve

COLUMNS = (
    ColumnPlan("name", "category"),
    ColumnPlan("points", "decimal", "0.5", unit="points"),
    ColumnPlan("d", "date"),
)
TABLE = TablePlan("h", "t.csv", "text", "t.csv", role="private", header="yes", columns=COLUMNS)
FACTS = {"h": TableFacts(("name", "points", "d"))}
PLAN = Plan(
    "Q", (TABLE,), UnitPlan(relation="add_remove"), CandidatesPlan("list", text="Red\nGreen\nBlue"),
    RulePlan("ready", columns=("name", "points"), delta="1.5"), PrivacyPlan(cap="3"),
)  # fmt: skip


def rule(**values):
    return replace(PLAN, rule=replace(PLAN.rule, **values))


def settled(table="name,points\nRed,7\nGreen,2.5\n"):
    return replace(resolve(PLAN, FACTS, None).question, source=Source("text", text=table))


def test_the_bound_is_the_asserted_one_and_twice_delta_where_r_is_blank():
    found = resolve(PLAN, FACTS, None)
    assert found.missing == ()
    assert (found.sensitivity.delta, found.sensitivity.range) == (Fraction(3, 2), 3)
    assert resolve(rule(spread="2"), FACTS, None).range_sensitivity == 2
    assert found.unit.person is None


@pytest.mark.parametrize(
    ("plan", "field", "said"),
    [
        (rule(delta=""), "rule.delta", "Type how far"),
        (rule(delta="0"), "rule.delta", "is 0"),
        (rule(delta="-1"), "rule.delta", "negative"),
        (rule(spread="4"), "rule.spread", "never more than"),
        (rule(columns=("name",)), "rule.columns", "Choose the column"),
        (rule(columns=("points", "points")), "column:points:kind", "one choice"),
        (rule(columns=("name", "d")), "column:d:kind", "number"),
        (rule(columns=("name", "gone")), "rule.columns", "no column"),
    ],
)
def test_what_is_missing_or_wrong_is_told_at_its_field(plan, field, said):
    found = resolve(plan, FACTS, None)
    assert found.question is None
    assert any(item.field == field and said in item.sentence for item in found.missing), found.missing


def test_scores_are_read_exactly_whatever_the_order_and_absent_candidates_score_0(tmp_path):
    table = "name,points\nGreen,2.5\nRed,7\nPink,99\nRed,-1\nBlue,nonsense\n"
    scores = read(settled(table), tmp_path / "w", b"k", lambda _: None)
    assert [int(step) * scores.unit for step in scores.steps] == [6, Fraction(5, 2), 0]
    again = read(settled("name,points\nRed,-1\nRed,7\nGreen,2.5\n"), tmp_path / "w", b"k", lambda _: None)
    assert again.steps.tolist() == scores.steps.tolist()


def test_receipt_and_flags_say_asserted_and_not_derived(tmp_path):
    asked = settled()
    secret = read(asked, tmp_path / "w", b"k", lambda _: None)
    done = perform(asked, secret, Ledger(tmp_path / "l"), Entropy(), datetime.date(2026, 1, 1))
    assert done.text in ("Red", "Green", "Blue")
    assert done.statement["mechanism"]["range_sensitivity_origin"] == "asserted, not derived"
    assert any("asserted" in flag for flag in done.statement["flags"])
    unit = done.statement["privacy_unit"]
    assert "not derived" in unit["who"]
    assert "not people" in unit["identified_by"]
    assert "asserted" in unit["truncation"]
    assert "unit open" not in resolve(PLAN, FACTS, None).summary
    assert "one row in the table" not in json.dumps(done.statement["summary"])
    assert to_pdf(done.statement).startswith(b"%PDF")


def test_the_preview_of_a_private_table_is_invented_and_a_smaller_bound_has_no_rule_to_search(tmp_path):
    asked = settled()
    answers = jobs.preview_answers(asked, 100, tmp_path, b"k", lambda _: None)
    assert jobs.preview(asked, answers)[0].chances.sum() == pytest.approx(1)
    found = resolve(replace(PLAN, privacy=replace(PLAN.privacy, bound="1")), FACTS, None)
    assert any("smaller than the derived" in item.sentence for item in found.missing)
    assert "ready-made" in refute(found, Fraction(1)).sentence


def test_a_project_with_ready_made_scores_is_saved_and_read_back(tmp_path):
    from dpstudio.workspace import project_file

    project_file.save(PLAN, tmp_path / "p.dpstudio")
    assert project_file.load(tmp_path / "p.dpstudio").rule == PLAN.rule
