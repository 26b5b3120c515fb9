"""The preview of the open project: drawn again when the question has changed, beside the window."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from dpstudio.core.errors import Cancelled
from dpstudio.core.plan import TablePlan
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.neighbours import Texts
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.core.tables.showing import SHOWN_ROWS
from dpstudio.gui.runner import Runner
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import ASSUMED_PEOPLE, Resolved
from dpstudio.translation import tr
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.project.next_question import another
from dpstudio.workspace.project.scenes import Scene, scene_of
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.resolving.accuracy import epsilon_for

Rows = tuple[Texts, tuple[Texts, ...], int]
_WORDS = tr("Working out the picture …")
_STOPPED = tr("Stopped. The picture is worked out again with the next change.")
JOBS = ("preview", "compare", "epsilon")


class Previewing(QObject):
    """Keeps `shown` up to date; the scores are read once for all laws that are drawn of them.

    While a question is being typed the last complete one stays in sight, as `stale`; of a table that was closed,
    sealed or given another role, or where nothing is asked, nothing stays.

    Args:
        work: where work files lie.
    """

    changed = Signal()
    failed = Signal(str)
    compared = Signal(object, object)
    epsilon_found = Signal(str, str)

    def __init__(self, runner: Runner, work: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._work = runner, work
        self._answers: tuple[Any, Any] | None = None
        self._whole: tuple[Texts, ...] = ()
        self.shown: tuple[Distribution, ...] = ()
        self.rows = _sample_rows(None)
        self.scene: Scene | None = None
        self.stale = False
        self._of: tuple[str, str, str] | None = None

    @property
    def people(self) -> int:
        """How many rows a sample has that was read whole; of any other table how many people are assumed."""
        _, rows, assumed = self.rows
        return len(rows) if 0 < len(rows) < SHOWN_ROWS else assumed

    @property
    def everybody(self) -> tuple[Texts, tuple[Texts, ...]]:
        """Columns and rows of the sample that a scene is of."""
        names, rows, _ = self.rows
        return names, self._whole or rows

    def start(self) -> None:
        """Show nothing: another project is opened."""
        for name in JOBS:
            self._runner.cancel(name)
        self.forget()
        self.shown, self.stale, self._of, self.rows, self.scene = (), False, None, _sample_rows(None), None

    def forget(self) -> None:
        """Read the scores again before anything is drawn of them: a table has changed."""
        self._answers = self._of = None
        self._whole = ()

    def follow(self, found: Resolved, gate: Gate) -> None:
        """Draw what is asked now; nothing of a sample that the gate keeps sealed."""
        question, data = found.previewed, found.plan.data_table
        self.rows = _sample_rows(found)
        self.scene = scene_of(found.plan) if found.known.shipped and self.rows[1] else None
        sealed = data is not None and data.role == Role.SAMPLE and found.known.permit is None
        of = None if data is None or sealed else (found.plan.kind, data.handle, data.role)
        if question is None or data is None or of is None:
            self._runner.cancel("preview")
            typing = self.shown and of is not None and of == self._of and found.plan != another(found.plan)
            self._keep() if typing else self._show(())
            return
        self._of = of
        key, kept = jobs.preview_key(question, found.people), self._answers
        many = self.scene is not None and len(self.rows[1]) == SHOWN_ROWS
        if kept is None or kept[0] != key or (many and not self._whole):
            self._read(question, found.people, data, gate, key, whole=many)
        elif not self.shown or self.stale or self.shown[0].question != question:
            self._runner.run("preview", lambda _: jobs.preview(question, kept[1]), self._show, self._tell)

    def _read(
        self, question: CompleteQuestion, people: int, data: TablePlan, gate: Gate, key: Any, *, whole: bool
    ) -> None:
        def done(found: tuple[Any, tuple[Texts, ...], tuple[Distribution, ...]]) -> None:
            self._answers, self._whole = (key, found[0]), found[1]
            self._show(found[2])

        def job(tick: Tick) -> tuple[Any, tuple[Texts, ...], tuple[Distribution, ...]]:
            answers = jobs.preview_answers(question, people, data, gate, self._work, tick)
            tick(0.5)
            rows = jobs.sample_rows(data, gate, tick) if whole else ()
            return answers, rows, jobs.preview(question, answers)

        self._runner.run("preview", job, done, self._tell, words=_WORDS)

    def _show(self, found: tuple[Distribution, ...]) -> None:
        self.shown, self.stale = found, False
        self.changed.emit()

    def _keep(self) -> None:
        """Nothing newer can be drawn yet."""
        self.stale = True
        self.changed.emit()

    def _tell(self, error: Exception) -> None:
        self.failed.emit(_STOPPED if isinstance(error, Cancelled) else str(error))

    def compare(self) -> None:
        """Set all mechanisms side by side on the preview's scores."""
        shown = self.shown[0] if self.shown else None
        if shown is not None and shown.compared is not None:
            compared = shown.compared
            self._runner.run("compare", lambda _: compared(), lambda rows: self.compared.emit(rows, shown), self._tell)

    def find_epsilon(self, found: Resolved, wanted: str, part: int) -> None:
        """Work out the epsilon for a wanted accuracy of one part of the release."""
        self._runner.run(
            "epsilon",
            lambda _: epsilon_for(found, wanted, part),
            lambda epsilon: self.epsilon_found.emit(epsilon, ""),
            lambda error: self.epsilon_found.emit("", str(error)),
        )


def _sample_rows(found: Resolved | None) -> Rows:
    """Columns and first rows of a sample that there is a permit for, of no other table; how many people are assumed."""
    known = None if found is None else found.known
    if known is None or known.permit is None or known.permit.role is not Role.SAMPLE:
        return (), (), ASSUMED_PEOPLE if found is None else found.people
    return known.names, known.shown, found.people if found else ASSUMED_PEOPLE
