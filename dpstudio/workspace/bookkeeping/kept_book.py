"""A ledger that is only read: where none has been begun, none is begun by looking."""

from pathlib import Path

from dpstudio.core.account import Account, Charge
from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger, no_entry
from dpstudio.foreign_texts import on_one_line
from dpstudio.translation import phrase
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.gate import open_gate


def kept_book(path: Path | None = None, *, shipped: bool = False) -> Ledger | None:
    """A ledger, or the usual one, as it is kept; None where none has been begun.

    Args:
        shipped: the book of the tables that ship is meant.

    Raises:
        InputError: another ledger is named than lies there; as for `open_gate`.
    """
    if not storage.is_begun(path):
        if path is not None:
            raise InputError(
                phrase("There is no ledger {name}.", name=on_one_line(path.name)), phrase("Check its name."), "ledger"
            )
        return None
    if shipped and not storage.demonstrations_book().exists():
        return None
    return open_gate(path).book(shipped=shipped)


def kept_accounts(path: Path | None = None, *, shipped: bool = False) -> dict[str, Account]:
    """What every dataset may spend and has spent; nothing where no ledger has been begun."""
    book = kept_book(path, shipped=shipped)
    return {} if book is None else book.accounts()


def kept_entry(number: int, path: Path | None = None, *, shipped: bool = False) -> tuple[Charge, Ledger]:
    """The charge with a number, and the ledger that it stands in.

    Raises:
        InputError: there is none; as for `kept_book`.
    """
    book = kept_book(path, shipped=shipped)
    if book is None:
        raise no_entry(number)
    return book.entry(number), book
