"""Things of one kind in a row of which one is shown below: the tables of a project."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.announcing import SAID
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.options import Segment, lead_in
from dpstudio.gui.widgets.tips import plain_tip
from dpstudio.translation import tr, translated

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
        self._all: list[Segment] = []
        self._flow = Flow(spacing=6, wide=True)
        self.setLayout(self._flow)

    def show_chips(self, chips: Sequence[Chip], chosen: str) -> None:
        """Show these, one of them chosen."""
        if list(self.buttons) != [chip.key for chip in chips]:
            self._make(chips)
        for chip in chips:
            self._show(chip)
        if chosen in self.buttons:
            self.buttons[chosen].setChecked(True)
        lead_in(self.buttons.values())
        self.setVisible(bool(chips))

    def is_whole(self, name: str) -> bool:
        """Whether a name is shown to its end."""
        return self._elided(name) == name

    def _make(self, chips: Sequence[Chip]) -> None:
        """Have a button for each; none is ever taken away, as what a layout gave up may be asked for by Python."""
        while len(self._all) < len(chips):
            button, place = Segment("", ""), len(self._all)
            button.clicked.connect(lambda _=False, place=place: self.chosen.emit(list(self.buttons)[place]))
            self._all.append(button)
            self._flow.addWidget(button)
        self.buttons = {chip.key: button for chip, button in zip(chips, self._all, strict=False)}
        for place, button in enumerate(self._all):
            button.setVisible(place < len(chips))

    def _show(self, chip: Chip) -> None:
        button = self.buttons[chip.key]
        word = f"  ·  {translated(chip.word)}" if chip.word else ""
        button.setText(f"{self._elided(translated(chip.name))}{word}".replace("&", "&&"))
        button.setToolTip(plain_tip(chip.name))
        button.setAccessibleName(tr("{name}, {word}", name=chip.name, word=chip.word) if chip.word else chip.name)
        button.setAccessibleDescription(translated(chip.wrong) or SAID)
        if button.property("wrong") != bool(chip.wrong):
            button.setProperty("wrong", bool(chip.wrong))
            button.style().unpolish(button)
            button.style().polish(button)

    def _elided(self, name: str) -> str:
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, THEME.px(_WIDEST))
