"""A distribution line by line: what its table shows, cell by cell, and what is said of it."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import grouped, rational_text
from dpstudio.gui.widgets.percent import percent


@dataclass(frozen=True)
class Lines:
    """The outcomes in the order in which they are shown; None is their own."""

    shown: Distribution
    order: NDArray[np.int64] | None = None

    @property
    def chances(self) -> NDArray[np.float64]:
        """One a line."""
        return self.shown.chances if self.order is None else self.shown.chances[self.order]

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns are: the outcome, or where several together begin and end, its probability, its score."""
        across = f"{self.shown.across[:1].upper()}{self.shown.across[1:]}"
        outcome = (f"{across}: from", "to") if self.shown.bins else (across,)
        return (*outcome, "Probability", *([self._score_name] if self._has_scores else []))

    def cell(self, line: int, place: int) -> str:
        """The text of a cell."""
        outcomes = 2 if self.shown.bins else 1
        if place > outcomes:
            return self._score(self._at(line))
        if place == outcomes:
            return percent(float(self.shown.chances[self._at(line)]))
        return self.shown.bins.ends(line)[place] if self.shown.bins else self.name(line)

    def name(self, line: int) -> str:
        """The outcome of a line."""
        return self.shown.label(self._at(line))

    def _at(self, line: int) -> int:
        return line if self.order is None else int(self.order[line])

    @property
    def _has_scores(self) -> bool:
        """Whether each line is a candidate that has one: several put together have many."""
        scores = self.shown.scores
        return scores is not None and scores.sizes is None and not self.shown.bins

    @property
    def _score_name(self) -> str:
        unit = self.shown.score_unit
        return f"Score in {unit}" if unit else "Score"

    def _score(self, at: int) -> str:
        scores = self.shown.scores
        return "" if scores is None else grouped(rational_text(Fraction(int(scores.steps[at])) * scores.unit))


def spoken(shown: Distribution) -> str:
    """What is said of a new picture: what is likeliest in it, and of which table it is true."""
    best = int(shown.chances.argmax())
    what = f"New picture, {shown.name}," if shown.name else "New picture"
    likeliest = f"the most likely {shown.across} is {shown.label(best)}, with {percent(float(shown.chances[best]))}"
    return f"{what} for ε = {rational_text(shown.question.epsilon)}: {likeliest}. {shown.badge.capitalize()}."
