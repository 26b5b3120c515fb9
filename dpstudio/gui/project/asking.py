"""Asks what the ledger says of the open table, for what the window shows; again and again while it cannot be used."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from dpstudio.core.ledger import Ledger
from dpstudio.workspace.bookkeeping.standing import Standing, standing

_AGAIN, _SOON = 1_000, 100


class Asking(QObject):
    """The one place where the ledger is read for what the window shows.

    Args:
        book: gives the ledger, or raises why it cannot be used.
        handle: of the open table.
        changed: is called where it says something else than before.

    Attributes:
        standing: what it said last.
    """

    def __init__(
        self, book: Callable[[], Ledger], handle: Callable[[], str], changed: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._book, self._handle, self._changed = book, handle, changed
        self.standing = Standing()
        self._timer = QTimer(self, interval=_AGAIN)
        self._timer.timeout.connect(self.again)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self.again)

    def now(self) -> Standing:
        """Ask; returns what was said before."""
        self._soon.stop()
        before, self.standing = self.standing, self._asked()
        if not self.standing.trouble:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        return before

    def soon(self) -> Standing:
        """Ask once the window rests, or now where the ledger could not be used; returns what was said before."""
        if self.standing.trouble:
            return self.now()
        self._soon.start()
        return self.standing

    @property
    def waits(self) -> bool:
        """Whether it is to be asked once the window rests."""
        return self._soon.isActive()

    def again(self) -> None:
        """Ask, and tell where something has changed."""
        if self._asked() != self.standing:
            self._changed()

    def _asked(self) -> Standing:
        return standing(self._book, self._handle(), self.standing)
