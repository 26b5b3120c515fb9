"""A row that breaks into further lines where the width does not suffice."""

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from dpstudio.gui.look.theme import theme_of


class Flow(QLayout):
    """Places items side by side, then below; nothing is ever cut at the right edge.

    Args:
        wide: asks for all of its items on one line, so that it can stand in another Flow or beside others.
        fill: this widget takes what the others leave of its line, as long as it is there.
        even: its items share a line's width, as many as fit, and are as high as the highest of their line.
        low: the items of a line stand on its bottom, not at its top.
    """

    _items: list[QLayoutItem] = []  # noqa: RUF012 - Qt may still ask one that Python has emptied
    _heights: dict[int, int] = {}  # noqa: RUF012 - as above
    _fill, _spacing, _low, _even = -1, 0, False, False

    def __init__(
        self,
        *widgets: QWidget,
        spacing: int = 8,
        centred: bool = False,
        wide: bool = False,
        fill: QWidget | None = None,
        low: bool = False,
        even: bool = False,
    ) -> None:
        super().__init__()
        self._centred, self._wide, self._low, self._even = centred, wide, low, even
        self._fill = widgets.index(fill) if fill else -1  # its place: a layout that holds its widget outlives itself
        self._items = []
        self._spacing = spacing
        self.setContentsMargins(QMargins(0, 0, 0, 0))
        for widget in widgets:
            self.addWidget(widget)

    @property
    def _gap(self) -> int:
        return theme_of(self.parentWidget()).px(self._spacing)

    def setSpacing(self, spacing: int) -> None:  # noqa: N802 - Qt's
        """Have so many pixels at 100 % between items and between lines."""
        self._spacing = spacing
        self.invalidate()

    def addWidget(self, widget: QWidget) -> None:  # noqa: N802 - Qt's
        """Put a widget at the end; its item is Python's own, so that Python knows when Qt has deleted it."""
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's
        self._items.append(item)

    @property
    def items(self) -> Sequence[QLayoutItem]:
        """What it holds, in order."""
        return self._items

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
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """Work out all heights anew; they are asked for many times between two changes."""
        self._heights = {}
        super().invalidate()

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
        top, gap = area.y(), self._gap
        for line in self._lines(area.width()):
            height = max(size.height() for _, size in line)
            used = sum(size.width() for _, size in line) + gap * (len(line) - 1)
            left = area.x() + (max(0, area.width() - used) // 2 if self._centred else 0)
            for item, size in line:
                if move:
                    size = QSize(size.width(), height) if self._even else size
                    down = height - size.height() if self._low else 0
                    item.setGeometry(QRect(QPoint(left, top + down), size))
                left += size.width() + gap
            top += height + gap
        return max(0, top - gap - area.y())

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """The visible items broken into lines of at most `width`."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used, gap, column = 0, self._gap, self._column(width) if self._even else 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = _tall(item, column) if column else _size_in(item, width)
            if not lines or used + gap + size.width() > width:
                lines.append([])
                used = size.width()
            else:
                used += gap + size.width()
            lines[-1].append((item, size))
        fills = 0 <= self._fill < len(self._items)
        return [self._filled(line, width) for line in lines] if fills else lines

    def _column(self, width: int) -> int:
        """How wide each item is where all share the width."""
        least = max((item.minimumSize().width() for item in self._items if not item.isEmpty()), default=1)
        count = max(1, (width + self._gap) // (least + self._gap))
        return (width - (count - 1) * self._gap) // count

    def _filled(self, line: list[tuple[QLayoutItem, QSize]], width: int) -> list[tuple[QLayoutItem, QSize]]:
        """The line with the widget that fills it as wide as it can be, and as tall as it then is."""
        filling = self._items[self._fill]
        used = sum(size.width() for _, size in line) + self._gap * (len(line) - 1)
        return [
            (item, _tall(item, size.width() + max(0, width - used)) if item is filling else size) for item, size in line
        ]


def _size_in(item: QLayoutItem, width: int) -> QSize:
    """The size of an item in a line of this width: what wraps is as tall as its lines need."""
    return _tall(item, min(item.sizeHint().width(), max(width, 1)))


def _tall(item: QLayoutItem, width: int) -> QSize:
    """The size of an item of this width."""
    tall = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return QSize(width, max(item.minimumSize().height(), tall) if item.hasHeightForWidth() else tall)
