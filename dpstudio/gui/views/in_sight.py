"""How many of more names than there is room for are in sight, beneath their bars."""

from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr


class InSight(WholeLabel):
    """Says how many bars of a plot are seen; it is there only while some are not.

    Attributes:
        brief: before an audience, which cannot scroll.
    """

    brief = False

    def __init__(self, plot: DistributionPlot) -> None:
        super().__init__("small")
        self._plot = plot
        plot.part_shown.connect(self._say)

    def _say(self, first: int, last: int) -> None:
        shown, count = last - first, self._plot.chances.size
        some = self._plot.few and 0 < shown < count
        said = tr("{shown} of {count} shown.", shown=shown, count=count)
        self.setText((said if self.brief else tr("{said} Scroll for the others.", said=said)) if some else "")
        self.setVisible(some)
