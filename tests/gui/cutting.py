"""What is cut off or overlaps on a page: a judge of its own, by the metrics of the fonts and the geometry of what is shown."""

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
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

from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.steps import StepBar

_TALL = 1 << 16
_SLACK = 2
_LONG = 280
"""Pixels at 100 % beyond which a cell may be shortened where nothing is free beside it."""
_HANDLE = 18
"""Pixels at 100 % that the round handle of a slider needs."""
_SEEN = QLabel | QAbstractButton | QLineEdit | QPlainTextEdit | QComboBox | QSlider | QTableView | ThemedPlot


def cut(root: QWidget) -> list[str]:
    """Every text in sight that does not fit where it stands or stands on another, and every page too wide for its view."""
    found = [_told("label", each.text()) for each in root.findChildren(QLabel) if each.isVisible() and _label(each)]
    for button in root.findChildren(QAbstractButton):
        inner = button.objectName().startswith("qt_") or isinstance(button.parent(), QTabBar | QAbstractScrollArea)
        if button.isVisible() and not inner and _button(button):
            found.append(_told("button", button.text()))
    for box in root.findChildren(QComboBox):
        wanted = box.fontMetrics().horizontalAdvance(box.currentText())
        if box.isVisible() and wanted > box.width() - 2 * box.fontMetrics().height():
            found.append(_told("list", box.currentText()))
    for line in root.findChildren(QLineEdit):
        if line.isVisible() and _line(line):
            found.append(_told("field", line.text() or line.placeholderText()))
    for slider in root.findChildren(QSlider):
        if slider.isVisible() and slider.height() < _HANDLE * _scale():
            found.append(_told("handle", slider.accessibleName()))
    for area in root.findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0:
            found.append(f"page {area.horizontalScrollBar().maximum()} too wide")
    for table in root.findChildren(QTableView):
        if table.isVisible() and table.model() is not None:
            found += _cells(table)
    for plot in root.findChildren(ThemedPlot):
        if plot.isVisible():
            found += _plot(plot)
    found += [_outside(each) for each in root.findChildren(QWidget) if each.isVisible() and _outside(each)]
    return found + overlapping(root)


def captions_cut(steps: StepBar) -> list[str]:
    """The steps whose title or choice is painted shortened, by the texts that are painted."""
    painted = _painted(steps)
    said = [part for place in range(steps.count()) for part in (steps.tabText(place), steps.chosen(place))]
    whole = " ".join(painted)
    return [text for text in said if text and text not in painted and text not in whole]


def _painted(steps: StepBar) -> list[str]:
    """What a bar paints, taken down instead of drawn."""
    written: list[str] = []
    write = StepBar._write

    def noted(painter: QPainter, font, colour, place, text) -> None:
        written.append(QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, place.width()))
        write(painter, font, colour, place, text)

    steps._write = noted  # type: ignore[method-assign]
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
    return (text or widget.accessibleName() or type(widget).__name__)[:60]


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
    """Names are whole, rows are high enough; a long cell is shortened only where no column has room to spare."""
    model, found = table.model(), []
    wanted, widths = [], [table.columnWidth(place) for place in range(model.columnCount())]
    for place, width in enumerate(widths):
        if table.horizontalHeader().isVisible() and table.horizontalHeader().sectionSizeHint(place) > width:
            found.append(_told("column", str(model.headerData(place, Qt.Orientation.Horizontal))))
        cells = [model.index(line, place) for line in range(min(10, model.rowCount()))]
        wanted.append(max((table.sizeHintForIndex(cell).width() for cell in cells), default=0))
    named = [table.horizontalHeader().sectionSizeHint(place) for place in range(len(widths))]
    spare = table.viewport().width() - sum(widths)
    spare += sum(max(0, width - max(want, name)) for width, want, name in zip(widths, wanted, named, strict=True))
    for place, (width, want) in enumerate(zip(widths, wanted, strict=True)):
        if want > width and (width < min(want, _LONG * _scale()) - 1 or spare >= len(widths)):
            found.append(_told("cell", str(model.index(0, place).data())))
    if model.rowCount() and table.rowHeight(0) < table.fontMetrics().height():
        found.append(_told("row", table.accessibleName()))
    return found


def _plot(plot: ThemedPlot) -> list[str]:
    """Numbers and names at the axes are whole and apart, and so is what is written beside the bars."""
    plot.grab()  # an upright axis takes its width when its numbers are drawn
    QApplication.processEvents()
    inside, found = QRectF(plot.viewport().rect()), []
    box = plot.getViewBox()
    if box.height() < 1.2 * QFontMetrics(QApplication.font()).height():
        found.append(f"picture {plot.accessibleName()!r} is {box.height():.0f} high")
    numbers = {side: [] for side in ("left", "bottom")}
    for side in numbers:
        axis = plot.getAxis(side)
        picture = QImage(8, 8, QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        if axis.style["tickFont"]:
            painter.setFont(axis.style["tickFont"])
        _, _, texts = axis.generateDrawSpecs(painter)
        painter.end()
        numbers[side] = [(axis.mapRectToScene(rect), text) for rect, _, text in texts if text]
        label = axis.label
        if label.isVisible() and label.toPlainText().strip():
            numbers[side].append((_middle(label.sceneBoundingRect()), label.toPlainText().strip()))
    beside = [
        (text.sceneBoundingRect(), text.toPlainText())
        for text in plot.texts
        if text.isVisible() and box.sceneBoundingRect().contains(text.sceneBoundingRect().center())
    ]
    for rect, text in [*numbers["left"], *numbers["bottom"]]:
        if not inside.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(rect):
            found.append(_told("number", text))
    for texts in (numbers["left"], numbers["bottom"], beside if plot.getAxis("left")._tickLevels else []):
        found += [
            f"{one!r} and {other!r} overlap in {plot.accessibleName()!r}"
            for (here, one), (there, other) in combinations(texts, 2)
            if here.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK).intersects(_smaller(there))
        ]
    return found


def _smaller(place: QRectF) -> QRectF:
    """Without the air above and below a line of text."""
    air = place.height() / 8
    return place.adjusted(_SLACK, air, -_SLACK, -air)


def _middle(place: QRectF) -> QRectF:
    """Without the margin that a document has around its text."""
    return place.adjusted(4, 4, -4, -4)


def pages(widget: QWidget) -> Iterator[QScrollArea]:
    """What scrolls in a part of the window, and has more than is in sight."""
    for area in widget.findChildren(QScrollArea):
        if area.isVisible() and area.verticalScrollBar().maximum() > 0:
            yield area


def _outside(widget: QWidget) -> str:
    """A widget that reaches beyond what it stands in, where no bar scrolls to it."""
    parent = widget.parentWidget()
    if (
        parent is None
        or not isinstance(widget, _SEEN)
        or isinstance(parent, QTabBar | QAbstractScrollArea | QComboBox)
        or isinstance(parent.parentWidget(), QAbstractScrollArea)
    ):
        return ""
    beyond = (
        widget.geometry().right() > parent.width() + _SLACK or widget.geometry().bottom() > parent.height() + _SLACK
    )
    empty = isinstance(widget, QLabel) and not widget.text()
    return _told("outside", _called(widget)) if beyond and not empty else ""
