"""The slack t of the documents' bounds, to be grabbed: how likely what is drawn lies so far below the best."""

from fractions import Fraction
from math import ceil, floor

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from dpstudio.core.preview.loss import Losses
from dpstudio.core.quantities import grouped, rational_text, with_unit
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.number_slider import RoundSlider
from dpstudio.gui.widgets.percent import percent_up, says
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr

_NAME = tr("t, how far below the best")


class Slack(QWidget):
    """A slider of t with the law's probability and the bound's; `moved` says that t is another one."""

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._losses: Losses | None = None
        self._unit = ""
        self.slider, self.said = RoundSlider(), WholeLabel("small")
        self.slider.setAccessibleName(_NAME)
        self.slider.setMinimumHeight(THEME.target(28))
        self.slider.valueChanged.connect(lambda _: self._move())
        inside: QHBoxLayout = row(label(tr("t"), "strong", wrap=False), spacing=8)
        inside.addWidget(self.slider, 1)
        inside.addWidget(self.said, 2)
        self.setLayout(inside)

    def show_losses(self, losses: Losses | None, unit: str) -> None:
        """Offer the losses' values of t; one that was chosen stays, as far as it is among them. None offers none."""
        before = None if self._losses is None else self.t
        self._losses, self._unit = losses, unit
        if losses is None:
            return
        step, last = losses.steps
        start = min(last, max(1, floor(losses.mostly.true / step))) * step
        with QSignalBlocker(self.slider):
            self.slider.show_steps(step, 1, last)
            self.slider.go_to(float(start if before is None else before))
        self._say()

    @property
    def t(self) -> Fraction:
        """The value that is chosen."""
        return self.slider.number

    @property
    def steps(self) -> int:
        """From how many steps below the best on a candidate is at least t below it."""
        return 0 if self._losses is None else ceil(self.t / self._losses.unit)

    def _move(self) -> None:
        self._say()
        self.moved.emit()

    def _say(self) -> None:
        if self._losses is None:
            return
        found, t = self._losses.at_least(self.t), with_unit(grouped(rational_text(self.t)), self._unit)
        bound = "" if found.counted is None else tr(" The bound {counted}.", counted=_says(found.counted))
        self.said.setText(
            tr(
                "{t} or more below the best (grey): {chance} of draws.{bound}",
                t=t,
                chance=percent_up(found.chance),
                bound=bound,
            )
        )


def _says(bound: Fraction) -> str:
    """What a bound says, in few words where that is nothing."""
    return tr("says nothing") if bound >= 1 else says(bound)
