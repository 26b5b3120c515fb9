"""A grid into which one text per person is typed or pasted; there is always one more empty cell."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import theme_of

_TALL, _HIGH = 28, 300


class AnswerGrid(QTableWidget):
    """Holds texts below one another; Enter goes to the next cell, what is pasted fills one cell per line."""

    edited = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(1, 1)
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels([name])
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setTabKeyNavigation(False)
        scaled(self.setMinimumHeight, _HIGH)
        self.itemChanged.connect(lambda _: self._changed())
        self.setCurrentCell(0, 0)

    @property
    def texts(self) -> list[str]:
        """What was typed, without what is blank."""
        cells = (self.item(line, 0) for line in range(self.rowCount()))
        return [cell.text().strip() for cell in cells if cell is not None and cell.text().strip()]

    def paste(self, texts: list[str]) -> None:
        """Fill one cell after another, from the one that the keyboard is in."""
        first = max(0, self.currentRow())
        with QSignalBlocker(self):
            self.setRowCount(max(self.rowCount(), first + len(texts) + 1))
            for place, text in enumerate(texts, first):
                self.setItem(place, 0, QTableWidgetItem(text))
        self._changed()
        self.setCurrentCell(first + len(texts), 0)

    def _changed(self) -> None:
        """Keep a last cell that is empty."""
        last = self.item(self.rowCount() - 1, 0)
        if last is not None and last.text().strip():
            self.setRowCount(self.rowCount() + 1)
        self.verticalHeader().setDefaultSectionSize(theme_of(self).target(_TALL))
        self.edited.emit()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:  # noqa: N802 - Qt's
        """After Enter the next cell is waiting."""
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            self.setCurrentCell(min(self.currentRow() + 1, self.rowCount() - 1), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """Paste, or empty a cell; all else as ever."""
        if event.matches(QKeySequence.StandardKey.Paste):
            lines = QGuiApplication.clipboard().text().splitlines()
            self.paste([each.strip() for each in lines if each.strip()])
        elif event.matches(QKeySequence.StandardKey.Delete):
            for each in self.selectedItems():
                each.setText("")
        else:
            super().keyPressEvent(event)
