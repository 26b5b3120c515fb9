"""Has draws of the picture made beside the window, and hands what came out to the view that asked for it."""

from collections import deque

from PySide6.QtCore import QObject

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import StudioError
from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.draws import Tally
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.draws import DrawsView
from dpstudio.gui.views.scene import SceneView
from dpstudio.workspace.releasing import drawing

_JOB = "draws"


class Drawing(QObject):
    """Draws for a view: one at a time with what led to it, or many in parts that arrive as they are drawn."""

    def __init__(self, runner: Runner, view: DrawsView | SceneView, parent: QObject) -> None:
        super().__init__(parent)
        self._runner, self._view = runner, view
        view.one_asked.connect(self._one)
        view.many_asked.connect(self._many)
        view.cancelled.connect(lambda: runner.cancel(_JOB))
        runner.busy_changed.connect(lambda name: view.show_busy(busy=runner.busy(_JOB)) if name == _JOB else None)

    def _one(self) -> None:
        draws, watched, counted = self._view.draws, self._view.watched, self._view.counted
        if draws is None or counted is None:
            return

        def job(_: Tick) -> tuple[Tally, Story | None, str]:
            counted.prepare()
            return drawing.one(draws, Entropy(), watched=watched)

        self._runner.run(_JOB, job, self._drawn, self._failed)

    def _drawn(self, found: tuple[Tally, Story | None, str]) -> None:
        self._view.show_draw(*found)

    def _many(self, wanted: int) -> None:
        draws, counted, parts = self._view.draws, self._view.counted, deque[tuple[int, Tally]]()
        if draws is None or counted is None:
            return

        def job(tick: Tick) -> None:
            counted.prepare()
            drawing.many(draws, wanted, Entropy(), lambda *part: parts.append(part), tick)

        def arrived(_: object) -> None:
            while parts:
                self._view.add(*parts.popleft())

        def done(_: None) -> None:
            arrived(None)
            self._view.say_counted()

        self._runner.run(_JOB, job, done, self._failed, arrived)

    def _failed(self, error: StudioError) -> None:
        self._view.show_problem(str(error))
