"""Texts that are never cut where pictures stand above them, and a place that scrolls before anything in it is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.breaking import BreakingLabel


class WholeLabel(BreakingLabel):
    """A text of one of the style sheet's kinds that takes the height which all of its lines need.

    Args:
        line: it keeps the height of a line while it is empty.
    """

    _line = False

    def __init__(self, kind: str = "", *, line: bool = False) -> None:
        super().__init__("")
        self._line = line
        self.setObjectName(kind)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's
        """As `BreakingLabel.setText`."""
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Take more lines where there is less width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        empty = self.fontMetrics().lineSpacing() if self._line else 0
        self.setMinimumHeight(0)
        self.setMinimumHeight(self.heightForWidth(max(1, self.width())) if self.text() else empty)


def stretched(*pictures: tuple[QWidget, int]) -> None:
    """Let pictures take the height that texts leave, and no less than so many pixels each."""
    for picture, least in pictures:
        picture.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        picture.setMinimumHeight(THEME.px(least))


def scrolled(content: QWidget) -> QScrollArea:
    """A frame without a border around something that scrolls where the height does not hold it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    for each in (area, area.viewport(), content):
        each.setObjectName("within")
    return area
