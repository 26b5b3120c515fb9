"""A read-only table of texts."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import plain_tip

Index = QModelIndex | QPersistentModelIndex


class Rows(QAbstractTableModel):
    """Texts in rows under named columns; `cell` is asked only for what is in sight."""

    def __init__(self, names: Sequence[str], count: int, cell: Any) -> None:
        super().__init__()
        self._names, self._count, self._cell = names, count, cell

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many rows."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many columns."""
        return 0 if parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell's text."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._cell(index.row(), index.column()))
        return None

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802 - Qt's
        """A column's name."""
        if role == Qt.ItemDataRole.DisplayRole and way == Qt.Orientation.Horizontal:
            return self._names[section]
        return None


class TableView(QTableView):
    """Shows texts; rows and columns cannot be edited."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(THEME.px(28))
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTabKeyNavigation(False)

    chosen = Signal(bool)
    """Whether a line is chosen."""

    def show_rows(self, names: Sequence[str], count: int, cell: Any, *, stretch: int = -1) -> None:
        """Show `count` rows; `cell(row, column)` gives a text; the `stretch` column takes the rest of the width."""
        self.setModel(Rows(names, count, cell))
        self.selectionModel().currentChanged.connect(lambda now, _: self.chosen.emit(now.isValid()))
        self.chosen.emit(False)
        if 0 <= stretch < len(names):
            self.horizontalHeader().setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
