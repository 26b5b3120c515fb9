"""What stands in the view of losses where its bound is proven: each step of the proof at the distance of the slider."""

from fractions import Fraction
from math import floor

import numpy as np

from dpstudio.core.preview.far_below import FarBelow, TailProof
from dpstudio.core.preview.loss import floats
from dpstudio.core.preview.tabulated import bound_text, chance_text
from dpstudio.core.quantities import counted, rational_text
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.percent import amount_up, bound_up, percent_up
from dpstudio.translation import tr

_FINE = 200


class ProofSheet(Sheet):
    """Proposition 1.4 on the scores that are shown: the law, what it is divided by, and the bound that is left."""

    first, asked = 1, tr("t, how far below the best")

    def __init__(self, proof: TailProof, unit: str) -> None:
        self.proof, self.unit, losses = proof, unit, proof.losses
        self.step, self.last = losses.steps
        self.start = min(self.last, max(1, floor(losses.mostly.true / self.step)))
        self.shown = [self.proof.at(place * self.step) for place in range(1, self.last + 1)]
        below = tr("At least t{part} below", part=tr(" {unit}", unit=unit) if unit else "")
        self.names = (below, tr("Law"), tr("Divided by the best one's (7)"), tr("Bound (8)"))
        self.curves = self._drawn()

    def _drawn(self) -> list[Curve]:
        """All three at the slider's places, and between these where they are few."""
        parts = max(1, _FINE // self.last)
        places = [place * self.step / parts for place in range(1, parts * self.last + 1)]
        found = [self.proof.at(place) for place in places]
        across = np.array([float(place) for place in places])
        return [
            Curve(tr("law"), across, np.array([each.chance for each in found])),
            Curve(tr("divided by the best one's (7)"), across, np.array([min(1.0, each.ratio) for each in found])),
            Curve(tr("bound (8)"), across, floats([each.bound for each in found])),
        ]

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line + 1)
        shown = self.shown[line]
        if place == 1:
            return digits(shown.chance)
        return bound_up(Fraction(shown.ratio)) if place == 2 else bound_up(shown.bound)

    def plain(self, line: int) -> tuple[str, ...]:
        """As `Sheet.plain`; what is above 1 stays what it is."""
        shown = self.shown[line]
        texts = chance_text(shown.chance), chance_text(shown.ratio), bound_text(shown.bound)
        return rational_text((line + 1) * self.step), *texts

    def marks(self, at: int) -> list[Mark]:
        """As `Sheet.marks`: t, and where the bound begins to say something."""
        return [Mark(float(at * self.step), "t"), Mark(float(self.proof.flat), "ln d")]

    def sentences(self, at: int) -> list[str]:
        """As `Sheet.sentences`: the steps of the proof."""
        shown = self.shown[at - 1]
        return [self._far(at, shown), self._divided(shown), self._together(shown), self._left(at, shown), self._mean()]

    def _far(self, at: int, shown: FarBelow) -> str:
        return tr(
            "At least t = {distance} below the best lie {count} of {all_of}: these are bad (B_t). One of them is drawn"
            " with probability {chance}.",
            distance=self.distance(at),
            count=f"{shown.count:,}",
            all_of=counted(self.proof.losses.candidates, "candidates"),
            chance=percent_up(shown.chance),
        )

    def _divided(self, shown: FarBelow) -> str:
        said = tr(
            "(7) Dividing by the probability of one of the best, which is at most 1, makes it no smaller: {ratio}. The"
            " sum of all weights, which nobody knows beforehand, cancels.",
            ratio=percent_up(shown.ratio),
        )
        return tr("{said} What is above 100 % is drawn at 100 %.", said=said) if shown.ratio > 1 else said

    def _together(self, shown: FarBelow) -> str:
        return tr(
            "(8) Of each bad one that is at most e^(−ε·t/R) = {each}; for all of them, {count} · {each}, at most"
            " {together}.",
            each=percent_up(shown.each),
            count=f"{shown.count:,}",
            together=percent_up(shown.together),
        )

    def _left(self, at: int, shown: FarBelow) -> str:
        beyond = at * self.step - self.proof.flat
        said = tr(
            "There are no more bad ones than candidates, d = {all_of}: at most {bound}.",
            all_of=f"{self.proof.losses.candidates:,}",
            bound=percent_up(shown.bound),
        )
        if beyond <= 0:
            return tr("{said} Up to t = (R/ε)·ln d = {flat} that says nothing.", said=said, flat=self._flat())
        times = amount_up(beyond / self.proof.scale, "")
        return tr("{said} t is (R/ε)·(ln d + {times}), so that is e^−{times_2}.", said=said, times=times, times_2=times)

    def _mean(self) -> str:
        """The integral."""
        proof = self.proof
        return tr(
            "On average {mean} below: the area beneath the law. Up to (R/ε)·ln d = {flat} it is at most 1 high, beyond"
            " it the area beneath the bound is R/ε = {rest}. Together: (R/ε)·(ln d + 1) = {both}.",
            mean=amount_up(Fraction(proof.losses.mean), self.unit),
            flat=self._flat(),
            rest=amount_up(proof.rest, self.unit),
            both=amount_up(proof.flat + proof.rest, self.unit),
        )

    def _flat(self) -> str:
        return amount_up(self.proof.flat, self.unit)
