"""The quiet way into a private table, on the Release tab."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.spent import checks_text, looks_text
from dpstudio.translation import joined, tr
from dpstudio.workspace.bookkeeping.standing import Standing

_OFFER = tr(
    "You can look at the true answers from this private table. What you see is not protected, and every later"
    " receipt mentions the look."
)
_INSIDE = 14
"""How far from the edge of the cards the texts in them stand."""


class InspectCard(QWidget):
    """Offers a look, folded away until a person opens it, and says how many were made."""

    inspect_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._offer, self._said = label(_OFFER, "soft"), label("", "soft")
        self.button = button(tr("Inspect…"), "eye", kind="quiet")
        self.button.clicked.connect(self.inspect_requested)
        inside = column(self._offer, self._said, row(self.button, None))
        scaled(inside.setContentsMargins, _INSIDE, 0, _INSIDE, 0)
        self.more = More(tr("look at the true answers (Inspect)"), inside)
        self.setLayout(column(self.more))
        self.hide()

    def show_looks(self, offered: bool, standing: Standing) -> None:
        """Offer a look where there is a private table and a question, and tell of those that were made."""
        self.setVisible(offered or bool(standing.looks or standing.checks))
        for each in (self._offer, self.button):
            each.setVisible(offered)
        made = looks_text(standing.looks, moved=standing.moved)
        checked = checks_text(standing.checks, moved=standing.moved)
        self._said.setText(joined(" ", filter(None, (made, checked))))
        self._said.setVisible(bool(made or checked))
