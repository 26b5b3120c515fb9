"""What is cut off or overlaps on a page: a judge of its own, by the metrics of fonts and the geometry of widgets."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QTabBar,
    QTableView,
    QWidget,
)

from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.steps import StepBar
from tests.gui.cutting_pictures import faults_of

_TALL = 1 << 16
_SLACK = 2
_LONG = 230
"""Pixels at 100 % beyond which a cell may be shortened where nothing is free beside it."""
_SHORTENED = {"Releases": 100}
"""The same of a list whose cells are shortened rather than that it scrolls sideways."""
_AIR = 8
"""Pixels at 100 % that stand beside the text of a cell."""
_LIST = 130
"""Pixels at 100 % of an entry that every list has room for."""
_LOOKED_AT = 60
"""Lines of a table that are looked at."""
_HANDLE = 18
"""Pixels at 100 % that the round handle of a slider needs."""
_SEEN = QLabel | QAbstractButton | QLineEdit | QPlainTextEdit | QComboBox | QSlider | QTableView | ThemedPlot


def cut(root: QWidget) -> list[str]:
    """Every text in sight that is cut or stands on another, and every page that is too wide for its view."""
    found = [_told(kind, _called(each)) for kind, each in _cut_in(root)]
    found += [
        f"page {area.horizontalScrollBar().maximum()} too wide" for area in _shown(root, QScrollArea) if _wide(area)
    ]
    for table in _shown(root, QTableView):
        found += _cells(table) if table.model() is not None else []
    for plot in _shown(root, ThemedPlot):
        found += faults_of(plot)
    found += [_told("outside", _called(each)) for each in _shown(root, QWidget) if _outside(each)]
    return found + overlapping(root)


def _shown(root: QWidget, kind: type[Any]) -> list[Any]:
    return [each for each in root.findChildren(kind) if each.isVisible()]


def _wide(area: QScrollArea) -> bool:
    return area.horizontalScrollBar().maximum() > 0


def _cut_in(root: QWidget) -> Iterator[tuple[str, QWidget]]:
    judges = {
        "label": (QLabel, _label), "button": (QAbstractButton, _button), "list": (QComboBox, _list),
        "field": (QLineEdit, _line), "handle": (QSlider, _handle),
    }  # fmt: skip
    for name, (kind, judge) in judges.items():
        yield from ((name, each) for each in _shown(root, kind) if judge(each))


def captions_cut(steps: StepBar) -> list[str]:
    """The steps whose title or choice is painted shortened, by the texts that are painted."""
    painted = _painted(steps)
    said = [part for place in range(steps.count()) for part in (steps.tabText(place), steps.chosen(place))]
    whole = _without_blanks("".join(painted))  # which go where a line ends
    return [text for text in said if _without_blanks(text) not in whole]


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _painted(steps: StepBar) -> list[str]:
    """What a bar paints, taken down instead of drawn."""
    written: list[str] = []
    write = StepBar._write

    def noted(painter: QPainter, font, colour, place, text) -> None:
        written.append(QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, place.width()))
        write(painter, font, colour, place, text)

    steps._write = noted  # type: ignore[method-assign] # what is painted is overheard
    try:
        steps.grab()
    finally:
        del steps._write
    return written


def overlapping(root: QWidget) -> list[str]:
    """Pairs of texts and controls of which one stands on the other."""
    seen = [each for each in root.findChildren(QWidget) if isinstance(each, _SEEN) and _shows(each)]
    places = [(each, _in_sight(each)) for each in seen]
    return [
        f"{_called(one)!r} and {_called(other)!r} overlap"
        for (one, here), (other, there) in combinations(places, 2)
        if one.window() is other.window()
        and here.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK).intersects(there)
        and not (one.isAncestorOf(other) or other.isAncestorOf(one))
        and not _behind(one, other)
    ]


def _shows(widget: QWidget) -> bool:
    if not widget.isVisible() or widget.visibleRegion().isEmpty():
        return False
    return not isinstance(widget, QLabel) or bool(widget.text()) or not widget.pixmap().isNull()


def _behind(one: QWidget, other: QWidget) -> bool:
    """A plot lies over the table of its numbers on purpose."""
    kinds = {type(each) for each in (one, other)}
    return any(issubclass(kind, ThemedPlot) for kind in kinds) and any(issubclass(kind, QTableView) for kind in kinds)


def _in_sight(widget: QWidget) -> QRect:
    """Where a widget stands in its window, as far as nothing that it scrolls in hides it."""
    place = QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())
    above = widget.parentWidget()
    while above is not None and above is not widget.window():
        place &= QRect(above.mapTo(widget.window(), QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return place


def _called(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton | QLineEdit) else ""
    hint = widget.placeholderText() if isinstance(widget, QLineEdit) else ""
    return (text or hint or widget.accessibleName() or type(widget).__name__)[:100]


def _scale() -> float:
    return QApplication.font().pixelSize() / 14


def _told(kind: str, text: str) -> str:
    return f"{kind} cut: {text[:100]!r}"


def _label(label: QLabel) -> bool:
    text, space = QLabel.text(label), label.contentsRect()
    picture = label.pixmap()
    if not picture.isNull():
        size = picture.deviceIndependentSize()
        return size.width() > space.width() + 1 or size.height() > space.height() + 1
    if not text:
        return False
    if not label.wordWrap():
        if label.fontMetrics().height() > space.height() + _SLACK:
            return True
        return any(label.fontMetrics().horizontalAdvance(line) > space.width() + _SLACK for line in text.split("\n"))
    wide = QRect(0, 0, max(1, space.width() - max(0, label.indent())), _TALL)
    needed = label.fontMetrics().boundingRect(wide, Qt.TextFlag.TextWordWrap, text)
    return needed.height() > space.height() + _SLACK or needed.width() > wide.width() + _SLACK


def _button(button: QAbstractButton) -> bool:
    if button.objectName().startswith("qt_") or isinstance(button.parent(), QTabBar | QAbstractScrollArea):
        return False
    if isinstance(button, Link):
        return (
            button.heightForWidth(button.width()) > button.height() or button.minimumSizeHint().width() > button.width()
        )
    if button.text() and button.height() < button.fontMetrics().height():
        return True
    return bool(button.text()) and button.sizeHint().width() > button.width() + _SLACK


def _line(line: QLineEdit) -> bool:
    """A field is too low for its text, or too narrow for the hint in it; a long text that was typed scrolls."""
    inner, metrics = line.contentsRect(), line.fontMetrics()
    hint = "" if line.text() else line.placeholderText()
    around = line.height() - metrics.height()
    return metrics.height() > inner.height() or metrics.horizontalAdvance(hint) > line.width() - max(8, around // 2)


def _cells(table: QTableView) -> list[str]:
    """Names are whole, rows are high enough; a long cell is shortened only where no column has room to spare.

    Of two tables beside one another, a cell is shortened rather than that either of them scrolls.
    """
    model, found = table.model(), []
    wanted, widths = [], [table.columnWidth(place) for place in range(model.columnCount())]
    for place, width in enumerate(widths):
        if table.horizontalHeader().isVisible() and table.horizontalHeader().sectionSizeHint(place) > width:
            found.append(_told("column", str(model.headerData(place, Qt.Orientation.Horizontal))))
        cells = [model.index(line, place) for line in range(min(_LOOKED_AT, model.rowCount()))]
        wanted.append(max((table.sizeHintForIndex(cell).width() for cell in cells), default=0))
    named = [table.horizontalHeader().sectionSizeHint(place) for place in range(len(widths))]
    spare = table.viewport().width() - sum(widths)
    air, long = theme_of(table).px(_AIR), theme_of(table).px(_SHORTENED.get(table.accessibleName(), _LONG))
    long = 0 if table.objectName() == "compact" else long
    needed = (max(want + air, name) for want, name in zip(wanted, named, strict=True))
    spare += sum(max(0, width - need) for width, need in zip(widths, needed, strict=True))
    for place, (width, want) in enumerate(zip(widths, wanted, strict=True)):
        if table.isColumnHidden(place):
            continue
        if want > width and (width < min(want, long) - 1 or spare >= len(widths)):
            found.append(_told("cell", str(model.index(0, place).data())))
    if model.rowCount() and table.rowHeight(0) < table.fontMetrics().height():
        found.append(_told("row", table.accessibleName()))
    return found


def _list(box: QComboBox) -> bool:
    """The ends of a long entry are enough; its tool tip has all of it."""
    wanted = min(box.fontMetrics().horizontalAdvance(box.currentText()), round(_LIST * _scale()))
    return wanted > box.width() - 2 * box.fontMetrics().height()


def _handle(slider: QSlider) -> bool:
    return slider.height() < _HANDLE * _scale()


def _outside(widget: QWidget) -> bool:
    """A widget that reaches beyond what it stands in, where no bar scrolls to it."""
    parent = widget.parentWidget()
    if (
        parent is None
        or not isinstance(widget, _SEEN)
        or isinstance(parent, QTabBar | QAbstractScrollArea | QComboBox)
        or isinstance(parent.parentWidget(), QAbstractScrollArea)
    ):
        return False
    beyond = (
        widget.geometry().right() > parent.width() + _SLACK or widget.geometry().bottom() > parent.height() + _SLACK
    )
    empty = isinstance(widget, QLabel) and not widget.text()
    return beyond and not empty
