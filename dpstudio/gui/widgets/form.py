"""A dialog with a few fields, which stays open until what is typed holds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from dpstudio.gui.look.announcing import describe
from dpstudio.gui.widgets.fitting import FittedDialog
from dpstudio.gui.widgets.kit import Field, button, column, label, line
from dpstudio.translation import tr

Check = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class Entry:
    """A field: its name, what stands in it at first, and whether it is hidden while it is typed."""

    name: str
    value: str = ""
    secret: bool = False


class Form(FittedDialog):
    """Explains, asks, and says what is wrong beside the fields.

    Args:
        accept: what the button says that does it.
        check: what is wrong with the typed texts, or "".
        problem: what was wrong with what was typed before, or "".
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        entries: Sequence[Entry],
        accept: str,
        check: Check,
        problem: str = "",
    ) -> None:
        super().__init__(parent, 480)
        self._check = check
        self.setWindowTitle(title)
        self.fields = [Field(entry.name, _editor(entry)) for entry in entries]
        self.problem = label("", "problem")
        self.accept_button = button(accept, kind="primary")
        said = column(label(title, "heading"), label(text), *self.fields, self.problem, None, spacing=14)
        self.fill(said, self._buttons())
        self._say(problem)
        self.fields[0].editor.setFocus()

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox()
        self.cancel_button = button(tr("Cancel"))
        box.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        box.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self._try)
        box.rejected.connect(self.reject)
        return box

    @property
    def typed(self) -> list[str]:
        """What stands in the fields."""
        return [each.editor.text() for each in self.fields if isinstance(each.editor, QLineEdit)]

    def _try(self) -> None:
        wrong = self._check(self.typed)
        self._say(wrong)
        if wrong:
            self.fields[0].editor.setFocus()
        else:
            self.accept()

    def _say(self, wrong: str) -> None:
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        describe(self.fields[0].editor, wrong)
        self.fit()
        if wrong:
            self.reveal(self.problem)


def _editor(entry: Entry) -> QLineEdit:
    made = line()
    made.setText(entry.value)
    if entry.secret:
        made.setEchoMode(QLineEdit.EchoMode.Password)
    return made
