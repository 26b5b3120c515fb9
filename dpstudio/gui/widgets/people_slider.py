"""A slider of how many people a demonstration's table has: the document's, or up to a thousand times as many."""

from fractions import Fraction

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFrame

from dpstudio.core.quantities import counted
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.number_slider import NumberSlider
from dpstudio.translation import tr

_SLID = 80
"""Pixels at 100 % that its handle is moved over at least."""


class Multiples(NumberSlider):
    """A slider whose places are multiples of a number.

    Args:
        times: the multiples, from the least.
    """

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__()
        self.times, self.of = times, 1
        self.setRange(0, len(times) - 1)
        self.setPageStep(3)
        self.setTracking(False)  # a table is made where the hand lets go, not on the way there

    def at(self, place: int) -> Fraction:
        """As `NumberSlider.at`: the number so many times."""
        return Fraction(self.times[place] * self.of)


class PeopleSlider(QFrame):
    """Offers some multiples of a number of people; `chosen` carries the one that a person moves it to.

    Args:
        times: the multiples, from the least.
    """

    chosen = Signal(int)

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__()
        self.setObjectName("card")
        self.slider = Multiples(times)
        scaled(self.slider.setMinimumWidth, _SLID)
        self.slider.setAccessibleName(tr("People in the demonstration"))
        self.slider.sliderMoved.connect(lambda _: self._say())
        self.slider.valueChanged.connect(lambda place: self.chosen.emit(times[place]))
        self.name = label(tr("People in the demonstration"), "small", wrap=False)
        self.said = label("", "strong", wrap=False)
        inside = row(self.name, spacing=10)
        inside.addWidget(self.slider, 1)
        inside.addWidget(self.said)
        scaled(inside.setContentsMargins, 14, 4, 14, 4)
        self.setLayout(inside)

    def show_people(self, people: int, times: int) -> None:
        """Stand where the table is.

        Args:
            people: the document's.
            times: how many times these the table has.
        """
        self.slider.of = people
        with QSignalBlocker(self.slider):
            self.slider.setValue(self.slider.times.index(times))
        self._say()

    def _say(self) -> None:
        number = int(self.slider.number)
        self.said.setText(
            tr("×{number}: {people}", number=f"{number // self.slider.of:,}", people=counted(number, "people"))
        )
