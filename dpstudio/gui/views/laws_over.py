"""The law at six values of ε as small pictures, over a table whose columns are these values."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.quantities import rational_text
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.bars import short
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.multiples import MultiplesPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import tr

_SAID = tr("The law at six values of ε, with the highest probability. Click one to choose its ε.")
_SHORT = 14
KEYS = tr("The arrow keys move from cell to cell, Enter chooses the ε; the picture shows where.")


class LawsOver(QWidget):
    """Shows the laws; `asked` carries the place of the ε that is chosen."""

    asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.plot, self.table = MultiplesPlot(), TableView(tr("The law at six values of ε"))
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.table.setAccessibleDescription(KEYS)
        self._outcomes = 1
        self._values: Sequence[Fraction] = ()
        self._told: Told | None = None
        self.table.selectionModel().currentChanged.connect(lambda now, _: self.plot.frame(self._place(now)))
        self.table.activated.connect(lambda at: self.asked.emit(self._place(at)))
        self.plot.asked.connect(self.asked)
        heading = WholeLabel("small")
        heading.setText(_SAID)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        inside.addWidget(heading)
        inside.addWidget(self.tabled, 1)
        stretched((self.tabled, 144))

    def show_laws(self, lines: Lines, values: Sequence[Fraction], found: Sequence[NDArray[np.float64]]) -> None:
        """Show the laws of the outcomes in the order of the lines, one for each value of ε."""
        laws = [each if lines.order is None else each[lines.order] for each in found]
        names = [f"ε = {rational_text(each)}" for each in values]

        def titles(outcome: int | None) -> list[str]:
            return [_title(name, law, outcome, lines.marked) for name, law in zip(names, laws, strict=True)]

        self.plot.show_laws(laws, titles, values.index(lines.shown.question.epsilon))
        self._outcomes = 2 if lines.shown.bins else 1
        self._told = lines.beside(names, *laws)
        outcomes = lines.names[: self._outcomes]

        def cell(line: int, place: int) -> str:
            at = place - len(outcomes)
            return lines.cell(line, place) if at < 0 else digits(float(laws[at][line]))

        self.tabled.show_rows((*outcomes, *names), laws[0].size, cell, int(laws[0].argmax()))
        if values != self._values:  # the keyboard is where the ε in force is, wherever that stands now
            self._values = tuple(values)
            now = self._outcomes + values.index(lines.shown.question.epsilon)
            self.table.setCurrentIndex(self.table.model().index(max(0, self.table.currentIndex().row()), now))

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's
        """Its texts say themselves how high they are; asked for a height, the layout would leave out the picture's."""
        return False

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._told is None:
            return []
        return [Exhibit(self.table.accessibleName(), "laws", self._told, self.tabled, ((self.plot, 1),))]

    def forget(self) -> None:
        """Hold no law any more."""
        self._values = ()
        self._told = None
        self.tabled.forget()

    def _place(self, at: QModelIndex) -> int:
        """Which value of ε a cell of the table belongs to, or -1."""
        return max(-1, at.column() - self._outcomes) if at.isValid() else -1


def _title(name: str, law: NDArray[np.float64], outcome: int | None, named: Callable[[int], str]) -> str:
    """The highest chance of a law, or the one of an outcome."""
    if outcome is None:
        return tr("{name}: {law}", name=name, law=percent(float(law.max())))
    chance = percent(float(law[outcome]))
    return tr("{name}: {outcome}, {chance}", name=name, outcome=short(named(outcome), _SHORT), chance=chance)
