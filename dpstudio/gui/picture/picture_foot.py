"""What stands below the picture: its scale, the mark of a sample's true best, and of which table all of it is true."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from dpstudio.core.preview.truth import Truth
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.plots.lines import STAR
from dpstudio.gui.widgets.kit import column, label, row
from dpstudio.gui.widgets.tips import tip
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import joined, tr

_MARKED = tr("{star} marks the true best: only a sample may show it.", star=STAR)
_MARK_BEST = tr("Mark the true best with {star}", star=STAR)
_MARK_FIGURE = tr("Mark the true value with {star}", star=STAR)

_LEAST = 30
"""Pixels at 100 % that what is clicked is high: at 80 % still 24."""


class PictureFoot(QWidget):
    """Offers another scale, and the mark where there is a true best that may be seen; shows a note.

    Args:
        bare: without what the mark of the source says, too.
    """

    best_turned, log_turned = Signal(bool), Signal(bool)

    def __init__(self, *, bare: bool = False) -> None:
        super().__init__()
        self._bare = bare
        self.best = QCheckBox(_MARK_BEST)
        self.log = QCheckBox(tr("Lo&g scale"))
        tip(self.log, tr("Draw each probability as long as its logarithm: small ones can be seen and compared."))
        for box, turned in ((self.best, self.best_turned), (self.log, self.log_turned)):
            scaled(box.setMinimumHeight, _LEAST)
            box.clicked.connect(turned)
        self._truth: Truth | None = None
        self.note, self.floor = WholeLabel("small"), label("", "small", wrap=False)
        self.setLayout(column(row(self.best, None, self.log, self.floor), self.note, spacing=4))
        self.offer_truth(None)

    def offer_truth(self, truth: Truth | None) -> None:
        """Let the mark be there where there is a true answer that may be seen, or not."""
        self._truth = truth
        self.best.setVisible(truth is not None)
        if truth is not None:
            self.best.setText(_MARK_FIGURE if truth.said else _MARK_BEST)

    def offer_log(self, *, offered: bool) -> None:
        """Let the other scale be there, or not."""
        for each in (self.log, self.floor):
            each.setVisible(offered)

    def say_floor(self, floor: str) -> None:
        """Say where the other scale begins; "" where it is not in force."""
        self.floor.setText(tr("from {floor} on", floor=floor) if floor else "")

    def turn_log(self) -> None:
        """Turn the scale, where that is offered."""
        if self.log.isVisible():
            self.log.click()

    def follow_log(self, other: "PictureFoot") -> None:
        """Begin with the scale of another picture."""
        if other.log.isChecked():
            self.log.setChecked(True)
            self.log_turned.emit(True)

    def remark(self, note: str) -> None:
        """Show a note of which table the picture is, unless only the mark of the source says it; both are exported."""
        self.say(note)
        if self._bare:
            self.note.setVisible(False)

    def say(self, note: str) -> None:
        """Show a note, and what the mark means where it is set."""
        marked = self._marked if self.best.isChecked() else ""
        self.note.setText(joined(" ", filter(None, (note, marked))))
        self.note.setVisible(bool(self.note.text()))

    @property
    def _marked(self) -> str:
        """What the mark means, where there may be one."""
        if self._truth is None or not self._truth.said:
            return _MARKED if self._truth else ""
        figure = self._truth.said
        return tr("{star} marks the true value, {figure}: only a sample may show it.", star=STAR, figure=figure)
