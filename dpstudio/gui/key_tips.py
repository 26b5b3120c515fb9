"""A key for every control: letters beside each, which do what a click there does; one key shows them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QFrame,
    QLabel,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from dpstudio.gui.actions import LETTERS
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.tour_places import seen
from dpstudio.gui.widgets.key_codes import codes
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.reading_order import bring_into_sight
from dpstudio.translation import phrase_of

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow

_TEXT, _BESIDE, _ROUND = 11, 4, 3
"""How large the letters are, and what lies beside them, at 100 %."""
_OF = ": "
"""What stands in the name of a field behind what it is a field of."""
_WITH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_AWAY = (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
_BY = {
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
}
"""What scrolls meanwhile: a page may hold more than is seen at once."""
_PRESSED = (QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin)
_LEFT = (QEvent.Type.WindowDeactivate, QEvent.Type.Close)
_MOVED = (
    QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.EnabledChange,
    QEvent.Type.StyleChange,
)  # fmt: skip


class Badge(NamedTuple):
    """Letters, where they stand in the window, and what they are for."""

    code: str
    area: QRect
    control: QWidget


class Badges(QWidget):
    """Draws letters over a window, through which that can be clicked."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.shown: tuple[Badge, ...] = ()
        self.hide()

    def needed(self, code: str) -> QSize:
        """The room that letters take."""
        metrics, beside = QFontMetrics(self._lettering()), theme_of(self).px(_BESIDE)
        return QSize(metrics.horizontalAdvance(code.upper()) + 2 * beside, metrics.height() + beside // 2)

    def show_badges(self, badges: Sequence[Badge]) -> None:
        """Draw these."""
        self.shown = tuple(badges)
        self.setGeometry(self.window().rect())
        self.raise_()
        self.show()
        self.update()

    def _lettering(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(theme_of(self).px(_TEXT))
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """Letters in the colour of what all stands on, on the colour of text: nothing else looks like that."""
        del event
        colours, painter = theme_of(self).palette, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._lettering())
        for badge in self.shown:
            painter.setPen(QPen(QColor(colours.surface), 1))
            painter.setBrush(QColor(colours.text))
            painter.drawRoundedRect(QRectF(badge.area).adjusted(0.5, 0.5, -0.5, -0.5), _ROUND, _ROUND)
            painter.drawText(badge.area, Qt.AlignmentFlag.AlignCenter, badge.code.upper())
        painter.end()


class KeyTips(QObject):
    """Shows letters beside all controls of a window, until one is chosen or anything else is done.

    Args:
        window: a window of the program, or a dialog.
        page: names the page in front; another one has other controls.
        over: the parts of the window that lie over others.

    Attributes:
        codes: of the controls of the page in front; those out of sight are scrolled to when they are chosen.
    """

    def __init__(
        self,
        window: QWidget,
        page: Callable[[], str] = lambda: "",
        over: Callable[[], Sequence[QWidget]] = lambda: (),
    ) -> None:
        super().__init__(window)
        self._window, self._front, self._over, self.badges = window, page, over, Badges(window)
        self.codes: dict[QWidget, str] = {}
        self._page, self._typed, self._on = "", "", False
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._follow)

    def start(self) -> None:
        """Show them; a reader hears how many there are."""
        application = QApplication.instance()
        if self._on or application is None:
            return
        self._on, self._typed = True, ""
        application.installEventFilter(self)
        self._follow()
        number = len(self.codes)
        told = phrase_of(number, "{number} control has letters.", "{number} controls have letters.", number=number)
        say(self._window, told)

    def stop(self) -> None:
        """Show none any more."""
        application = QApplication.instance()
        if not self._on or application is None:
            return
        self._on = False
        application.removeEventFilter(self)
        self._moved.stop()
        self.badges.hide()

    def forget(self) -> None:
        """Another project has other controls."""
        self.stop()
        self.codes = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Whatever is typed is for the letters; what is done by other means ends them."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return self._key(event)
        if kind == QEvent.Type.InputMethod:
            return True
        if kind in _PRESSED or (kind in _LEFT and watched is self._window):
            self.stop()
        elif kind in _MOVED and watched is not self.badges:
            self._moved.start()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        """Whether a key is kept from the rest of the program: all but shortcuts, which end the letters."""
        if event.modifiers() & _WITH or event.key() in _AWAY:
            self.stop()
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif not event.isAutoRepeat() and event.key() != Qt.Key.Key_Shift:
            self._press(event)
        return True

    def _press(self, event: QKeyEvent) -> None:
        typed = self._typed + event.text().lower()
        fitting = [control for control, code in self.codes.items() if code.startswith(typed) and _can_be_used(control)]
        if event.key() in _BY:
            for each in self._window.findChildren(QScrollArea):
                if each.isVisible():
                    each.verticalScrollBar().triggerAction(_BY[Qt.Key(event.key())])
        elif not fitting and event.text().isalnum():  # a slip: what is typed next is no text for a field either
            self._typed = ""
            self._follow()
        elif not event.text() or not fitting:
            self.stop()
        elif self.codes[fitting[0]] == typed:
            self.stop()
            _use(fitting[0])
        else:
            self._typed = typed
            self._follow()

    def _follow(self) -> None:
        """Give letters to what has none yet, and put them where the controls are now."""
        if self._page != self._front():
            self._page, self.codes = self._front(), {}
        kept = {control: code for control, code in self.codes.items() if isValid(control)}
        there = [each for each in controls(self._window) if _can_be_used(each)]
        self.codes = codes({each: _called(each) for each in there}, kept)
        self.badges.show_badges(list(self._placed(there)))

    def _placed(self, there: Sequence[QWidget]) -> Iterator[Badge]:
        """A badge for each control in sight whose letters begin as was typed, apart from others where there is room."""
        window, taken = self._window, list[QRect]()
        over = self._over()
        for control in there:
            code, spot = self.codes[control], _in_sight(control, window)
            if spot.isEmpty() or not code.startswith(self._typed):
                continue
            hidden = [each.geometry() for each in over if not each.isAncestorOf(control)]
            area = _beside(spot, self.badges.needed(code), window.rect(), taken + hidden)
            if not any(each.intersects(area) for each in hidden):
                taken.append(area)
                yield Badge(code, area, control)


class DialogTips(QObject):
    """Gives every dialog that has the keyboard letters of its own, by the same key as the window's."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        application.focusChanged.connect(self._meet)

    def _meet(self, _before: QWidget | None, now: QWidget | None) -> None:
        dialog = now.window() if now is not None else None
        if isinstance(dialog, QDialog) and dialog.findChild(KeyTips) is None:
            tips = KeyTips(dialog)
            QShortcut(QKeySequence(LETTERS), dialog).activated.connect(tips.start)


def window_tips(window: "MainWindow") -> KeyTips:
    """Letters on a window of the program, which end with its page and are given anew for another project."""
    tips = KeyTips(window, lambda: window.page, partial(_lying_over, window))
    window.workplace.tab_changed.connect(tips.stop)
    window.stack.currentChanged.connect(tips.stop)
    window.projects.leaving.connect(tips.forget)
    window.closed.connect(tips.stop)
    return tips


def controls(window: QWidget) -> Iterator[QWidget]:
    """What takes the keyboard and has no key of its own; the parts that Qt makes for itself belong to these."""
    for each in window.findChildren(QWidget):
        if each.focusPolicy() == Qt.FocusPolicy.NoFocus or not each.isVisible() or each.window() is not window:
            continue
        inner = each.objectName().startswith("qt_") or _is_part(each, each.parentWidget()) or _is_said(each)
        if not inner and not (isinstance(each, QAbstractButton) and _has_key(each)):
            yield each


def _has_key(button: QAbstractButton) -> bool:
    """Whether a button has a key of its own; in a dialog that of its text does not count, since the style hides it."""
    own, written = button.shortcut().toString(), QKeySequence.mnemonic(button.text()).toString()
    return own not in ("", written if isinstance(button.window(), QDialog) else "")


def _is_said(widget: QWidget) -> bool:
    """Whether it is a text in a frame that takes the keyboard itself and says it."""
    frame = widget.parentWidget()
    return isinstance(widget, QLabel) and type(frame) is QFrame and frame.focusPolicy() != Qt.FocusPolicy.NoFocus


def _is_part(widget: QWidget, parent: QWidget | None) -> bool:
    """Whether it is what scrolls, or lies in a list."""
    viewport = isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget
    return viewport or isinstance(parent, QComboBox | QAbstractItemView)


def _can_be_used(control: QWidget) -> bool:
    return isValid(control) and control.isVisible() and control.isEnabled()


def _lying_over(window: "MainWindow") -> list[QWidget]:
    """The parts of the window that lie over others, as the words of a tour do."""
    below = window.centralWidget(), window.menuBar()
    parts = [each for each in window.children() if isinstance(each, QWidget) and each not in below]
    return [each for each in parts if each.isVisible() and not each.isWindow() and not _is_looked_through(each)]


def _is_looked_through(part: QWidget) -> bool:
    return part.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def _in_sight(control: QWidget, window: QWidget) -> QRect:
    """Where what stands on a control is seen in the window; of what lies far below no more is worked out."""
    whole = QRect(control.mapTo(window, QPoint(0, 0)), control.size())
    if not whole.intersects(window.rect()):
        return QRect()
    return seen(control, window).intersected(_filled(control).translated(whole.topLeft()))


def _filled(control: QWidget) -> QRect:
    """The part of a control that something stands on: a text may be far shorter than its line."""
    if isinstance(control, QTabBar):
        return control.tabRect(control.currentIndex())
    if isinstance(control, Link):
        return control.filled
    if isinstance(control, QLabel):
        lines = Qt.TextFlag.TextWordWrap | control.alignment()
        return control.fontMetrics().boundingRect(control.contentsRect(), lines, control.text())
    return control.rect()


def _called(control: QWidget) -> str:
    """What stands on a button, else its name; the name of a field, without what it is a field of."""
    if isinstance(control, QAbstractButton):
        return control.text().strip() or control.accessibleName()
    return control.accessibleName().rpartition(_OF)[2]


def _use(control: QWidget) -> None:
    """What a click does: a button is pressed, anything else has the keyboard."""
    bring_into_sight(control)
    control.setFocus(Qt.FocusReason.ShortcutFocusReason)
    if isinstance(control, QAbstractButton):
        control.click()


def _beside(spot: QRect, size: QSize, room: QRect, taken: Sequence[QRect]) -> QRect:
    """Where a badge stands: on the edge of its control, at the right above before elsewhere, apart from others."""
    wide, high = size.width(), size.height()
    lefts = spot.right() - wide * 3 // 4, spot.left() - wide // 4, spot.center().x() - wide // 2
    tops = spot.top() - high // 2, spot.bottom() - high // 2
    places = [
        QRect(QPoint(_held(left, room.right() + 1 - wide), _held(top, room.bottom() + 1 - high)), size)
        for top, left in product(tops, lefts)
    ]
    return next((each for each in places if not any(each.intersects(other) for other in taken)), places[0])


def _held(value: int, most: int) -> int:
    return max(0, min(value, most))
