"""Whatever is asked for, there is a question, or it is said what is missing and where: never neither, never a crash."""

import itertools
import random
from dataclasses import replace

import pytest

from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    SurveyPlan,
    SynthesisPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.workspace.resolving.resolve import resolve

COLUMNS = (
    ColumnPlan("x", "integer", lower="0", upper="3"), ColumnPlan("free", "integer"), ColumnPlan("w", "category"),
    ColumnPlan("likes", "choices", separator="--"), ColumnPlan("f", "yes_no"), ColumnPlan("d", "date"),
    ColumnPlan("folded", "category", match_case=False), ColumnPlan("wide", "decimal", step="0.5", lower="0", upper="9"),
)  # fmt: skip
NAMES = tuple(column.name for column in COLUMNS)
TABLE = TablePlan("h", "t.csv", "text", "t.csv", role="private", header="yes", columns=COLUMNS)
PUBLIC = TablePlan("c", "c.csv", "text", "c.csv", role="public", header="yes")
TEXTS = PublicColumns(
    {"name": ("A", "B"), "n": ("1", "2"), "far": ("0." + "0" * 23 + "1", "1" + "0" * 30), "o": ("", "")}
)
FACTS = {"h": TableFacts((*NAMES, "A", "B", "who")), "c": TableFacts(tuple(TEXTS), TEXTS)}
CANDIDATES = [
    CandidatesPlan("list", "A\nB"), CandidatesPlan("list", "A"), CandidatesPlan("list", "A\na"),
    CandidatesPlan("list", "A--B\nC"), CandidatesPlan("list", "1\n2", weights="1\n3"), CandidatesPlan("list", " "),
    CandidatesPlan("grid", start="0", stop="3", step="1"), CandidatesPlan("grid", start="1", stop="1", step="1"),
    CandidatesPlan("grid", start="0", stop="1", step="0.00000001"),
    CandidatesPlan("grid", start="0", stop="x", step="1"),
    CandidatesPlan("dates", start="2020-01-01", stop="2020-01-03", step="1"), CandidatesPlan("product", "A\nB\n\n1\n2"),
    CandidatesPlan("table", table="c", label_column="name"), CandidatesPlan("table", table="c", label_column="n"),
    CandidatesPlan("table", table="c", label_column="far"), CandidatesPlan("table", table="h", label_column="x"),
]  # fmt: skip
FORMULAS = [
    "count(w = candidate)", "count(likes has candidate)", "count(f)", "sum(x)", "count(x >= candidate)", "sum(free)",
    "count(own_column())", "persons(w = candidate)", "1 / count(w = candidate)", "count(w = candidate) * 0",
    "min(0, count(w = candidate))", "count(w = candidate) - count(w = candidate)", "candidate.n * count(f)",
    "sum(x) / max(10, count(w = candidate))", 'count(likes has "")', "count(d >= candidate)", "mean(x)", "count(",
    "count(w = candidate.o)", "candidate.far * count(x >= candidate.n)", "-sum(distance(x, candidate))",
]  # fmt: skip
RULES = [
    *(RulePlan("formula", formula=text) for text in FORMULAS), RulePlan(),
    *(RulePlan("votes", style, (name,)) for style in ("one_column", "choices")
      for name in ("w", "likes", "folded", "x")),
    RulePlan("votes", "column_each"), RulePlan("quantile", columns=("x",), alpha="0.5"),
    RulePlan("quantile", columns=("x",)),
    *(RulePlan(kind, columns=(name,)) for kind in ("revenue", "median", "nearness", "nearness_of_sums", "agreement")
      for name in ("x", "free", "wide", "d", "w", "likes")),
    RulePlan("ready", columns=("w", "x"), sensitivity="1"),
    RulePlan("ready", columns=("w", "x"), sensitivity="1", reference="count(f)"),
    RulePlan("ready", columns=("w", "x"), sensitivity="1", range_sensitivity="3"),
]  # fmt: skip
UNITS = [
    UnitPlan("row", relation="add_remove"), UnitPlan("row", relation="replace_one", everyone="yes"),
    UnitPlan("person", "who", "2", "replace_one"), UnitPlan("person", "who", "1", "replace_one", "yes"), UnitPlan(),
]  # fmt: skip
PRIVACY = [
    PrivacyPlan(cap="3", mechanism=mechanism, winners=winners, bound=bound)
    for mechanism, winners, bound in itertools.product(SELECTIONS, ("1", "2", "7"), ("", "1/10", "1000000"))
]


def settles(plan):
    found = resolve(plan, FACTS, None)
    assert (found.question is None) == bool(found.missing), found.missing
    assert all(item.tab and item.field and item.sentence.endswith((".", "!", "…")) for item in found.missing)
    if found.question is not None:
        assert found.question.range_sensitivity > 0
        assert found.question.candidates.count > 1
    return found


@pytest.mark.parametrize("seed", range(4))
def test_every_choice_of_fields_is_a_question_or_says_what_is_missing(seed):
    pick, questions = random.Random(seed), 0
    for _ in range(500):
        plan = Plan("Q", (TABLE, PUBLIC), pick.choice(UNITS), pick.choice(CANDIDATES), pick.choice(RULES),
                    pick.choice(PRIVACY))  # fmt: skip
        questions += settles(plan).question is not None
    assert questions > 5


def test_every_rule_with_every_set_of_candidates_is_a_question_or_says_what_is_missing():
    plans = itertools.product(CANDIDATES, RULES)
    found = [settles(Plan("Q", (TABLE, PUBLIC), UNITS[0], some, rule, PRIVACY[0])) for some, rule in plans]
    assert sum(each.question is not None for each in found) > 100


def test_rules_that_tell_no_two_candidates_apart_are_named_before_a_release():
    plan = Plan("Q", (TABLE, PUBLIC), UNITS[0], CANDIDATES[0], RulePlan("formula", formula="count(f)"), PRIVACY[0])
    alike = [item for item in settles(plan).missing if "does not depend on the candidate" in item.sentence]
    assert [item.field for item in alike] == ["rule.formula"]
    alone = settles(replace(plan, candidates=CANDIDATES[1], rule=RulePlan("formula", formula=FORMULAS[0])))
    assert any("only one candidate" in item.sentence and item.tab == "question" for item in alone.missing)


OF_EACH = {
    "measure": {"figures": (FigurePlan("histogram", column="w", bins="A\nB"),)},
    "survey": {"survey": SurveyPlan("w", "A\nB", "9")},
    "synthesize": {"synthesis": SynthesisPlan(("f",), alpha="1/2", people="9")},
}


@pytest.mark.parametrize("source", ["text", "excel"])
@pytest.mark.parametrize("kind", OF_EACH)
def test_what_another_kind_of_question_keeps_beside_it_changes_nothing(kind, source):
    column = replace(COLUMNS[2], blank="A")
    table = replace(TABLE, handle="a" * 32, format=source, columns=(column, COLUMNS[4]))
    unit = UnitPlan("row", relation="replace_one", everyone="yes")
    plan = Plan(tables=(table,), privacy_unit=unit, kind=kind, privacy=PrivacyPlan(cap="3"), **OF_EACH[kind])
    facts = {"a" * 32: TableFacts(("w", "f"))}
    alone = resolve(plan, facts, None)
    assert alone.question is not None, alone.missing
    for rule, candidates in [(rule, CANDIDATES[0]) for rule in RULES] + [(RULES[0], each) for each in CANDIDATES]:
        found = resolve(replace(plan, rule=rule, candidates=candidates), facts, None)
        assert (found.question, found.unit, found.summary) == (alone.question, alone.unit, alone.summary)
