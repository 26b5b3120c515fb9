"""Texts that are never cut where pictures stand above them, and a place that scrolls before anything in it is."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.breaking import BreakingLabel

RING = 4
"""Pixels at 100 % that a ring needs around what it marks."""
_LAID_OUT = QEvent.Type.LayoutRequest, QEvent.Type.Resize


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
        scaled(picture.setMinimumHeight, least)


class Held(QScrollArea):
    """Holds something that scrolls where the height does not hold it; asks for the least height that it needs.

    Args:
        whole: False where it asks for none, since nothing above it scrolls.
    """

    _whole = True  # Qt may still ask one that Python has emptied
    _within: frozenset[QEvent.Type] = frozenset()

    def __init__(self, content: QWidget, *, whole: bool = True) -> None:
        super().__init__()
        self._whole = whole
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As high as what it holds needs at this width, unless it is to scroll by itself."""
        hint = super().minimumSizeHint()
        return QSize(hint.width(), self.needed() if self._whole else hint.height())

    def needed(self) -> int:
        """How high it is where nothing scrolls."""
        content, width = self.widget(), self.viewport().width()
        if content is None:
            return 0
        tall = max(content.minimumSizeHint().height(), content.heightForWidth(width))
        layout = content.layout()
        return max(tall, layout.totalMinimumHeightForWidth(width)) if layout else tall

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """What it holds needs another height, or was given one.

        What follows from that is laid out with it: where it fits without a bar and not beside one, Qt would never end.
        """
        kind = event.type()
        if kind not in _LAID_OUT:
            return super().eventFilter(watched, event)
        if kind in self._within:
            return False
        before, self._within = self._within, self._within | {kind}
        try:
            if kind == QEvent.Type.LayoutRequest:
                self.updateGeometry()
            return super().eventFilter(watched, event)
        finally:
            self._within = before

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """At another width another height is needed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class Front(QStackedWidget):
    """Shows one of several; asks for the least height of that one, whatever the others need, and takes all there is."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as any of them needs, as high as the one in front."""
        shown, hint = self.currentWidget(), super().minimumSizeHint()
        if shown is None:
            return hint
        return QSize(hint.width(), max(shown.minimumSizeHint().height(), shown.minimumHeight()))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """No more than it needs."""
        return self.minimumSizeHint()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's
        """The least height is asked for at any width."""
        return False


def scrolled(content: QWidget, *, whole: bool = True) -> QScrollArea:
    """A frame without a border, with room for the ring, around something that scrolls where the height is too low.

    Args:
        whole: as for `Held`.
    """
    _ringed(content)
    area = Held(content, whole=whole)
    for each in (area, area.viewport(), content):
        each.setObjectName("within")
    return area


def scrolled_in_dialog(content: QWidget) -> Held:
    """What scrolls by itself on the ground of a dialog, with room for the ring around what has the keyboard."""
    content.setObjectName("page")
    _ringed(content)
    return Held(content, whole=False)


def _ringed(content: QWidget) -> None:
    """Leave room for the ring around what has the keyboard: what scrolls cuts it off at its edges."""
    layout = content.layout()
    if layout is not None:
        scaled(layout.setContentsMargins, RING, RING, RING, RING)
