"""Publish a table of invented people, from the preview to the check of a receipt."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import counted, decimal_up
from dpstudio.core.receipt.contract import Description
from dpstudio.core.receipt.receipt import Result, Synthesized
from dpstudio.core.sealed import Shown
from dpstudio.kinds.synthesize import auditing, describing, law, previewing, releasing, verifying
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.planning.question import AnyKindOfQuestion
from dpstudio.translation import phrase

Scores = NDArray[np.int64]
_MANY = 1_001


@dataclass(frozen=True, kw_only=True)
class SyntheticTable(SettledSynthesis, AnyKindOfQuestion[Scores]):
    """A small table that answers all queries about alike; the exact answers are the scores of all such tables."""

    result_type = Synthesized

    def described(self) -> Description:
        """The columns, the queries, the size of the table and how useful it is."""
        return describing.describe(self)

    @property
    def action(self) -> str:
        """What a release does."""
        return phrase("draws a table of {people}", people=counted(self.synthesis.rows, "invented people"))

    @property
    def reached(self) -> Fraction:
        """How wrong any share may be, except with probability β."""
        return SMALL_DATABASE.accuracy(self.synthesis, self.epsilon, self.people or 1, self.beta)

    @property
    def error_bound(self) -> str:
        """How wrong any share may be."""
        return (
            phrase("Every share within {reached} in 100", reached=decimal_up(100 * self.reached, 1))
            if self.reached < 1
            else phrase("No promise")
        )

    def read(self, work_file: Path, tick: Tick) -> Scores:
        """The score of every synthetic table."""
        return releasing.read(self, work_file, tick)

    def draw(self, secret: Scores, entropy: Entropy) -> dict[str, Any]:
        """One synthetic table."""
        return releasing.draw(self, secret, entropy)

    def invented(self) -> Scores:
        """Every table as good as every other."""
        return releasing.invented(self)

    def depends_on(self, people: int) -> tuple[Hashable, ...]:
        """The table's columns, queries and size."""
        return (self.synthesis,)

    def stand_in(self, people: int, tick: Tick) -> Shown[Scores] | None:
        """The scores for an invented table of the public number of people."""
        return previewing.stand_in_tables(self, self.people, tick)

    def preview(self, answers: Shown[Scores] | None, badge: Badge) -> tuple[Distribution, ...]:
        """The law of the largest error."""
        if answers is None:
            raise TypeError("a synthetic table's error depends on the table")
        return previewing.of_tables(self, answers, self.people, badge)

    def law_table(self, answers: Scores) -> tuple[Row, list[Row]]:
        """Every largest error that some table has, with its chance."""
        return law.law_table(self, answers)

    def simulated(self, answers: Scores, draws: int, entropy: Entropy) -> Frequencies:
        """Frequencies of the largest error of any query."""
        return law.simulated(self, answers, draws, entropy)

    def trials(self, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
        """Two tables of which one person was replaced."""
        return (auditing.trial(self, draws, tick),)

    @property
    def outcomes(self) -> int:
        """All small tables."""
        return self.synthesis.tables or _MANY

    def epsilon_for(self, wanted: Fraction, part: int) -> Fraction:
        """By the share that is asked for, whatever was typed here."""
        return SMALL_DATABASE.epsilon_for(self.synthesis, self.alpha, self.people or 1, self.beta)

    def again(self, result: Result) -> dict[str, Any]:
        """The result of the rows in it."""
        if not isinstance(result, Synthesized):
            raise ValueError("the result is of another kind")
        return verifying.again(self, result)
