"""A whole journey in a window of its own process, from opening a private table to its end, good or bad.

Run as `python -m tests.gate.journey KIND ENDING FOLDER`; what a person sees of titles and the clipboard is printed.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.gui import app, ask
from dpstudio.gui.error_dialog import CrashDialog, catch_all
from dpstudio.gui.main_window import MainWindow
from tests.gate.canaries import canaries, files_below
from tests.gate.private_tables import PASTED
from tests.gate.said import everything_said

ENDINGS = ("closed", "killed", "killed in a release", "mistaken", "refused")


class Person:
    """Works a window that nobody but this process sees."""

    def __init__(self, kind: str, ending: str, folder: Path) -> None:
        self.kind, self.ending, self.folder = kind, ending, folder
        self.application = QApplication([])
        self.window: MainWindow = app.build(self.application)
        catch_all(self.window.mistakes)
        self.window.show()
        answers: dict[str, object] = {
            "choose": "Discard", "folder": str(folder / "home" / "receipt"), "complain": None, "tell": None,
            "save_file": str(folder / "home" / "mine.dpstudio"),
        }  # fmt: skip
        for name, answer in answers.items():
            setattr(ask, name, lambda *said, answer=answer: print("dialog:", said[1:]) or answer)

    def until(self, holds: Callable[[], object]) -> None:
        """Let the window work."""
        end = time.monotonic() + 60
        while not holds():
            self.application.processEvents()
            time.sleep(0.005)
            if time.monotonic() > end:
                raise TimeoutError

    def settle(self) -> None:
        """Until nothing runs, then say what stands there."""
        self.until(lambda: not self.window.runner.busy())
        for _ in range(3):
            self.application.processEvents()
        print("title:", [each.windowTitle() for each in self.application.topLevelWidgets()])
        print("clipboard:", QGuiApplication.clipboard().text())
        print("window:", everything_said())

    def open(self) -> None:
        """The private table, and a question about it."""
        if self.kind == "pasted":
            QGuiApplication.clipboard().setText(PASTED)
            self.window.menus.actions["paste_table"].trigger()
            QGuiApplication.clipboard().clear()
        else:
            self.window.opener.open([str(next(path for path in (self.folder / "own").iterdir()))])
        self.settle()
        card = self.window.tables.card(self.window.session.document.plan.tables[0].handle)
        card.role.buttons["private"].click()
        self.settle()
        if card.reading.header.isVisible():
            card.reading.header.buttons["yes"].click()
        self.settle()
        if self.kind == "pasted" and self.ending != "killed":
            self.save_pasted()
        self.ask()

    def save_pasted(self) -> None:
        """Into a file of the person's, as a private one must be before a release."""
        before, ask.save_file = ask.save_file, lambda *_: str(self.folder / "own" / "people.csv")
        self.window.opener.save_pasted(self.window.session.document.plan.tables[0].handle)
        ask.save_file = before
        self.settle()

    def ask(self) -> None:
        """Which drink; one that the limit forbids where it is to be refused."""
        session = self.window.session
        columns = (ColumnPlan("name", "category"), ColumnPlan("drink", "category"))
        plan = session.document.plan
        session.change(
            replace(
                plan,
                tables=tuple(replace(table, columns=columns) for table in plan.tables),
                privacy_unit=UnitPlan("person", "name", "1", "add_remove"),
                candidates=CandidatesPlan("list", text="Tea\nCoffee"),
                rule=RulePlan("votes", "one_column", ("drink",)),
                privacy=PrivacyPlan(epsilon="3" if self.ending == "refused" else "1", cap="2"),
            )
        )
        self.settle()

    def release(self) -> None:
        """Release, copy, export, show the ledger, save."""
        window = self.window
        window.show_tab("release")
        window.release_tab.release_button.click()
        if self.ending == "killed in a release":
            kill_while_rows_lie_there()
        window.release_tab.confirm_button.click()
        self.settle()
        window.outcome._copy()
        window.outcome.export()
        self.settle()
        window.show_tab("ledger")
        self.settle()
        window.menus.actions["save"].trigger()
        self.settle()

    def end(self) -> None:
        """In one of five ways."""
        window = self.window
        window.session.change(replace(window.session.document.plan, name="not saved"))
        window.keeping.now()
        if self.ending.startswith("killed"):
            self.until(lambda: any(file.name == "choices.json" for file in files_below(self.folder / "home")))
            os.kill(os.getpid(), signal.SIGKILL)
        if self.ending == "mistaken":
            QTimer.singleShot(0, fail)
            window.runner.run("x", fail, fail, lambda _: None)
            self.until(lambda: window.findChildren(CrashDialog))
            dialog = window.findChildren(CrashDialog)[0]
            self.until(lambda: "KeyError" in dialog.report.toPlainText())
            dialog.copy_button.click()
            self.settle()
            dialog.go_on_button.click()
        window.menus.actions["undo"].trigger()
        self.settle()
        window.close()


def fail(*_: object) -> None:
    """An engine's error, which quotes a row."""
    raise KeyError(f"row 1: {canaries(0)[0]},Tea")


def kill_at(times: int, folder: Path) -> None:
    """End this process the hard way when it touches files for the so-and-so-many-th time."""
    left = [times]

    def met(event: str, args: tuple[object, ...]) -> None:
        if event in ("open", "sqlite3.connect", "os.rename", "os.mkdir") and str(folder) in str(args[0]):
            left[0] -= 1
            if left[0] <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(met)


def kill_while_rows_lie_there() -> None:
    """End this process the hard way when it is about to remove a work file."""

    def met(event: str, args: tuple[object, ...]) -> None:
        if event in ("os.remove", "shutil.rmtree") and "work-" in str(args[0]):
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(met)


def again(folder: Path) -> None:
    """The next start: go on with what was left, and end well."""
    person = Person("", "closed", folder)
    for line in person.window.notices.lines:
        print("line:", line.text)
        line.buttons["Open them"].click()
        person.settle()
    person.window.show_tab("ledger")
    person.settle()
    person.window.close()


def main(kind: str, ending: str, folder: Path) -> None:
    """One journey."""
    if kind == "again":
        again(folder)
        return
    person = Person(kind, ending, folder)
    person.open()
    person.release()
    person.end()


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    except BaseException:  # what the window hears of otherwise, and tells to nobody once it is gone
        traceback.print_exc()
        raise SystemExit("the journey did not come to its end") from None
    sys.stdout.flush()
