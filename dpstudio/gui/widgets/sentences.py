"""Sentences below one another."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import clear, label


class Sentences(QWidget):
    """Shows each in a line of its own; one that stays the same is not laid out anew."""

    def __init__(self) -> None:
        super().__init__()
        self._inside, self.labels = QVBoxLayout(self), list[QLabel]()
        self._inside.setContentsMargins(0, 0, 0, 0)
        scaled(self._inside.setSpacing, 2)

    def say(self, said: Sequence[str]) -> None:
        """Show these."""
        if len(said) != len(self.labels):
            clear(self._inside)
            self.labels = [label("") for _ in said]
            for each in self.labels:
                self._inside.addWidget(each)
        for shown, sentence in zip(self.labels, said, strict=True):
            if shown.text() != sentence:
                shown.setText(sentence)
