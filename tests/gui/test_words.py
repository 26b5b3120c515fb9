"""What the tabs say of a plan: a δ wherever odds or costs are, formulas with their weights and values."""

import datetime
import gc
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from dpstudio.core.account import Account, Charge, Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.plan import CandidatesPlan, FigurePlan, Plan, PrivacyPlan, RulePlan, TablePlan
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.receipt.renderings import to_json
from dpstudio.core.release import rehearsed
from dpstudio.core.tables.schema import PrivacyUnit, Relation, Role
from dpstudio.gui.project.inspection import InspectDialog
from dpstudio.gui.project.outcome import printed_terms
from dpstudio.gui.tabs.comparison_card import ComparisonCard, not_compared
from dpstudio.gui.tabs.ledger import LedgerTab
from dpstudio.gui.tabs.privacy import PrivacyTab
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.gui.tabs.table_card import TableCard
from dpstudio.gui.widgets.spent import releases_text
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.resolving.columns import Use
from dpstudio.workspace.resolving.resolve import resolve
from tests.core.test_release_kinds import KINDS, ROWS, question
from tests.workspace.test_resolve_kinds import ADD, FACTS, TABLE

VOTES = Plan(
    "Q",
    (TABLE,),
    ADD,
    CandidatesPlan("list", text="a\nb\nc", weights="1\n2\n7"),
    RulePlan("votes", "one_column", ("c",)),
    PrivacyPlan(cap="3"),
)


def texts(widget):
    return "\n".join(each.text() for each in widget.findChildren(QLabel))


def test_releases_that_only_receipts_tell_of_are_not_counted_as_none():
    unit, loss = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(2), Fraction(0), Fraction(2))
    assert releases_text(Account(unit, Limit(Fraction(3)))) == "0 releases"
    begun = Account(unit, Limit(Fraction(3)), carried=loss)
    assert releases_text(begun) == "no release since the ledger was begun again from receipts"


def test_a_look_that_was_refused_is_not_said_to_be_in_the_ledger(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    dialog = InspectDialog(window, "t")
    dialog.show()
    dialog._confirmed()
    assert "The look is recorded in the ledger, then the table is read." in shown(dialog)
    dialog.show_problem("This ledger has moved.")
    assert shown(dialog) == ["This ledger has moved."]
    assert dialog.stop_button.text() == "Close"


def shown(widget):
    return [each.text() for each in widget.findChildren(QLabel) if each.isVisible() and each.text()]


def said(plan, kind):
    found = resolve(plan, FACTS, None)
    tab = kind()
    if kind is PrivacyTab:
        tab.show_values(found, {})
    else:
        tab.show_resolved(found)
    return texts(tab)


@pytest.mark.parametrize("tab", [PrivacyTab, ReleaseTab])
def test_a_delta_is_told_wherever_odds_are_and_for_a_pure_guarantee_nowhere(qtbot, tab):
    gaussian = KINDS["gaussian"]
    assert "δ = 0.000001" in said(gaussian, tab)
    unfinished = replace(gaussian, figures=())
    assert "The guarantee may fail with probability δ." in said(unfinished, tab)
    assert "may fail" not in said(KINDS["count"], ReleaseTab)


def test_costs_are_told_with_their_delta(qtbot):
    shown = said(KINDS["gaussian"], ReleaseTab)
    assert "Costs ε = 1 and δ = 0.000001. After it, ε 1 of at most 3 and δ 0.000001 of at most 0.001 are" in shown
    assert "Costs ε = 1. After it, 1 of at most 3 is spent." in said(KINDS["count"], ReleaseTab)


def test_weights_stand_in_the_formula_with_their_values(qtbot):
    shown = said(VOTES, PrivacyTab)
    assert "Pr[y] ∝ w(y)·exp(ε·u(y) / R)\nwhere ε of the draw: 1; R the range sensitivity" in shown
    assert "w(y) the weight of the candidate y: a 1, b 2, c 7" in shown


def test_below_a_formula_stand_its_own_signs_alone(qtbot):
    shown = said(VOTES, PrivacyTab).split("Pr[")[1]
    assert "R the range sensitivity" in shown
    assert "the number of draws" not in shown
    assert "how rarely the accuracy may fail" not in shown


def test_a_mechanism_without_weights_keeps_its_own_formula_beside_weighted_candidates(qtbot):
    other = replace(VOTES, privacy=replace(VOTES.privacy, mechanism="permute_and_flip"))
    assert "w(y)" not in said(other, PrivacyTab)


def test_the_noise_of_each_figure_stands_below_its_formula(qtbot):
    shown = said(KINDS["all figures"], PrivacyTab)
    assert "(sum): g = 1, s = " in shown
    assert "Δ₁ = 10" in shown


def test_one_candidate_or_row_is_singular(qtbot):
    one = resolve(replace(VOTES, candidates=CandidatesPlan("list", text="a")), FACTS, None)
    assert "1 candidate   ·" in one.summary
    person = replace(VOTES, privacy_unit=replace(ADD, kind="person", person="u", rows="1"))
    assert "1 row each" in resolve(person, FACTS, None).summary


@pytest.mark.parametrize("kind", ["gaussian", "survey"])
@pytest.mark.parametrize("role", [Role.PRIVATE, Role.SAMPLE], ids=["private", "sample"])
def test_a_printed_result_says_what_it_is_and_what_its_guarantee_allows_for(kind, role):
    asked = replace(question(kind, ROWS), role=role)
    first, terms, *rest = printed_terms(rehearsed(asked, None, datetime.date(2026, 1, 2))).splitlines()
    private = role is Role.PRIVATE
    assert first == ("Published with differential privacy" if private else "Demonstration, not private")
    assert ("δ = 0.000001" in terms) == (kind == "gaussian")
    assert rest[0] == "2026-01-02"
    assert any("not private" in line for line in rest[1:]) == (not private)
    assert ("Afterwards: unbiased estimates" in rest[-1]) == (kind == "survey")


def test_a_result_that_an_end_can_cut_says_where_its_error_holds(qtbot):
    held = replace(KINDS["count"], figures=(FigurePlan("count", "Rows", greatest="3"),))
    asked = replace(resolve(held, FACTS, None).question, role=Role.SAMPLE)
    made = rehearsed(replace(asked, source=question("count", ROWS).source), None, datetime.date(2026, 1, 2))
    told = "its ± holds where the true figure is not above 3"
    tab = ReleaseTab()
    tab.show_release(made)
    assert told in tab.after.text()
    assert told in printed_terms(made)
    loss, stored = PrivacyLoss(Fraction(1), Fraction(0), Fraction(1)), to_json(made.receipt).decode()
    charge = Charge(1, "h", loss, "p", stored, exported=False)
    ledger = LedgerTab()
    ledger.show_ledger([charge], resolve(held, FACTS, None), None)
    row = [ledger.view.model().index(0, place).data() for place in range(7)]
    assert any(told in cell for cell in row)
    assert any(re.match(r"Rows: [-−]?\d+ ± \d+ rows where no end cuts it", cell) for cell in row)
    free = replace(question("count", ROWS), role=Role.SAMPLE)
    tab.show_release(rehearsed(free, None, datetime.date(2026, 1, 2)))
    assert tab.after.isHidden()


def test_one_candidate_is_not_said_to_be_chosen_of_one(qtbot):
    one = replace(VOTES, candidates=CandidatesPlan("list", text="a"))
    assert "of 1 candidate" not in said(one, ReleaseTab)
    assert "One of 3 candidates is chosen." in said(VOTES, ReleaseTab)


def test_a_table_keeps_one_model_so_that_nobody_reads_a_freed_one(qtbot):
    view = TableView("a table")
    qtbot.addWidget(view)
    view.show_rows(("a", "b"), 2, lambda line, place: f"{line}{place}")
    model = view.model()
    assert model.index(1, 1).data() == "11"
    view.show_rows((), 0, lambda line, place: "")
    gc.collect()
    assert view.model() is model
    assert (model.rowCount(), model.columnCount()) == (0, 0)


def test_names_with_commas_are_told_apart_where_names_are_listed(qtbot):
    card = TableCard(TablePlan("h", "h", "text"))
    qtbot.addWidget(card)
    names = ("Member", "First choice, please", "Age")
    card.show_table(replace(TABLE, columns=()), TableFacts(names), lambda name: Use.TYPED)
    assert "Only the header is shown: Member, “First choice, please”, Age" in texts(card)


@pytest.mark.parametrize(("own", "asked"), [(("Survey 2026", "", ""), True), (("a", "b", ""), False)])
def test_a_header_of_which_less_than_half_is_filled_is_asked_about_and_what_another_line_costs_is_said(
    qtbot, own, asked
):
    card = TableCard(TablePlan("h", "h", "text"))
    qtbot.addWidget(card)
    names = tuple(name or f"column {at}" for at, name in enumerate(own, 1))
    card.show_table(replace(TABLE, columns=(), header="yes"), TableFacts(names, own=own), lambda name: Use.TYPED)
    assert ("Less than half of it is filled: is it a title?" in texts(card)) == asked
    assert ("To show that one as well is a look at the table's rows" in texts(card)) == asked
    renamed = replace(TABLE, columns=(), header="yes", names=("a", "b", "c"))
    card.show_table(renamed, TableFacts(("a", "b", "c"), own=own), lambda name: Use.TYPED)
    assert "is it a title?" not in texts(card), "whoever names the columns has answered"


def show_compared(card: ComparisonCard, plan) -> None:
    asked = resolve(plan, FACTS, None).previewed
    (shown,) = asked.preview(asked.stand_in(1000, lambda _: None), Badge.SIMULATED)
    card.show_rows(shown.compared(), shown)


def test_a_comparison_names_what_is_missing_and_why_mechanisms_are_left_out(qtbot):
    weighted = replace(VOTES, candidates=CandidatesPlan("list", text="a\nb\nc", weights="1\n2\n7"))
    found = resolve(replace(weighted, privacy=replace(weighted.privacy, mechanism="permute_and_flip")), FACTS, None)
    assert "Permute-and-flip is not defined with weights." in not_compared(found, ())
    card = ComparisonCard()
    qtbot.addWidget(card)
    show_compared(card, weighted)
    assert "they are not defined with weights" in texts(card)
    show_compared(card, replace(VOTES, candidates=CandidatesPlan("list", text="a\nb\nc")))
    assert "not defined" not in texts(card)
