"""A list that drops down: what has no room in it is cut in its middle, and whole in the open list and the tool tip."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyledItemDelegate, QStyleOptionComboBox, QStylePainter

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.manners import MANNERS
from dpstudio.translation import translated

_BESIDE_ENTRY, _AT_THE_EDGE, _AIR = 64, 40, 4


class DropList(QComboBox):
    """Draws the chosen entry whole, or both its ends; the open list is as wide as its entries, if the screen is."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.setItemDelegate(QStyledItemDelegate(self))  # Qt's own for lists takes no style sheet
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.installEventFilter(MANNERS)

    def drawn(self) -> str:
        """The entry as it is drawn."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        width = room.width() - _AIR
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideMiddle, width)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """As Qt draws it, but for what it has no room for."""
        if self.currentIndex() < 0:
            super().paintEvent(event)
            return
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.drawn()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def needed(self) -> int:
        """How wide it is, in pixels, where no entry is cut."""
        texts = (self.itemText(at) for at in range(self.count()))
        longest = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        return longest + THEME.px(_BESIDE_ENTRY)

    def showPopup(self) -> None:  # noqa: N802 - Qt's
        """Open the list, as wide as its longest entry where the screen is."""
        most = self.screen().availableSize().width() - THEME.px(_AT_THE_EDGE)
        self.view().setMinimumWidth(min(self.needed(), most))
        super().showPopup()


def choice(entries: Sequence[tuple[str, str]], prompt: str = "") -> DropList:
    """A list of (value, text); with a prompt nothing is chosen at first."""
    made = DropList()
    fill_choice(made, entries, prompt)
    return made


def fill_choice(box: QComboBox, entries: Sequence[tuple[str, str]], prompt: str = "") -> None:
    """Replace the entries where they differ; the chosen value stays if it is still there."""
    shown = [(value, translated(text)) for value, text in entries]
    if shown and shown == [(str(box.itemData(i)), box.itemText(i)) for i in range(box.count())]:
        return
    chosen = box.currentData()
    box.clear()
    for value, text in shown:
        box.addItem(text, value)
    box.setPlaceholderText(translated(prompt))
    box.setCurrentIndex(box.findData(chosen))
