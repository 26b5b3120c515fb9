"""Work under way: how far it is, and Cancel."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from dpstudio.gui.widgets.kit import button, row
from dpstudio.translation import tr

_WHOLE = 1000


class Running(QWidget):
    """A bar and a button; hidden until there is work.

    Args:
        name: of what the bar shows the progress.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._ending = False
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 0)
        self.progress.setAccessibleName(name)
        self.cancel_button = button(tr("Cancel"), "x")
        self.setLayout(row(self.progress, self.cancel_button))
        self.hide()

    def end(self, go_on: Callable[[], None]) -> None:
        """Hide it once the keyboard has gone on from Cancel: hidden, that would give it to whatever comes next."""
        self._ending = True
        if not self.cancel_button.hasFocus():
            self.hide()
            return
        QTimer.singleShot(0, self, lambda: self._end(go_on))

    def _end(self, go_on: Callable[[], None]) -> None:
        if self._ending:
            if self.cancel_button.hasFocus():
                go_on()
            self.hide()

    def begin(self) -> None:
        """There is work."""
        self._ending = False
        self.show()

    def show_share(self, share: float) -> None:
        """How much of the work is done, from 0 to 1; as long as it is 0 the bar says only that something is done."""
        if share > 0:
            self.progress.setRange(0, _WHOLE)
        self.progress.setValue(round(_WHOLE * share))
