"""Two laws of the same outcomes, drawn one over the other, with their table beneath."""

from dpstudio.core.preview.neighbours import Laws
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.overlaid import OverlaidPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.neighbour_lines import columns_of, order_of, worst_line


def draw_both(tabled: TabledPlots, plot: OverlaidPlot, lines: Lines, laws: Laws, lit: int | None = None) -> None:
    """Draw a law and that of a neighbouring table in the order of the lines.

    Args:
        lit: the line that is lit.
    """
    order = order_of(lines, laws)
    before, after, ratios = (each[order] for each in (laws.before, laws.after, laws.ratios))
    plot.set_data(before, lines.name, lines.meaning, upright=lines.upright, line=lines.line)
    plot.put_together(lines.shown.bins.wide if lines.shown.bins else "")
    plot.star(lines.starred, figure=lines.has_figure)
    plot.show_shares(after, lit)

    def cell(row: int, place: int) -> str:
        texts = lines.name(row), digits(float(before[row])), digits(float(after[row])), f"{ratios[row]:.6g}"
        return texts[place]

    tabled.show_rows(columns_of(lines), before.size, cell, worst_line(lines, laws))
