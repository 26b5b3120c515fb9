"""All entries of the ledger, whatever they are about."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QScrollArea

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import Card
from dpstudio.gui.widgets.reading_order import bring_into_sight, enter
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.translation import tr
from dpstudio.workspace.bookkeeping.noted import AllNoted

_NAMES = (tr("Table"), tr("What was recorded"), tr("Unit"), tr("Date"))


class EntriesCard(Card):
    """Lists every entry, the newest first; none can be changed."""

    def __init__(self) -> None:
        super().__init__(tr("All entries"), tr("Everything ever recorded, newest first. None of it can be undone."))
        self.view = TableView(tr("All entries"))
        scaled(self.view.setMinimumHeight, 200)
        self.add(self.view)

    def follow(self, opener: QAbstractButton, page: QScrollArea) -> None:
        """Come into sight with the keyboard as a person opens what hides it, and stay there as the page grows."""
        opener.clicked.connect(self._enter_later)
        page.verticalScrollBar().rangeChanged.connect(self._stay)

    def _enter_later(self, opened: bool) -> None:
        if opened:
            QTimer.singleShot(0, self, partial(enter, self))  # it has its place then

    def _stay(self) -> None:
        if self.view.hasFocus():
            bring_into_sight(self.view)

    def show_entries(self, noted: AllNoted, names: Mapping[str, str]) -> None:
        """Show them, each with its table's name."""

        def cell(line: int, place: int) -> str:
            entry = noted[len(noted) - 1 - line]
            return (names.get(entry.handle, ""), entry.said, entry.unit, entry.when)[place]

        self.view.show_rows(_NAMES, len(noted), cell, stretch=1)
