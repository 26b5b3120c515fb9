"""Every plan, however odd, gives a question or says what is missing: resolving never fails and never half succeeds."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpstudio.core.account import Account, Charge, Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.mechanisms import NOISES, SELECTIONS
from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    SurveyPlan,
    SynthesisPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import plan_digest
from dpstudio.core.tables.schema import FORMATS, Kind, PrivacyUnit, Relation, Role
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.workspace.resolving.resolve import resolve

FEW, MANY = 100, 5000
NAMES = ("x", "s", "w", "who", "", "nobody", "candidate", "a b", "”")
HUGE = "9" * 40
NUMBERS = (
    "", " ", "0", "1", "2", "3", "0.5", "1/3", "-1", "1e400", "x", "0." + "0" * 37 + "1", HUGE, f"1/{HUGE}",
    f"{HUGE}/{'7' * 39}", "1/1099511627776", "100", "1000000", "٣", "NaN", "-0", "0.05", "2026-01-02", "2026-13-01",
)  # fmt: skip
TEXTS = (
    "", " ", "a", "a\nb", "a\nb\nc", "1\n2", "1\n1", "1\n2\n3", "yes\nno", ";", "a;b\nc", "\0", "x" * 600, "0\n5\n1",
    "2026-01-01\n2026-02-01", "\n\n", "a, b\nc, d", "A\na", "“”\n\u202e", "-1\n0.5\n1/3",
)  # fmt: skip
FORMULAS = (
    "", "count(x >= candidate)", "candidate * count(x >= candidate)", "sum(x)", "sum(x) / count(x = 1)", "1 /", "((((",
    "count(w = candidate)", "-abs(sum(x) - candidate)", "persons(w = candidate)", "count(w has candidate)", "0",
    "max(0, count(x = candidate) / 10)", "count(candidate = candidate)", "sum(x where w = candidate)", "candidate",
    "-sum(abs(x - candidate))", f"{HUGE} * count(x >= candidate)", "count(candidate's own column = yes)",
)  # fmt: skip
MARKS = (".", ",", "", "'", " ", "x", ";")
number, text, name = st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.sampled_from(NAMES)
names = st.lists(name, max_size=3).map(tuple)


def several(strategy, most=3):
    return st.lists(strategy, max_size=most).map(tuple)


columns = st.builds(
    ColumnPlan,
    name=st.sampled_from(("x", "s", "w", "who")),
    kind=st.sampled_from(("", *(kind.value for kind in Kind))),
    step=number,
    lower=number,
    upper=number,
    blank=st.one_of(number, text),
    decimal_mark=st.sampled_from(MARKS),
    grouping_mark=st.sampled_from(MARKS),
    separator=st.sampled_from((*MARKS, "--")),
    match_case=st.booleans(),
    true_words=st.sampled_from(("yes, true", "", "a", "no")),
    false_words=st.sampled_from(("no, false", "", "a")),
    unit=st.sampled_from(("", "€")),
)
tables = st.builds(
    TablePlan,
    handle=st.just("h"),
    label=text,
    format=st.sampled_from(FORMATS),
    path=st.sampled_from(("", "t.csv")),
    text=st.sampled_from(("", "x\n1\n")),
    role=st.sampled_from(("", *(role.value for role in Role))),
    header=st.sampled_from(("", "yes", "no")),
    columns=st.lists(columns, max_size=4, unique_by=lambda column: column.name).map(tuple),
)
CITIES = TablePlan("c", "c.csv", "text", "c.csv", role="public", header="yes")
units = st.builds(
    UnitPlan,
    kind=st.sampled_from(("", "row", "person")),
    person=name,
    rows=number,
    relation=st.sampled_from(("", *(relation.value for relation in Relation))),
)
candidates = st.builds(
    CandidatesPlan,
    kind=st.sampled_from(("", "list", "grid", "dates", "product", "table")),
    text=text,
    weights=text,
    start=number,
    stop=number,
    step=number,
    table=st.sampled_from(("", "h", "c", "gone")),
    label_column=name,
    weight_column=name,
)
rules = st.builds(
    RulePlan,
    kind=st.sampled_from((
        "", "votes", "revenue", "median", "quantile", "nearness", "nearness_of_sums", "agreement", "ready", "formula",
    )),
    style=st.sampled_from(("", "one_column", "column_each", "choices")),
    columns=names,
    attributes=names,
    alpha=number,
    sensitivity=number,
    range_sensitivity=number,
    formula=st.sampled_from(FORMULAS),
    reference=st.sampled_from(FORMULAS),
    reference_columns=st.lists(columns, max_size=3, unique_by=lambda column: column.name).map(tuple),
)  # fmt: skip
conditions = st.builds(
    ConditionPlan,
    column=name,
    test=st.sampled_from(("is", "at_least", "at_most", "above", "below")),
    value=st.one_of(number, text),
)
figures = st.builds(
    FigurePlan,
    kind=st.sampled_from(("count", "total", "mean", "histogram", "groups")),
    name=text,
    column=name,
    group=name,
    conditions=several(conditions, 2),
    people=number,
    otherwise=number,
    count_share=number,
    bins=text,
    share=number,
    least=number,
    greatest=number,
    rounding=number,
)
privacies = st.builds(
    PrivacyPlan,
    mechanism=st.sampled_from(tuple(SELECTIONS)),
    noise=st.sampled_from(tuple(NOISES)),
    epsilon=number,
    delta=number,
    beta=number,
    bound=number,
    cap=number,
    delta_cap=number,
    winners=number,
)
surveys = st.builds(SurveyPlan, column=name, answers=text, people=number)
syntheses = st.builds(
    SynthesisPlan,
    columns=names,
    queries=st.sampled_from(("columns", "pairs", "halfspaces")),
    weights=st.one_of(number, text),
    alpha=number,
    people=number,
)
plans = st.builds(
    Plan,
    name=text,
    tables=st.one_of(tables.map(lambda one: (one, CITIES)), several(tables)),
    privacy_unit=units,
    candidates=candidates,
    rule=rules,
    privacy=privacies,
    people=number,
    kind=st.sampled_from(("choose", "measure", "survey", "synthesize")),
    figures=several(figures, 2),
    survey=surveys,
    synthesis=syntheses,
)
KNOWN = {
    "h": TableFacts(("x", "s", "w", "who")),
    "c": TableFacts(("w", "x"), PublicColumns({"w": ("a", "b"), "x": ("1", "2")})),
}
TABLE = TablePlan(
    "h", "t.csv", "text", "t.csv", role="private", header="yes",
    columns=(
        ColumnPlan("x", "integer", lower="0", upper="10", blank="0"), ColumnPlan("s", "yes_no", blank="no"),
        ColumnPlan("w", "category", blank="a"), ColumnPlan("who", "identifier"),
    ),
)  # fmt: skip
WHOLE = Plan(
    "Q",
    (TABLE, CITIES),
    UnitPlan("row", relation="replace_one"),
    CandidatesPlan("grid", "1\n2\n3", start="1", stop="3", step="1", table="c", label_column="w"),
    RulePlan("revenue", "one_column", ("x",), ("",), "0.9", "1", "1", "count(x >= candidate)"),
    PrivacyPlan(cap="3", delta_cap="0.001"),
    figures=(
        FigurePlan("mean", column="x", people="9"),
        FigurePlan("count", conditions=(ConditionPlan("x", "is", "3"),)),
    ),
    survey=SurveyPlan("w", "a\nb", "9"),
    synthesis=SynthesisPlan(("s",), alpha="0.7", people="9"),
)
ACCOUNT = Account(
    PrivacyUnit(Relation.REPLACE_ONE), Limit(Fraction(3)),
    (Charge(1, "h", PrivacyLoss(Fraction(1, 3), Fraction(0), Fraction(1, 18)), "p", None, False),),
)  # fmt: skip


def judged(plan, facts=KNOWN, account=None):
    found = resolve(plan, facts, account)
    assert found.plan is plan
    assert (found.question is None) == bool(found.missing)
    assert all(item.tab and item.field and item.sentence.strip() for item in found.missing)
    if found.question is not None:
        assert found.question is found.previewed
        assert found.question.epsilon == found.budget.epsilon == found.question.loss.epsilon
        assert found.question.loss.epsilon <= found.question.cap
    return found


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(plans, st.sampled_from((KNOWN, {}, {"h": KNOWN["h"]})), st.sampled_from((None, ACCOUNT)))
def test_any_plan_at_all(plan, facts, account):
    judged(plan, facts, account)


PARTS = {
    "privacy_unit": units,
    "candidates": candidates,
    "rule": rules,
    "privacy": privacies,
    "table": tables,
    "figures": figures,
}


def changed(plan, part, value, keep):
    """The plan with some fields of a part exchanged."""
    if part == "table":
        own, mine = plan.tables[0], lambda new: replace(plan, tables=(new, CITIES))
    elif part == "figures":
        own, mine = plan.figures[0], lambda new: replace(plan, figures=(new, *plan.figures[1:]))
    else:
        own, mine = getattr(plan, part), lambda new: replace(plan, **{part: new})
    taken = [each.name for place, each in enumerate(fields(own)) if keep >> place & 1 and each.name != "handle"]
    return mine(replace(own, **{field: getattr(value, field) for field in taken}))


def a_few_fields(kind, data):
    plan = replace(WHOLE, kind=kind)
    for _ in range(data.draw(st.integers(1, 2))):
        part = data.draw(st.sampled_from(list(PARTS)))
        bits = data.draw(st.integers(0, 15)) | data.draw(st.integers(0, 15)) << data.draw(st.integers(0, 9))
        plan = changed(plan, part, data.draw(PARTS[part]), bits)
    found = judged(plan)
    if found.question is not None:
        assert describe(found.question).claims
        assert len(plan_digest(found.question)) == 64


KINDS = pytest.mark.parametrize("kind", ["choose", "measure", "survey", "synthesize"])


@KINDS
@settings(max_examples=FEW, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_whole_plan_in_which_a_few_fields_hold_anything(kind, data):
    a_few_fields(kind, data)


@KINDS
@pytest.mark.long
@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_many_plans_in_which_a_few_fields_hold_anything(kind, data):
    a_few_fields(kind, data)


@KINDS
def test_the_whole_plan_settles(kind):
    found = judged(replace(WHOLE, kind=kind))
    assert found.missing == ()


LISTED = replace(WHOLE, candidates=CandidatesPlan("list", "1\n2\n3", "1\n2\n1/3"))


@pytest.mark.parametrize("winners", ["1", "2"])
@pytest.mark.parametrize("mechanism", list(SELECTIONS))
def test_weights_go_with_the_exponential_mechanism_or_are_told_at_the_mechanism(mechanism, winners):
    found = judged(replace(LISTED, privacy=PrivacyPlan(mechanism, cap="3", winners=winners)))
    assert [item.field for item in found.missing] == ([] if mechanism == "exponential" else ["privacy.mechanism"])


@pytest.mark.parametrize("mechanism", list(SELECTIONS))
@pytest.mark.parametrize(
    ("alone", "field"),
    [
        (CandidatesPlan("list", "1"), "candidates.text"),
        (CandidatesPlan("product", "1\n\n2"), "candidates.text"),
        (CandidatesPlan("grid", start="1", stop="1.5", step="1"), "candidates.stop"),
        (CandidatesPlan("dates", start="2026-01-01", stop="2026-01-01", step="1"), "candidates.stop"),
        (CandidatesPlan("table", table="c", label_column="w"), "candidates.table"),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_a_second_candidate_is_asked_for_and_nothing_is_charged_for_one(alone, field, mechanism):
    one = TableFacts(("w", "x"), PublicColumns({"w": ("1",), "x": ("1",)}))
    plan = replace(WHOLE, candidates=alone, privacy=PrivacyPlan(mechanism, cap="3"))
    found = judged(plan, KNOWN | {"c": one})
    assert found.previewed is None
    assert any(item.field == field and "Add a second candidate" in item.sentence for item in found.missing)


def test_a_score_that_ignores_the_candidate_is_told():
    plan = replace(WHOLE, rule=replace(WHOLE.rule, kind="formula", formula="count(x >= 3)"))
    assert any("nothing to choose by" in item.sentence for item in judged(plan).missing)
