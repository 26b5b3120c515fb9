"""Which part of the release the picture shows: one of several figures, and of a figure one of its numbers."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.distribution import Distribution
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import called
from dpstudio.translation import tr

_NAME, _NUMBER, _APART = 14, 20, 6
"""Characters of a part's name and of a number's that are in sight at least; pixels at 100 % between both lists."""


class PartChoice(QWidget):
    """A list of the parts, and one of the numbers of the part that is chosen; each is there where there is a choice."""

    activated = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[Distribution, ...] = ()
        self.which, self.number = choice([]), choice([])
        names = tr("Which part of the release"), tr("Which of its numbers")
        both = self.which, self.number
        called_so = (called(box, name) for box, name in zip(both, names, strict=True))
        self.setLayout(Flow(*called_so, *both, spacing=_APART, fill=self.which))
        for box, least in zip(both, (_NAME, _NUMBER), strict=True):
            box.setMinimumContentsLength(least)
            box.activated.connect(self._choose)

    @property
    def part(self) -> int:
        """Which part is chosen, from 0."""
        return max(0, self.which.currentIndex())

    @property
    def law(self) -> Distribution:
        """That of what is chosen."""
        part = self._parts[self.part]
        at = self.number.currentIndex()
        return part if part.numbers is None or at < 1 else part.numbers.law(at)

    def show_parts(self, parts: tuple[Distribution, ...]) -> None:
        """Offer parts; what is chosen stays as far as there are as many."""
        self._parts = parts
        fill_choice(self.which, [(str(place), _name_of(each)) for place, each in enumerate(parts)])
        self.which.setCurrentIndex(self.part)
        self._show_numbers()

    def _show_numbers(self) -> None:
        numbers = self._parts[self.part].numbers if self._parts else None
        names = () if numbers is None else numbers.names
        fill_choice(self.number, [(str(place), name) for place, name in enumerate(names)])
        self.number.setCurrentIndex(max(0, self.number.currentIndex()))

    def _choose(self) -> None:
        self._show_numbers()
        self.activated.emit()

    def offer(self, *, offered: bool, enabled: bool) -> None:
        """Let what there is a choice of be there, or not.

        Args:
            enabled: whether anything hangs on it.
        """
        for box in (self.which, self.number):
            box.setVisible(offered and box.count() > 1)
            box.setEnabled(enabled)
        self.setVisible(offered and max(self.which.count(), self.number.count()) > 1)


def _name_of(part: Distribution) -> str:
    """What a part is called: of several numbers what they are the numbers of."""
    return part.numbers.of if part.numbers else part.name
