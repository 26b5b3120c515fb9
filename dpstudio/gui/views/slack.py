"""The slack t of the documents' bounds, to be grabbed: how likely what is drawn misses by so much."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from dpstudio.core.preview.tail import Tail
from dpstudio.core.quantities import readable, with_unit
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.number_slider import RoundSlider
from dpstudio.gui.widgets.percent import percent_up, says
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr, translated

_NAME = tr("t, how far off")


class Slack(QWidget):
    """A slider of t with the law's probability and the bound's; `moved` says that t is another one."""

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._tail: Tail | None = None
        self.slider, self.said = RoundSlider(), WholeLabel("small")
        self.slider.setAccessibleName(_NAME)
        self.slider.setMinimumHeight(THEME.target(28))
        self.slider.valueChanged.connect(lambda _: self._move())
        inside: QHBoxLayout = row(label(tr("t"), "strong", wrap=False), spacing=8)
        inside.addWidget(self.slider, 2)
        inside.addWidget(self.said, 5)
        self.setLayout(inside)

    def show_tail(self, tail: Tail | None) -> None:
        """Offer the values of t; one that was chosen stays, as far as it is among them. None offers none."""
        before = None if self._tail is None else self.t
        self._tail = tail
        if tail is None:
            return
        with QSignalBlocker(self.slider):
            self.slider.show_steps(tail.step, 1, tail.last)
            self.slider.go_to(float(tail.start if before is None else before))
        self._say()

    @property
    def offered(self) -> bool:
        """Whether there is a t."""
        return self._tail is not None

    @property
    def t(self) -> Fraction:
        """The value that is chosen."""
        return self.slider.number

    @property
    def far(self) -> NDArray[np.bool_] | None:
        """Which outcomes miss by t or more; None where there is no t."""
        return None if self._tail is None else self._tail.far(self.t)

    def _move(self) -> None:
        self._say()
        self.moved.emit()

    def _say(self) -> None:
        tail = self._tail
        if tail is None:
            return
        t, bound = with_unit(readable(self.t), tail.unit), tail.bound(self.t)
        proven = "" if bound is None else tr(" The bound by {by} {bound}.", by=tail.by, bound=_says(bound))
        self.said.setText(
            tr(
                "{said} (outlines at grey bars): {chance} of draws.{proven}",
                said=translated(tail.said).format(t=translated(t)),
                chance=percent_up(tail.chance(self.t)),
                proven=proven,
            )
        )


def _says(bound: Fraction) -> str:
    """What a bound says, in few words where that is nothing."""
    return tr("says nothing") if bound >= 1 else says(bound)
