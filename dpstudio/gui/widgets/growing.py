"""An editor that is as tall as its text, from two lines to a few; then it scrolls."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit

from dpstudio.gui.look.theme import theme_of

_LEAST, _SPARE = 44, 2
_OFF, _NEEDED = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded


class GrowingEditor(QPlainTextEdit):
    """Grows with what is typed and with its text's size, and with how little width it has.

    Args:
        placeholder: an example, all lines of which are in sight while nothing is typed.
        most: of how many lines it is at most.
    """

    def __init__(self, placeholder: str, most: int = 5) -> None:
        super().__init__()
        self._most = most
        self.setFixedHeight(theme_of(self).px(_LEAST))
        self.setPlaceholderText(placeholder)
        self.document().contentsChanged.connect(self._grow)

    def setPlaceholderText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another example while nothing is typed, all of it."""
        super().setPlaceholderText(text)
        self._grow()

    def _grow(self) -> None:
        """Take the height of the text's lines, each as wide as the editor."""
        line, margin = self.fontMetrics().lineSpacing(), round(self.document().documentMargin())
        most, shown = self._most * line + margin, (self.placeholderText().count("\n") + 1) * line + margin
        text = min(shown, most) if self.document().isEmpty() else self._text_height(most)
        around = self.height() - self.viewport().height() + margin + _SPARE
        self.setVerticalScrollBarPolicy(_NEEDED if text > most else _OFF)
        self.setFixedHeight(max(theme_of(self).px(_LEAST), min(text, most) + around))

    def _text_height(self, enough: int) -> int:
        """How high all lines are together, with the margin below; of more than enough, some of them."""
        block, layout, height = self.document().firstBlock(), self.document().documentLayout(), 0.0
        while block.isValid() and height <= enough:
            height += layout.blockBoundingRect(block).height()
            block = block.next()
        return round(height)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lines break anew."""
        super().resizeEvent(event)
        self._grow()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What surrounds the text is known by now."""
        super().showEvent(event)
        self._grow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._grow()
