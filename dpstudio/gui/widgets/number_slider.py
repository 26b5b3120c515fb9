"""Sliders whose places stand for numbers: these are their values, too, for whoever cannot see them."""

from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider

from dpstudio.core.quantities import readable


class NumberSlider(QSlider):
    """A slider from left to right each place of which stands for a number."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def at(self, place: int) -> Fraction:
        """The number that a place stands for; farther right never less."""
        raise NotImplementedError

    @property
    def number(self) -> Fraction:
        """What is shown."""
        return self.at(self.sliderPosition())

    @property
    def said(self) -> str:
        """What is shown, as people read it."""
        return readable(self.number)

    def go_to(self, number: float) -> None:
        """Move as a person would, to the place nearest to this number."""
        self.setValue(min(range(self.minimum(), self.maximum() + 1), key=lambda place: abs(self.at(place) - number)))


class RoundSlider(NumberSlider):
    """Goes by equal steps."""

    def __init__(self) -> None:
        self._step = Fraction(1)
        super().__init__()

    def show_steps(self, step: Fraction, first: int, last: int) -> None:
        """Go from one multiple of a step to another."""
        self._step = step
        self.setRange(first, last)
        self.setPageStep(max(1, (last - first) // 10))

    def at(self, place: int) -> Fraction:
        """As `NumberSlider.at`."""
        return place * self._step
