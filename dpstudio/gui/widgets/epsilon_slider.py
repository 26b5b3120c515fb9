"""The slider of ε: equal steps are equal ratios, and its value, for whoever cannot see it too, is ε."""

import math
from fractions import Fraction

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider

from dpstudio.core.quantities import rational_text, significant_up
from dpstudio.translation import tr

_TICKS_PER_DECADE = 50
_LEAST, _GREATEST = -2, 1


def slider_epsilon(position: int) -> str:
    """The round ε of a slider position: 0.01 to 10 in equal ratios, two digits."""
    value = significant_up(Fraction(10 ** (position / _TICKS_PER_DECADE)).limit_denominator(10**6), 2)
    return rational_text(value)


def slider_position(epsilon: Fraction) -> int:
    """Where the slider stands for an ε."""
    if epsilon <= 0:
        return _LEAST * _TICKS_PER_DECADE
    logarithm = math.log10(epsilon.numerator) - math.log10(epsilon.denominator)
    return round(min(max(logarithm, _LEAST), _GREATEST) * _TICKS_PER_DECADE)


class EpsilonSlider(QSlider):
    """Goes from 0.01 to 10; `slid` carries the round ε that a person moves it to."""

    slid = Signal(str)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(_LEAST * _TICKS_PER_DECADE, _GREATEST * _TICKS_PER_DECADE)
        self.setPageStep(10)
        self.setAccessibleName(tr("ε, from more privacy to more accuracy"))
        self._shown, self._sliding = Fraction(1), False
        self.valueChanged.connect(self._moved)

    @property
    def epsilon(self) -> Fraction:
        """The ε that is shown, exactly; where the slider was moved from it, the round one of its place."""
        here = slider_position(self._shown) == self.value()
        return self._shown if here else Fraction(slider_epsilon(self.value()))

    def show_epsilon(self, epsilon: Fraction) -> None:
        """Stand where this ε is; while a person moves the slider it stays under the hand."""
        if self._sliding:
            return
        self._shown = epsilon
        self.blockSignals(True)
        self.setValue(slider_position(epsilon))
        self.blockSignals(False)

    def go_to(self, epsilon: float) -> None:
        """Move as a person would, to the place nearest to this ε."""
        self.setValue(slider_position(Fraction(epsilon)))

    def _moved(self, position: int) -> None:
        self._sliding = True
        self.slid.emit(slider_epsilon(position))
        self._sliding = False
