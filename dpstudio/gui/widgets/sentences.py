"""Sentences below one another, of which only those that have changed are written anew."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QWidget

from dpstudio.gui.widgets.kit import column, label
from dpstudio.translation import translated


class Sentences(QWidget):
    """A line for each sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[QLabel] = []
        self._column = column(spacing=2)
        self.setLayout(self._column)

    def say(self, sentences: Sequence[str]) -> None:
        """Show these and no others; a line that says its sentence already stays as it is."""
        shown = [*map(translated, sentences)]
        for line in self.labels[len(shown) :]:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        del self.labels[len(shown) :]
        for line, sentence in zip(self.labels, shown, strict=False):
            if line.text() != sentence:
                line.setText(sentence)
        for sentence in shown[len(self.labels) :]:
            self.labels.append(label(sentence))
            self._column.addWidget(self.labels[-1])
