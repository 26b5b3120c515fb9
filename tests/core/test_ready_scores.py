"""Ready-made scores: read exactly, bounded by what the curator asserts, and said to be so everywhere."""

import datetime
import itertools
import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.renderings import to_pdf
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import perform, read, rehearsed, sample
from dpstudio.core.scores.as_read import as_read, grid_of
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.sealed import looked_at
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.granting import grant
from dpstudio.core.tables.schema import Column, Kind, Role, Source
from dpstudio.kinds.choose.reference_rule import reference_columns_read, retold
from dpstudio.kinds.choose.refutation import refute, too_small
from dpstudio.kinds.choose.stand_in import stand_in_scores
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.resolving.resolve import resolve

COLUMNS = (
    ColumnPlan("name", "category"),
    ColumnPlan("points", "decimal", "0.5", unit="points"),
    ColumnPlan("d", "date"),
)
TABLE = TablePlan("a" * 32, "t.csv", "text", "t.csv", role="private", header="yes", columns=COLUMNS)
FACTS = {"a" * 32: TableFacts(("name", "points", "d"))}
PLAN = Plan(
    "Q", (TABLE,), UnitPlan(relation="add_remove"), CandidatesPlan("list", text="Red\nGreen\nBlue"),
    RulePlan("ready", columns=("name", "points"), sensitivity="1.5"), PrivacyPlan(cap="3"),
)  # fmt: skip


def rule(**values):
    return replace(PLAN, rule=replace(PLAN.rule, **values))


def settled(table="name,points\nRed,7\nGreen,2.5\n"):
    return replace(resolve(PLAN, FACTS, None).question, source=Source("text", text=table))


def test_the_bound_is_the_asserted_one_and_twice_delta_where_r_is_blank():
    found = resolve(PLAN, FACTS, None)
    assert found.missing == ()
    assert (found.scores.sensitivity.delta, found.scores.sensitivity.range) == (Fraction(3, 2), 3)
    assert resolve(rule(range_sensitivity="2"), FACTS, None).scores.range_sensitivity == 2
    assert found.unit.person is None


@pytest.mark.parametrize(
    ("plan", "field", "said"),
    [
        (rule(sensitivity=""), "rule.sensitivity", "Type how far"),
        (rule(sensitivity="0"), "rule.sensitivity", "is 0"),
        (rule(sensitivity="-1"), "rule.sensitivity", "negative"),
        (rule(range_sensitivity="4"), "rule.range_sensitivity", "is more than 2Δ = 3"),
        (rule(sensitivity="1.6"), "rule.sensitivity", "Type 2, or choose a smaller step"),
        (rule(range_sensitivity="1.25"), "rule.range_sensitivity", "multiple"),
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
    asked = replace(settled(table), role=Role.SAMPLE)
    scores = sample(asked, grant(asked.source, Role.SAMPLE), tmp_path / "w", lambda _: None).value
    assert [int(step) * scores.unit for step in scores.steps] == [6, Fraction(5, 2), 0]
    turned = replace(settled("name,points\nRed,-1\nRed,7\nGreen,2.5\n"), role=Role.SAMPLE)
    again = sample(turned, grant(turned.source, Role.SAMPLE), tmp_path / "w", lambda _: None).value
    assert again.steps.tolist() == scores.steps.tolist()


def test_a_line_of_scores_that_stands_twice_counts_twice(tmp_path):
    asked = replace(settled("name,points\nRed,7\nRed,7\nBlue,2.5\n"), role=Role.SAMPLE)
    scores = sample(asked, grant(asked.source, Role.SAMPLE), tmp_path / "w", lambda _: None).value
    assert [int(step) * scores.unit for step in scores.steps] == [14, 0, Fraction(5, 2)]


def test_receipt_and_flags_say_asserted_and_not_derived(tmp_path):
    asked = settled()
    secret = read(asked, tmp_path / "w", lambda _: None)
    done = perform(asked, secret, Ledger(tmp_path / "l"), Entropy(), datetime.date(2026, 1, 1))
    assert done.text in ("Red", "Green", "Blue")
    assert done.statement["mechanism"]["range_sensitivity_origin"] == "asserted"
    assert any("asserted" in flag for flag in done.statement["flags"])
    said, unit = done.statement["words"], done.statement["privacy_unit"]
    assert "not derived" in said["protected"]
    assert unit["asserted"] is True
    assert "not people" in said["rows_kept"]
    assert "asserted" in said["rows_kept"]
    assert "who is protected" not in resolve(PLAN, FACTS, None).summary
    assert "one row in the table" not in json.dumps(said)
    assert to_pdf(done.receipt).startswith(b"%PDF")


def test_the_preview_of_a_private_table_is_invented_and_a_smaller_bound_has_no_rule_to_search(tmp_path):
    asked = settled()
    answers = jobs.preview_answers(asked, 100, None, open_gate(), tmp_path, lambda _: None)
    assert jobs.preview(asked, answers)[0].chances.sum() == pytest.approx(1)
    found = resolve(replace(PLAN, privacy=replace(PLAN.privacy, bound="1")), FACTS, None)
    assert any("smaller than the asserted" in item.sentence for item in found.missing)
    claim = too_small(found)
    assert "ready-made" in refute(found, claim).sentence


BID = ColumnPlan("bid", "integer", lower="0", upper="5")
CAPPED = {
    "reference": "sum(bid where colour = candidate)",
    "reference_columns": (BID, ColumnPlan("colour", "category")),
}


def test_a_project_with_ready_made_scores_is_saved_and_read_back(tmp_path):
    from dpstudio.workspace.project import project_file

    for plan in (PLAN, rule(**CAPPED)):
        project_file.save(plan, tmp_path / "p.dpstudio")
        assert project_file.load(tmp_path / "p.dpstudio").rule == plan.rule


def told(relation="add_remove", **values):
    plan = rule(**CAPPED | values)
    return resolve(replace(plan, privacy_unit=UnitPlan(relation=relation)), FACTS, None)


@pytest.mark.parametrize(
    ("relation", "delta", "spread"), [("add_remove", "5", "5"), ("add_remove", "7", ""), ("replace_one", "5", "10")]
)
def test_a_claim_that_the_told_rule_bears_out_stands_and_is_still_said_to_be_asserted(relation, delta, spread):
    found = told(relation, sensitivity=delta, range_sensitivity=spread)
    assert found.missing == ()
    assert found.scores.sensitivity.delta == Fraction(delta)
    assert found.scores.range_sensitivity == Fraction(spread or 2 * Fraction(delta))
    first, last = found.scores.sensitivity.steps[0], found.scores.sensitivity.steps[-1]
    assert first.depth > last.depth == 0
    assert any(step.what == "sum(bid where colour = candidate)" for step in found.scores.sensitivity.steps)
    assert "Asserted, not derived" in last.why
    assert "Where each candidate has exactly one row, whose score can be read, the rule" in last.why
    assert "whether they were computed so is not checked" in last.why
    assert too_small(found) is None
    described = describe(found.question)
    rule = described.claims.question.reference_rule
    assert rule.formula == "sum(bid where colour = candidate)"
    assert [column.name for column in rule.columns] == ["bid", "colour"]
    assert "said to be sum(bid" in described.words.question
    assert described.claims.mechanism.range_sensitivity_origin == "asserted"


@pytest.mark.parametrize(
    ("relation", "delta", "spread", "field", "moved"),
    [
        ("add_remove", "4", "", "rule.sensitivity", 5), ("replace_one", "4.5", "", "rule.sensitivity", 5),
        ("add_remove", "6", "4", "rule.range_sensitivity", 5),
        ("replace_one", "5", "9.5", "rule.range_sensitivity", 10),
    ],
)  # fmt: skip
def test_a_claim_that_the_told_rule_breaks_is_refused_with_two_tables_that_show_it(
    relation, delta, spread, field, moved
):
    found = told(relation, sensitivity=delta, range_sensitivity=spread)
    assert found.question is None
    (item,) = [item for item in found.missing if item.wrong]
    assert (item.tab, item.field) == ("score", field)
    assert "which is derived for the rule" in item.sentence
    claim = too_small(found)
    assert (claim.field, claim.spread) == (field, field == "rule.range_sensitivity")
    shown = refute(found, claim)
    assert shown.field == field
    assert f"by {moved} points" in shown.sentence
    assert shown.columns == ("left: bid", "left: colour", "right: bid", "right: colour")
    assert len(shown.rows) >= 1
    assert "the score of “" in shown.sentence
    sides = [side for row in shown.rows for side in (row[:2], row[2:])]
    assert sides.count(("(no row)",) * 2) == (relation == "add_remove")
    assert all(all(side) for side in sides)


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"reference": "sum(bid where"}, "rule.reference", "bracket is not closed"),
        ({"reference": "sum(bid where colour = candidate) / count(colour = candidate)"}, "rule.reference", "divid"),
        ({"reference": "sum(bid where age > 3 and colour = candidate)"}, "reference:column:age:kind", "not declared"),
        (
            {"reference_columns": (replace(BID, upper=""), CAPPED["reference_columns"][1])},
            "reference:column:bid:upper",
            "is blank",
        ),
        ({"reference": "count(bid > 3)"}, "rule.reference", "does not depend on the candidate"),
        ({"reference": "persons(colour = candidate)"}, "rule.reference", "persons"),
    ],
)
def test_what_is_wrong_with_the_told_rule_is_told_at_its_field_and_nothing_is_released(values, field, said):
    found = told(**{"sensitivity": "9"} | values)
    assert found.question is None
    assert any(item.tab == "score" and item.field == field and said in item.sentence for item in found.missing), (
        found.missing
    )
    assert too_small(found) is None


def test_the_reference_columns_follow_the_text_and_keep_what_was_declared_of_them():
    asked = replace(PLAN.rule, **CAPPED)
    shorter = retold(asked, "sum(bi where colour = candidate)")
    assert [column.name for column in reference_columns_read(shorter)] == ["colour", "bi"]
    again = retold(shorter, "sum(bid where colour = candidate) + count(x = candidate)")
    assert {column.name: column.kind for column in again.reference_columns} == {
        "bid": "integer",
        "colour": "category",
        "x": "",
    }
    assert reference_columns_read(retold(again, "sum(")) == ()
    assert BID in retold(again, "sum(").reference_columns


def read_on(column, value):
    """As a cell is read: onto the grid, then between the bounds."""
    found = math.floor(value / column.step + Fraction(1, 2)) * column.step
    return found if column.bounds is None else min(max(found, column.bounds[0]), column.bounds[1])


def test_a_candidate_without_a_row_is_read_like_one_of_0(tmp_path):
    """Else a table that leaves zeros out would jump from 0 to the lower bound with the first of them."""
    bounded = (COLUMNS[0], replace(COLUMNS[1], lower="10", upper="20"), COLUMNS[2])
    asked = resolve(replace(PLAN, tables=(replace(TABLE, columns=bounded),)), FACTS, None).question
    for table in ("name,points\nRed,12\n", "name,points\nRed,12\nGreen,0\nBlue,1\n"):
        found = replace(asked, source=Source("text", text=table), role=Role.SAMPLE)
        scores = sample(found, grant(found.source, Role.SAMPLE), tmp_path / "w", lambda _: None).value
        assert [int(step) * scores.unit for step in scores.steps] == [12, 10, 10]


@pytest.mark.parametrize("bounds", [None, (Fraction(0), Fraction(1))], ids=["free", "bounded"])
@pytest.mark.parametrize("on_grid", [False, True], ids=["anywhere", "on the grid"])
def test_scores_that_are_read_move_no_farther_than_is_said_of_them(bounds, on_grid):
    """Every pair of scores before and after, on quarters of a grid of whole numbers."""
    column = Column("points", Kind.DECIMAL, bounds=bounds)
    places = list(map(Fraction, range(-2, 4))) if on_grid else [Fraction(place, 4) for place in range(-3, 8)]
    worst = {}
    for one, two, one_after, two_after in itertools.product(places, repeat=4):
        moves = abs(one_after - one), abs(two_after - two)
        apart = abs((one_after - two_after) - (one - two))
        was, now = [[read_on(column, each) for each in pair] for pair in ((one, two), (one_after, two_after))]
        key = max(moves), apart
        seen = max(abs(now[0] - was[0]), abs(now[1] - was[1])), abs((now[0] - now[1]) - (was[0] - was[1]))
        before = worst.get(key, (0, 0))
        worst[key] = max(before[0], seen[0]), max(before[1], seen[1])
    for (delta, spread), seen in worst.items():
        said = as_read(delta, spread, column, Fraction(1) if on_grid else None)
        assert seen[0] <= said[0], (delta, spread)
        assert seen[1] <= said[1], (delta, spread)
    if not on_grid and bounds is None:
        assert worst[Fraction(1, 4), Fraction(1, 4)][1] == 1, "else this shows nothing"


@pytest.mark.parametrize(
    ("formula", "grid"),
    [
        ("count(colour = candidate)", 1), ("0.2 * count(colour = candidate)", Fraction(1, 5)),
        ("sum(bid) / 4", Fraction(1, 4)), ("abs(sum(bid) - 2/3)", Fraction(1, 3)),
        ("sum(bid) * sum(bid)", 1), ("min(count(bid > 1), 5/2)", Fraction(1, 2)),
        ("sum(if(bid > 1, 2, 3))", 1), ("count(bid > 1) * candidate.p", None),
    ],
)  # fmt: skip
def test_the_grid_of_a_rule_is_known_or_not_claimed(formula, grid):
    bid = Column("bid", Kind.INTEGER)
    assert grid_of(parse(formula), {"bid": bid}) == grid


@pytest.mark.parametrize(
    ("step", "values", "accepted"),
    [
        ("1", {"sensitivity": "1", "range_sensitivity": "1"}, False),
        ("1", {"sensitivity": "1"}, True),
        ("0.2", {"sensitivity": "0.2", "range_sensitivity": "0.2"}, True),
    ],
)
def test_a_rule_whose_scores_are_rounded_when_they_are_read_is_held_to_what_rounding_does(step, values, accepted):
    """0.4 and 0.6 are 0.2 apart, and read in whole points 1: one of two scores may go up while the other goes down."""
    columns = (COLUMNS[0], replace(COLUMNS[1], step=step), COLUMNS[2])
    plan = rule(
        **CAPPED | {"reference": "0.2 * count(bid > 1 and colour = candidate)", "range_sensitivity": ""} | values
    )
    found = resolve(replace(plan, tables=(replace(TABLE, columns=columns),)), FACTS, None)
    assert (found.question is not None) is accepted, found.missing


@pytest.mark.parametrize("blank", ["", "30"])
@pytest.mark.parametrize("told", ["", "count(colour = candidate)"])
def test_what_a_receipt_says_of_blank_unreadable_and_missing_scores_is_what_they_become(blank, told, tmp_path):
    """Held between 5 and 50 a 0 is a 5; a candidate's blank row is none, or counts as what a blank was said to be."""
    points = ColumnPlan("points", "decimal", "0.25", "5", "50", blank=blank, unit="points")
    table = replace(TABLE, columns=(COLUMNS[0], points, COLUMNS[2]))
    asked = replace(
        PLAN.rule,
        sensitivity="99",
        range_sensitivity="99",
        reference=told,
        reference_columns=(ColumnPlan("colour", "category"),),
    )
    question = resolve(replace(PLAN, tables=(table,), rule=asked), FACTS, None).question
    described = describe(question)
    signs = {each.sign: each.value for each in described.words.symbols}
    why = described.derivation[-1].why
    assert (
        signs["u(y)"]
        == "read from the table; 5 for a candidate without a row, the sum of the rows for one with several"
    )
    assert "one without a row counts as 5, which is 0 held so" in why
    assert ("cannot be read, counts as 30." if blank else "cannot be read, is no row.") in why
    of_blank = 30 if blank else 5
    several = 71.5 if blank else 41.5
    for rows, score in ((("Red,",), of_blank), (("Red,x",), of_blank), ((), 5), (("Red,41.5", "Red,"), several)):
        text = "\n".join(["name,points", *rows, "Green,7"]) + "\n"
        asked = replace(question, source=Source("text", text=text))
        found = sample(asked, grant(asked.source, Role.SAMPLE), tmp_path / "w", lambda _: None).value
        assert found.steps[0] * found.unit == score


@pytest.mark.parametrize(("told", "first"), [("", "is no proof"), ("count(colour = candidate)", "rule that is told")])
def test_who_checks_an_asserted_bound_is_not_sent_after_a_proof_of_it(told, first):
    plan = rule(
        sensitivity="9", range_sensitivity="9", reference=told, reference_columns=(ColumnPlan("colour", "category"),)
    )
    asked = replace(resolve(plan, FACTS, None).question, source=Source("text", text="name,points\nRed,7\n"))
    check = rehearsed(asked, None, datetime.date(2026, 1, 2)).receipt.trust.check
    assert first in check[0]
    assert not any(each.startswith("Follow the proof again") for each in check)


@pytest.mark.parametrize("step", ["0.25", "0.5"])
@pytest.mark.parametrize(("low", "high"), [("5", "50"), ("-3", "-1"), ("", ""), ("-1152921504606846976", "9")])
def test_invented_scores_are_scores_that_the_column_can_hold(step, low, high):
    points = ColumnPlan("points", "decimal", step, low, high, unit="points")
    found = resolve(replace(PLAN, tables=(replace(TABLE, columns=(COLUMNS[0], points, COLUMNS[2])),)), FACTS, None)
    scores = looked_at(stand_in_scores(found.scores.rule, found.scores.candidates, 1000))
    column = found.scores.rule.columns[1]
    read = reader(column)
    assert scores.unit == column.step
    for steps in map(int, scores.steps):
        assert read(rational_text(steps * column.step)) == steps
    assert len(set(scores.steps.tolist())) > 1
