"""What stands in the view of losses where one candidate leads: how likely it wins, and which lead suffices."""

from math import ceil

import numpy as np

from dpstudio.core.preview.leader import Leader, Needed
from dpstudio.core.preview.loss import floats
from dpstudio.core.preview.tabulated import bound_text, chance_text, rest_text
from dpstudio.core.quantities import counted, grouped, rational_text, with_unit
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.percent import amount_up, rest_down


class LeaderSheet(Sheet):
    """How likely a candidate wins that leads all others, which are equal."""

    first, asked = 0, "Lead of the best"

    def __init__(self, leader: Leader, unit: str) -> None:
        self.leader, self.unit = leader, unit
        self.step, self.last = leader.step, leader.losing.size - 1
        self.start = min(self.last, ceil((leader.needed.lead or 0) / self.step))
        across = np.arange(leader.losing.size, dtype=np.float64) * np.float64(self.step)
        self.curves = [Curve("the best wins", across, 1 - leader.losing)]
        self.names = (f"Lead{f' in {unit}' if unit else ''}", "The best wins")
        if leader.bounds is not None:
            self.curves.append(Curve("bound by d: at least", across, 1 - floats(list(leader.bounds))))
            self.names = (*self.names, "At least, by d")

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line)
        if place == 1 or self.leader.bounds is None:
            return rest_down(float(self.leader.losing[line]))
        bound = self.leader.bounds[line]
        return "says nothing" if bound >= 1 else rest_down(bound)

    def plain(self, line: int) -> tuple[str, ...]:
        """As `Sheet.plain`."""
        bounds = () if self.leader.bounds is None else (bound_text(self.leader.bounds[line]),)
        chances = chance_text(float(self.leader.losing[line])), *bounds
        return rational_text(line * self.step), *map(rest_text, chances)

    def marks(self, at: int) -> list[Mark]:
        """As `Sheet.marks`: the lead, and the one that suffices."""
        lead = self.leader.needed.lead
        here = Mark(float(at * self.step), "lead")
        return [here] if lead is None else [here, Mark(float(lead), "suffices")]

    def sentences(self, at: int) -> list[str]:
        """As `Sheet.sentences`."""
        leader = self.leader
        others = counted(leader.others, "candidates") if leader.others > 1 else "the other candidate"
        alike = f"{others} with equal scores" if leader.others > 1 else others
        said = (
            f"With a lead of {self.distance(at)} over {alike}, the best wins with probability"
            f" {rest_down(leader.losing[at])}."
        )
        bound = None if leader.bounds is None else leader.bounds[at]
        promised = "" if bound is None else " The bound by d says nothing."
        if bound is not None and bound < 1:
            promised = f" The bound by d promises {rest_down(bound)}."
        doubled = "" if leader.doubled is None else f"With R = 2Δ, as textbooks have it: {self._needs(leader.doubled)}"
        return [f"{said}{promised}", f"{self._wanted} {self._needs(leader.needed)}", doubled]

    @property
    def _wanted(self) -> str:
        return f"To win with probability {rational_text(100 * (1 - self.leader.beta))} % at least (1 − β):"

    def _needs(self, needed: Needed) -> str:
        proven = "" if needed.proven is None else f"; the error bound asks for {amount_up(needed.proven, self.unit)}"
        if needed.lead is None:
            return f"no lead suffices{proven}."
        lead = with_unit(grouped(rational_text(needed.lead)), self.unit)
        return f"a lead of {lead} suffices, and no smaller one does{proven}."
