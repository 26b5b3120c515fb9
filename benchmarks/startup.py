"""Until the window can be used, against importing Qt's widgets and making an application: a ratio in one run.

Processor time, since other programs may be using the machine, and seconds, which say little then. Each start is a
process of its own, as an installed program starts: what Python makes of each file is there already.

python benchmarks/startup.py
"""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

USABLE = "import time; print(time.process_time(), flush=True)"
QT = f"from PySide6.QtWidgets import QApplication; QApplication([]).processEvents(); {USABLE}"
WINDOW = f"""
from dpstudio.gui.app import build
from PySide6.QtWidgets import QApplication
app = QApplication([])
window = build(app)
window.show()
app.processEvents()
{USABLE}
window.close()
"""
TIMES = 7


class Start(NamedTuple):
    """What a start takes until it can be used, in seconds of the processor and of the clock."""

    work: float
    clock: float


def started(code: str, environment: dict[str, str]) -> Start:
    """One start."""
    before = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True) as child:
        told = child.stdout.readline()
        spent = time.perf_counter() - before
    return Start(float(told), spent)


def best(*codes: str) -> list[Start]:
    """The least of several warm starts of each, by turns."""
    with tempfile.TemporaryDirectory() as home:
        own = {"DPSTUDIO_HOME": home, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own
        for code in codes:
            started(code, environment)
        found = [[started(code, environment) for code in codes] for _ in range(TIMES)]
    return [Start(*(min(each) for each in zip(*starts, strict=True))) for starts in zip(*found, strict=True)]


def main() -> None:
    qt, window = best(QT, WINDOW)
    work, clock = window.work / qt.work, window.clock / qt.clock
    print(f"window ÷ bare Qt: {work:.1f} in processor time, {clock:.1f} by the clock")
    print(f"the window took {window.work:.2f} s of the processor, {window.clock:.2f} s here")


if __name__ == "__main__":
    main()
