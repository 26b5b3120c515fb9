"""Old and new law, or how far they lie apart: one picture at a time in the window, both before an audience."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.bars import lowest
from dpstudio.gui.plots.overlaid import OverlaidPlot, RatioPlot
from dpstudio.gui.plots.overview import Overview
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.kit import column
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import stretched
from dpstudio.translation import tr

_LAWS, _RATIOS = "laws", "ratios"
_LEAST, _LEAST_BARE = 80, 92
"""Pixels at 100 % that each picture is high at least, in the window and before an audience."""


class LawsAndRatios(QWidget):
    """Holds both pictures over one table.

    Attributes:
        choice: which of them is in sight; it stands elsewhere.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bare = False
        self.plot, self.ratios, self.table = OverlaidPlot(), RatioPlot(), TableView(tr("Old and new law as a table"))
        self.tabled, self.overview, self._law = TabledPlots(self.table, self.plot), Overview(), QWidget()
        self.tabled.bring(self.plot)
        self.tabled.also(self.ratios)
        self.overview.follow(self.plot)
        self._law.setLayout(column(self.tabled, self.overview, spacing=SPACE // 2))
        names = [(_LAWS, tr("Laws"), ""), (_RATIOS, tr("Ratios"), "")]
        self.choice = Options(tr("Neighbours: what is shown"), names, tight=True)
        self.choice.chosen.connect(self.bring)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        inside.addWidget(self._law, 3)
        inside.addWidget(self.ratios, 2)
        stretched((self.tabled, _LEAST), (self.ratios, _LEAST))
        self.bring(_LAWS)

    def bare(self) -> None:
        """Show both, with bars close to one another."""
        self._bare = self.plot.dense = True
        self.choice.hide()
        stretched((self.tabled, _LEAST_BARE), (self.ratios, _LEAST_BARE))
        self.bring(_LAWS)

    def bring(self, which: str) -> None:
        """Bring one of them to the front."""
        self.choice.show_value(which)
        self._law.setVisible(self._bare or which == _LAWS)
        self.ratios.setVisible(self._bare or which == _RATIOS)

    @property
    def only_ratios(self) -> bool:
        """Whether the laws are out of sight."""
        return self._law.isHidden()

    def make_room(self) -> None:
        """Be as high as bars need that have their numbers beside them, and no axis."""
        self.plot.without_axis()
        scaled(self.tabled.setMinimumHeight, _LEAST_BARE if self._bare else max(_LEAST, lowest(self.plot)))
        self.overview.show_of(self.plot)

    def forget(self) -> None:
        """Hold no law any more."""
        self.tabled.forget()
        self.ratios.forget()
        self.overview.show_of(self.plot)

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()
        self.ratios.recolour()
