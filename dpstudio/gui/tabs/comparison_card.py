"""The comparison of all mechanisms, asked for by a button because it can take seconds."""

from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.compared import Comparison
from dpstudio.core.preview.distribution import Distribution, first_draw
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.gui.look.announcing import say
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_COMPARED = tr("All mechanisms stand side by side in a table below.")
_LEFT_OUT = tr(" The other mechanisms are left out: they are not defined with weights.")


class ComparisonCard(QWidget):
    """Shows one line a mechanism."""

    compare_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.compare_button = button(
            tr("All mechanisms side by side"),
            "scale",
            hint=tr(
                "On the picture's table: how often the best candidate wins, and how far the chosen score falls below"
                " it."
            ),
        )
        self.compare_button.clicked.connect(self.compare_requested)
        self._note = label("", "small")
        self.view = TableView(tr("All mechanisms side by side"))
        self.view.hide()
        self.setLayout(column(row(self.compare_button, None), self._note, self.view))

    def show_ready(self, why_not: str) -> None:
        """A newer preview makes the old comparison stale; `why_not` is why nothing can be compared, or ""."""
        self.compare_button.setEnabled(not why_not)
        self.view.hide()
        self.view.show_rows((), 0, lambda *_: "")
        self._note.setText(why_not)

    def show_rows(self, compared: Comparison, shown: Distribution) -> None:
        """Show the comparison, and of which table and question it is true."""
        rows, unit, beta, first = compared.rows, shown.score_unit, shown.question.beta, first_draw(shown.question)
        sure = f"{rational_text(100 * (1 - beta))} %"
        names = (
            tr("Mechanism"),
            tr("Best one wins"),
            tr("Mean loss"),
            tr("{sure} loss", sure=sure),
            tr("{sure} bound", sure=sure),
        )

        def cell(line: int, place: int) -> str:
            each = rows[line]
            figures = (
                each.name,
                "–" if each.best is None else percent(each.best),
                _amount(each.mean_loss),
                _amount(each.common_loss),
                "–" if each.bound is None else decimal_up(each.bound, 2),
            )
            return figures[place]

        self.view.show_rows(names, len(rows), cell, stretch=0)
        self.view.fit_height()
        self.view.show()
        say(self, _COMPARED)
        self._note.setText(
            tr(
                "{badges}. Losses and bound in {unit}: {sure} of draws stay within"
                " that"
                " loss here, and within the bound on every table.{first}{left_out}",
                badges=BADGES[shown.badge],
                unit=unit or tr("units of the score"),
                sure=sure,
                first=first,
                left_out=_LEFT_OUT if compared.weighted else "",
            )
        )


def _amount(loss: float | None) -> str:
    return "–" if loss is None else decimal_up(Fraction(loss).limit_denominator(10**6), 2)


def not_compared(found: Resolved, shown: tuple[Distribution, ...]) -> str:
    """Why mechanisms cannot be compared on what is shown, or ""."""
    if not shown:
        return (
            tr("Missing: {sentence}", sentence=found.missing[0].sentence)
            if found.missing
            else tr("There is no preview yet to compare on.")
        )
    if shown[0].compared is None:
        return tr("Mechanisms can be compared only when one of a list of candidates is chosen.")
    return ""
