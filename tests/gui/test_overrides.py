"""An error in a method that Qt calls is told, and the program goes on: also one that Python itself raised."""

import subprocess
import sys

import pytest
from shiboken6 import Shiboken

from dpstudio.gui.overrides import _below, overridden

_FAILING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from dpstudio.gui.overrides import catch_in_overrides

application, told = QApplication([]), []
sys.excepthook = lambda kind, error, trace: told.append(kind.__name__)


def too_deep():
    too_deep()


class Failing(QWidget):
    def {method}:
        {error}


catch_in_overrides()
around = QWidget()
around.resize(200, 100)
QVBoxLayout(around).addWidget(Failing())
watch = QTimer(interval=20)
watch.timeout.connect(lambda: application.quit() if told else None)
watch.start()
QTimer.singleShot(0, around.show)
QTimer.singleShot(60_000, application.quit)
application.exec()
print(told[0])
"""


@pytest.mark.parametrize("method", ["sizeHint(self)", "paintEvent(self, event)", "resizeEvent(self, event)"])
@pytest.mark.parametrize(
    ("error", "name"),
    [
        ("int('no number')", "ValueError"),
        ("[][1]", "IndexError"),
        ("self.gone", "AttributeError"),
        ("too_deep()", "RecursionError"),
    ],
)
def test_an_error_that_python_raises_in_a_method_of_qts_is_told_and_ends_nothing(method, error, name):
    program = _FAILING.replace("{method}", method).replace("{error}", error)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, f"{name}\n"), said.stderr[-500:]


def test_no_class_of_the_window_or_of_its_plots_is_left_out(studio):
    studio.demonstration("apples")
    studio.window.presenting.turn()
    studio.settle()
    ours = {each for each in _below(Shiboken.Object) if each.__module__.startswith(("dpstudio.", "pyqtgraph."))}
    methods = {(each, name) for each in ours for name in overridden(each)}
    assert len(methods) > 300
    assert [(each.__name__, name) for each, name in methods if not hasattr(vars(each)[name], "__wrapped__")] == []
    studio.window.presenting.leave()
