"""Which line of a picture is which: a piece of each line, and its name beside it."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.plots.curves import MOST_CURVES, curve_pen
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import label, row

_WIDE, _HIGH, _TIGHT = 34, 12, 4


class _Piece(QWidget):
    """A piece of the line at a place."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Long enough for two dashes and a dot."""
        return theme_of(self).size(_WIDE, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """In the middle of the height."""
        painter = QPainter(self)
        painter.setPen(curve_pen(self, self._place))
        painter.drawLine(0, self.height() // 2, self.width(), self.height() // 2)
        painter.end()


class CurveKey(QWidget):
    """Names the lines of a `CurvesPlot`, below it."""

    def __init__(self) -> None:
        super().__init__()
        self.labels = [label("", "small", wrap=False) for _ in range(MOST_CURVES)]
        self._parts = [QWidget() for _ in self.labels]
        for place, (part, text) in enumerate(zip(self._parts, self.labels, strict=True)):
            part.setLayout(row(_Piece(place), text, spacing=4))
        self._flow = Flow(*self._parts, spacing=12)
        self.setLayout(self._flow)

    def show_names(self, names: Sequence[str]) -> None:
        """Name the first lines; the others are not there."""
        for place, (part, text) in enumerate(zip(self._parts, self.labels, strict=True)):
            text.setText(names[place] if place < len(names) else "")
            part.setVisible(place < len(names))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Take more lines where there is less width, before the picture above does."""
        super().resizeEvent(event)
        self._fit()

    def tighten(self) -> None:
        """Let its names stand close together."""
        self._flow.setSpacing(_TIGHT)

    def _fit(self) -> None:
        self.setMinimumHeight(self._flow.heightForWidth(max(1, self.width())))
