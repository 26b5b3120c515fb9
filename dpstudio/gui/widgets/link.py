"""A sentence that can be clicked: it breaks into lines where the width does not hold it."""

import re

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.widgets.breaking import breakable
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.translation import translated

_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALLEST = 1 << 20


class Link(QPushButton):
    """A flat button whose sentence is never cut; its icon stands beside the first line."""

    def __init__(self, sentence: str, picture: str, role: str = "text") -> None:
        super().__init__()
        self.say(sentence)
        self.setObjectName("todo")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        picture_on(self, picture, role)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, sentence: str) -> None:
        """Show another sentence."""
        sentence = translated(sentence)
        self._shown = breakable(sentence)
        self.setText(sentence.replace("&", "&&"))
        self.setAccessibleName(sentence)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's
        """It is as tall as its lines need."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's
        """The height of the sentence broken into lines of this width."""
        return self._place(width).bottom() + 1 + THEME.px(SPACE) // 2

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """On one line."""
        width = self._left + self.fontMetrics().horizontalAdvance(self._shown) + THEME.px(SPACE)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Wide enough for its longest word."""
        longest = max(map(self.fontMetrics().horizontalAdvance, re.split(r"[\s\u200b]", self._shown)), default=0)
        return QSize(self._left + longest + THEME.px(SPACE), self.fontMetrics().height() + THEME.px(SPACE))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """Draw the frame as any button's, then the icon and the lines."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        middle = self.fontMetrics().height() - self.iconSize().height()
        place = self._place(self.width())
        spot = QRect(THEME.px(SPACE), place.top() + middle // 2, self.iconSize().width(), self.iconSize().height())
        self.icon().paint(painter, spot)
        painter.setPen(THEME.palette.accent)
        painter.drawText(place, _WRAP, self._shown)

    @property
    def filled(self) -> QRect:
        """From the icon to the end of the longest line."""
        return QRect(0, 0, self._place(self.width()).right() + THEME.px(SPACE), self.height())

    @property
    def _left(self) -> int:
        """Where the sentence begins."""
        return 2 * THEME.px(SPACE) + self.iconSize().width()

    def _place(self, width: int) -> QRect:
        """Where the lines of the sentence stand."""
        space = max(1, width - self._left - THEME.px(SPACE))
        top = THEME.px(SPACE) // 2
        return self.fontMetrics().boundingRect(QRect(self._left, top, space, _TALLEST), _WRAP, self._shown)
