"""Columns renamed: those that need another name, and those that someone wants to call otherwise."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpstudio.core.tables.dialect import LONGEST_NAME
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, Problem, clear, column, line
from dpstudio.gui.widgets.manners import ACTS
from dpstudio.translation import tr

_ASKED = tr("Rename a column…")
_MOST, _SHOWN = 40, 40


class ColumnNames(QWidget):
    """A field for each column that has another name here than in the file, or one there that cannot stay.

    `choose`, which stands elsewhere, adds a field for another column.
    """

    named = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[int, Field] = {}
        self._own: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._wanted: set[int] = set()
        self.choose = choice([], _ASKED)
        scaled(self.choose.setMaximumWidth, 320)
        self.choose.setProperty(ACTS, True)
        self.choose.activated.connect(self._add)
        self._fields = QWidget()
        self._flow = Flow(spacing=12)
        self._fields.setLayout(self._flow)
        self.problem = Problem(self._first)
        self.setLayout(column(self._fields, self.problem, spacing=6))

    def show_names(self, own: Sequence[str] | None, names: Sequence[str]) -> None:
        """Show the columns of a table.

        Args:
            own: the names that they have in the file; None where it is being read.
            names: those that were said, by position; "" leaves a column its own.
        """
        self.choose.setEnabled(own is not None)
        if own is None:
            return
        if tuple(own) != self._own:
            self._own, self._wanted, self.editors = tuple(own), set(), {}
        self._names = (*names[: len(own)], *("",) * (len(own) - len(names)))
        shown = self._shown()
        self.setVisible(bool(shown))
        if list(self.editors) != shown:
            self._make(shown)
        for place, field in self.editors.items():
            typing = isinstance(field.editor, QLineEdit) and field.editor.hasFocus() and field.editor.isModified()
            if not typing:
                field.show_value(self._names[place])
        free = [(str(at), self._called(at)) for at in range(len(own)) if at not in self.editors]
        self.choose.setVisible(bool(free))
        fill_choice(self.choose, free, _ASKED)
        self.choose.setCurrentIndex(-1)

    def _shown(self) -> list[int]:
        """The columns that have a field, a few of them at most."""
        often = Counter(name.strip() for name in self._own)
        names = [name.strip() for name in self._own]
        needed = [at for at, name in enumerate(names) if name and (often[name] > 1 or len(name) > LONGEST_NAME)]
        renamed = [at for at, name in enumerate(self._names) if name]
        return sorted({*needed[:_MOST], *renamed[:_MOST], *self._wanted})

    def _make(self, shown: list[int]) -> None:
        clear(self._flow)
        self.editors = {}
        for at in shown:
            editor = line(self._called(at))
            field = self.editors[at] = Field(self._title(at), editor, width=180)
            field.call(tr("Another name for column {at}, {called}", at=at + 1, called=self._called(at)))
            editor.editingFinished.connect(partial(self._rename, at, editor))
            self._flow.addWidget(field)

    def _called(self, place: int) -> str:
        """The name in the file, as far as it is needed to tell which column is meant."""
        name = " ".join(self._own[place].split())
        return (name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…") or tr("column {place}", place=place + 1)

    def _title(self, place: int) -> str:
        """The column by its position, and the name in the file, which stays beside another one."""
        return (
            tr("Column {place}, {called}", place=place + 1, called=self._called(place))
            if self._own[place].strip()
            else tr("Column {place}", place=place + 1)
        )

    def _first(self) -> QWidget:
        return next(iter(self.editors.values())).editor if self.editors else self.choose

    def _add(self, index: int) -> None:
        place = int(self.choose.itemData(index))
        self._wanted.add(place)
        self.show_names(self._own, self._names)
        self.editors[place].editor.setFocus()

    def _rename(self, place: int, editor: QLineEdit) -> None:
        """A name is typed to its end before the file is read anew under it."""
        names, text = list(self._names), editor.text().strip()
        editor.setModified(False)
        if place >= len(names) or text == names[place]:
            return
        names[place] = text
        while names and not names[-1]:
            names.pop()
        self.named.emit(tuple(names))
