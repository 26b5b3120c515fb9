"""What stands in the view of losses: the law of how far below the best the result falls, and the documents' bounds."""

from fractions import Fraction
from math import floor

import numpy as np

from dpstudio.core.preview.loss import Figure, Losses, floats
from dpstudio.core.preview.tabulated import bound_text, chance_text
from dpstudio.core.quantities import counted, grouped, rational_text, with_unit
from dpstudio.core.sampling.comparison import float_of
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.percent import amount_up, bound_up, percent_up, says
from dpstudio.translation import joined

_FINE, _MOST_STEPS = 200, 2_000
_SIGNS = (
    "d is the number of candidates, R_OPT those with the best score and |R_OPT| how many these are, S_t those less than"
    " t below it, OPT the best score, and ln the natural logarithm."
)
_NONE = "No bound is proven of this mechanism."


class TailSheet(Sheet):
    """The loss on the scores that are shown: its law, and the documents' bounds over it."""

    first, asked = 1, "t, how far below the best"

    def __init__(self, losses: Losses, unit: str) -> None:
        self.losses, self.unit = losses, unit
        self.step, self.last = losses.steps
        self.start = min(self.last, max(1, floor(losses.mostly.true / self.step)))
        self.shown = [losses.at_least(place * self.step) for place in range(1, self.last + 1)]
        proven = self.shown[0].counted is not None
        self._bounds = [[each.counted, each.tied, each.near] for each in self.shown] if proven else []
        below = f"At least t{f' {unit}' if unit else ''} below"
        self._by: tuple[str, ...] = _names(losses) if proven else ()
        self.names = (below, "Law", *(f"Bound by {name}" for name in self._by))
        self.curves = [self._law(), *self._drawn()]

    def _law(self) -> Curve:
        """A step down behind each loss; of too many of these what is true at as many places."""
        losses, end = self.losses, float(self.last * self.step)
        name, worth = "law", float_of(losses.unit)
        if losses.gaps.size > _MOST_STEPS:
            places = [Fraction(place, _MOST_STEPS) * self.last * self.step for place in range(1, _MOST_STEPS + 1)]
            return Curve(name, np.array([0.0, *map(float, places)]), np.array([losses.chance(t) for t in places]))
        edges = losses.gaps.astype(np.float64) * worth
        seen = edges < end
        return Curve(name, np.append(edges[seen], end), np.append(losses.tails[1:], 0.0)[seen])

    def _drawn(self) -> list[Curve]:
        """The bounds at the slider's places, and between these where they are few."""
        if not self._bounds:
            return []
        parts = max(1, _FINE // self.last)
        places = [place * self.step / parts for place in range(1, parts * self.last + 1)]
        found = [self.losses.at_least(place) for place in places]
        across = np.array([float(place) for place in places])
        lines = [[each.counted or Fraction(1), each.tied or Fraction(1), each.near or Fraction(1)] for each in found]
        return [
            Curve(f"bound by {name}", across, floats([line[place] for line in lines]))
            for place, name in enumerate(self._by)
        ]

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line + 1)
        if place == 1:
            return digits(self.shown[line].chance)
        return bound_up(self._bounds[line][place - 2] or Fraction(1))

    def plain(self, line: int) -> tuple[str, ...]:
        """As `Sheet.plain`; a bound above 1 stays what it is."""
        bounds = self._bounds[line] if self._bounds else []
        texts = ("" if each is None else bound_text(each) for each in bounds)
        return rational_text((line + 1) * self.step), chance_text(self.shown[line].chance), *texts

    def marks(self, at: int) -> list[Mark]:
        """As `Sheet.marks`: t with the probability of S_t, and 2t with that of what lies at least so far below."""
        t = at * self.step
        near = self.losses.nearby(t)
        return [
            Mark(float(t), "t", (1 - float(near.inside), 1.0)),
            Mark(float(2 * t), "2t", (0.0, float(near.outside))),
        ]

    def sentences(self, at: int) -> list[str]:
        """As `Sheet.sentences`."""
        return [self._at_least(at), self._nearby(at * self.step), self._mostly(), self._average(), self._signs]

    @property
    def _signs(self) -> str:
        """What the documents' signs stand for."""
        return _SIGNS if self._by and self.losses.weights is self.losses.counts else ""

    def _at_least(self, at: int) -> str:
        shown = self.shown[at - 1]
        said = f"The result is at least {self.distance(at)} below the best with probability {percent_up(shown.chance)}."
        if shown.counted is None or shown.tied is None:
            return f"{said} {_NONE}"
        by, tied = self._by[:2]
        if shown.counted == shown.tied:
            return f"{said} The bound by {by}, the same as by {tied}, {says(shown.counted)}."
        return f"{said} The bound by {by} {says(shown.counted)}; the one by {tied} {says(shown.tied)}."

    def _nearby(self, t: Fraction) -> str:
        near, twice = self.losses.nearby(t), with_unit(grouped(rational_text(2 * t)), self.unit)
        said = (
            f"{counted(near.count, 'candidates')} less than t below (S_t): drawn with probability"
            f" {percent_up(near.inside)}. At least 2t = {twice} below: with probability {percent_up(near.outside)}"
        )
        if near.bound is None:
            return f"{said}."
        mean = "" if near.mean is None else f" It adds: on average at most 3t = {self._amount(near.mean)} below."
        return f"{said}; the bound by S_t {says(near.bound)}.{mean} Both probabilities are thick in the picture."

    def _mostly(self) -> str:
        mostly, beta = self.losses.mostly, rational_text(100 * self.losses.beta)
        said = f"Except with probability β = {beta} %: at most {self._amount(mostly.true)} below."
        return f"{said}{self._figures(mostly, self._short)}"

    def _average(self) -> str:
        average = self.losses.average
        missing = average.counted is not None and average.other is None and self.losses.best < 1
        why = " The bound by ln OPT needs a best score of at least 1." if missing else ""
        said = f"On average: {self._amount(average.true)} below."
        return f"{said}{self._figures(average, ('ln d + 1', 'ln OPT'))}{why}"

    @property
    def _short(self) -> tuple[str, str]:
        """What the first bounds go by, without figures."""
        return (self._by[0].split(" = ")[0], self._by[1].split(" = ")[0]) if self._by else ("for every table", "")

    def _figures(self, figure: Figure, names: tuple[str, str]) -> str:
        """The bounds for a figure; one that no candidate exceeds says nothing."""
        both = zip(names, (figure.counted, figure.other), strict=True)
        known = [(name, each) for name, each in both if each is not None]
        if not known:
            return ""
        if len(known) > 1 and figure.counted == figure.other:
            known = [(f"{names[0]} and {names[1]}", known[0][1])]
        bounds = [f"{amount_up(each, '')} ({name})" for name, each in known]
        said = f" Bounds: {joined(', ', bounds)}"
        empty = [name for name, each in known if each >= self.losses.worst]
        if not empty:
            return f"{said}."
        nothing = "this says nothing" if len(empty) == len(known) else f"{empty[0]} says nothing"
        return f"{said}; no candidate is more than {self._amount(self.losses.worst)} below, so {nothing}."

    def _amount(self, amount: Fraction) -> str:
        return amount_up(amount, self.unit)


def _names(losses: Losses) -> tuple[str, str, str]:
    """What the bounds go by."""
    if losses.weights is losses.counts:
        return f"d = {losses.candidates:,}", f"|R_OPT| = {losses.tied:,}", "S_t"
    return "the least weight", "the weight of the best", "S_t"
