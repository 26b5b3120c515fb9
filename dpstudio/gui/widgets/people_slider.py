"""A slider of how many people a demonstration's table has: the document's, or up to a thousand times as many."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QSlider

from dpstudio.core.quantities import counted
from dpstudio.gui.scaled import scaled
from dpstudio.gui.widgets.kit import label, row


class Multiples(QSlider):
    """A slider whose places are multiples of a number, and whose value, for whoever cannot see it too, is that number.

    Args:
        times: the multiples, from the least.
    """

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.times, self.of = times, 1
        self.setRange(0, len(times) - 1)
        self.setPageStep(3)
        self.setTracking(False)  # a table is made where the hand lets go, not on the way there

    @property
    def number(self) -> int:
        """What is shown: the number so many times."""
        return self.times[self.sliderPosition()] * self.of

    def go_to(self, number: float) -> None:
        """Move as a person would, to the place nearest to this number."""
        self.setValue(min(range(len(self.times)), key=lambda place: abs(self.times[place] * self.of - number)))


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
        self.slider.setAccessibleName("People in the demonstration")
        self.slider.sliderMoved.connect(lambda _: self._say())
        self.slider.valueChanged.connect(lambda place: self.chosen.emit(times[place]))
        name = label("People in the demonstration", "small", wrap=False)
        self.said = label("", "strong", wrap=False)
        inside = row(name, spacing=10)
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
        self.said.setText(f"×{self.slider.number // self.slider.of:,}: {counted(self.slider.number, 'people')}")
