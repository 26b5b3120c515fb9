"""A line for each table that was charged: what is spent of its limit, when, and what is left."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from dpstudio.core.account import Account
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import clear, label
from dpstudio.gui.widgets.spent import Parted, bar_text, lately_text
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.gui.widgets.spent_line import SpentLine
from dpstudio.translation import tr
from dpstudio.workspace.bookkeeping.over_time import OverTime

_SHARES = 4, 3, 6, 6


class AccountBars(QWidget):
    """A line for each table: its name, a bar, a step line between two days, what is spent and left in words."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        scaled(self._grid.setHorizontalSpacing, 14)
        scaled(self._grid.setVerticalSpacing, 4)
        for across, share in enumerate(_SHARES):
            self._grid.setColumnStretch(across, share)

    def show_accounts(self, accounts: Sequence[tuple[str, str, Account]], times: Mapping[str, OverTime]) -> None:
        """Show the accounts of tables, each with its handle and its name.

        Args:
            times: when each was spent, by handle, as far as that is known.
        """
        clear(self._grid)
        for place, (handle, name, account) in enumerate(accounts):
            time = times.get(handle)
            bar, said = SpentBar(), bar_text(account, lately_text(time) if time else "")
            parts = Parted(account.total.epsilon, 0 * account.cap, account.cap)
            bar.show_parts(tr("{name}: {said}", name=name, said=bar_text(account)), parts)
            for across, widget in enumerate((label(name), bar, _line(name, account, time), label(said, "small"))):
                self._grid.addWidget(widget, place, across)
                widget.show()
        self.setVisible(bool(accounts))


def _line(name: str, account: Account, time: OverTime | None) -> QWidget:
    """The step line between its days; of a table whose days nobody knows nothing."""
    made = QWidget()
    if time is not None:
        drawn = SpentLine()
        said = bar_text(account, lately_text(time))
        drawn.show_spent(tr("{name}, over time: {said}", name=name, said=said), time)
        start, *end = (label(day.isoformat(), "small", wrap=False) for day in dict.fromkeys((time.start, time.end)))
        made.setLayout(Flow(start, drawn, *end, spacing=6, fill=drawn))
    return made
