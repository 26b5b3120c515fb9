"""The quiet way into a private table, on the Release tab."""

from PySide6.QtCore import Signal

from dpstudio.core.quantities import counted
from dpstudio.gui.widgets.kit import Card, button, label, row

_OFFER = (
    "You can look at the true answers of this private table. What you then see is not private, and every later receipt"
    " tells of the look."
)


class InspectCard(Card):
    """Offers a look, and says how many were made."""

    inspect_requested = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self._said = label("", "soft")
        self.button = button("Inspect…", "eye", kind="quiet")
        self.button.clicked.connect(self.inspect_requested)
        self.add(self._said)
        self.add(row(self.button, None))
        self.hide()

    def show_looks(self, offered: bool, looks: int) -> None:
        """Offer a look where there is a private table and a question.

        Args:
            looks: how many the ledger holds of this table.
        """
        self.setVisible(offered or looks > 0)
        self.button.setVisible(offered)
        made = f" You have looked into it {counted(looks, 'times')}; the next receipt says so." if looks else ""
        self._said.setText((_OFFER if offered else "") + made)
