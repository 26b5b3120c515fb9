"""A line of the ledger is asked again: what was asked is known, and its table is open, or there to be opened."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.account import Charge
from dpstudio.core.errors import StudioError
from dpstudio.core.plan import Plan
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.translation import tr
from dpstudio.workspace.project.next_question import again

_UNKNOWN = tr("Ask again: what was asked is not known on this computer; its receipt alone is kept.")
_NOT_HERE = tr("Ask again: open its table first.")
_GONE = tr("Ask again: its table is not there any more ({path}). Open it from where it lies now.")


class AskingAgain(QObject):
    """Asks the question of an entry once more; `next_asked` names the tab on which it goes on.

    `other_asked` carries a plan that is asked again of a table that is not open.
    """

    next_asked = Signal(str)
    other_asked = Signal(object)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session

    def ask(self, number: int) -> None:
        """Ask the question of an entry once more: of the table that is open as one step, that can be undone.

        Another table is opened, in a project of its own.
        """
        session = self._session
        try:
            entry = session.ledger.entry(number)
        except StudioError as error:
            ask.complain(self._window, tr("The question cannot be asked again"), str(error))
            return
        asked, data = self._asked(entry), session.document.plan.data_table
        if asked is None or self.why_not(entry):
            return
        if data is None or data.handle != entry.handle:
            self.other_asked.emit(asked)
            return
        session.put_result_away()
        session.change(again(session.document.plan, asked))
        self.next_asked.emit("release")

    def _asked(self, charge: Charge) -> Plan | None:
        session = self._session
        return session.before.plan(charge.plan, session.asked, session.resolved.plan)

    def why_not(self, charge: Charge) -> str:
        """Why a line cannot be asked again, or ""."""
        asked, data = self._asked(charge), self._session.document.plan.data_table
        if asked is None:
            return _UNKNOWN
        if data is not None and data.handle == charge.handle:
            return ""
        table = next((table for table in asked.tables if table.handle == charge.handle), None)
        if table is None or table.format == "database" or not table.path:
            return _NOT_HERE
        return "" if Path(table.path).exists() else _GONE.format(path=table.path)
