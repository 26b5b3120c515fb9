"""The book in which releases of the tables that ship are counted: it can be begun afresh."""

from pathlib import Path

from dpstudio.core.errors import InputError


def put_away(book: Path) -> None:
    """Empty the book.

    Raises:
        InputError: it cannot be put away.
    """
    try:
        for each in (book, book.with_name(f"{book.name}-journal")):
            each.unlink(missing_ok=True)
    except OSError as error:
        told = f"The demonstrations' ledger cannot be emptied ({error.strerror})."
        raise InputError(told, "Allow writing to the data folder, then try again.") from None
