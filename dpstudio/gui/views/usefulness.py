"""The view of a synthetic table's usefulness: how likely it is right within α, against the number of people."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dpstudio.core.mechanisms.small_database import SAYS_NOTHING
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.loss import floats
from dpstudio.core.preview.tabulated import bound_text, chance_text, rest_text
from dpstudio.core.preview.usefulness import Usefulness
from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.plots.curves import Curve, Mark
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.views.sheet_view import Part, SheetView
from dpstudio.gui.widgets.percent import rest_down
from dpstudio.translation import tr


def usefulness_view(runner: Runner) -> SheetView:
    """The view, which works beside the window."""
    return SheetView(
        runner, tr("Usefulness"), {"people": Part(tr("Number of people"), tr("How many people are enough?"), _made)}
    )


def _made(shown: Distribution) -> Callable[[Tick], Sheet] | None:
    useful = shown.useful
    return None if useful is None else lambda tick: UsefulnessSheet(useful(tick))


class UsefulnessSheet(Sheet):
    """The law for these shares and another number of people, and what is proven for every table."""

    first, asked, unit = 1, tr("n, the number of people"), tr("people")
    names = (tr("People"), tr("Right within α"), tr("At least, for every table"))

    def __init__(self, found: Usefulness) -> None:
        self.found = found
        self.step, self.last = Fraction(found.step), found.failing.size
        self.start = min(self.last, max(1, found.people // found.step))
        across = np.arange(1, self.last + 1, dtype=np.float64) * np.float64(found.step)
        bounds = floats(list(found.bounds))
        self.curves = [
            Curve(tr("with these shares"), across, 1 - found.failing),
            Curve(tr("bound: at least"), across, 1 - bounds),
        ]

    def cell(self, line: int, place: int) -> str:
        """As `Sheet.cell`."""
        if place == 0:
            return self.bare(line + 1)
        if place == 1:
            return rest_down(float(self.found.failing[line]))
        bound = self.found.bounds[line]
        return tr("says nothing") if bound >= 1 else rest_down(bound)

    def plain(self, line: int) -> tuple[str, ...]:
        """As `Sheet.plain`."""
        chances = chance_text(float(self.found.failing[line])), bound_text(self.found.bounds[line])
        return rational_text((line + 1) * self.step), *map(rest_text, chances)

    def marks(self, at: int) -> list[Mark]:
        """As `Sheet.marks`: n, and what every table needs."""
        return [Mark(float(at * self.step), "n"), Mark(float(self.found.needed), tr("enough"))]

    def sentences(self, at: int) -> list[str]:
        """As `Sheet.sentences`."""
        found, alpha = self.found, rational_text(100 * self.found.alpha)
        bound = found.bounds[at - 1]
        proven = tr("says nothing") if bound >= 1 else tr("promises {bound}", bound=rest_down(bound))
        return [
            tr(
                "With {distance} and the shares of this table, every query's share is within α = {alpha} % of the"
                " truth with probability {failing}. The bound {proven}.",
                distance=self.distance(at),
                alpha=alpha,
                failing=rest_down(float(found.failing[at - 1])),
                proven=proven,
            ),
            self._enough(),
        ]

    def _enough(self) -> str:
        """How many people are enough; never fewer than there are, who may not have these shares."""
        found = self.found
        asked = tr(
            "For a probability of {beta} % at least (1 − β), the bound asks for {people}.",
            beta=rational_text(100 * (1 - found.beta)),
            people=counted(found.needed, "people"),
        )
        if found.alpha >= SAYS_NOTHING:
            return tr(
                "{asked} But an error of {hundredths} in 100 says nothing: who guesses 50 in 100 for every share is"
                " never further off.",
                asked=asked,
                hundredths=rational_text(100 * found.alpha),
            )
        if found.enough <= found.people:
            return tr(
                "{asked} With these shares the {people} that there are would do.",
                asked=asked,
                people=counted(found.people, "people"),
            )
        return tr(
            "{asked} With these shares {enough} would do. There are {people}.",
            asked=asked,
            enough=counted(found.enough, "people"),
            people=counted(found.people, "people"),
        )
