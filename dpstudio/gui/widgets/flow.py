"""A row that breaks into further lines where the width does not suffice."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from dpstudio.gui.theme import THEME


class Flow(QLayout):
    """Places items side by side, then below; nothing is ever cut at the right edge.

    Args:
        wide: asks for all of its items on one line, so that it can stand in another Flow or beside others.
        right: of the last widgets how many stand at the right end of the line that others begin.
    """

    def __init__(
        self, *widgets: QWidget, spacing: int = 8, centred: bool = False, wide: bool = False, right: int = 0
    ) -> None:
        super().__init__()
        self._centred, self._wide, self._right = centred, wide, right
        self._items: list[QLayoutItem] = []
        self._gap = THEME.px(spacing)
        self.setContentsMargins(QMargins(0, 0, 0, 0))
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:  # noqa: N802 - Qt's
        super().setGeometry(area)
        self._place(area, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        if not self._wide:
            return self.minimumSize()
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, area: QRect, *, move: bool) -> int:
        """Put each line of items where it fits and return the height used."""
        top, pushed = area.y(), self._items[len(self._items) - self._right :]
        for line in self._lines(area.width()):
            height = max(size.height() for _, size in line)
            used = sum(size.width() for _, size in line) + self._gap * (len(line) - 1)
            rest = max(0, area.width() - used)
            left = area.x() + (rest // 2 if self._centred else 0)
            for item, size in line:
                if item in pushed and line[0][0] not in pushed:
                    left, rest = left + rest, 0
                if move:
                    item.setGeometry(QRect(QPoint(left, top), size))
                left += size.width() + self._gap
            top += height + self._gap
        return max(0, top - self._gap - area.y())

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """The visible items broken into lines of at most `width`."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = _size_in(item, width)
            if not lines or used + self._gap + size.width() > width:
                lines.append([])
                used = size.width()
            else:
                used += self._gap + size.width()
            lines[-1].append((item, size))
        return lines


def _size_in(item: QLayoutItem, width: int) -> QSize:
    """The size of an item in a line of this width: what wraps is as tall as its lines need."""
    size = item.sizeHint().boundedTo(QSize(max(width, 1), 1 << 20))
    if item.hasHeightForWidth():
        size.setHeight(max(item.minimumSize().height(), item.heightForWidth(size.width())))
    return size
