"""Figures, randomized answers and synthetic tables: what follows from a plan, or what is missing and where."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.ledger import Account, Limit
from dpstudio.core.plan import (
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    SurveyPlan,
    SynthesisPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.survey.question import Survey
from dpstudio.kinds.synthesize.question import SyntheticTable
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.resolving.accuracy import epsilon_for
from dpstudio.workspace.resolving.resolve import resolve

COLUMNS = (
    ColumnPlan("x", "integer", lower="0", upper="10", blank="0"),
    ColumnPlan("s", "yes_no", blank="no"),
    ColumnPlan("day", "date"),
    ColumnPlan("c", "category"),
    ColumnPlan("many", "choices"),
)
TABLE = TablePlan("h", "t.csv", "text", "t.csv", role="private", header="yes", columns=COLUMNS)
FACTS = {"h": TableFacts(("x", "s", "day", "c", "many", "t", "u"))}
ADD, REPLACE = UnitPlan("row", relation="add_remove"), UnitPlan("row", relation="replace_one")
PERSON = UnitPlan("person", "u", "1", "replace_one")
TWO_ROWS = replace(PERSON, rows="2", everyone="yes")
COUNT = FigurePlan("count", conditions=(ConditionPlan("s", "is", "yes"),))
MEASURE = Plan("Q", (TABLE,), ADD, privacy=PrivacyPlan(cap="3"), kind="measure", figures=(COUNT,))
SURVEY = Plan(
    "Q", (TABLE,), REPLACE, privacy=PrivacyPlan(cap="3"), kind="survey", survey=SurveyPlan("s", "yes\nno", "9")
)
SYNTH = Plan(
    "Q", (TABLE,), REPLACE, privacy=PrivacyPlan(cap="3"), kind="synthesize",
    synthesis=SynthesisPlan(("s", "t"), alpha="0.5", people="90"),
)  # fmt: skip


def figure(**values):
    return replace(MEASURE, figures=(replace(COUNT, **values),))


OF_NINE = figure(kind="mean", column="x", people="9")


def condition(column, test, value):
    return figure(conditions=(ConditionPlan(column, test, value),))


def part(plan, name, **values):
    return replace(plan, **{name: replace(getattr(plan, name), **values)})


def test_whole_plans_settle_into_their_questions():
    for plan, kind in ((MEASURE, Measurement), (SURVEY, Survey), (SYNTH, SyntheticTable)):
        found = resolve(plan, FACTS, None)
        assert found.missing == (), [item.sentence for item in found.missing]
        assert isinstance(found.question, kind)
        assert found.question.epsilon == 1


def test_empty_plans_name_everything_missing_and_nothing_wrong():
    for kind, fields in (
        ("measure", {"figures"}),
        ("survey", {"survey.column", "survey.answers", "survey.people"}),
        ("synthesize", {"synthesis.columns", "synthesis.alpha", "synthesis.people"}),
    ):
        found = resolve(Plan(kind=kind), {}, None)
        assert found.question is None
        assert {item.field for item in found.missing} >= fields
        assert not any(item.wrong for item in found.missing)


@pytest.mark.parametrize(
    ("plan", "field", "said"),
    [
        (figure(kind="total", column=""), "figure:0:column", "Choose the column"),
        (figure(kind="total", column="gone"), "figure:0", "no column"),
        (figure(kind="total", column="c"), "column:c:kind", "not declared as a number"),
        (figure(kind="total", column="t"), "column:t:kind", "not declared"),
        (figure(kind="histogram", column="x"), "figure:0:bins", "Type the bins"),
        (figure(kind="histogram", column="x", bins="5\n1"), "figure:0:bins", "comes after 5"),
        (figure(kind="histogram", column="x", bins="5"), "figure:0:bins", "two edges; 5 is the only one. Type"),
        (figure(kind="histogram", column="c", bins="a\na"), "figure:0:bins", "listed twice"),
        (figure(kind="mean", column="x", people="0"), "figure:0:people", "is 0"),
        (figure(kind="mean", column="x", people="9"), "privacy_unit.relation", "itself protected"),
        (figure(kind="mean", column="x", otherwise="11"), "figure:0:otherwise", "11, lies outside"),
        (figure(kind="mean", column="x", count_share="1"), "figure:0:count_share", "below 1"),
        (figure(share="-1"), "figure:0:share", "negative"),
        (replace(MEASURE, figures=(COUNT, replace(COUNT, share="1"))), "figure:1:share", "nothing is left"),
        (replace(MEASURE, figures=2 * (replace(COUNT, share="2"),)), "figure:0:share", "add up to 4;"),
        (figure(least="3", greatest="1"), "figure:0:least", "3 is above the greatest 1. Swap them"),
        (figure(rounding="x"), "figure:0:rounding", "not a number"),
        (condition("", "is", "yes"), "figure:0:condition:0:column", "Choose"),
        (condition("s", "is", " "), "figure:0:condition:0:value", "Type"),
        (condition("s", "is", "perhaps"), "figure:0:condition:0:value", "not a word for yes or no"),
        (condition("x", "above", "1e3"), "figure:0:condition:0:value", "not a number"),
        (condition("c", "above", "b"), "figure:0:condition:0:value", "no order"),
        (condition("day", "at_least", "2020-13-01"), "figure:0:condition:0:value", "cannot be read"),
        (condition("many", "is", "a"), "figure:0:condition:0:value", "several choices"),
        (part(MEASURE, "privacy", noise="discrete_gaussian"), "privacy.delta", "Type δ"),
        (part(MEASURE, "privacy", noise="discrete_gaussian", delta="1"), "privacy.delta", "below 1; it is 1. Type"),
        (part(MEASURE, "privacy", noise="discrete_gaussian", delta="0"), "privacy.delta", "is 0"),
        (part(MEASURE, "privacy", noise="discrete_gaussian", delta="-1"), "privacy.delta", "negative"),
        (part(MEASURE, "privacy", noise="discrete_gaussian", delta="0.1"), "privacy.delta_cap", "type a limit"),
        (part(SURVEY, "privacy_unit", relation="add_remove"), "privacy_unit.relation", "itself protected"),
        (part(SURVEY, "survey", answers="yes"), "survey.answers", "2 to"),
        (part(SURVEY, "survey", answers="yes\ntrue"), "survey.answers", "listed twice"),
        (part(SURVEY, "survey", answers="yes\nperhaps"), "survey.answers", "not a word for yes or no"),
        (part(SURVEY, "survey", column="c", answers="a\nb"), "column:c:blank", "must count as one"),
        (part(SURVEY, "survey", column="many", answers="a\nb"), "column:many:kind", "several choices"),
        (part(SURVEY, "survey", column="gone"), "survey.column", "no column"),
        (part(SURVEY, "survey", people="1.5"), "survey.people", "whole number"),
        (part(SYNTH, "privacy_unit", relation="add_remove"), "privacy_unit.relation", "itself protected"),
        (replace(SURVEY, privacy_unit=PERSON), "privacy_unit.everyone", "may have no row"),
        (replace(SYNTH, privacy_unit=PERSON), "privacy_unit.everyone", "may have no row"),
        (replace(OF_NINE, privacy_unit=PERSON), "privacy_unit.everyone", "may have no row"),
        (replace(SURVEY, privacy_unit=TWO_ROWS), "privacy_unit.rows", "not the number of people"),
        (part(SYNTH, "synthesis", columns=("s", "s")), "synthesis.columns", "twice"),
        (part(SYNTH, "synthesis", columns=("s", "x")), "column:x:kind", "yes/no"),
        (part(SYNTH, "synthesis", columns=("gone",)), "synthesis.columns", "no column"),
        (part(SYNTH, "synthesis", alpha="1"), "synthesis.alpha", "below 1"),
        (part(SYNTH, "synthesis", alpha="0"), "synthesis.alpha", "is 0"),
        (part(SYNTH, "synthesis", alpha="0.01"), "synthesis.alpha", "smallest that is possible"),
        (part(SYNTH, "synthesis", queries="halfspaces", columns=("s",)), "synthesis.alpha", "two columns"),
        (part(SYNTH, "synthesis", queries="halfspaces", weights="1/2"), "synthesis.alpha", "whole number"),
        (part(SYNTH, "synthesis", queries="halfspaces", weights=""), "synthesis.alpha", "1 to 100 weights"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_field(plan, field, said):
    found = resolve(plan, FACTS, None)
    assert found.question is None
    assert any(item.field == field and said in item.sentence for item in found.missing), found.missing


def test_sixty_columns_are_refused_at_once():
    names = tuple(f"q{i}" for i in range(60))
    plan = part(SYNTH, "synthesis", columns=names)
    found = resolve(plan, {"h": TableFacts(names)}, None)
    assert any("smallest that is possible" in i.sentence or "Use fewer columns" in i.sentence for i in found.missing)
    assert found.synthetic.size.tables_text.startswith("about 10^")


@pytest.mark.parametrize(
    ("test", "value", "low", "high"),
    [("at_least", "3", 3, None), ("at_most", "3", None, 3), ("above", "3", 4, None), ("below", "3", None, 2),
     ("above", "2.5", 3, None), ("below", "2.5", None, 2), ("at_least", "2.5", 3, None), ("at_most", "-0.5", None, -1)],
)  # fmt: skip
def test_conditions_compare_exactly(test, value, low, high):
    asked = resolve(condition("x", test, value), FACTS, None).question
    (found,) = asked.figures[0].figure.conditions
    assert (found.low, found.high) == (low, high)


def test_shares_add_up_names_are_distinct_and_the_budget_is_split():
    plan = replace(
        MEASURE, figures=(COUNT, replace(COUNT, share="3/5"), FigurePlan("mean", column="x", count_share="0.25"))
    )
    asked = resolve(plan, FACTS, None).question
    assert [figure.share for figure in asked.figures] == [Fraction(1, 5), Fraction(3, 5), Fraction(1, 5)]
    assert [part.share for part in asked.parts] == [
        Fraction(1, 5), Fraction(3, 5), Fraction(3, 20), Fraction(1, 20),
    ]  # fmt: skip
    assert len({figure.name for figure in asked.figures}) == 3
    assert len(asked.errors) == 4


def test_one_table_has_one_public_number_of_people():
    mean = FigurePlan("mean", column="x", people="9")
    plan = replace(MEASURE, privacy_unit=REPLACE, figures=(mean, replace(mean, people="8")))
    assert any("it is one number" in item.sentence for item in resolve(plan, FACTS, None).missing)
    assert resolve(replace(plan, figures=(mean, mean)), FACTS, None).question.people == 9


def test_bins_of_numbers_are_disjoint_and_meet():
    asked = resolve(figure(kind="histogram", column="x", bins="0\n2.5\n5\n10"), FACTS, None).question
    ends = [(each.low, each.high) for each in asked.figures[0].figure.bins]
    assert ends == [(0, 2), (3, 4), (5, 10)]


@pytest.mark.parametrize(("plan", "wanted"), [(MEASURE, "10"), (SURVEY, "8"), (SYNTH, "1")])
def test_a_wanted_accuracy_has_its_epsilon(plan, wanted):
    found = resolve(plan, FACTS, None)
    typed = epsilon_for(found, wanted)
    again = resolve(part(plan, "privacy", epsilon=typed, cap="1000"), FACTS, None).question
    if isinstance(again, Measurement):
        assert again.errors[0] <= 10
    elif isinstance(again, Survey):
        assert again.error <= 8
    else:
        assert again.needed <= 90


def test_of_several_figures_the_one_meant_gets_its_error():
    plan = replace(MEASURE, figures=(COUNT, FigurePlan("total", column="x"), FigurePlan("mean", column="x")))
    for part_meant, wanted in ((0, 7), (1, 90), (3, 12)):
        typed = epsilon_for(resolve(plan, FACTS, None), str(wanted), part_meant)
        again = resolve(part(plan, "privacy", epsilon=typed, cap="1000"), FACTS, None).question
        assert again.errors[part_meant] == wanted


def test_of_several_figures_the_one_that_lacks_something_is_named():
    several = (COUNT, FigurePlan("mean"), FigurePlan("histogram", column="c"), FigurePlan("groups", column="x"))
    several += (FigurePlan("count", conditions=(ConditionPlan(),)),)
    said = [each.sentence for each in resolve(replace(MEASURE, figures=several), FACTS, None).missing]
    assert said == [
        "Choose the column that figure 2 is about.", "Type the bins of figure 3, one per line.",
        "Choose the column that says which group of figure 4 a row is in.",
        "Choose the column of a condition of figure 5.",
    ]  # fmt: skip
    said = [each.sentence for each in resolve(replace(MEASURE, figures=several[1:2]), FACTS, None).missing]
    assert said == ["Choose the column that the figure is about."]


def test_gaussian_noise_needs_a_limit_for_delta_and_then_settles():
    plan = part(MEASURE, "privacy", noise="discrete_gaussian", delta="0.000001", delta_cap="0.00001")
    found = resolve(plan, FACTS, None)
    assert found.question.loss.delta == Fraction(1, 10**6)
    spent = Account(PrivacyUnit(Relation.ADD_REMOVE), Limit(Fraction(3), Fraction(1, 10**7)), ())
    assert any(item.field == "privacy.delta_cap" for item in resolve(plan, FACTS, spent).missing)


def test_a_grid_too_long_to_list_is_a_line_for_quantiles_alone():
    from tests.workspace.test_resolve import FACTS as OWN
    from tests.workspace.test_resolve import WHOLE

    line = part(WHOLE, "candidates", stop="1000000000000")
    assert resolve(line, OWN, None).missing == ()
    refused = part(line, "rule", kind="revenue")
    assert any("at most 10,000,000" in item.sentence for item in resolve(refused, OWN, None).missing)
    refused = part(line, "privacy", mechanism="permute_and_flip")
    assert any("only the exponential" in item.sentence for item in resolve(refused, OWN, None).missing)
    refused = part(line, "privacy", winners="2")
    assert any("one can be chosen" in item.sentence for item in resolve(refused, OWN, None).missing)


def test_a_public_number_stands_beside_a_column_of_persons_where_each_of_them_has_a_row():
    declared = replace(PERSON, everyone="yes")
    for plan in (SURVEY, SYNTH, figure(kind="mean", column="x", people="9", conditions=())):
        found = resolve(replace(plan, privacy_unit=declared), FACTS, None)
        assert found.missing == ()
        assert found.question.people in (9, 90)
        assert found.question.unit == PrivacyUnit(Relation.REPLACE_ONE, "u", 1, everyone=True)


def test_where_persons_come_and_go_it_is_not_declared_that_each_has_a_row():
    plan = replace(MEASURE, privacy_unit=replace(PERSON, relation="add_remove", everyone="yes"))
    assert resolve(plan, FACTS, None).question.unit == PrivacyUnit(Relation.ADD_REMOVE, "u", 1)


@pytest.mark.parametrize("unit", [PERSON, ADD])
def test_a_number_that_a_question_needs_is_not_said_to_be_left_blank(unit):
    for plan, needed in ((SURVEY, True), (SYNTH, True), (figure(kind="mean", column="x", people="9"), False)):
        missing = resolve(replace(plan, privacy_unit=unit), FACTS, None).missing
        told = " ".join(item.sentence for item in missing)
        assert "number of people" in told
        assert ("or leave the number of people blank" in told) != needed


def test_noise_that_needs_a_delta_is_not_asked_for_one_where_none_is_allowed_for_good():
    unit = PrivacyUnit(Relation(ADD.relation))
    fixed = Account(unit, Limit(Fraction(3)), ())
    gaussian = replace(MEASURE, privacy=replace(MEASURE.privacy, noise="discrete_gaussian", delta="", delta_cap=""))
    said = [item.sentence for item in resolve(gaussian, FACTS, fixed).missing]
    assert any("Choose noise without δ" in sentence for sentence in said)
    assert not any("Type δ" in sentence for sentence in said)
    assert any("Type δ" in item.sentence for item in resolve(gaussian, FACTS, None).missing)


@pytest.mark.parametrize("plan", [SURVEY, SYNTH], ids=["survey", "synthetic table"])
@pytest.mark.parametrize("fixed", [
    PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE, "u", 2, everyone=True),
    PrivacyUnit(Relation.REPLACE_ONE, "u", 1),
])  # fmt: skip
@pytest.mark.parametrize("unit", [ADD, REPLACE, PERSON, TWO_ROWS])
def test_in_an_account_in_which_the_number_of_people_is_private_nobody_is_led_to_make_it_public(plan, fixed, unit):
    account = Account(fixed, Limit(Fraction(3)), ())
    told = [item.sentence for item in resolve(replace(plan, privacy_unit=unit), FACTS, account).missing]
    assert any("cannot be asked for in this table's account" in each and "another kind" in each for each in told)
    assert not any("itself protected" in each or "Allow one row" in each or "Declare on the" in each for each in told)
