"""One table on the Tables tab: its role, how its file is written, and its declared columns."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.quantities import listed
from dpstudio.core.tables.dialect import DELIMITERS, ENCODINGS
from dpstudio.core.tables.schema import NAMED, WITH_SHEETS, Role
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.tabs.people_cards import ChangedFileCard
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Field, button, choice, fill_choice, label, row
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
        self._title = label("", "heading")
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        remove = button("Remove", "trash-2", kind="quiet", hint="Take this table out of the project")
        remove.clicked.connect(lambda: self.removed.emit(self.handle))
        self.add(row(self._title, remove))
        self.role = Options("Role of the table", _ROLES)
        self.role.chosen.connect(lambda value: self._change(f"role:{handle}", role=value))
        self.add(self.role)
        self._remedies()
        self.account = Card("", kind="notice")
        self._account = label("")
        self.account.add(self._account)
        self.account.hide()
        self.add(self.account)
        self._details = QWidget()
        details = QVBoxLayout(self._details)
        details.setContentsMargins(0, 0, 0, 0)
        details.setSpacing(THEME.px(10))
        self.add(self._details)
        self._format_row(details)
        self._header_title = label("Is the first line a header?", "strong")
        details.addWidget(self._header_title)
        self.header = Options("Is the first line a header?", _HEADER)
        self.header.chosen.connect(lambda value: self._change(f"header:{handle}", header=value))
        details.addWidget(self.header)
        self.changed_file = ChangedFileCard()
        self.changed_file.answered.connect(lambda same: self.same_people.emit(self.handle, same))
        self.changed_file.still_sample.connect(lambda still: self.still_sample.emit(self.handle, still))
        self.changed_file.reconsidered.connect(lambda: self.reconsidered.emit(self.handle))
        details.addWidget(self.changed_file)
        self.save_button = button("Save pasted table…", "save")
        self.save_button.clicked.connect(lambda: self.save_pasted.emit(self.handle))
        details.addWidget(self.save_button)
        self.rows = TableView("First rows of the table")
        self.rows.setFixedHeight(THEME.px(150))
        details.addWidget(self.rows)
        self._names_label = label("", "soft")
        details.addWidget(self._names_label)
        self._editors: dict[str, ColumnEditor] = {}
        self._columns = QVBoxLayout()
        self._columns.setSpacing(THEME.px(8))
        details.addLayout(self._columns)
        self.declare = choice([], "Declare a column…")
        self.declare.setMaximumWidth(THEME.px(320))
        self.declare.setAccessibleName("Declare a column")
        self.declare.activated.connect(self._declare)
        details.addWidget(self.declare)
        self.fields: dict[str, Asked] = {
            f"role:{handle}": self.role,
            f"header:{handle}": self.header,
            f"changed:{handle}": self.role,
            f"sheet:{handle}": self.sheet,
        }

    def _remedies(self) -> None:
        """What helps where the table stays sealed, or cannot be read."""
        self.inspect_button = button("Inspect…", "eye", kind="quiet")
        self.inspect_button.clicked.connect(lambda: self.inspect_requested.emit(self.handle))
        self.again_button = button("Choose it again…", "folder-open")
        self.again_button.clicked.connect(lambda: self.again_requested.emit(self.handle))
        for each in (self.inspect_button, self.again_button):
            each.hide()
        self.add(row(self.inspect_button, self.again_button, None))

    def _format_row(self, details: QVBoxLayout) -> None:
        self.delimiter = Field("Delimiter", choice([(mark, name) for mark, name in DELIMITERS.items()]), width=180)
        self.delimiter.edited.connect(lambda value: self._change("", delimiter=value))
        self.encoding = Field("Encoding", choice([(name, name) for name in ENCODINGS]), width=180)
        self.encoding.edited.connect(lambda value: self._change("", encoding=value))
        self._sheet_choice = choice([])
        self.sheet = Field("Sheet or table", self._sheet_choice, width=240)
        self.sheet.edited.connect(lambda value: self._change("", sheet=value, columns=()))
        self._format = QWidget()
        self._format.setLayout(Flow(self.delimiter, self.encoding, self.sheet, spacing=16))
        details.addWidget(self._format)

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
        readable = text or not known.problem or bool(known.sheets)
        self._format.setVisible(readable and (text or table.format in WITH_SHEETS))
        self.delimiter.setVisible(text)
        self.encoding.setVisible(text and bool(table.path))
        self.sheet.setVisible(table.format in WITH_SHEETS)
        self.delimiter.show_value(table.delimiter)
        self.encoding.show_value(table.encoding)
        self.header.show_value(table.header)
        for each in (self.header, self._header_title):
            each.setVisible(readable and table.format not in NAMED)
        if known.sheets:
            self._show_sheets(table, known.sheets)
        self.inspect_button.setVisible(bool(known.refusal))
        self.again_button.setVisible(bool(known.problem and table.path) and table.format != "database")
        self.save_button.setVisible(bool(table.text) and table.role == Role.PRIVATE)
        self._show_rows(table, known)
        self._show_columns((*table.columns, *read), known, use)

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
        visible = bool(known.shown) and table.role != Role.PRIVATE
        self.rows.setVisible(visible)
        shown_rows = known.shown if visible else ()
        self.rows.show_rows(known.names if visible else (), len(shown_rows), lambda r, c: shown_rows[r][c])
        sealed = table.role == Role.PRIVATE and bool(known.names)
        self._names_label.setVisible(sealed)
        shown = listed(known.names[:40]) + (" …" if len(known.names) > 40 else "")
        self._names_label.setText(f"Columns: {shown}. The rows stay sealed.")

    def _show_columns(self, shown: tuple[ColumnPlan, ...], known: TableFacts, use: Callable[[str], Use]) -> None:
        wanted = [column.name for column in shown]
        for name in [name for name in self._editors if name not in wanted]:
            editor = self._editors.pop(name)
            self._columns.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
        for column in shown:
            if column.name not in self._editors:
                editor = ColumnEditor(column.name)
                editor.changed.connect(self._column_changed)
                editor.removed.connect(self._column_removed)
                editor.check_requested.connect(lambda name: self.check_requested.emit(self.handle, name))
                self._editors[column.name] = editor
                self._columns.addWidget(editor)
            sealed = self._table.role == Role.PRIVATE and column in self._table.columns
            self._editors[column.name].show_column(column, use(column.name), sealed=sealed and bool(known.names))
            self._editors[column.name].remove_button.setVisible(column in self._table.columns)
        free = [(name, name) for name in known.names if name not in wanted]
        self.declare.setVisible(bool(known.names) and self._table.role != Role.PUBLIC)
        fill_choice(self.declare, free, "Declare a column…")
        self.declare.setCurrentIndex(-1)

    def show_problems(self, wrong: dict[str, str]) -> None:
        """Show mistakes, given by "column:NAME:DECLARATION", where they were made."""
        for name, editor in self._editors.items():
            for declaration, field in editor.fields.items():
                field.show_problem(wrong.get(f"column:{name}:{declaration}", ""))

    def field(self, path: str) -> Field | None:
        """The field of "column:NAME:DECLARATION", or None."""
        _, _, rest = path.partition(":")
        name, _, declaration = rest.rpartition(":")
        editor = self._editors.get(name)
        return editor.fields.get(declaration) if editor is not None else None

    def editor(self, name: str) -> ColumnEditor:
        """The editor of one declared column."""
        return self._editors[name]

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
