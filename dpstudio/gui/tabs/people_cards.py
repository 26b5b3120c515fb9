"""That a table seems to hold the people of another account, and what is kept to notice it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, button, label, row
from dpstudio.workspace.same_people import Alike

_ANSWER = "Release is possible once you have said, above, whether the people are the same."


class SamePeopleCard(Card):
    """Asks, before the first charge, whether the people are the same; the answer is the person's.

    `held` tells the Release tab why it waits, "" where it need not.
    """

    answered = Signal(bool)
    parted = Signal()
    held = Signal(str)

    def __init__(self) -> None:
        super().__init__("", kind="notice")
        self.said = label("")
        self.same_button = button("The same people: go on with that account")
        self.same_button.clicked.connect(lambda: self.answered.emit(True))
        self.other_button = button("Other people")
        self.other_button.clicked.connect(lambda: self.answered.emit(False))
        self.undo_button = button("Undo: not the same people", "undo-2")
        self.undo_button.clicked.connect(self.parted)
        self.add(self.said)
        self.add(Flow(self.same_button, self.other_button, self.undo_button))
        self.show_nothing()

    def show_nothing(self, waiting: str = "") -> None:
        """Say nothing; where people are still compared, the Release tab says that."""
        self._show("", held=waiting)

    def show_problem(self, problem: str) -> None:
        """Say why the people could not be compared, or an answer not be kept."""
        self._show(problem)

    def show_noticed(self, found: Alike, fixed: str) -> None:
        """Ask whether the people are those of another account.

        Args:
            fixed: what the first release there fixed and this table asks otherwise, or "".
        """
        told = f"More than half of the people in this table seem to be those of the table of release {found.number}."
        if found.hindrance:
            told += f" What is released about the same people adds up. {found.hindrance} Keep that in mind with ε."
            self._show(told, self.other_button, held=_ANSWER)
            self.other_button.setText("Go on with an account of its own")
            return
        told += (
            " If they are the same people, what has been released about them adds up: let this table go on with that"
            " account."
        )
        taken = f" Its first release fixed: {fixed}. This table then takes that over; its column of persons stays."
        self._show(told + (taken if fixed else ""), self.same_button, self.other_button, held=_ANSWER)
        self.other_button.setText("Other people")

    def show_linked(self, number: int) -> None:
        """Say which account the table goes on with, as long as that can be taken back."""
        told = f"This table goes on with the account of release {number}: you said that the people are the same."
        self._show(f"{told} This can be undone until something is released.", self.undo_button)

    def _show(self, told: str, *buttons: QWidget, held: str = "") -> None:
        self.said.setText(told)
        for each in (self.same_button, self.other_button, self.undo_button):
            each.setVisible(each in buttons)
        self.setVisible(bool(told))
        self.held.emit(held)


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
