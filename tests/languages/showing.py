"""All that a window shows or has a screen reader say, seen or not yet seen, and what of it is English."""

import html
import re
from collections.abc import Callable, Iterable, Iterator

import pyqtgraph as pg
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QPainter, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTabBar,
    QTextBrowser,
    QToolButton,
    QWidget,
)

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LINES = 40
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def english(text: str, known: Callable[[str], bool], quoted: Iterable[str] = ()) -> list[str]:
    """The words of a text that stand in English letters and are not known to be the person's own, or nobody's.

    Args:
        quoted: what is said as it stands in a receipt.
    """
    plain = html.unescape(re.sub(r"</?span>|\u200b", "", text.replace("<br>", " ")))
    for each in quoted:
        plain = plain.replace(each, " ")
    plain = re.sub(r"\w*…\w*", " ", plain)  # a name that is cut where there is no room
    plain = re.sub(r"\w*\d\w*|\*\.\w+", " ", plain)  # numbers, digests, kinds of files
    words = (word for word in _WORD.findall(plain) if len(word) > 1 and word.isascii())
    return [word for word in words if not known(word)]


def shown() -> Iterator[tuple[str, str]]:
    """Each text, with what it stands on."""
    for widget in QApplication.allWidgets():
        if not is_ours(widget):
            continue
        where = f"{type(widget).__name__} {widget.objectName()}".strip()
        for text in texts_of(widget):
            if isinstance(text, str) and text.strip():
                yield where, text


def is_ours(widget: QWidget) -> bool:
    """Whether its texts are the program's: not Qt's own, which have Qt's catalogue, nor menus that nobody can open."""
    holds = widget.parent()
    if isinstance(holds, QDialogButtonBox) and isinstance(widget, QAbstractButton):
        return holds.standardButton(widget) == QDialogButtonBox.StandardButton.NoButton
    outermost = widget
    while outermost.parentWidget() is not None:
        outermost = outermost.parentWidget()
    scrolling = isinstance(widget, QToolButton) and isinstance(holds, QTabBar)
    return type(outermost).__module__.startswith("dpstudio.") and not scrolling


def texts_of(widget: QWidget) -> Iterator[object]:
    """What one widget shows and says."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.whatsThis())
    if widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton | QMessageBox):
        yield widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QTextBrowser):
        yield widget.toPlainText()
    if isinstance(widget, QComboBox):
        yield from (widget.placeholderText(), *map(widget.itemText, range(widget.count())))
    if isinstance(widget, QTabBar):
        for at in range(widget.count()):
            yield from (widget.tabText(at), widget.tabToolTip(at), widget.accessibleTabName(at))
    if isinstance(widget, QMenu):
        yield from (each for action in widget.actions() for each in _of_action(action))
    if isinstance(widget, QAbstractItemView):
        yield from cells_of(widget)
    if isinstance(widget, pg.PlotWidget):
        yield from drawn_on(widget)


def _of_action(action: QAction) -> tuple[str, str]:
    text = action.text().partition("\t")[0]
    return text, "" if action.toolTip() == text.replace("&", "") else action.toolTip()


def cells_of(view: QAbstractItemView) -> Iterator[object]:
    """The headers of a table, and its first lines."""
    model = view.model()
    if model is None or isinstance(model, QAbstractListModel | QStandardItemModel):
        return  # of a list to choose from the entries have been taken
    columns = model.columnCount(QModelIndex())
    for at in range(columns):
        for role in _ROLES:
            yield model.headerData(at, Qt.Orientation.Horizontal, role)
    for line in range(min(model.rowCount(QModelIndex()), _LINES)):
        for at in range(columns):
            for role in _ROLES:
                yield model.data(model.index(line, at), role)


def drawn_on(plot: pg.PlotWidget) -> Iterator[object]:
    """The names of a plot's axes, what stands at them, and what is written into it."""
    for item in plot.getPlotItem().items:
        if isinstance(item, pg.TextItem):
            yield item.toPlainText()
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        yield axis.labelText
        yield from (text for level in axis._tickLevels or [] for _, text in level)


class Painted:
    """Notes what is painted as text, which is in no widget."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self._draw = QPainter.drawText

    def __enter__(self) -> "Painted":
        def drawing(painter: QPainter, *arguments: object) -> object:
            self.texts |= {each for each in arguments if isinstance(each, str)}
            return self._draw(painter, *arguments)

        QPainter.drawText = drawing
        return self

    def __exit__(self, *_: object) -> None:
        QPainter.drawText = self._draw
