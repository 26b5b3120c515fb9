"""A guided tour: a ring around one part of the window after the other, and what is said of it beside."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget
from shiboken6 import isValid

from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.tour_places import APART, AROUND, beside, seen
from dpstudio.gui.tour_steps import Step, steps_of
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import sentence, tr

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow

_LINE, _ROUND, _WIDE = 3, 9, 360
_FOLLOWS = 60
"""Milliseconds after which ring and words are where the part has moved to."""
_EXAMPLE = "colour"


class TourRing(QWidget):
    """A ring around a part of the window, through which that can be clicked."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The ring alone."""
        del event
        painter, half = QPainter(self), _LINE / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme_of(self).palette.warn), _LINE))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), _ROUND, _ROUND)
        painter.end()


class TourCard(QFrame):
    """What is said of a part, and the buttons that lead on, back and out."""

    turned = Signal(int)
    stopped = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAccessibleName(tr("Tour"))
        self.place, self.title, self.text = label("", "small", wrap=False), label("", "heading"), WholeLabel()
        self.back_button, self.next_button = button(tr("Back")), button(tr("Next"), kind="primary")
        self.stop_button = button(tr("Stop"), kind="quiet", hint=tr("End the tour (Esc)."))
        self.back_button.clicked.connect(lambda: self.turned.emit(-1))
        self.next_button.clicked.connect(lambda: self.turned.emit(1))
        self.stop_button.clicked.connect(self.stopped)
        pressed = row(self.back_button, self.next_button, self.stop_button, None, self.place)
        inside = column(self.title, self.text, pressed)
        scaled(inside.setContentsMargins, 14, 12, 14, 12)
        self.setLayout(inside)
        for key, by in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Left, -1)):
            made = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            made.activated.connect(lambda by=by: self.turned.emit(by))
        self.hide()

    def show_step(self, step: Step, at: int, of: int) -> None:
        """Say what belongs to a step of so many."""
        self.title.setText(step.title)
        self.text.setText(step.text)
        self.place.setText(tr("{at} of {of}", at=at + 1, of=of))
        self.back_button.setEnabled(at > 0)
        last = at == of - 1
        self.next_button.setText(tr("Done") if last else tr("Next"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.stop_button.setVisible(not last)
        self.fit()

    def fit(self) -> None:
        """As wide as there is room for, and as high as its lines."""
        wide = min(theme_of(self).px(_WIDE), self.window().width() - 2 * APART)
        layout = self.layout()
        if layout is not None:
            self.resize(wide, self.height())  # its text takes as many lines as it then needs
            layout.activate()
            self.resize(wide, max(layout.totalHeightForWidth(wide), layout.minimumSize().height()))


class Tour(QObject):
    """Goes through the pages of the open project, or of an example where none is open.

    Attributes:
        steps: all there are.
        at: the place of the step in front among all, or None.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self.steps = window, steps_of(window)
        self.at: int | None = None
        self._before: QWidget | None = None
        self._began = "", ""
        self._lay: tuple[QSize, QSize, QPoint] | None = None
        self.ring, self.card = TourRing(window), TourCard(window)
        self.card.turned.connect(self.turn)
        self.card.stopped.connect(self.stop)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window, enabled=False)
        self._escape.activated.connect(self.stop)
        self._follows = QTimer(self, interval=_FOLLOWS)
        self._follows.timeout.connect(self.follow)
        window.closed.connect(self._follows.stop)

    def start(self) -> None:
        """Begin with the first step; an example is opened where no project is."""
        window = self._window
        if window.session.document.plan.data_table is None:
            window.welcome.demonstration_requested.emit(_EXAMPLE)
            if window.session.document.plan.data_table is None:
                return
        if self.at is None:
            self._before = QApplication.focusWidget()
            self._began = window.tab, window.workplace.half
        self._escape.setEnabled(True)
        self._follows.start()
        self._show(self._there()[0])

    def turn(self, by: int) -> None:
        """Go on by a step, or back; after the last one the tour is over."""
        if self.at is None:
            return
        there, at = self._there(), self.at
        left = [each for each in (there if by > 0 else reversed(there)) if (each - at) * by > 0]
        if left:
            self._show(left[0])
        elif by > 0:
            self.stop()

    def _there(self) -> list[int]:
        """The places of the steps that there is something to point at of, in their order."""
        return [place for place, step in enumerate(self.steps) if self._is_there(step)]

    def _is_there(self, step: Step) -> bool:
        part, workplace = step.part(), self._window.workplace
        if part is None:
            return False
        return part.isVisibleTo(workplace.dock if self._is_pictured(part) else workplace.page_called(step.tab))

    def _is_pictured(self, part: QWidget) -> bool:
        return self._window.workplace.dock.isAncestorOf(part)

    def _show(self, at: int) -> None:
        """Bring the page of a step to the front, and say what belongs to it."""
        self.at, step, there = at, self.steps[at], self._there()
        self._window.show_tab(step.tab)
        part, place, steps = step.part(), there.index(at), len(there)
        if part is not None:
            self._window.workplace.show_half("picture" if self._is_pictured(part) else "form")
            _bring_into_sight(part)
        self.card.show_step(step, place, steps)
        self.follow()
        self.card.next_button.setFocus()
        said = tr(
            "Tour, step {at} of {steps}. {title} {text}",
            at=place + 1,
            steps=steps,
            title=sentence(step.title),
            text=step.text,
        )
        say(self._window, said)

    def stop(self) -> None:
        """End it; page and keyboard are where they were before."""
        self.at = None
        self._follows.stop()
        self._escape.setEnabled(False)
        self.ring.hide()
        self.card.hide()
        tab, half = self._began
        workplace = self._window.workplace
        workplace.show_tab(tab)
        workplace.show_half(half)
        before = self._before
        back = before if before is not None and isValid(before) and before.isVisible() else workplace.steps
        back.setFocus()

    def follow(self) -> None:
        """Put ring and words where the part is now; words alone while it is out of sight."""
        if self.at is None:
            return
        window, part = self._window, self.steps[self.at].part()
        lies = None if part is None else (window.size(), part.size(), _within(part))
        if part is not None and lies != self._lay:
            self._lay = lies  # sizes and texts move it; whoever scrolls away is not led back
            _bring_into_sight(part)
        spot = seen(part, window) if part is not None else QRect()
        self.ring.setVisible(not spot.isEmpty())
        self.ring.setGeometry(spot.adjusted(-AROUND, -AROUND, AROUND, AROUND))
        self.ring.raise_()
        self.card.fit()
        kept = [seen(each, window) for each in (*self.steps[self.at].kept(), window.preview)]
        room = window.rect()
        room.setTop(seen(window.workplace.steps, window).bottom())
        self.card.move(beside(spot, self.card.size(), room, kept))
        self.card.show()
        self.card.raise_()


def _within(part: QWidget) -> QPoint:
    """Where a part lies in what it scrolls with."""
    above = part
    while (parent := above.parentWidget()) is not None and not isinstance(parent.parentWidget(), QScrollArea):
        above = parent
    return part.mapTo(above, QPoint(0, 0))


def _bring_into_sight(part: QWidget) -> None:
    above = part.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
        above = above.parentWidget()
