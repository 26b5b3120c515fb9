"""The File menu by the keyboard: what was open last, the result that is shown, and why an entry is not possible."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.gui.actions import ACTIONS
from dpstudio.gui.project import outcome
from dpstudio.workspace.project import demonstrations


def opened(studio, title="&File"):
    """The menu, open."""
    menu = studio.window.menus.menus[title]
    menu.popup(studio.window.mapToGlobal(studio.window.rect().topLeft()))
    studio.qtbot.waitUntil(menu.isVisible)
    return menu


def go_to(menu, action):
    """Highlight an entry with the arrow keys."""
    for _ in menu.actions():
        QTest.keyClick(menu, Qt.Key.Key_Down)
        if menu.activeAction() is action:
            return
    raise AssertionError(f"{action.text()} cannot be reached")


def close(menu):
    QTest.keyClick(menu, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("recent", "Recent projects – none yet"),
        ("save", "Save – no project is open"),
        ("export", "Export the receipt… – no result is shown"),
        ("print", "Print the result… – no result is shown"),
        ("undo", "Undo – there is nothing to undo"),
    ],
)
def test_an_entry_that_is_not_possible_says_why_to_the_eye_and_to_a_reader(studio, entry, said):
    (asked,) = [each for each in ACTIONS if each.id == entry]
    menu, action = opened(studio, asked.menu), studio.window.menus.actions[entry]
    assert not action.isEnabled()
    assert action.text().replace("&", "") == said
    told = QAccessible.queryAccessibleInterface(menu)
    assert said in [told.child(place).text(QAccessible.Text.Name) for place in range(told.childCount())]
    assert menu.actionGeometry(action).width() > menu.fontMetrics().horizontalAdvance(said)
    close(menu)


def test_an_entry_that_is_possible_says_nothing_more(studio):
    assert studio.window.menus.actions["open_table"].text() == "Open a &table…"
    studio.window.show_tab("tables")
    assert studio.window.menus.actions["save"].text() == "&Save"


def test_a_recent_project_is_opened_from_the_menu_by_its_number(studio, tmp_path):
    window = studio.window
    paths = [demonstrations.write(name, tmp_path / "a & b" / name) for name in ("apples", "colour")]
    for path in paths:
        window.projects.open(str(path))
        studio.settle()
    menu = opened(studio)
    go_to(menu, window.menus.actions["recent"])
    QTest.keyClick(menu, Qt.Key.Key_Right)
    recent = window.menus.actions["recent"].menu()
    studio.qtbot.waitUntil(recent.isVisible)
    assert [each.text() for each in recent.actions()] == ["&1 colour  (colour)", "&2 apples  (apples)"]
    assert str(paths[0]).replace("&", "&amp;") in recent.actions()[1].toolTip()
    QTest.keyClick(recent, Qt.Key.Key_2)
    studio.qtbot.waitUntil(lambda: window.session.document.path == paths[0])
    assert not QApplication.activePopupWidget()


def test_the_result_that_is_shown_is_exported_and_printed_from_wherever_one_is(studio, tmp_path, monkeypatch):
    window, printed, folder = studio.window, [], tmp_path / "out"
    monkeypatch.setattr(outcome, "paint_winner", lambda printer, release: printed.append((printer, release)))
    window.projects.open_demonstration("apples")
    studio.settle()
    assert not window.menus.actions["export"].isEnabled()
    studio.release()
    studio.tab("question")
    studio.answers["folder"] = [str(folder)]
    folder.mkdir()
    studio.keys("Ctrl+Shift+E")
    studio.settle()
    assert (folder / "receipt.pdf").exists()
    assert window.tab == "release"
    assert window.release_tab.result.exported.isVisible()
    studio.tab("ledger")
    studio.answers["printer"] = ["a printer"]
    studio.keys("Ctrl+P")
    assert printed == [("a printer", window.session.release)]
    studio.click(window.release_tab.result.next_button)
    window.show_welcome()
    assert not window.menus.actions["print"].isEnabled()


def test_a_name_that_no_file_can_have_opens_nothing_while_another_project_has_a_name(studio, tmp_path):
    studio.demonstration("apples")
    studio.answers["save_file"] = [str(tmp_path / "mine.dpstudio")]
    studio.keys("Ctrl+S")
    before = studio.plan
    studio.window.projects.open(str(tmp_path / "a\0b.dpstudio"))
    (said,) = [each for each in studio.answers["said"] if each[0] == "complain"]
    assert said[1] == "This project was not opened"
    assert studio.plan == before
