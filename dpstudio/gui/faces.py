"""What a screen reader is told of the program's own widgets, where Qt's words for them would be wrong or missing.

Qt asks for the face of a widget once a reader looks at it, and keeps it. Each interface of a face is an object of its
own, held by the face.
"""

from functools import lru_cache
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAttributesInterface, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAccessibleWidget, QLabel, QWidget
from shiboken6 import Shiboken

from dpstudio.core.quantities import rational_text
from dpstudio.gui.look.announcing import Said
from dpstudio.gui.widgets.chips import Chips
from dpstudio.gui.widgets.epsilon_slider import EpsilonSlider
from dpstudio.gui.widgets.fold import Fold
from dpstudio.gui.widgets.number_slider import NumberSlider
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.gui.widgets.tree import Branch, TreeNode
from dpstudio.gui.widgets.two_bars import Stripe
from dpstudio.translation import tr

_NO_INTERFACE = Shiboken.VoidPtr(0)
"""What `interface_cast` must answer instead of None, which Qt would take for an address."""
_LEVELS = {"title": 1, "heading": 2}
_STEP, _LEAST, _GREATEST = 0.01, 0.01, 10.0
_RESULT = "result"


class Face(QAccessibleWidget):
    """A role, and interfaces of our own."""

    def __init__(self, widget: QWidget, role: QAccessible.Role, **interfaces: Any) -> None:
        super().__init__(widget, role)
        self._own = {getattr(QAccessible.InterfaceType, name): each for name, each in interfaces.items()}

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """One of our own interfaces, else Qt's."""
        found = self._own.get(kind)
        if found is None:
            found = super().interface_cast(kind)
        return _NO_INTERFACE if found is None else found

    def text(self, kind: QAccessible.Text) -> str:
        """As Qt has it; what has no name of its own is called by what stands on it."""
        found = str(super().text(kind))
        shown = self.widget()
        return shown.text() if kind == QAccessible.Text.Name and not found and isinstance(shown, QLabel) else found


class _Value(QAccessibleValueInterface):
    """The value of the slider is ε, which a reader may set, too."""

    def __init__(self, slider: EpsilonSlider) -> None:
        super().__init__()
        self._slider = slider

    def currentValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._slider.epsilon)

    def setCurrentValue(self, value: Any) -> None:  # noqa: N802 - Qt's
        self._slider.go_to(float(value))

    def minimumValue(self) -> float:  # noqa: N802 - Qt's
        """The least of the slider, or what was typed below it."""
        return min(_LEAST, self.currentValue())

    def maximumValue(self) -> float:  # noqa: N802 - Qt's
        """The greatest of the slider, or what was typed above it."""
        return max(_GREATEST, self.currentValue())

    def minimumStepSize(self) -> float:  # noqa: N802 - Qt's
        """By which readers know how many digits to say: with 0 some say whole numbers."""
        return _STEP


class SliderFace(Face):
    """The slider of ε."""

    def __init__(self, slider: EpsilonSlider) -> None:
        super().__init__(slider, QAccessible.Role.Slider, ValueInterface=_Value(slider))
        self._slider = slider

    def text(self, kind: QAccessible.Text) -> str:
        """Its value is ε as it is written."""
        return rational_text(self._slider.epsilon) if kind == QAccessible.Text.Value else super().text(kind)


class _Number(QAccessibleValueInterface):
    """The value of a slider of numbers is the number, which a reader may set, too."""

    def __init__(self, slider: NumberSlider) -> None:
        super().__init__()
        self._slider = slider

    def currentValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._slider.number)

    def setCurrentValue(self, value: Any) -> None:  # noqa: N802 - Qt's
        self._slider.go_to(float(value))

    def minimumValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._slider.at(self._slider.minimum()))

    def maximumValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._slider.at(self._slider.maximum()))

    def minimumStepSize(self) -> float:  # noqa: N802 - Qt's
        """From one place to the next it is never less than between the first two."""
        least = self._slider.minimum()
        return float(self._slider.at(least + 1) - self._slider.at(least)) if least < self._slider.maximum() else 0.0


class NumberFace(Face):
    """A slider of numbers."""

    def __init__(self, slider: NumberSlider) -> None:
        super().__init__(slider, QAccessible.Role.Slider, ValueInterface=_Number(slider))
        self._slider = slider

    def text(self, kind: QAccessible.Text) -> str:
        """Its value is the number."""
        return self._slider.said if kind == QAccessible.Text.Value else super().text(kind)


class _Level(QAccessibleAttributesInterface):
    """How far down a heading stands, or a line of a tree."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self._level = level

    def attributeKeys(self) -> list[QAccessible.Attribute]:  # noqa: N802 - Qt's
        return [QAccessible.Attribute.Level]

    def attributeValue(self, key: QAccessible.Attribute) -> Any:  # noqa: N802 - Qt's
        return self._level if key == QAccessible.Attribute.Level else None


class FoldFace(Face):
    """A button that says whether what it hides is open; Qt would call it a box to tick."""

    def __init__(self, fold: Fold, role: QAccessible.Role = QAccessible.Role.Button, **interfaces: Any) -> None:
        super().__init__(fold, role, **interfaces)
        self._fold = fold

    def state(self) -> Any:
        """Whether it is open."""
        found, opened = super().state(), self._fold.isChecked()
        found.expandable, found.expanded, found.collapsed = 1, int(opened), int(not opened)
        return found

    def actionNames(self) -> list[str]:  # noqa: N802 - Qt's
        """It can be pressed."""
        return [self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:  # noqa: N802 - Qt's
        """Press it."""
        if name == self.pressAction():
            self._fold.click()
        else:
            super().doAction(name)


class _Spent(QAccessibleValueInterface):
    """The value of a bar of a limit is what is spent of it with the next release."""

    def __init__(self, bar: SpentBar) -> None:
        super().__init__()
        self._bar = bar

    def currentValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._bar.parts.spent + self._bar.parts.now)

    def setCurrentValue(self, value: Any) -> None:  # noqa: N802 - Qt's
        """Nobody moves it."""

    def minimumValue(self) -> float:  # noqa: N802 - Qt's
        return 0.0

    def maximumValue(self) -> float:  # noqa: N802 - Qt's
        return float(self._bar.parts.limit)

    def minimumStepSize(self) -> float:  # noqa: N802 - Qt's
        """By which readers know how many digits to say."""
        return _STEP


class BarFace(Face):
    """A bar of a limit, which says how much of it is spent."""

    def __init__(self, bar: SpentBar) -> None:
        super().__init__(bar, QAccessible.Role.ProgressBar, ValueInterface=_Spent(bar))
        self._bar = bar

    def text(self, kind: QAccessible.Text) -> str:
        """Its value is that amount beside the limit."""
        if kind != QAccessible.Text.Value:
            return super().text(kind)
        parts = self._bar.parts
        return tr("{spent} of {limit}", spent=rational_text(parts.spent + parts.now), limit=rational_text(parts.limit))


class PictureFace(Face):
    """A picture in one piece: its parts say nothing to anyone."""

    def childCount(self) -> int:  # noqa: N802 - Qt's
        return 0

    def child(self, index: int) -> Any:
        """None, which Qt's own words leave out of its signature."""
        del index


def face(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """The face of a widget, or None for Qt's own."""
    if isinstance(thing, EpsilonSlider):
        return SliderFace(thing)
    if isinstance(thing, NumberSlider):
        return NumberFace(thing)
    if isinstance(thing, Branch):
        return FoldFace(thing, QAccessible.Role.TreeItem, AttributesInterface=_Level(thing.level))
    if isinstance(thing, Fold):
        return FoldFace(thing)
    if isinstance(thing, TreeNode) and thing.is_whole:
        return Face(thing, QAccessible.Role.Tree)
    if isinstance(thing, Options | Chips):
        return Face(thing, QAccessible.Role.Grouping)
    if isinstance(thing, Said):
        return Face(thing, QAccessible.Role.Notification)
    if isinstance(thing, SpentBar):
        return BarFace(thing)
    if isinstance(thing, QWidget) and (isinstance(thing, Stripe) or hasattr(thing, "in_one_piece")):
        return PictureFace(thing, QAccessible.Role.Graphic)
    if isinstance(thing, QLabel) and thing.objectName() in _LEVELS:
        level = _Level(_LEVELS[thing.objectName()])
        return Face(thing, QAccessible.Role.Heading, AttributesInterface=level)
    if isinstance(thing, QWidget) and thing.objectName() == _RESULT:
        return Face(thing, QAccessible.Role.StaticText)
    return None


@lru_cache
def show_faces() -> None:
    """Have Qt ask for these faces, from the first widget that a reader looks at."""
    QAccessible.installFactory(face)
