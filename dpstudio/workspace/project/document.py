"""The only mutable object of a project: its plan, with undo and redo."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from dpstudio.core.plan import Plan


class Document:
    """A plan that changes by steps; undo never crosses a release.

    Args:
        plan: where to start.
        path: of the project file, or None while untitled.
        saved: whether `plan` is what the file holds.
    """

    def __init__(self, plan: Plan | None = None, path: Path | None = None, *, saved: bool = True) -> None:
        self._plan = plan or Plan()
        self._saved = self._plan if saved else None
        self._undo: list[Plan] = []
        self._redo: list[Plan] = []
        self._merging = ""
        self.path = path
        self.changed: list[Callable[[], None]] = []

    @property
    def plan(self) -> Plan:
        """The choices as they stand."""
        return self._plan

    @property
    def unsaved(self) -> bool:
        """Whether closing now would lose choices."""
        return self._plan != self._saved

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._redo)

    def change(self, plan: Plan, merge: str = "") -> None:
        """Take a step; steps with the same `merge` in a row (typing in one field) are undone together.

        Where they lead back to where they began there is nothing to undo.
        """
        if plan == self._plan:
            return
        if not merge or merge != self._merging:
            self._undo.append(self._plan)
        elif self._undo and self._undo[-1] == plan:
            self._undo.pop()
            merge = ""
        self._merging = merge
        self._redo.clear()
        self._show(plan)

    def rest(self) -> None:
        """Let what is typed next be a step of its own, in whatever field."""
        self._merging = ""

    def undo(self) -> None:
        """Take the last step back."""
        if self._undo:
            self._redo.append(self._plan)
            self._merging = ""
            self._show(self._undo.pop())

    def redo(self) -> None:
        """Take the step again."""
        if self._redo:
            self._undo.append(self._plan)
            self._merging = ""
            self._show(self._redo.pop())

    def rewrite(self, change: Callable[[Plan], Plan], *, saved: bool) -> None:
        """Write a correction into every plan that can be come back to; it is no step.

        A step that changes nothing any more is forgotten.

        Args:
            saved: whether the file on disk need not know of it.
        """
        now = change(self._plan)
        self._undo, self._redo = (_steps(map(change, plans), now) for plans in (self._undo, self._redo))
        if saved and self._saved is not None:
            self._saved = change(self._saved)
        self._show(now)

    def released(self) -> None:
        """A release was made: what came before stays as it is."""
        self._undo.clear()
        self._redo.clear()
        self._merging = ""
        self._tell()

    def saved_as(self, path: Path) -> None:
        """The plan now lies in `path`."""
        self.path = path
        self._saved = self._plan
        self._tell()

    def _show(self, plan: Plan) -> None:
        self._plan = plan
        self._tell()

    def _tell(self) -> None:
        for listener in list(self.changed):
            listener()


def _steps(plans: Iterable[Plan], now: Plan) -> list[Plan]:
    """The plans, the last one nearest to the present, without those that equal the next."""
    kept = [*plans, now]
    return [plan for plan, after in pairwise(kept) if plan != after]
