"""The figures of a release, a line each; one of them is chosen, and only the lines in sight are ever drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView

from dpstudio.gui.look.theme import THEME, icon
from dpstudio.gui.widgets.pictures import picture_size
from dpstudio.gui.widgets.tips import plain_tip
from dpstudio.translation import tr, translated

Index = QModelIndex | QPersistentModelIndex
_NAMES = tr("Figure"), tr("Kind"), tr("Columns"), tr("Share of ε"), tr("Remove")
_NAME, _KIND, _COLUMNS, _SHARE, _REMOVE = range(5)
_TALL, _MOST_SHOWN, _AROUND = 28, 4, 24
_KIND_WIDE, _COLUMNS_WIDE, _SHARE_WIDE = 120, 140, 100
_NAME_WIDE, _RARER = 290, (_KIND, _COLUMNS, _SHARE)
_MARKS = {"wrong": ("circle-alert", "bad"), "missing": ("circle-dashed", "soft")}


@dataclass(frozen=True)
class FigureLine:
    """What a line says of a figure; `problem` is what is wrong or missing, `mark` which of both, or ""."""

    name: str
    kind: str
    columns: str
    share: str
    problem: str = ""
    mark: str = ""

    def text(self, place: int) -> str:
        """The text of a cell."""
        return translated((self.name, self.kind, self.columns, self.share, "")[place])


class _Lines(QAbstractTableModel):
    """Hands out what is in sight."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: Sequence[FigureLine] = ()

    def show(self, lines: Sequence[FigureLine]) -> None:
        """Hold other lines; where their number stays only those that differ are drawn anew."""
        before, same = self.lines, len(lines) == len(self.lines)
        if not same:
            self.beginResetModel()
        self.lines = lines
        if not same:
            self.endResetModel()
            return
        for place, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(place, 0), self.index(place, _REMOVE))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many figures."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """What a line says."""
        return 0 if parent.isValid() else len(_NAMES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows and says."""
        line, place = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text(place)
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("x") if place == _REMOVE else icon(*_MARKS[line.mark]) if place == 0 and line.mark else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_taking_out(index) if place == _REMOVE else line.problem or line.text(place))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _taking_out(index) if place == _REMOVE else line.text(place)
        return translated(line.problem) if role == Qt.ItemDataRole.AccessibleDescriptionRole else None

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802 - Qt's
        """A figure's number, by which sentences call it, or what a cell is."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return str(section + 1) if way == Qt.Orientation.Vertical else _NAMES[section]


def _taking_out(index: Index) -> str:
    return tr("Remove figure {row} from the release (key: Delete)", row=index.row() + 1)


class FigureList(QTableView):
    """A line for each figure, with its number; a click on its last cell, or the key Delete, takes it out."""

    chosen = Signal(int)
    removed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._lines, self._high = _Lines(self), 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setModel(self._lines)
        self.setObjectName("figure_list")
        self.setAccessibleName(tr("Figures of the release"))
        self.setAccessibleDescription(tr("The arrow keys choose the figure that is edited below; Delete removes it."))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().currentRowChanged.connect(lambda now, _: self.chosen.emit(now.row()))
        self.clicked.connect(lambda index: self.removed.emit(index.row()) if index.column() == _REMOVE else None)

    def show_lines(self, lines: Sequence[FigureLine], place: int) -> None:
        """Show all figures; the one at `place` is chosen and in sight."""
        self._lines.show(lines)
        self._fit()
        if place != self.currentIndex().row():
            self.choose(place)

    def choose(self, place: int) -> None:
        """Choose a figure and bring its line into sight."""
        self.setCurrentIndex(self._lines.index(place, 0))
        self.updateGeometries()  # Qt counts the lines of its bar later, so that a line just added can't be scrolled to
        self.scrollTo(self.currentIndex())

    def _fit(self) -> None:
        """As wide as what the cells hold, as tall as a few lines; the names take the rest."""
        metrics, tall = self.fontMetrics(), THEME.target(_TALL)
        self.setIconSize(picture_size())
        for place, most in ((_KIND, _KIND_WIDE), (_COLUMNS, _COLUMNS_WIDE), (_SHARE, _SHARE_WIDE)):
            texts = {line.text(place) for line in self._lines.lines}
            wanted = max(map(metrics.horizontalAdvance, texts), default=0)
            self.setColumnWidth(place, min(wanted, THEME.px(most)) + THEME.px(_AROUND))
        remove = self.sizeHintForIndex(self._lines.index(0, _REMOVE)).width()
        self.setColumnWidth(_REMOVE, max(remove, THEME.px(_TALL) + THEME.px(8)))
        self.verticalHeader().setDefaultSectionSize(tall)
        self.verticalHeader().setFixedWidth(metrics.horizontalAdvance("100") + THEME.px(_AROUND // 2))
        self._show_whole_names()
        self._high = min(self._lines.rowCount(), _MOST_SHOWN) * tall + 2 * self.frameWidth()
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As tall as its lines: the layout says when, so that what stands below has gone before."""
        return QSize(super().sizeHint().width(), self._high)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """No lower."""
        return QSize(super().minimumSizeHint().width(), self._high)

    def _show_whole_names(self) -> None:
        """Where the names have no room, the rest goes, which the editor below says of the chosen figure."""
        names = {line.text(_NAME) for line in self._lines.lines}
        wanted = max(map(self.fontMetrics().horizontalAdvance, names), default=0) + THEME.px(_AROUND)
        for place in _RARER:
            self.setColumnHidden(place, False)
        others = sum(self.columnWidth(place) for place in range(len(_NAMES)) if place != _NAME)
        narrow = self.viewport().width() - others < min(wanted, THEME.px(_NAME_WIDE))
        for place in _RARER:
            self.setColumnHidden(place, narrow)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Keep the chosen figure in sight."""
        super().resizeEvent(event)
        self._show_whole_names()
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """Delete takes the chosen figure out."""
        if event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.removed.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)
