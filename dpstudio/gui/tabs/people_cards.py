"""That a table seems to hold the people of another account, and what is kept to notice it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.breaking import Name
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, button, label, row
from dpstudio.translation import tr
from dpstudio.workspace.guarding.same_people import Alike

_ANSWER = tr("You can release once you have said above whether the people are the same.")
_UNDONE = tr("This can be undone until something is released.")


def _apart_from(numbers: tuple[int, ...]) -> str:
    """What was answered: the releases from whose account the table was set apart."""
    if not numbers:
        return ""
    before, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
    if not before:
        return tr("As you said, this table does not continue the account of release {last}.", last=last)
    return tr(
        "As you said, this table does not continue the accounts of releases {before} and {last}.",
        before=before,
        last=last,
    )


class SamePeopleCard(Card):
    """Asks, before the first charge, whether the people are the same; the answer is the person's.

    `held` tells the Release tab why it waits, "" where it need not.
    """

    answered = Signal(bool)
    parted = Signal()
    reconsidered = Signal()
    held = Signal(str)

    def __init__(self) -> None:
        super().__init__("", kind="notice")
        self.said = label("")
        self.same_button = button(tr("The same people: continue that account"))
        self.same_button.clicked.connect(lambda: self.answered.emit(True))
        self.other_button = button(tr("Other people"))
        self.other_button.clicked.connect(lambda: self.answered.emit(False))
        self.undo_button = button(tr("Undo: not the same people"), "undo-2")
        self.undo_button.clicked.connect(self.parted)
        self.ask_again_button = button(tr("Undo: ask me again"), "undo-2")
        self.ask_again_button.clicked.connect(self.reconsidered)
        self._buttons = self.same_button, self.other_button, self.undo_button, self.ask_again_button
        self.add(self.said)
        self.add(Flow(*self._buttons))
        self.show_nothing()

    def show_nothing(self, waiting: str = "") -> None:
        """Say nothing; where people are still compared, the Release tab says that."""
        self._show("", held=waiting)

    def show_problem(self, problem: str) -> None:
        """Say why the people could not be compared, or an answer not be kept."""
        self._show(problem)

    def show_noticed(self, found: Alike, fixed: str, apart: tuple[int, ...]) -> None:
        """Ask whether the people are those of another account.

        Args:
            fixed: what the first release there fixed and this table asks otherwise, or "".
            apart: the releases from whose account the table was set apart already.
        """
        told = tr(
            "More than half of the people in this table also seem to be in the table of release {number}.",
            number=found.number,
        )
        if found.hindrance:
            told += tr(" What is released about the same people adds up. {hindrance}", hindrance=found.hindrance)
            told += tr(" Keep that in mind when you choose ε.")
            self.other_button.setText(tr("Start a separate account"))
        else:
            told += tr(
                " If they are the same people, what has been released about them adds up: let this table continue"
            )
            told += tr(" that account.")
            if fixed:
                told += tr(
                    " Its first release fixed: {fixed}. This table then uses the same; the column that identifies",
                    fixed=fixed,
                )
                told += tr(" its people stays.")
            self.other_button.setText(tr("Other people"))
        same = () if found.hindrance else (self.same_button,)
        undo = (self.ask_again_button,) if apart else ()
        self._show(f"{_apart_from(apart)} {told}".strip(), *same, self.other_button, *undo, held=_ANSWER)

    def show_linked(self, number: int, *, restores: bool) -> None:
        """Say which account the table goes on with, as long as that can be taken back.

        Args:
            restores: whether taking it back brings back what was chosen before.
        """
        told = tr(
            "This table continues the account of release {number}, because you said that the people are the same.",
            number=number,
        )
        after = tr("Who is protected and the limits then go back to what you chose.")
        if not restores:
            after = tr("Who is protected and the limits then stay as they are.")
        self._show(tr("{told} {undone} {after}", told=told, undone=_UNDONE, after=after), self.undo_button)

    def show_apart(self, numbers: tuple[int, ...]) -> None:
        """Say which accounts the table does not go on with, as long as that can be taken back."""
        self._show(tr("{numbers} {undone}", numbers=_apart_from(numbers), undone=_UNDONE), self.ask_again_button)

    def _show(self, told: str, *buttons: QWidget, held: str = "") -> None:
        if told and told != self.said.text():
            say(self, told)
        self.said.setText(told)
        for each in self._buttons:
            each.setVisible(each in buttons)
        self.setVisible(bool(told))
        self.held.emit(held)


class ChangedFileCard(Card):
    """Asks of a file that has changed whether it holds the same people; the answer is the person's."""

    answered = Signal(bool)
    reconsidered = Signal()
    still_sample = Signal(bool)

    def __init__(self) -> None:
        super().__init__("", kind="notice")
        self.said = Name("", "", 34)
        self.sample_button = button(tr("Still a sample: show its rows"))
        self.sample_button.clicked.connect(lambda: self.still_sample.emit(True))
        self.private_button = button(tr("No: it is private"))
        self.private_button.clicked.connect(lambda: self.still_sample.emit(False))
        self.same_button = button(tr("Same people: keep their account"))
        self.same_button.clicked.connect(lambda: self.answered.emit(True))
        self.other_button = button(tr("Other people: start a new account"))
        self.other_button.clicked.connect(lambda: self.answered.emit(False))
        self.undo_button = button(tr("Undo: ask me again"), "undo-2")
        self.undo_button.clicked.connect(self.reconsidered)
        asked = self.sample_button, self.private_button, self.same_button, self.other_button
        self._buttons = *asked, self.undo_button
        self.add(Flow(self.said, *self._buttons))
        self.show_nothing()

    def show_nothing(self) -> None:
        """The file is what it was, or what was said of it is permanent."""
        self._show("")

    def ask(self) -> None:
        """Ask whether the people are the same."""
        asked = tr("This file has changed since it was last read. Are these still the same people?")
        self._show(asked, self.same_button, self.other_button)

    def ask_of_sample(self) -> None:
        """Ask whether a sample's new rows may be shown."""
        asked = tr("This file has changed since it was last read. Is it still a sample, or are its rows private now?")
        self._show(asked, self.sample_button, self.private_button)

    def show_answer(self, same: bool) -> None:
        """Say what was answered, as long as it can be taken back."""
        after = tr("keeps its account") if same else tr("has an account of its own")
        whose = tr("the same people") if same else tr("other people")
        self._show(
            tr(
                "As you said, this file holds {whose}: the table {after}. {undone}",
                whose=whose,
                after=after,
                undone=_UNDONE,
            ),
            self.undo_button,
        )

    def _show(self, told: str, *buttons: QWidget) -> None:
        if told and told != self.said.text():
            say(self, told)
        self.said.setText(told)
        for each in self._buttons:
            each.setVisible(each in buttons)
        self.setVisible(bool(told))


class KeptPeopleCard(Card):
    """What is kept of the people in tables, and how it is deleted."""

    forget_requested = Signal()

    def __init__(self) -> None:
        super().__init__("")
        said = tr(
            "To notice the same people in another table, keyed digests of some of them are kept, apart from the ledger."
        )
        self.add(label(said, "soft"))
        self.forget_button = button(tr("Forget the people…"), "trash-2", kind="quiet")
        self.forget_button.clicked.connect(self.forget_requested)
        self.add(row(self.forget_button, None))
        self.hide()
