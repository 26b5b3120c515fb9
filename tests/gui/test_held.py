"""What scrolls answers one request for a layout at a time: what asks anew while it is answered must not hang it up."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from dpstudio.gui.widgets.kit import column
from dpstudio.gui.workplace import Dock

_EAGER = """
import os
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from dpstudio.gui.widgets.whole import Held

application = QApplication([])
content = QLabel("What scrolls")
area = Held(content)


class Eager(QVBoxLayout):
    # Has what scrolls laid out at once, instead of once all else is done: so does Qt where a part is shown.
    depth, deepest, ready = 0, 0, False

    def invalidate(self):
        super().invalidate()
        if not Eager.ready:
            return
        Eager.depth += 1
        Eager.deepest = max(Eager.deepest, Eager.depth)
        if Eager.depth > 20:
            print("without end", flush=True)
            os._exit(1)
        QApplication.sendEvent(content, QEvent(QEvent.Type.LayoutRequest))
        Eager.depth -= 1


around = QWidget()
layout = Eager(around)
layout.addWidget(area)
around.show()
QTest.qWait(20)
Eager.ready = True
for text in ("Another text", "What scrolls now is longer than it was before, " * 20):
    content.setText(text)
    QApplication.sendEvent(content, QEvent(QEvent.Type.LayoutRequest))
    QTest.qWait(20)
print(Eager.deepest, area.needed() == area.minimumSizeHint().height(), flush=True)
os._exit(0)
"""


def test_what_asks_for_another_layout_while_one_is_made_is_answered_once():
    """In a process of its own: answered each time, it fills the stack, and the process ends."""
    told = subprocess.run([sys.executable, "-c", _EAGER], capture_output=True, text=True, check=False)
    assert told.returncode == 0, (told.stdout, told.stderr[-500:])
    deepest, fits = told.stdout.split()
    assert int(deepest) <= 2
    assert fits == "True"


_FLIPPING = """
import os
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from dpstudio.gui.widgets.whole import Held

application = QApplication([])


class Flipping(QWidget):
    # Asks for less beside a bar than without one, as texts do that are laid out again only later.
    def minimumSizeHint(self):
        return QSize(100, 427 if self.width() < 482 else 447)


class Nested(Held):
    depth, deepest = 0, 0

    def eventFilter(self, watched, event):
        Nested.depth += 1
        Nested.deepest = max(Nested.deepest, Nested.depth)
        if Nested.depth > 20:
            print("without end", flush=True)
            os._exit(1)
        done = super().eventFilter(watched, event)
        Nested.depth -= 1
        return done


area = Nested(Flipping(), whole=False)
area.setFixedSize(482, 427)
area.show()
QTest.qWait(50)
print(Nested.deepest, flush=True)
os._exit(0)
"""


def test_what_fits_beside_a_bar_alone_does_not_take_it_away_and_bring_it_back_within_itself():
    """In a process of its own: the stack was filled, and the look of the window left half changed."""
    told = subprocess.run([sys.executable, "-c", _FLIPPING], capture_output=True, text=True, check=False)
    assert told.returncode == 0, (told.stdout, told.stderr[-500:])
    assert int(told.stdout) <= 5


_HIGH, _LACKS, _BAR_FREE = 410, 420, 400


class _LaidOutLater(QWidget):
    """Needs less where no bar takes its width, and finds that out one layout later than its width, as texts do."""

    def __init__(self):
        super().__init__()
        self.wide, self.text = -1, QWidget()
        self.text.setMinimumHeight(_LACKS)
        self.setLayout(column(self.text))
        self.found = QTimer(self, singleShot=True, interval=0)
        self.found.timeout.connect(self._take)

    def _take(self):
        self.text.setMinimumHeight(_BAR_FREE if self.width() == self.wide else _LACKS)

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self.found.start()


@pytest.fixture
def beside_a_bar(qtbot):
    """What fits neither beside a bar nor without one, as it stands after that was tried."""
    dock = Dock(_LaidOutLater(), whole=False)
    qtbot.addWidget(dock)
    dock.setFixedSize(300, _HIGH)
    dock.show()
    qtbot.wait(400)
    assert dock.verticalScrollBar().maximum() == _LACKS - _HIGH
    assert dock.verticalScrollBar().isVisible()
    return dock


def test_what_lacks_a_little_beside_a_bar_is_given_the_time_to_be_laid_out_without_one(qtbot, beside_a_bar):
    beside_a_bar.widget().wide = 300
    beside_a_bar.widget().text.setMinimumHeight(_LACKS - 5)
    qtbot.waitUntil(lambda: not beside_a_bar.verticalScrollBar().maximum(), timeout=5000)
    qtbot.wait(300)
    assert not beside_a_bar.verticalScrollBar().maximum(), "without a bar it fits, and no bar comes back"
