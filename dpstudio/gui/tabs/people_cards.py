"""That a table seems to hold the people of another account, and what is kept to notice it."""

from PySide6.QtCore import Signal

from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, button, label, row


class SamePeopleCard(Card):
    """Asks, before the first charge, whether the people are the same; the answer is the person's."""

    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__("", kind="notice")
        self._said = label("")
        self.same_button = button("The same people: go on with that account")
        self.same_button.clicked.connect(lambda: self.answered.emit(True))
        self.other_button = button("Other people")
        self.other_button.clicked.connect(lambda: self.answered.emit(False))
        self.add(self._said)
        self.add(Flow(self.same_button, self.other_button))
        self.hide()

    def show_noticed(self, number: int, problem: str = "") -> None:
        """Say what was noticed, or nothing.

        Args:
            number: of the newest release from the other table, or 0.
            problem: why the people could not be compared, or an answer not be kept.
        """
        self._said.setText(
            problem
            or f"More than half of the people in this table seem to be those of the table of release {number}. If they"
            " are the same people, what has been released about them adds up: let this table go on with that account."
        )
        for each in (self.same_button, self.other_button):
            each.setVisible(number > 0)
        self.setVisible(number > 0 or bool(problem))


class KeptPeopleCard(Card):
    """What is kept of the people in tables, and how it is deleted."""

    forget_requested = Signal()

    def __init__(self) -> None:
        super().__init__("")
        said = (
            "To notice the same people in another table, keyed digests of some of them are kept, apart from the ledger."
        )
        self.add(label(said, "soft"))
        self.forget_button = button("Forget the people…", "trash-2", kind="quiet")
        self.forget_button.clicked.connect(self.forget_requested)
        self.add(row(self.forget_button, None))
        self.hide()
