"""What a release costs: how the limit is parted into spent, this release and left, and what the first release fixes."""

from fractions import Fraction

from PySide6.QtWidgets import QWidget

from dpstudio.core.account import Limit, limits_told, unit_told
from dpstudio.core.quantities import rational_text
from dpstudio.gui.widgets.kit import column, label, row
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr


class CostBar(QWidget):
    """A heading with the bar beside it; below it its figures, the cost in words, what becomes permanent."""

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.cost = label(tr("Release"), "heading", wrap=False), label("", "strong")
        self.bar, self._parts, self._permanent = SpentBar(), label("", "small"), label("")
        first = row(self.heading, self.bar, spacing=16)
        first.setStretch(1, 1)
        self.setLayout(column(first, self._parts, self.cost, self._permanent, spacing=6))

    def show_cost(self, found: Resolved, *, asking: bool) -> None:
        """Show the bar and what becomes permanent, as far as cost and limit are known.

        Args:
            asking: a release is about to be asked for; else only what is spent and left is told.
        """
        asked, account = found.question or found.previewed, found.account
        limit = account.limit if account else None
        if limit is None and found.question is not None:
            limit = Limit(found.question.cap, found.question.delta_cap)
        known = asked is not None and limit is not None
        for each in (self.bar, self._parts):
            each.setVisible(known)
        self._permanent.setVisible(known and account is None)
        if asked is None or limit is None:
            return
        spent, now = account.total.epsilon if account else Fraction(0), asked.loss.epsilon if asking else Fraction(0)
        left = limit.epsilon - spent - now
        now, left = (now, left) if left >= 0 else (Fraction(0), limit.epsilon - spent)
        parts = [
            tr("{spent} spent", spent=rational_text(spent)),
            tr("{now} this release", now=rational_text(now)) if now else "",
        ]
        after = tr("{left} left of the limit {epsilon}", left=rational_text(left), epsilon=rational_text(limit.epsilon))
        self._parts.setText("   ·   ".join(filter(None, [f"ε: {parts[0]}", parts[1], after])))
        self.bar.show_parts(self._parts.text(), spent, now, limit.epsilon)
        self._permanent.setText(
            tr(
                "The first release makes these permanent: {limit}, which can be lowered but never raised,"
                " and who is protected ({unit}).",
                limit=limits_told(limit),
                unit=unit_told(asked.unit),
            )
        )
