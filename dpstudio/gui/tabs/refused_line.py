"""Why a release was not made: said until the person has read it, looked elsewhere, and nothing stands against it."""

from collections.abc import Callable

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.kit import column, label


class RefusedLine(QWidget):
    """A line of text that is there only where there is something to say.

    Args:
        is_open: whether what was refused can be released now.
    """

    def __init__(self, is_open: Callable[[], bool]) -> None:
        super().__init__()
        self._is_open, self._told = is_open, label("", "problem")
        self.setLayout(column(self._told))
        self.hide()

    def text(self) -> str:
        """What is said."""
        return self._told.text()

    def say(self, told: str, kind: str) -> None:
        """Say it in the style sheet's `kind`; "" says nothing."""
        self._told.setObjectName(kind)
        self._told.style().polish(self._told)
        self._told.setText(told)
        self.setVisible(bool(told))
        if told:
            say(self, told, urgent=True)

    def put_away(self) -> None:
        """The person has looked elsewhere, and may have mended it: what can be released again is not called refused."""
        if self.text() and self._is_open():
            self.say("", "problem")

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Another tab is turned to."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.put_away()
