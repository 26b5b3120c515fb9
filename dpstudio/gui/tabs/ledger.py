"""The Ledger tab: every charge, and what each table has left."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PySide6.QtCore import Signal, SignalInstance

from dpstudio.core.accounting import epsilon_of
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Account, Charge
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.receipt.document import Document, read_document
from dpstudio.core.release import Release
from dpstudio.gui.tabs.entries_card import EntriesCard
from dpstudio.gui.tabs.keeping_card import KeepingCard
from dpstudio.gui.tabs.people_cards import KeptPeopleCard
from dpstudio.gui.tabs.signing_card import SigningCard
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Page, button, label, row
from dpstudio.gui.widgets.spent import account_text, looked_when, releases_text, spent_text
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.resolved import Resolved
from dpstudio.workspace.noted import NOTHING, AllNoted

_NAMES = ("No.", "Table", "ε", "δ", "Result", "Date", "Receipt")


class LedgerTab(Page):
    """Shows the ledger; no charge in it can be changed."""

    complete_requested = Signal(int)
    reopen_requested = Signal(int)
    receipt_requested = Signal(int)
    lower_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._pending_number, self._handle = 0, ""
        self._card = Card("This table")
        self.account = label("", "strong")
        self._card.add(self.account)
        self.looked = label("")
        self._card.add(self.looked)
        self._pending = label("")
        self.complete_button = button("Complete it now", "play", kind="primary")
        self.complete_button.clicked.connect(lambda: self.complete_requested.emit(self._pending_number))
        self._card.add(self._pending)
        self.lower_button = button("Lower its limit…", hint="for good: a limit is never raised")
        self.lower_button.clicked.connect(lambda: self.lower_requested.emit(self._handle))
        self._card.add(row(self.complete_button, self.lower_button, None))
        self.column.addWidget(self._card)
        table = Card(
            "All charges", "Written before each draw; there is no refund. Choose a line to see its result again."
        )
        self.view = TableView("All charges")
        self.view.setMinimumHeight(260)
        self.view.doubleClicked.connect(lambda index: self.reopen_requested.emit(self._charges[index.row()].number))
        self.reopen_button = button("Show this result", "receipt-text")
        self.reopen_button.clicked.connect(lambda: self._of_chosen(self.reopen_requested))
        self.receipt_button = button("Write its receipt again…", "download")
        self.receipt_button.clicked.connect(lambda: self._of_chosen(self.receipt_requested))
        self.lower_chosen_button = button("Lower its table's limit…", hint="for good: a limit is never raised")
        self.lower_chosen_button.clicked.connect(self._lower_chosen)
        chosen = (self.reopen_button, self.receipt_button, self.lower_chosen_button)
        for each in chosen:
            each.setEnabled(False)
            self.view.chosen.connect(each.setEnabled)
        self.trouble = label("", "problem")
        self.trouble.hide()
        self.written = label("", "soft")
        self.written.hide()
        self.remarks = label("", "soft")
        table.add(self.remarks)
        table.add(self.view)
        self.looks = label("", "soft")
        table.add(self.looks)
        table.add(self.trouble)
        table.add(self.written)
        table.add(Flow(*chosen, spacing=10))
        self.column.addWidget(table)
        self.entries = EntriesCard()
        self.column.addWidget(self.entries)
        self.signing = SigningCard()
        self.column.addWidget(self.signing)
        self.keeping = KeepingCard()
        self.column.addWidget(self.keeping)
        self.kept_people = KeptPeopleCard()
        self.column.addWidget(self.kept_people)
        self.column.addStretch(1)
        self._charges: list[Charge] = []
        self._tables: dict[str, str] = {}

    def show_ledger(
        self,
        charges: list[Charge],
        found: Resolved,
        pending: int | None,
        remarks: Sequence[str] = (),
        *,
        noted: AllNoted = NOTHING,
        moved: bool = False,
    ) -> None:
        """Show the open project's account and its unfinished charge, what must be said of the book, and all of it."""
        data, account = found.plan.data_table, found.account
        handle = self._handle = data.handle if data else ""
        self.remarks.setText("\n".join(remarks))
        self.remarks.setVisible(bool(remarks))
        chosen = self._chosen()
        self._charges = charges
        self._tables = table_names([*noted.tables, *(charge.handle for charge in reversed(charges))], handle)
        self.entries.show_entries(noted, self._tables)
        self._card.setVisible(bool(handle))
        self.account.setText(
            f"{spent_text(account)}; {releases_text(account)}.{_concentrated(account)}"
            if account
            else account_text(found)
        )
        self.lower_button.setVisible(account is not None and not moved)
        self.lower_chosen_button.setVisible(not moved)
        self._pending_number = pending or 0
        self._pending.setVisible(pending is not None)
        self.complete_button.setVisible(pending is not None)
        self._pending.setText(
            "A release of this question was charged but not drawn. It can be completed at no further cost."
        )
        self.view.show_rows(_NAMES, len(charges), self._cell, stretch=4)
        kept = [line for line, charge in enumerate(charges) if chosen and charge.number == chosen.number]
        if kept:
            self.view.selectRow(kept[0])

    def show_looks(self, looks: Mapping[str, Sequence[int]], *, moved: bool) -> None:
        """Tell of the looks into tables: of each after which release they were."""
        own = looks.get(self._handle, ())
        told = "" if moved else " Every later receipt of it says so."
        self.looked.setText(f"Looked into (Inspect) {looked_when(own)}.{told}" if own else "")
        self.looked.setVisible(bool(own))
        said = "; ".join(f"{self._tables[handle]} {looked_when(each)}" for handle, each in looks.items())
        self.looks.setText(f"Looked into (Inspect): {said}." if said else "")
        self.looks.setVisible(bool(said))

    def show_trouble(self, trouble: str) -> None:
        """Say why the ledger cannot be shown, and offer nothing that writes into it; "" where it can."""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        if trouble:
            for each in (self._card, self.looks, self.lower_chosen_button):
                each.hide()
        self.show_written("")

    def show_written(self, text: str) -> None:
        """Say where a receipt was written."""
        self.written.setText(text)
        self.written.setVisible(bool(text))

    def _chosen(self) -> Charge | None:
        """The charge of the chosen line."""
        index = self.view.currentIndex()
        return self._charges[index.row()] if index.isValid() else None

    def _of_chosen(self, signal: SignalInstance) -> None:
        """Ask for something about the chosen line."""
        charge = self._chosen()
        if charge is not None:
            signal.emit(charge.number)

    def _lower_chosen(self) -> None:
        charge = self._chosen()
        if charge is not None:
            self.lower_requested.emit(charge.handle)

    def _cell(self, line: int, place: int) -> str:
        charge = self._charges[line]
        result, date = "not drawn", ""
        if charge.statement is not None:
            document = _read(charge.statement)
            result = _result(Release(charge.number, document)) if document else "cannot be read"
            date = document.receipt.date if document else ""
        drawn = charge.statement is not None
        exported = "exported" if charge.exported else "not exported" if drawn else "forfeited unless completed"
        return (
            str(charge.number),
            self._tables[charge.handle],
            rational_text(charge.epsilon),
            rational_text(charge.loss.delta),
            result,
            date,
            exported,
        )[place]


def _result(release: Release) -> str:
    """The result, what was done to it, and where its ± holds."""
    return f"{release.told}. {release.after}" if release.after else release.told


def table_names(handles: list[str], own: str) -> dict[str, str]:
    """What tables are called, in this order: "table 1", and which of them is open."""
    numbered = {handle: f"table {place}" for place, handle in enumerate(dict.fromkeys(handles), 1)}
    return {handle: f"{name} (this table)" if handle == own else name for handle, name in numbered.items()}


@lru_cache(maxsize=4096)
def _read(statement: str) -> Document | None:
    """The receipt, or None where it is damaged; kept, because every cell of a line asks for it."""
    try:
        return read_document(statement)
    except InputError:
        return None


def _concentrated(account: Account) -> str:
    """All charges as zero-concentrated differential privacy, and the epsilon that it means: often less than the sum.

    Without a δ it means none: who allowed no δ is told of ρ alone.
    """
    rho, delta = account.total.rho, account.limit.delta
    meant = f", which is ε = {decimal_up(epsilon_of(rho, delta), 3)} at δ = {rational_text(delta)}" if delta else ""
    return f"\nCounted as zCDP: ρ = {decimal_up(rho, 4)}{meant}."
