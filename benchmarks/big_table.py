"""A CSV of 10^6 rows x 10 columns in the window: load, score 10^3 candidates, preview, release, answer throughout.

Prints the peak memory above the empty window as a multiple of the file's size, the longest time the window's
event loop did not answer as a multiple of one frame (1/60 s), and the file's import as a multiple of reading it
with Python's csv module in the same run.

python benchmarks/big_table.py [ROWS]    2,300,000 rows are 215 MB
"""

import csv
import os
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROWS, FRAME = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6, 1 / 60


def write(path: Path) -> None:
    """Ten columns: a person, a price, a colour, and seven more of everyday width."""
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["who", "pays", "colour", *(f"more{i}" for i in range(7))])
        for i in range(ROWS):
            rest = [f"value {i * k % 1000}" for k in range(1, 8)]
            writer.writerow([f"person {i}", f"{i * 7919 % 1000 / 100:.2f}", ("red", "green", "blue")[i % 3], *rest])


def resident() -> int:
    """This process's memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Peak(threading.Thread):
    """The highest memory seen, looked at every 5 ms."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.highest = 0
        self.stop = threading.Event()

    def run(self) -> None:
        """Look until stopped."""
        while not self.stop.wait(0.005):
            self.highest = max(self.highest, resident())


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DPSTUDIO_HOME"] = f"{folder}/home"
        path = Path(folder) / "big.csv"
        write(path)
        start = time.perf_counter()
        with path.open(newline="") as stream:
            for _ in csv.reader(stream):
                pass
        rival = time.perf_counter() - start
        measure(path, rival)


def measure(path: Path, rival: float) -> None:
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
    from dpstudio.gui.app import build, warm

    window = build(app)
    window.show()
    warm()
    window.make_picture()  # as after a start, before anything is opened
    spin(app, lambda: True)
    empty = resident()
    peak = Peak()
    peak.start()
    start = time.perf_counter()
    window.opener.open([str(path)])
    opening = spin(app, lambda: bool(window.session.document.plan.tables))
    plan = window.session.document.plan
    table = replace(plan.tables[0], role="sample", header="yes", columns=(ColumnPlan("pays", "decimal", "0.01"),))
    window.session.change(
        replace(
            plan,
            tables=(table,),
            privacy_unit=UnitPlan("row", relation="add_remove"),
            candidates=CandidatesPlan("grid", start="0.01", stop="10", step="0.01"),
            rule=RulePlan("revenue", columns=("pays",)),
            privacy=PrivacyPlan(cap="5"),
        )
    )
    window.show_tab("privacy")
    longest = max(opening, spin(app, lambda: bool(window.session.preview.shown) and not window.runner.busy()))
    ours = time.perf_counter() - start
    peak.stop.set()
    released = release(app, window)
    size = path.stat().st_size
    print(
        f"file: {size / 1e6:.0f} MB, {ROWS:,} rows, {window.session.preview.shown[0].chances.size} candidates previewed"
    )
    print(f"peak memory above the empty window ÷ file size: {(peak.highest - empty) / size:.2f}")
    print(f"longest wait for the window ÷ one frame: {longest / FRAME:.2f}")
    print(f"longest silence while it opens: {1000 * longest:.0f} ms, while it is released: {1000 * released:.0f} ms")
    print(f"load, check, score and preview ÷ one pass of Python's csv: {ours / rival:.2f}")
    window.session.document.saved_as(path)
    window.close()


def release(app: object, window: object) -> float:
    """Release from it; return the longest time that the window did not answer."""
    window.show_tab("release")
    start = time.perf_counter()
    window.session.make_release()
    begun = time.perf_counter() - start
    return max(begun, spin(app, lambda: window.session.release is not None and not window.runner.busy()))


def spin(app: object, done: object) -> float:
    """Let the window work until `done`; return the longest it took to come round."""
    longest = 0.0
    while True:
        start = time.perf_counter()
        app.processEvents()
        longest = max(longest, time.perf_counter() - start)
        time.sleep(0.001)
        if done():
            return longest


if __name__ == "__main__":
    main()
