"""What stands in the view of losses where one candidate leads: how likely it wins, and which lead suffices."""

from math import ceil

import numpy as np

from dpstudio.core.preview.leader import Leader, Needed
from dpstudio.core.preview.loss import floats
from dpstudio.core.preview.tabulated import bound_text, chance_text, rest_text
from dpstudio.core.quantities import counted, rational_text, readable, with_unit
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.percent import amount_up, rest_down
from dpstudio.translation import tr


class LeaderSheet(Sheet):
    """How likely a candidate wins that leads all others, which are equal."""

    first, asked = 0, tr("Lead of the best")

    def __init__(self, leader: Leader, unit: str) -> None:
        self.leader, self.unit = leader, unit
        self.step, self.last = leader.step, leader.losing.size - 1
        self.start = min(self.last, ceil((leader.needed.lead or 0) / self.step))
        across = np.arange(leader.losing.size, dtype=np.float64) * np.float64(self.step)
        self.curves = [Curve(tr("the best wins"), across, 1 - leader.losing)]
        self.names = (tr("Lead{part}", part=tr(" in {unit}", unit=unit) if unit else ""), tr("The best wins"))
        if leader.bounds is not None:
            self.curves.append(Curve(tr("bound by d: at least"), across, 1 - floats(list(leader.bounds))))
            self.names = (*self.names, tr("At least, by d"))

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line)
        if place == 1 or self.leader.bounds is None:
            return rest_down(float(self.leader.losing[line]))
        bound = self.leader.bounds[line]
        return tr("says nothing") if bound >= 1 else rest_down(bound)

    def plain(self, line: int) -> tuple[str, ...]:
        """As `Sheet.plain`."""
        bounds = () if self.leader.bounds is None else (bound_text(self.leader.bounds[line]),)
        chances = chance_text(float(self.leader.losing[line])), *bounds
        return rational_text(line * self.step), *map(rest_text, chances)

    def marks(self, at: int) -> list[Mark]:
        """As `Sheet.marks`: the lead, and the one that suffices."""
        lead = self.leader.needed.lead
        here = Mark(float(at * self.step), tr("lead"))
        return [here] if lead is None else [here, Mark(float(lead), tr("suffices"))]

    def sentences(self, at: int) -> list[str]:
        """As `Sheet.sentences`."""
        leader = self.leader
        others = counted(leader.others, "candidates") if leader.others > 1 else tr("the other candidate")
        alike = tr("{others} with equal scores", others=others) if leader.others > 1 else others
        said = tr(
            "With a lead of {distance} over {alike}, the best wins with probability {losing}.",
            distance=self.distance(at),
            alike=alike,
            losing=rest_down(leader.losing[at]),
        )
        bound = None if leader.bounds is None else leader.bounds[at]
        promised = "" if bound is None else tr(" The bound by d says nothing.")
        if bound is not None and bound < 1:
            promised = tr(" The bound by d promises {bound}.", bound=rest_down(bound))
        doubled = (
            ""
            if leader.doubled is None
            else tr("With R = 2Δ, as textbooks have it: {needs}", needs=self._needs(leader.doubled))
        )
        return [
            f"{said}{promised}",
            tr("{wanted} {needs}", wanted=self._wanted, needs=self._needs(leader.needed)),
            doubled,
        ]

    @property
    def _wanted(self) -> str:
        return tr(
            "To win with probability {beta} % at least (1 − β):", beta=rational_text(100 * (1 - self.leader.beta))
        )

    def _needs(self, needed: Needed) -> str:
        proven = (
            ""
            if needed.proven is None
            else tr("; the error bound asks for {proven}", proven=amount_up(needed.proven, self.unit))
        )
        if needed.lead is None:
            return tr("no lead suffices{proven}.", proven=proven)
        lead = with_unit(readable(needed.lead), self.unit)
        return tr("a lead of {lead} suffices, and no smaller one does{proven}.", lead=lead, proven=proven)
