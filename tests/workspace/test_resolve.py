"""A plan and what is known of its tables: what follows, or what is missing and where."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Account, Charge, Limit
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.receipt.statement import describe
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.workspace.resolving.resolve import resolve

TABLE = TablePlan("h", "t.csv", "text", "t.csv", role="private", header="yes", columns=(ColumnPlan("x", "integer"),))
FACTS = {
    "h": TableFacts(("x", "who")),
    "c": TableFacts(("city", "x"), PublicColumns({"city": ("A", "B"), "x": ("1", "2")})),
}
PUBLIC = TablePlan("c", "c.csv", "text", "c.csv", role="public", header="yes")
WHOLE = Plan(
    "Q",
    (TABLE,),
    UnitPlan("row", relation="add_remove"),
    CandidatesPlan("grid", start="1", stop="3", step="1"),
    RulePlan("median", columns=("x",)),
    PrivacyPlan(cap="3"),
)


def part(plan: Plan, name: str, **values) -> Plan:
    return replace(plan, **{name: replace(getattr(plan, name), **values)})


def column(plan: Plan, **values) -> Plan:
    return replace(plan, tables=(replace(plan.tables[0], columns=(replace(plan.tables[0].columns[0], **values),)),))


def test_a_whole_plan_settles_into_a_question():
    found = resolve(WHOLE, FACTS, None)
    assert found.missing == ()
    assert found.question.range_sensitivity == 2
    assert found.scores.accuracy > 0
    assert [found.status(tab) for tab in ("tables", "question", "score", "privacy")] == ["done"] * 4


@pytest.mark.parametrize(
    ("typed", "way_out"), [("1.000", "Type 1000 or 1.0000."), ("-2.500", "Type -2500 or -2.5000.")]
)
def test_a_bound_that_could_mean_a_thousand_is_asked_where_the_file_writes_decimal_commas(typed, way_out):
    asked = column(WHOLE, kind="decimal", step="0.5", lower="-4000", upper="4000", decimal_mark=",")
    end = "lower" if typed.startswith("-") else "upper"
    found = resolve(column(asked, **{end: typed}), FACTS, None)
    told = {item.field: item.sentence for item in found.missing}
    assert "two meanings" in told[f"column:x:{end}"]
    assert way_out in told[f"column:x:{end}"]
    for plain in (
        column(asked, upper="1.0000"),
        column(asked, upper="1.000", decimal_mark="."),
        column(asked, upper="0.500"),
    ):
        assert not any("two meanings" in item.sentence for item in resolve(plain, FACTS, None).missing)


@pytest.mark.parametrize("typed", ["5.5", "9" * 40])
@pytest.mark.parametrize("end", ["lower", "upper"])
def test_a_bound_that_fits_no_step_or_lies_too_far_is_told_at_its_own_field(end, typed):
    wrong = {"lower": "0", "upper": "9", end: f"-{typed}" if end == "lower" else typed}
    found = resolve(column(WHOLE, **wrong), FACTS, None)
    assert [item.field for item in found.missing if item.field.startswith("column:")] == [f"column:x:{end}"]


def test_an_empty_plan_names_everything_missing_and_nothing_wrong():
    found = resolve(Plan(), {}, None)
    assert found.question is None
    assert {item.field for item in found.missing} >= {
        "tables.add", "privacy_unit.kind", "privacy_unit.relation", "candidates.kind", "rule.kind", "privacy.cap",
    }  # fmt: skip
    assert not any(item.wrong for item in found.missing)


def test_a_comma_is_told_at_each_number_that_has_one():
    found = resolve(part(WHOLE, "candidates", start="1,00", stop="3,00", step="0,25"), FACTS, None)
    told = {item.field: item.sentence for item in found.missing}
    for name in ("start", "stop", "step"):
        assert "Write a point, not a comma" in told[f"candidates.{name}"]


MISTAKES = [
    (part(WHOLE, "privacy", epsilon="0"), "privacy.epsilon", "ε is 0"),
    (part(WHOLE, "privacy", epsilon="-1"), "privacy.epsilon", "negative"),
    (part(WHOLE, "privacy", epsilon="1e400"), "privacy.epsilon", "not a number"),
    (part(WHOLE, "privacy", epsilon="٣"), "privacy.epsilon", "not a number"),
    (part(WHOLE, "privacy", epsilon=""), "privacy.epsilon", "blank"),
    (part(WHOLE, "privacy", beta="1"), "privacy.beta", "below 1"),
    (
        part(WHOLE, "privacy", cap="0.5"),
        "privacy.cap",
        "ε = 1 is more than the limit 0.5. Type 0.5 or less, or a larger limit.",
    ),
    (part(WHOLE, "privacy", bound="1"), "privacy.bound", "smaller than the derived"),
    (part(WHOLE, "privacy", winners="0"), "privacy.winners", "is 0"),
    (part(WHOLE, "privacy", winners="4"), "privacy.winners", "from 1 to 3"),
    (part(WHOLE, "candidates", step="0"), "candidates.step", "step is 0"),
    (part(WHOLE, "candidates", stop="0"), "candidates.stop", "below the start"),
    (part(WHOLE, "candidates", stop="10000000000000000000"), "candidates.step", "points"),
    (part(WHOLE, "rule", columns=("y",)), "rule.columns", "no column"),
    (column(WHOLE, kind=""), "column:x:kind", "not declared"),
    (column(WHOLE, kind="category"), "column:x:kind", "not declared as a number"),
    (column(WHOLE, lower="3", upper="1"), "column:x:lower", "not below its greatest"),
    (column(WHOLE, kind="decimal", step="0.3", lower="0", upper="1"), "column:x:upper", "not a multiple"),
    (column(WHOLE, lower="0", upper="1", blank="7"), "column:x:blank", "outside its bounds"),
    (column(WHOLE, grouping_mark="."), "column:x:grouping_mark", "same mark"),
    (part(WHOLE, "rule", kind="quantile", alpha="1"), "rule.alpha", "between 0 and 1; it is 1. Type"),
    (part(WHOLE, "rule", kind="quantile", alpha="x"), "rule.alpha", "not a number"),
    (part(WHOLE, "rule", kind="nearness"), "column:x:lower", "no bounds"),
    (part(WHOLE, "privacy_unit", kind="person", person="nobody", rows="2"), "privacy_unit.person", "no column"),
    (part(WHOLE, "privacy_unit", kind="person", person="who", rows="0"), "privacy_unit.rows", "is 0"),
    (replace(WHOLE, people="many"), "people", "not a number"),
]


@pytest.mark.parametrize(("plan", "field", "said"), MISTAKES)
def test_a_mistake_is_named_at_its_field(plan, field, said):
    found = resolve(plan, FACTS, None)
    assert found.question is None
    wrong = [item for item in found.missing if item.wrong]
    assert any(said in item.sentence for item in wrong)
    assert any(item.field == field for item in wrong)


def test_a_larger_bound_is_taken_and_lowers_the_accuracy():
    plain, careful = resolve(WHOLE, FACTS, None), resolve(part(WHOLE, "privacy", bound="5"), FACTS, None)
    assert careful.scores.range_sensitivity == 5
    assert careful.question.entered
    assert careful.scores.accuracy > plain.scores.accuracy


def test_candidates_never_come_from_the_peoples_table():
    plan = part(WHOLE, "candidates", kind="table", table="h", label_column="x")
    found = resolve(plan, FACTS, None)
    assert any("void the guarantee" in item.sentence for item in found.missing)


def test_candidates_of_a_public_table_bring_their_attributes():
    plan = replace(WHOLE, tables=(TABLE, PUBLIC))
    plan = part(plan, "candidates", kind="table", table="c", label_column="city")
    plan = part(plan, "rule", attributes=("x",))
    found = resolve(plan, FACTS, None)
    assert found.missing == ()
    assert found.scores.candidates.labels == ("A", "B")


def test_weights_go_with_the_exponential_mechanism_only():
    plan = part(WHOLE, "candidates", kind="list", text="1\n2", weights="1\n3")
    assert resolve(plan, FACTS, None).question is not None
    found = resolve(part(plan, "privacy", mechanism="permute_and_flip"), FACTS, None)
    assert any(item.field == "privacy.mechanism" for item in found.missing)


@pytest.mark.parametrize(
    "known", [TableFacts(problem="Broken."), TableFacts(changed=True), TableFacts(refusal="Sealed.")]
)
def test_a_table_that_cannot_be_used_blocks_the_release(known):
    found = resolve(WHOLE, {"h": known}, None)
    assert found.status("tables") == "wrong"
    assert found.question is None


def test_of_a_database_the_table_must_be_named():
    """Also where it was opened by a version that took the first one for chosen."""
    for sheet, blocked in (("", True), ("public.people", False)):
        table = replace(TABLE, format="database", path="postgresql://host/clinic", header="", sheet=sheet)
        found = resolve(replace(WHOLE, tables=(table,)), FACTS, None)
        assert [item.field for item in found.missing] == ([f"sheet:{TABLE.handle}"] if blocked else [])
        assert (found.question is None) == blocked


def test_two_tables_of_people_or_none_are_explained():
    two = replace(WHOLE, tables=(TABLE, replace(TABLE, handle="i")))
    (said,) = (item.sentence for item in resolve(two, FACTS, None).missing if "Only one table" in item.sentence)
    assert said.endswith("Remove one of them; call one public only if anyone may know it.")
    none = replace(WHOLE, tables=(PUBLIC,))
    assert any("people's data" in item.sentence for item in resolve(none, FACTS, None).missing)


def test_the_account_rules_what_is_left():
    unit = PrivacyUnit(Relation.ADD_REMOVE)
    charge = Charge(1, "h", PrivacyLoss(Fraction(5, 2), Fraction(0), Fraction(1)), "p", None, False)
    found = resolve(WHOLE, FACTS, Account(unit, Limit(Fraction(3)), (charge,)))
    assert any(
        "ε = 1 is more than the 0.5 left of the limit 3. Type 0.5 or less." in item.sentence for item in found.missing
    )
    other = Account(PrivacyUnit(Relation.REPLACE_ONE), Limit(Fraction(3)), (charge,))
    (item,) = [item for item in resolve(WHOLE, FACTS, other).missing if "another unit" in item.sentence]
    assert (item.tab, item.field) == ("tables", "privacy_unit.relation")


@pytest.mark.parametrize(("unit", "told"), [
    (PrivacyUnit(Relation.REPLACE_ONE), "each row is one person; replace one person by another"),
    (PrivacyUnit(Relation.ADD_REMOVE, "who", 3), "“who” identifies people; at most 3 rows of each person count; add"),
    (PrivacyUnit(Relation.REPLACE_ONE, "who", 1, True, Persons.WHOLE_NUMBER),
     "“who” identifies people, as a whole number; at most 1 row of each person count; replace one person by another,"
     " each person has a row"),
])  # fmt: skip
def test_who_was_protected_before_is_told_where_another_unit_is_refused(unit, told):
    (item,) = [
        item
        for item in resolve(WHOLE, FACTS, Account(unit, Limit(Fraction(3)), ())).missing
        if "another unit" in item.sentence
    ]
    assert f"Choose what the first of them fixed: {told}" in item.sentence


def test_a_grid_not_yet_typed_is_missing_and_not_wrong():
    found = resolve(part(WHOLE, "candidates", start="", step=" "), FACTS, None)
    assert {item.field for item in found.missing} >= {"candidates.start", "candidates.step"}
    assert found.status("question") == "missing"


def test_a_pasted_private_table_must_be_saved_first():
    found = resolve(replace(WHOLE, tables=(replace(TABLE, path="", text="x\n1\n"),)), FACTS, None)
    assert any("Save pasted table" in item.sentence for item in found.missing)


def test_votes_cannot_hold_the_separator_nor_twins():
    plan = part(WHOLE, "candidates", kind="list", text="a;b\nc")
    plan = part(plan, "rule", kind="votes", style="choices")
    found = resolve(column(plan, kind="choices"), FACTS, None)
    assert any("contains the separator" in item.sentence for item in found.missing)
    plan = part(WHOLE, "candidates", kind="list", text="a\nA")
    plan = part(plan, "rule", kind="votes", style="one_column")
    found = resolve(column(plan, kind="category", match_case=False), FACTS, None)
    assert any("the same" in item.sentence for item in found.missing)
    assert resolve(column(plan, kind="category"), FACTS, None).question is not None


PERSON = replace(WHOLE, privacy_unit=UnitPlan("person", "who", "2", "add_remove"))


def declared(**values) -> Plan:
    table = replace(TABLE, columns=(*TABLE.columns, ColumnPlan("who", **values)))
    return replace(PERSON, tables=(table,))


@pytest.mark.parametrize(
    ("plan", "reading"),
    [
        (PERSON, Persons.TEXT),
        (declared(kind="category", match_case=False), Persons.FOLDED_TEXT),
        (declared(kind="identifier", trim=False), Persons.EXACT_TEXT),
        (declared(kind="identifier", trim=False, match_case=False), Persons.EXACT_FOLDED_TEXT),
        (declared(kind="integer"), Persons.WHOLE_NUMBER),
    ],
)
def test_persons_are_read_as_their_column_is_declared_and_the_receipt_says_so(plan, reading):
    question = resolve(plan, FACTS, None).question
    assert question.unit.persons is reading
    described = describe(question)
    assert described.claims.privacy_unit.persons_are_read_as is reading
    told = described.words.rows_kept
    assert "SHA-256 of the person and the cells" in told
    assert ("A to Z" in told) == ("FOLDED" in reading.name)
    assert ("blanks around" in told) == (reading in (Persons.TEXT, Persons.FOLDED_TEXT))
    assert ("whole number" in told) == (reading is Persons.WHOLE_NUMBER)


@pytest.mark.parametrize("kind", ["date", "choices", "decimal", "yes_no"])
def test_a_column_that_names_nobody_does_not_identify_persons(kind):
    found = resolve(declared(kind=kind, step="1"), FACTS, None)
    assert [item.field for item in found.missing if item.wrong] == ["privacy_unit.person"]


def test_a_table_that_stays_sealed_is_called_so_and_never_a_sample():
    sample = replace(WHOLE, tables=(replace(TABLE, role="sample"),))
    assert "t.csv (sample)" in resolve(sample, FACTS, None).summary
    found = resolve(sample, {"h": TableFacts(refusal="It has been private before.")}, None)
    assert "t.csv (sealed)" in found.summary
    assert [item.field for item in found.missing if item.tab in ("tables", "score")] == ["role:h"]


def test_a_division_by_a_cell_is_refused_in_words_and_nothing_else_breaks():
    """A grid of candidates and a column that a rule divides by: looking for an example once failed."""
    plan = part(WHOLE, "rule", kind="formula", columns=(), formula="sum(1/x)")
    plan = column(plan, kind="decimal", step="0.25", lower="0", upper="10", blank="0")
    found = resolve(plan, FACTS, None)
    assert found.question is None
    assert "divides by something private" in found.scores.trouble.sentence


def test_an_r_that_no_delta_allows_is_named_with_the_delta_that_would():
    columns = (ColumnPlan("who", "category"), ColumnPlan("x", "integer"))
    ready = RulePlan("ready", columns=("who", "x"), sensitivity="2", range_sensitivity="5")
    found = resolve(replace(WHOLE, tables=(replace(TABLE, columns=columns),), rule=ready), FACTS, None)
    told = [each.sentence for each in found.missing if each.field == "rule.range_sensitivity"]
    assert told == [
        "R = 5 is more than 2Δ = 4, and one person cannot move two scores further apart. Leave R blank, or type a Δ of"
        " 2.5 or more."
    ]


def test_a_stop_before_its_start_names_both_days():
    days = CandidatesPlan("dates", start="2026-12-31", stop="2026-12-01", step="1")
    told = [each.sentence for each in resolve(replace(WHOLE, candidates=days), FACTS, None).missing]
    assert any("The stop 2026-12-01 is before the start 2026-12-31. Swap them" in each for each in told)


@pytest.mark.parametrize("header", ["", "yes"])
def test_a_header_too_far_below_is_refused_as_that_whatever_else_is_wrong_with_the_file(header):
    plan = replace(WHOLE, tables=(replace(TABLE, first_line="12", header=header),))
    broken = InputError("t.csv, line 12 has 3 cells, and line 13 has 1.", field="delimiter")
    found = resolve(plan, {"h": TableFacts(problem=str(broken), error=broken)}, None)
    told = [each.sentence for each in found.missing if each.tab == "tables" and each.wrong]
    assert [each for each in told if "stands in its first 10 lines" in each]
    assert not [each for each in told if "line 13" in each]


SPENT = Account(
    PrivacyUnit(Relation.ADD_REMOVE),
    Limit(Fraction(10)),
    (Charge(1, "h", PrivacyLoss(Fraction(9), Fraction(0), Fraction(81, 2)), "", "", True),),
)
UNFINISHED = [
    replace(WHOLE, candidates=CandidatesPlan(), rule=RulePlan(), privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, privacy_unit=UnitPlan(), privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, privacy_unit=UnitPlan("row", relation="replace_one"), privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, privacy=PrivacyPlan(epsilon="9", beta="")),
    replace(WHOLE, kind="measure", privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, kind="survey", privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, kind="synthesize", privacy=PrivacyPlan(epsilon="9")),
    replace(WHOLE, privacy=PrivacyPlan(epsilon="9", cap="20")),
]


@pytest.mark.parametrize("plan", UNFINISHED)
def test_more_than_is_left_is_said_at_its_field_whatever_else_is_missing(plan):
    told = [each for each in resolve(plan, FACTS, SPENT).missing if each.field == "privacy.epsilon"]
    assert [each.sentence for each in told] == ["ε = 9 is more than the 1 left of the limit 10. Type 1 or less."]
    fitting = replace(plan, privacy=replace(plan.privacy, epsilon="1"))
    assert not [each for each in resolve(fitting, FACTS, SPENT).missing if each.field == "privacy.epsilon"]


def test_more_than_a_first_limit_is_said_whatever_else_is_missing():
    plan = replace(WHOLE, candidates=CandidatesPlan(), privacy=PrivacyPlan(epsilon="9", cap="3"))
    told = [each.sentence for each in resolve(plan, FACTS, None).missing if each.field == "privacy.cap"]
    assert told == ["ε = 9 is more than the limit 3. Type 3 or less, or a larger limit."]


def test_more_delta_than_is_left_is_said_before_there_is_a_figure():
    account = replace(SPENT, limit=Limit(Fraction(10), Fraction(1, 1000)))
    plan = replace(WHOLE, kind="measure", privacy=PrivacyPlan(epsilon="1", noise="discrete_gaussian", delta="0.01"))
    told = [each.sentence for each in resolve(plan, FACTS, account).missing if each.field == "privacy.delta"]
    assert told == ["δ = 0.01 is more than the limit for δ 0.001. Type 0.001 or less."]
