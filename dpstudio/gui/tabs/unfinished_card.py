"""That this very question was charged before and not drawn."""

from PySide6.QtCore import Signal

from dpstudio.gui.widgets.kit import Card, button, label, row
from dpstudio.translation import tr


class UnfinishedCard(Card):
    """Offers to complete a charge that was not drawn."""

    complete_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__("", kind="notice")
        self._pending = 0
        self.add(label(tr("This question has been charged but not drawn. It can be completed at no further cost.")))
        self.complete_button = button(tr("Complete it now"), "play")
        self.complete_button.clicked.connect(lambda: self.complete_requested.emit(self._pending))
        self.add(row(self.complete_button, None))
        self.hide()

    def show_pending(self, pending: int | None) -> None:
        """Offer to complete this entry; None hides the offer."""
        self._pending = pending or 0
        self.setVisible(pending is not None)
