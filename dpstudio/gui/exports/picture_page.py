"""A picture on a page: title and badge above it, below it what is said of it, and of which table it is true."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QApplication, QWidget

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.painting import Layer, layers, sized
from dpstudio.translation import joined

_MARGIN, _GAP, _LEAST, _NARROWEST = 16, 10, 110, 280
_HEADING, _SMALL, _BADGE, _AROUND, _ROUND = 16, 12, 11, 7, 4
_WRAPPED = Qt.TextFlag.TextWordWrap
_FAR = 100_000
_UNSEEN = 170
"""Pixels at 100 % that a part is high which is not in sight."""


class Page:
    """Where everything stands on a page of a width.

    Args:
        shown: what is pictured.
        width: of the page, in the window's own pixels.
    """

    def __init__(self, shown: Exhibit, width: int) -> None:
        self._shown, self._width = shown, width
        self._margin, self._gap = THEME.px(_MARGIN), THEME.px(_GAP)
        self._inside = width - 2 * self._margin
        badge = QFontMetrics(_font(_BADGE, bold=True)).horizontalAdvance(self._badge) + 2 * THEME.px(_AROUND)
        self._beside = self._inside - badge - self._gap
        self._above = _height(shown.title, _font(_HEADING, bold=True), self._beside)
        self._below = _height(shown.said, _font(_SMALL), self._inside)
        self._left_out = ""

    @property
    def _badge(self) -> str:
        return BADGES[self._shown.told.badge]

    @staticmethod
    def natural(shown: Exhibit) -> QSize:
        """The size at which every part is as large as in the window, and nothing is cut."""
        widest = max(_seen(part).width() for part, _ in shown.parts) + 2 * THEME.px(_MARGIN)
        page = Page(shown, max(widest, Page.narrowest(shown)))
        high = page._around + sum(page._natural(part, share) for part, share in shown.parts)
        return QSize(page._width, max(high, page.least))

    def _natural(self, part: QWidget, share: int) -> int:
        """How high a part is in the window, or may be where it is not in sight."""
        if not share:
            return self._fixed(part)
        return part.height() if part.isVisible() else THEME.px(_UNSEEN)

    @staticmethod
    def narrowest(shown: Exhibit) -> int:
        """The width below which something would be cut."""
        fixed = [part.minimumSizeHint().width() for part, share in shown.parts if not share]
        fixed += [part.narrowest for part, _ in shown.parts if isinstance(part, ThemedPlot)]
        return max([THEME.px(_NARROWEST), *fixed]) + 2 * THEME.px(_MARGIN)

    @property
    def least(self) -> int:
        """The height below which something would be cut."""
        fixed = sum(self._fixed(part) for part, share in self._shown.parts if not share)
        shared = [(max(THEME.px(_LEAST), part.minimumHeight()), share) for part, share in self._shown.parts if share]
        whole = sum(share for _, share in shared)
        line = self._gap + QFontMetrics(_font(_SMALL)).height()  # for what is left out
        return self._around + line + fixed + max((-(-high * whole // share) for high, share in shared), default=0)

    @property
    def said(self) -> str:
        """What is said of it, and of what is left out for lack of room."""
        return joined(" ", filter(None, (self._shown.said, self._left_out)))

    @property
    def _around(self) -> int:
        """What is taken by all but the parts."""
        gaps = self._gap * (len(self._shown.parts) + 1)
        return 2 * self._margin + self._above + self._below + self._untold + gaps

    @property
    def _untold(self) -> int:
        """What is taken by what says how much is left out."""
        return self._gap + _height(self._left_out, _font(_SMALL), self._inside) if self._left_out else 0

    def _fixed(self, part: QWidget) -> int:
        return part.heightForWidth(self._inside) if part.hasHeightForWidth() else part.sizeHint().height()

    def _heights(self, height: int) -> list[int]:
        """How high each part is on a page of a height."""
        parts = self._shown.parts
        fixed = [0 if share else self._fixed(part) for part, share in parts]
        free, shares = height - self._around - sum(fixed), sum(share for _, share in parts)
        return [free * share // shares if share else high for (_, share), high in zip(parts, fixed, strict=True)]

    def _find_left_out(self, height: int) -> str:
        """How much has no room in the parts, in words."""
        with ExitStack() as stack:
            for (part, _), high in zip(self._shown.parts, self._heights(height), strict=True):
                stack.enter_context(sized(part, QSize(self._inside, high)))
            plots = [part for part, _ in self._shown.parts if isinstance(part, ThemedPlot)]
            return joined(" ", list(dict.fromkeys(plot.left_out for plot in plots if plot.left_out)))

    @contextmanager
    def laid_out(self, height: int, page_dots: float = 1) -> Iterator[list[tuple[QPointF, Layer]]]:
        """Everything on a page of a height, from the bottom, and where its corner lies; it holds while this lasts.

        Args:
            page_dots: how many dots a pixel of the page has.
        """
        self._left_out = ""
        for _ in range(2):  # the line that says so takes some of the room, too
            self._left_out = self._find_left_out(height)
        found = [(QPointF(), Layer(QRectF(0, 0, self._width, height), lambda at: self._write(at, height)))]
        top = self._margin + self._above + self._gap
        with ExitStack() as stack:
            for (part, _), high in zip(self._shown.parts, self._heights(height), strict=True):
                stack.enter_context(sized(part, QSize(self._inside, high), page_dots))
                found += [(QPointF(self._margin, top), each) for each in layers(part)]
                top += high + self._gap
            yield found

    def _write(self, painter: QPainter, height: int) -> None:
        """The ground, and all texts."""
        colours, left = THEME.palette, self._margin
        painter.fillRect(QRect(0, 0, self._width, height), QColor(colours.surface))
        painter.setPen(QColor(colours.text))
        painter.setFont(_font(_HEADING, bold=True))
        painter.drawText(QRect(left, self._margin, self._beside, self._above), _WRAPPED, self._shown.title)
        painter.setPen(QColor(colours.soft))
        painter.setFont(_font(_SMALL))
        foot = height - self._margin - self._below
        painter.drawText(QRect(left, foot, self._inside, self._below), _WRAPPED, self._shown.said)
        over = foot - self._untold
        painter.drawText(QRect(left, over, self._inside, self._untold), _WRAPPED, self._left_out)
        self._write_badge(painter)

    def _write_badge(self, painter: QPainter) -> None:
        colours, font = THEME.palette, _font(_BADGE, bold=True)
        start = self._margin + self._beside + self._gap
        frame = QRectF(start, self._margin, self._width - self._margin - start, QFontMetrics(font).height() * 1.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.warn), 1))
        painter.setBrush(QColor(colours.warn_tint))
        painter.drawRoundedRect(frame, THEME.px(_ROUND), THEME.px(_ROUND))
        painter.setFont(font)
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self._badge)


def _font(size: int, *, bold: bool = False) -> QFont:
    font = QFont(QApplication.font())
    font.setPixelSize(THEME.px(size))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _height(text: str, font: QFont, width: int) -> int:
    return QFontMetrics(font).boundingRect(QRect(0, 0, max(1, width), _FAR), _WRAPPED, text).height() if text else 0


def _seen(part: QWidget) -> QWidget:
    """A part, or of one that is not in sight what would hold it."""
    shown: QWidget | None = part
    while shown is not None and not shown.isVisible():
        shown = shown.parentWidget()
    return shown or part
