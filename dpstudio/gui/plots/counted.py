"""How often each outcome of a law was drawn, line by line beside its probability, and what is said of it."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.draws import ByChance, Tally, apart
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.quantities import counted
from dpstudio.gui.plots.exhibit import Told
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.translation import tr

_COUNTED = tr("Times drawn"), tr("Frequency")


class Counted:
    """Counts draws of a distribution; what follows from them takes as long as there are different ones.

    Attributes:
        draws: how many there were.
        times: how often each outcome was among them, in the outcomes' own order.
        places: the outcomes that were among them, ascending.
    """

    def __init__(self, shown: Distribution) -> None:
        self._shown = shown
        self.draws = self._within = 0
        self.times = np.zeros(shown.chances.size, np.int64)
        self.places = np.zeros(0, np.int64)

    def add(self, draws: int, tally: Tally) -> None:
        """Count further draws."""
        places, times = tally
        fresh = places[self.times[places] == 0]
        if fresh.size:
            self.places = np.sort(np.append(self.places, fresh), kind="stable")
        self.times[places] += times
        self._within += int(times.sum())
        self.draws += draws

    def prepare(self) -> None:
        """Work out what takes as long as there are outcomes: beside the window, before the first draw."""
        _ = self._by_chance, self._whole

    @cached_property
    def _by_chance(self) -> ByChance:
        return ByChance(self._shown.chances)

    @cached_property
    def _whole(self) -> float:
        return float(self._shown.chances.sum())

    @property
    def _shares(self) -> NDArray[np.float64]:
        """The frequencies of what was drawn."""
        return self.times[self.places] / max(1, self.draws)

    def drawn(self, lines: Lines) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The lines of what was drawn, ascending, and its frequencies."""
        at, shares = lines.lines_of(self.places), self._shares
        ascending = np.argsort(at, kind="stable")
        return at[ascending], shares[ascending]

    @property
    def beyond(self) -> int:
        """How many draws came out beyond what is shown."""
        return self.draws - self._within

    @property
    def distance(self) -> float:
        """How far the frequencies are from the law: the total variation distance."""
        return apart(self.places, self._shares, self._shown.chances, self._whole)

    def sentence(self, *, short: bool = False) -> str:
        """What there is to say of all draws; in short without the distance's name."""
        if not self.draws:
            return tr("No draw yet. The outlines show how often each outcome is to be expected.")
        near = self._by_chance.apart(self.draws)
        beyond = tr(" {draws} came out beyond the picture.", draws=counted(self.beyond, "draws")) if self.beyond else ""
        named = "" if short else tr(" (total variation distance)")
        return tr(
            "{draws}: frequencies and probabilities are {distance} apart{named}; by chance alone, about"
            " {near}.{beyond}",
            draws=counted(self.draws, "draws"),
            distance=_points(self.distance),
            named=named,
            near=_points(near),
            beyond=beyond,
        )


def _points(share: float) -> str:
    return f"{float(f'{100 * share:.2g}'):g} %"


def counted_lines(lines: Lines, of: Counted) -> tuple[tuple[str, ...], Callable[[int, int], str]]:
    """The columns and cells of a table of the law with what was drawn beside it; the cells follow the counting."""
    known = len(lines.names)

    def cell(line: int, place: int) -> str:
        if place < known:
            return lines.cell(line, place)
        times = int(of.times[lines.at(line)])
        return f"{times:,}" if place == known else digits(times / of.draws) if times else "0 %"

    return (*lines.names, *_COUNTED), cell


def counted_told(lines: Lines, of: Counted) -> Told:
    """The same for other programs, as it is now."""
    draws, all_times, law = of.draws, of.times.copy(), lines.told

    def plain(line: int) -> tuple[str, ...]:
        times = int(all_times[lines.at(line)])
        return (*law.plain(line), str(times), chance_text(times / max(1, draws)))

    return Told((*law.names, *_COUNTED), all_times.size, plain, lines.shown.badge)
