"""The sensitivity bound that a person may enter, and what breaks one that is too small."""

from dpstudio.core.quantities import rational_text
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import Card, Field, label, line, row
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.workspace.refutation import Refutation
from dpstudio.workspace.resolve import Resolved


class BoundCard(Card):
    """Shows the derived R and asks for a larger one."""

    def __init__(self) -> None:
        super().__init__(
            "Sensitivity bound",
            "R is derived on the Score tab. You may enter a larger one, to be extra careful; a smaller one is refused.",
        )
        self._derived = label("", "strong")
        self.field = Field("A larger R (optional)", line("derived"), width=220)
        self.refutation = label("")
        self.refuting = TableView("Two neighbouring tables that break the bound")
        self.add(self._derived)
        self.add(row(self.field, None))
        for each in (self.refutation, self.refuting):
            each.hide()
            self.add(each)

    def show_derived(self, found: Resolved) -> None:
        """Show the derived R."""
        known = found.sensitivity
        self._derived.setText(f"Derived: R = {rational_text(known.range)} {found.score_unit}" if known else "")

    def show_refutation(self, found: Refutation | None) -> None:
        """Show the two tables that break a bound which is too small, or nothing."""
        self.refutation.setText(found.sentence if found else "")
        self.refutation.setVisible(found is not None)
        self.refuting.setVisible(found is not None and bool(found.columns))
        if found is None or not found.columns:
            return
        rows = found.rows
        self.refuting.show_rows(found.columns, len(rows), lambda line, place: rows[line][place])
        for place in range(len(found.columns)):
            self.refuting.setColumnWidth(place, THEME.px(150))
        self.refuting.setFixedHeight(THEME.px(28) * (len(rows) + 2))
