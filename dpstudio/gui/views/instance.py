"""Randomized response, or noise on a figure, as an instance of the general mechanism, and the factor 2 this costs."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.mechanisms import GENERAL, MECHANISMS
from dpstudio.core.quantities import rational_text, readable
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.overlaid import InstancePlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.beside import beside
from dpstudio.gui.widgets.kit import label
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import tr, translated

_LOW, _COLUMNS = 110, (5, 4)
"""Pixels at 100 % that the picture is high at least; how wide words and picture are before an audience."""
_NAMES = tr("Its own law"), tr("As an instance")
_WORDS = tr(
    "{name} (outline) also follows from the {general} (bars), with this score: {score}. There R = 2Δ, so that for ε ="
    " {epsilon} it draws as {name} does for ε = {half}. {lost}: {own}, and {other} as an instance. What is made for one"
    " question alone saves the factor 2."
)


class InstanceView(QWidget):
    """Shows both laws over one another; a table of both lies beneath."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = label(tr("The factor 2"), "strong"), WholeLabel("soft")
        self.plot, self.table = InstancePlot(), TableView(tr("Both laws as a table"))
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self._told: Told | None = None
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, THEME.px(SPACE), 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        for part, share in ((self.title, 0), (self.tabled, 1), (self.words, 0)):
            inside.addWidget(part, share)
        stretched((self.tabled, _LOW))
        self.forget()

    def bare(self) -> None:
        """What is said beside the picture."""
        beside(self._inside, [(self.title, 0), (self.words, 0)], [(self.tabled, 1)], _COLUMNS)

    def show_lines(self, lines: Lines) -> None:
        """Show the law of a distribution beside its law as an instance; nothing where it is none."""
        over, epsilon = lines.shown.over, lines.shown.question.epsilon
        if over is None or not over.instance:
            self.forget()
            return
        law = over.law(epsilon / 2)
        other = law if lines.order is None else law[lines.order]
        line = None if lines.order is not None else lines.shown.line
        self.plot.set_data(lines.chances, lines.marked, lines.meaning, upright=lines.upright, line=line)
        self.plot.show_shares(other, None)
        self._list(lines, other)
        curve = over.curves[over.chosen]
        own, dearer = (curve.at(each) for each in (epsilon, epsilon / 2))
        self.words.setText(
            _WORDS.format(
                name=translated(MECHANISMS[lines.shown.question.mechanism].name),
                general=translated(GENERAL.name).lower(),
                score=translated(over.instance),
                epsilon=rational_text(epsilon),
                half=rational_text(epsilon / 2),
                lost=translated(over.lost),
                own=readable(Fraction(f"{own:.4g}")),
                other=readable(Fraction(f"{dearer:.4g}")),
            )
        )
        self.show()

    def _list(self, lines: Lines, other: NDArray[np.float64]) -> None:
        outcomes = 2 if lines.shown.bins else 1

        def cell(line: int, place: int) -> str:
            laws = lines.chances, other
            return lines.cell(line, place) if place < outcomes else digits(float(laws[place - outcomes][line]))

        self._told = lines.beside(_NAMES, lines.chances, other)
        self.tabled.show_rows((*lines.names[:outcomes], *_NAMES), lines.chances.size, cell, int(lines.chances.argmax()))

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._told is None:
            return []
        return [Exhibit(self.title.text(), "instance", self._told, self.tabled, ((self.plot, 1),), self.words.text())]

    def forget(self) -> None:
        """Show nothing."""
        self._told = None
        self.hide()
        self.tabled.forget()
        self.words.setText("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()
