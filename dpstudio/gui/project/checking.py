"""The format check of a column: asked for on the Tables tab, noted, made off the window's thread, answered there."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.translation import tr
from dpstudio.workspace.guarding import format_check

_JOB = "format check"


class Checking(QObject):
    """Connects the columns' Check the format with the session."""

    def __init__(self, window: QWidget, session: Session, tables: TablesTab) -> None:
        super().__init__(window)
        self._window, self._session, self._tables = window, session, tables
        tables.check_requested.connect(self._check)

    def _check(self, handle: str, name: str) -> None:
        session = self._session
        table = next(each for each in session.document.plan.tables if each.handle == handle)
        editor = self._tables.card(handle).editor(name)
        editor.show_check("")

        def done(most: bool) -> None:
            editor.show_check(format_check.sentence(name, most), warned=not most)
            session.refresh()

        def failed(error: StudioError) -> None:
            editor.show_check(str(error), warned=True)
            session.refresh()

        session.runner.run(_JOB, lambda tick: format_check.check(table, name, session.gate, tick), done, failed)
        ask.wait(self._window, tr("Checking the format of “{name}” …", name=name), session.runner, _JOB)
