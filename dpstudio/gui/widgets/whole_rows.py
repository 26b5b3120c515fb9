"""A table as high as whole rows have room."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.widgets.table_view import TableView

_TALLER = 100


class WholeRows(QWidget):
    """Shows a table at the top of its room, as many whole rows as this has, and never fewer than it was asked to."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table, self._least = table, 1
        self._place: QWidget | None = None
        self._more = self._high = 0
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(table, _TALLER)
        inside.addStretch(1)

    def show_least(self, rows: int) -> None:
        """Show so many rows at least, if there are so many."""
        self._least = rows
        self._fit()

    def show_more(self, place: QWidget, rows: int, high: int) -> None:
        """Show so many rows at least where what it stands in is so many pixels high at 100 %."""
        self._place, self._more, self._high = place, rows, high
        place.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """The place has another height."""
        if watched is self._place and event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Show more rows in more room; the one that is chosen stays in sight."""
        super().resizeEvent(event)
        self._fit()
        if self._table.currentIndex().isValid():
            self._table.scrollTo(self._table.currentIndex())

    def _fit(self) -> None:
        roomy = self._place is not None and self._place.height() >= theme_of(self).px(self._high)
        self._table.fit_height(max(self._least, self._more if roomy else 0), self.height())
