"""A distribution line by line: what its table shows, cell by cell, and what is said of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Distribution, Line
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.preview.truth import Truth
from dpstudio.core.quantities import grouped, rational_text, readable, with_unit
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.exhibit import Told
from dpstudio.gui.plots.truth import Span
from dpstudio.gui.widgets.percent import LEAST_DECADE, percent, power_text
from dpstudio.translation import capital, sentence, tr, translated

_FEW, _PLAIN = 30, 1e-14
STAR, _MOST_STARS = "★", 1_000
_BEST, _YES = tr("True best"), tr("yes")


@dataclass(frozen=True)
class Lines:
    """The outcomes in the order in which they are shown; None is their own.

    Args:
        best: whether what is true of a sample is marked: its best candidates, or its figure.
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
        """What an outcome is called at an axis, or several together from the first to the last."""
        if self.shown.bins:
            return lambda line: self._starred(line, self.shown.bins.label(line) if self.shown.bins else "")
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
        if self.shown.bins is None:
            return self.name(line)
        end = self.shown.bins.ends(line)[place]
        return end if place else self._starred(line, end)

    def plain(self, line: int) -> tuple[str, ...]:
        """A line for other programs: numbers with all their digits and no other marks."""
        at = self.at(line)
        scores = [rational_text(self._exact(at))] if self._has_scores else []
        return (*self.outcome(line), chance_text(float(self.shown.chances[at])), *scores)

    @property
    def told(self) -> Told:
        """All of it for other programs."""
        truth = self.truth
        if truth is None:
            return Told(self.names, self.chances.size, self.plain, self.shown.badge)
        name, mark = (tr("True value"), rational_text(truth.figure)) if truth.figure is not None else (_BEST, _YES)

        def plain(line: int) -> tuple[str, ...]:
            return (*self.plain(line), mark if self._is_true(line) else "")

        return Told((*self.names, name), self.chances.size, plain, self.shown.badge)

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
        return self._starred(line, self.shown.label(self.at(line)))

    def _starred(self, line: int, name: str) -> str:
        return f"{STAR} {translated(name)}" if self._is_true(line) else name

    @property
    def truth(self) -> Truth | None:
        """What is true of a sample, where that is marked."""
        return self.shown.truth if self.best else None

    @property
    def has_figure(self) -> bool:
        """Whether a true figure is marked, and not candidates."""
        return self.truth is not None and self.truth.figure is not None

    @property
    def best_places(self) -> NDArray[np.int64]:
        """The outcomes that are marked, in their own order."""
        return np.zeros(0, np.int64) if self.truth is None else self.truth.places()

    def _is_true(self, line: int) -> bool:
        """Whether a line is marked."""
        places, at = self.best_places, self.at(line)
        found = int(np.searchsorted(places, at))
        return found < places.size and int(places[found]) == at

    @property
    def starred(self) -> list[Span]:
        """From where to where along the lines something is marked, neighbours together, as many as a picture holds."""
        if self.truth is not None and self.truth.at is not None:
            return [(self.truth.at, self.truth.at)]
        lines = np.sort(self.lines_of(self.best_places))
        apart = np.diff(lines) > 1
        if not lines.size:
            return []
        firsts, lasts = (lines[np.append(*ends)] for ends in ((True, apart), (apart, True)))
        both = islice(zip(firsts.tolist(), lasts.tolist(), strict=True), _MOST_STARS)
        return [(float(first), float(last + 1)) for first, last in both]

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
