"""An audience votes: candidates are typed beforehand, answers live, and what they become is a table like any other."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.plan import Plan
from dpstudio.core.quantities import counted
from dpstudio.gui import ask
from dpstudio.gui.widgets.answer_grid import AnswerGrid
from dpstudio.gui.widgets.fitting import FittedDialog
from dpstudio.gui.widgets.kit import Field, button, column, label, line, lines, row
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr, translated
from dpstudio.workspace.computer.files import write_whole
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.project import voting

_TITLE = tr("An audience votes")
_HONEST = tr(
    "These are answers of real people, so they are a table like any other: private, one row per person, and what is"
    " released from it counts in your ledger. They are saved word for word to a file of yours (a spreadsheet would take"
    " one that begins with = for a formula). Whoever sees this screen can read what is typed here, and how many have"
    " answered: the picture is drawn of so many invented people. Enter leads to the next person."
)
_NAMED = tr("Whoever answers something else has voted for none of them.")
_UNTAKEN = tr("What was typed for the vote is kept nowhere. If it is discarded, it is lost.")


class VotingDialog(FittedDialog):
    """Takes the candidates and, person by person, the answers; `taken` carries the project that they make.

    Whoever closes it is asked before anything that was typed is lost.
    """

    taken = Signal(Plan)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, 760)
        self.setWindowTitle(_TITLE)
        self.question = Field(tr("Question"), line(tr("for example: Where do we eat?")))
        self.candidates = Field(tr("Candidates, one per line"), lines(tr("Pizza\nCurry\nSalad"), 96), hint=_NAMED)
        self.grid = AnswerGrid(tr("Answer of each person"))
        self.counts, self.problem = WholeLabel("soft", line=True), WholeLabel("problem")
        self.problem.hide()
        self.take_button = button(tr("Take the answers"), "check", kind="primary")
        self.close_button = button(tr("Close"))
        self.grid.edited.connect(self._count)
        self.candidates.edited.connect(lambda _: self._count())
        self.take_button.clicked.connect(self._take)
        self.close_button.clicked.connect(self.close)
        asked, answered = column(self.question, self.candidates, None, spacing=10), column(self.grid, self.counts)
        sides = row(asked, answered, spacing=16)
        sides.setStretch(0, 2)
        sides.setStretch(1, 3)
        said = column(label(_TITLE, "heading"), label(_HONEST), sides, self.problem, spacing=10)
        self.fill(said, row(self.take_button, self.close_button, None))
        self._count()
        self.question.editor.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's
        """Be as high as its lines are by now."""
        super().showEvent(event)
        self.fit()

    def _candidates(self) -> list[str]:
        return voting.lines_of(self.candidates.typed)

    def _count(self) -> None:
        """How many answers there are, for whoever types them."""
        answers = self.grid.texts
        none = voting.others(self._candidates(), answers) if self._candidates() else 0
        beside = tr(", {none} of them not among the candidates", none=f"{none:,}") if none else ""
        self.counts.setText(translated(counted(len(answers), "answers")) + beside)

    def _take(self) -> None:
        try:
            plan = voting.project_of(self.question.typed, self._candidates(), self.grid.texts)
        except StudioError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.fit()
            return
        self.problem.hide()
        self.taken.emit(plan)

    def may_leave(self) -> bool:
        """Ask about what was typed and not taken; False keeps the dialog open."""
        if not (self.question.typed.strip() or self._candidates() or self.grid.texts):
            return True
        answers = [tr("Discard"), tr("Cancel")]
        return ask.choose(self, tr("Answers not taken"), _UNTAKEN, answers, careful=True) == answers[0]

    def reject(self) -> None:
        """Esc, *Close* and the window's own button leave it where nothing is lost, or nothing that is missed."""
        if self.may_leave():
            super().reject()


class Voting(QObject):
    """Opens the dialog, over the window or before an audience, and the project once its answers are taken.

    Args:
        take: opens the project; False where the person keeps the one that is open.

    Attributes:
        dialog: the dialog, while there is one.
    """

    def __init__(self, window: QWidget, take: Callable[[Plan], bool]) -> None:
        super().__init__(window)
        self._window, self._take = window, take
        self.dialog: VotingDialog | None = None

    def ask(self, over: QWidget) -> None:
        """Open it, or bring it to the front."""
        if self.dialog is None:
            self.dialog = VotingDialog(over)
            self.dialog.taken.connect(self._taken)
            self.dialog.finished.connect(lambda _: self.leave())
        self.dialog.show()
        self.dialog.activateWindow()

    def _taken(self, plan: Plan) -> None:
        """Keep the answers in a file of the person's, as a private table needs one, then open the project."""
        path = ask.save_file(self._over, tr("Save the answers"), "answers.csv", tr("Tables (*.csv)"))
        if not path:
            return
        (table,) = plan.tables
        try:
            write_whole(Path(path), table.text.encode())
        except OSError as error:
            reason, remedy = fault(error, Path(path).parent)
            told = tr(
                "{name} cannot be written in {parent}: {reason}. {remedy}",
                name=Path(path).name,
                parent=Path(path).parent,
                reason=reason,
                remedy=remedy,
            )
            ask.complain(self._over, tr("Not saved"), told)
            return
        kept = replace(table, path=path, text="", label=Path(path).name)
        if self._take(replace(plan, tables=(kept,))):
            self.leave()

    @property
    def _over(self) -> QWidget:
        return self.dialog or self._window

    def may_leave(self) -> bool:
        """Ask about what was typed and not taken, where anything is; False stays with it."""
        return self.dialog is None or self.dialog.may_leave()

    def come_back(self) -> None:
        """Stand over the window: the audience that it was opened before is gone."""
        dialog = self.dialog
        if dialog is not None and dialog.parent() is not self._window:
            dialog.setParent(self._window, dialog.windowFlags())
            dialog.show()

    def leave(self) -> None:
        """Close it, and forget what was typed."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.hide()
            dialog.deleteLater()
