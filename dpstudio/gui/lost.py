"""What the window shows where ledger, marks or key are lost: the reason, and the remedies."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import Cancelled, Lost, StudioError
from dpstudio.gui import ask
from dpstudio.gui.project.remedies import RECEIPTS, bring_in, gone_on, start_from_receipts
from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.fitting import FittedDialog
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import button, column, label
from dpstudio.translation import tr
from dpstudio.workspace.guarding.gate import Gate

_REMEDIES = tr(
    "Nothing can be released until this is fixed, because what has been released must not be forgotten. Restore the"
    " newest backup of dpstudio's whole data folder and start again. Without a backup, start from signed receipts:"
    " the newest one for each table is enough, and whatever can still be read of the ledger counts too. Anything"
    " released beyond that is not counted, and every later receipt says so."
)


class LostDialog(FittedDialog):
    """Stays until one of the remedies has helped, or is closed; nothing is made anew otherwise."""

    def __init__(self, lost: Lost, crashed: Callable[[BaseException], None], parent: QWidget | None = None) -> None:
        super().__init__(parent, 660)
        self.runner = Runner(crashed, self)
        self.setWindowTitle("dpstudio")
        self.busy = label("", "soft")
        self.resume_button = button(tr("Start from receipts…"), "receipt-text", kind="primary")
        self.arrive_button = button(tr("Bring in from another computer…"), "download")
        self.quit_button = button(tr("Quit"))
        self.resume_button.clicked.connect(self._resume)
        self.arrive_button.clicked.connect(self._arrive)
        self.quit_button.clicked.connect(self.reject)
        self._buttons = (self.resume_button, self.arrive_button, self.quit_button)
        said = column(label(lost.message, "heading"), label(_REMEDIES), self.busy, None, spacing=14)
        self.fill(said, Flow(*self._buttons, spacing=10))

    def _resume(self) -> None:
        files = ask.open_files(self, tr("Start from receipts"), RECEIPTS)
        if files:
            self._show_busy(tr("Checking the receipts …"))
            start_from_receipts(self, self.runner, files, self._resumed, self._failed)

    def _arrive(self) -> None:
        bring_in(self, self.runner, self._show_busy, self._helped, self._failed)

    def _resumed(self, gate: Gate) -> None:
        ask.tell(self, *gone_on(gate))
        self.accept()

    def _helped(self, _: object) -> None:
        self.accept()

    def _failed(self, error: StudioError) -> None:
        self._show_busy("")
        if not isinstance(error, Cancelled):
            ask.complain(self, tr("Nothing has changed"), str(error))

    def _show_busy(self, told: str) -> None:
        """The buttons wait while something is under way."""
        self.busy.setText(told)
        for each in self._buttons:
            each.setEnabled(not told)

    def done(self, result: int) -> None:
        """What is under way is waited for."""
        self.runner.close()
        super().done(result)
