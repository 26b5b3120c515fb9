"""The book in which releases of the tables that ship are counted: it can be begun afresh."""

from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.system_reasons import unkept
from dpstudio.translation import phrase


def put_away(book: Path) -> None:
    """Empty the book.

    Raises:
        InputError: it cannot be put away.
    """
    try:
        for each in (book, book.with_name(f"{book.name}-journal")):
            each.unlink(missing_ok=True)
    except OSError as error:
        reason, remedy = unkept(error)
        told = phrase(
            "The demonstrations' ledger, {name} in {parent}, cannot be emptied: {reason}.",
            name=book.name,
            parent=book.parent,
            reason=reason,
        )
        raise InputError(told, remedy) from None
