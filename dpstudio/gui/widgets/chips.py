"""Things of one kind in a row of which one is shown below: the tables of a project."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import plain_tip
from dpstudio.gui.widgets.options import Segment

_WIDEST = 280


@dataclass(frozen=True)
class Chip:
    """One of the things: its name, a word on it, and what is wrong with it, or ""."""

    key: str
    name: str
    word: str
    wrong: str


class Chips(QWidget):
    """Shows each by its name; of a long one the ends."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.buttons: dict[str, Segment] = {}
        self._flow = Flow(spacing=6, wide=True)
        self.setLayout(self._flow)

    def show_chips(self, chips: Sequence[Chip], chosen: str) -> bool:
        """Show these, one of them chosen; whether there are others than before."""
        others = list(self.buttons) != [chip.key for chip in chips]
        if others:
            self._make(chips)
        for chip in chips:
            self._show(chip)
        if chosen in self.buttons:
            self.buttons[chosen].setChecked(True)
        self.setVisible(bool(chips))
        return others

    def is_whole(self, name: str) -> bool:
        """Whether a name is shown to its end."""
        return self._elided(name) == name

    def _make(self, chips: Sequence[Chip]) -> None:
        for button in self.buttons.values():
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {chip.key: Segment("", "") for chip in chips}
        for key, button in self.buttons.items():
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self._flow.addWidget(button)

    def _show(self, chip: Chip) -> None:
        button = self.buttons[chip.key]
        word = f"  ·  {chip.word}" if chip.word else ""
        button.setText(f"{self._elided(chip.name)}{word}".replace("&", "&&"))
        button.setToolTip(plain_tip(chip.name))
        button.setAccessibleName(f"{chip.name}, {chip.word}" if chip.word else chip.name)
        button.setAccessibleDescription(chip.wrong)
        if button.property("wrong") != bool(chip.wrong):
            button.setProperty("wrong", bool(chip.wrong))
            button.style().unpolish(button)
            button.style().polish(button)

    def _elided(self, name: str) -> str:
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, THEME.px(_WIDEST))
