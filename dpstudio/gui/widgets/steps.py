"""The steps of the work as tabs of two lines: what a step is called and how it stands, and what was chosen in it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QTabBar

from dpstudio.gui.look.ring import LINE, OWN_RING
from dpstudio.gui.look.theme import THEME, Palette, pixmap

_STATUS = {
    "done": ("circle-check", "good"),
    "missing": ("circle-dashed", "soft"),
    "wrong": ("circle-alert", "bad"),
    "": ("database", "soft"),
}
_BESIDE, _GAP, _MARK, _LINE = 10, 6, 16, 3
_NARROWEST = 84


class StepBar(QTabBar):
    """Draws each step's title, mark and choice; what has no room is cut with dots and said in full by the tool tip.

    Args:
        titles: of the steps, in the order of the work.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._status = [""] * len(titles)
        self._chosen = [""] * len(titles)
        self._under_mouse = -1
        self._measured: dict[tuple[object, ...], list[int]] = {}
        self._marks: dict[tuple[tuple[str, str], int, Palette], QPixmap] = {}
        self.setAccessibleName("Steps")
        self.setProperty(OWN_RING, True)
        self.setDrawBase(False)
        self.setExpanding(True)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        for title in titles:
            self.addTab(title)

    def show_step(self, place: int, status: str, chosen: str) -> None:
        """Mark a step as done, missing or wrong, "" for one without a mark, and say what was chosen in it."""
        if (self._status[place], self._chosen[place]) == (status, chosen) and self.accessibleTabName(place):
            return
        self._status[place], self._chosen[place] = status, chosen
        self.setTabToolTip(place, f"{chosen}\n{status}".strip())
        said = ", ".join(word for word in (self.tabText(place), status, chosen) if word)
        self.setAccessibleTabName(place, said)
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
        return QSize(max(THEME.px(_NARROWEST), self._widths()[index]), self._height())

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802 - Qt's
        """The least width that still shows a title's beginning."""
        return QSize(THEME.px(_NARROWEST), self._height())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room."""
        return QSize(THEME.px(_NARROWEST) * self.count(), self._height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Titles may be cut where there is no room."""
        return QSize(THEME.px(_NARROWEST) * self.count() // 2, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Where there is less width a choice takes a line more."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _lines(self) -> int:
        """Of how many lines each choice may be: of two where one line does not hold all of them."""
        return 1 if sum(self._needs(1)) <= self.width() else 2

    def _needs(self, lines: int) -> list[int]:
        """How wide each step is where nothing of it is cut; measured once for the same words."""
        said = (lines, THEME.px(_MARK), *self._chosen, *map(self.tabText, range(self.count())))
        if said not in self._measured:
            self._measured = {each: wide for each, wide in self._measured.items() if each[1:] == said[1:]}
            self._measured[said] = self._measure(lines)
        return self._measured[said]

    def _measure(self, lines: int) -> list[int]:
        title, chosen = map(QFontMetrics, self._fonts())
        beside = THEME.px(_MARK) + THEME.px(_GAP)
        found = []
        for place in range(self.count()):
            said = halves(chosen, self._chosen[place]) if lines > 1 else (self._chosen[place],)
            wide = max(chosen.horizontalAdvance(each) for each in said)
            found.append(max(beside + title.horizontalAdvance(self.tabText(place)), wide) + 2 * _BESIDE + 2)
        return found

    def _widths(self) -> list[int]:
        """The same for each where that suffices; what one does not need goes to those that need more."""
        widths, free = [0] * self.count(), self.width()
        needs = self._needs(self._lines())
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
        title, chosen = (QFontMetrics(font).height() for font in self._fonts())
        return title + chosen * self._lines() + THEME.px(_GAP) * 2 + THEME.px(_LINE)

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
        """Draw every step."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), THEME.palette.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(THEME.palette.border))
        for place in range(self.count()):
            self._draw(painter, place, self.tabRect(place))
        painter.end()

    def _draw(self, painter: QPainter, place: int, area: QRect) -> None:
        colours, here = THEME.palette, place == self.currentIndex()
        if place == self._under_mouse and not here:
            painter.fillRect(area, colours.tint)
        if here:
            line = THEME.px(_LINE)
            painter.fillRect(QRect(area.left(), area.bottom() + 1 - line, area.width(), line), colours.accent)
        title, chosen = self._fonts()
        margin = _BESIDE
        inner = area.adjusted(margin, THEME.px(_GAP), -margin, 0)
        mark = THEME.px(_MARK)
        tall = QFontMetrics(title).height()
        spot = QPoint(inner.left(), inner.top() + (tall - mark) // 2)
        painter.drawPixmap(spot, self._mark(_STATUS[self._status[place]], mark))
        words = QRect(inner.left() + mark + THEME.px(_GAP), inner.top(), inner.width() - mark - THEME.px(_GAP), tall)
        name = self.tabText(place)
        if QFontMetrics(title).horizontalAdvance(name) > words.width():
            name = name.partition(" ")[2] or name  # without its number
        self._write(painter, title, colours.text if here else colours.soft, words, name)
        metrics = QFontMetrics(chosen)
        said = self._chosen[place]
        parts = (said,) if metrics.horizontalAdvance(said) <= inner.width() else halves(metrics, said)[: self._lines()]
        for line, part in enumerate(parts):
            top = words.bottom() + 1 + line * metrics.height()
            below = QRect(inner.left(), top, inner.width(), metrics.height())
            self._write(painter, chosen, colours.soft, below, part)
        if here and self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), LINE))
            painter.drawRect(area.adjusted(2, 2, -3, -2 - THEME.px(_LINE)))

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


def halves(metrics: QFontMetrics, text: str) -> tuple[str, str]:
    """A text in two lines that are as short as its blanks allow."""
    words = text.split(" ")
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
    return min(cuts, key=lambda both: max(map(metrics.horizontalAdvance, both)))
