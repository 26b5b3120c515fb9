"""A list, typed or pasted one a line; what was pasted on one line is offered as a list."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.growing import GrowingEditor
from dpstudio.gui.widgets.kit import Field, button, label, lines
from dpstudio.translation import tr, translated

_MOST_GROWN = 3
_SEPARATORS = "\t", ";", ","


def parts_of(text: str) -> list[str]:
    """The entries of a list on one line, separated by tabs, else semicolons, else commas; none where it is no list.

    >>> parts_of("Red; 1,5; Blue")
    ['Red', '1,5', 'Blue']
    >>> parts_of("Red, Green" + chr(10) + "Blue"), parts_of("Smith,")
    ([], [])
    """
    line = text.strip()
    if "\n" in line:
        return []
    separator = next((each for each in _SEPARATORS if each in line), "")
    parts = [part.strip() for part in line.split(separator) if part.strip()] if separator else []
    return parts if len(parts) > 1 else []


class ListField(Field):
    """An editor of a list, one entry a line; `split` carries the text of one line as a list, when that is wanted.

    Args:
        height: in pixels at 100 %; 0 grows with the list up to a few lines.
    """

    split = Signal(str)

    def __init__(self, name: str, placeholder: str, height: int = 0, *, width: int = 0) -> None:
        editor = lines(placeholder, height) if height else GrowingEditor(placeholder, _MOST_GROWN)
        super().__init__(name, editor, width=width)
        self._parts: list[str] = []
        self.split_button = button("", "list")
        self.split_button.clicked.connect(self._use)
        self.offer = QWidget()
        said = label(tr("One line counts as one entry."), "soft", wrap=False)
        scaled(said.setContentsMargins, 0, SPACE, 0, 0)
        self.offer.setLayout(Flow(self.split_button, said))
        self.offer.hide()
        layout = self.layout()
        if layout is not None:
            layout.addWidget(self.offer)

    def suggest(self, example: str) -> None:
        """Show another example while nothing is typed."""
        if isinstance(self.editor, QPlainTextEdit):
            self.editor.setPlaceholderText(translated(example))

    def show_value(self, value: str) -> None:
        """As `Field.show_value`; a list on one line is offered as a list, and left as it is until that is clicked."""
        super().show_value(value)
        self._parts = parts_of(value)
        self.offer.setVisible(bool(self._parts))
        if self._parts:
            text = tr("Use as a list of {parts}", parts=f"{len(self._parts):,}")
            self.split_button.setText(f" {text}")
            self.split_button.setAccessibleName(text)

    def show_problem(self, problem: str) -> None:
        """As `Field.show_problem`; while a list on one line is offered as one, nothing is wrong but that."""
        super().show_problem("" if self._parts else problem)

    def _use(self) -> None:
        """The button goes away with what it offered: the keyboard goes to the list."""
        self.editor.setFocus()
        self.split.emit("\n".join(self._parts))
