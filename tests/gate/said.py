"""All that stands anywhere in the program's windows, hidden or not."""

from functools import lru_cache

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QPlainTextEdit, QWidget

from dpstudio.gui.plots.base import ThemedPlot

_TEXTS = ("text", "toolTip", "accessibleName", "accessibleDescription", "windowTitle", "placeholderText", "statusTip")


def cells(model: QAbstractItemModel | None) -> list[str]:
    """All that an item model would show."""
    if model is None:
        return []
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.UserRole)
    lines, places = range(model.rowCount()), range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
    shown = [str(model.data(model.index(line, place), role)) for line in lines for place in places for role in roles]
    return shown + [str(model.headerData(place, Qt.Orientation.Horizontal)) for place in places]


@lru_cache
def texts_of(kind: type[QWidget]) -> tuple[str, ...]:
    """Which texts a kind of widget has."""
    return tuple(name for name in _TEXTS if hasattr(kind, name))


def said_by(widget: QWidget) -> list[str]:
    """All texts of one widget, hidden or not, and of its model or picture."""
    texts = [str(getattr(widget, name)()) for name in texts_of(type(widget))]
    if isinstance(widget, QPlainTextEdit):
        texts.append(widget.toPlainText())
    if isinstance(widget, QComboBox | QAbstractItemView):
        texts += cells(widget.model())
    if isinstance(widget, ThemedPlot):
        texts += [item.toPlainText() for item in widget.texts]
        texts += [str(widget.getAxis(side)._tickLevels) for side in ("left", "bottom")]
    return texts


def everything_said() -> str:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return "\n".join(text for widget in QApplication.allWidgets() for text in said_by(widget))
