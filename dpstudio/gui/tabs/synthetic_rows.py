"""A synthetic table that was released: the share of yes in each of its columns, and its rows."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from dpstudio.core.quantities import counted
from dpstudio.gui.widgets.kit import column, label
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.translation import joined, tr

_SEEN, _TALL, _TOLD = 3, 24, 12
_YES, _NO = tr("yes"), tr("no")


class SyntheticRows(QWidget):
    """Shows a synthetic table as its receipt has it."""

    def __init__(self) -> None:
        super().__init__()
        self.shares = label("", "strong", copied=True)
        self.rows = TableView(tr("Rows of the synthetic table"), _TALL)
        self.setLayout(column(self.shares, self.rows, spacing=4))
        self.hide()

    def show_table(self, table: Mapping[str, Any] | None) -> None:
        """Show the columns and rows of a receipt's table, or nothing."""
        self.setVisible(table is not None)
        if table is None:
            self.rows.show_rows((), 0, lambda line, place: "")
            return
        names, rows = list(table["columns"]), [list(row) for row in table["rows"]]
        self.shares.setText(shares(names, rows))
        self.rows.show_rows(names, len(rows), lambda line, place: _YES if rows[line][place] else _NO)
        self.rows.fit_height(_SEEN)


def shares(names: list[str], rows: list[list[int]]) -> str:
    """How many of the rows say yes in each column: "Yes in the 70 rows: smokes 21 (30.0 %), drinks 35 (50.0 %)"."""
    many = len(rows)
    told = [
        tr("{name} {yes} ({share} %)", name=name, yes=f"{yes:,}", share=f"{100 * yes / many:.1f}")
        for name, yes in zip(names, map(sum, zip(*rows, strict=True)), strict=True)
    ]
    more = tr(" and {more} more columns", more=len(told) - _TOLD) if len(told) > _TOLD else ""
    return tr("Yes in its {rows}: {told}{more}", rows=counted(many, "rows"), told=joined(", ", told[:_TOLD]), more=more)
