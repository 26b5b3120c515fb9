"""A window to work in, with a person's verbs: click, type, choose, wait."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessibleInterface, QGuiApplication, QShowEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QGraphicsItem, QLayoutItem, QMainWindow, QTableView, QWidget
from shiboken6 import Shiboken

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.gui import ask
from dpstudio.gui.app import build
from dpstudio.workspace.project.demonstrations import TIMES

if TYPE_CHECKING:  # this file is read for every run of tests, of which few open a window
    from dpstudio.gui.main_window import MainWindow
    from dpstudio.gui.widgets.chooser import Chooser
    from dpstudio.gui.widgets.kit import Field
    from dpstudio.gui.widgets.options import Options


_UNSEEN = QLayoutItem, QGraphicsItem, QAccessibleInterface


class Strays(QObject):
    """Notes every widget that is shown as a window of its own though it is a part of one."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        alone = isinstance(event, QShowEvent) and isinstance(watched, QWidget) and watched.isWindow()
        if alone and watched.windowType() == Qt.WindowType.Window and not isinstance(watched, QMainWindow):
            self.seen.append(f"{type(watched).__name__} {watched.objectName()} {watched.accessibleName()}")
        return False


def _bring_forward(window: QWidget) -> None:
    for _ in range(10):  # a menu that has just closed may take the keyboard back once more
        window.activateWindow()
        QTest.qWaitForWindowActive(window, 100)
        QTest.qWait(1)
        if window.isActiveWindow():
            return


class Studio:
    """Works the window by mouse and keyboard only."""

    def __init__(self, window: "MainWindow", qtbot, answers: dict[str, list]) -> None:
        self.window, self.qtbot, self.answers = window, qtbot, answers

    def unfold(self, widget: QWidget) -> None:
        """Click open whatever a widget is folded away in, and bring the form to the front where it hides."""
        from dpstudio.gui.widgets.more import folds

        halves = self.window.workplace.halves
        if halves.isVisible() and self.window.workplace.pages.isAncestorOf(widget):
            QTest.mouseClick(halves.buttons["form"], Qt.MouseButton.LeftButton)
        tables = self.window.tables
        for handle, chip in tables.chips.buttons.items():
            if tables.card(handle).isAncestorOf(widget) and not chip.isChecked():
                QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=self._spot(chip))
        for each in folds(widget):
            if not each.is_open:
                QTest.mouseClick(each.button, Qt.MouseButton.LeftButton)

    def picture(self) -> None:
        """Bring the picture to the front where the window holds one of both only."""
        halves = self.window.workplace.halves
        if halves.isVisible():
            self.option(halves, "picture")

    def click(self, widget: QWidget) -> None:
        self.unfold(widget)
        self.qtbot.waitUntil(lambda: widget.isVisible() and widget.width() > 0)
        assert widget.isEnabled(), f"{widget.accessibleName()} cannot be clicked"
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=self._spot(widget))

    def click_cell(self, view: "QTableView", line: int, place: int = 0) -> None:
        """Click a cell, scrolled into sight."""
        self.qtbot.waitUntil(view.isVisible)
        index = view.model().index(line, place)
        view.scrollTo(index)
        spot = view.visualRect(index).center()
        assert view.viewport().rect().contains(spot)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    @staticmethod
    def _spot(widget: QWidget):
        point = widget.rect().center()
        if not hasattr(widget, "isCheckable") or not widget.isCheckable():
            return point
        point.setX(10)
        return point

    def option(self, options: "Options", value: str) -> None:
        self.click(options.buttons[value])

    def type(self, field: "Field", text: str) -> None:
        editor = field.editor
        self.unfold(editor)
        self.qtbot.waitUntil(editor.isVisible)
        editor.setFocus()
        QTest.keySequence(editor, "Ctrl+A")
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        for place, line in enumerate(text.split("\n")):
            if place:
                QTest.keyClick(editor, Qt.Key.Key_Return)
            if line.isascii():
                QTest.keyClicks(editor, line)
            else:
                QGuiApplication.clipboard().setText(line)
                QTest.keySequence(editor, "Ctrl+V")

    def choose(self, box: "QComboBox | Field", text: str) -> None:
        """Pick an entry of a list with the arrow keys of its open list."""
        combo = getattr(box, "editor", box)
        self.unfold(combo)
        self.qtbot.waitUntil(combo.isVisible)
        names = [combo.itemText(i) for i in range(combo.count())]
        assert text in names, names
        combo.setFocus()
        combo.showPopup()
        view = combo.view()
        QTest.keyClick(view, Qt.Key.Key_Home)
        for _ in range(names.index(text)):
            QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Return)

    def pick(self, chooser: "Chooser", value: str) -> None:
        """Pick an option of a list with a line that explains it."""
        self.choose(chooser.editor, chooser.editor.itemText(chooser.editor.findData(value)))

    def paste_table(self, text: str, role: str):
        """Paste a table with a header, say what it is, and return its card."""
        QGuiApplication.clipboard().setText(text)
        self.window.show_tab("tables")
        self.click(self.window.tables.paste_button)
        card = self.window.tables.card(self.plan.tables[-1].handle)
        self.option(card.role, role)
        self.option(card.reading.header, "yes")
        self.settle()
        return card

    def protect_rows(self, relation: str) -> None:
        """One row per person under a neighbour relation."""
        self.option(self.window.tables.fields["privacy_unit.kind"], "row")
        self.option(self.window.tables.fields["privacy_unit.relation"], relation)

    def open_private(self, file: Path):
        """Open a file whose first line is a header, say that it is private, and return its card."""
        self.window.show_tab("tables")
        self.answers["open_files"] = [[str(file)]]
        self.click(self.window.tables.open_button)
        self.settle()
        card = self.window.tables.card(self.plan.tables[0].handle)
        self.option(card.role, "private")
        self.settle()
        self.option(card.reading.header, "yes")
        self.settle()
        return card

    def demonstration(self, name: str) -> None:
        """Open a demonstration by its tile, with the document's people, or "colour-250" with 250 times as many."""
        key, _, times = name.partition("-")
        self.click(self.window.welcome.demonstration_buttons[key])
        self.settle()
        slider = self.window.workplace.people.slider
        slider.setFocus()
        QTest.keyClick(slider, Qt.Key.Key_Home)
        for _ in range(TIMES.index(int(times or 1))):
            QTest.keyClick(slider, Qt.Key.Key_Right)
        self.settle()
        self.window.workplace.show_half("picture")
        self.option(self.window.preview.views, "law")
        self.window.workplace.show_half("form")

    def read_so(self, card) -> None:
        """Confirm how the table is read as it is guessed, where something is."""
        if not card.reading.confirm_button.isHidden():
            self.click(card.reading.confirm_button)
            self.settle()

    def ask_for_a_drink(self) -> None:
        """A complete question about the column “drink” of all tables: what most people have."""
        columns = (ColumnPlan("drink", "category"),)
        self.window.session.change(
            replace(
                self.plan,
                tables=tuple(replace(table, columns=columns) for table in self.plan.tables),
                privacy_unit=UnitPlan("row", relation="add_remove"),
                candidates=CandidatesPlan("list", text="Tea\nCoffee"),
                rule=RulePlan("votes", "one_column", ("drink",)),
                privacy=PrivacyPlan(epsilon="1", cap="10"),
            )
        )
        self.settle()

    def release(self) -> None:
        """Release what is asked, and wait for the result."""
        self.tab("release")
        self.click(self.window.release_tab.release_button)
        self.click(self.window.release_tab.confirm_button)
        self.settle()

    def confirm_after(self, change: Callable[[], object]) -> str:
        """Release, while something happens before the person agrees; what is said."""
        tab = self.window.release_tab
        self.tab("release")
        self.click(tab.release_button)
        change()
        self.click(tab.confirm_button)
        self.settle()
        return tab.refused.text()

    def come_forward(self) -> None:
        """Let the window have the keyboard: else no shortcut is heard and nothing has the focus."""
        _bring_forward(self.window)

    def focus(self, widget: QWidget) -> None:
        """Give the keyboard to a widget, in whichever window it is: at once, for that is in front."""
        _bring_forward(widget.window())
        widget.setFocus()

    def keys(self, keys: str) -> None:
        """Press a shortcut, wherever the keyboard is."""
        self.come_forward()
        QTest.keySequence(self.window.windowHandle(), keys)

    def stops(self) -> list[QWidget]:
        """Where the Tab key leads from the steps, until it is there again."""
        self.come_forward()
        found: list[QWidget] = [self.window.workplace.steps]
        found[0].setFocus()
        for _ in range(400):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
            here = QApplication.focusWidget()
            if here is found[0]:
                return found
            assert here not in found, "the Tab key leads round about a part of the window alone"
            found.append(here)
        raise AssertionError("the Tab key does not come back")

    def tab(self, name: str) -> None:
        bar = self.window.workplace.steps
        place = ["tables", "question", "score", "privacy", "release", "ledger"].index(name)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())
        assert self.window.tab == name

    def settle(self) -> None:
        busy, asking = self.window.runner.busy, self.window.session._asking
        self.qtbot.waitUntil(lambda: not busy() and not asking.waits, timeout=60_000)

    @property
    def missing(self) -> list[str]:
        return [item.sentence for item in self.window.session.resolved.missing]

    @property
    def plan(self):
        return self.window.session.document.plan


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list]:
    """What the person answers at the one dialog seam; anything else said there is kept under "said"."""
    given: dict[str, list] = {"said": []}

    def answer(kind: str, default):
        def reply(*arguments, careful=False):
            given["said"].append((kind, *[a for a in arguments[1:] if isinstance(a, str)]))
            if careful:
                given.setdefault("careful", []).append(arguments[1])
            return given[kind].pop(0) if given.get(kind) else default

        return reply

    for kind, default in (
        ("open_files", []), ("open_file", ""), ("save_file", ""), ("folder", ""), ("text", ""), ("choose", "Cancel"),
        ("pick", ""), ("form", None), ("tell", None), ("complain", None), ("printer", None),
        ("show_file", True),
    ):  # fmt: skip
        monkeypatch.setattr(ask, kind, answer(kind, default))
    return given


def kept_unseen() -> Counter[str]:
    """What Python knows of Qt's own that Qt deletes without a word to Python, as items of layouts that it made."""
    known = (each for each in Shiboken.getAllValidWrappers() if isinstance(each, _UNSEEN))
    return Counter(
        type(each).__name__
        for each in known
        if not (isinstance(each, QObject) or Shiboken.createdByPython(each) or Shiboken.ownedByPython(each))
    )


@pytest.fixture
def studio(qapp, qtbot, answers, home: Path) -> Iterator[Studio]:
    strays, before = Strays(), kept_unseen()
    qapp.installEventFilter(strays)
    with warnings.catch_warnings():
        window = build(qapp)
        window.resize(1280, 800)
        window.show()
        qtbot.waitExposed(window)
        made = Studio(window, qtbot, answers)
        made.come_forward()  # a window of the test before may still be the active one
        yield made
        kept = kept_unseen() - before
        answers["choose"] = ["Discard"]
        window.close()
        window.deleteLater()
        qapp.sendPostedEvents(window, QEvent.Type.DeferredDelete)  # now: each change of look goes through what is left
        qapp.processEvents()
    qapp.removeEventFilter(strays)
    assert not kept, f"{kept}: Qt deletes these unseen by Python: a later object at the same address ends in a crash"
    assert not strays.seen, f"parts of the window were windows of their own for a moment: {sorted(set(strays.seen))}"
    assert not list((home / "cache").glob("work-*"))


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A private table as a person has it."""
    path = tmp_path / "people.csv"
    rows = [
        "Ann;1,50;Rome",
        "Ben;2,75;Oslo",
        "Cem;2,75;Rome",
        "Ann;1,50;Rome",
        "Eve;4,00;",
    ]
    path.write_text("who;pays;city\n" + "\n".join(rows) + "\n", "utf-8")
    return path
