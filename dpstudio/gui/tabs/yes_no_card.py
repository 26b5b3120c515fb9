"""Which cells are read as yes and which as no, beside the place where the columns are chosen."""

from collections.abc import Collection

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import Card, label
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr
from dpstudio.workspace.resolving.yes_and_no import words_read


class YesNoCard(Card):
    """Says it, and where to change it, while the question reads such a column; a "plain" one is part of a card."""

    def __init__(self, kind: str = "card") -> None:
        super().__init__(tr("How yes and no are read") if kind == "card" else "", kind=kind)
        scaled(self.body.setSpacing, 2 if kind == "plain" else 4)
        if kind == "plain":
            self.body.setContentsMargins(0, 0, 0, 0)
        self.said = label("")
        self.add(self.said)
        self.add(label(tr("If your table uses other words, type them beside the column on the Tables tab."), "soft"))
        self.hide()

    def show_words(self, found: Resolved, only: Collection[str] | None = None) -> None:
        """Show what holds for a plan, or for some of its columns."""
        self.said.setText(joined("\n", words_read(found, only)))
        self.setVisible(bool(self.said.text()))
