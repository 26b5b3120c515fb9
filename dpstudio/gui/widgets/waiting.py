"""A box that stands over the window as long as a job runs, and no longer."""

from PySide6.QtWidgets import QDialog, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.kit import column, label
from dpstudio.gui.widgets.running import Running


class Waiting(QDialog):
    """Says what is under way, and asks it to stop where the person gives up; it goes when the job is no longer busy."""

    def __init__(self, parent: QWidget, text: str, runner: Runner, job: str) -> None:
        super().__init__(parent)
        self._over, self._runner, self._job = parent, runner, job
        self.setWindowTitle("dpstudio")
        scaled(self.setMinimumWidth, 360)
        self.told = label(text)
        self.running = Running(text)
        self.cancel_button = self.running.cancel_button
        self.cancel_button.clicked.connect(self.reject)
        layout = column(self.told, self.running)
        scaled(layout.setContentsMargins, 20, 20, 20, 20)
        self.setLayout(layout)
        self.running.show()

    def stay(self) -> None:
        """Stand there until the job has ended, in whatever way; not at all where it has."""
        self._runner.busy_changed.connect(self._follow)
        self._runner.shared.connect(self._share)
        if self._runner.busy(self._job):
            self.exec()
        self._runner.busy_changed.disconnect(self._follow)
        self._runner.shared.disconnect(self._share)
        self.deleteLater()

    def _share(self, job: str, share: float) -> None:
        if job == self._job:
            self.running.show_share(share)

    def _follow(self, _: str) -> None:
        if self._runner.busy(self._job):
            return
        looked_at = self.isActiveWindow()
        self.accept()
        if looked_at:  # not every desktop gives the keyboard back by itself
            self._over.activateWindow()

    def reject(self) -> None:
        """The person gives up, by whatever means: the job is asked to stop, and waited for."""
        self.cancel_button.setEnabled(False)
        self._runner.stop(self._job)
