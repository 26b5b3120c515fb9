"""What is under way beside the window and takes longer than a moment: in words, how far it is, and Cancel."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.kit import column, label, row
from dpstudio.gui.widgets.running import Running
from dpstudio.translation import tr

MOMENT = 100
"""After so many milliseconds a person wonders."""
_WIDTH = 260


class Line(QFrame):
    """One job; it stands there once its moment is over."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setObjectName("foot")
        self.text = words
        self.running = Running(words)
        scaled(self.running.setFixedWidth, _WIDTH)
        layout = row(label(words), self.running)
        layout.setStretch(0, 1)
        scaled(layout.setContentsMargins, 20, 4, 20, 4)
        self.setLayout(layout)
        self.running.show()
        self.hide()
        self._moment = QTimer(self, singleShot=True, interval=MOMENT)
        self._moment.timeout.connect(self._appear)
        self._moment.start()

    def end(self) -> None:
        """Go, and never appear: while a box stands over the window, what is to be deleted is still there."""
        self._moment.stop()
        self.hide()
        self.deleteLater()

    def _appear(self) -> None:
        self.show()
        say(self, self.text)


class UnderWay(QWidget):
    """A line for each of the runner's jobs that has words."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._runner = runner
        self._lines: dict[str, Line] = {}
        self._all = column(spacing=0)
        self.setLayout(self._all)
        runner.busy_changed.connect(self._follow)
        runner.shared.connect(self._share)

    @property
    def lines(self) -> list[Line]:
        """Those that stand there."""
        return [line for line in self._lines.values() if line.isVisible()]

    def _follow(self, job: str) -> None:
        words = self._runner.words(job)
        if not words and job in self._lines:
            self._lines.pop(job).end()
        elif words and job not in self._lines:
            line = self._lines[job] = Line(words)
            line.running.cancel_button.setAccessibleName(tr("Cancel: {words}", words=words))
            line.running.cancel_button.clicked.connect(lambda: self._stop(job))
            self._all.addWidget(line)

    def _share(self, job: str, share: float) -> None:
        if job in self._lines:
            self._lines[job].running.show_share(share)

    def _stop(self, job: str) -> None:
        self._lines[job].running.cancel_button.setEnabled(False)
        self._runner.stop(job)
