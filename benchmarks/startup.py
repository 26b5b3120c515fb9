"""Until the window can be used, against importing Qt's widgets and making an application: a ratio in one run.

python benchmarks/startup.py
"""

import os
import subprocess
import sys
import tempfile
import time

QT = "from PySide6.QtWidgets import QApplication; QApplication([]).processEvents()"
WINDOW = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from dpstudio.gui.app import build
window = build(app)
window.show()
app.processEvents()
window.close()
"""


def best(code: str) -> float:
    """The shortest of five warm starts, in seconds."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"DPSTUDIO_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        spent = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
            spent.append(time.perf_counter() - start)
        return min(spent)


def main() -> None:
    qt, window = best(QT), best(WINDOW)
    print(f"window ÷ bare Qt: {window / qt:.2f}; the window took {window:.2f} s here")


if __name__ == "__main__":
    main()
