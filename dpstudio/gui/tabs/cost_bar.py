"""What a release costs: how the limit is parted into spent, this release and left, and what the first release fixes."""

from PySide6.QtWidgets import QWidget

from dpstudio.core.account import limits_told, unit_told
from dpstudio.core.quantities import rational_text
from dpstudio.gui.widgets.kit import column, label, row
from dpstudio.gui.widgets.spent import Parted, limit_of, parted
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr


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
        limit, parts = limit_of(found), parted(found, asking=asking)
        known = asked is not None and limit is not None
        for each in (self.bar, self._parts):
            each.setVisible(known)
        self._permanent.setVisible(known and account is None)
        if asked is None or limit is None or parts is None:
            return
        self._parts.setText(f"ε: {joined('   ·   ', _told(parts))}")
        self.bar.show_parts(self._parts.text(), parts)
        self._permanent.setText(
            tr(
                "The first release makes these permanent: {limit}, which can be lowered but never raised,"
                " and who is protected ({unit}).",
                limit=limits_told(limit),
                unit=unit_told(asked.unit),
            )
        )


def _told(parts: Parted) -> list[str]:
    """Each part with its amount; where a release costs more than there is, how much more."""
    said = [tr("{spent} spent", spent=rational_text(parts.spent))]
    if parts.now:
        said.append(tr("{now} this release", now=rational_text(parts.now)))
    limit = rational_text(parts.limit)
    if parts.left < 0:
        over = rational_text(-parts.left)
        return [*said, tr("{over} more than is left of the limit {epsilon}", over=over, epsilon=limit)]
    return [*said, tr("{left} left of the limit {epsilon}", left=rational_text(parts.left), epsilon=limit)]
