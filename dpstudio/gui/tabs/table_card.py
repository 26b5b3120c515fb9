"""One table on the Tables tab: its role, how its file is written, and its declared columns."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.quantities import listed
from dpstudio.core.tables.dialect import DELIMITERS, ENCODINGS
from dpstudio.core.tables.schema import NAMED, WITH_SHEETS, Role
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.tabs.column_grid import ColumnGrid
from dpstudio.gui.tabs.people_cards import ChangedFileCard
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.breaking import Name
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Field, button, called, choice, column, fill_choice, label
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.columns import Use

_ROLES = [
    (Role.PRIVATE.value, "Private", "It holds people's data. Nothing of its rows is shown."),
    (Role.PUBLIC.value, "Public", "Anyone may know it, for example the list of candidates."),
    (Role.SAMPLE.value, "Sample", "Invented or published data to try things out. Everything is shown."),
]
_HEADER = [("yes", "Yes, it names the columns", ""), ("no", "No, it is data", "")]
_HEADER_ASKED = "Is the first line a header?"
_HOW = "How it is read…"
_FIRST, _ROW = 5, 22


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
    check_requested = Signal(str, str)

    def __init__(self, table: TablePlan) -> None:
        super().__init__("")
        self.handle = handle = table.handle
        self._table = table
        self._known: TableFacts | None = None
        self._title = Name("", "heading", THEME.px(32))
        self.role = Options("Role of the table", _ROLES, beside=True)
        self.role.chosen.connect(lambda value: self._change(f"role:{handle}", role=value))
        self._reading()
        self._buttons()
        right = self.how.button, self.inspect_button, self.again_button, self.save_button, self.remove_button
        self.add(Flow(self._title, self.role, *right, spacing=10, fill=self.role))
        self.account = Card("", kind="notice")
        self._account = label("")
        self.account.add(self._account)
        self.account.hide()
        self.changed_file = ChangedFileCard()
        self.changed_file.answered.connect(lambda same: self.same_people.emit(self.handle, same))
        self.changed_file.still_sample.connect(lambda still: self.still_sample.emit(self.handle, still))
        self.changed_file.reconsidered.connect(lambda: self.reconsidered.emit(self.handle))
        self.rows = TableView("First rows of the table")
        self.rows.verticalHeader().setDefaultSectionSize(THEME.target(_ROW))
        self._names_label = label("", "soft")
        self.grid = ColumnGrid()
        self.grid.changed.connect(self._column_changed)
        self.grid.removed.connect(self._column_removed)
        self.grid.check_requested.connect(lambda name: self.check_requested.emit(self.handle, name))
        self.declare = choice([], "Declare a column…")
        self.declare.setMaximumWidth(THEME.px(320))
        self.declare.activated.connect(self._declare)
        self._details = QWidget()
        declare = called(self.declare, "Declare a column")
        details = self.changed_file, self.rows, self._names_label, self.grid, declare, self.declare
        self._details.setLayout(column(*details, spacing=8))
        for each in (self.how, self.account, self._details):
            self.add(each)
        self.fields: dict[str, Asked] = {
            f"role:{handle}": self.role,
            f"header:{handle}": self.header,
            f"changed:{handle}": self.role,
            f"sheet:{handle}": self.sheet,
        }

    def _reading(self) -> None:
        """How the file is written: folded away once nothing of it is asked for."""
        self.delimiter = Field("Delimiter", choice([(mark, name) for mark, name in DELIMITERS.items()]), width=150)
        self.delimiter.edited.connect(lambda value: self._change("", delimiter=value))
        self.encoding = Field("Encoding", choice([(name, name) for name in ENCODINGS]), width=150)
        self.encoding.edited.connect(lambda value: self._change("", encoding=value))
        self._sheet_choice = choice([])
        self.sheet = Field("Sheet or table", self._sheet_choice, width=240)
        self.sheet.edited.connect(lambda value: self._change("", sheet=value, columns=()))
        self.header = Options(_HEADER_ASKED, _HEADER)
        self.header.chosen.connect(lambda value: self._change(f"header:{self.handle}", header=value))
        self._header = QWidget()
        self._header.setLayout(column(label(_HEADER_ASKED, "strong", wrap=False), self.header, spacing=4))
        self.how = More(
            "", Flow(self.delimiter, self.encoding, self.sheet, self._header, spacing=16), line=_HOW, apart=True
        )

    def _buttons(self) -> None:
        """What helps where the table stays sealed, or cannot be read; and away with it."""
        self.inspect_button = button("Inspect…", "eye", kind="quiet")
        self.inspect_button.clicked.connect(lambda: self.inspect_requested.emit(self.handle))
        self.again_button = button("Choose it again…", "folder-open")
        self.again_button.clicked.connect(lambda: self.again_requested.emit(self.handle))
        self.save_button = button("Save pasted table…", "save")
        self.save_button.clicked.connect(lambda: self.save_pasted.emit(self.handle))
        self.remove_button = button("Remove", "trash-2", kind="quiet", hint="Take this table out of the project")
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.handle))
        for each in (self.inspect_button, self.again_button, self.save_button):
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
        known, text = known or TableFacts(), table.format == "text"
        self._show_reading(table, known, text or not known.problem or bool(known.sheets))
        self.inspect_button.setVisible(bool(known.refusal))
        self.again_button.setVisible(bool(known.problem and table.path) and table.format != "database")
        self.save_button.setVisible(bool(table.text) and table.role == Role.PRIVATE)
        self._show_rows(table, known)
        self._show_columns((*table.columns, *read), known, use)

    def _show_reading(self, table: TablePlan, known: TableFacts, readable: bool) -> None:
        """Show how the file is read, once its role is said; open where something of it is missing or may be wrong."""
        text, named = table.format == "text", table.format in NAMED
        self.delimiter.setVisible(text)
        self.encoding.setVisible(text and bool(table.path))
        self.sheet.setVisible(table.format in WITH_SHEETS)
        self._header.setVisible(not named)
        self.delimiter.show_value(table.delimiter)
        self.encoding.show_value(table.encoding)
        self.header.show_value(table.header)
        if known.sheets:
            self._show_sheets(table, known.sheets)
        offered = bool(table.role) and readable and (not named or table.format in WITH_SHEETS)
        self.how.offer(offered=offered)
        unsaid = (not named and not table.header) or (table.format == "database" and not table.sheet)
        self.how.hold(something=offered and (unsaid or bool(known.problem) or table.header == "no"))

    def show_name(self, shown: bool) -> None:
        """Show the table's name here, too."""
        self._title.setVisible(shown)

    def show_account(self, text: str) -> None:
        """Say which account the table goes on with, or nothing."""
        self._account.setText(text)
        self.account.setVisible(bool(text))

    def _show_sheets(self, table: TablePlan, names: tuple[str, ...]) -> None:
        """Of a database no table is taken for chosen; of a file the first is."""
        chosen = table.sheet or ("" if table.format == "database" else names[0])
        entries = [(name, name) for name in names]
        if chosen not in names:
            entries.insert(0, (chosen, chosen or "Choose a table…"))
        fill_choice(self._sheet_choice, entries)
        self.sheet.show_value(chosen)

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
        self._names_label.setText(f"Columns: {shown}. The rows stay sealed.")

    def _show_columns(self, shown: tuple[ColumnPlan, ...], known: TableFacts, use: Callable[[str], Use]) -> None:
        wanted = [each.name for each in shown]
        self.grid.keep(wanted)
        for each in shown:
            sealed = self._table.role == Role.PRIVATE and each in self._table.columns
            editor = self.editor(each.name)
            editor.show_column(each, use(each.name), sealed=sealed and bool(known.names))
            editor.remove_button.setVisible(each in self._table.columns)
        self.grid.head()
        free = [(name, name) for name in known.names if name not in wanted]
        self.declare.setVisible(bool(known.names) and self._table.role != Role.PUBLIC)
        fill_choice(self.declare, free, "Declare a column…")
        self.declare.setCurrentIndex(-1)

    def show_problems(self, wrong: dict[str, str]) -> None:
        """Show mistakes, given by "column:NAME:DECLARATION", where they were made."""
        for name, editor in self.grid.editors.items():
            for declaration, field in editor.fields.items():
                field.show_problem(wrong.get(f"column:{name}:{declaration}", ""))

    def field(self, path: str) -> Field | None:
        """The field of "column:NAME:DECLARATION", or None."""
        _, _, rest = path.partition(":")
        name, _, declaration = rest.rpartition(":")
        editor = self.grid.editors.get(name)
        return editor.fields.get(declaration) if editor is not None else None

    def editor(self, name: str) -> ColumnEditor:
        """The editor of one declared column."""
        return self.grid.editors[name]

    def _declare(self, index: int) -> None:
        name = str(self.declare.itemData(index))
        self._change("", columns=(*self._table.columns, ColumnPlan(name)))

    def _column_changed(self, column: ColumnPlan, field: str) -> None:
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
