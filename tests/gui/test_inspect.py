"""Looking into a private table on purpose: agreed to by name, marked, not to be carried away, and told ever after."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from dpstudio.core.plan import ColumnPlan, FigurePlan
from dpstudio.core.preview.inspection import MARK
from dpstudio.core.receipt.headline import CHANGED, INSPECTED
from dpstudio.core.signing import aloud
from dpstudio.workspace.computer import signing_key
from tests.gate.canaries import files_below, inside
from tests.gate.test_window import everything_said

PAID = [73919173 - 19 * 7, *[7] * 19]
TOTAL = str(sum(PAID))
TEXT = "pays,drink\n" + "".join(f"{each},Tea\n" for each in PAID)


@pytest.fixture
def private(studio, tmp_path):
    """A private table with a complete question about it: what most of them drink."""
    file = tmp_path / "drinkers.csv"
    file.write_text(TEXT)
    studio.open_private(file)
    studio.ask_for_a_drink()
    return studio


def agree(studio, name="drinkers.csv"):
    """Type the table's name and go on; the dialog."""
    dialog = studio.window.inspecting.dialog
    studio.type(dialog.name, name)
    studio.click(dialog.confirm_button)
    studio.settle()
    return dialog


def look(studio):
    studio.tab("release")
    studio.click(studio.window.release_tab.inspection.button)
    return agree(studio)


def release(studio):
    studio.release()
    return studio.window.session.release.receipt.flags


def looks(studio) -> int:
    return len(studio.window.session.ledger.looks(studio.plan.tables[0].handle))


def cells(dialog) -> list[list[str]]:
    model = dialog.table.model()
    places = range(model.columnCount())
    return [[model.index(line, place).data() for place in places] for line in range(model.rowCount())]


def test_the_true_scores_are_seen_under_a_mark_and_told_on_every_later_receipt(private):
    dialog = look(private)
    assert cells(dialog) == [["Tea", "20"], ["Coffee", "0"]]
    assert dialog.mark.text() == MARK
    assert dialog.mark.isVisible()
    assert dialog._over.isVisible()
    assert dialog._over.geometry() == dialog._over.parentWidget().rect()
    private.click(dialog.close_button)
    assert looks(private) == 1
    assert "looked into it once; every later receipt" in private.window.release_tab.inspection._said.text()
    assert INSPECTED in release(private)
    assert CHANGED not in private.window.session.release.receipt.flags


def test_the_first_result_under_another_key_says_so_beside_it(private):
    told = private.window.release_tab.key_changed
    release(private)
    assert not told.isVisible()
    new = signing_key.rotate().fingerprint
    release(private)
    assert told.isVisible()
    said = private.window.release_tab.result.key_changed_text.text()
    assert aloud(new) in said and "public key" in said
    release(private)
    assert not told.isVisible()


def test_a_question_that_changed_after_the_look_is_told(private):
    private.click(look(private).close_button)
    plan = private.plan
    private.window.session.change(replace(plan, privacy=replace(plan.privacy, epsilon="2")))
    private.settle()
    assert {INSPECTED, CHANGED} <= set(release(private))


def test_nothing_is_cut_of_what_is_seen_of_figures(private):
    names = "How many of them there are", "How many of them there are, counted again"
    figures = tuple(FigurePlan("count", name) for name in names)
    private.window.session.change(replace(private.plan, kind="measure", figures=figures))
    private.settle()
    dialog = look(private)
    assert dialog.table.horizontalScrollBar().maximum() == 0
    assert dialog.which.count() == len(names)
    assert dialog.which.width() > max(map(dialog.which.fontMetrics().horizontalAdvance, names)) + 30


def test_only_the_tables_own_name_opens_it(private):
    private.tab("release")
    private.click(private.window.release_tab.inspection.button)
    dialog = private.window.inspecting.dialog
    for wrong in ("", "drinkers", "Drinkers.csv", "people.csv"):
        private.type(dialog.name, wrong)
        assert not dialog.confirm_button.isEnabled()
    QTest.keyClick(dialog.name.editor, Qt.Key.Key_Return)
    private.click(dialog.back_button)
    assert private.window.inspecting.dialog is None
    assert looks(private) == 0
    assert INSPECTED not in release(private)


@pytest.mark.long
def test_each_look_is_an_entry_of_its_own(private):
    for many in (1, 2):
        private.click(look(private).close_button)
        assert looks(private) == many


def test_nothing_that_is_seen_can_be_carried_away(private, tmp_path):
    dialog = look(private)
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=dialog.table.visualRect(
        dialog.table.model().index(0, 0)).center())  # fmt: skip
    for widget in (dialog.table, dialog.plot, dialog):
        for keys in ("Ctrl+A", "Ctrl+C", "Ctrl+Insert", "Ctrl+X"):
            QTest.keySequence(widget, keys)
    assert clipboard.text() == ""
    assert not dialog.table.selectedIndexes()
    assert dialog.table.contextMenuPolicy() == Qt.ContextMenuPolicy.NoContextMenu
    assert not dialog.table.dragEnabled()
    assert dialog.windowTitle() == "Inspect"


def test_what_was_seen_is_nowhere_when_it_is_closed(private, tmp_path, home):
    """A true sum that stands in no cell: in no widget, title, clipboard, log or file, the receipt of a release too."""
    plan = private.plan
    pays = ColumnPlan("pays", "integer", lower="0", upper="90000000")
    private.window.session.change(
        replace(
            plan,
            tables=tuple(replace(table, columns=(pays,)) for table in plan.tables),
            kind="measure",
            figures=(FigurePlan("total", "paid", "pays"),),
        )
    )
    private.settle()
    dialog = look(private)
    assert cells(dialog) == [["paid", TOTAL]]
    private.click(dialog.close_button)
    assert INSPECTED in release(private)
    private.answers["folder"] = [str(tmp_path / "out")]
    (tmp_path / "out").mkdir()
    private.click(private.window.release_tab.export_button)
    private.settle()
    assert (tmp_path / "out" / "receipt.json").exists()
    assert TOTAL not in everything_said().replace(",", "")
    assert TOTAL not in QGuiApplication.clipboard().text() + str(private.answers["said"])
    for folder in (tmp_path, home):
        for file in files_below(folder):
            assert TOTAL not in inside(file), file.name


def test_a_table_that_was_called_private_becomes_a_sample_by_a_look(private):
    handle = private.plan.tables[0].handle
    private.tab("tables")
    card = private.window.tables.card(handle)
    assert not card.inspect_button.isVisible()
    private.option(card.role, "sample")
    private.settle()
    assert "has been private before" in card.role._problem.text()
    private.click(card.inspect_button)
    agree(private)
    assert private.window.inspecting.dialog is None
    assert not card.inspect_button.isVisible()
    assert card.rows.isVisible()
    assert looks(private) == 1
    flags = release(private)
    assert any(flag.startswith("demonstration") for flag in flags)
    assert INSPECTED in flags


def test_a_look_that_fails_says_why_and_shows_nothing(private, tmp_path):
    private.tab("release")
    private.click(private.window.release_tab.inspection.button)
    (tmp_path / "drinkers.csv").write_text("who,drink\nAnn,Tea\n")
    dialog = agree(private)
    assert "has changed" in dialog.problem.text()
    assert dialog.table.model() is None or dialog.table.model().rowCount() == 0
    assert looks(private) == 0
    private.click(dialog.stop_button)


@pytest.mark.long
def test_a_sample_is_not_offered_a_look(private):
    private.answers["choose"] = ["Discard"]
    private.window.projects.open_demonstration("apples")
    private.settle()
    private.tab("release")
    assert not private.window.release_tab.inspection.isVisible()


def test_all_entries_are_listed_before_anything_is_charged_and_after_it(private):
    """The newest first, by the name that the table has among the charges."""
    private.click(look(private).close_button)
    private.tab("ledger")
    tab = private.window.ledger_tab

    def said():
        model = tab.entries.view.model()
        return [tuple(model.index(line, place).data() for place in (0, 1)) for line in range(model.rowCount())]

    assert said()[0] == ("drinkers.csv (this table)", "looked into (Inspect)")
    assert said()[-1] == ("", "the ledger was begun")
    before = len(said())
    release(private)
    private.tab("ledger")
    told = [what for _, what in said()]
    assert told[0] == "release 1 drawn"
    assert told.index("release 1 charged, ε 1") < told.index("looked into (Inspect)") == len(told) - before
