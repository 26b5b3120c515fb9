"""Two laws of the same outcomes, drawn one over the other, with their table beneath."""

import numpy as np

from dpstudio.core.preview.neighbours import Laws
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.gui.plots.exhibit import Told
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.overlaid import OverlaidPlot
from dpstudio.gui.plots.tabled import TabledPlots

_NAMES = "Old probability", "New probability", "ln(new / old)"


def draw_both(tabled: TabledPlots, plot: OverlaidPlot, lines: Lines, laws: Laws, lit: int | None = None) -> None:
    """Draw a law and that of a neighbouring table in the order of the lines.

    Args:
        lit: the line that is lit.
    """
    order = np.arange(laws.before.size) if lines.order is None else lines.order
    before, after, ratios = (each[order] for each in (laws.before, laws.after, laws.ratios))
    plot.set_data(before, lines.name, lines.meaning, upright=lines.upright, line=lines.line)
    plot.star(lines.starred)
    plot.show_shares(after, lit)

    def cell(row: int, place: int) -> str:
        texts = lines.name(row), digits(float(before[row])), digits(float(after[row])), f"{ratios[row]:.6g}"
        return texts[place]

    tabled.show_rows((lines.names[0], *_NAMES), before.size, cell, int(np.abs(ratios).argmax()))


def told_of(lines: Lines, laws: Laws) -> Told:
    """Both laws and how far they lie apart, for other programs."""
    before, after, ratios = laws.before, laws.after, laws.ratios

    def plain(line: int) -> tuple[str, ...]:
        at = lines.at(line)
        chances = (chance_text(float(each[at])) for each in (before, after))
        return lines.outcome(line)[0], *chances, f"{ratios[at]:.17g}"

    return Told((lines.names[0], *_NAMES), before.size, plain, lines.shown.badge)
