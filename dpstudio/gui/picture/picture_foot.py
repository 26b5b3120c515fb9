"""What stands below the picture: the mark of a sample's true best, and of which table all of it is true."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.plots.lines import STAR
from dpstudio.gui.widgets.kit import column
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import joined, tr

_MARKED = tr("{star} marks the true best: only a sample may show it.", star=STAR)

_LEAST = 30
"""Pixels at 100 % that what is clicked is high: at 80 % still 24."""


class PictureFoot(QWidget):
    """Offers the mark where there is a true best that may be seen, and shows a note."""

    best_turned = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.best = QCheckBox(tr("Mark the true best with {star}", star=STAR))
        scaled(self.best.setMinimumHeight, _LEAST)
        self.best.clicked.connect(self.best_turned)
        self._offered = False
        self.note = WholeLabel("small")
        self.setLayout(column(self.best, self.note, spacing=4))
        self.offer_best(offered=False)

    def offer_best(self, *, offered: bool) -> None:
        """Let the mark be there, or not."""
        self._offered = offered
        self.best.setVisible(offered)

    def say(self, note: str) -> None:
        """Show a note, and what the mark means where it is set."""
        marked = _MARKED if self._offered and self.best.isChecked() else ""
        self.note.setText(joined(" ", filter(None, (note, marked))))
        self.note.setVisible(bool(self.note.text()))
