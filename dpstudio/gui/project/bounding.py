"""What is looked into beside the window about a score's bound: can it be smaller, and is a typed one too small?"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from dpstudio.core.scores.refinement import Refinement, refine
from dpstudio.gui.runner import Runner
from dpstudio.kinds.choose.refutation import refute, too_small
from dpstudio.planning.resolved import Resolved


class Bounding(QObject):
    """Keeps `closer`, a closer look at the bound, up to date, and tells of a typed bound that two tables refute.

    Args:
        lowered: called where a closer look has found another bound than the one in force.
    """

    refuted = Signal(object)

    def __init__(self, runner: Runner, lowered: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._lowered = runner, lowered
        self._looked: tuple[Any, ...] | None = None
        self.refinement: Refinement | None = None

    def start(self) -> None:
        """Stop: another project is opened."""
        self._runner.cancel("refute")
        self._runner.cancel("refinement")

    def follow(self, found: Resolved) -> None:
        """Look into the bound that is in force now."""
        self._refute(found)
        self._refine(found)

    def _refine(self, found: Resolved) -> None:
        rule, candidates, unit, bound = found.scores.rule, found.scores.candidates, found.unit, found.scores.sensitivity
        if rule is None or candidates is None or unit is None or bound is None:
            self._runner.cancel("refinement")
            return
        asked = (rule, candidates, unit)
        if asked == self._looked:
            return
        self._looked = asked

        def done(refinement: Refinement) -> None:
            self.refinement = refinement
            self._lowered()

        self._runner.run("refinement", lambda tick: refine(rule, candidates, unit, tick), done, lambda _: None)

    def _refute(self, found: Resolved) -> None:
        """Where the typed bound is too small, look for the two tables that show it."""
        claimed = too_small(found)
        if claimed is None:
            self._runner.cancel("refute")
            self.refuted.emit(None)
            return
        self._runner.run(
            "refute", lambda tick: refute(found, claimed, tick), self.refuted.emit, lambda _: self.refuted.emit(None)
        )
