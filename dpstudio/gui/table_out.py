"""The picture's table, copied or written as CSV with all digits; of many lines beside the window."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.tables.importing import Tick
from dpstudio.gui import ask
from dpstudio.gui.announcing import say
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.runner import Runner
from dpstudio.workspace.files import write_whole

_JOB, _A_TICK = "table", 4096


def written(lines: Lines, separator: str, tick: Tick) -> str:
    """All lines below their names, each with the badge, so that nothing invented is taken for something true."""
    text = io.StringIO()
    table = csv.writer(text, delimiter=separator, lineterminator="\n")
    table.writerow((*lines.names, "Drawn from"))
    count, badge = lines.chances.size, lines.shown.badge.value
    for line in range(count):
        if line % _A_TICK == 0:
            tick(line / count)
        table.writerow((*lines.plain(line), badge))
    return text.getvalue()


class TableOut(QObject):
    """Copies and saves the table that a widget shows.

    Args:
        lines: what it shows now, or None.
        done: is told what was done.
    """

    def __init__(
        self, runner: Runner, of: QWidget, lines: Callable[[], Lines | None], done: Callable[[str], None]
    ) -> None:
        super().__init__(of)
        self._runner, self._of, self._lines, self._done = runner, of, lines, done

    def copy(self) -> None:
        """Put it on the clipboard, as spreadsheets take it."""
        self._write("\t", self._copied)

    def save(self) -> None:
        """Ask where, then write it there."""
        path = ask.save_file(self._of, "Save the table", "distribution.csv", "Tables (*.csv)")
        if path:
            self._write(",", lambda text: self._saved(Path(path), text))

    def _write(self, separator: str, done: Callable[[str], None]) -> None:
        lines = self._lines()
        if lines is not None:
            self._runner.run(_JOB, lambda tick: written(lines, separator, tick), done, self._failed)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say("The table was copied.")

    def _saved(self, path: Path, text: str) -> None:
        write_whole(path, text.encode())
        self._say("The table was saved.")

    def _say(self, done: str) -> None:
        self._done(done)
        say(self._of, done)

    def _failed(self, error: StudioError) -> None:
        ask.complain(self._of, "Not saved", f"The table could not be saved. {error}")
