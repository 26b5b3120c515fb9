"""The window's threads: jobs run beside the window, report progress, and can be cancelled."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.tables.importing import Tick
from dpstudio.translation import tr
from dpstudio.workspace.computer.mistakes import in_words

Job = Callable[[Tick], Any]


@dataclass
class Task:
    """One running job and who waits for it."""

    name: str
    done: Callable[[Any], None]
    failed: Callable[[StudioError], None]
    progress: Callable[[float], None]
    words: str = ""
    stop: threading.Event = field(default_factory=threading.Event)


class Runner(QObject):
    """Runs named jobs; a newer job of the same name makes the older one's answer stale.

    `shared` tells how far one is.

    Args:
        crashed: is told of a mistake of dpstudio's own.
        threads: how many jobs may run at once.
    """

    busy_changed = Signal(str)
    shared = Signal(str, float)
    _reported = Signal(object, str, object)

    def __init__(
        self, crashed: Callable[[BaseException], None], parent: QObject | None = None, threads: int = 2
    ) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, "dpstudio")
        self._crashed = crashed
        self._tasks: dict[str, Task] = {}
        self._reported.connect(self._deliver)

    def run(
        self,
        name: str,
        job: Job,
        done: Callable[[Any], None],
        failed: Callable[[StudioError], None],
        progress: Callable[[float], None] = lambda _: None,
        words: str = "",
    ) -> None:
        """Start a job; `done`, `failed` and `progress` are called on the window's thread.

        Args:
            words: what is under way, where a person is told of it and may stop it: "Opening …".
        """
        self.cancel(name)
        task = Task(name, done, failed, progress, words)
        self._tasks[name] = task
        self._pool.submit(self._work, task, job)
        self.busy_changed.emit(name)

    def cancel(self, name: str) -> None:
        """Stop a job; its answer is dropped."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.stop.set()
            self.busy_changed.emit(name)

    def stop(self, name: str) -> None:
        """Ask a job to stop and still wait for its answer: it may have passed the point of no return."""
        if name in self._tasks:
            self._tasks[name].stop.set()

    def words(self, name: str) -> str:
        """What a person is told of a job that is under way, or ""."""
        return self._tasks[name].words if name in self._tasks else ""

    def busy(self, name: str = "") -> bool:
        """Whether the named job, or any, is under way."""
        return name in self._tasks if name else bool(self._tasks)

    def close(self) -> None:
        """Stop everything and wait for it."""
        for name in list(self._tasks):
            self.cancel(name)
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, task: Task, job: Job) -> None:
        def tick(share: float) -> None:
            if task.stop.is_set():
                raise Cancelled(tr("Stopped."))
            self._reported.emit(task, "progress", share)

        try:
            outcome: tuple[str, Any] = ("done", job(tick))
        except BaseException as error:  # noqa: BLE001 - a bug must reach the window, never vanish in a thread
            told = in_words(error)
            outcome = ("crashed", error) if told is None else ("failed", told)
        self._reported.emit(task, *outcome)

    def _deliver(self, task: Task, kind: str, value: Any) -> None:
        if self._tasks.get(task.name) is not task:
            return
        if kind == "progress":
            task.progress(value)
            self.shared.emit(task.name, value)
            return
        del self._tasks[task.name]
        self.busy_changed.emit(task.name)
        if kind == "done":
            self._hand_over(task, value)
        elif kind == "failed":
            task.failed(value)
        elif kind == "crashed":
            self._crashed(value)
            task.failed(StudioError(tr("A mistake in dpstudio itself stopped this.")))

    @staticmethod
    def _hand_over(task: Task, value: Any) -> None:
        """What came out; where it cannot be shown, whoever waits is told so, and waits no more."""
        try:
            task.done(value)
        except (StudioError, OSError) as error:
            task.failed(in_words(error) or StudioError(tr("The result cannot be shown.")))
