"""Whole jobs of the other kinds of question, by real clicks and keys."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from dpstudio.core.plan import ColumnPlan
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.tables.cells import reader as cell_reader
from dpstudio.core.tables.schema import Column, Kind
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.kinds import KINDS
from dpstudio.kinds.measure.figures import FIGURES
from tests.receipts import statement

REMOVED = 4
"""The cell of a figure's line that takes the figure out."""


@pytest.fixture
def patients(tmp_path):
    path = tmp_path / "patients.csv"
    rows = [f"{20 + i % 50},{'yes' if i % 3 else 'no'},{'no' if i % 4 else 'yes'},{i * 10}" for i in range(60)]
    path.write_text("age,smoker,diabetic,costs\n" + "\n".join(rows) + "\n", "utf-8")
    return path


def test_no_figures_line_ever_lies_under_the_editor(studio):
    """Not for a moment: what is clicked there is what is seen there."""
    studio.window.resize(1280, 660)
    studio.demonstration("smokers")
    studio.tab("question")
    page = studio.window.question.pages["measure"]
    apart = lambda: page.list.geometry().bottom() < page.editor.y()  # noqa: E731 - asked at every step
    for kind in ("count", "total", "mean", "histogram", "groups", "total"):
        studio.click(page.add_buttons[kind])
        assert apart(), f"once {kind} is added"
        studio.qtbot.waitUntil(lambda: page.list.height() == page.list.sizeHint().height())
        assert apart(), f"once {kind} is laid out"
        studio.qtbot.waitUntil(
            lambda: page.editor.height() >= page.editor.layout().totalHeightForWidth(page.editor.width())
        )
    for _ in range(4):
        studio.keys("Ctrl+Z")
        assert apart()


def test_every_kind_of_figure_is_named_where_figures_are_chosen():
    said = KINDS["measure"].sentence.lower()
    several = [re.sub(r"^\w+", r"\g<0>s", each.title.lower()) for each in FIGURES.values()]
    assert "sums by group" in several
    assert [each for each in several if each not in said] == []


@pytest.fixture
def private(studio, patients):
    """A private table, protected row by row; returns a function that takes the neighbour relation."""

    def opened(relation):
        card = studio.open_private(patients)
        studio.protect_rows(relation)
        return card

    return opened


def declare(studio, card, name, kind, **fields):
    studio.tab("tables")
    editor = card.editor(name)
    studio.choose(editor.kind, kind)
    studio.read_so(card)
    for field, text in fields.items():
        studio.type(editor.fields[field], text)


def release(studio, tmp_path, limit="3"):
    window = studio.window
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], limit)
    studio.settle()
    assert studio.missing == []
    studio.release()
    studio.answers["folder"] = [str(tmp_path / "out")]
    studio.click(window.release_tab.export_button)
    studio.settle()
    return statement(tmp_path / "out" / "receipt.json")


def test_two_figures_from_a_private_table_to_a_receipt(studio, private, tmp_path):
    window = studio.window
    card = private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["count"])
    figures = window.question.pages["measure"]
    studio.click(figures.editor.add_button)
    which, test, value = figures.editor.conditions[0]
    studio.choose(which, "smoker")
    studio.type(value, "yes")
    studio.click(figures.editor.add_button)
    which, test, value = figures.editor.conditions[1]
    studio.choose(which, "age")
    studio.choose(test, "is above")
    studio.type(value, "50")
    studio.click(figures.add_buttons["total"])
    studio.choose(figures.editor.column, "costs")
    studio.type(figures.editor.texts["name"], "Costs")
    studio.type(figures.editor.texts["share"], "3/4")
    studio.type(figures.editor.texts["least"], "0")
    declare(studio, card, "smoker", "yes / no")
    declare(studio, card, "age", "whole number")
    declare(studio, card, "costs", "whole number", lower="0", upper="100", unit="€")
    studio.settle()
    assert window.session.preview.shown[0].badge is Badge.DATA_FREE
    assert len(window.session.preview.shown) == 2
    studio.tab("question")
    assert not figures.yes_no.isVisible(), "the chosen figure reads no yes and no"
    figures.list.choose(0)
    studio.settle()
    assert figures.yes_no.isVisible() and "In “smoker” a cell" in figures.yes_no.said.text()
    figures.list.choose(1)
    studio.settle()
    studio.tab("score")
    assert "In “smoker” a cell" in window.score.yes_no.said.text(), "of all figures it is said there"
    studio.tab("score")
    assert "Δ₁ = 100 €" in texts(window.score)
    studio.tab("privacy")
    assert "Costs ±" in window.privacy._accuracy.text()
    studio.choose(window.preview.parts.which, "Costs")
    assert window.preview._shown.name == "Costs"
    receipt = release(studio, tmp_path)
    names = [line["name"] for line in receipt["result"]["lines"]]
    assert names == ["Rows where “smoker” is yes and “age” is above 50", "Costs"]
    assert [each["share_of_budget"] for each in receipt["mechanism"]["noises"]] == ["0.25", "0.75"]
    shown = window.release_tab.winner.text()
    assert all(name in shown for name in names)
    assert "raised to 0" in receipt["result"]["post_processing"]
    assert "Costs: raised to 0 where below" in window.release_tab.after.text()
    studio.click(window.release_tab.copy_button)
    assert QGuiApplication.clipboard().text().endswith(f"\n{window.release_tab.after.text()}")
    assert receipt["accounting"]["total"] == "1"


def texts(page):
    from PySide6.QtWidgets import QLabel

    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def test_gaussian_noise_asks_for_delta_and_for_a_limit_of_it(studio, private, tmp_path):
    window = studio.window
    card = private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["histogram"])
    figure = window.question.pages["measure"].editor
    studio.choose(figure.column, "age")
    studio.type(figure.bins, "20\n40\n60\n80")
    declare(studio, card, "age", "whole number")
    studio.tab("privacy")
    assert not window.privacy._delta.isVisible()
    studio.pick(window.privacy.fields["privacy.noise"], "discrete_gaussian")
    assert any("Type δ" in sentence for sentence in studio.missing)
    studio.type(window.privacy.fields["privacy.delta"], "0.000001")
    studio.type(window.privacy.fields["privacy.delta_cap"], "0.00001")
    studio.settle()
    formula = window.privacy._formula.text()
    assert "theorem" in formula or "corollary" in formula
    assert "σ² the variance of the noise: " in formula
    receipt = release(studio, tmp_path)
    assert receipt["privacy_parameters"]["delta"] == "0.000001"
    assert len(receipt["result"]["lines"]) == 3
    studio.tab("ledger")
    assert "δ: 0.000001 of 0.00001" in window.ledger_tab.account.text()
    assert "zCDP" in window.ledger_tab.concentrated.text()


def test_each_person_is_asked(studio, private, tmp_path):
    window = studio.window
    card = private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "survey")
    survey = window.question.pages["survey"]
    studio.choose(survey.column, "diabetic")
    studio.type(survey.answers, "yes\nno")
    studio.type(survey.people, "60")
    assert any("itself protected" in sentence for sentence in studio.missing)
    studio.tab("tables")
    studio.option(window.tables.fields["privacy_unit.relation"], "replace_one")
    declare(studio, card, "diabetic", "yes / no", blank="no")
    studio.settle()
    assert [each.name for each in window.session.preview.shown] == ["who says “yes”", "who says “no”"]
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.tab("release")
    studio.click(window.release_tab.release_button)
    asked = "This publishes the randomized answers of 60 people, counted. It charges ε = 1. This cannot be undone."
    assert asked in window.release_tab._question.text()
    studio.click(window.release_tab.back_button)
    receipt = release(studio, tmp_path)
    assert sum(int(each["count"]) for each in receipt["result"]["randomized_counts"]) == 60
    assert "curator" in receipt["words"]["model"]
    assert receipt["privacy_unit"]["public_number_of_people"] == 60


def test_that_each_person_has_a_row_is_asked_where_it_matters_and_declared_by_a_click(studio, private):
    window = studio.window
    private("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "survey")
    studio.type(window.question.pages["survey"].people, "60")
    studio.tab("tables")
    fields = window.tables.fields
    assert not fields["privacy_unit.everyone"].isVisible()
    studio.option(fields["privacy_unit.kind"], "person")
    studio.choose(fields["privacy_unit.person"], "diabetic")
    studio.type(fields["privacy_unit.rows"], "1")
    assert any("may have no row" in sentence for sentence in studio.missing)
    studio.option(fields["privacy_unit.everyone"], "yes")
    assert studio.plan.privacy_unit.everyone == "yes"
    assert not any("may have no row" in sentence for sentence in studio.missing)
    studio.option(fields["privacy_unit.relation"], "add_remove")
    assert not fields["privacy_unit.everyone"].isVisible()


def test_a_wrong_public_number_is_told_and_costs_nothing(studio, private, tmp_path):
    window = studio.window
    card = private("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "survey")
    survey = window.question.pages["survey"]
    studio.choose(survey.column, "diabetic")
    studio.type(survey.answers, "yes\nno")
    studio.type(survey.people, "61")
    declare(studio, card, "diabetic", "yes / no", blank="no")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    studio.release()
    assert "number of people" in window.release_tab.refused.text()
    assert window.session.ledger.charges() == []


def test_a_synthetic_table_with_the_offer_of_what_is_feasible(studio, private, tmp_path):
    window = studio.window
    private("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "synthesize")
    card = window.question.pages["synthesize"]
    studio.choose(card.columns[0], "smoker")
    studio.click(card.add_button)
    studio.choose(card.columns[1], "diabetic")
    studio.option(card.queries, "pairs")
    studio.type(card.people, "60")
    studio.type(card.alpha, card.alpha.editor.placeholderText())
    assert not card.alpha._problem.text(), "what is suggested is possible"
    studio.type(card.alpha, "0.01")
    assert "synthetic tables" in card.alpha._problem.text()
    assert "candidate tables" in card.size_label.text()
    studio.click(card.offer_button)
    assert studio.plan.synthesis.alpha != "0.01"
    studio.type(card.alpha, "0.6")
    studio.settle()
    assert "needs" in card.size_label.text()
    assert window.session.preview.shown[0].badge is Badge.SIMULATED
    receipt = release(studio, tmp_path)
    table = (tmp_path / "out" / "synthetic.csv").read_text("utf-8-sig").split()
    assert table[0] == "smoker,diabetic"
    assert len(table) == 1 + len(receipt["result"]["table"]["rows"])


def test_an_error_that_says_nothing_is_not_offered_and_is_called_so_where_it_is_typed(studio, private):
    window = studio.window
    private("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "synthesize")
    page = window.question.pages["synthesize"]
    for place, name in enumerate(("smoker", "diabetic", "age", "costs")):
        if place:
            studio.click(page.add_button)
        studio.choose(page.columns[place], name)
    studio.option(page.queries, "pairs")
    studio.type(page.people, "60")
    studio.type(page.alpha, "0.1")
    assert "74 in 100 says nothing" in page.alpha._problem.text()
    assert not page.offer_button.isVisible()
    room = page.alpha._problem.parentWidget().width() - page.alpha._problem.x()
    assert page.alpha._problem.width() > 0.9 * room, "the sentence takes the page's width, not that of its field"
    page.ask("", lambda plan: replace(plan, synthesis=replace(plan.synthesis, columns=("smoker", "diabetic"))))
    studio.type(page.alpha, "0.75")
    studio.settle()
    assert "an error of 75 in 100 says nothing" in page.size_label.text()


def test_figures_can_be_removed_and_undone_and_kinds_keep_what_was_typed(studio, private):
    window = studio.window
    private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    figures = window.question.pages["measure"]
    for kind in ("count", "mean", "total"):
        studio.click(figures.add_buttons[kind])
    studio.click_cell(figures.list, 1)
    studio.type(figures.editor.texts["name"], "Average")
    studio.click_cell(figures.list, 0, REMOVED)
    assert [plan.kind for plan in studio.plan.figures] == ["mean", "total"]
    assert figures.place == 0 and figures.editor.texts["name"].editor.text() == "Average"
    studio.keys("Ctrl+Z")
    assert [plan.kind for plan in studio.plan.figures] == ["count", "mean", "total"]
    assert figures.place == 0 and figures.editor.texts["name"].editor.text() == ""
    studio.option(window.question.fields["kind"], "choose")
    assert not figures.isVisible()
    studio.option(window.question.fields["kind"], "measure")
    studio.click_cell(figures.list, 1)
    assert figures.editor.texts["name"].editor.text() == "Average"


@pytest.mark.parametrize(
    "name", ["likes", "drugs", "debts", "smokers", "ages", "survey", "halfspaces", "median", "survey-250", "median-250"]
)
def test_every_demonstration_is_complete_and_previewed(studio, name):
    window = studio.window
    studio.demonstration(name)
    studio.settle()
    assert studio.missing == []
    assert window.session.preview.shown
    for each in window.session.preview.shown:
        assert each.chances.sum() == pytest.approx(1, abs=0.02)
    for tab in ("question", "score", "privacy", "release"):
        studio.tab(tab)
    assert window.release_tab.release_button.isEnabled()


def test_a_wanted_error_gives_its_epsilon(studio):
    window = studio.window
    studio.demonstration("smokers")
    studio.settle()
    studio.tab("privacy")
    studio.type(window.privacy._wanted, "10")
    studio.settle()
    assert window.session.resolved.previewed.errors == (10,)
    studio.type(window.privacy._wanted, "1/2")
    studio.settle()
    assert "one step" in window.privacy._wanted._problem.text()


def test_a_bound_that_is_too_small_is_refused_with_two_tables_that_break_it(studio):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    studio.tab("privacy")
    field = window.privacy.fields["privacy.bound"]
    studio.type(field, "1/2")
    studio.settle()
    assert "smaller than the derived" in field._problem.text()
    assert "move apart by 1 vote" in window.privacy.bound.refutation.sentence.text()
    tables = window.privacy.bound.refutation.tables
    assert tables.isVisibleTo(window.privacy)
    header = tables.horizontalHeader()
    assert all(header.sectionSizeHint(place) <= tables.columnWidth(place) for place in range(header.count()))
    assert window.privacy.bound.refutation.tables.model().rowCount() >= 1
    studio.type(field, "5")
    studio.settle()
    assert not window.privacy.bound.refutation.isVisibleTo(window.privacy)
    assert studio.missing == []


def test_a_table_of_a_sqlite_file_and_a_folder_of_parquet_files_open_by_clicks(studio, tmp_path):
    from tests.core.test_sources import write_folder, write_sqlite

    window = studio.window
    window.show_tab("tables")
    studio.answers["open_files"] = [[str(write_sqlite(tmp_path))]]
    studio.click(window.tables.open_button)
    studio.settle()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "sample")
    studio.settle()
    assert not card.reading.header.isVisible()
    assert window.session.facts[card.handle].names == (), "nothing is taken before a table is chosen"
    studio.choose(card.reading.sheet, 'a "quoted" table')
    studio.settle()
    assert "who" in window.session.facts[card.handle].names
    studio.choose(card.reading.sheet, "other")
    studio.settle()
    assert window.session.facts[card.handle].names == ("x",) or "no rows" in window.session.facts[card.handle].problem
    studio.answers["folder"] = [str(write_folder(tmp_path))]
    studio.keys("Ctrl+Shift+T")
    studio.settle()
    assert studio.plan.tables[1].format == "parquet_folder"


def with_ready_scores(studio, tmp_path):
    """A private table of names and scores, opened, declared and asserted by clicks."""
    window = studio.window
    path = tmp_path / "scores.csv"
    path.write_text("name,points\nRed,70\nGreen,25\nBlue,9\n", "utf-8")
    card = studio.open_private(path)
    studio.option(window.tables.fields["privacy_unit.relation"], "add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "Red\nGreen\nBlue")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "ready")
    studio.choose(window.score.columns[0], "name")
    studio.choose(window.score.columns[1], "points")
    studio.type(window.score.fields["rule.sensitivity"], "1")
    declare(studio, card, "name", "one choice (category)")
    declare(studio, card, "points", "whole number", unit="points")
    studio.settle()
    studio.tab("score")


def test_ready_made_scores_from_a_private_file_to_a_receipt(studio, tmp_path):
    window = studio.window
    with_ready_scores(studio, tmp_path)
    assert "Asserted, not derived" in texts(window.score)
    assert window.privacy.bound.field.editor.placeholderText() == "asserted"
    assert "Drawn from invented scores." in window.preview.foot.note.text()
    assert window.privacy._people.isHidden()
    receipt = release(studio, tmp_path)
    assert receipt["mechanism"]["range_sensitivity_used"] == "2"
    assert receipt["flags"][0] == "the sensitivity of the scores was asserted by the curator, not derived"
    assert window.release_tab.result.stamp.text() == "Chosen with differential privacy"


def test_a_claim_about_ready_made_scores_is_held_against_the_rule_that_is_told_for_them(studio, tmp_path):
    window = studio.window
    with_ready_scores(studio, tmp_path)
    told = window.score.reference
    studio.tab("score")
    studio.unfold(told.field)
    assert told.isVisible()
    assert not window.score.formula.isVisible()
    studio.type(told.field, "sum(bid where colour = candidate)")
    studio.settle()
    studio.qtbot.waitUntil(lambda: told.editors["bid"].isVisible())
    assert "is not declared" in texts(window.score)
    studio.choose(told.editors["colour"].kind, "one choice (category)")
    studio.choose(told.editors["bid"].kind, "whole number")
    for mark in ("decimal_mark", "grouping_mark"):  # no cell of it is ever read
        assert not told.editors["bid"].fields[mark].isVisible()
    studio.type(told.editors["bid"].fields["lower"], "0")
    studio.type(told.editors["bid"].fields["upper"], "5")
    studio.settle()
    assert "which is derived for the rule" in window.score.fields["rule.sensitivity"]._problem.text()
    assert "It moves by 5" in told.refutation.sentence.text()
    assert told.refutation.tables.model().rowCount() >= 1
    assert not window.privacy.bound.refutation.isVisibleTo(window.privacy)
    studio.type(window.score.fields["rule.sensitivity"], "5")
    studio.settle()
    assert not told.refutation.isVisible()
    assert "whether they were computed so is not checked" in texts(window.score)
    studio.type(told.field, "1 / sum(bid where colour = candidate)")
    studio.settle()
    assert told.safe.isVisible()
    assert "One person moves its scores by at most 5." in texts(window.score)
    studio.click(told.safe)
    studio.settle()
    assert studio.plan.rule.reference == "-sum(bid where colour = candidate)"
    studio.type(window.score.fields["rule.sensitivity"], "5")
    receipt = release(studio, tmp_path)
    assert receipt["mechanism"]["range_sensitivity_origin"] == "asserted"
    assert receipt["question"]["reference_rule"]["formula"] == "-sum(bid where colour = candidate)"


def test_sums_of_disjoint_groups_cost_once(studio, private, tmp_path):
    window = studio.window
    card = private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["groups"])
    figure = window.question.pages["measure"].editor
    studio.choose(figure.column, "costs")
    studio.choose(figure.group, "smoker")
    studio.type(figure.bins, "yes\nno")
    declare(studio, card, "costs", "whole number", lower="0", upper="500")
    declare(studio, card, "smoker", "yes / no")
    receipt = release(studio, tmp_path)
    lines = receipt["result"]["lines"]
    assert [line["name"] for line in lines] == [
        "Sum of costs by smoker: yes",
        "Sum of costs by smoker: no",
    ]
    (step,) = receipt["mechanism"]["noises"]
    assert step["l1_sensitivity"] == "500"
    assert "disjoint" in receipt["derivation"][0]["why"]
    assert receipt["privacy_parameters"]["epsilon"] == "1"


@pytest.fixture
def answers_in_german(studio, tmp_path):
    path = tmp_path / "Haushalte.csv"
    rows = [f"{'ja' if i % 3 else 'nein'},{'nein' if i % 4 else 'ja'}" for i in range(60)]
    path.write_text("tee,kaffee\n" + "\n".join(rows) + "\n", "utf-8")
    card = studio.open_private(path)
    studio.protect_rows("replace_one")
    return card


def change_words(studio, card):
    """Both columns stand on the Tables tab with their words, which are typed anew; a copy of what stood there."""
    studio.tab("tables")
    before = []
    for name in ("tee", "kaffee"):
        fields = card.editor(name).fields
        before.append(fields["true_words"].editor.text())
        assert not card.editor(name).remove_button.isVisible()
        studio.type(fields["true_words"], "ja")
        studio.type(fields["false_words"], "nein")
        assert card.editor(name).kind.editor.currentText() == "yes / no"
    return before


def test_the_words_for_yes_of_a_synthetic_table_are_shown_and_changed(studio, answers_in_german):
    window, card = studio.window, answers_in_german
    studio.tab("question")
    studio.option(window.question.fields["kind"], "synthesize")
    columns = window.question.pages["synthesize"]
    studio.choose(columns.columns[0], "tee")
    studio.click(columns.add_button)
    studio.choose(columns.columns[1], "kaffee")
    said = "In “tee” and “kaffee” a cell is read as yes where it is “yes”, “true”, “1” or “y”, and as no where it is"
    assert window.question.pages["synthesize"].yes_no.isVisible()
    assert window.question.pages["synthesize"].yes_no.said.text().startswith(said)
    assert change_words(studio, card) == ["yes, true, 1, y"] * 2
    studio.tab("question")
    assert "is “ja”, and as no where it is “nein”; capitals" in window.question.pages["synthesize"].yes_no.said.text()
    assert card.editor("tee").fields["blank"].editor.placeholderText() == "no"
    studio.keys("Ctrl+Z")
    assert "“kaffee”" in window.question.pages["synthesize"].yes_no.said.text()


def test_the_words_for_yes_of_votes_are_shown_before_anything_is_charged(studio, answers_in_german):
    window, card = studio.window, answers_in_german
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "tee\nkaffee")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "votes")
    studio.option(window.score.fields["rule.style"], "column_each")
    assert window.score.yes_no.isVisible()
    assert "“yes”, “true”, “1” or “y”" in window.score.yes_no.said.text()
    change_words(studio, card)
    assert card.editor("tee").fields["blank"].editor.placeholderText() == "nothing"
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    studio.tab("release")
    assert "In “tee” and “kaffee” a cell is read as yes where it is “ja”" in texts(window.release_tab)
    studio.click(window.release_tab.release_button)
    assert "In “tee” and “kaffee” a cell is read as yes where it is “ja”" in window.release_tab._question.text()


def test_of_several_figures_each_line_bears_the_number_that_sentences_call_it_by(studio, private):
    window = studio.window
    private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    figures = window.question.pages["measure"]
    studio.click(figures.add_buttons["count"])
    studio.click(figures.add_buttons["mean"])
    lines = figures.list.model()
    shown = [(lines.headerData(at, Qt.Orientation.Vertical), lines.index(at, 1).data()) for at in (0, 1)]
    assert shown == [("1", "Count"), ("2", "Mean")] and figures.list.verticalHeader().isVisible()
    assert "Choose the column that figure 2 is about." in studio.missing


def test_a_public_number_of_people_is_offered_just_where_it_can_be_public(studio, private):
    window = studio.window
    private("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["mean"])
    assert window.question.pages["measure"].editor.texts["people"].isHidden()
    studio.tab("tables")
    studio.protect_rows("replace_one")
    studio.tab("question")
    assert not window.question.pages["measure"].editor.texts["people"].isHidden()


@pytest.mark.parametrize(
    ("order", "examples"),
    [
        ("ymd", "2026-12-31 or 20261231"),
        ("dmy", "31/12/2026, 31.12.2026 or 31-12-2026; 2026-12-31, too"),
        ("mdy", "12/31/2026, 12.31.2026 or 12-31-2026; 2026-12-31, too"),
    ],
)
def test_a_date_columns_card_says_which_days_are_read_and_asks_for_no_unit(qapp, order, examples):
    editor = ColumnEditor("day")
    editor.show_column(ColumnPlan("day", "date", date_order=order))
    assert editor.told.text().endswith(f"for example {examples}. Any other cell counts as blank.")
    read = cell_reader(Column("day", Kind.DATE, date_order=order))
    assert len({read(example) for example in re.findall(r"[\d./-]*\d", examples)}) == 1
    assert read("31 December 2026") is None
    assert not editor.told.isHidden()
    assert editor.fields["unit"].isHidden()
    editor.show_column(ColumnPlan("day", "integer"))
    assert (editor.told.text(), editor.fields["unit"].isHidden()) == ("", False)
    editor.deleteLater()
