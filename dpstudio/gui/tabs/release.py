"""The Release tab: the result on top; before it what will happen, what it costs, what becomes permanent."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget

from dpstudio.core.release import Release
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.audit_card import AuditCard
from dpstudio.gui.tabs.base import with_part
from dpstudio.gui.tabs.cost_bar import CostBar
from dpstudio.gui.tabs.inspect_card import InspectCard
from dpstudio.gui.tabs.issued_card import IssuedCard
from dpstudio.gui.tabs.people_cards import SamePeopleCard
from dpstudio.gui.tabs.refused_line import RefusedLine
from dpstudio.gui.tabs.result_card import ResultCard
from dpstudio.gui.tabs.summary_card import SummaryCard
from dpstudio.gui.tabs.todo_card import TodoCard
from dpstudio.gui.tabs.unfinished_card import UnfinishedCard
from dpstudio.gui.tabs.what_happens import cost_told, is_spent, of_another, once_more
from dpstudio.gui.widgets.kit import Card, HelpLabel, Page, button, column, label, row
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.gui.widgets.running import Running
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated

_RANDOM = tr("Random: another run may come out differently. Each run costs as much again.")
_BEGUN = tr("The release is under way.")
_UNDER_WAY = tr("A release that costs {cost} is under way. What you change now is for the next release.")
_NO, _STOPS = Qt.FocusPolicy.NoFocus, Qt.FocusPolicy.TabFocus
"""Where the page begins with its heading, that has the keyboard first: the page is seen and read from its top."""
_ALL, _MOMENT = 1000, 30
_MISSING = tr("You can release once nothing is missing.")
_MOVED = tr("This ledger has moved to another computer: nothing is released here. The Ledger tab says how to continue.")


class ReleaseTab(Page):
    """Says in plain words what will happen, asks once more, and shows what came out."""

    go_requested = Signal(object)
    release_requested = Signal(object)
    cancel_requested = Signal()
    complete_requested = Signal(int)
    change_requested = Signal(object, str)
    openness_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._found: Resolved | None = None
        self._held, self._moved, self._under_way = "", False, ""
        self._has_result = self._is_earlier = self._to_result = self._is_asking = False
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._rest_on_result)
        self._later = QTimer(self, singleShot=True, interval=_MOMENT)
        self._later.timeout.connect(self._take_room)
        self.result = ResultCard()
        self.column.addWidget(self.result)
        self.winner, self.after, self.earlier = self.result.winner, self.result.after, self.result.earlier
        self.copy_button, self.print_button = self.result.copy_button, self.result.print_button
        self.key_changed, self.export_button = self.result.key_changed, self.result.export_button
        self.summary = SummaryCard()
        self.column.addWidget(self.summary)
        self._todo = TodoCard()
        self._todo.go_requested.connect(self.go_requested)
        self.column.addWidget(self._todo)
        self.unfinished = UnfinishedCard()
        self.unfinished.complete_requested.connect(self.complete_requested)
        self.complete_button = self.unfinished.complete_button
        self.column.addWidget(self.unfinished)
        self.refused = RefusedLine(lambda: self.is_open)
        self.same_people = SamePeopleCard()
        self.same_people.held.connect(self._hold)
        self.column.addWidget(self.same_people)
        self._act = self._action()
        self.column.addWidget(self._act)
        self.issued, self.audit, self.inspection = IssuedCard(), AuditCard(), InspectCard()
        self.issued.edited.connect(self._say)
        folded = QWidget()  # their layout within the page's own one crashed as Python collected the page
        folded.setLayout(column(self.summary.each, self.issued, self.audit, self.inspection, spacing=0))
        self.column.addWidget(folded)
        self.column.addStretch(1)
        self._arrange()

    def _action(self) -> Card:
        card = Card("")
        scaled(card.body.setSpacing, 6)
        self._bar = CostBar()
        self._cost, self._once_more = self._bar.cost, label("", "soft")
        card.add(self._bar)
        card.add(self._once_more)
        self._random = HelpLabel(_RANDOM)
        self.release_button = button(tr("Release…"), "shield-check", kind="primary")
        self.release_button.clicked.connect(self._ask)
        self.confirm_button = button(tr("Yes, draw once"), "check", kind="primary")
        self.confirm_button.clicked.connect(self._confirmed)
        self.back_button = button(tr("Not yet"))
        self.back_button.clicked.connect(self._back)
        self._question = label("", "")
        card.add(self._question)
        buttons = self.release_button, self.confirm_button, self.back_button, self.result.next_button
        pressed = row(*buttons, self._random, None, spacing=12)
        pressed.setStretch(len(buttons), _ALL)
        card.add(pressed)
        self.running = Running(tr("Progress of the release"))
        self.progress, self.cancel_button = self.running.progress, self.running.cancel_button
        self.cancel_button.clicked.connect(self.cancel_requested)
        card.add(self.running)
        card.add(self.refused)
        self._confirm(False)
        return card

    def show_resolved(self, found: Resolved, *, moved: bool = False, seen: bool = True) -> None:
        """Show the summary, at once if `seen`, and what is missing; `moved`: the ledger goes on on another computer."""
        self._moved = moved
        if self._found is None or (found.plan, found.question) != (self._found.plan, self._found.question):
            self._confirm(False)
        self._found = found
        self.issued.show_issued(found.plan.issued)
        self.issued.show_problems({item.field: item.sentence for item in found.missing if item.tab == "release"})
        self.summary.show_plan(found, seen=seen)
        self._todo.show_missing(found.missing, spent=is_spent(found))
        self._show_cost(found)
        self._arrange()

    @property
    def _is_answered(self) -> bool:
        """Whether the result of what is asked stands on the page."""
        return self._has_result and not self._is_earlier

    @property
    def is_at_limit(self) -> bool:
        """Whether what is asked has been answered, and only its limit stands against asking it once more."""
        missing = self._found.missing if self._found is not None else ()
        return self._is_answered and bool(missing) and all(item.over_limit for item in missing)

    def _arrange(self) -> None:
        """Beside a result what would come of another draw is small, and a limit that is reached is nothing missing."""
        found, answered, at_limit = self._found, self._is_answered, self.is_at_limit
        self.issued.keep(answered=answered, last=at_limit)
        self.summary.show_whole(shown=not answered)
        _place(self.column, self.result, below=self._act if self._is_earlier and self.result.is_long else None)
        self.summary.heading.setFocusPolicy(_NO if self._has_result else _STOPS)
        self._todo.setVisible(found is not None and bool(found.missing) and not at_limit)
        self._bar.heading.setText(tr("Once more") if answered else tr("Release"))
        _dress(self.release_button, again=answered)
        self._cost.setVisible(not answered or not (self.is_open or at_limit))
        self._once_more.setText(of_another(found, at_limit=at_limit) if found is not None and answered else "")
        self._once_more.setVisible(bool(self._once_more.text()))
        self._show_pressed()
        self._later.start()

    def _take_room(self) -> None:
        """Be as high as what is shown now: the page is not told of all that is hidden inside its cards."""
        self.result.shrink()
        page = self.widget()
        if page is not None:
            page.updateGeometry()
            QApplication.postEvent(page, QEvent(QEvent.Type.LayoutRequest))

    def _show_cost(self, found: Resolved) -> None:
        self.release_button.setEnabled(self.is_open)
        self.openness_shown.emit()
        self._show_bar(found)
        if self._moved or found.question is None:
            self._cost.setText(_MOVED if self._moved else "" if is_spent(found) else _MISSING)
            return
        busy = self._under_way and _UNDER_WAY.format(cost=translated(self._under_way))
        self._cost.setText(busy or self._held or cost_told(found, found.question))

    def _show_bar(self, found: Resolved | None) -> None:
        """The next draw is part of the bar only where it is about to be asked for."""
        if found is not None:
            self._bar.show_cost(found, asking=self._is_asking or not self._is_answered)

    @property
    def is_open(self) -> bool:
        """Whether what is asked can be released."""
        waits = self._held or self._moved or self._under_way
        return self._found is not None and self._found.question is not None and not waits

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

    def _ask(self) -> None:
        found = self._found
        if found is None or found.question is None or not self.is_open:
            return
        self._question.setText(once_more(found, found.question))
        self.issued.ask_for_next()
        _go_to(self.confirm_button)
        self._confirm(True)
        self._arrange()

    def _back(self) -> None:
        _go_to(self.release_button)
        self._confirm(False)

    def _confirm(self, asking: bool) -> None:
        self._is_asking = asking
        self._question.setVisible(asking)
        self.confirm_button.setVisible(asking)
        self.back_button.setVisible(asking)
        self._show_pressed()

    def _show_pressed(self) -> None:
        """What can be pressed besides, and what is said beside it."""
        self.release_button.setVisible(not self._is_asking and not self.is_at_limit)
        self.result.next_button.setVisible(not self._is_asking and self._has_result and not is_spent(self._found))
        no_run = self._is_asking or self._is_answered or is_spent(self._found)
        self._random.setVisible(not no_run and HelpLabel.shown)
        self._show_bar(self._found)

    def _confirmed(self) -> None:
        self.release_requested.emit(self._found)
        self._confirm(False)

    def show_running(self, cost: str) -> None:
        """Show progress and Cancel of a release that costs this, or hide them where it is ""."""
        if cost and not self._under_way:
            say(self, _BEGUN)
        self._under_way = cost
        self.running.begin() if cost else self.running.end(self._go_on)
        self.progress.setValue(0)
        self.complete_button.setEnabled(not cost)
        if cost:
            if self.confirm_button.hasFocus():
                self.cancel_button.setFocus()
            self._confirm(False)
            self.show_problem("")
        if self._found is not None:
            self._show_cost(self._found)

    def _go_on(self) -> None:
        """From Cancel the keyboard goes to the result, or to where a release is asked for."""
        self._rest_on_result() if self._to_result else _go_to(self.release_button)

    def show_problem(self, told: str, kind: str = "problem") -> None:
        """Say why the release was not made; as a plain line, "soft", where the person stopped it."""
        self.refused.say(told, kind)

    def show_release(self, release: Release | None, *, found: bool = False) -> None:
        """Show a result on top, the keyboard on it unless it was `found` in the ledger; or nothing."""
        self._has_result = release is not None
        self.issued.show_release(release)
        self.result.setVisible(release is not None)
        if release is not None:
            self.result.show_release(release, found=found)
            self._to_result = not found
            self._go_to_result()
        self._arrange()

    def _go_to_result(self) -> None:
        """Once it stands there and can be seen, the keyboard goes to the result."""
        if self._to_result and self.isVisible():
            self.verticalScrollBar().setValue(0)
            self._rest.start()

    def _rest_on_result(self) -> None:
        if self._to_result and self.isVisible():
            self._to_result = False
            self.result.spoken.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """A result that came while another tab was looked at is gone to now."""
        super().showEvent(event)
        self._go_to_result()

    def show_earlier(self, number: int) -> None:
        """Say that the result shown is not of the question as it stands; 0 where it is."""
        self._is_earlier = number > 0
        self.result.show_earlier(number)
        self._arrange()


def _place(page: QVBoxLayout, result: QWidget, *, below: QWidget | None) -> None:
    """Let a result stand on top, or `below` what is asked now."""
    place = page.indexOf(below) if below is not None else 0
    if (below is not None) != (page.indexOf(result) > 0):
        page.removeWidget(result)
        page.insertWidget(place, result)


def _go_to(button: QWidget) -> None:
    """Give a button the keyboard before the one that had it goes, which would give it to whatever comes next."""
    button.show()
    button.setFocus()


def _dress(pressed: QAbstractButton, *, again: bool) -> None:
    """Let the button that releases be the first thing that is offered, unless it would draw `again`."""
    pressed.setText(tr(" Draw again…") if again else tr(" Release…"))
    pressed.setAccessibleName(tr("Draw again…") if again else tr("Release…"))
    kind = "" if again else "primary"
    if pressed.objectName() != kind:
        pressed.setObjectName(kind)
        picture_on(pressed, "shield-check", "on_accent" if kind else "text")
        pressed.style().polish(pressed)
