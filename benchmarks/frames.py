"""A wide project under the hand: 60 columns, 40 figures, a rule of 50 nodes, 10^5 candidates.

Prints in milliseconds, as median, 95th of 100 and longest: one turn of the wheel on a page and one keystroke in a
field, each until the window is painted; from a keystroke to what is resolved; from a keystroke in ε to the new picture.
Behind them the median of the processor time that the window's own thread takes for it.

python benchmarks/frames.py [--profile]
"""

import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    TablePlan,
    UnitPlan,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from dpstudio.gui.main_window import MainWindow

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
TIMES, COLUMNS, FIGURES, CANDIDATES = 40, 60, 40, 10**5
NAMES = [f"item {place}" for place in range(1, COLUMNS + 1)]
PARTS = [f"count([{name}] >= candidate)" for name in NAMES[:9]]
RULE = " + ".join(f"{place} * {part}" for place, part in enumerate(PARTS, 1)) + " + 1"
"""Nine counts of a comparison, each with a factor, added up: 55 nodes. A digit typed at its end leaves it a rule."""


def table(folder: Path) -> TablePlan:
    """Sixty declared columns of whole numbers from 0 to 100."""
    path = folder / "wide.csv"
    rows = [",".join(str((row * place) % 101) for place in range(1, COLUMNS + 1)) for row in range(200)]
    path.write_text("\n".join([",".join(NAMES), *rows]) + "\n")
    columns = tuple(ColumnPlan(name, "integer", lower="0", upper="100") for name in NAMES)
    return TablePlan("0" * 12, "wide.csv", "text", str(path), role="sample", header="yes", columns=columns)


def figures(folder: Path) -> Plan:
    """Forty counts, each of two conditions."""
    asked = [
        FigurePlan("count", conditions=tuple(ConditionPlan(name, "above", "7") for name in (one, NAMES[0])))
        for one in NAMES[1 : FIGURES + 1]
    ]
    return common(folder, kind="measure", figures=tuple(asked))


def choice(folder: Path, rule: RulePlan, grid: CandidatesPlan) -> Plan:
    """One of the points of a grid."""
    return common(folder, candidates=grid, rule=rule)


def common(folder: Path, **asked: object) -> Plan:
    """What both ask alike."""
    return Plan(
        tables=(table(folder),),
        privacy_unit=UnitPlan("row", relation="add_remove"),
        privacy=PrivacyPlan(epsilon="1", cap="10"),
        **asked,
    )


class Spent:
    """Milliseconds of each of several runs: of the clock, and of the processor for the window's thread."""

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.work: list[float] = []

    def run(self, work: Callable[[], object]) -> None:
        """Do it, and note what it took."""
        clock, own = time.perf_counter(), time.thread_time()
        work()
        self.clock.append(1000 * (time.perf_counter() - clock))
        self.work.append(1000 * (time.thread_time() - own))


def timed(work: Callable[[], object], times: int = TIMES) -> Spent:
    spent = Spent()
    for _ in range(times):
        spent.run(work)
    return spent


def told(what: str, spent: Spent, most: float) -> None:
    """Print the median, the 95th of 100 and the longest beside what is wanted."""
    clock, work = sorted(spent.clock), sorted(spent.work)
    at95 = clock[min(len(clock) - 1, round(0.95 * len(clock)))]
    shown = f"{clock[len(clock) // 2]:.1f}, {at95:.1f}, {clock[-1]:.1f} ms (wanted: {most:.0f})"
    print(f"{what}: {shown}; own work {work[len(work) // 2]:.1f}", flush=True)


def settle(app: "QApplication", window: "MainWindow") -> None:
    """Let pictures be drawn and all be painted; closer looks at the bound go on beside the window."""
    end = time.monotonic() + 0.05
    while window.runner.busy("preview") or time.monotonic() < end:
        app.processEvents()
        time.sleep(0.002)


def opened(app: "QApplication", window: "MainWindow", plan: Plan, tab: str) -> None:
    """Work on a plan."""
    from dpstudio.workspace.project.document import Document

    window.session.start(Document(plan))
    window.show_tab(tab)
    while not window.session.preview.shown:
        settle(app, window)


def painted(app: "QApplication") -> None:
    """All that is waiting is done, and what has changed is painted."""
    app.sendPostedEvents()
    app.processEvents()


def scrolled(app: "QApplication", window: "MainWindow", page: "QWidget") -> Spent:
    """Turns of the wheel, down the page and up again."""
    bar, down = page.verticalScrollBar(), True

    def turn() -> None:
        nonlocal down
        bar.setValue(bar.value() + (60 if down else -60))
        down = bar.value() < bar.maximum() if down else bar.value() <= bar.minimum()
        painted(app)

    return timed(turn)


def typed(app: "QApplication", window: "MainWindow", field: "QWidget", until: Callable[[], object]) -> Spent:
    """Keystrokes in a field: a digit at its end, and out again."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    field.setFocus()
    keys = [Qt.Key.Key_5, Qt.Key.Key_Backspace]
    spent = Spent()

    def key(place: int) -> None:
        QTest.keyClick(field, keys[place % 2])
        until()

    for place in range(TIMES):
        spent.run(partial(key, place))
        settle(app, window)
    return spent


def measure(app: "QApplication", folder: Path) -> None:
    """All of it, in one window of 1280 x 720."""
    from dpstudio.gui.app import build, warm

    window = build(app)
    window.resize(1280, 720)
    window.show()
    warm()
    opened(app, window, figures(folder), "tables")
    told("a turn of the wheel on Tables, 60 columns", scrolled(app, window, window.tables), 33)
    first = window.tables.card(window.session.document.plan.tables[0].handle).editor(NAMES[0])
    both = partial(painted, app)
    told(
        "a key in a column's field, 60 columns, 40 figures", typed(app, window, first.fields["upper"].editor, both), 33
    )
    window.show_tab("question")
    page = window.question.pages["measure"]
    told("a turn of the wheel on Question, 40 figures", scrolled(app, window, window.question), 33)
    told("a key in a figure's name", typed(app, window, page.editor.texts["name"].editor, both), 33)
    small = CandidatesPlan("grid", start="0", stop="100", step="1")
    opened(app, window, choice(folder, RulePlan("formula", formula=RULE), small), "score")
    editor = window.score.formula.editor
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    told("a key in a rule of 50 nodes until it is resolved, 60 columns", typed(app, window, editor, lambda: None), 16)
    wide = CandidatesPlan("grid", start="0", stop=str(CANDIDATES - 1), step="1")
    opened(app, window, choice(folder, RulePlan("median", columns=(NAMES[0],)), wide), "privacy")
    drawn: list[object] = []
    window.session.preview.changed.connect(lambda: drawn.append(None))

    def new_picture() -> None:
        before = len(drawn)
        while len(drawn) == before:
            app.processEvents()
        painted(app)

    field = window.privacy.fields["privacy.epsilon"].editor
    told("a key in ε until the new picture, 10^5 candidates", typed(app, window, field, new_picture), 33)
    window.session.document.saved_as(folder / "done.dpstudio")
    window.close()


def main() -> None:
    from PySide6.QtWidgets import QApplication

    profile = cProfile.Profile() if "--profile" in sys.argv else None
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DPSTUDIO_HOME"] = f"{folder}/home"
        app = QApplication([])
        if profile is not None:
            profile.enable()
        measure(app, Path(folder))
        if profile is not None:
            profile.disable()
            pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
