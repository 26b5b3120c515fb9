"""The Tab key leads through a window as it is read, in whatever order its parts were made."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLayout, QScrollArea, QSplitter, QStackedWidget, QWidget


class InOrder(QWidget):
    """What it holds is gone through as its layouts hold it; what is gone to is scrolled into sight."""

    def focusNextPrevChild(self, forth: bool) -> bool:  # noqa: N802 - Qt's
        """Give the keyboard to the next control, or to the one before; round about at the ends."""
        stops, here = list(_stops(self)), QApplication.focusWidget()
        if not stops:
            return False
        at = stops.index(here) if here in stops else -1 if forth else 0
        there = stops[(at + (1 if forth else -1)) % len(stops)]
        there.setFocus(Qt.FocusReason.TabFocusReason if forth else Qt.FocusReason.BacktabFocusReason)
        _bring(there)
        return True


def _stops(root: QWidget) -> Iterator[QWidget]:
    """Where the Tab key stops."""
    for each in _parts(root):
        if each is None or not each.isVisible():
            continue
        if each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield each
        yield from _stops(each)


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
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid_out(inner)


def _bring(widget: QWidget) -> None:
    """Scroll to it, wherever it stands in what scrolls."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
