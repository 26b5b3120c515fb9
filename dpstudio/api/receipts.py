"""What has been released, and whether a receipt can be relied on."""

from collections.abc import Sequence
from os import PathLike

from dpstudio.api.arguments import as_declared
from dpstudio.api.entrance import entrance
from dpstudio.api.exact import path_of
from dpstudio.core.account import Account
from dpstudio.workspace.bookkeeping.kept_book import kept_accounts
from dpstudio.workspace.verifying.examined import examine
from dpstudio.workspace.verifying.keys import keys_for
from dpstudio.workspace.verifying.verify import Verified


@entrance
@as_declared
def accounts(ledger: str | PathLike[str] | None = None, *, demonstrations: bool = False) -> dict[str, Account]:
    """Every table's unit, limit and charges, by the table's handle.

    Args:
        ledger: another ledger than the usual one.
        demonstrations: the one of the tables that ship.

    Raises:
        InputError: there is no such ledger.
    """
    return kept_accounts(None if ledger is None else path_of(ledger).absolute(), shipped=demonstrations)


@entrance
@as_declared
def verify(*files: str | PathLike[str], keys: Sequence[str | PathLike[str]] = ()) -> list[Verified]:
    """Check receipts: each file, and what several say together.

    Args:
        files: receipts as JSON or PDF, with the CSVs beside them.
        keys: public keys (PEM) of which one must have signed.

    Returns:
        A value each, whose `holds` says whether it can be relied on, and `checks` why.

    Raises:
        InputError: a key cannot be read.
    """
    known = keys_for([path_of(each) for each in keys])
    found = examine([path_of(each) for each in files], known, lambda _: None)
    return [each.verified for each in found]
