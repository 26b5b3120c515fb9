"""A mouse wheel, turned over what is under the mouse."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget


def wheel(widget: QWidget, *, away: bool = False, ctrl: bool = False) -> None:
    """Turn it a notch over the middle of a widget, towards oneself or away, with the Ctrl key held or not.

    As Qt does with a turn of the mouse's own wheel: what a widget leaves goes to that which it stands in.
    """
    here: QWidget | None = widget
    while here is not None and not _taken(here, away=away, ctrl=ctrl):
        here = None if here.isWindow() else here.parentWidget()


def _taken(widget: QWidget, *, away: bool, ctrl: bool) -> bool:
    spot = QPointF(widget.rect().center())
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    turned = QWheelEvent(
        spot, QPointF(widget.mapToGlobal(spot.toPoint())), QPoint(), QPoint(0, 120 if away else -120),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    return QApplication.sendEvent(widget, turned) and turned.isAccepted()
