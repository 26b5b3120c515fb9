"""How one winner came about, drawn over a table of the same numbers."""

from collections.abc import Callable, Sequence

import numpy as np

from dpstudio.core.mechanisms.stories import Coins, Noisy
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.sampling.comparison import float_of
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.story import StoryPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.translation import capital, tr

_NAME = tr("How the winner came about")


class ToldStory(TabledPlots):
    """Shows noise on every score, or the coins that have been thrown."""

    def __init__(self) -> None:
        self.plot = StoryPlot()
        super().__init__(TableView(tr("How the winner came about, as a table")), self.plot)
        self.bring(self.plot)
        self._told: Told | None = None

    def show_noise(self, story: Noisy, lines: Lines) -> None:
        """Show the noise on the scores, in the order of the lines."""
        shown = lines.shown
        if shown.scores is None:
            return
        worth = float_of(shown.scores.unit)
        both = (each * worth for each in (shown.scores.steps.astype(np.float64), story.noise))
        scores, noise = (each if lines.order is None else each[lines.order] for each in both)
        winner = lines.line_of(story.winner)
        self.plot.show_noise(scores, noise, winner, shown.drawn(story.winner), shown.score_unit)
        unit = shown.score_unit
        score = tr("Score in {unit}", unit=unit) if unit else tr("Score")
        names = capital(shown.across), score, tr("Noise"), tr("Score with noise")

        def numbers(line: int) -> tuple[float, ...]:
            return float(scores[line]), float(noise[line]), float(scores[line] + noise[line])

        def cell(line: int, place: int) -> str:
            return f"{numbers(line)[place - 1]:.6g}" if place else lines.name(line)

        def plain(line: int) -> tuple[str, ...]:
            return lines.name(line), *(f"{each:.17g}" for each in numbers(line))

        self._list(Told(names, scores.size, plain, shown.badge), cell, winner)

    def show_coins(self, story: Coins, thrown: int, shown: Distribution) -> None:
        """Show the coins up to one of them; the last of all shows heads."""
        found = thrown == len(story.thrown)
        coins = [shown.drawn(place) for place in story.thrown[:thrown]]
        self.plot.show_coins(story.heads[:thrown], coins, found=found)
        names = tr("Coin"), capital(shown.across), tr("Chance of heads"), tr("Shows")

        def texts(line: int, chance: str) -> tuple[str, ...]:
            side = tr("heads") if found and line == thrown - 1 else tr("tails")
            return str(line + 1), coins[line], chance, side

        def cell(line: int, place: int) -> str:
            return texts(line, digits(float(story.heads[line])))[place]

        def plain(line: int) -> tuple[str, ...]:
            return texts(line, f"{story.heads[line]:.17g}")

        self._list(Told(names, thrown, plain, shown.badge), cell, thrown - 1)

    def _list(self, told: Told, cell: Callable[[int, int], str], line: int) -> None:
        self._told = told
        self.show_rows(told.names, told.count, cell, line)

    def exhibits(self) -> Sequence[Exhibit]:
        """What can be taken along."""
        if self._told is None or self.isHidden():
            return ()
        return (Exhibit(_NAME, "story", self._told, self, ((self.plot, 1),), self.plot.told),)

    def forget(self) -> None:
        """As `TabledPlots.forget`."""
        self._told = None
        super().forget()
