"""How a table's file is read: everything about it that a program could guess wrongly, asked here and nowhere else."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.dialect import ENCODINGS
from dpstudio.core.tables.first_line import DELIMITERS
from dpstudio.core.tables.schema import NAMED, WITH_SHEETS, Role
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.column_names import ColumnNames
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, button, called, column, label, line
from dpstudio.gui.widgets.options import Options
from dpstudio.planning.declarations import unsaid
from dpstudio.planning.facts import TableFacts, is_unchosen
from dpstudio.translation import tr
from dpstudio.workspace.resolving import written

_HEADER = [("yes", tr("Yes, it names the columns"), ""), ("no", tr("No, it is data"), "")]
_HEADER_ASKED = tr("Is the first line a header?")
_FIRST_HINT = tr("The line that the header, or the first row, stands on. A title above it is left out.")
_LAST_HINT = tr("Lines at the end that are no rows, such as totals. They are counted, never recognised.")
_HIGH = 24
READ_AGAIN = tr("Read the file as it is on the disk now.")
_SHEET_HINT = tr(
    "Formulas whose values the file does not hold, as scripts write them, read as blank. Saved in a spreadsheet program"
    " it holds them."
)
_GUESSED = tr(" (guess)")
_OTHERWISE = "otherwise"
CONFIRM = "Ctrl+Return"
_FROM_DELIMITER = tr("guessed from the delimiter; nothing of the rows was looked at")
_FROM_ROWS = tr("guessed from the rows shown")
_PERHAPS_A_TITLE = tr("If line 1 is a title, type the line with the names first: it shows once it is confirmed.")
_FROM_LINE = tr("what is marked as a guess follows from the line that the table begins on, alone")
_MOST = 440
"""How wide, at 100 %, the list of encodings may become, so that no name in it is cut."""
_FIRST_SHEET = tr("the sheet is a guess")
_USUAL = tr("guessed as they are mostly written; nothing of the rows was looked at")
_PLAIN = {
    "utf-8": tr("Unicode"),
    "cp1252": tr("Western (Windows)"),
    "iso-8859-1": tr("Western (Latin-1)"),
    "iso-8859-15": tr("Western, € (Latin-9)"),
    "mac-roman": tr("Western (old Mac)"),
    "cp850": tr("Western (DOS)"),
    "cp1250": tr("Central European"),
    "iso-8859-2": tr("Central European"),
    "cp1257": tr("Baltic (Windows)"),
    "cp1251": tr("Cyrillic (Windows)"),
    "cp1253": tr("Greek (Windows)"),
    "cp1254": tr("Turkish (Windows)"),
    "utf-16": tr("Unicode (Excel)"),
    "utf-16-le": tr("Unicode, low byte first"),
    "utf-16-be": tr("Unicode, high byte first"),
    "shift_jis": tr("Japanese"),
    "gb18030": tr("Chinese, simplified"),
    "big5": tr("Chinese, traditional"),
    "euc-kr": tr("Korean"),
}
_ENCODINGS = {name: tr("{plain}, {name}", plain=_PLAIN[name], name=name) for name in _PLAIN if name in ENCODINGS}
_WRITTEN: dict[str, tuple[str, list[tuple[str, str]]]] = {
    written.NUMBERS: (
        tr("Numbers"),
        [(".", "1234.5"), (".,", "1,234.5"), (",", "1234,5"), (",.", "1.234,5"), (", ", "1 234,5"), (".'", "1'234.5")],
    ),
    written.DATES: (
        tr("Dates"),
        [
            ("ymd", tr("2026-12-31 (year first)")),
            ("dmy", tr("31/12/2026 or 31.12.2026 (day first)")),
            ("mdy", tr("12/31/2026 (month first)")),
        ],
    ),
    written.CHOICES: (
        tr("Several choices in a cell"),
        [
            (";", tr("Tea;Coffee")),
            (",", tr("Tea,Coffee")),
            ("|", tr("Tea|Coffee")),
            ("/", tr("Tea/Coffee")),
            ("+", tr("Tea+Coffee")),
        ],
    ),
    written.WORDS: (
        tr("Yes and no"),
        [(words, words.replace("\n", " / ")) for words in written.FILES_WORDS],
    ),
}
_WIDTHS = {written.DATES: 330, written.WORDS: 280}


class HowRead(QWidget):
    """Asks how one table is read, and shows what was said.

    Args:
        table: the table that it belongs to.
    """

    changed = Signal(object, str)
    confirmed = Signal()
    look_requested = Signal()
    again_requested = Signal()

    def __init__(self, table: TablePlan) -> None:
        super().__init__()
        self._table, self._known, handle = table, TableFacts(), table.handle
        self._guessed_from = "1" if table.first_line in ("", "1") else ""
        self._guesses, self._sheet_said = frozenset[Field](), False
        self._problems = column(spacing=2)
        self._make_lines(handle)
        self._make_marks()
        self.names = ColumnNames()
        self._make_buttons()
        lines = self._header, self.first_line, self.left_out, self.delimiter, self.encoding, self.sheet
        renamed = called(self.names.choose, tr("Rename a column")), self.names.choose
        buttons = self.confirm_button, self.look_button, *renamed, self.reread_button, self._says
        asked, problems = QWidget(), QWidget()
        asked.setLayout(Flow(*lines, *self.marks.values(), *buttons, spacing=12, low=True, fill=self._says))
        problems.setLayout(self._problems)
        self.setLayout(column(asked, problems, self.names, spacing=8))
        self.names.named.connect(lambda names: self.changed.emit({"names": names}, f"names:{handle}"))
        self.fields: dict[str, Asked] = {
            f"header:{handle}": self.header,
            f"first_line:{handle}": self.first_line,
            f"left_out:{handle}": self.left_out,
            f"delimiter:{handle}": self.delimiter,
            f"encoding:{handle}": self.encoding,
            f"sheet:{handle}": self.sheet,
            f"names:{handle}": self.names.problem,
        }

    def _make_lines(self, handle: str) -> None:
        self.header = Options(_HEADER_ASKED, _HEADER)
        self.header.chosen.connect(lambda value: self.changed.emit({"header": value}, f"header:{handle}"))
        self._header = QWidget()
        self._header_asked = label(_HEADER_ASKED, "strong", wrap=False)
        self._header.setLayout(column(self._header_asked, self.header, spacing=7))
        below = self._problems
        self.first_line = Field(tr("Begins on line"), line("1"), hint=_FIRST_HINT, width=110, below=below)
        self.left_out = Field(tr("Left out at the end"), line(tr("0 lines")), hint=_LAST_HINT, width=140, below=below)
        self.delimiter = Field(
            tr("Delimiter"), choice([(mark, name) for mark, name in DELIMITERS.items()]), width=150, below=below
        )
        self.encoding = Field(tr("Encoding"), choice(list(_ENCODINGS.items())), width=290, below=below, most=_MOST)
        self.sheet = Field(tr("Sheet or table"), choice([]), hint=_SHEET_HINT, width=240, below=below)
        for name in ("left_out", "delimiter", "encoding"):
            self._tell(getattr(self, name), name)
        self.first_line.edited.connect(self._begin)
        self.sheet.edited.connect(self._choose_sheet)

    def _tell(self, field: Field, name: str) -> None:
        where = f"{name}:{self._table.handle}"

        def say(value: str) -> None:
            self._guesses -= {field}
            self.changed.emit({name: value}, where)

        field.edited.connect(say)

    def _choose_sheet(self, name: str) -> None:
        """Another sheet is another table: what was confirmed of the one before is a guess again, and no line shows."""
        self._guesses -= {self.sheet}
        self._sheet_said = True
        afresh = {} if _header_open(self._table) else {"header": "", "first_line": "", "left_out": ""}
        told = afresh if self._table.format not in NAMED else {}
        self.changed.emit({"sheet": name, "columns": (), "names": (), **told}, "")

    def _begin(self, line: str) -> None:
        """Of a private table no line comes into view before its number is typed to the end and confirmed."""
        values = {"first_line": line}
        if self._table.role == Role.PRIVATE and self._table.header == "yes":
            values["header"] = ""
        self.changed.emit(values, f"first_line:{self._table.handle}")

    def _make_marks(self) -> None:
        """Of numbers, dates and several choices how they are written, once for the whole table."""
        self.marks: dict[str, Field] = {}
        for what, (title, entries) in _WRITTEN.items():
            width = _WIDTHS.get(what, 190)
            field = self.marks[what] = Field(title, choice(entries), width=width, below=self._problems)
            field.edited.connect(lambda text, w=what: self._say(w, text))

    def _make_buttons(self) -> None:
        self.confirm_button = button(tr("Read it so (Ctrl+Enter)"), "check", kind="primary")
        self.confirm_button.setAccessibleName(tr("Read it so"))
        self.confirm_button.setShortcut(CONFIRM)
        self.confirm_button.clicked.connect(self._confirm)
        self.look_button = button(tr("Note the look, and show that line"), "eye")
        self.look_button.clicked.connect(self.look_requested)
        self.reread_button = button(tr("Read again"), kind="quiet", hint=READ_AGAIN)
        self.reread_button.clicked.connect(self.again_requested)
        self._says = label("", "soft")
        scaled(self._says.setMinimumHeight, _HIGH)

    def _say(self, what: str, text: str) -> None:
        if text != _OTHERWISE:
            self.changed.emit({"columns": written.all_said(self._table, what, text, self._known)}, "")

    def _confirm(self) -> None:
        """Every guess is what is meant."""
        said = written.read_so(self._table, self._known)
        values: dict[str, Any] = {"header": said.header, "columns": said.columns}
        self._guesses = frozenset()
        self.confirmed.emit()
        self.show_table(said, self._known)
        self.changed.emit(values, f"header:{self._table.handle}")

    def show_table(self, table: TablePlan, known: TableFacts) -> bool:
        """Show how a table is read, once its role is said; whether nothing can be read before it is answered."""
        self._table, self._known = table, known
        is_open = _header_open(table)
        if known.guessed is not None:
            self._guessed_from = table.first_line or "1"
        if is_open:
            self._guesses = self._guessable(table, known)
        self._show_lines(table)
        self._show_sheets(table, known)
        for field in (self.first_line, self.left_out, self.delimiter, self.encoding, self.sheet):
            call(field, field in self._guesses)
        marks = self._show_marks(table, known)
        being_read = not is_open and known == TableFacts()
        self.names.show_names(None if being_read else known.own, table.names)
        guessed = is_open or bool(self._guesses)
        self.confirm_button.setVisible(guessed or marks)
        self._says.setText(self._told(table, marks))
        self._says.setVisible(bool(self._says.text()))
        self.confirm_button.setAccessibleDescription(self._says.text())
        self.look_button.setVisible(bool(known.other_header))
        self.reread_button.setVisible(bool(table.path and not known.problem))
        unchosen = is_unchosen(table, known.sheets)
        wrong = bool(known.problem or known.other_header)
        return is_open or unchosen or wrong

    @property
    def is_guessed(self) -> bool:
        """Whether anything of it is a guess that waits to be confirmed."""
        return not self.confirm_button.isHidden()

    def _guessable(self, table: TablePlan, known: TableFacts) -> frozenset[Field]:
        """What is a guess until it is said or confirmed: to answer the header alone does neither."""
        untyped = ((self.first_line, table.first_line), (self.left_out, table.left_out))
        lines = frozenset(field for field, typed in untyped if not typed and table.format not in NAMED)
        if table.format == "text":
            return lines | {self.delimiter, *([self.encoding] if table.path else [])}
        return lines | ({self.sheet} if len(known.sheets) > 1 and not self._sheet_said else set())

    def _show_lines(self, table: TablePlan) -> None:
        lined, text = table.format not in NAMED, table.format == "text"
        self._header.setVisible(lined)
        self._header_asked.setText(
            tr("Is line {first_line} a header?", first_line=table.first_line) if table.first_line else _HEADER_ASKED
        )
        self.header.setAccessibleName(self._header_asked.text())
        self.header.show_value(table.header)
        for field, value, stands in (
            (self.first_line, table.first_line, lined),
            (self.left_out, table.left_out, lined),
            (self.delimiter, table.delimiter, text),
            (self.encoding, table.encoding, text and bool(table.path)),
        ):
            field.show_value(value)
            field.setVisible(stands)

    def can_read(self, table: TablePlan, known: TableFacts) -> bool:
        """Whether there is anything to say: a file of another kind, or none, cannot be read otherwise."""
        return bool(table.role) and (table.format == "text" or not known.problem or bool(known.sheets or known.own))

    def mark_of(self, column: ColumnPlan) -> Field | None:
        """The field that asks how a column's cells are written, where nobody has said it."""
        return self.marks.get(written.asked_of(column, self._known)) if unsaid(column) else None

    def _guessed_header(self, table: TablePlan, sheet: str) -> str:
        """Which line names the columns, and from which one the guesses beside it are."""
        line = table.first_line or "1"
        if table.format == "text" and self._guessed_from not in ("", line):
            return tr(
                "a guess: line {line} names the columns. Delimiter and encoding are still guessed from line {before}:"
                " no further line of a private table is looked at. Choose them where they differ",
                line=line,
                before=self._guessed_from,
            )
        words = tr("a guess, from that line alone") if table.format == "text" else tr("a guess")
        return tr("{words}: line {line}{sheet} names the columns", words=words, line=line, sheet=sheet)

    def _told(self, table: TablePlan, marks: bool) -> str:
        """What one click confirms."""
        sheet = tr(" of “{sheet}”", sheet=table.sheet or self._known.sheets[0]) if len(self._known.sheets) > 1 else ""
        guesses = []
        if _header_open(table):
            guesses.append(self._guessed_header(table, sheet))
        elif self._guesses:
            guesses.append(_FIRST_SHEET if self.sheet in self._guesses else _FROM_LINE)
        if marks:
            seen = written.is_seen(table, self._known)
            asked = {what for what, texts in written.alike(table.columns, self._known).items() if "" in texts}
            usual = table.format != "text" or asked == {written.WORDS}
            guesses.append(_FROM_ROWS if seen else _USUAL if usual else _FROM_DELIMITER)
        told = "; ".join(guesses)
        sentence = f"{told[0].upper()}{told[1:]}." if told else ""
        if not _header_open(table):
            return sentence
        if self._known.is_title:
            title = tr(
                "Less than half of line {line} is filled: is it a title? Then type the line with the names first.",
                line=table.first_line or 1,
            )
            return f"{title} {sentence}"
        if table.role == Role.PRIVATE and table.first_line in ("", "1"):
            return f"{sentence} {_PERHAPS_A_TITLE}"
        return sentence

    def _show_marks(self, table: TablePlan, known: TableFacts) -> bool:
        """Show what is said of numbers, dates and choices, else the guess; whether one of them is a guess."""
        found, guessed = written.alike(table.columns, known), False
        for what, field in self.marks.items():
            texts = found.get(what)
            field.setVisible(texts is not None)
            if texts is None:
                continue
            entries = _WRITTEN[what][1]
            text = texts[0] if len(texts) == 1 else _OTHERWISE
            shown = written.guess(table, what, known) if "" in texts else text
            others = [] if shown in dict(entries) else [(shown, _other(shown, len(texts)))]
            field.fill([*entries, *others])
            field.show_value(shown)
            call(field, "" in texts)
            guessed = guessed or "" in texts
        return guessed

    def _show_sheets(self, table: TablePlan, known: TableFacts) -> None:
        """Of a database, or a file with several tables, none is taken for chosen; of a workbook the first sheet is."""
        names = known.sheets
        self.sheet.setVisible(table.format in WITH_SHEETS)
        if not names:
            return
        chosen = table.sheet or ("" if is_unchosen(table, names) else names[0])
        entries = [(name, tr("{name} (hidden)", name=name) if name in known.hidden else name) for name in names]
        if chosen not in names:
            entries.insert(0, (chosen, chosen or tr("Choose a table…")))
        self.sheet.fill(entries)
        self.sheet.show_value(chosen)


def _header_open(table: TablePlan) -> bool:
    """Whether it has not been said yet if the first line is a header, nor how the rest is read."""
    return table.format not in NAMED and not table.header


def _other(shown: str, several: int) -> str:
    return tr("as each column says") if several > 1 else tr("with “{shown}”", shown=shown.replace("\n", " / "))


def call(field: Field, guessed: bool) -> None:
    """Mark what stands in a field as a guess, or as said."""
    name = field.title.text().removesuffix(_GUESSED)
    field.title.setText(f"{name}{_GUESSED if guessed else ''}")
    field.call(field.title.text())
