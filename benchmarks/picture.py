"""The picture under the hand: ε slid and typed, panned, zoomed, drawn from, a neighbour, a demonstration opened.

Of each act the milliseconds until its picture is painted, as medians: on the clock, processor time of the window's
thread, processor time of all threads; then the longest silence of the event loop, on the clock and in processor time.
The rival is a plot of pyqtgraph alone in the same run: softmax by numpy, the greatest chance in each pixel column,
one item of bars, painted.

python benchmarks/picture.py [--profile] [words of the acts to be measured]
"""

import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.frames import settle
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from dpstudio.gui.main_window import MainWindow

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
TIMES, ROWS, PLAYED, DEMONSTRATION = 5, 150, 15, "apples"
SLID = {1_000: 16.0, 100_000: 33.0, 10_000_000: 150.0}
"""For how many candidates a picture is to follow the slider within how many milliseconds."""


@dataclass(frozen=True)
class Spent:
    """Milliseconds of one act.

    Args:
        clock, window, threads: on the clock; processor time of the window's thread; of all threads.
        silence, silent: how long the event loop heard nothing at most: on the clock, in processor time.
    """

    clock: float
    window: float
    threads: float
    silence: float
    silent: float


class Watch:
    """Hears a beat each millisecond from the event loop, and sees when a widget is painted."""

    def __init__(self, app: "QApplication", profile: cProfile.Profile | None) -> None:
        from PySide6.QtCore import QEvent, QObject, QTimer

        class Painted(QObject):
            done: Callable[[], bool]
            seen = False

            def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
                self.seen = self.seen or (event.type() == QEvent.Type.Paint and self.done())
                return False

        self._app, self._painted, self._profile = app, Painted(), profile
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now = time.perf_counter(), time.thread_time()
        self._silence = max(self._silence, now[0] - self._last[0])
        self._silent = max(self._silent, now[1] - self._last[1])
        self._last = now

    def of(self, act: Callable[[], object], widget: "QWidget", done: Callable[[], bool] = lambda: True) -> Spent:
        """An act until it is done and the widget has been painted after that."""
        from PySide6.QtCore import QEventLoop

        more = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
        widget.installEventFilter(self._painted)
        self._silence = self._silent = 0.0
        start = time.perf_counter(), time.thread_time(), time.process_time()
        self._last = start[:2]
        self._timer.start()
        self._painted.done, self._painted.seen = done, False
        if self._profile is not None:
            self._profile.enable()
        act()
        while not self._painted.seen:
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents | more)
        end = time.perf_counter(), time.thread_time(), time.process_time()
        if self._profile is not None:
            self._profile.disable()
        self._beat()
        self._timer.stop()
        widget.removeEventFilter(self._painted)
        clock, window, threads = (1000 * (after - before) for after, before in zip(end, start, strict=True))
        return Spent(clock, window, threads, 1000 * self._silence, 1000 * self._silent)


def told(what: str, spent: list[Spent], most: float, rival: float | None = None) -> None:
    """Print the medians, and the longest silences."""
    clock, window, threads = (
        sorted(getattr(each, name) for each in spent)[len(spent) // 2] for name in ("clock", "window", "threads")
    )
    silence, silent = (max(getattr(each, name) for each in spent) for name in ("silence", "silent"))
    beside = "" if rival is None else f"; ÷ pyqtgraph alone: {threads / rival:.1f}"
    print(
        f"{what}: {clock:.1f} ms (wanted: {most:.0f}); processor: window {window:.1f}, all {threads:.1f}; "
        f"longest silence {silence:.0f}, processor {silent:.0f}{beside}",
        flush=True,
    )


def plan(folder: Path, count: int, rule: RulePlan) -> Plan:
    """A price or a place among as many candidates, of a sample of few people."""
    path = folder / f"{count}.csv"
    path.write_text("\n".join(["value", *(str((row * 7919) % count) for row in range(ROWS))]) + "\n")
    column = ColumnPlan("value", "integer", lower="0", upper=str(count - 1))
    grid = CandidatesPlan("grid", start="0", stop=str(count - 1), step="1")
    return Plan(
        tables=(
            TablePlan(f"{count:012}", path.name, "text", str(path), role="sample", header="yes", columns=(column,)),
        ),
        privacy_unit=UnitPlan("row", relation="add_remove"),
        candidates=grid,
        rule=rule,
        privacy=PrivacyPlan(epsilon="1", cap="10"),
    )


def opened(app: "QApplication", window: "MainWindow", asked: Plan, view: str) -> None:
    """Work on a plan, on the Privacy page, until its picture is there."""
    from dpstudio.workspace.project.document import Document

    window.session.start(Document(asked))
    window.show_tab("privacy")
    while not window.session.preview.shown:
        settle(app, window)
    window.preview.bring(view)
    settle(app, window)


def alone(app: "QApplication", watch: Watch, count: int) -> float:
    """Processor time of the rival, the median in milliseconds."""
    import pyqtgraph as pg

    plot, bars = pg.PlotWidget(), pg.BarGraphItem(x=[0], height=[0], width=1, pen=None)
    plot.addItem(bars)
    plot.resize(530, 300)
    plot.show()
    scores = -np.abs(np.arange(count) - count // 2)
    rates = cycle((1.0, 1.1))

    def act() -> None:
        likely = np.exp(next(rates) * 1e-3 * (scores - scores.max()))
        starts = np.linspace(0, count, min(count, 500) + 1)[:-1].astype(np.int64)
        bars.setOpts(x=starts, height=np.maximum.reduceat(likely / likely.sum(), starts), width=count / starts.size)

    spent = []
    for _ in range(TIMES + 1):
        spent.append(watch.of(act, plot.viewport()).threads)
        app.processEvents()
    plot.close()
    return sorted(spent[1:])[TIMES // 2]


@contextmanager
def pictures(window: "MainWindow") -> Iterator[Callable[[], Callable[[], bool]]]:
    """Gives what says whether there has been another picture since it was asked for."""
    drawn: list[None] = []

    def one() -> None:
        if not window.session.preview.stale:
            drawn.append(None)

    def since() -> Callable[[], bool]:
        before = len(drawn)
        return lambda: len(drawn) > before

    window.session.preview.changed.connect(one)
    yield since
    window.session.preview.changed.disconnect(one)


class Acts:
    """What a hand does in one window of 1280 x 660."""

    def __init__(self, app: "QApplication", folder: Path, profile: cProfile.Profile | None) -> None:
        from dpstudio.gui.app import build, warm

        self._app, self._folder, self._watch = app, folder, Watch(app, profile)
        self.window = build(app)
        self.window.resize(1280, 660)
        self.window.show()
        warm()

    def repeated(self, act: Callable[[], Spent], times: int = TIMES) -> list[Spent]:
        """As often as it is measured, after one time that is not."""
        spent = []
        for _ in range(times + 1):
            spent.append(act())
            settle(self._app, self.window)
        return spent[1:]

    def slid(self, count: int, column: str = "median") -> None:
        """The slider of ε by one step, there and back."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        opened(self._app, self.window, plan(self._folder, count, RulePlan(column, columns=("value",))), "law")
        keys, plot, slider = cycle((Qt.Key.Key_Right, Qt.Key.Key_Left)), self._plot(), self.window.privacy.slider
        with pictures(self.window) as since:
            spent = self.repeated(lambda: self._watch.of(lambda: QTest.keyClick(slider, next(keys)), plot, since()))
        told(f"ε slid, {count:,} candidates", spent, SLID[count], alone(self._app, self._watch, count))

    def typed(self) -> None:
        """A key in the field of ε, and the four keys of 0.25: whether a picture is there after each."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        count = 100_000
        opened(self._app, self.window, plan(self._folder, count, RulePlan("median", columns=("value",))), "law")
        keys, plot = cycle((Qt.Key.Key_5, Qt.Key.Key_Backspace)), self._plot()
        field = self.window.privacy.fields["privacy.epsilon"].editor
        field.setFocus()
        with pictures(self.window) as since:
            spent = self.repeated(lambda: self._watch.of(lambda: QTest.keyClick(field, next(keys)), plot, since()))
        told(f"a key in ε, {count:,} candidates", spent, SLID[count], alone(self._app, self._watch, count))
        field.selectAll()
        blank = 0
        for key in (Qt.Key.Key_0, Qt.Key.Key_Period, Qt.Key.Key_2, Qt.Key.Key_5):
            QTest.keyClick(field, key)
            for _ in range(20):
                self._app.processEvents()
                blank += not self.window.preview.law.bars.isVisible()
        print(f"turns of the event loop without a picture while 0.25 is typed: {blank}")

    def moved(self, view: str) -> None:
        """Zoomed in, then panned, in a view of ten million candidates."""
        count = 10_000_000
        opened(self._app, self.window, plan(self._folder, count, RulePlan("median", columns=("value",))), view)
        shown = self.window.preview.law.bars if view == "law" else self.window.preview.draws.plot
        box, factors = shown.getViewBox(), cycle((0.8, 1.25))
        zoom = self.repeated(lambda: self._watch.of(lambda: box.scaleBy((next(factors), 1)), shown.viewport()), PLAYED)
        told(f"zoomed, {view}, {count:,} candidates", zoom, 33)
        box.scaleBy((0.6, 1))
        steps = cycle((count / 100, -count / 100))
        pan = self.repeated(lambda: self._watch.of(lambda: box.translateBy(x=next(steps)), shown.viewport()), PLAYED)
        told(f"panned, {view}, {count:,} candidates", pan, 33)

    def played(self) -> None:
        """Draws that are played, each from when it is asked for until it is lit."""
        count = 10_000_000
        opened(self._app, self.window, plan(self._folder, count, RulePlan("median", columns=("value",))), "draws")
        view = self.window.preview.draws

        def one() -> Spent:
            wanted = (view.counted.draws if view.counted else 0) + 1
            done = lambda: view.counted is not None and view.counted.draws >= wanted  # noqa: E731 - passed on
            return self._watch.of(view.buttons.turned.emit, view.plot.viewport(), done)

        told(f"a draw played, {count:,} candidates", self.repeated(one, PLAYED), 33)

    def changed(self) -> None:
        """A row taken out in the view of neighbours."""
        opened(self._app, self.window, plan(self._folder, 1_000, RulePlan("median", columns=("value",))), "neighbours")
        view, rows = self.window.preview.neighbours, cycle(range(3, 40, 7))

        def one() -> Spent:
            view.rows.selectRow(next(rows))
            settle(self._app, self.window)
            return self._watch.of(view.remove_button.click, view.plot.viewport())

        told("a neighbour, 1,000 candidates", self.repeated(one), 50)

    def demonstrated(self) -> None:
        """A demonstration from the click on its tile until its scene is painted."""
        window = self.window

        def one() -> Spent:
            window.session.document.saved_as(self._folder / "done.dpstudio")
            window.show_welcome()
            settle(self._app, window)
            tile = window.welcome.demonstration_buttons[DEMONSTRATION]
            before = window.session.preview.shown

            def done() -> bool:
                return window.session.preview.shown is not before and bool(window.session.preview.shown)

            return self._watch.of(tile.click, window.preview, done)

        told(f"the demonstration {DEMONSTRATION} opened", self.repeated(one), 500)

    def _plot(self) -> "QWidget":
        viewport: QWidget = self.window.preview.law.bars.viewport()
        return viewport

    def end(self) -> None:
        """Close the window, and ask nothing."""
        self.window.session.document.saved_as(self._folder / "done.dpstudio")
        self.window.close()


def measure(app: "QApplication", folder: Path, words: list[str], profile: cProfile.Profile | None) -> None:
    """Each act whose name has one of the words, or all of them."""
    acts = Acts(app, folder, profile)
    named: dict[str, Callable[[], None]] = {
        **{f"slid {count}": partial(acts.slid, count) for count in SLID},
        "typed": acts.typed,
        "moved law": partial(acts.moved, "law"),
        "moved draws": partial(acts.moved, "draws"),
        "played": acts.played,
        "neighbour": acts.changed,
        "demonstration": acts.demonstrated,
    }
    for name, act in named.items():
        if not words or any(word in name.split() for word in words):
            act()
    acts.end()


def main() -> None:
    from PySide6.QtWidgets import QApplication

    words = [word for word in sys.argv[1:] if word != "--profile"]
    profile = cProfile.Profile() if "--profile" in sys.argv else None
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DPSTUDIO_HOME"] = f"{folder}/home"
        app = QApplication([])
        measure(app, Path(folder), words, profile)
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(130)


if __name__ == "__main__":
    main()
