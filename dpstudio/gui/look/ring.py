"""The ring around what has the keyboard: one for all windows, drawn above everything, so that nothing cuts it off."""

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFocusFrame,
    QMenuBar,
    QProxyStyle,
    QScrollArea,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid

from dpstudio.gui.look.theme import theme_of

LINE, _GAP, _ROUND = 2, 2, 7
_WATCHED = "ring_watched"
OWN_RING = "own_ring"
"""The property of widgets that draw the ring themselves, around a part of them."""


class _Around(QProxyStyle):
    """How far from a widget its ring lies, and that it lies above others; it is the ring's style alone."""

    def pixelMetric(  # noqa: N802 - Qt's
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric in (QStyle.PixelMetric.PM_FocusFrameHMargin, QStyle.PixelMetric.PM_FocusFrameVMargin):
            return LINE + _GAP
        return super().pixelMetric(metric, option, widget)

    def styleHint(  # noqa: N802 - Qt's
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        if hint == QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0
        return super().styleHint(hint, option, widget, returned)


class _Frame(QFocusFrame):
    """Follows one widget wherever it is moved or scrolled."""

    hidden = Signal()

    def __init__(self, style: QStyle) -> None:
        super().__init__()
        self.setStyle(style)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's
        """Qt hides it when sizes change while what it is around stays where it is."""
        super().hideEvent(event)
        self.hidden.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The ring alone: the gap shows what lies beneath."""
        painter, half = QPainter(self), LINE / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme_of(self).palette.accent), LINE))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), _ROUND, _ROUND)
        painter.end()


def _has_mark(widget: QWidget) -> bool:
    """Whether what has the keyboard in it is shown without a ring around the whole."""
    return bool(widget.property(OWN_RING)) or isinstance(widget, QMenuBar)


class Ring(QObject):
    """Goes to whatever gets the keyboard."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._style = _Around("Fusion")
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._draw_anew)
        self._frame = self._framed()
        application.focusChanged.connect(self._follow)

    def _framed(self) -> _Frame:
        frame = _Frame(self._style)
        frame.hidden.connect(self._moved.start)
        return frame

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self._style):  # the program is closing
            return
        if not isValid(self._frame):  # it was in a window that is gone
            self._frame = self._framed()
        ringed = now is not None and not _has_mark(now) and now.window().windowType() != Qt.WindowType.Popup
        self._frame.setWidget(now if ringed else None)  # type: ignore[arg-type] # Qt takes none, too
        if ringed and now is not None:
            self._watch(now)

    def _watch(self, widget: QWidget) -> None:
        """Qt hides the ring of what is out of sight, and leaves it hidden when that is scrolled to."""
        above = widget.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea) and not above.property(_WATCHED):
                above.setProperty(_WATCHED, True)
                for bar in (above.verticalScrollBar(), above.horizontalScrollBar()):
                    bar.valueChanged.connect(lambda _: self._moved.start())
            above = above.parentWidget()

    def _draw_anew(self) -> None:
        here = self._frame.widget() if isValid(self._frame) else None
        if here is not None and not here.visibleRegion().isEmpty() and not self._frame.isVisible():
            self._frame.setWidget(None)  # type: ignore[arg-type] # as above
            self._frame.setWidget(here)
