"""What a step leaves as it was is not worked out again: counted in work, never in seconds."""

from dataclasses import replace

import pytest

from dpstudio.core.ledger.pages import Pages
from dpstudio.core.mechanisms import noise
from dpstudio.core.plan import ColumnPlan, ConditionPlan, FigurePlan, Plan, PrivacyPlan, TablePlan, UnitPlan
from dpstudio.kinds.measure import resolving
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.bookkeeping.standing import Standing, standing
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.resolving import allowed
from dpstudio.workspace.resolving.resolve import resolve

NAMES = tuple(f"item {place}" for place in range(60))
COLUMNS = tuple(ColumnPlan(name, "integer", lower="0", upper="100") for name in NAMES)
TABLE = TablePlan("0" * 32, "w.csv", "text", "w.csv", role="private", header="yes", columns=COLUMNS)
FACTS = {TABLE.handle: TableFacts(NAMES)}
FIGURES = tuple(FigurePlan("count", conditions=(ConditionPlan(name, "above", "7"),)) for name in NAMES[:40])
MEASURE = Plan(
    "Q", (TABLE,), UnitPlan("row", relation="add_remove"), privacy=PrivacyPlan(cap="3"), kind="measure", figures=FIGURES
)
KEPT = {
    "columns declared": (declarations.column, 0),
    "texts of columns and figures looked at": (allowed._of_part, 1),
    "figures built": (resolving._of_declared, 1),
    "errors worked out": (noise._reach, 0),
}


def renamed(plan):
    """One of the figures is called otherwise."""
    return replace(plan, figures=(replace(plan.figures[0], name="mine"), *plan.figures[1:]))


@pytest.mark.parametrize("what", KEPT)
def test_a_step_in_one_of_forty_figures_is_worked_out_for_that_one_alone(what):
    asked, most = KEPT[what]
    asked.cache_clear()
    assert resolve(MEASURE, FACTS, None).question
    before = asked.cache_info().misses
    assert resolve(renamed(MEASURE), FACTS, None).question
    assert asked.cache_info().misses - before == most


def test_a_column_that_is_declared_otherwise_is_declared_anew():
    wider = replace(COLUMNS[0], upper="200")
    plan = replace(MEASURE, tables=(replace(TABLE, columns=(wider, *COLUMNS[1:])),), figures=FIGURES[:1])
    assert resolve(MEASURE, FACTS, None).question.columns[0].bounds[1] == 100
    assert resolve(plan, FACTS, None).question.columns[0].bounds[1] == 200


def test_long_bins_are_not_kept_once_their_figure_is_built():
    edges = "\n".join(map(str, range(1000)))
    plan = replace(MEASURE, figures=(FigurePlan("histogram", column=NAMES[0], bins=edges),))
    before = resolving._of_declared.cache_info()
    assert resolve(plan, FACTS, None).question
    assert resolving._of_declared.cache_info() == before


def test_what_a_ledger_says_of_a_table_is_read_at_one_moment(monkeypatch, home):
    read, at = [], Pages._at
    gate = open_gate()
    monkeypatch.setattr(Pages, "_at", lambda pages, begin: (read.append(begin), at(pages, begin))[1])
    assert standing(lambda: gate.ledger, TABLE.handle, Standing()) == Standing(TABLE.handle)
    assert len(read) == 1
