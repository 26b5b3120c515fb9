"""What happens to the key that signs receipts: told, exported, replaced when a person asks for it."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.signing_card import SigningCard
from dpstudio.translation import tr
from dpstudio.workspace.computer import signing_key

_NEW = tr("Make a new key")
_QUESTION = tr(
    "From now on a new key signs your receipts, and the private key used so far is deleted. Receipts that it signed"
    " stay as they are. Anyone who checks your receipts needs the new public key."
)
_FIRST = tr("No key has been made yet. One is made now, and signs your receipts from now on.")


class Signing(QObject):
    """Connects the card with the key."""

    def __init__(self, window: QWidget, session: Session, card: SigningCard) -> None:
        super().__init__(window)
        self._window, self._session, self._card = window, session, card
        card.export_requested.connect(self._export)
        card.new_requested.connect(self._new)

    def show(self) -> None:
        """Show the key as it stands."""
        try:
            kept, ledger = signing_key.public_key(), self._session.gate.ledger
            last, moved = ledger.signer, ledger.moved
        except StudioError as error:
            self.show_trouble(str(error))
            return
        self._card.show_moved(moved)
        if kept is None:
            self._card.show_key("", signing_key.NONE_YET, "")
        else:
            self._card.show_key(kept.fingerprint, kept.place, "" if moved else signing_key.changed(kept, last))

    def show_trouble(self, trouble: str) -> None:
        """Say why nothing can be told of the key."""
        self._card.show_key("", trouble, "")

    def _export(self) -> None:
        path = ask.save_file(
            self._window, tr("Export the public key"), "dpstudio-public-key.pem", tr("Public keys (*.pem)")
        )
        if not path:
            return
        try:
            signing_key.export(Path(path), replace=True)  # the dialog has asked
        except StudioError as error:
            ask.complain(self._window, tr("The public key was not exported"), str(error))
            return
        ask.tell(self._window, tr("Exported"), tr("The public key was written to {name}.", name=Path(path).name))

    def _new(self) -> None:
        question = _FIRST if self._card.told.text() == signing_key.NONE_YET else _QUESTION
        if ask.choose(self._window, tr("A new key"), question, [_NEW, tr("Cancel")], careful=True) != _NEW:
            return
        self._card.show_busy(busy=True)
        self._session.runner.run("key", lambda _: self._rotate(), self._made, self._failed)

    def _rotate(self) -> None:
        self._session.gate.ledger.refuse_moved()
        signing_key.rotate()

    def _made(self, _: object) -> None:
        self._card.show_busy(busy=False)
        self.show()

    def _failed(self, error: StudioError) -> None:
        self._card.show_busy(busy=False)
        ask.complain(self._window, tr("No new key was made"), str(error))
