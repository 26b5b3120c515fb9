"""What a view has worked out beside the window, while what it shows stays."""

from collections.abc import Callable
from typing import TypeVar

from dpstudio.core.tables.importing import Tick
from dpstudio.gui.runner import Runner

T = TypeVar("T")


class Working:
    """One thing at a time: what is asked later takes the place of what is not done yet.

    Args:
        name: of all that is asked here, among the runner's jobs.
        failed: is told why something could not be worked out.
    """

    def __init__(self, runner: Runner, name: str, failed: Callable[[str], None]) -> None:
        self._runner, self._name, self._failed = runner, name, failed

    def out(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        """Work something out; `done` is called on the window's thread."""

        def job(tick: Tick) -> T:
            tick(0)  # what waited for a thread and was overtaken meanwhile ends here
            return work()

        self._runner.run(self._name, job, done, lambda error: self._failed(str(error)))

    def stop(self) -> None:
        """Ask for nothing any more."""
        self._runner.cancel(self._name)
