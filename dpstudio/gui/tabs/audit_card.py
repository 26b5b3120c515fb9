"""The self-check on the Release tab: what it saw, how far it is, and a button to stop or start it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.running import Running
from dpstudio.translation import tr, translated

WAITING = tr("Not checked yet.")
RUNNING = tr("Runs the release's own draw on invented tables. You need not wait for it.")


class AuditCard(QWidget):
    """Shows one self-check, folded away unless it saw too much; it decides nothing and holds up nothing."""

    seen = Signal()
    start_requested = Signal()
    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sentence, self.details = label("", "strong"), label("", "soft")
        self._running = Running(tr("Progress of the self-check"))
        self.progress, self.cancel_button = self._running.progress, self._running.cancel_button
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.cancel_button.setAccessibleName(tr("Cancel the self-check"))
        self.start_button = button(tr("Check now"), "play")
        self.start_button.clicked.connect(self.start_requested)
        shown = self.sentence, self.details, self._running, row(self.start_button, None)
        self.more = More(tr("self-check"), *shown)
        self.setLayout(column(self.more))
        self.show_idle(WAITING)

    def show_idle(self, why: str) -> None:
        """Nothing is under way, and why."""
        self._show("", why, running=False, may_start=True)

    def show_running(self) -> None:
        """It has begun."""
        self.progress.setValue(0)
        self._show("", RUNNING, running=True, may_start=False)

    def show_progress(self, share: float) -> None:
        """Move the bar."""
        self._running.show_share(share)

    def show_found(self, sentence: str, details: str, *, kept: bool) -> None:
        """What it saw."""
        self.sentence.setObjectName("strong" if kept else "problem")
        self.sentence.style().polish(self.sentence)
        self.more.hold(something=not kept)
        self._show(*(_whole(translated(each)) for each in (sentence, details)), running=False, may_start=False)
        if self.sentence.isVisible():
            say(self, sentence, urgent=not kept)

    def _show(self, sentence: str, details: str, *, running: bool, may_start: bool) -> None:
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.details.setText(details)
        self._running.setVisible(running)
        self.start_button.setVisible(may_start)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Tell that a person looks at it."""
        super().showEvent(event)
        self.seen.emit()


def _whole(text: str) -> str:
    """What equals what stays on one line."""
    return text.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
