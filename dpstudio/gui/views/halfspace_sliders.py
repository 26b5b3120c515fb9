"""Two sliders that turn and move a halfspace by the keyboard, and say where it lies."""

from fractions import Fraction

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.preview.halfspaces import STEP, Direction, angle, directions, reach, turned
from dpstudio.core.preview.queries import Halfspace, Plane
from dpstudio.core.quantities import readable
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.number_slider import NumberSlider, RoundSlider
from dpstudio.translation import phrase, tr

_ON = Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_PageUp
_BACK = Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_PageDown


class DirectionSlider(NumberSlider):
    """Goes once around, from 0° to 360°, by the directions that there are; keys go on from either end at the other."""

    def __init__(self) -> None:
        self._directions: tuple[Direction, ...] = ((1, 0),)
        super().__init__()

    def show_direction(self, plane: Plane, direction: Direction) -> None:
        """Stand at one of the directions of a plane; it stays where it is among them."""
        if direction not in self._directions or len(self._directions) != len(directions(plane, direction)):
            self._directions = directions(plane, direction)
            self.setRange(0, len(self._directions))
        if direction != self.direction:
            self.setValue(self._directions.index(direction))

    @property
    def direction(self) -> Direction:
        """The one that it stands at."""
        return self._directions[self.sliderPosition() % len(self._directions)]

    def at(self, place: int) -> Fraction:
        """As `NumberSlider.at`."""
        return Fraction(360 if place == len(self._directions) else round(angle(self._directions[place])))

    @property
    def said(self) -> str:
        """As `NumberSlider.said`."""
        return phrase("{degrees}°", degrees=readable(self.number))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """At an end, go on from the other one, which is the same direction."""
        ends = (self.maximum(), _ON, self.minimum()), (self.minimum(), _BACK, self.maximum())
        for end, keys, other in ends:
            if self.value() == end and event.key() in keys:
                with QSignalBlocker(self):
                    self.setValue(other)
                break
        super().keyPressEvent(event)


class HalfspaceSliders(QWidget):
    """The direction of a halfspace, and from which number on its rows lie in it."""

    chosen = Signal(object)
    """Another halfspace is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._plane: Plane | None = None
        self._halfspace = Halfspace(1, 0, Fraction(0))
        self.direction, self.least = DirectionSlider(), RoundSlider()
        self._angle, self._number = label("", "strong", wrap=False), label("", "strong", wrap=False)
        self.direction.valueChanged.connect(lambda _: self._turn())
        self.least.valueChanged.connect(lambda _: self._move())
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        lines = (self.direction, tr("turned"), self._angle), (self.least, tr("at least"), self._number)
        for slider, name, value in lines:
            slider.setMinimumHeight(THEME.target(28))
            line = row(label(name, "small", wrap=False), spacing=10)
            line.addWidget(slider, 1)
            line.addWidget(value)
            put(inside, line)
        self.direction.setAccessibleName(tr("Direction of the halfspace"))
        self.least.setAccessibleName(tr("From which number on rows lie in the halfspace"))

    def show_halfspace(self, plane: Plane, halfspace: Halfspace) -> None:
        """Stand where a halfspace lies."""
        self._plane, self._halfspace = plane, halfspace
        direction = halfspace.across, halfspace.up
        with QSignalBlocker(self.direction), QSignalBlocker(self.least):
            self.direction.show_direction(plane, direction)
            self.least.show_steps(STEP, *reach(plane, direction))
            self.least.setValue(round(halfspace.least / STEP))
        self._angle.setText(self.direction.said)
        self._number.setText(self.least.said)

    def _turn(self) -> None:
        if self._plane is not None:
            self.chosen.emit(turned(self._plane, self._halfspace, self.direction.direction))

    def _move(self) -> None:
        self.chosen.emit(self._halfspace._replace(least=self.least.number))
