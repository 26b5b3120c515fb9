"""A slider of how many people a demonstration's table has: the document's, or up to a thousand times as many."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QSlider

from dpstudio.core.quantities import counted
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import label, row


class PeopleSlider(QFrame):
    """Offers some multiples of a number of people; `chosen` carries the one that a person moves it to.

    Args:
        times: the multiples, from the least.
    """

    chosen = Signal(int)

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__()
        self.setObjectName("card")
        self._times, self._people = times, 0
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(times) - 1)
        self.slider.setPageStep(3)
        self.slider.setTracking(False)  # a table is made where the hand lets go, not on the way there
        self.slider.setMinimumHeight(THEME.px(28))
        self.slider.sliderMoved.connect(self._say)
        self.slider.valueChanged.connect(lambda place: self.chosen.emit(self._times[place]))
        name = label("&People in the demonstration", "small", wrap=False)
        name.setBuddy(self.slider)
        self.said = label("", "strong", wrap=False)
        inside = row(name, spacing=10)
        inside.addWidget(self.slider, 1)
        inside.addWidget(self.said)
        margin = THEME.px(14)
        inside.setContentsMargins(margin, THEME.px(4), margin, THEME.px(4))
        self.setLayout(inside)

    def show_people(self, people: int, times: int) -> None:
        """Stand where the table is.

        Args:
            people: the document's.
            times: how many times these the table has.
        """
        self._people = people
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._times.index(times))
        self._say(self.slider.value())

    def _say(self, place: int) -> None:
        times = self._times[place]
        said = f"×{times:,}: {counted(self._people * times, 'people')}"
        self.said.setText(said)
        self.slider.setAccessibleName(f"People in the demonstration: {said}")
