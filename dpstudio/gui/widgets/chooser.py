"""One of several options from a list, with one line that says what the chosen one means."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from dpstudio.gui.look.announcing import describe
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import column, label
from dpstudio.gui.widgets.options import Explanation
from dpstudio.translation import translated

_WIDE, _HIGH = 280, 32


class Chooser(QWidget):
    """A list of options; the line below says what the chosen one means, or the one that is highlighted in the list.

    Args:
        entries: of each option its value, its name and what it means.
        link: what stands beside the list.
    """

    chosen = Signal(str)

    def __init__(self, name: str, entries: Sequence[tuple[str, str, str]], link: QWidget) -> None:
        super().__init__()
        self.editor: QComboBox = choice([(value, text) for value, text, _ in entries])
        self._meanings = [translated(meaning) for _, _, meaning in entries]
        title = label(name, "heading", wrap=False)
        title.setBuddy(self.editor)
        self.editor.setAccessibleName(translated(name))
        self.editor.view().setAccessibleName(translated(name))
        scaled(self.editor.setFixedWidth, _WIDE)
        self.explanation = Explanation(self._meanings)
        for each in (title, link):
            scaled(each.setMinimumHeight, _HIGH)
        self._problem = label("", "problem")
        self._problem.hide()
        line = Flow(title, self.editor, link, spacing=10)
        self.setLayout(column(line, self.explanation, self._problem, spacing=4))
        self.editor.highlighted.connect(self._explain)
        self.editor.activated.connect(lambda place: self.chosen.emit(str(self.editor.itemData(place))))
        self.editor.view().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Once the list is closed the chosen option is explained again."""
        if event.type() == QEvent.Type.Hide:
            self._explain(self.editor.currentIndex())
        return False

    def _explain(self, place: int) -> None:
        self.explanation.setText(self._meanings[place] if place >= 0 else "")

    def show_value(self, value: str) -> None:
        """Show which option is chosen, or that none is."""
        self.editor.setCurrentIndex(self.editor.findData(value))
        self._explain(self.editor.currentIndex())
        self._describe()

    def show_problem(self, problem: str) -> None:
        """Show what is wrong, or nothing."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._describe()

    def _describe(self) -> None:
        describe(self.editor, self._problem.text(), self.explanation.text())
