"""The view of the law: bars, a curve or a map; and its table."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.preview.distribution import Distribution
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE, theme_of
from dpstudio.gui.plots.axis import begin_together
from dpstudio.gui.plots.bars import DistributionPlot, airy, ranges
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import Lines, by_chance
from dpstudio.gui.plots.map import MapPlot
from dpstudio.gui.plots.overview import Overview
from dpstudio.gui.plots.score import ScorePlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.kit import called, row
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr

_BARS, _MAP = "bars", "map"
_LEAST, _LEAST_SCORE = 110, 70
_LEFT = 62
"""How wide the numbers at the left are where two pictures share the axis below them."""
_MOST_LIT = 10_000
"""Of how many candidates the drawn one is looked for by its name."""
_SCORE, _NATURAL = "score", "natural"
_ORDERS = [(_SCORE, tr("most likely first")), (_NATURAL, tr("natural order"))]
_MANY = 100_000
"""More outcomes than so many are sorted beside the window."""


class LawView(QWidget):
    """Shows the chances of a distribution in an order that can be chosen.

    Attributes:
        best: whether the true best of a sample is marked, here and in the draws.
    """

    asked = Signal()
    """Another order, or another way to draw, is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: Lines | None = None
        self._kept: Lines | None = None
        self._wanted_order = "automatic"
        self._whole, self._drawn = True, ""
        self.best = False
        self.order = choice(_ORDERS)
        self.order.setMinimumContentsLength(15)
        self.order.activated.connect(self._order_chosen)
        self.drawn_as = choice([(_MAP, tr("map")), (_BARS, tr("bars"))])
        self.drawn_as.setMinimumContentsLength(5)
        self.drawn_as.setCurrentIndex(0)
        self.drawn_as.activated.connect(lambda _: self.asked.emit())
        self.bars, self.map, self.table = (
            DistributionPlot(),
            MapPlot(),
            TableView(tr("Sampling distribution as a table")),
        )
        self.tabled = TabledPlots(self.table, self.bars, self.map)
        self.score, self.overview = ScorePlot(self.bars), Overview()
        self.tabled.also(self.score)
        self.tabled.tell(self.score, -1)
        self.score.hide()
        for changed in (self.score.getViewBox().sigYRangeChanged, self.score.getViewBox().sigResized):
            changed.connect(lambda *_: self._align())
        self.overview.hide()
        self.overview.follow(self.bars)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)  # pyqtgraph would shift the score against the law by any margin
        scaled(inside.setSpacing, SPACE)
        names = called(self.drawn_as, tr("Drawn as")), called(self.order, tr("Order of the candidates"))
        self.scaled = WholeLabel("small")
        self.tools = QWidget()
        self.tools.setLayout(row(*names, self.drawn_as, self.order, None))
        inside.addWidget(self.tools)
        inside.addWidget(self.scaled)
        inside.addWidget(self.tabled, 3)
        inside.addWidget(self.score, 2)
        inside.addWidget(self.overview)
        stretched((self.tabled, _LEAST), (self.score, _LEAST_SCORE))

    def bare(self) -> None:
        """Without what orders it, and as low as the screen makes it."""
        self.tools.hide()
        self._whole, self.bars.dense = False, True

    def take_order(self, order: str) -> None:
        """Take the order from the settings: "score", "natural" or "automatic"."""
        self._wanted_order = order

    def mark_best(self, marked: bool) -> None:
        """Mark the true best of a sample, or mark it no more."""
        self.best = marked
        self.asked.emit()

    def turn_logarithmic(self, turned: bool) -> None:
        """Draw on the other scale what is in sight."""
        across, up = self.bars.viewRange()
        self.bars.logarithmic = self.map.logarithmic = turned
        self.asked.emit()
        if self.bars.few:
            self.bars.setYRange(*up, padding=0)
        else:
            self.bars.setXRange(*across, padding=0)

    def light(self, drawn: str) -> None:
        """Light what was drawn from a sample, by its name; "" lights nothing."""
        self._drawn = drawn
        self.tabled.light(self.lit)

    @property
    def lit(self) -> int | None:
        """The line of what was drawn, or of the range that it lies in."""
        lines = self._lines
        if lines is None or not self._drawn or lines.chances.size > _MOST_LIT:
            return None
        found = (line for line in range(lines.chances.size) if lines.shown.holds(lines.at(line), self._drawn))
        return next(found, None)

    def lines(self, shown: Distribution) -> Lines:
        """A distribution in the order in force."""
        self.order.setCurrentIndex(self.order.findData(self._order(shown)))
        if self._kept is None or not self._keeps(shown):
            natural = self._order(shown) == _NATURAL
            self._kept = Lines(shown, best=self.best) if natural else by_chance(shown, best=self.best)
        return self._kept

    def sorting(self, shown: Distribution) -> Callable[[], Lines] | None:
        """What puts so many outcomes in order that it takes more than a moment; None where nothing is to be done."""
        if shown.chances.size <= _MANY or self._order(shown) == _NATURAL or self._keeps(shown):
            return None
        return partial(by_chance, shown, best=self.best)

    def keep(self, lines: Lines) -> None:
        """Have these where they are asked for."""
        self._kept = lines

    def _order(self, shown: Distribution) -> str:
        if self._wanted_order == "automatic" or shown.upright:
            return _NATURAL if shown.upright or shown.ordered else _SCORE
        return self._wanted_order

    def _keeps(self, shown: Distribution) -> bool:
        kept = self._kept
        alike = kept is not None and kept.shown is shown and kept.best == self.best
        return alike and kept is not None and (kept.order is None) == (self._order(shown) == _NATURAL)

    def show_law(
        self, shown: Distribution, sample: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], *, table: bool
    ) -> None:
        """Draw a distribution.

        Args:
            sample: columns and rows of a sample, of which the mean may be marked.
            table: whether the table is in front.
        """
        lines, on_map = self.lines(shown), not table and shown.spots is not None and self.drawn_as.currentData() == _MAP
        self.drawn_as.setVisible(not table and shown.spots is not None)
        self.order.setVisible(not shown.upright and not on_map)
        if table:
            self._bring(None, lines)
        elif on_map and shown.spots is not None:
            lines = Lines(shown, best=self.best)
            mean = shown.mean(*sample) if self.best and shown.mean is not None else None
            self.map.set_data(shown.spots, shown.chances, lines.name, mean)
            self.map.star(lines.best_places)
            self._bring(self.map, lines)
            self.scaled.setText(self._scale)
        else:
            across = lines.meaning + ranges(shown.bins.wide if shown.bins else "")
            self.bars.set_data(lines.chances, lines.marked, across, upright=lines.upright, line=lines.line)
            self.bars.star(lines.starred, figure=lines.has_figure)
            scaled(self.tabled.setMinimumHeight, max(_LEAST, airy(self.bars) if self._whole else 0))
            self._bring(self.bars, lines)
            self.overview.show_of(self.bars, ranges=shown.bins is not None)
        self.scaled.setVisible(on_map and bool(self.scaled.text()))
        self._show_scores(lines, drawn=not table and not on_map)

    def _show_scores(self, lines: Lines, *, drawn: bool) -> None:
        """Beneath a law whose candidates lie on a line; the strip beneath bars and curves."""
        self.overview.setVisible(drawn and not self.overview.is_whole)
        scores, pieces = lines.shown.scores, lines.shown.pieces() if lines.shown.pieces and drawn else None
        beneath = drawn and lines.upright and lines.order is None and scores is not None
        self.score.setVisible(beneath)
        if beneath and pieces is not None:
            self.score.show_pieces(pieces, lines.chances.size, lines.shown.score_unit)
            self.score.words = lambda line: tr("{name}: {text}", name=lines.name(line), text=pieces.text(line))
        elif beneath and scores is not None:
            self.score.show_scores(scores, lines.shown.score_unit)
            self.tabled.tell(self.score, -1)
        self._align()

    def _align(self) -> None:
        """Let both begin at one place, beside the wider of their numbers."""
        sides = [plot.getAxis("left") for plot in (self.bars, self.score)]
        begin_together(sides, theme_of(self).px(_LEFT), apart=self.score.isHidden())

    def _bring(self, plot: ThemedPlot | None, lines: Lines) -> None:
        """Show a plot, or the table, which has the same lines in the same order."""
        self._lines = lines
        self.tabled.bring(plot)
        self.tabled.show_rows(lines.names, lines.chances.size, lines.cell, int(lines.chances.argmax()))
        self.tabled.light(self.lit)

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._lines is None:
            return []
        shares = (self.bars, 3), (self.map, 3), (self.score, 2)
        parts = tuple((each, share) for each, share in shares if each.isVisible())
        return [Exhibit(tr("Law"), "law", self._lines.told, self.tabled, parts, self._scale)]

    @property
    def _scale(self) -> str:
        """What is said of the scale of the picture in front."""
        if self.map.isVisible():
            more = tr("The area of a circle grows with the powers of ten from there on.")
            scale = joined(" ", (self.map.scale.told, more)) if self.map.logarithmic else ""
            return joined(" ", filter(None, (self.map.mean_told, scale)))
        return self.bars.scale.told if self.bars.isVisible() else ""

    def _order_chosen(self) -> None:
        self._wanted_order = str(self.order.currentData())
        self.asked.emit()

    def forget(self) -> None:
        """Hold nothing any more."""
        self._lines = self._kept = None
        self.tabled.forget()
        self.score.forget()
        self.overview.forget()

    def recolour(self) -> None:
        """Follow the palette in force."""
        for plot in (self.bars, self.map, self.score):
            plot.recolour()
