"""Text from 80 to 200 %: on every page, in every view of the picture and in every dialog all of it is whole."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QSlider, QWidget

from dpstudio.core.errors import Lost
from dpstudio.gui.error_dialog import CrashDialog
from dpstudio.gui.helping import HelpDialog
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.lost import LostDialog
from dpstudio.gui.pages import SettingsDialog, TextDialog
from dpstudio.gui.project.inspection import InspectDialog
from dpstudio.gui.verifying import VerifyDialog
from dpstudio.gui.widgets.form import Entry, Form
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.waiting import Waiting
from dpstudio.workspace.project.demonstrations import demonstrations
from tests.gui.cutting import captions_cut, cut

SIZES = ("80", "90", "100", "115", "130", "150", "175", "200")
KEYS = [each.key for each in demonstrations()]


def whole(studio, where: str) -> None:
    """Nothing in the window is cut or stands on something else, once it has been laid out."""
    window, found = studio.window, ["not looked at"]
    at_work = window.stack.currentWidget() is window.workplace

    def fits() -> bool:
        found[:] = cut(window) + (captions_cut(window.workplace.steps) if at_work else [])
        return not found

    try:
        studio.qtbot.waitUntil(fits, timeout=3000)
    except Exception as error:
        raise AssertionError((where, found)) from error
    assert (window.width(), window.height()) == (1280, 720), "the window keeps its size"


def text_to(studio, percent: str) -> None:
    """Press the keys for larger or smaller text until it has this size."""
    steps = SIZES.index(percent) - SIZES.index(studio.window.settings.get("text_size"))
    for _ in range(abs(steps)):
        studio.keys("Ctrl++" if steps > 0 else "Ctrl+-")
    assert THEME.px(100) == int(percent)


def views(studio, key: str) -> None:
    studio.tab("privacy")
    studio.picture()
    for name, button in studio.window.preview.views.buttons.items():
        if button.isVisible():
            studio.option(studio.window.preview.views, name)
            studio.settle()
            whole(studio, f"{key}: {name}")


def forms(studio, key: str) -> None:
    """Each tab, as it is and with all that is folded away."""
    for tab in studio.window.workplace.names:
        studio.tab(tab)
        studio.window.workplace.show_half("form")
        whole(studio, f"{key}: {tab}")
        for more in studio.window.workplace.page.findChildren(More):
            if more.button.isVisible() and not more.is_open:
                studio.click(more.button)
        whole(studio, f"{key}: {tab}, unfolded")


def released(studio, key: str) -> None:
    studio.tab("release")
    studio.window.workplace.show_half("form")
    studio.click(studio.window.release_tab.release_button)
    whole(studio, f"{key}: asked once more")
    studio.click(studio.window.release_tab.confirm_button)
    studio.settle()
    whole(studio, f"{key}: released")
    studio.tab("ledger")
    studio.window.ledger_tab.ensureWidgetVisible(studio.window.ledger_tab.view)
    whole(studio, f"{key}: the ledger")


@pytest.fixture
def small(studio):
    """A window of 1280 x 720."""
    studio.window.resize(1280, 720)
    studio.qtbot.waitUntil(lambda: studio.window.height() == 720)
    return studio


def test_larger_text_takes_effect_at_once_and_smaller_text_takes_it_back(small):
    """At 200 % rows, slider, picture, tiles and tabs are whole, without a restart; back at 100 % all is as it was."""
    window = small.window
    small.demonstration("apples")
    small.release()
    small.tab("ledger")
    before = sizes(window)
    text_to(small, "200")
    whole(small, "released")
    small.tab("ledger")
    whole(small, "the ledger")
    view = window.ledger_tab.view
    assert view.rowHeight(0) >= view.fontMetrics().height() > 1.8 * 17
    small.tab("privacy")
    whole(small, "the form")
    small.picture()
    whole(small, "the picture")
    bars = window.preview.law.bars
    assert bars.getViewBox().height() > 2 * bars.fontMetrics().height()
    assert bars.getAxis("left").label.font().pixelSize() == 28
    assert window.workplace.dock.verticalScrollBar().maximum() > 0, "it scrolls rather than be squeezed"
    small.keys("Ctrl+Home")
    whole(small, "the welcome page")
    rows = {tile.y() for tile in window.welcome.demonstration_buttons.values()}
    tiles = [tile for tile in window.welcome.demonstration_buttons.values() if tile.y() == min(rows)]
    right = max(tile.geometry().right() for tile in tiles)
    assert right > 0.95 * (tiles[0].parentWidget().width() - THEME.px(36)), "no third of the window stays empty"
    small.click(window.welcome.back_button)
    text_to(small, "100")
    small.tab("release")
    whole(small, "small again")
    small.tab("ledger")
    assert sizes(window) == before


def test_a_change_of_size_measures_each_table_in_sight_once_and_the_others_when_they_are_seen(small, monkeypatch):
    measured: list[TableView] = []
    fit = TableView._fit
    small.demonstration("apples")
    small.option(small.window.preview.views, "table")
    small.settle()
    small.tab("ledger")
    small.tab("privacy")
    small.settle()
    monkeypatch.setattr(TableView, "_fit", lambda view: (measured.append(view), fit(view))[1])
    text_to(small, "115")
    small.qtbot.waitUntil(lambda: bool(measured))
    small.settle()
    assert measured
    assert all(view.isVisible() for view in measured)
    ledger = small.window.ledger_tab.view
    assert ledger not in measured
    small.tab("ledger")
    assert ledger in measured


def sizes(window) -> dict[str, int]:
    """Some sizes that text decides."""
    tile = next(iter(window.welcome.demonstration_buttons.values()))
    return {
        "row": window.ledger_tab.view.verticalHeader().defaultSectionSize(),
        "slider": window.privacy.slider.minimumSizeHint().height(),
        "space": window.release_tab.column.spacing(),
        "tile": tile.minimumSizeHint().width(),
        "axis": window.preview.law.bars.getAxis("bottom").minimumHeight(),
        "steps": window.workplace.steps.height(),
    }


@pytest.mark.long
@pytest.mark.parametrize("size", ["80", "100", "150", "200"])
@pytest.mark.parametrize("key", KEYS)
def test_every_page_and_every_view_is_whole_at_every_size(small, key, size):
    text_to(small, size)
    whole(small, "the welcome page")
    small.demonstration(key)
    forms(small, key)
    views(small, key)
    released(small, key)


def dialogs(window) -> dict[str, Callable[[], QDialog]]:
    told, long = "The ledger and the key are packed with a password, which stands nowhere in the file.", "wrong " * 20
    return {
        "settings": lambda: SettingsDialog(window, window.settings, window.setting_changed.emit),
        "about": lambda: TextDialog(window, "About dpstudio", "about.md"),
        "help": lambda: HelpDialog(window, "Welcome", []),
        "a mistake": lambda: CrashDialog(window, "a line of the report\n" * 30, project=True),
        "inspect": lambda: InspectDialog(window, "a table with a rather long name.csv", "public"),
        "a form": lambda: Form(window, "Bring in", told, [Entry("Password")], "Bring in", lambda _: "", long),
        "verify": lambda: VerifyDialog(window, window.runner, [Path("nothing.pdf")]),
        "waiting": lambda: Waiting(window, "Opening the demonstration …", window.runner, "none"),
        "a lost ledger": lambda: LostDialog(Lost("The ledger is gone."), lambda _: None, window),
    }


@pytest.mark.parametrize("size", ["80", "100", "150", "200"])
def test_every_dialog_is_whole_and_no_larger_than_the_screen(small, size):
    text_to(small, size)
    room = small.window.screen().availableSize()
    for name, make in dialogs(small.window).items():
        dialog = make()
        dialog.show()
        small.settle()
        small.qtbot.waitUntil(lambda d=dialog, n=name: cut(d) == [] or pytest.fail(f"{n}: {cut(d)}"))
        assert dialog.height() <= room.height(), name
        dialog.close()


def test_settings_follow_the_size_that_is_chosen_in_them(small):
    """The dialog in which a person chooses 200 % is whole at 200 %."""
    dialog = SettingsDialog(small.window, small.window.settings, small.window.setting_changed.emit)
    dialog.show()
    before = dialog.height()
    small.choose(dialog.fields["text_size"], "200 %")
    assert THEME.px(100) == 200
    small.qtbot.waitUntil(lambda: dialog.height() > before and cut(dialog) == [])
    dialog.close()


def test_the_judge_sees_what_is_cut_and_what_overlaps(studio):
    """Each fault is made on purpose, seen, and gone when it is mended."""
    root = QWidget(studio.window)
    root.setGeometry(0, 0, 800, 500)
    label, other = QLabel("A sentence that is longer than its place", root), QLabel("Another", root)
    label.setGeometry(0, 0, 60, 20)
    other.setGeometry(0, 420, 200, 30)
    root.show()
    faults(root, "label cut")
    label.setGeometry(0, 0, 400, 6)
    faults(root, "label cut")
    label.setGeometry(0, 0, 400, 30)
    faults(root)
    other.setGeometry(10, 10, 200, 30)
    faults(root, "overlap")
    other.setGeometry(0, 420, 200, 30)
    line, slider, button = QLineEdit(root), QSlider(Qt.Orientation.Horizontal, root), QPushButton("Release now", root)
    line.setPlaceholderText("a table, a word, a date")
    line.setGeometry(0, 40, 60, 40)
    slider.setGeometry(0, 100, 200, 40)
    button.setGeometry(0, 140, 30, 40)
    for each in (line, slider, button):
        each.show()
    slider.setFixedHeight(8)
    faults(root, "field cut", "handle cut", "button cut")
    line.resize(300, 40)
    slider.setFixedHeight(40)
    button.resize(300, 40)
    faults(root)
    table = TableView("Numbers")
    table.setParent(root)
    table.setGeometry(0, 200, 760, 200)
    table.show()
    table.show_rows(("Short", "Long"), 1, lambda _, place: "a cell of many words " * (3 * place + 1), stretch=0)
    faults(root)
    table.setColumnWidth(1, 60)
    faults(root, "cell cut")
    table.show_rows(("Short", "Long"), 1, lambda _, place: "a cell")
    table.verticalHeader().setMinimumSectionSize(4)
    table.verticalHeader().setDefaultSectionSize(8)
    faults(root, "row cut")
    root.deleteLater()


def faults(root: QWidget, *wanted: str) -> None:
    """Exactly these kinds of faults are found."""
    found = cut(root)
    assert bool(found) == bool(wanted), found
    for each in wanted:
        assert any(each in one for one in found), (each, found)


def test_the_judge_sees_a_picture_that_is_squeezed_and_a_tab_that_is_cut(small):
    window = small.window
    small.demonstration("apples")
    whole(small, "apples")
    window.preview.law.tabled.setFixedHeight(50)
    small.qtbot.waitUntil(lambda: any("Sampling distribution" in each or "number cut" in each for each in cut(window)))
    window.workplace.steps.setFixedWidth(400)
    assert captions_cut(window.workplace.steps)


def test_a_long_cell_of_the_ledger_is_whole_where_there_is_room(small):
    """The question of a release stands there in full beside free room, and is shortened only where there is none."""
    small.demonstration("colour")
    small.window.session.change(replace(small.plan, name="C"))
    small.settle()
    small.release()
    small.tab("ledger")
    view = small.window.ledger_tab.view
    question = view.model().index(0, 2)
    assert len(question.data()) > 34
    small.qtbot.waitUntil(lambda: view.columnWidth(2) >= view.sizeHintForIndex(question).width())
    small.window.resize(900, 720)
    small.qtbot.waitUntil(lambda: view.columnWidth(2) < view.sizeHintForIndex(question).width())
    assert question.data(Qt.ItemDataRole.ToolTipRole)


def test_what_only_texts_are_asked_stands_in_their_row_under_its_own_words(small):
    """Also where another column is a number, whose headings stand above all rows."""
    card = small.paste_table("pays,drinks\n" + "1.5,Tea\n" * 4, "sample")
    small.choose(card.declare, "pays")
    small.choose(card.editor("pays").kind, "decimal number")
    small.choose(card.declare, "drinks")
    small.choose(card.editor("drinks").kind, "several choices in a cell")
    small.click(card.reading.confirm_button)
    editor, grid = card.editor("drinks"), card.grid
    small.qtbot.waitUntil(lambda: grid._headings["step"].isVisible())
    whole(small, "columns")
    row = editor.kind.mapTo(grid, editor.kind.rect().bottomLeft()).y()
    for each in (editor.fields["separator"], editor.match_case):
        small.qtbot.waitUntil(lambda one=each: one.mapTo(grid, one.rect().topLeft()).y() < row)
    assert editor.fields["separator"].title.isVisible()
    assert editor.match_case.text() == "Capitals matter"
    small.click(card.editor("pays").remove_button)
    small.qtbot.waitUntil(lambda: not grid._headings["step"].text())
    whole(small, "columns of texts alone")
    text_to(small, "200")
    whole(small, "columns at 200 %")
    low = [each.mapTo(editor, each.rect().bottomLeft()).y() for each in (editor.kind, editor.fields["blank"])]
    assert max(low) - min(low) <= 2, "fields of one row stand at one height"


def test_another_page_begins_with_its_form_whatever_was_looked_at_before(small):
    small.demonstration("apples")
    text_to(small, "200")
    small.tab("privacy")
    workplace = small.window.workplace
    small.option(workplace.halves, "picture")
    assert not workplace.pages.isVisible()
    small.tab("question")
    assert workplace.pages.isVisible()
    assert workplace.halves.buttons["form"].isChecked()


def test_a_demonstration_opens_on_its_scene_where_the_window_holds_form_or_picture(studio):
    text_to(studio, "200")
    studio.click(studio.window.welcome.demonstration_buttons["colour"])
    studio.settle()
    halves = studio.window.workplace.halves
    assert halves.isVisible()
    assert halves.buttons["picture"].isChecked()
    assert studio.window.preview.scene.isVisible()
