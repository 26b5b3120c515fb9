"""One table on the Tables tab: its role, how its file is written, and its declared columns."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.quantities import listed
from dpstudio.core.tables.schema import Role
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.tabs.column_grid import ColumnGrid
from dpstudio.gui.tabs.how_read import CONFIRM, READ_AGAIN, HowRead
from dpstudio.gui.tabs.people_cards import ChangedFileCard
from dpstudio.gui.tabs.stand_ins import StandIns
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.breaking import Name
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Field, button, called, column, label
from dpstudio.gui.widgets.manners import ACTS
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.declarations import unsaid
from dpstudio.planning.facts import TableFacts
from dpstudio.translation import joined, tr, translated
from dpstudio.workspace.resolving.columns import Use
from dpstudio.workspace.resolving.remarks import Remark
from dpstudio.workspace.resolving.written import declared_anew

_ROLES = [
    (Role.PRIVATE.value, tr("Private"), tr("It holds people's data. No cell below its header is shown.")),
    (Role.PUBLIC.value, tr("Public"), tr("Anyone may know it, for example the list of candidates.")),
    (Role.SAMPLE.value, tr("Sample"), tr("Invented or published data to try things out. Everything is shown.")),
]
_UNSAID = tr("What it holds: people's data, public facts, or made-up data.")
_MAYBE_A_TITLE = tr(
    "Less than half of it is filled: is it a title? Then type the line with the names in “Begins on line”. To show that"
    " one as well is a look at the table's rows, which every later receipt mentions."
)
_FIRST, _ROW = 5, 22


ROLES = {"": "", Role.PRIVATE: tr("private"), Role.PUBLIC: tr("public"), Role.SAMPLE: tr("sample")}
"""What stands on the chip of a table."""

_HOW, _GUESSED = tr("How it is read…"), tr("How it is read: guessed…")


class TableCard(Card):
    """Shows one table; of a private one only the header."""

    changed = Signal(str, object, str)
    removed = Signal(str)
    save_pasted = Signal(str)
    same_people = Signal(str, bool)
    still_sample = Signal(str, bool)
    reconsidered = Signal(str)
    inspect_requested = Signal(str)
    again_requested = Signal(str)
    confirmed = Signal(str)
    check_requested = Signal(str, str)
    look_requested = Signal(str)
    reread_requested = Signal(str)

    def __init__(self, table: TablePlan) -> None:
        super().__init__("")
        self.handle = handle = table.handle
        self._table = table
        self._known: TableFacts | None = None
        self._title = Name("", "heading", 32)
        self.role = Options(tr("Role of the table"), _ROLES, beside=True, unchosen=_UNSAID)
        self.role.chosen.connect(lambda value: self._change(f"role:{handle}", role=value))
        self._read = QWidget()
        self._read.setLayout(column(spacing=0))
        self.how = More("", self._read, line=_HOW, apart=True)
        self.how.button.toggled.connect(self._call_how)
        self._to_guess = QShortcut(QKeySequence(CONFIRM), self, enabled=False)
        self._to_guess.activated.connect(self._show_guess)
        self._buttons()
        helping = self.inspect_button, self.read_button, self.again_button, self.save_button, self.remove_button
        self._make_declare()
        said = called(self.declare, tr("Declare a column"))
        first = self._title, self.role, said, self.declare, self.how.button, *helping
        self.add(Flow(*first, spacing=10, fill=self.role))
        self.account = Card("", kind="notice")
        self._account = label("")
        self.account.add(self._account)
        self.account.hide()
        self.changed_file = ChangedFileCard()
        self.changed_file.answered.connect(lambda same: self.same_people.emit(self.handle, same))
        self.changed_file.still_sample.connect(lambda still: self.still_sample.emit(self.handle, still))
        self.changed_file.reconsidered.connect(lambda: self.reconsidered.emit(self.handle))
        self.rows = TableView(tr("First rows of the table"), _ROW)
        self._names_label = label("", "soft")
        self.grid = ColumnGrid()
        self.grid.changed.connect(self._column_changed)
        self.grid.removed.connect(self._column_removed)
        self.grid.check_requested.connect(lambda name: self.check_requested.emit(self.handle, name))
        self._details = QWidget()
        self.stand_ins = StandIns()
        self.stand_ins.named.connect(lambda names: self._change(f"names:{handle}", names=names))
        details = self.changed_file, self.rows, self._names_label, self.stand_ins, self.grid
        self._details.setLayout(column(*details, spacing=6))
        for each in (self.how, self.account, self._details):
            self.add(each)
        self.fields: dict[str, Asked] = {f"role:{handle}": self.role, f"changed:{handle}": self.role}

    def _make_declare(self) -> None:
        """The list of columns that are not declared yet."""
        self.declare = choice([], tr("Declare a column…"))
        scaled(self.declare.setFixedWidth, 200)
        self.declare.setProperty(ACTS, True)
        self.declare.activated.connect(self._declare)
        self.declare.hide()

    @cached_property
    def reading(self) -> HowRead:
        """How the file is read, made once the role is said; folded away once nothing of it is asked."""
        made = HowRead(self._table)
        made.confirmed.connect(self._fold_read)
        made.confirmed.connect(lambda: self.confirmed.emit(self.handle))
        made.changed.connect(lambda values, field: self._change(field, **values))
        made.changed.connect(lambda *_: self._call_how())
        made.look_requested.connect(lambda: self.look_requested.emit(self.handle))
        made.again_requested.connect(lambda: self.reread_requested.emit(self.handle))
        inside = self._read.layout()
        if inside is not None:
            inside.addWidget(made)
        self.fields |= made.fields
        return made

    def _buttons(self) -> None:
        """What helps where the table stays sealed, or cannot be read; and away with it."""
        self.inspect_button = button(tr("Inspect…"), "eye", kind="quiet")
        self.inspect_button.clicked.connect(lambda: self.inspect_requested.emit(self.handle))
        self.again_button = button(tr("Choose it again…"), "folder-open")
        self.again_button.clicked.connect(lambda: self.again_requested.emit(self.handle))
        self.read_button = button(tr("Read again"), "redo-2", hint=READ_AGAIN)
        self.read_button.clicked.connect(lambda: self.reread_requested.emit(self.handle))
        self.save_button = button(tr("Save pasted table…"), "save")
        self.save_button.clicked.connect(lambda: self.save_pasted.emit(self.handle))
        self.remove_button = button(
            tr("Remove"), "trash-2", kind="quiet", hint=tr("Take this table out of the project")
        )
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.handle))
        for each in (self.inspect_button, self.again_button, self.read_button, self.save_button):
            each.hide()

    def show_table(
        self,
        table: TablePlan,
        known: TableFacts | None,
        use: Callable[[str], Use],
        read: tuple[ColumnPlan, ...] = (),
    ) -> None:
        """Show the table's declarations and what its role allows to show.

        Args:
            use: what a column is read for.
            read: the columns that are read without being declared.
        """
        self._table = table
        self._title.setText(table.label)
        self.role.show_value(table.role)
        self._details.setVisible(bool(table.role))
        known = known or TableFacts()
        said = bool(table.role)
        asked = said and self.reading.show_table(table, known)
        offered = said and self.reading.can_read(table, known)
        self.how.offer(offered=offered)
        self.how.hold(something=offered and asked)
        self._call_how()
        self.inspect_button.setVisible(bool(known.refusal))
        self.again_button.setVisible(bool(known.problem and table.path) and table.format != "database")
        self.read_button.setVisible(bool(known.problem))
        self.save_button.setVisible(bool(table.text) and table.role == Role.PRIVATE)
        self._show_rows(table, known)
        self._show_columns((*table.columns, *read), known, use)

    def _fold_read(self) -> None:
        """Fold what was confirmed away, unless it says what is wrong with it: then the keyboard goes there."""
        if self._known is None or not self._known.problem:
            self.how.fold()
            return
        wrong = (each.editor for each in self.reading.fields.values() if each.editor.property("wrong"))
        next(wrong, self.how.button).setFocus()

    def _call_how(self) -> None:
        """While it is folded away, say that something in it is a guess."""
        guessed = not self.how.is_open and bool(self._table.role) and self.reading.is_guessed
        self.how.button.call(_GUESSED if guessed else _HOW)
        self._to_guess.setEnabled(guessed)

    def _show_guess(self) -> None:
        """Nothing is confirmed unseen: the keys that confirm what is in sight bring it into sight first."""
        self.how.open()
        self.reading.confirm_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_remarks(self, told: Iterable[Remark]) -> None:
        """Show what the rows say against how they are read, beside the columns and below the rows."""
        remarks = {each.field: each for each in told}
        for name, editor in self.grid.editors.items():
            fields = ("kind", "separator")
            found = (remarks.get(f"column:{name}:{field}") for field in fields)
            editor.show_remark(next(filter(None, found), None))
        of_rows = [each for field in ("sheet", "left_out") if (each := remarks.get(f"{field}:{self.handle}"))]
        if self._table.role != Role.PRIVATE:
            self._names_label.setText("\n".join(translated(each.sentence) for each in of_rows))
            self._names_label.setVisible(bool(of_rows))

    def show_name(self, shown: bool) -> None:
        """Show the table's name here, too."""
        self._title.setVisible(shown)

    def show_account(self, text: str) -> None:
        """Say which account the table goes on with, or nothing."""
        self._account.setText(text)
        self.account.setVisible(bool(text))

    def _show_rows(self, table: TablePlan, known: TableFacts) -> None:
        if known is self._known:
            return  # of a wide table each width would be measured again at every key
        self._known = known
        visible = bool(known.shown) and table.role != Role.PRIVATE
        self.rows.setVisible(visible)
        shown_rows = known.shown if visible else ()
        self.rows.show_rows(known.names if visible else (), len(shown_rows), lambda r, c: shown_rows[r][c])
        self.rows.fit_height(_FIRST)
        sealed = table.role == Role.PRIVATE and bool(known.names)
        self._names_label.setVisible(sealed)
        shown = listed(known.names[:40]) + (" …" if len(known.names) > 40 else "")
        said = tr("Only the header is shown: {shown}", shown=shown)
        filled = sum(bool(name.strip()) for name in known.own)
        asked = table.header == "yes" and not table.names and 2 * filled < len(known.own)
        title = _MAYBE_A_TITLE if asked else ""
        self._names_label.setText(joined(" ", filter(None, (said, title))))

    def _show_columns(self, shown: tuple[ColumnPlan, ...], known: TableFacts, use: Callable[[str], Use]) -> None:
        wanted = [each.name for each in shown]
        self.grid.keep(wanted)
        self.stand_ins.show_table(self._table, known.names)
        for each in shown:
            sealed = self._table.role == Role.PRIVATE and each in self._table.columns
            editor = self.editor(each.name)
            editor.show_column(each, use(each.name), sealed=sealed and bool(known.names))
            editor.remove_button.setVisible(each in self._table.columns)
        self.grid.head()
        free = [(name, name) for name in known.names if name not in wanted]
        self.declare.setVisible(bool(known.names) and self._table.role not in ("", Role.PUBLIC))
        fill_choice(self.declare, free, tr("Declare a column…"))
        self.declare.setCurrentIndex(-1)

    def show_problems(self, wrong: dict[str, str]) -> None:
        """Show mistakes, given by "column:NAME:DECLARATION", where they are mended."""
        for name, editor in self.grid.editors.items():
            for declaration, field in editor.fields.items():
                path = f"column:{name}:{declaration}"
                field.show_problem(wrong.get(path, "") if self.field(path) is field else "")
        asked = {self.field(path): sentence for path, sentence in wrong.items() if path.startswith("column:")}
        for mark in self.reading.marks.values() if self._table.role else ():
            mark.show_problem(asked.get(mark, ""))

    def field(self, path: str) -> Field | None:
        """The field where "column:NAME:DECLARATION" is mended, or None."""
        _, _, rest = path.partition(":")
        name, _, declaration = rest.rpartition(":")
        column, editor = self._table.column(name), self.grid.editors.get(name)
        if column is not None and declaration == unsaid(column):
            return self.reading.mark_of(column)
        return editor.fields.get(declaration) if editor is not None else None

    def editor(self, name: str) -> ColumnEditor:
        """The editor of one declared column."""
        return self.grid.editors[name]

    def _declare(self, index: int) -> None:
        name = self.declare.itemData(index)
        if not isinstance(name, str) or self._table.column(name) is not None:  # told twice: the list is filled anew
            return
        self._change("", columns=(*self._table.columns, ColumnPlan(name)))

    def _column_changed(self, column: ColumnPlan, field: str) -> None:
        if field == "kind":
            column = declared_anew(self._table, column, self._known or TableFacts())
        if all(each.name != column.name for each in self._table.columns):
            self._change(f"column:{column.name}:{field}", columns=(*self._table.columns, column))
            return
        columns = tuple(column if each.name == column.name else each for each in self._table.columns)
        self._change(f"column:{column.name}:{field}", columns=columns)

    def _column_removed(self, name: str) -> None:
        self._change("", columns=tuple(each for each in self._table.columns if each.name != name))

    def _change(self, field: str, **values: Any) -> None:
        self._table = replace(self._table, **values)
        self.changed.emit(self.handle, values, field)
