"""Two neighbouring tables that break a claimed bound, side by side."""

from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.kit import column, label
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.kinds.choose.refutation import Refutation
from dpstudio.translation import tr


class RefutationView(QWidget):
    """What the search for such tables found."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = label("")
        self.tables = TableView(tr("Two neighbouring tables that break the bound"))
        self.setLayout(column(self.sentence, self.tables))
        self.hide()

    def show_refutation(self, found: Refutation | None) -> None:
        """Show the two tables, or what the search says, or nothing."""
        self.setVisible(found is not None)
        told = found.sentence if found else ""
        if told and told != self.sentence.text():
            say(self, told)
        self.sentence.setText(told)
        self.tables.setVisible(found is not None and bool(found.columns))
        if found is None or not found.columns:
            return
        rows = found.rows
        self.tables.show_rows(found.columns, len(rows), lambda line, place: rows[line][place])
        self.tables.fit_height()
