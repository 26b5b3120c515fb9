"""The card about the key that signs receipts."""

from PySide6.QtCore import Signal

from dpstudio.core.signing import aloud
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, button, label
from dpstudio.translation import tr


class SigningCard(Card):
    """Tells which key signs, and offers its public part and a new one."""

    export_requested = Signal()
    new_requested = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("The key that signs receipts"),
            tr("Give its fingerprint and public key to the readers of your receipts, separately from the receipts."),
        )
        self.told = label("")
        self.fingerprint = label("", "strong", copied=True)
        self.changed = label("")
        self.export_button = button(tr("Export public key…"), "download")
        self.new_button = button(tr("Make a new key…"), "plus")
        self.export_button.clicked.connect(self.export_requested)
        self.new_button.clicked.connect(self.new_requested)
        for each in (self.fingerprint, self.told, self.changed):
            self.add(each)
        self.add(Flow(self.export_button, self.new_button, spacing=10))

    def show_key(self, fingerprint: str, told: str, changed: str) -> None:
        """Show a key, and that another one signed before; where there is none, what is told says why."""
        for shown, text in ((self.fingerprint, _in_groups(fingerprint)), (self.told, told), (self.changed, changed)):
            shown.setText(text)
            shown.setVisible(bool(text))
        self.fingerprint.setAccessibleName(tr("Fingerprint: {fingerprint}", fingerprint=_in_groups(fingerprint)))
        self.export_button.setEnabled(bool(fingerprint))

    def show_moved(self, moved: bool) -> None:
        """Whether the ledger goes on on another computer: no new key signs for it here."""
        self.new_button.setVisible(not moved)

    def show_busy(self, *, busy: bool) -> None:
        """While a key is made no second one is."""
        self.new_button.setEnabled(not busy)


def _in_groups(fingerprint: str) -> str:
    """A fingerprint that can be read aloud, on two lines."""
    groups = aloud(fingerprint).split(" ")
    return "\n".join(" ".join(groups[at : at + 4]) for at in range(0, len(groups), 4))
