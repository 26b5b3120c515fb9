"""The declared columns of a table: one row for each under common headings, which only a wide page has room for."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.tabs.column_fields import CHECK, GAP, GRID, MARKS
from dpstudio.gui.widgets.kit import column, label, row
from dpstudio.translation import joined, tr

_HEADINGS = {
    "kind": tr("Type"),
    "step": tr("Step"),
    "lower": tr("Least"),
    "upper": tr("Greatest"),
    "unit": tr("Unit"),
    "blank": tr("A blank counts as"),
    "decimal_mark": tr("Decimal"),
    "grouping_mark": tr("Thousands"),
    "check": tr("Format"),
}
_WIDTHS = GRID | MARKS | {"check": CHECK}
_NOTED = tr("Each check of a format is recorded in the ledger; later receipts mention it.")
_BAR = 16
"""Left free, so that no row breaks in the moment in which a bar beside the page takes its width."""
_REMOVE, _NARROWEST, _WIDEST = 40, 140, 320


class ColumnGrid(QWidget):
    """Keeps an editor for each declared column; where the width holds no row, each stands by itself.

    What a type does to a column is told below all rows, of the one that was worked at last.
    """

    changed = Signal(object, str)
    removed = Signal(str)
    check_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, ColumnEditor] = {}
        self._title, self._marked, self._checked, self._chosen = 0, False, False, ""
        self._shared = QTimer(self, singleShot=True, interval=0)
        self._shared.timeout.connect(self._tell_page)
        self._name = label(tr("Column"), "soft", wrap=False)
        self._headings = {field: label(text, "soft", wrap=False) for field, text in _HEADINGS.items()}
        above = row(self._name, *self._headings.values(), None, spacing=GAP)
        self._above = QWidget()
        self._above.setLayout(above)
        self._above.setMinimumWidth(1)  # so that the page can become narrower than the headings
        self._rows = column(spacing=6)
        self.told = label("", "soft")
        self.setLayout(column(self._above, self._rows, self.told, spacing=4))
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)
        self.head()

    def keep(self, names: list[str]) -> None:
        """Have an editor for each of these columns and no other."""
        for name in [name for name in self.editors if name not in names]:
            editor = self.editors.pop(name)
            editor.hide()  # where it stands, so that the keyboard goes to what comes after it
            self._rows.removeWidget(editor)
            editor.deleteLater()
        new = [name for name in names if name not in self.editors]
        if len(new) == 1 and self._chosen:
            self._chosen = new[0]  # it has just been declared
        for name in new:
            editor = ColumnEditor(name)
            editor.changed.connect(self.changed)
            editor.removed.connect(self.removed)
            editor.check_requested.connect(self.check_requested)
            editor.show_in_grid(self._title, marked=self._marked, checked=self._checked)
            self.editors[name] = editor
            self._rows.addWidget(editor)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Share the width anew."""
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._share()

    def _share(self) -> None:
        """Give the names what the fields leave, or each row its own headings."""
        checked = any(editor.is_checkable for editor in self.editors.values())
        others = THEME.px(sum(GRID.values()) + _REMOVE + (len(GRID) + 1) * GAP)
        marks = THEME.px(sum(MARKS.values()) + len(MARKS) * GAP + (CHECK + GAP if checked else 0))
        left = self.width() - others - THEME.px(_BAR)
        marked = left - marks >= THEME.px(_NARROWEST)
        left -= marks if marked else 0
        title = min(left, THEME.px(_WIDEST)) if left >= THEME.px(_NARROWEST) else 0
        if (title, marked, checked) != (self._title, self._marked, self._checked):
            self._title, self._marked, self._checked = title, marked, checked
            for editor in self.editors.values():
                editor.show_in_grid(title, marked=marked, checked=checked)
            self._name_columns()
            self._explain()
            self._shared.start()

    def _tell_page(self) -> None:
        """Let the page have the height that the rows need now: it asked for it while they still stood otherwise."""
        for editor in self.editors.values():
            editor.updateGeometry()
        above: QWidget | None = self
        while above is not None and not isinstance(above, QScrollArea):
            above.updateGeometry()
            above = above.parentWidget()

    def head(self) -> None:
        """Name above the rows what is asked for in one of them, and tell below what is to be known of one."""
        self._share()
        self._name_columns()
        self._explain()

    def _name_columns(self) -> None:
        self._above.setVisible(bool(self._title and self.editors))
        self._name.setFixedWidth(self._title)
        for field, heading in self._headings.items():
            scaled(heading.setFixedWidth, _WIDTHS[field])
            there = field in GRID or (self._marked and (field in MARKS or self._checked))
            heading.setText(_HEADINGS[field] if there and self._is_asked(field) else "")
            heading.setVisible(there)
            heading.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)

    def _is_asked(self, field: str) -> bool:
        """Whether a field, or the check of a format, stands in a row."""
        if field == "check":
            return self._checked
        return any(not editor.fields[field].isHidden() for editor in self.editors.values())

    def _explain(self) -> None:
        """Tell of the row that was worked at last what its type does; before that of the first that has one to tell."""
        told = [name for name, editor in self.editors.items() if editor.explanation]
        named = self._chosen if self._chosen in self.editors else next(iter(told), "")
        shown = ""
        if self._title and named in told:
            shown = tr("{name}: {explanation}", name=named, explanation=self.editors[named].explanation)
        self.told.setText(joined(" ", filter(None, [_NOTED if self._checked else "", shown])))
        self.told.setVisible(self._checked or bool(self._title and told))  # what is below it stays where it is

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The row that has the keyboard is the chosen one, and stays so."""
        if now is None or not self.isAncestorOf(now):
            return
        chosen = next((name for name, editor in self.editors.items() if editor.isAncestorOf(now)), "")
        if chosen and chosen != self._chosen:
            self._chosen = chosen
            self._explain()
