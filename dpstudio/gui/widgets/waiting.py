"""A box that stands over the window as long as a job runs, and no longer."""

from PySide6.QtWidgets import QDialog, QProgressBar, QWidget

from dpstudio.gui.runner import Runner
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import button, column, label, row


class Waiting(QDialog):
    """Says what is under way, and asks it to stop where the person gives up; it goes when the job is no longer busy."""

    def __init__(self, parent: QWidget, text: str, runner: Runner, job: str) -> None:
        super().__init__(parent)
        self._runner, self._job = runner, job
        self.setWindowTitle("dpstudio")
        self.setMinimumWidth(THEME.px(360))
        self.told = label(text)
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(text)
        self.cancel_button = button("Cancel", "x")
        self.cancel_button.clicked.connect(self.reject)
        layout = column(self.told, bar, row(None, self.cancel_button))
        margin = THEME.px(20)
        layout.setContentsMargins(margin, margin, margin, margin)
        self.setLayout(layout)

    def stay(self) -> None:
        """Stand there until the job has ended, in whatever way; not at all where it has."""
        self._runner.busy_changed.connect(self._follow)
        if self._runner.busy(self._job):
            self.exec()
        self._runner.busy_changed.disconnect(self._follow)
        self.deleteLater()

    def _follow(self, _: str) -> None:
        if not self._runner.busy(self._job):
            self.accept()

    def reject(self) -> None:
        """The person gives up, by whatever means: the job is asked to stop, and waited for."""
        self.cancel_button.setEnabled(False)
        self._runner.stop(self._job)
