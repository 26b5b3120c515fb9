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
        plot.part_shown.connect(lambda *_: self._say())

    def _say(self) -> None:
        said = self._plot.left_out
        self.setText(tr("{said} Scroll for the others.", said=said) if said and not self.brief else said)
        self.setVisible(bool(said))
