"""The card about the ledger as a whole: where it goes on."""

from PySide6.QtCore import Signal

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, button, label
from dpstudio.gui.widgets.more import folds
from dpstudio.translation import tr

_MOVED = tr(
    "This ledger has moved to another computer. Here it can be read, but nothing more is released. If the file it"
    " moved in is lost, Move to another computer writes it again."
)


class KeepingCard(Card):
    """Offers to move the ledger, to bring one in, and to begin a lost one from receipts."""

    move_requested = Signal()
    arrive_requested = Signal()
    resume_requested = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("This ledger"), tr("It is used on one computer at a time, and never forgets what has been released.")
        )
        self.moved = label(_MOVED, "strong")
        self.busy = label("", "soft")
        self.move_button = button(tr("Move to another computer…"), "square-arrow-out-up-right")
        self.arrive_button = button(tr("Bring in from another computer…"), "download")
        self.move_button.clicked.connect(self.move_requested)
        self.arrive_button.clicked.connect(self.arrive_requested)
        for each in (self.moved, self.busy):
            each.hide()
            self.add(each)
        self.resume_button = button(
            tr("Start from receipts…"), "receipt-text", hint=tr("if the ledger, marks or key are lost")
        )
        self.resume_button.clicked.connect(self.resume_requested)
        self._buttons = (self.move_button, self.arrive_button, self.resume_button)
        self.add(Flow(*self._buttons, spacing=10))

    def show_moved(self, moved: bool) -> None:
        """Whether the ledger goes on elsewhere."""
        self.moved.setVisible(moved)

    def show_busy(self, text: str) -> None:
        """What is being done, or nothing."""
        self.busy.setText(text)
        self.busy.setVisible(bool(text))
        if text:
            say(self, text)
        for fold in folds(self) if text else ():
            fold.open()
        for each in self._buttons:
            each.setEnabled(not text)
