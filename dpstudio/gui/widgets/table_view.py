"""A read-only table of texts."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from dpstudio.foreign_texts import on_one_line
from dpstudio.gui.look.theme import THEME, theme_of
from dpstudio.gui.widgets.tips import plain_tip
from dpstudio.translation import translated

Index = QModelIndex | QPersistentModelIndex
Cell = Callable[[int, int], str]
_AROUND, _WIDEST, _LOOKED_AT, _LINE, _TWO = 6, 230, 60, 24, 2
_LEAST = 100
"""Pixels at 100 % of the cells of a list, which are shortened no further."""
_RESTS = 200
"""Milliseconds after which a table that nobody sees is measured, if it is given no other lines meanwhile."""


def broken(name: str, *, narrow: bool = False) -> str:
    """A column's name in lines, so that it takes no width that its cells do not need.

    Args:
        narrow: on two lines as narrow as can be, rather than on one.
    """
    some = (_lines(name, wide) for wide in range(1, _LINE))
    lines = next((each for each in some if len(each) == _TWO), []) if narrow else []
    return "\n".join(lines or _lines(name, _LINE)) or name


def _lines(name: str, wide: int) -> list[str]:
    return wrap(name, wide, expand_tabs=False, break_long_words=False, break_on_hyphens=False)


class Rows(QAbstractTableModel):
    """Texts in rows under named columns; `cell` is asked only for what is in sight.

    Attributes:
        narrow: whether names rather take two lines than much width.
    """

    narrow = False

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._names: Sequence[str] = ()
        self._count = 0
        self._cell: Cell = lambda line, place: ""

    def show(self, names: Sequence[str], count: int, cell: Cell) -> None:
        """Hold other rows from now on."""
        self.beginResetModel()
        self._names, self._count, self._cell = names, count, cell
        self.endResetModel()

    @property
    def names(self) -> Sequence[str]:
        """The columns."""
        return self._names

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many rows."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many columns."""
        return 0 if parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell's text, on one line: a row is as high as one."""
        if role == Qt.ItemDataRole.DisplayRole:
            return on_one_line(translated(self._cell(index.row(), index.column())))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._cell(index.row(), index.column()))
        return None

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802 - Qt's
        """A column's name."""
        if way != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return broken(translated(self._names[section]), narrow=self.narrow)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return translated(self._names[section])
        return None


class TableView(QTableView):
    """Shows texts; rows and columns cannot be edited.

    Args:
        tall: how high a row is, in pixels at 100 %.
    """

    def __init__(self, name: str, tall: int = 28) -> None:
        super().__init__()
        self._stretch, self._most, self._fitted, self._tall = -1, 0, False, tall
        self._full: list[int] = []
        self._held, self._least, self._room = False, 0, 0
        self._resting = QTimer(self, singleShot=True, interval=_RESTS)
        self._resting.timeout.connect(self._fit)
        self._outgrown = False
        self._changed = QTimer(self, singleShot=True, interval=0)
        self._changed.timeout.connect(self._follow)
        self._rows = Rows(self)  # one for good: a model that is exchanged is freed while others may still hold it
        self.setModel(self._rows)
        self.selectionModel().currentChanged.connect(lambda now, _: self.chosen.emit(now.isValid()))
        self.setAccessibleName(name)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setWordWrap(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTabKeyNavigation(False)

    chosen = Signal(bool)
    """Whether a line is chosen."""

    def show_rows(
        self, names: Sequence[str], count: int, cell: Cell, *, stretch: int = -1, beneath: bool = False
    ) -> None:
        """Show `count` rows, each column as wide as what it holds, or as there is room for.

        Args:
            cell: gives the text of a row and column.
            stretch: the column that takes the rest of the width.
            beneath: whether nobody sees it: where its columns are the same as before they are measured once it rests.
        """
        same = list(names) == list(self._rows.names) and count == self._rows.rowCount()
        self._rows.show(names, count, cell)
        self.chosen.emit(False)
        self._stretch = stretch if 0 <= stretch < len(names) else -1
        if beneath and same:
            self._resting.start()
        else:
            self._fit()

    def _fit(self) -> None:
        """Rows and columns at the size of the text."""
        self._resting.stop()
        self._outgrown = False
        self.ensurePolished()
        self.verticalHeader().setDefaultSectionSize(theme_of(self).target(self._tall))
        self._full = [self._content(place) for place in range(self._rows.columnCount())]
        self._share()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Follow the size of the text, once for all that changes with it; out of sight not before it is seen."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and not THEME.undressing:
            self._outgrown = True
            if self.isVisible():
                self._changed.start()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's
        """Be as large as the text is by now."""
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        """Fit the text where its size has changed."""
        if self._outgrown:
            self._fit()
            if self._fitted:
                self.fit_height(self._most, self._room)

    def fit_height(self, most: int = 0, room: int = 0) -> None:
        """As high as its header and all of its rows, and a horizontal bar where one may be needed.

        Args:
            most: of how many rows at most; 0 is all.
            room: in pixels, which whole rows beyond those may take.
        """
        self._most, self._fitted, self._room = most, True, room
        least = self._height(most)
        more = max(0, room - least) // self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(least)
        self.setMaximumHeight(self._height(most + more))

    def _height(self, most: int) -> int:
        count = min(self._rows.rowCount(), most) if most else self._rows.rowCount()
        barred = not most or self.horizontalHeader().length() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if barred else 0
        return self.height_of(count) + bar

    def height_of(self, count: int) -> int:
        """How high the header and so many rows are together, whether there are so many or not."""
        rows = count * self.verticalHeader().defaultSectionSize() + self.horizontalHeader().sizeHint().height()
        return rows + 2 * self.frameWidth()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """No higher than it was asked to be: what is beyond that is for room that is left."""
        found = super().sizeHint()
        return QSize(found.width(), self.minimumHeight()) if self._fitted else found

    @property
    def whole(self) -> int:
        """The width at which neither names nor cells are cut."""
        wide = sum(max(full, self._named(place)) for place, full in enumerate(self._full))
        return wide + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()

    def whole_in(self, *, narrow: bool) -> int:
        """The same with names on two lines, or on one."""
        before, self._rows.narrow = self._rows.narrow, narrow
        wide, self._rows.narrow = self.whole, before
        return wide

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Share the width anew."""
        super().resizeEvent(event)
        self._share()
        if self._most:
            self.fit_height(self._most, self._room)

    def _share(self) -> None:
        """Cut no name and no short cell; long ones take what is free; the rest is for the column that stretches."""
        if self._held:
            self._break_names()
        most = theme_of(self).px(_WIDEST)
        widths = [max(min(full, most), self._named(place)) for place, full in enumerate(self._full)]
        free = max(0, self.viewport().width() - sum(widths))
        lacking = sorted((full - widths[place], place) for place, full in enumerate(self._full))
        for before, (lacks, place) in enumerate(lacking):
            more = min(max(0, lacks), free // (len(lacking) - before))
            widths[place] += more
            free -= more
        if self._stretch >= 0:
            widths[self._stretch] += free
        for place, width in enumerate(self._within(widths) if self._held else widths):
            self.setColumnWidth(place, width)

    def hold(self, tall: int = 0) -> None:
        """Let nothing lie beside the view as long as names do not, on two lines: the longest cells are shortened.

        Args:
            tall: how high a row is from now on, in pixels at 100 %; 0 as high as before: its cells are read here and
                not beside another table, so that as much of them stays in sight as a date needs.
        """
        self._held, self._least = True, 0 if tall else _LEAST
        if not tall:
            return
        self.setObjectName("compact")
        self._tall = tall
        self.verticalHeader().setMinimumSectionSize(1)  # else a row is a little higher than was asked for

    def _break_names(self) -> None:
        """Names take two lines where the width has no room for them on one."""
        narrow = self.whole_in(narrow=False) > self.width()
        if narrow != self._rows.narrow:
            self._rows.narrow = narrow
            self._rows.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self._rows.columnCount() - 1)

    def _within(self, widths: list[int]) -> list[int]:
        """What is too wide is taken from the columns whose cells are longest, but not from their names."""
        found, over, least = list(widths), sum(widths) - self.viewport().width(), theme_of(self).px(self._least)
        spare = [width - max(self._named(place), min(width, least)) for place, width in enumerate(widths)]
        for place in sorted(range(len(widths)), key=lambda place: -spare[place]):
            found[place] -= max(0, min(over, spare[place]))
            over -= widths[place] - found[place]
        return found

    def _named(self, place: int) -> int:
        return self.horizontalHeader().sectionSizeHint(place)

    def _content(self, place: int) -> int:
        """The width at which no cell of a column is cut; of many lines some are looked at, from first to last."""
        count = self._rows.rowCount()
        lines = range(count) if count <= _LOOKED_AT else np.linspace(0, count - 1, _LOOKED_AT).astype(int).tolist()
        cells = (self.sizeHintForIndex(self._rows.index(line, place)).width() for line in lines)
        return max(cells, default=0) + theme_of(self).px(_AROUND)
