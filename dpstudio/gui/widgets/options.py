"""One of several options, side by side, with one line that says what the chosen one means."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import HelpLabel, column, label


class Segment(QRadioButton):
    """One option: all of its face can be clicked."""

    def __init__(self, text: str, explanation: str) -> None:
        super().__init__(text)
        self.setObjectName("segment")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleDescription(explanation)

    def hitButton(self, spot: QPoint) -> bool:  # noqa: N802 - Qt's
        """Whether a click there is one on the option."""
        return self.rect().contains(spot)


class Explanation(HelpLabel):
    """One of several texts; it has room for the longest of them, so that nothing below moves."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__("")
        self._texts = texts

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's
        """The height of the text that needs most."""
        metrics, wraps = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        return max(metrics.boundingRect(0, 0, width, 1 << 16, wraps, text).height() for text in self._texts)


class Options(QWidget):
    """One of several options; the line below says what the chosen one means, or the one that is pointed at.

    Args:
        entries: of each option its value, its name and what it means; all of them have a meaning, or none.
    """

    chosen = Signal(str)

    def __init__(self, name: str, entries: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        for value, text, explanation in entries:
            option = Segment(text, explanation)
            self.buttons[value] = option
            self._group.addButton(option)
            option.clicked.connect(lambda _=False, v=value: self.chosen.emit(v))
            option.installEventFilter(self)
        self._meanings = {self.buttons[value]: explanation for value, _, explanation in entries}
        self.explanation = Explanation(list(self._meanings.values()))
        self._problem = label("", "problem")
        self._problem.hide()
        explained = (self.explanation,) if any(self._meanings.values()) else ()
        self.setLayout(column(Flow(*self.buttons.values(), spacing=6), *explained, self._problem, spacing=4))
        if not explained:
            self.explanation.setParent(self)
            self.explanation.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Explain the option under the mouse or the keyboard, else the chosen one."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn) and isinstance(watched, QRadioButton):
            self.explanation.setText(self._meanings[watched])
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._explain_chosen()
        return False

    def _explain_chosen(self) -> None:
        chosen = self._group.checkedButton()
        self.explanation.setText(self._meanings[chosen] if isinstance(chosen, QRadioButton) else "")

    def show_value(self, value: str) -> None:
        """Check one option, or none."""
        if value in self.buttons:
            self.buttons[value].setChecked(True)
        else:
            self._group.setExclusive(False)
            for option in self.buttons.values():
                option.setChecked(False)
            self._group.setExclusive(True)
        self._explain_chosen()

    def show_problem(self, problem: str) -> None:
        """Show what is wrong, or nothing."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    @property
    def editor(self) -> QWidget:
        """Where the keyboard goes."""
        buttons = list(self.buttons.values())
        return next((option for option in buttons if option.isChecked()), buttons[0])
