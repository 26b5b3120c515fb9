"""Columns that are asked about and that a table does not have: which of its own takes the place of each."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import TablePlan
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, clear, column
from dpstudio.translation import tr


class StandIns(QWidget):
    """A choice for each absent column; the one that is chosen goes by its name from then on, as if it were renamed."""

    named = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        self._names: tuple[str, ...] = ()
        self._here: tuple[str, ...] = ()
        self._flow = Flow(spacing=12)
        self.setLayout(column(self._flow))
        self.hide()

    def show_table(self, table: TablePlan, here: Sequence[str]) -> None:
        """Ask for each declared column that is not among those that are here."""
        self._names, self._here = table.names, tuple(here)
        absent = [each.name for each in table.columns if here and each.name not in here]
        if absent != list(self.fields):
            self._make(absent)
        taken = {each.name for each in table.columns}
        free = [(name, name) for name in here if name not in taken]
        for field in self.fields.values():
            field.fill(free, tr("choose a column"))
        self.setVisible(bool(absent and free))

    def _make(self, absent: list[str]) -> None:
        clear(self._flow)
        self.fields = {}
        for name in absent:
            field = Field(
                tr("In place of “{name}”", name=name), choice([], tr("choose a column")), width=220, beside=True
            )
            field.edited.connect(lambda chosen, n=name: self._take(chosen, n))
            self.fields[name] = field
            self._flow.addWidget(field)

    def _take(self, chosen: str, name: str) -> None:
        if chosen in self._here:
            place = self._here.index(chosen)
            names = [*self._names, *("",) * (place + 1 - len(self._names))]
            names[place] = name
            self.named.emit(tuple(names))
