"""Dialogs: the main button is that of the return key; a name that is proposed for a file is one on every system."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from dpstudio.gui import ask
from dpstudio.gui.error_dialog import CrashDialog
from dpstudio.gui.project.voting import VotingDialog
from dpstudio.gui.verifying import VerifyDialog
from dpstudio.gui.widgets.form import Entry, Form
from dpstudio.workspace.computer.files import portable

DIALOGS = {
    "Save…": lambda window: Form(window, "Size", "", [Entry("Width", "1")], "Save…", lambda _: ""),
    "Continue": lambda window: CrashDialog(window, "", project=False),
    "Take the answers": VotingDialog,
    "Close": lambda window: VerifyDialog(window, window.runner, []),
}


@pytest.mark.parametrize("name", DIALOGS)
def test_the_return_key_presses_the_main_button_of_a_dialog(studio, name):
    dialog = DIALOGS[name](studio.window)
    dialog.show()
    studio.settle()
    (main,) = (each for each in dialog.findChildren(QPushButton) if each.isDefault())
    assert (main.accessibleName(), main.objectName()) == (name, "primary")
    dialog.close()


def test_enter_in_a_field_of_a_form_accepts_what_is_typed(studio):
    form = DIALOGS["Save…"](studio.window)
    form.show()
    QTest.keyClick(form.fields[0].editor, Qt.Key.Key_Return)
    assert (form.result(), form.typed) == (1, ["1"])


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("Where do we eat?.dpstudio", "Where do we eat.dpstudio"),
        ("a/b: c.csv", "a-b- c.csv"),
        ("nul.csv", "nul_.csv"),
        ("???.png", "dpstudio.png"),
        ("Preis „1“.svg", "Preis „1“.svg"),
        (f"{'x' * 300}.csv", f"{'x' * 100}.csv"),
    ],
)
def test_a_name_that_is_proposed_is_one_on_every_system(monkeypatch, name, proposed):
    assert portable(name) == proposed
    seen = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (seen.append(a[2]), ("", ""))[1])
    ask.save_file(None, "Save", name, "")
    ask.save_file(None, "Save", Path("/kept where it lies?") / name, "")
    assert [Path(each).name for each in seen] == [proposed, Path(name).name]
