"""The quiet way into a private table, on the Release tab."""

from PySide6.QtCore import Signal

from dpstudio.gui.widgets.kit import Card, button, label, row
from dpstudio.gui.widgets.spent import checks_text, looks_text
from dpstudio.workspace.standing import Standing

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

    def show_looks(self, offered: bool, standing: Standing) -> None:
        """Offer a look where there is a private table and a question, and tell of those that were made."""
        self.setVisible(offered or bool(standing.looks or standing.checks))
        self.button.setVisible(offered)
        made = looks_text(standing.looks, moved=standing.moved)
        checked = checks_text(standing.checks, moved=standing.moved)
        self._said.setText(" ".join(filter(None, (_OFFER if offered else "", made, checked))))
