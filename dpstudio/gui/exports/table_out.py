"""A picture's table, copied or written as CSV with all digits; of many lines beside the window."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.receipt.renderings import disarmed
from dpstudio.core.tables.importing import Tick
from dpstudio.gui import ask
from dpstudio.gui.look.announcing import say
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.runner import Runner
from dpstudio.translation import joined, sentence, tr, translated
from dpstudio.workspace.computer.files import write_whole

_JOB, _A_TICK = "table", 4096


def written(shown: Exhibit, separator: str, tick: Tick) -> str:
    """All lines below their names, each with the badge, so that nothing invented is taken for something true.

    What the table shows, and what is said of it, stands in the first line.
    """
    told, about = shown.told, joined(" ", (sentence(shown.title), shown.said))
    text = io.StringIO()
    table = csv.writer(text, delimiter=separator, lineterminator="\n")
    table.writerow((*map(_cell, told.names), tr("Drawn from"), tr("About")))
    for line in range(told.count):
        if line % _A_TICK == 0:
            tick(line / told.count)
        table.writerow((*map(_cell, told.plain(line)), BADGES[told.badge], "" if line else _cell(about)))
    return text.getvalue()


def _cell(text: str) -> str:
    """No text is a formula; any number stays one."""
    text = translated(text)
    try:
        float(text)
    except ValueError:
        return disarmed(text)
    return text


class TableOut(QObject):
    """Copies and saves the tables that a widget shows.

    Args:
        done: is told what was done, in a word.
    """

    def __init__(self, runner: Runner, of: QWidget, done: Callable[[str], None]) -> None:
        super().__init__(of)
        self._runner, self._of, self._done = runner, of, done

    def copy(self, shown: Exhibit) -> None:
        """Put one on the clipboard, as spreadsheets take it."""
        self._write(shown, "\t", self._copied)

    def save(self, shown: Exhibit) -> None:
        """Ask where, then write it there."""
        path = ask.save_file(self._of, tr("Save the table"), f"{shown.file}.csv", tr("Tables (*.csv)"))
        if path:
            self._write(shown, ",", lambda text: self._saved(Path(path), text))

    def _write(self, shown: Exhibit, separator: str, done: Callable[[str], None]) -> None:
        self._runner.run(_JOB, lambda tick: written(shown, separator, tick), done, self._failed)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.say(tr("The table was copied."), tr("Copied"))

    def _saved(self, path: Path, text: str) -> None:
        write_whole(path, text.encode())
        self.say(tr("The table was saved."), tr("Saved"))

    def say(self, done: str, word: str) -> None:
        """Say to readers what became of what, and in a word to those who see it."""
        self._done(word)
        say(self._of, done)

    def _failed(self, error: StudioError) -> None:
        ask.complain(self._of, tr("Not saved"), tr("The table could not be saved. {error}", error=str(error)))
