"""What scrolls answers one request for a layout at a time: what asks anew while it is answered must not hang it up."""

import subprocess
import sys

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
