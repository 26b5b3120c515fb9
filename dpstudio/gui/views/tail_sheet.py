"""What stands in the view of losses: the law of how far below the best the result falls, and the documents' bounds."""

from fractions import Fraction
from math import floor

import numpy as np

from dpstudio.core.preview.loss import Figure, Losses, floats
from dpstudio.core.preview.tabulated import bound_text, chance_text
from dpstudio.core.quantities import counted, rational_text, readable, with_unit
from dpstudio.core.sampling.comparison import float_of
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.percent import amount_up, bound_up, percent_up, rest_beside, says
from dpstudio.translation import joined, tr

_FINE, _MOST_STEPS = 200, 2_000
_SIGNS = tr(
    "d is the number of candidates, R_OPT those with the best score and |R_OPT| how many these are, S_t those less than"
    " t below it, OPT the best score, and ln the natural logarithm."
)
_NONE = tr("No bound is proven of this mechanism.")


class TailSheet(Sheet):
    """The loss on the scores that are shown: its law, and the documents' bounds over it."""

    first, asked = 1, tr("t, how far below the best")

    def __init__(self, losses: Losses, unit: str) -> None:
        self.losses, self.unit = losses, unit
        self.step, self.last = losses.steps
        self.start = min(self.last, max(1, floor(losses.mostly.true / self.step)))
        self.shown = [losses.at_least(place * self.step) for place in range(1, self.last + 1)]
        proven = self.shown[0].counted is not None
        self._bounds = [[each.counted, each.tied, each.near] for each in self.shown] if proven else []
        below = tr("At least t{part} below", part=tr(" {unit}", unit=unit) if unit else "")
        self._by: tuple[str, ...] = _names(losses) if proven else ()
        self.names = (below, tr("Law"), *(tr("Bound by {name}", name=name) for name in self._by))
        self.curves = [self._law(), *self._drawn()]

    def _law(self) -> Curve:
        """A step down behind each loss; of too many of these what is true at as many places."""
        losses, end = self.losses, float(self.last * self.step)
        name, worth = tr("law"), float_of(losses.unit)
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
            Curve(tr("bound by {name}", name=name), across, floats([line[place] for line in lines]))
            for place, name in enumerate(self._by)
        ]

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line + 1)
        if place == 1:
            impossible = (line + 1) * self.step > self.losses.worst
            return tr("0 %") if impossible else digits(self.shown[line].chance)
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
        said = tr(
            "The result is at least {distance} below the best with probability {chance}.",
            distance=self.distance(at),
            chance=percent_up(shown.chance),
        )
        if shown.counted is None or shown.tied is None:
            return tr("{said} {none}", said=said, none=_NONE)
        by, tied = self._by[:2]
        if shown.counted == shown.tied:
            return tr(
                "{said} The bound by {by}, the same as by {tied}, {counted}.",
                said=said,
                by=by,
                tied=tied,
                counted=says(shown.counted),
            )
        return tr(
            "{said} The bound by {by} {counted}; the one by {tied} {tied2}.",
            said=said,
            by=by,
            counted=says(shown.counted),
            tied=tied,
            tied2=says(shown.tied),
        )

    def _nearby(self, t: Fraction) -> str:
        near, twice = self.losses.nearby(t), with_unit(readable(2 * t), self.unit)
        said = tr(
            "{candidates} less than t below (S_t): drawn with probability"
            " {inside}. At least 2t = {twice} below: with probability {outside}",
            candidates=counted(near.count, "candidates"),
            inside=rest_beside(self.losses.chance(t), near.inside),
            twice=twice,
            outside=percent_up(near.outside),
        )
        if near.bound is None:
            return tr("{said}.", said=said)
        mean = (
            ""
            if near.mean is None
            else tr(" It adds: on average at most 3t = {amount} below.", amount=self._amount(near.mean))
        )
        return tr(
            "{said}; the bound by S_t {bound}.{mean} Both probabilities are thick in the picture.",
            said=said,
            bound=says(near.bound),
            mean=mean,
        )

    def _mostly(self) -> str:
        mostly, beta = self.losses.mostly, rational_text(100 * self.losses.beta)
        said = tr(
            "Except with probability β = {beta} %: at most {amount} below.", beta=beta, amount=self._amount(mostly.true)
        )
        return f"{said}{self._figures(mostly, self._short)}"

    def _average(self) -> str:
        average = self.losses.average
        missing = average.counted is not None and average.other is None and self.losses.best < 1
        why = tr(" The bound by ln OPT needs a best score of at least 1.") if missing else ""
        said = tr("On average: {amount} below.", amount=self._amount(average.true))
        return f"{said}{self._figures(average, (tr('ln d + 1'), tr('ln OPT')))}{why}"

    @property
    def _short(self) -> tuple[str, str]:
        """What the first bounds go by, without figures."""
        return (self._by[0].split(" = ")[0], self._by[1].split(" = ")[0]) if self._by else (tr("for every table"), "")

    def _figures(self, figure: Figure, names: tuple[str, str]) -> str:
        """The bounds for a figure; one that no candidate exceeds says nothing."""
        both = zip(names, (figure.counted, figure.other), strict=True)
        known = [(name, each) for name, each in both if each is not None]
        if not known:
            return ""
        if len(known) > 1 and figure.counted == figure.other:
            known = [(tr("{names} and {names2}", names=names[0], names2=names[1]), known[0][1])]
        bounds = [tr("{each} ({name})", each=amount_up(each, ""), name=name) for name, each in known]
        said = tr(" Bounds: {bounds}", bounds=joined(", ", bounds))
        empty = [name for name, each in known if each >= self.losses.worst]
        if not empty:
            return tr("{said}.", said=said)
        nothing = tr("this says nothing") if len(empty) == len(known) else tr("{empty} says nothing", empty=empty[0])
        return tr(
            "{said}; no candidate is more than {amount} below, so {nothing}.",
            said=said,
            amount=self._amount(self.losses.worst),
            nothing=nothing,
        )

    def _amount(self, amount: Fraction) -> str:
        return amount_up(amount, self.unit)


def _names(losses: Losses) -> tuple[str, str, str]:
    """What the bounds go by."""
    if losses.weights is losses.counts:
        return (
            tr("d = {candidates}", candidates=f"{losses.candidates:,}"),
            tr("|R_OPT| = {tied}", tied=f"{losses.tied:,}"),
            tr("S_t"),
        )
    return tr("the least weight"), tr("the weight of the best"), tr("S_t")
