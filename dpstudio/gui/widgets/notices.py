"""Lines above everything else, for what a person must know and need not answer at once."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.translation import tr

Answer = tuple[str, Callable[[], bool]]


class Notice(QFrame):
    """One line, the answers to it, and a cross that puts it away."""

    def __init__(self, text: str, answers: tuple[Answer, ...]) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.text = text
        self.buttons = {name: button(name) for name, _ in answers}
        self.close_button = button("", "x", kind="quiet", hint=tr("Dismiss this message"))
        self.close_button.clicked.connect(self.leave)
        for name, do in answers:
            self.buttons[name].clicked.connect(lambda _=False, do=do: self._answered(do))
        layout = row(label(text), *self.buttons.values(), self.close_button)
        layout.setStretch(0, 1)
        scaled(layout.setContentsMargins, 10, 6, 10, 6)
        self.setLayout(layout)

    def _answered(self, do: Callable[[], bool]) -> None:
        """The line goes once the answer has been carried out."""
        if do():
            self.leave()

    def leave(self) -> None:
        """It is done with."""
        self.hide()
        self.setParent(None)
        self.deleteLater()


class Notices(QWidget):
    """The lines that stand there now; one without answers never stands twice."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(spacing=4)
        scaled(self._lines.setContentsMargins, 8, 0, 8, 0)
        self.setLayout(self._lines)

    @property
    def lines(self) -> list[Notice]:
        """From the top."""
        return self.findChildren(Notice)

    def put_away(self, text: str) -> None:
        """A line is no longer true."""
        for line in self.lines:
            if line.text == text:
                line.leave()

    def say(self, text: str, *answers: Answer) -> None:
        """Add a line.

        Args:
            answers: the name of a button, and what it does: True where the line is done with.
        """
        if answers or text not in [line.text for line in self.lines]:
            self._lines.addWidget(Notice(text, answers))
            say(self, text, urgent=True)
