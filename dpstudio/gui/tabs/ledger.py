"""The Ledger tab: what each table has left, every line with its result, and the book as a whole."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from dpstudio.core.account import Account, Charge
from dpstudio.core.accounting import epsilon_of
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.receipt.document import Document, read_document
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.release import Release
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.account_bars import AccountBars
from dpstudio.gui.tabs.entries_card import EntriesCard
from dpstudio.gui.tabs.keeping_card import KeepingCard
from dpstudio.gui.tabs.people_cards import KeptPeopleCard
from dpstudio.gui.tabs.signing_card import SigningCard
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import glossary_link
from dpstudio.gui.widgets.kit import Card, Page, button, column, label, line, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.spent import account_text, looked_when, releases_text, spent_text
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, sentence, tr
from dpstudio.workspace.bookkeeping.noted import NOTHING, AllNoted, unit_called
from dpstudio.workspace.bookkeeping.over_time import OverTime

_NAMES = (tr("No."), tr("Table"), tr("Question"), tr("Result"), "ε", tr("Unit"), tr("Date"), tr("Receipt"))
_RESULT = 3
_TABLES = 3
_LINES = 5
"""How many releases are in sight at least."""
_BUTTON = 34
_CHOOSE, _NOT_FOUND = tr("Choose a line first."), tr("No line has that.")


class _Lines(TableView):
    """The list of releases: it asks for a few lines, and takes what room there is; no column lies beside it."""

    def __init__(self) -> None:
        super().__init__(tr("Releases"))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.hold()

    def _fit(self) -> None:
        """Some lines are in sight at every size of the text."""
        super()._fit()
        self.setMinimumHeight(self.height_of(_LINES))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As high as it is at least."""
        return QSize(super().sizeHint().width(), self.minimumHeight())


class LedgerTab(Page):
    """Shows the ledger; no charge in it can be changed."""

    complete_requested = Signal(int)
    reopen_requested = Signal(int)
    receipt_requested = Signal(int)
    again_requested = Signal(int)
    lower_requested = Signal(str)
    afresh_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pending_number, self._handle = 0, ""
        self._charges: list[Charge] = []
        self._shown: list[Charge] = []
        self._tables: dict[str, str] = {}
        self._units: dict[str, str] = {}
        self._unasked: Callable[[Charge], str] = lambda _: ""
        self.of_tables = self._tables_card()
        self.column.addWidget(self.of_tables)
        self.column.addWidget(self._of_lines(), 1)
        self.signing, self.keeping, self.kept_people = SigningCard(), KeepingCard(), KeptPeopleCard()
        self.entries = EntriesCard()
        folded = self.entries, self.signing, self.keeping, self.kept_people
        self.more = More(tr("all entries, the signing key, moving the ledger, kept people"), *folded)
        self.entries.follow(self.more.button, self)
        self.column.addWidget(self.more)

    def _tables_card(self) -> Card:
        card = Card(tr("Tables"))
        self._bars, self._others = AccountBars(), AccountBars()
        self._rest = More(tr("all tables"), self._others)
        self.account, self.concentrated = label("", "strong"), label("", "soft")
        self.looked, self._pending = label(""), label("")
        self.complete_button = button(tr("Complete it now"), "play", kind="primary")
        self.complete_button.clicked.connect(lambda: self.complete_requested.emit(self._pending_number))
        self.lower_button = button(tr("Lower its limit…"), hint=tr("permanent: a limit is never raised"))
        self.lower_button.clicked.connect(lambda: self.lower_requested.emit(self._handle))
        self._own = QWidget()
        counted = QWidget()
        self._measured = glossary_link(tr("ε, δ and the limit"))
        counted.setLayout(column(self.account, row(self.concentrated, self._measured, None, spacing=8), spacing=2))
        own = row(counted, self.complete_button, self.lower_button, spacing=10)
        own.setStretch(0, 1)
        self._own.setLayout(own)
        self._own.hide()
        for each in (self._own, self.looked, self._pending, self._bars, self._rest):
            card.add(each)
        return card

    def _of_lines(self) -> Card:
        card = Card("")
        self.filter = line(tr("a table, a word, a date"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(tr("Show only lines with"))
        self.filter.textChanged.connect(lambda _: self._show_lines())
        named = label(tr("Show only lines with"), "soft", wrap=False)
        named.setBuddy(self.filter)
        scaled(self.filter.setMinimumWidth, 220)
        title = label(tr("Releases"), "heading", wrap=False)
        card.add(row(title, None, named, self.filter))
        self.remarks = label("", "soft")
        self.view = _Lines()
        self.view.doubleClicked.connect(lambda index: self.reopen_requested.emit(self._shown[index.row()].number))
        self.reopen_button = button(tr("Show this result"), "receipt-text")
        self.reopen_button.clicked.connect(lambda: self._of_chosen(self.reopen_requested))
        self.receipt_button = button(tr("Export its receipt…"), "download")
        self.receipt_button.clicked.connect(lambda: self._of_chosen(self.receipt_requested))
        self.again_button = button(tr("Ask again"), "redo-2")
        self.again_button.clicked.connect(lambda: self._of_chosen(self.again_requested))
        self.lower_chosen_button = button(tr("Lower its table's limit…"), hint=tr("permanent: a limit is never raised"))
        self.lower_chosen_button.clicked.connect(self._lower_chosen)
        self.afresh_button = button(tr("Start afresh…"), "trash-2", hint=tr("empties the demonstrations' ledger"))
        self.afresh_button.clicked.connect(self.afresh_requested)
        chosen = (self.reopen_button, self.receipt_button, self.lower_chosen_button)
        for each in (*chosen, self.again_button):
            each.setEnabled(False)
        for each in chosen:
            self.view.chosen.connect(each.setEnabled)
        self.view.selectionModel().currentChanged.connect(lambda *_: self._show_again())
        self.view.chosen.connect(lambda _: self._show_again())
        self.trouble = label("", "problem")
        self.trouble.hide()
        self.written = label("", "soft")
        self.written.hide()
        self.looks = label("", "soft")
        self.choose_first = label("", "soft")
        scaled(self.choose_first.setMinimumHeight, _BUTTON)
        for shown in (self.remarks, self.view, self.looks, self.trouble, self.written):
            card.add(shown)
        pressed = (self.reopen_button, self.receipt_button, self.again_button, self.lower_chosen_button)
        card.add(Flow(*pressed, self.afresh_button, self.choose_first, spacing=10, fill=self.choose_first))
        return card

    def show_ledger(
        self,
        charges: list[Charge],
        found: Resolved,
        pending: int | None,
        remarks: Sequence[str] = (),
        *,
        noted: AllNoted = NOTHING,
        moved: bool = False,
        accounts: Mapping[str, Account] | None = None,
        times: Mapping[str, OverTime] | None = None,
        labels: Mapping[str, str] | None = None,
        unasked: Callable[[Charge], str] = lambda _: "",
        shipped: bool = False,
    ) -> None:
        """Show all charges, the open project's account, its unfinished charge, and what must be said of the book.

        Args:
            noted: all entries of the book.
            accounts: of every table in the book.
            times: when each of them was spent, as far as that is known.
            labels: what tables are called, by handle, as far as that is known.
            unasked: why a line cannot be asked again, or "".
            shipped: whether it is the book of the demonstrations.
        """
        data, account = found.plan.data_table, found.account
        handle, before = data.handle if data else "", (self._handle, len(self._charges))
        self._handle = handle
        self.remarks.setText(joined("\n", remarks))
        self.remarks.setVisible(bool(remarks))
        self._charges, self._unasked = charges, unasked
        handles = [*noted.tables, *(charge.handle for charge in reversed(charges)), *(accounts or {})]
        self._tables = table_names(handles, handle, labels or {})
        self._units = {name: unit_called(each.unit) for name, each in (accounts or {}).items()}
        self.entries.show_entries(noted, self._tables)
        self._show_tables(accounts or {}, times or {})
        self.of_tables.setVisible(bool(handle or accounts))
        self._own.setVisible(bool(handle))
        if account:
            spent, releases = spent_text(account), releases_text(account)
            self.account.setText(tr("{spent}; {releases}.", spent=spent, releases=releases))
        else:
            self.account.setText(account_text(found))
        self.concentrated.setText(_concentrated(account) if account else "")
        for each in (self.concentrated, self._measured):
            each.setVisible(account is not None)
        self.lower_button.setVisible(account is not None and not moved)
        self.lower_chosen_button.setVisible(not moved)
        self.afresh_button.setVisible(shipped and bool(charges))
        self._pending_number = pending or 0
        self._pending.setVisible(pending is not None)
        self.complete_button.setVisible(pending is not None)
        self._pending.setText(
            tr("A release of this question was charged but not drawn. It can be completed at no further cost.")
        )
        chosen = self._chosen()
        self._show_lines()
        if chosen and before != (handle, len(charges)):  # another table, or one more release: look at the newest
            self.view.selectRow(0)
        self._show_again()

    def _show_tables(self, accounts: Mapping[str, Account], times: Mapping[str, OverTime]) -> None:
        """A bar for each table: that in view first, then the newest; many are folded away."""
        order = {handle: place for place, handle in enumerate(self._tables)}
        known = sorted(accounts, key=lambda handle: (handle != self._handle, -order.get(handle, 0)))
        named = [(handle, self._tables[handle], accounts[handle]) for handle in known]
        self._bars.show_accounts(named[:_TABLES], times)
        self._others.show_accounts(named[_TABLES:], times)
        self._rest.setVisible(len(named) > _TABLES)

    def _show_lines(self) -> None:
        """Every line, or those that hold what is looked for; the chosen one stays so."""
        chosen, wanted = self._chosen(), self.filter.text().strip().casefold()
        self._shown = [each for each in self._charges if not wanted or wanted in " ".join(self._cells(each)).casefold()]
        shown = self._shown
        self.view.show_rows(_NAMES, len(shown), lambda at, place: self._cells(shown[at])[place], stretch=_RESULT)
        kept = [at for at, charge in enumerate(self._shown) if chosen and charge.number == chosen.number]
        if kept:
            self.view.selectRow(kept[0])

    def show_looks(self, looks: Mapping[str, Sequence[int]], *, moved: bool) -> None:
        """Tell of the looks into tables: of each after which release they were."""
        own = looks.get(self._handle, ())
        told = "" if moved else tr(" Every later receipt for it says so.")
        self.looked.setText(tr("Looked into {own}.{told}", own=looked_when(own), told=told) if own else "")
        self.looked.setVisible(bool(own))
        names = {**table_names([*self._tables, *looks], self._handle), **self._tables}
        others = {handle: each for handle, each in looks.items() if handle != self._handle}
        said = "; ".join(
            tr("{names} {each}", names=names[handle], each=looked_when(each)) for handle, each in others.items()
        )
        self.looks.setText(tr("Looked into: {said}.", said=said) if said else "")
        self.looks.setVisible(bool(said))

    def show_trouble(self, trouble: str) -> None:
        """Say why the ledger cannot be shown, and offer nothing that writes into it; "" where it can."""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        if trouble:
            for each in (self.of_tables, self.looks, self.lower_chosen_button, self.afresh_button):
                each.hide()
        self.show_written("")

    def show_written(self, text: str) -> None:
        """Say where a receipt was written."""
        self.written.setText(text)
        self.written.setVisible(bool(text))
        if text:
            say(self, text)

    def _chosen(self) -> Charge | None:
        """The charge of the chosen line."""
        index = self.view.currentIndex()
        return self._shown[index.row()] if index.isValid() and index.row() < len(self._shown) else None

    def _show_again(self) -> None:
        """A line can be asked again where what was asked is known and its table is there; else it is said why not."""
        charge = self._chosen()
        told = _CHOOSE if charge is None else self._unasked(charge)
        self.again_button.setEnabled(not told)
        told = told if self._shown else _NOT_FOUND if self._charges else ""
        self.choose_first.setText(told)
        self.again_button.setAccessibleDescription(told)

    def _of_chosen(self, signal: SignalInstance) -> None:
        """Ask for something about the chosen line."""
        charge = self._chosen()
        if charge is not None:
            signal.emit(charge.number)

    def _lower_chosen(self) -> None:
        charge = self._chosen()
        if charge is not None:
            self.lower_requested.emit(charge.handle)

    def _cells(self, charge: Charge) -> tuple[str, ...]:
        return _cells(charge, self._tables[charge.handle], self._units.get(charge.handle, ""))


def _cells(charge: Charge, table: str, unit: str) -> tuple[str, ...]:
    """What a line says of a charge to a table and its unit."""
    question, result, date = "", tr("not drawn"), ""
    if charge.statement is not None:
        document = _read(charge.statement)
        result = _result(Release(charge.number, document)) if document else tr("cannot be read")
        date = document.receipt.date if document else ""
        question = _question(document.receipt) if document and isinstance(document.receipt, Receipt3) else ""
    drawn = charge.statement is not None
    exported = tr("exported") if charge.exported else tr("not exported") if drawn else tr("forfeited unless completed")
    delta = f", δ {rational_text(charge.loss.delta)}" if charge.loss.delta else ""
    cost = f"{rational_text(charge.epsilon)}{delta}"
    return str(charge.number), table, question, result, cost, unit, date, exported


def _question(receipt: Receipt3) -> str:
    """What was asked, its own name first."""
    between = " " if sentence(receipt.name) == receipt.name else ": "
    return joined(between, filter(None, [receipt.name, receipt.words.question]))


def _result(release: Release) -> str:
    """The result, what was done to it, and where its ± holds."""
    return joined(" ", (sentence(release.told), release.after)) if release.after else release.told


def table_names(handles: Sequence[str], own: str, labels: Mapping[str, str] | None = None) -> dict[str, str]:
    """What tables are called, in the order of their first charges, and which of them is open.

    Args:
        labels: their names, by handle; a table whose name is not known is "table 1".
    """
    named = {
        handle: (labels or {}).get(handle) or tr("table {place}", place=place)
        for place, handle in enumerate(dict.fromkeys(handles), 1)
    }
    return {handle: tr("{name} (this table)", name=name) if handle == own else name for handle, name in named.items()}


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
    meant = (
        tr(", which is ε = {rho} at δ = {delta}", rho=decimal_up(epsilon_of(rho, delta), 3), delta=rational_text(delta))
        if delta
        else ""
    )
    return tr(
        "Added up in another measure of privacy, zCDP, this is ρ = {rho}{meant}.", rho=decimal_up(rho, 4), meant=meant
    )
