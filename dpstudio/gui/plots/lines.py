"""A distribution line by line: what its table shows, cell by cell, and what is said of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Badge, Distribution, Line
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.quantities import grouped, rational_text, readable, with_unit
from dpstudio.core.scores.evaluation import Scores
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.exhibit import Told
from dpstudio.gui.widgets.percent import LEAST_DECADE, percent, power_text
from dpstudio.translation import capital, sentence, tr, translated

_FEW, _PLAIN = 30, 1e-14
STAR, _MOST_STARS = "★", 1_000


@dataclass(frozen=True)
class Lines:
    """The outcomes in the order in which they are shown; None is their own.

    Args:
        best: whether the true best candidates of a sample are marked.
    """

    shown: Distribution
    order: NDArray[np.int64] | None = None
    best: bool = False

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """One a line."""
        return self.shown.chances if self.order is None else self.shown.chances[self.order]

    @property
    def upright(self) -> bool:
        """Whether they are drawn side by side: they lie on a line, and are not sorted or few."""
        on_line = self.shown.line is not None and self.order is None and self.shown.chances.size > _FEW
        return self.shown.upright or on_line

    @property
    def line(self) -> Line | None:
        """The numbers along their axis: their own, or their ranks where the likeliest come first."""
        return self.shown.line if self.order is None else Line(1, 1, "")

    @property
    def meaning(self) -> str:
        """What their axis shows."""
        if self.order is not None:
            return tr("{across}, most likely first: rank", across=self.shown.across)
        unit = self.shown.line.unit if self.shown.line else ""
        return translated(self.shown.across) + (tr(", in {unit}", unit=unit) if unit else "")

    @property
    def marked(self) -> Callable[[int], str]:
        """What an outcome is called at an axis."""
        if self.shown.bins:
            return self.shown.bins.middle
        return self._measured if self.shown.unit and not self.upright else self.name

    def _measured(self, line: int) -> str:
        """As `name`, with its unit: no axis says it below bars with names."""
        return with_unit(grouped(self.name(line)), self.shown.unit)

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns are: the outcome, or where several together begin and end, its probability, its score."""
        across = capital(self.shown.across)
        outcome = (tr("{across}: from", across=across), tr("to")) if self.shown.bins else (across,)
        return (*outcome, tr("Probability"), *([self._score_name] if self._has_scores else []))

    def cell(self, line: int, place: int) -> str:
        """The text of a cell."""
        outcomes = 2 if self.shown.bins else 1
        if place > outcomes:
            return self._score(self.at(line))
        if place == outcomes:
            return digits(float(self.shown.chances[self.at(line)]))
        return self.shown.bins.ends(line)[place] if self.shown.bins else self.name(line)

    def plain(self, line: int) -> tuple[str, ...]:
        """A line for other programs: numbers with all their digits and no other marks."""
        at = self.at(line)
        scores = [rational_text(self._exact(at))] if self._has_scores else []
        return (*self.outcome(line), chance_text(float(self.shown.chances[at])), *scores)

    @property
    def told(self) -> Told:
        """All of it for other programs."""
        return Told(self.names, self.chances.size, self.plain, self.shown.badge)

    def outcome(self, line: int) -> tuple[str, ...]:
        """As `plain`, of the outcome alone."""
        at = self.at(line)
        return self.shown.bins.ends(at) if self.shown.bins else (self.shown.label(at),)

    def beside(self, names: Sequence[str], *laws: NDArray[np.float64]) -> Told:
        """Other laws of the same outcomes for other programs, in the order in which they are shown."""
        outcomes = self.names[: 2 if self.shown.bins else 1]

        def plain(line: int) -> tuple[str, ...]:
            return (*self.outcome(line), *(chance_text(float(law[line])) for law in laws))

        return Told((*outcomes, *names), self.chances.size, plain, self.shown.badge)

    def name(self, line: int) -> str:
        """The outcome of a line, with a star where it is marked."""
        at, top = self.at(line), self._top
        marked = top is not None and int(top[0].steps[at]) == top[1]
        return f"{STAR} {self.shown.label(at)}" if marked else self.shown.label(at)

    @property
    def starred(self) -> list[int]:
        """The lines that are marked, as many as a picture holds."""
        if self._top is None:
            return []
        scores, highest = self._top
        steps = scores.steps if self.order is None else scores.steps[self.order]
        return [int(each) for each in np.flatnonzero(steps == highest)[:_MOST_STARS]]

    @cached_property
    def _top(self) -> tuple[Scores, int] | None:
        """Scores of which the best may be marked, and the highest of them."""
        scores = self.shown.scores if self.best and has_best(self.shown) else None
        return None if scores is None else (scores, scores.ends[1])

    def line_of(self, at: int) -> int:
        """In which line an outcome stands."""
        return at if self.order is None else int(np.flatnonzero(self.order == at)[0])

    def lines_of(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """In which lines outcomes stand."""
        return places if self.order is None else self._lines[places]

    @cached_property
    def _lines(self) -> NDArray[np.int64]:
        """The line of each outcome."""
        order = np.arange(self.shown.chances.size) if self.order is None else self.order
        lines = np.empty_like(order)
        lines[order] = np.arange(order.size)
        return lines

    def at(self, line: int) -> int:
        """Which outcome stands in a line."""
        return line if self.order is None else int(self.order[line])

    @property
    def _has_scores(self) -> bool:
        """Whether each line is a candidate that has one: several put together have many."""
        scores = self.shown.scores
        return scores is not None and scores.sizes is None and not self.shown.bins

    @property
    def _score_name(self) -> str:
        unit = self.shown.score_unit
        return tr("Score in {unit}", unit=unit) if unit else tr("Score")

    def _score(self, at: int) -> str:
        return readable(self._exact(at))

    def _exact(self, at: int) -> Fraction:
        scores = self.shown.scores
        return Fraction(0) if scores is None else int(scores.steps[at]) * scores.unit


def by_chance(shown: Distribution, *, best: bool = False) -> Lines:
    """The likeliest first, with their chances in that order, too: of many outcomes both take a while."""
    made = Lines(shown, np.argsort(-shown.chances, kind="stable"), best)
    made.chances.setflags(write=False)
    return made


def has_best(shown: Distribution) -> bool:
    """Whether the true best may be shown: of a sample's candidates alone, never of a private or an invented table."""
    scores = shown.scores if shown.badge is Badge.SAMPLE else None
    return scores is not None and scores.sizes is None and shown.bins is None


def digits(chance: float) -> str:
    """A probability with its true digits, however small: never 100 % unless it is, and without powers of ten.

    One that may be below any float is less than another.
    """
    if chance < 10.0**LEAST_DECADE:
        return tr("less than {least} %", least=power_text(LEAST_DECADE + 2))
    shown = f"{100 * chance:.6g}"
    if shown == "100" and chance != 1:
        return f"{100 * chance:.17g} %"
    return f"{_spelled(shown) if chance >= _PLAIN else shown} %"


def _spelled(number: str) -> str:
    """All places of a number that is written with a power of ten."""
    return f"{Decimal(number):f}" if "e" in number else number


def spoken(shown: Distribution) -> str:
    """What is said of a new picture: what is likeliest in it, and of which table it is true."""
    best = int(shown.chances.argmax())
    what = tr("New picture, {name},", name=shown.name) if shown.name else tr("New picture")
    likeliest = tr(
        "the most likely {across} is {label}, with {chances}",
        across=shown.across,
        label=shown.label(best),
        chances=percent(float(shown.chances[best])),
    )
    return tr(
        "{what} for ε = {epsilon}: {likeliest} {badges}.",
        what=what,
        epsilon=rational_text(shown.question.epsilon),
        likeliest=sentence(likeliest),
        badges=BADGES[shown.badge].capitalize(),
    )
