"""The Tables tab: files and their roles, the declared columns, and who is protected."""

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget

from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.tables.schema import Relation
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.base import Facts, Tab, unfold
from dpstudio.gui.tabs.table_card import ROLES, TableCard
from dpstudio.gui.widgets.chips import Chip, Chips
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import glossary_link
from dpstudio.gui.widgets.kit import Card, Field, button, label, line
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.gui.widgets.spent import continued_text
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import has_gaps
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr
from dpstudio.workspace.resolving.columns import undeclared, use_of
from dpstudio.workspace.resolving.remarks import remarks

_NONE = tr(
    "One table holds the people's data: CSV, Excel, Parquet, Arrow, SQLite or a database. Others may hold public facts,"
    " such as the candidates."
)
_DROP = tr("You can also drop a file anywhere on the window.")
_WHO, _STEP = tr("Who is protected"), tr("Neighbours differ by")
_BESIDE, _HIGH = 170, 30

_RELATIONS = [
    (
        Relation.ADD_REMOVE.value,
        tr("Add or remove one person"),
        tr("Also protects whether someone is in the table. Choose this if you are not sure."),
    ),
    (
        Relation.REPLACE_ONE.value,
        tr("Replace one person by another"),
        tr("Someone else takes the person's place: what the person's rows say is protected."),
    ),
]


_BOTH = tr("Is being in the table protected too? If you are not sure, choose the first.")


class TablesTab(Tab):
    """Adds tables and asks who is protected; of a private table only the header is shown.

    Of several tables the chosen one is shown.
    """

    open_requested = Signal()
    paste_requested = Signal()
    database_requested = Signal()
    save_pasted_requested = Signal(str)
    same_people_answered = Signal(str, bool)
    still_sample_answered = Signal(str, bool)
    same_people_reconsidered = Signal(str)
    inspect_requested = Signal(str)
    again_requested = Signal(str)
    check_requested = Signal(str, str)
    look_requested = Signal(str)
    reread_requested = Signal(str)
    resolved_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._awaited = ""
        self._cards: dict[str, TableCard] = {}
        self._moved, self._chosen = False, ""
        self._order: list[str] = []
        self.open_button = button(tr("Open a table…"), "folder-open", kind="primary", hint=_DROP)
        self.open_button.clicked.connect(self.open_requested)
        self.paste_button = button(tr("Paste a table"), "clipboard-paste")
        self.paste_button.clicked.connect(self.paste_requested)
        self.database_button = button(tr("Database…"), "database")
        self.database_button.clicked.connect(self.database_requested)
        self._drop_hint = label(tr("or drop a file on the window"), "soft", wrap=False)
        scaled(self._drop_hint.setMinimumHeight, 34)
        self.chips = Chips(tr("Tables"))
        self.chips.chosen.connect(self._choose)
        add = self.open_button, self.paste_button, self.database_button, self._drop_hint
        put(self.column, Flow(self.chips, *add, fill=self.chips))
        self._none = label(_NONE, "soft")
        self.column.addWidget(self._none)
        self._tables = QVBoxLayout()
        put(self.column, self._tables)
        self.protected = self._unit_card()
        self.column.addWidget(self.protected)
        self.column.addStretch(1)

    def _unit_card(self) -> Card:
        kind = Options(
            tr("Rows and people"),
            [
                ("row", tr("Each row is one person"), tr("Nobody has two rows.")),
                (
                    "person",
                    tr("A column identifies people"),
                    tr("A person may have several rows; at most k of them count."),
                ),
            ],
            beside=True,
            unchosen=tr("How the rows belong to the people: this decides who is protected."),
        )
        kind.chosen.connect(self.part("privacy_unit", "kind"))
        self._person_choice = choice([], tr("choose a column"))
        self._person = Field(tr("Column that identifies people"), self._person_choice, width=220, beside=True)
        self._person.edited.connect(self.part("privacy_unit", "person"))
        self._rows = Field(
            tr("Rows of one person that count, at most (k)"), line(tr("for example 3")), width=120, beside=True
        )
        self._rows.edited.connect(self.part("privacy_unit", "rows"))
        self._everyone = Options(
            tr("People without a row"),
            [
                ("", tr("A person may have no row"), tr("Then the number of people in the table cannot be public.")),
                ("yes", tr("Each person has a row in every table"), tr("You declare it; the receipt says so.")),
            ],
            beside=True,
        )
        self._everyone.chosen.connect(self.part("privacy_unit", "everyone"))
        relation = Options(tr("Neighbour relation"), _RELATIONS, beside=True, unchosen=_BOTH)
        relation.chosen.connect(self.part("privacy_unit", "relation"))
        card = Card("")
        self._persons_row = _line("", self._person, self._rows)
        self._everyone_row = _line(tr("People without a row"), self._everyone)
        who, step = _line(_WHO, kind, heading=True, link=tr("Tables and people")), _line(_STEP, relation)
        for each in (who, self._persons_row, step, self._everyone_row):
            card.add(each)
        self.fields |= {
            "privacy_unit.kind": kind,
            "privacy_unit.person": self._person,
            "privacy_unit.rows": self._rows,
            "privacy_unit.relation": relation,
            "privacy_unit.everyone": self._everyone,
        }
        return card

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """As `Tab.show_values`."""
        plan = found.plan
        self._show_tables(found, facts)
        for handle, card in self._cards.items():
            own = plan.data_table is not None and handle == plan.data_table.handle
            card.show_account(continued_text(found, moved=self._moved) if own else "")
        unit = plan.privacy_unit
        for name in ("kind", "relation", "rows", "everyone"):
            self.fields[f"privacy_unit.{name}"].show_value(getattr(unit, name))
        self._persons_row.setVisible(unit.kind == "person")
        alone = unit.kind == "row" and not has_gaps(plan)
        self._everyone_row.setVisible(unit.relation == Relation.REPLACE_ONE and not alone)
        data = plan.data_table
        names = facts.get(data.handle, TableFacts()).names if data else ()
        entries = [(name, name) for name in names]
        if unit.person and unit.person not in names:
            entries.append((unit.person, unit.person))
        fill_choice(self._person_choice, entries, tr("choose a column"))
        self._person.show_value(unit.person)

    def _show_tables(self, found: Resolved, facts: Facts) -> None:
        plan = found.plan
        handles, before = [table.handle for table in plan.tables], self._chosen
        if before in self._order and before not in handles and len(handles) == len(self._order):
            self._chosen = handles[self._order.index(before)]  # it continues an account, under that one's handle
        self._order = handles
        for place, table in enumerate(plan.tables):
            if table.handle not in self._cards:
                self._add_card(table, place)
            read = undeclared(found) if table is plan.data_table else ()
            card = self._cards[table.handle]
            card.show_table(table, facts.get(table.handle), partial(use_of, found), read)
            self.fields |= card.fields
        self._show_chosen(found)
        if before in self._cards and before not in handles:
            _go_on(self._cards[before], self._cards.get(self._chosen))
        for handle in [handle for handle in self._cards if handle not in handles]:
            self._drop_card(handle)

    def _drop_card(self, handle: str) -> None:
        card = self._cards.pop(handle)
        self._tables.removeWidget(card)
        card.hide()
        card.deleteLater()
        for field in [field for field in self.fields if field.endswith(f":{handle}")]:
            del self.fields[field]

    def _show_chosen(self, found: Resolved) -> None:
        """Show one table: the one that was chosen, else the people's."""
        plan = found.plan
        if self._chosen not in self._cards:
            first = plan.data_table or next(iter(plan.tables), None)
            self._chosen = first.handle if first else ""
        wrong = {self._table_of(item.field): item.sentence for item in found.missing if item.wrong}
        chips = [Chip(t.handle, t.label, ROLES.get(t.role, t.role), wrong.get(t.handle, "")) for t in plan.tables]
        self.chips.show_chips(chips, self._chosen)
        _dress(self.open_button, first=not plan.tables)
        for each in (self._none, self._drop_hint):
            each.setVisible(not plan.tables)
        for table in plan.tables:
            card = self._cards[table.handle]
            card.setVisible(table.handle == self._chosen)
            card.show_name(not self.chips.is_whole(table.label))

    def _choose(self, handle: str) -> None:
        self._chosen = handle
        for each, card in self._cards.items():
            card.setVisible(each == handle)
        self.chips.buttons[handle].setChecked(True)

    def _add_card(self, table: TablePlan, place: int) -> None:
        card = TableCard(table)
        card.changed.connect(self._table_changed)
        card.removed.connect(self._table_removed)
        card.confirmed.connect(self._await)
        card.save_pasted.connect(self.save_pasted_requested)
        card.same_people.connect(self.same_people_answered)
        card.still_sample.connect(self.still_sample_answered)
        card.reconsidered.connect(self.same_people_reconsidered)
        card.inspect_requested.connect(self.inspect_requested)
        card.again_requested.connect(self.again_requested)
        card.check_requested.connect(self.check_requested)
        card.look_requested.connect(self.look_requested)
        card.reread_requested.connect(self.reread_requested)
        self._cards[table.handle] = card
        self._tables.insertWidget(place, card)

    def show_resolved(self, found: Resolved, facts: Facts, *, moved: bool = False) -> None:
        """As `Tab.show_resolved`; mistakes in a column's declarations stand in its editor.

        Args:
            moved: the ledger goes on on another computer.
        """
        self._moved = moved
        super().show_resolved(found, facts)
        data = found.plan.data_table
        if data is not None:
            wrong = {item.field: item.sentence for item in found.missing if item.wrong}
            self._cards[data.handle].show_problems(wrong)
            self._cards[data.handle].show_remarks(remarks(found))
        self._lead(found, facts)
        self.resolved_shown.emit()

    def _await(self, handle: str) -> None:
        """A table is read as it was guessed: until it is, nobody knows whether it can be."""
        self._awaited = handle

    def _lead(self, found: Resolved, facts: Facts) -> None:
        """Where the reading that was confirmed met something wrong, the keyboard goes to its field."""
        wrong = [item.field for item in found.missing if item.wrong and self._table_of(item.field) == self._awaited]
        known = facts.get(self._awaited, TableFacts())
        if self._awaited and (wrong or known != TableFacts()):
            self._awaited = ""
            if wrong:
                self.reach(wrong[0])

    def reach(self, field: str) -> None:
        """As `Tab.reach`, also for "column:NAME:DECLARATION"."""
        data = self.plan.data_table
        if self._table_of(field) in self._cards:
            self._choose(self._table_of(field))
        asked = self._cards[data.handle].field(field) if data is not None and field.startswith("column:") else None
        if asked is None:
            super().reach(field if field != "tables.add" else "")
            if field == "tables.add":
                self.open_button.setFocus()
            return
        unfold(asked)
        self.ensureWidgetVisible(asked)
        asked.editor.setFocus()

    def _table_of(self, field: str) -> str:
        """The handle of the table that a field belongs to, or ""."""
        part, _, rest = field.partition(":")
        data = self.plan.data_table
        return data.handle if part == "column" and data is not None else rest

    def card(self, handle: str) -> TableCard:
        """The card of one table."""
        return self._cards[handle]

    def _table_changed(self, handle: str, values: dict[str, Any], field: str) -> None:
        def build(plan: Plan) -> Plan:
            tables = [replace(t, **values) if t.handle == handle else t for t in plan.tables]
            return replace(plan, tables=tuple(tables))

        self.ask(field, build)

    def _table_removed(self, handle: str) -> None:
        self.ask("", lambda plan: replace(plan, tables=tuple(t for t in plan.tables if t.handle != handle)))


def _go_on(before: TableCard, now: TableCard | None) -> None:
    """Who is in a card goes on in the one that takes its place, at what was the same there."""
    here = QApplication.focusWidget()
    if here is None or now is None or not before.isAncestorOf(here):
        return
    names = [name.rpartition(":")[0] for name, asked in before.fields.items() if asked.isAncestorOf(here)]
    asked = now.fields.get(f"{names[0]}:{now.handle}", now.role) if names else now.role
    (asked if asked.isVisible() else now.role).editor.setFocus()


def _line(text: str, *asked: QWidget, heading: bool = False, link: str = "") -> QWidget:
    """A row of the strip: what it is about, beside it what it asks, and the way to the words of others for it."""
    about = label(text, "heading" if heading else "strong")
    scaled(about.setFixedWidth, _BESIDE)
    scaled(about.setMinimumHeight, _HIGH)
    beside, made = asked[0], QWidget()
    if len(asked) > 1:
        beside = QWidget()
        beside.setLayout(Flow(*asked, spacing=16, wide=True))
    made.setLayout(Flow(about, beside, *([glossary_link(link)] if link else []), spacing=16, fill=beside))
    return made


def _dress(pressed: QAbstractButton, *, first: bool) -> None:
    """Let the button that opens a table be the first thing that is offered only while there is none."""
    kind = "primary" if first else ""
    if pressed.objectName() != kind:
        pressed.setObjectName(kind)
        picture_on(pressed, "folder-open", "on_accent" if kind else "text")
        pressed.style().polish(pressed)
