"""Plots over a table of the same numbers: the table has the keyboard and the reader, the plot in front its mark."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QGridLayout, QWidget

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.widgets.table_view import Cell, TableView
from dpstudio.translation import joined, tr

_KEYS = tr("The arrow keys move from line to line and from cell to cell; the picture shows where.")
_ZOOM = tr("+ and − make a picture with many candidates larger and smaller, Home shows all of it again.")
_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect
_CLOSER, _FARTHER = ("+",), ("-", "−")
_SHIFTED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class TabledPlots(QWidget):
    """Shows one of the plots, or the table itself."""

    copy_asked = Signal()
    """The table is to be copied."""

    def __init__(self, table: TableView, *plots: ThemedPlot) -> None:
        super().__init__()
        self.table, self._plots = table, plots
        self._front: ThemedPlot | None = None
        self._lit: int | None = None
        self._under: int | None = None
        self._beside: list[ThemedPlot] = []
        inside = QGridLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(table, 0, 0)
        for plot in plots:
            inside.addWidget(plot, 0, 0)
            self._read(plot)
        scrolls = any(plot.scrolls for plot in plots)
        table.setAccessibleDescription(joined(" ", (_KEYS, _ZOOM)) if scrolls else _KEYS)
        table.installEventFilter(self)
        table.selectionModel().currentChanged.connect(lambda *_: self._point())
        self.bring(None)

    def also(self, plot: ThemedPlot) -> None:
        """Let a plot elsewhere show the same lines, and lead to them."""
        self._beside.append(plot)
        self._read(plot)

    def _read(self, plot: ThemedPlot) -> None:
        plot.picked.connect(self._picked)
        plot.hovered.connect(self._hovered)
        self.tell(plot, 1)

    def tell(self, plot: ThemedPlot, first: int, last: int | None = None) -> None:
        """Let a plot tell of a line what stands in some of its columns, from the first to before the last."""
        plot.words = partial(self._words, first, last)

    def _words(self, first: int, last: int | None, line: int) -> str:
        """The cells of a line: what it is, and what stands in some of its columns."""
        model = self.table.model()
        cells = [str(model.index(line, place).data()) for place in range(model.columnCount())]
        return tr("{name}: {text}", name=cells[0], text="; ".join(cells[first:last]))

    def bring(self, plot: ThemedPlot | None) -> None:
        """Bring a plot to the front, or the table."""
        self._leave()
        self._front = plot
        for each in self._plots:
            each.setVisible(each is plot)
        self._point()

    def show_rows(self, names: Sequence[str], count: int, cell: Cell, first: int) -> None:
        """Give the table its lines; the keyboard stays on its line, where there are as many as before.

        Args:
            cell: gives the text of a line and column.
            first: the line that the keyboard comes to else.
        """
        before, same = self.table.currentIndex(), count == self.table.model().rowCount()
        kept = before.isValid() and same
        line, place = (before.row(), before.column()) if kept else (first, 0)
        chosen = self.table.selectionModel().isSelected(before)
        self.table.show_rows(names, count, cell, stretch=0, beneath=self._front is not None)
        here = self.table.model().index(line, min(place, len(names) - 1))
        if kept and chosen:
            self.table.setCurrentIndex(here)
        else:  # the keyboard begins there: nobody has chosen it
            self.table.selectionModel().setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._point()

    def forget(self) -> None:
        """Drop all that was shown."""
        self._lit = None
        self._leave()
        self.table.show_rows((), 0, lambda *_: "")
        for plot in self._plots:
            plot.forget()

    def light(self, line: int | None) -> None:
        """Mark a line in the plot as long as the keyboard is elsewhere, and lead the table to it; None marks none."""
        if line != self._lit and not self.table.hasFocus():
            self.table.clearSelection()
            if line is not None:
                self._lead_to(line)
        self._lit = line
        self._point()

    def _picked(self, line: int) -> None:
        """A click on the plot leads the keyboard to its line."""
        self.table.setFocus()
        self._lead_to(line)

    def _lead_to(self, line: int) -> None:
        self.table.setCurrentIndex(self.table.model().index(line, max(0, self.table.currentIndex().column())))

    def _leave(self) -> None:
        """What was under the mouse is no more."""
        for plot in (*self._plots, *self._beside):
            plot.hover(None)

    def _hovered(self, line: int | None) -> None:
        """Show what is under the mouse as long as it is there; no reader is told."""
        self._under = line if line is None or line < self.table.model().rowCount() else None
        for plot in filter(None, (self._front, *self._beside)):
            plot.point_still(self._chosen if self._under is None else self._under)

    @property
    def _chosen(self) -> int | None:
        """The line that the keyboard is in, else the one that is lit."""
        at = self.table.currentIndex()
        return at.row() if at.isValid() and self.table.hasFocus() else self._lit

    def _point(self) -> None:
        if self._under is not None:
            self._hovered(self._under)
        elif self._front is not None:
            self._front.point_at(self._chosen)
            for plot in self._beside:
                plot.point_still(self._chosen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """The plot shows the line while the keyboard is in the table; the keys that copy take all of it, not a cell."""
        del watched
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._zoomed(event):
            return True
        if event.type() == QEvent.Type.FocusIn:
            here = self.table.selectionModel()
            here.select(here.currentIndex(), _SELECT | QItemSelectionModel.SelectionFlag.Rows)
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._point()
        copies = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Copy)
        if copies and event.type() == QEvent.Type.KeyPress:
            self.copy_asked.emit()
        return copies and event.type() == QEvent.Type.KeyPress

    def _zoomed(self, event: QKeyEvent) -> bool:
        """Whether a key zooms the picture, and nothing else; Home goes to the first cell as well."""
        plot, plain = self._front, event.modifiers() & ~_SHIFTED == Qt.KeyboardModifier.NoModifier
        if plot is None or not plain or not plot.zoomable:
            return False
        turned, home = event.text() in (*_CLOSER, *_FARTHER), event.key() == Qt.Key.Key_Home
        if turned:
            plot.zoom(closer=event.text() in _CLOSER)
        elif home:
            plot.show_whole()
        if turned or home:
            self._point()
        return turned
