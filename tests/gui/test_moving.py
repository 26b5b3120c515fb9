"""The ledger as a whole, by real clicks: a limit lowered, a move to another computer and back in."""

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.gui import ask
from dpstudio.gui.widgets.form import Form
from dpstudio.workspace.bookkeeping import moving, resuming
from dpstudio.workspace.computer import archive, storage

PASSPHRASE = "seven geese on a grey lake"
UNIT, ONE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2))
form = ask.form


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(archive, "WORK", 10)
    monkeypatch.setattr(archive, "LEAST_WORK", 10)


class Typist:
    """Types into the dialogs that open, one after another, and keeps what they said."""

    def __init__(self, monkeypatch):
        self.said, self._turns = [], []
        monkeypatch.setattr(ask, "form", self._form)

    def will_type(self, *turns):
        """Each turn fills all fields and clicks the button that does it; None clicks Cancel."""
        self._turns = list(turns)

    def _form(self, *arguments):
        QTimer.singleShot(0, self._next)
        return form(*arguments)

    def _next(self):
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, Form)
        self.said.append(dialog.problem.text())
        while self._turns and dialog.isVisible():
            typed = self._turns.pop(0)
            if typed is None:
                QTest.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
                return
            for field, text in zip(dialog.fields, typed, strict=True):
                field.editor.selectAll()
                QTest.keyClicks(field.editor, text)
            QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
            self.said.append(dialog.problem.text())
        assert not dialog.isVisible(), dialog.problem.text()


@pytest.fixture
def typist(studio, monkeypatch):
    return Typist(monkeypatch)


@pytest.fixture
def counted(studio):
    """A private table with ε 1 of 10 spent, and the Ledger tab before the person."""
    studio.paste_table("who;pays\nAnn;1\nBen;2\n", "private")
    (table,) = studio.plan.tables
    ledger = studio.window.session.gate.ledger
    ledger.charge(table.handle, UNIT, Limit(Fraction(10)), ONE, "p")
    studio.window.session.refresh()
    studio.tab("ledger")
    return studio.window


def said(studio, kind):
    return [words for name, *words in studio.answers["said"] if name == kind]


def test_a_limit_is_lowered_after_it_was_typed_rightly_and_the_project_says_it(studio, counted, typist):
    typist.will_type(["11"], ["0.5"], ["x"], ["2.5"])
    studio.click(counted.ledger_tab.lower_button)
    for told, wanted in zip(typist.said, ("", "never raised", "spent already", "", ""), strict=True):
        assert wanted in told
    assert counted.session.resolved.account.limit == Limit(Fraction(5, 2))
    assert studio.plan.privacy.cap == "2.5"
    assert "1 of 2.5 spent" in counted.ledger_tab.account.text()


def test_the_table_of_a_line_is_lowered_by_its_line(studio, counted, typist):
    tab = counted.ledger_tab
    assert not tab.lower_chosen_button.isEnabled()
    view = tab.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(0, 0)).center())
    typist.will_type(None)
    studio.click(tab.lower_chosen_button)
    assert counted.session.resolved.account.limit == Limit(Fraction(10))
    typist.will_type(["3"])
    studio.click(tab.lower_chosen_button)
    assert counted.session.resolved.account.limit == Limit(Fraction(3))
    assert view.currentIndex().row() == 0  # the line stays chosen
    assert view.selectionModel().isRowSelected(0)
    assert tab.reopen_button.isEnabled()


def test_it_moves_after_a_passphrase_was_typed_twice_and_nothing_is_released_here(studio, counted, typist, tmp_path):
    file = tmp_path / "my.dpstudio-ledger"
    studio.answers["save_file"] = [str(tmp_path / "my")]
    typist.will_type(["short", "short"], [PASSPHRASE, PASSPHRASE + "!"], [PASSPHRASE, PASSPHRASE])
    studio.click(counted.ledger_tab.keeping.move_button)
    studio.settle()
    assert [bool(told) for told in typist.said[:3]] == [False, True, True]
    assert said(studio, "tell")[-1][0] == "The ledger has moved"
    assert counted.ledger_tab.keeping.moved.isVisible()
    assert not counted.ledger_tab.lower_button.isVisible()
    assert not counted.ledger_tab.lower_chosen_button.isVisible()
    with pytest.raises(Refusal, match="moved to another computer, and continues there"):
        resuming.refuse_working()
    assert storage.ledger().moved
    assert archive.opened(file.read_bytes(), PASSPHRASE)
    (handle,) = storage.ledger().accounts()
    with pytest.raises(Refusal, match="moved to another computer"):
        storage.ledger().charge(handle, UNIT, Limit(Fraction(10)), ONE, "p")
    studio.answers["save_file"] = [str(file)]
    typist.will_type([PASSPHRASE, PASSPHRASE])
    studio.click(counted.ledger_tab.keeping.move_button)
    studio.settle()
    assert said(studio, "complain")[-1][0] == "The ledger was not moved"
    signing, key = counted.ledger_tab.signing, storage.data_folder() / "signing.key"
    assert not signing.new_button.isVisible()
    assert not signing.changed.isVisible()
    before = key.read_bytes() if key.exists() else None
    studio.answers["choose"] = ["Make a new key"]
    signing.new_requested.emit()  # however it is asked for
    studio.settle()
    assert before == (key.read_bytes() if key.exists() else None)
    studio.tab("release")
    assert "moved to another computer: nothing is released here" in counted.release_tab._cost.text()
    assert not counted.release_tab.release_button.isEnabled()
    assert not counted.release_tab.inspection.isVisible()
    studio.paste_table("who;pays\nCid;3\n", "private")
    [refused] = [sentence for sentence in studio.missing if "moved to another computer" in sentence]
    assert "Bring in its file there" in refused  # in the window's words
    assert "dpstudio" not in refused


def test_giving_up_in_either_dialog_changes_nothing(studio, counted, typist):
    typist.will_type(None)
    studio.click(counted.ledger_tab.keeping.move_button)
    typist.will_type([PASSPHRASE, PASSPHRASE])
    studio.click(counted.ledger_tab.keeping.move_button)
    studio.click(counted.ledger_tab.keeping.arrive_button)
    studio.settle()
    assert not storage.ledger().moved


@pytest.fixture
def coming(tmp_path, monkeypatch, home) -> Path:
    """A file from another computer, where ε 1 of a table is spent."""
    from dpstudio.workspace.guarding.gate import open_gate

    monkeypatch.setenv("DPSTUDIO_HOME", str(tmp_path / "there"))
    open_gate().ledger.charge("t", UNIT, Limit(Fraction(10)), ONE, "p")
    moving.move(tmp_path / "coming.dpstudio-ledger", PASSPHRASE)
    monkeypatch.setenv("DPSTUDIO_HOME", str(home))
    return tmp_path / "coming.dpstudio-ledger"


def test_one_arrives_from_the_menu_and_the_window_goes_on_with_it(coming, studio, typist):
    studio.answers["open_file"] = [str(coming), str(coming)]
    arrive = studio.window.menus.actions["arrive_ledger"]
    typist.will_type([""], ["another passphrase"], [""], [PASSPHRASE])  # each asked for the same file
    arrive.trigger()
    studio.settle()
    first, nothing, wrong, again, still, right = typist.said
    assert (first, bool(nothing), wrong, bool(still), right) == ("", True, "", True, "")
    assert "passphrase is wrong" in again
    assert said(studio, "complain") == []
    assert said(studio, "tell")[-1][0] == "The ledger has arrived"
    assert studio.window.session.gate.ledger.account("t").spent == 1
    typist.will_type([PASSPHRASE])
    arrive.trigger()
    studio.settle()
    assert "has arrived here already" in said(studio, "complain")[-1][1]
