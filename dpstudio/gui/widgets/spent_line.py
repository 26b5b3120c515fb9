"""A step line for what was spent of a limit from the first charge to today: a step each charge, the limit on top."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from dpstudio.core.quantities import rational_text
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.tips import plain_tip
from dpstudio.translation import joined, tr, translated
from dpstudio.workspace.bookkeeping.over_time import OverTime, Step

_HEIGHT, _WIDTH, _LINE, _INSET = 26, 110, 2, 2
_LEAST = 1e-9
_NEAR, _TOLD = 6, 12
"""Pixels around the pointer in which steps are told, and how many of them at most."""


class SpentLine(QWidget):
    """Draws when a limit was spent; its name says that in short, its description and its hint name the steps."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: OverTime | None = None
        self._days: list[date] = []
        self._corners: list[Step] = []
        self._span, self._top = (date.min, date.max), 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_spent(self, said: str, shown: OverTime) -> None:
        """Draw the steps, and be called as is said beside them."""
        self._shown, self._days = shown, [step.day for step in shown.steps]
        self._span, self._top = (shown.start, shown.end), float(shown.limit)
        self._corners = [list(steps)[-1] for _, steps in groupby(shown.steps, key=lambda step: step.day)]
        self.setAccessibleName(translated(said))
        self.setAccessibleDescription(translated(steps_text(shown.steps)))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room, higher than a line of text."""
        return QSize(THEME.px(_WIDTH), THEME.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """Narrow where there is little room."""
        return QSize(THEME.px(_WIDTH) // 2, THEME.px(_HEIGHT))

    def points(self) -> list[QPointF]:
        """The corners of the line, from the first charge to today: two for each day with a charge."""
        shown = self._shown
        if shown is None:
            return []
        level = self._high(float(shown.before))
        corners = []
        for step in self._corners:
            corners.append(QPointF(self._across(step.day), level))
            level = self._high(float(step.spent))
            corners.append(QPointF(self._across(step.day), level))
        return [*corners, QPointF(self._across(shown.end), level)]

    def told_at(self, across: int) -> str:
        """The steps that stand near a place across the line."""
        shown = self._shown
        if shown is None:
            return ""
        near, places = THEME.px(_NEAR), [self._across(day) for day in self._days]
        return steps_text(shown.steps[bisect_left(places, across - near) : bisect_right(places, across + near)])

    def _across(self, day: date) -> float:
        start, end = self._span
        return _INSET + (day - start).days / max((end - start).days, 1) * (self.width() - 2 * _INSET)

    def _high(self, spent: float) -> float:
        share = spent / max(self._top, spent, _LEAST)
        return self.height() - _INSET - share * (self.height() - 2 * _INSET)

    def event(self, event: QEvent) -> bool:
        """Name the steps near the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            told = self.told_at(event.pos().x())
            QToolTip.showText(event.globalPos(), plain_tip(told) if told else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The limit on top, nothing below, and the steps between them."""
        corners = self.points()
        if not corners:
            return
        painter, colours = QPainter(self), THEME.palette
        painter.setPen(QPen(QColor(colours.strong_border), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(0, _INSET - 0.5), QPointF(self.width(), _INSET - 0.5))
        painter.setPen(QPen(QColor(colours.strong_border), 1))
        painter.drawLine(QPointF(0, self.height() - 0.5), QPointF(self.width(), self.height() - 0.5))
        path = QPainterPath(corners[0])
        for corner in corners[1:]:
            path.lineTo(corner)
        painter.setPen(QPen(QColor(colours.accent), THEME.px(_LINE)))
        painter.drawPath(path)
        painter.end()


def steps_text(steps: Sequence[Step]) -> str:
    """Each step with its day, its cost and what was spent then, the latest first; of many how many there are before."""
    told = [_told(step) for step in reversed(steps[-_TOLD:])]
    more = len(steps) - len(told)
    return joined("\n", [*told, *([tr("{more} more before", more=more)] if more else [])])


def _told(step: Step) -> str:
    """A step in words."""
    cost, spent = rational_text(step.cost), rational_text(step.spent)
    if not step.dated:
        return tr(
            "release {number}, not drawn: ε {cost}, {spent} spent by then", number=step.number, cost=cost, spent=spent
        )
    day = step.day.isoformat()
    return tr(
        "{day}, release {number}: ε {cost}, {spent} spent by then",
        day=day,
        number=step.number,
        cost=cost,
        spent=spent,
    )
