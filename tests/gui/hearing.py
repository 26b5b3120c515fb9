"""What a screen reader is told of a window: a judge of its own, which asks as readers do."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QWidget,
)
from shiboken6 import Shiboken

_ROLE, _TEXT = QAccessible.Role, QAccessible.Text
_SAYS_NOTHING = {_ROLE.NoRole, _ROLE.Client, _ROLE.Pane, _ROLE.Border, _ROLE.Window, _ROLE.LayeredPane}


def told(widget: QWidget) -> QAccessibleInterface:
    """What a reader is given for a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None, widget
    return found


def tabs(bar: QWidget) -> list[str]:
    """The names of the tabs in a bar; Python is to keep none of the parts, which Qt deletes unseen."""
    face = told(bar)
    parts = [face.child(place) for place in range(face.childCount())]
    names = [part.text(_TEXT.Name) for part in parts if part.role() == _ROLE.PageTab]
    for each in (*parts, face):
        Shiboken.invalidate(each)
    return names


def name(widget: QWidget) -> str:
    """By itself, else by its label; of a list Qt tells readers the entry that it shows, so that its label counts."""
    labels = [other.text(_TEXT.Name) for other, _ in told(widget).relations(QAccessible.RelationFlag.Label)]
    own = "" if isinstance(widget, QComboBox) else told(widget).text(_TEXT.Name)
    return own or " ".join(labels)


def group(widget: QWidget) -> str:
    """What several options are about of which this is one, or ""."""
    around = told(widget).parent()
    return around.text(_TEXT.Name) if around is not None and around.role() == _ROLE.Grouping else ""


def controls(root: QWidget) -> Iterator[QWidget]:
    """Every visible widget that takes the keyboard; the parts that Qt makes for itself belong to these."""
    for each in root.findChildren(QWidget):
        inner = each.objectName().startswith("qt_") or _is_part(each, each.parentWidget())
        if each.isVisible() and each.focusPolicy() != Qt.FocusPolicy.NoFocus and not inner:
            yield each


def _is_part(widget: QWidget, parent: QWidget | None) -> bool:
    """What lies in a list, and where something scrolls."""
    viewport = isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget
    return viewport or isinstance(parent, QComboBox | QAbstractItemView)


def offences(root: QWidget) -> list[str]:
    """What is wrong with each control in sight: no name, no role, another value than is shown, marks in its words."""
    return [f"{type(each).__name__} {name(each)!r}: {wrong}" for each in controls(root) if (wrong := _offence(each))]


def _offence(widget: QWidget) -> str:
    face = told(widget)
    description = face.text(_TEXT.Description)
    if not name(widget).strip():
        return "has no name"
    if face.role() in _SAYS_NOTHING:
        return f"has the role {face.role()}"
    if "<span" in description or "<span" in name(widget):
        return f"is described with marks, {description!r}"
    if description.strip() == name(widget).strip():
        return "says its name twice"
    return _wrong_value(widget, face)


def _wrong_value(widget: QWidget, face: QAccessibleInterface) -> str:
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        shown = widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()
        return "" if face.text(_TEXT.Value) == shown else "says another text than it holds"
    if isinstance(widget, QComboBox):
        return "" if face.text(_TEXT.Value) == widget.currentText() else "says another entry than it shows"
    if isinstance(widget, QSlider):
        return "" if face.valueInterface() is not None else "has no value"
    if isinstance(widget, QAbstractButton) and widget.isCheckable():
        state = face.state()
        chosen = state.expanded if state.expandable else state.checked
        return "" if bool(chosen) == widget.isChecked() else "says another state than it has"
    return ""
