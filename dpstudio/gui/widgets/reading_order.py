"""The Tab key leads through a window as it is read, in whatever order its parts were made."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.manners import ASIDE, TAKES_AWAY
from dpstudio.gui.widgets.whole import RING

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class InOrder(QWidget):
    """What it holds is gone through as its layouts hold it; what is gone to is scrolled into sight.

    Enter presses the button that has the keyboard, as the space bar does.
    """

    def focusNextPrevChild(self, forth: bool) -> bool:  # noqa: N802 - Qt's
        """Give the keyboard to the next control, or to the one before; round about at the ends."""
        there = self._from(QApplication.focusWidget(), forth=forth)
        if there is None:
            return False
        there.setFocus(Qt.FocusReason.TabFocusReason if forth else Qt.FocusReason.BacktabFocusReason)
        bring_into_sight(there)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """Press the button that has the keyboard; a key that is held down presses once."""
        here = QApplication.focusWidget()
        if event.key() in _ENTER and isinstance(here, QAbstractButton) and self.isAncestorOf(here):
            if not event.isAutoRepeat():
                here.click()
            return
        super().keyPressEvent(event)

    def _from(self, here: QWidget | None, *, forth: bool) -> QWidget | None:
        """The next stop from a widget; Qt asks for it, too, when the one that has the keyboard is hidden.

        What vanishes under the keyboard gives it to nothing that takes something away.
        """
        gone = here is not None and not here.isVisible()
        order = list(_all_in(self, gone=gone))
        at = order.index(here) if here in order else -1 if forth else len(order)
        around = order[at + 1 :] + order[: max(at, 0)] if forth else order[:at][::-1] + order[at + 1 :][::-1]
        return next((each for each in around if _stops(each) and not (gone and each.property(TAKES_AWAY))), None)


def enter(root: QWidget) -> None:
    """Give the keyboard to the first control of a part of the window, past what only explains, and scroll to it."""
    stops = [each for each in _all_in(root, gone=False) if _stops(each)]
    there = next((each for each in stops if not each.property(ASIDE)), next(iter(stops), None))
    if there is not None:
        there.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_sight(there)


def _stops(widget: QWidget) -> bool:
    """Whether the Tab key stops at a widget."""
    return widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _all_in(root: QWidget, *, gone: bool) -> Iterator[QWidget]:
    """Every widget as it is read; of `gone` ones only on demand, since a page may hold hundreds."""
    for each in _parts(root):
        if each is not None and (gone or each.isVisible()):
            yield each
            yield from _all_in(each, gone=gone)


def _parts(widget: QWidget) -> Iterator[QWidget | None]:
    """What stands in a widget, in its order."""
    layout = widget.layout()
    if isinstance(widget, QScrollArea):
        yield widget.widget()
    elif isinstance(widget, QStackedWidget):
        yield widget.currentWidget()
    elif isinstance(widget, QSplitter):
        yield from (widget.widget(place) for place in range(widget.count()))
    elif layout is not None:
        yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    """Its widgets in its order, found by their places: Python keeps an item that it asks for, which Qt deletes."""
    around = layout.parentWidget()
    parts: list[QWidget | QLayout] = [each for each in layout.children() if isinstance(each, QLayout)]
    parts += [each for each in around.children() if isinstance(each, QWidget)] if around is not None else []
    placed = sorted(((layout.indexOf(each), place) for place, each in enumerate(parts)))
    for at, place in placed:
        part = parts[place]
        if at >= 0 and isinstance(part, QLayout):
            yield from _laid_out(part)
        elif at >= 0 and isinstance(part, QWidget):
            yield part


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to it, wherever it stands in what scrolls: to all of it and its ring where there is room for them."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)  # where the cursor is in it
            _show_all_of(widget, above)
        above = above.parentWidget()


def _show_all_of(widget: QWidget, area: QScrollArea) -> None:
    content, beside = area.widget(), area.viewport().height() - widget.height()
    if content is not None and beside >= 0:
        middle, ring = widget.mapTo(content, widget.rect().center()), 2 * THEME.px(RING)
        area.ensureVisible(middle.x(), middle.y(), ring, (widget.height() + 1) // 2 + min(ring, beside // 2))
