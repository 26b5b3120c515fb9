"""What is cut off on a page: a judge of its own, by the metrics of the fonts and the geometry of the widgets."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QScrollArea,
    QTabBar,
    QTableView,
    QWidget,
)

from dpstudio.gui.widgets.link import Link

_TALL = 1 << 16
_SLACK = 2


def cut(root: QWidget) -> list[str]:
    """Every text in sight that does not fit where it stands, and every page that is wider than its view."""
    found = [_told("label", each.text()) for each in root.findChildren(QLabel) if each.isVisible() and _label(each)]
    for button in root.findChildren(QAbstractButton):
        inner = button.objectName().startswith("qt_") or isinstance(button.parent(), QTabBar | QAbstractScrollArea)
        if button.isVisible() and not inner and _button(button):
            found.append(_told("button", button.text()))
    for box in root.findChildren(QComboBox):
        wanted = box.fontMetrics().horizontalAdvance(box.currentText())
        if box.isVisible() and wanted > box.width() - 2 * box.fontMetrics().height():
            found.append(_told("list", box.currentText()))
    for area in root.findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0:
            found.append(f"page {area.horizontalScrollBar().maximum()} too wide")
    for table in root.findChildren(QTableView):
        if table.isVisible() and table.model() is not None:
            found += _cells(table)
    return found + [_outside(each) for each in root.findChildren(QWidget) if each.isVisible() and _outside(each)]


def _told(kind: str, text: str) -> str:
    return f"{kind} cut: {text[:100]!r}"


def _label(label: QLabel) -> bool:
    text, space = QLabel.text(label), label.contentsRect()
    if not text:
        return False
    if not label.wordWrap():
        return any(label.fontMetrics().horizontalAdvance(line) > space.width() + _SLACK for line in text.split("\n"))
    wide = QRect(0, 0, max(1, space.width() - max(0, label.indent())), _TALL)
    needed = label.fontMetrics().boundingRect(wide, Qt.TextFlag.TextWordWrap, text)
    return needed.height() > space.height() + _SLACK or needed.width() > wide.width() + _SLACK


def _button(button: QAbstractButton) -> bool:
    if isinstance(button, Link):
        return (
            button.heightForWidth(button.width()) > button.height() or button.minimumSizeHint().width() > button.width()
        )
    return bool(button.text()) and button.sizeHint().width() > button.width() + _SLACK


def _cells(table: QTableView) -> list[str]:
    model, found = table.model(), []
    for place in range(model.columnCount()):
        width = table.columnWidth(place)
        if table.horizontalHeader().sectionSizeHint(place) > width:
            found.append(_told("column", str(model.headerData(place, Qt.Orientation.Horizontal))))
        cells = [model.index(line, place) for line in range(min(10, model.rowCount()))]
        found += [_told("cell", str(cell.data())) for cell in cells if table.sizeHintForIndex(cell).width() > width]
    return found


def _outside(widget: QWidget) -> str:
    """A widget that reaches beyond what it stands in, where no bar scrolls to it."""
    parent = widget.parentWidget()
    if (
        parent is None
        or not isinstance(widget, QLabel | QAbstractButton)
        or isinstance(parent, QTabBar | QAbstractScrollArea)
    ):
        return ""
    text = widget.text()
    beyond = (
        widget.geometry().right() > parent.width() + _SLACK or widget.geometry().bottom() > parent.height() + _SLACK
    )
    return _told("outside", text) if beyond and text else ""
