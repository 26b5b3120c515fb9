"""What all plots share: a name for readers, no clutter, the palette in force, and a mark on one of the outcomes."""

import html
from collections.abc import Callable
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QShowEvent, QWheelEvent

from dpstudio.gui.look.theme import Theme, theme_of
from dpstudio.gui.plots.axis import RoundAxis
from dpstudio.gui.plots.pens import dots, pen_of
from dpstudio.gui.plots.two_lines import narrow, wide
from dpstudio.translation import translated

SIDES = "left", "bottom"
_TURN = 3 / 4
_UNTELLING = "bottom", "%"
"""Where a unit alone tells nothing of what is shown: beside it every other axis has the same."""
"""Which share of what was in sight is in sight after the wheel was turned by a step."""


class ThemedPlot(pg.PlotWidget):
    """A plot that follows the palette; its labels are kept in `texts`, and the keyboard goes to its table.

    `picked` carries the place of the outcome that was clicked; `hovered` that of the one under the mouse, or None;
    `rescaled` says that a scale begins elsewhere.

    Attributes:
        words: what is said of an outcome, by its place.
        still: whether nothing moves while an outcome is pointed at: the mouse is over it.
        floor: where a scale begins that does not begin at 0, or "".
        scrolls: whether what is in sight may be a part of what there is; else `fit` shows all of it.
        page_dots: how many dots a pixel has on the page that it is laid out for; 0 on the screen.
    """

    picked = Signal(int)
    hovered = Signal(object)
    rescaled = Signal()
    floor = ""
    scrolls = False
    page_dots = 0.0
    in_one_piece = True
    """What a reader is told of it: its parts say nothing to anyone."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(background=None, axisItems={side: RoundAxis(side) for side in SIDES}, **options)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scene().sigMouseClicked.connect(self._clicked)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.texts: list[pg.TextItem] = []
        self.words: Callable[[int], str] = str
        self.still = False
        self._sharp = dots(self)
        self._under: int | None = None
        self._names = dict.fromkeys(SIDES, "")
        self._written = dict(self._names)
        for side in SIDES:
            self.getAxis(side).enableAutoSIPrefix(False)
        self.getAxis("bottom").setStyle(autoExpandTextSpace=False)  # its room is known before it is drawn
        self._fitting = QTimer(self, singleShot=True, interval=0)  # what shows a strip now would resize it once more
        self.getViewBox().sigResized.connect(lambda *_: self._write_names())

    def fit_after_resizing(self) -> None:
        """Let `fit` follow each change of size, once it is over."""
        self._fitting.timeout.connect(self.fit)
        self.getViewBox().sigResized.connect(lambda *_: self._fitting.start())

    @property
    def narrowest(self) -> int:
        """How many pixels wide it is at least for its texts not to be cut."""
        return 0

    @property
    def left_out(self) -> str:
        """How much of what there is has no room, in words, or ""."""
        return ""

    def fit_page(self) -> None:
        """As `fit`, on a page, which nobody can point at."""
        self.fit()

    def close(self) -> None:
        """What is closed follows no size any more."""
        self._fitting.stop()
        super().close()

    @property
    def theme(self) -> Theme:
        """The look of its window."""
        return theme_of(self)

    def name_axis(self, side: str, text: str) -> None:
        """Say what an axis shows; the text is written as it is, whatever marks it holds."""
        self._names[side] = translated(text)
        self._write_names()

    def _write_names(self) -> None:
        """Each name as far as its axis is long enough: without its remark, its unit alone, on two lines, or cut."""
        box, metrics = self.getViewBox(), QFontMetrics(self.theme.font)
        beside = 2 * (metrics.height() // 2)
        for side, room in (("left", box.height()), ("bottom", box.width() + beside)):
            plain = self._names[side].partition(";")[0]
            unit = plain.rpartition(" in ")[2]
            forms = [self._names[side], plain, *([] if (side, unit) == _UNTELLING else [unit])]
            fitting = (form for form in forms if metrics.horizontalAdvance(form) <= room)
            text = next(fitting, "") or self._on_two_lines(side, plain, room) or self.shortened(forms[0], int(room))
            if text != self._written[side]:
                self._written[side] = text
                self.setLabel(side, html.escape(text).replace("\n", "<br>"))
                self.getAxis(side).resizeEvent()  # else a name stands where the one before it stood

    def _on_two_lines(self, side: str, name: str, room: float) -> str:
        """The name of an upright axis broken between two words, or "" where it does not fit so."""
        metrics = QFontMetrics(self.theme.font)
        broken = narrow(name, room, metrics)
        return broken if side == "left" and wide(broken, metrics) <= room else ""

    def shortened(self, name: str, room: int) -> str:
        """What is written of a name that is too long for its axis."""
        return QFontMetrics(self.theme.font).elidedText(name, Qt.TextElideMode.ElideRight, room)

    def place_all(self) -> None:
        """Put all items where the range in force has them; left to the paint event, they would be painted twice."""
        self.scene().prepareForPaint()

    def written(self, text: str, anchor: tuple[float, float]) -> pg.TextItem:
        """A text in the look in force, to be added and kept in `texts`."""
        item = pg.TextItem(text, color=self.theme.palette.text, anchor=anchor)
        item.setFont(self.theme.font)
        return item

    def fit(self) -> None:
        """Follow the size at once."""

    def point_at(self, place: int | None) -> None:
        """Mark an outcome and bring it into sight, or mark none; each plot has its own mark."""
        raise NotImplementedError

    @property
    def zoomable(self) -> bool:
        """Whether a part of what there is can be in sight, larger."""
        return any(self.getViewBox().state["mouseEnabled"])

    def zoom(self, *, closer: bool) -> None:
        """Zoom by a key as one turn of the wheel does, around the middle."""
        factor = _TURN if closer else 1 / _TURN
        across, up = self.getViewBox().state["mouseEnabled"]
        self.getViewBox().scaleBy(x=factor if across else None, y=factor if up else None)

    def show_whole(self) -> None:
        """Bring back what was in sight before anybody zoomed or moved it."""
        self.fit()

    def forget(self) -> None:
        """Drop what was drawn: nothing of it stays in memory behind another page."""
        raise NotImplementedError

    def place_at(self, spot: QPointF) -> int | None:
        """Which outcome is drawn at a point of the plot's own coordinates."""
        raise NotImplementedError

    def point_still(self, place: int | None) -> None:
        """Mark an outcome where it is, or mark none."""
        self.still = True
        self.point_at(place)
        self.still = False

    def hover(self, spot: QPointF | None) -> None:
        """Say over which outcome the mouse is, where that is another one than before; None once it has left."""
        place = None if spot is None else self.place_at(spot)
        if place != self._under:
            self._under = place
            self.hovered.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Read what is under the mouse; a button that is held moves the picture instead."""
        super().mouseMoveEvent(event)
        if not event.buttons():
            self.hover(self.getViewBox().mapSceneToView(self.mapToScene(event.position().toPoint())))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Nothing is under the mouse any more."""
        super().leaveEvent(event)
        self.hover(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Bring back the whole of what was zoomed or moved."""
        if self.zoomable:
            self.show_whole()
        else:
            super().mouseDoubleClickEvent(event)

    def _clicked(self, event: Any) -> None:
        place = self.place_at(self.getViewBox().mapSceneToView(event.scenePos()))
        if place is not None:
            self.picked.emit(place)

    def wheelEvent(self, ev: QWheelEvent) -> None:  # noqa: N802 - Qt's
        """Zoom with the Ctrl key alone: else the wheel scrolls what the plot stands in."""
        if ev.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(ev)
        else:
            ev.ignore()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's
        """It may be seen on another screen than before."""
        super().showEvent(event)
        if dots(self) != self._sharp:
            self.recolour()

    def laid_out_for(self, page_dots: float) -> None:
        """Draw lines for a page, or for the screen again: 0."""
        self.page_dots = page_dots
        if dots(self) != self._sharp:
            self.recolour()

    def recolour(self) -> None:
        """Follow the palette in force, and how sharp it is seen."""
        self._sharp = dots(self)
        colours, font = self.theme.palette, self.theme.font
        self.setBackground(colours.surface)
        half = QFontMetrics(font).height() // 2 + 1
        below = half if self.getAxis("bottom").bare and not self._names["bottom"] else 1
        self.getPlotItem().layout.setContentsMargins(1, half, half, below)  # else numbers at an axis's ends are cut
        for side in SIDES:
            axis = self.getAxis(side)
            axis.setPen(pen_of(self, colours.border))
            axis.setTextPen(pen_of(self, colours.soft))
            axis.fit()
        for text in self.texts:
            text.setColor(colours.text)
        for item in self.getPlotItem().items:  # its own list: Qt's would leave Python holding what Qt deletes
            if isinstance(item, pg.TextItem):
                item.setFont(font)
        self._write_names()
