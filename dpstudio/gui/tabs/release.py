"""The Release tab: the summary, what is still missing, the confirmation, the winner, the receipt."""

from fractions import Fraction

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QVBoxLayout, QWidget

from dpstudio.core.quantities import counted, decimal_up, grouped, rational_text, with_unit
from dpstudio.core.receipt import words
from dpstudio.core.receipt.headline import headline
from dpstudio.core.receipt.rule_words import rule_sentence
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import Release
from dpstudio.core.scores.evaluation_plan import evaluation_plan, told
from dpstudio.core.scores.rules import Ready
from dpstudio.core.tables.schema import Role
from dpstudio.gui.tabs.audit_card import AuditCard
from dpstudio.gui.tabs.base import with_part
from dpstudio.gui.tabs.inspect_card import InspectCard
from dpstudio.gui.tabs.issued_card import IssuedCard
from dpstudio.gui.tabs.people_cards import SamePeopleCard
from dpstudio.gui.tabs.refused_line import RefusedLine
from dpstudio.gui.tabs.unfinished_card import UnfinishedCard
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, HelpLabel, Page, button, clear, label, row
from dpstudio.gui.widgets.link import Link
from dpstudio.planning.missing import Missing
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved, Scores
from dpstudio.workspace.summary import slip
from dpstudio.workspace.yes_and_no import words_read

_LARGE_LINES = 5
_MOST_LINES = 40
_MOVED = "This ledger has moved to another computer: nothing is released here. How it goes on stands on the Ledger tab."


class ReleaseTab(Page):
    """Says in plain words what will happen, asks once more, and shows what came out."""

    go_requested = Signal(object)
    release_requested = Signal(object)
    cancel_requested = Signal()
    export_requested = Signal()
    copy_requested = Signal()
    print_requested = Signal()
    complete_requested = Signal(int)
    change_requested = Signal(object, str)
    openness_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._summary = Card("What will happen")
        self._sentences = QVBoxLayout()
        self._sentences.setSpacing(THEME.px(6))
        self._summary.add(self._sentences)
        self.column.addWidget(self._summary)
        self._todo = Card("Still missing")
        self._todo_list = QVBoxLayout()
        self._todo_list.setSpacing(THEME.px(2))
        self._todo.add(self._todo_list)
        self.column.addWidget(self._todo)
        self.issued = IssuedCard()
        self.issued.edited.connect(self._say)
        self.column.addWidget(self.issued)
        self.unfinished = UnfinishedCard()
        self.unfinished.complete_requested.connect(self.complete_requested)
        self.complete_button = self.unfinished.complete_button
        self.column.addWidget(self.unfinished)
        self._held, self._moved, self._under_way = "", False, ""
        self.refused = RefusedLine(lambda: self.is_open)
        self.same_people = SamePeopleCard()
        self.same_people.held.connect(self._hold)
        self.column.addWidget(self.same_people)
        self.column.addWidget(self._action())
        self.result = self._result()
        self.column.addWidget(self.result)
        self.audit = AuditCard()
        self.column.addWidget(self.audit)
        self.inspection = InspectCard()
        self.column.addWidget(self.inspection)
        self.column.addStretch(1)
        self._confirming = False
        self._found: Resolved | None = None

    def _action(self) -> Card:
        card = Card("Release")
        self._cost = label("", "strong")
        card.add(self._cost)
        self.release_button = button("Release…", "shield-check", kind="primary")
        self.release_button.clicked.connect(self._ask)
        self.confirm_button = button("Yes, draw once", "check", kind="primary")
        self.confirm_button.clicked.connect(self._confirmed)
        self.back_button = button("Not yet")
        self.back_button.clicked.connect(self._back)
        self._question = label("", "")
        card.add(self._question)
        card.add(Flow(self.release_button, self.confirm_button, self.back_button))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 1000)
        self.progress.setAccessibleName("Progress of the release")
        self.cancel_button = button("Cancel", "x")
        self.cancel_button.clicked.connect(self.cancel_requested)
        self._running = QWidget()
        self._running.setLayout(row(self.progress, self.cancel_button))
        card.add(self._running)
        self._running.hide()
        card.add(self.refused)
        card.add(HelpLabel("Random: another run may come out differently. Each run costs as much again."))
        self._confirm(False)
        return card

    def _result(self) -> QFrame:
        hero = Card("", kind="hero")
        hero.hide()
        self.earlier = Card("", kind="notice")
        self._of_earlier = label("")
        self.earlier.add(self._of_earlier)
        hero.add(self.earlier)
        self._stamp = label("Chosen with differential privacy", "soft")
        self.winner = label("", "winner", copied=True)
        self._terms = label("", "soft")
        self.after = label("", "soft", copied=True)
        for each in (self._stamp, self.winner, self.after, self._terms):
            each.setAlignment(Qt.AlignmentFlag.AlignCenter)
            hero.add(each)
        self.key_changed = Card("", kind="notice")
        self._key_changed = label("")
        self.key_changed.add(self._key_changed)
        self.copy_button = button("Copy", "copy")
        self.copy_button.clicked.connect(self.copy_requested)
        self.print_button = button("Print…", "printer")
        self.print_button.clicked.connect(self.print_requested)
        self.export_button = button("Export receipt…", "download", kind="primary")
        self.export_button.clicked.connect(self.export_requested)
        hero.add(Flow(self.copy_button, self.print_button, self.export_button, centred=True))
        self._exported = label("", "soft")
        self._exported.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._exported.hide()
        hero.add(self._exported)
        hero.add(self.key_changed)
        return hero

    def show_resolved(self, found: Resolved, *, moved: bool = False) -> None:
        """Show the summary and what is missing; `moved` where the ledger goes on on another computer."""
        self._moved = moved
        if self._found is None or (found.plan, found.question) != (self._found.plan, self._found.question):
            self._confirm(False)
        self._found = found
        self.issued.show_issued(found.plan.issued)
        self.issued.show_problems({item.field: item.sentence for item in found.missing if item.tab == "release"})
        clear(self._sentences)
        for sentence in _sentences(found):
            self._sentences.addWidget(label(sentence))
        clear(self._todo_list)
        self._todo.setVisible(bool(found.missing))
        for item in found.missing:
            self._todo_list.addWidget(self._link(item))
        self._show_cost(found)

    def _show_cost(self, found: Resolved) -> None:
        self.release_button.setEnabled(self.is_open)
        self.openness_shown.emit()
        if self._moved or found.question is None:
            self._cost.setText(_MOVED if self._moved else "Release is possible once nothing is missing.")
            return
        if self._under_way:
            self._cost.setText(
                f"A release that costs {self._under_way} is under way. What you change now is for the next one."
            )
            return
        cost = f"Costs {words.cost(found.question.loss)}. After it, {_spent(found, found.question)} spent."
        self._cost.setText(self._held or cost)

    @property
    def is_open(self) -> bool:
        """Whether what is asked can be released."""
        found = self._found
        waits = self._held or self._moved or self._under_way
        return found is not None and found.question is not None and not waits

    def _hold(self, reason: str) -> None:
        """Wait with the release until an answer is given; "" where there is nothing to wait for."""
        if reason and not self._held:
            self._confirm(False)
        self._held = reason
        if self._found is not None:
            self._show_cost(self._found)

    def _say(self, name: str, value: str) -> None:
        if self._found is not None:
            self.change_requested.emit(with_part(self._found.plan, "issued", **{name: value}), f"issued.{name}")

    def reach(self, field: str) -> None:
        """Bring a field into sight and put the keyboard there."""
        self.issued.reach(field)
        self.ensureWidgetVisible(self.issued)

    def _link(self, item: Missing) -> QWidget:
        link = Link(item.sentence, "circle-alert" if item.wrong else "circle-dashed")
        link.clicked.connect(lambda: self.go_requested.emit(item))
        return link

    def _ask(self) -> None:
        found = self._found
        if found is None or found.question is None or not self.is_open:
            return
        self._question.setText(
            f"This {found.question.action}. It charges {words.cost(found.question.loss)} for good."
            " There is no way to take it back." + "".join(f"\n{sentence}" for sentence in words_read(found))
        )
        self._confirm(True)
        self.confirm_button.setFocus()

    def _back(self) -> None:
        self._confirm(False)
        self.release_button.setFocus()

    def _confirm(self, asking: bool) -> None:
        self._question.setVisible(asking)
        self.release_button.setVisible(not asking)
        self.confirm_button.setVisible(asking)
        self.back_button.setVisible(asking)

    def _confirmed(self) -> None:
        self._confirm(False)
        self.release_requested.emit(self._found)

    def show_running(self, cost: str) -> None:
        """Show progress and Cancel of a release that costs this, or hide them where it is ""."""
        self._under_way = cost
        self._running.setVisible(bool(cost))
        self.progress.setValue(0)
        self.complete_button.setEnabled(not cost)
        if cost:
            self._confirm(False)
            self.show_problem("")
        if self._found is not None:
            self._show_cost(self._found)

    def show_progress(self, share: float) -> None:
        """Move the progress bar."""
        self.progress.setValue(round(1000 * share))

    def show_problem(self, told: str, kind: str = "problem") -> None:
        """Say why the release was not made; as a plain line, "soft", where the person stopped it."""
        self.refused.say(told, kind)

    def show_release(self, release: Release | None) -> None:
        """Show the winner large, or nothing."""
        self.result.setVisible(release is not None)
        self._exported.hide()
        if release is None:
            return
        receipt = release.receipt
        self.winner.setText(_shown(release))
        size = "winner" if len(release.lines) <= _LARGE_LINES and receipt.winners is not None else "figures"
        if self.winner.objectName() != size:
            self.winner.setObjectName(size)
            self.winner.style().polish(self.winner)
        self.after.setText(release.after)
        self.after.setVisible(bool(release.after))
        self._key_changed.setText(release.key_changed)
        self.key_changed.setVisible(bool(release.key_changed))
        self._stamp.setText(headline(receipt.flags, receipt.winners))
        epsilon, delta, odds = receipt.terms
        slip = "" if delta == "0" else f"   ·   δ = {delta}"
        self._terms.setText(f"ε = {epsilon}{slip}   ·   odds {odds}")
        QTimer.singleShot(0, lambda: self.ensureWidgetVisible(self.export_button))

    def show_earlier(self, number: int) -> None:
        """Say that the result shown is not of the question above as it stands; 0 where it is."""
        self.earlier.setVisible(number > 0)
        self._of_earlier.setText(
            f"This is the result of release {number}, made earlier, and not of what is described above."
        )

    def show_exported(self, text: str) -> None:
        """Say where the receipt lies."""
        self._exported.setText(text)
        self._exported.setVisible(bool(text))


def _shown(release: Release) -> str:
    """The winner with its unit, several winners in order, or every figure on a line of its own."""
    lines = release.lines
    if release.receipt.winners is None:
        shown = release.said(grouped)
        more = len(shown) - _MOST_LINES
        rest = [f"… and {more:,} more in the receipt"] if more > 0 else []
        return "\n".join(shown[:_MOST_LINES] + rest)
    names = [f"{line['value']} {line['unit']}".strip() for line in lines]
    return names[0] if len(names) == 1 else "\n".join(f"{place}. {name}" for place, name in enumerate(names, 1))


def _spent(found: Resolved, question: CompleteQuestion) -> str:
    """How much of the table's limits will be spent: "ε 1 of at most 3 is"; with a δ of both."""
    total, loss = found.account.total if found.account else None, question.loss
    epsilon, delta = (total.epsilon, total.delta) if total else (Fraction(0), Fraction(0))
    said = f"ε {rational_text(epsilon + loss.epsilon)} of at most {rational_text(question.cap)}"
    if not loss.delta:
        return f"{said} is"
    return f"{said} and δ {rational_text(delta + loss.delta)} of at most {rational_text(question.delta_cap)} are"


def _sentences(found: Resolved) -> list[str]:
    """The plan in plain words, as far as it goes."""
    said = []
    if found.unit is not None:
        whose = words.whose_scores if isinstance(found.scores.rule, Ready) else words.protected
        said.append("Protected: " + whose(found.unit))
    if found.plan.kind != "choose" and found.previewed is not None:
        asked = describe(found.previewed).words
        said += [asked.question, "Accuracy: " + asked.accuracy]
        if found.plan.kind == "measure":
            said += found.previewed.error_bound.splitlines()
    said += _chosen(found.scores)
    said += words_read(found)
    epsilon = found.budget.epsilon
    if epsilon is not None:
        allowed = slip(found.plan, found.previewed)
        said.append(f"Privacy: the odds of any guess about one person change by {words.odds(epsilon)}.{allowed}")
        said += [words.warning(epsilon)] if words.warning(epsilon) else []
    said += _accurate(found.scores, found.budget.beta)
    data = found.plan.data_table
    if data is not None and data.role == Role.SAMPLE and not found.known.refusal:
        said.append("The table is a sample: the receipt will say “demonstration, not private”.")
    return said or ["Nothing has been chosen yet. Start on the Tables tab."]


def _chosen(scores: Scores) -> list[str]:
    """How many of the candidates are chosen, and how their scores will be worked out."""
    if scores.rule is None or scores.candidates is None or scores.winners >= scores.candidates.count:
        return []
    chosen, verb = ("One", "is") if scores.winners == 1 else (str(scores.winners), "are")
    of_all = counted(scores.candidates.count, "candidates")
    stages = evaluation_plan(scores.rule, scores.candidates)
    return [
        f"{chosen} of {of_all} {verb} chosen. {rule_sentence(scores.rule)}",
        *([told(stages)] if stages else []),
    ]


def _accurate(scores: Scores, beta: Fraction | None) -> list[str]:
    """What holds of every table."""
    if scores.accuracy is None or beta is None:
        return []
    amount = with_unit(decimal_up(scores.accuracy, 2), scores.score_unit)
    return [
        f"Accuracy: {words.gap(amount, scores.winners)}, in at least {rational_text(100 * (1 - beta))} of 100 runs."
    ]
