"""The steps of the work as tabs: what a step is called and how it stands, and below it what was chosen in it.

That is two lines where the width allows it, and as many as all the words need where the text is large.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QTabBar

from dpstudio.gui.look.ring import LINE, OWN_RING
from dpstudio.gui.look.theme import THEME, Palette, pixmap
from dpstudio.gui.widgets.captions import in_lines, within
from dpstudio.translation import tr, translated

_STATUS = {
    "done": ("circle-check", "good"),
    "missing": ("circle-dashed", "soft"),
    "wrong": ("circle-alert", "bad"),
    "spent": ("circle-minus", "warn"),
    "short": ("circle-minus", "warn"),
    "": ("database", "soft"),
}
_SAID = {
    "done": tr("done"),
    "missing": tr("missing"),
    "wrong": tr("wrong"),
    "spent": tr("nothing is left"),
    "short": tr("too little is left"),
    "": "",
}
STEPS = {
    "tables": tr("Tables"),
    "question": tr("Question"),
    "score": tr("Score"),
    "privacy": tr("Privacy"),
    "release": tr("Release"),
    "ledger": tr("Ledger"),
}
"""What the steps are called."""
_BESIDE, _GAP, _MARK, _LINE = 10, 6, 16, 3
_NARROWEST, _KEPT = 84, 1_000


class Rows(NamedTuple):
    """In how many lines the steps' titles stand, and in how many at most what was chosen."""

    title: int
    chosen: int


_TITLES, _CHOICES = (1, 2), (1, 2, 3, 4, 5)
_MOST = Rows(_TITLES[-1], _CHOICES[-1])


class StepBar(QTabBar):
    """Draws each step's title, mark and choice; what no number of lines holds is cut with dots, whole in the tool tip.

    Args:
        titles: of the steps, in the order of the work.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._status = [""] * len(titles)
        self._chosen = [""] * len(titles)
        self._under_mouse = -1
        self._known: tuple[Any, ...] = ()
        self._fitting, self._shares = _MOST, [0] * len(titles)
        self._captions: dict[tuple[str, int, int], tuple[str, ...]] = {}
        self._lettering: tuple[Any, ...] = ()
        self._lowest_first: list[Rows] = []
        self._needed: dict[tuple[str, str, Rows], int] = {}
        self._marks: dict[tuple[tuple[str, str], int, Palette], QPixmap] = {}
        self.setAccessibleName(tr("Steps"))
        self.setProperty(OWN_RING, True)
        self.setDrawBase(False)
        self.setExpanding(True)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        for title in titles:
            self.addTab(title)

    def show_step(self, place: int, status: str, chosen: str) -> None:
        """Mark a step as done, missing, wrong or spent, "" for one without a mark, and say what was chosen in it."""
        chosen = translated(chosen)
        if (self._status[place], self._chosen[place]) == (status, chosen) and self.accessibleTabName(place):
            return
        before = self._fitting, self._shares
        self._status[place], self._chosen[place] = status, chosen
        word = _SAID[status]
        self.setTabToolTip(place, f"{chosen}\n{word}".strip())
        said = ", ".join(each for each in (self.tabText(place), word, chosen) if each)
        self.setAccessibleTabName(place, said)
        self._measure()
        if (self._fitting, self._shares) == before:
            self.update(self.tabRect(place))
            return
        self.setTabText(place, self.tabText(place))  # Qt's way to share the width anew
        self.updateGeometry()
        self.update()

    def status(self, place: int) -> str:
        """How a step stands."""
        return self._status[place]

    def chosen(self, place: int) -> str:
        """What was chosen in a step."""
        return self._chosen[place]

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802 - Qt's
        """As wide as each other, unless one has more to say than others."""
        return QSize(self._widths()[index], self._height())

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802 - Qt's
        """The least width that still shows a title's beginning."""
        return QSize(min(THEME.px(_NARROWEST), self._widths()[index]), self._height())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room."""
        return QSize(THEME.px(_NARROWEST) * self.count(), self._height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Titles may be cut where there is no room."""
        return QSize(THEME.px(_NARROWEST) * self.count() // 2, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Where there is less width a step takes a line more."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _rows(self) -> Rows:
        """The lowest way to write all steps in which nothing is cut; where there is none, the one with most room."""
        self._measure()
        return self._fitting

    def _measure(self) -> None:
        """Share lines and width anew where another text, or another width, asks for it."""
        said = (*self._chosen, *map(self.tabText, range(self.count())))
        lettering = THEME.px(100), self.font().key()
        key = self.width(), lettering, said
        if key == self._known:
            return
        if lettering != self._lettering or len(self._needed) > _KEPT:
            self._lettering, self._needed, self._captions, self._lowest_first = lettering, {}, {}, self._ways()
        fitting = (rows for rows in self._lowest_first if sum(self._needs(rows)) <= self.width())
        self._known, self._fitting = key, next(fitting, _MOST)
        self._shares = self._shared(self._needs(self._fitting))

    def _ways(self) -> list[Rows]:
        """From the lowest to the highest."""
        return sorted((Rows(*each) for each in product(_TITLES, _CHOICES)), key=self._tall)

    def _needs(self, rows: Rows) -> list[int]:
        """How wide each step is where nothing of it is cut; one that says what it said is not measured again."""
        found = []
        for place in range(self.count()):
            key = self.tabText(place), self._chosen[place], rows
            if key not in self._needed:
                self._needed[key] = _needed(self._fonts(), self._title(place, rows), self._chosen[place], rows.chosen)
            found.append(self._needed[key])
        return found

    def _title(self, place: int, rows: Rows) -> tuple[str, ...]:
        """A step's name beside its mark, or below it and the number."""
        text = self.tabText(place)
        number, _, name = text.rpartition(" ")
        return (text,) if rows.title == 1 else (number, name)

    def _widths(self) -> list[int]:
        """How wide each step is."""
        self._measure()
        return self._shares

    def _shared(self, needs: list[int]) -> list[int]:
        """The same for each where that suffices; what one does not need goes to those that need more."""
        widths, free = [0] * self.count(), self.width()
        order = sorted(range(self.count()), key=needs.__getitem__)
        alike = max(needs) <= free // self.count()
        for before, place in enumerate(order):
            share = free // (len(order) - before)
            widths[place] = share if alike else min(needs[place], share)
            free -= widths[place]
        return [width + free // self.count() for width in widths]

    def _fonts(self) -> tuple[QFont, QFont]:
        title, chosen = QFont(self.font()), QFont(self.font())
        title.setPixelSize(THEME.px(14))
        title.setWeight(QFont.Weight.DemiBold)
        chosen.setPixelSize(THEME.px(12))
        chosen.setWeight(QFont.Weight.Normal)
        return title, chosen

    def _height(self) -> int:
        return self._tall(self._rows()) + THEME.px(_GAP) * 2 + _LINE

    def _tall(self, rows: Rows) -> int:
        title, chosen = (QFontMetrics(font).height() for font in self._fonts())
        return title * rows.title + chosen * rows.chosen

    def event(self, event: QEvent) -> bool:
        """Follow the mouse, so that the step below it is seen."""
        if event.type() == QEvent.Type.HoverLeave or event.type() == QEvent.Type.Leave:
            self._point_at(-1)
        elif event.type() in (QEvent.Type.HoverMove, QEvent.Type.MouseMove):
            self._point_at(self.tabAt(self.mapFromGlobal(self.cursor().pos())))
        return super().event(event)

    def _point_at(self, place: int) -> None:
        if place != self._under_mouse:
            self._under_mouse = place
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """Draw every step of which something is to be drawn."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), THEME.palette.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(THEME.palette.border))
        for place in range(self.count()):
            if event.rect().intersects(self.tabRect(place)):
                self._draw(painter, place, self.tabRect(place))
        painter.end()

    def _draw(self, painter: QPainter, place: int, area: QRect) -> None:
        colours, here = THEME.palette, place == self.currentIndex()
        if place == self._under_mouse and not here:
            painter.fillRect(area, colours.tint)
        if here:
            painter.fillRect(QRect(area.left(), area.bottom() + 1 - _LINE, area.width(), _LINE), colours.accent)
        title, chosen = self._fonts()
        margin = _BESIDE
        inner = area.adjusted(margin, THEME.px(_GAP), -margin, 0)
        mark = THEME.px(_MARK)
        tall = QFontMetrics(title).height()
        spot = QPoint(inner.left(), inner.top() + (tall - mark) // 2)
        painter.drawPixmap(spot, self._mark(_STATUS[self._status[place]], mark))
        colour, right = colours.text if here else colours.soft, mark + THEME.px(_GAP)
        rows, top = self._rows(), inner.top()
        for part in self._title(place, rows):
            words = QRect(inner.left() + right, top, inner.width() - right, tall)
            self._write(painter, title, colour, words, part)
            top, right = top + tall, 0
        metrics = QFontMetrics(chosen)
        for part in self._caption(chosen, self._chosen[place], inner.width(), rows.chosen):
            below = QRect(inner.left(), top, inner.width(), metrics.height())
            self._write(painter, chosen, colours.soft, below, part)
            top += metrics.height()
        if here and self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), LINE))
            painter.drawRect(area.adjusted(2, 2, -3, -2 - _LINE))

    def _caption(self, font: QFont, text: str, width: int, most: int) -> tuple[str, ...]:
        """What was chosen, in lines of this width; each is parted once."""
        key = text, width, most
        if key not in self._captions:
            self._captions[key] = within(_wide(font), text, width, most)
        return self._captions[key]

    def _mark(self, sign: tuple[str, str], size: int) -> QPixmap:
        """A mark in the palette in force; each is drawn once."""
        key = sign, size, THEME.palette
        if key not in self._marks:
            self._marks[key] = pixmap(*sign, size)
        return self._marks[key]

    @staticmethod
    def _write(painter: QPainter, font: QFont, colour: str, place: QRect, text: str) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _needed(fonts: Iterable[QFont], names: tuple[str, ...], said: str, lines: int) -> int:
    """How wide a step is where nothing of it is cut."""
    title, chosen = map(_wide, fonts)
    first, *name = names
    beside = THEME.px(_MARK) + THEME.px(_GAP)
    return max(beside + title(first), *map(title, name), *map(chosen, in_lines(chosen, said, lines))) + 2 * _BESIDE + 2


def _wide(font: QFont) -> Callable[[str], int]:
    """How many whole pixels a text takes: one of 144.3 that were told as 144 would be cut where there are 144."""
    metrics = QFontMetricsF(font)
    return lambda text: ceil(metrics.horizontalAdvance(text))
