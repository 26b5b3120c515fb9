"""The book of charges: what may be spent, what was spent, what has been private."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from dpstudio.core.account import (
    Account,
    Charge,
    Limit,
    refuse_higher,
    refuse_if_over,
    refuse_unreadable,
    refuse_unsettled,
)
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import links
from dpstudio.core.ledger.accounts import account_of, charges_of, last_result, refuse_second_account
from dpstudio.core.ledger.chain import Head
from dpstudio.core.ledger.contents import Contents, taken_out
from dpstudio.core.ledger.entries import (
    AccountOpened,
    Attempted,
    Exported,
    LimitLowered,
    Moved,
    Settled,
    SignerUsed,
    Spent,
)
from dpstudio.core.ledger.history import History
from dpstudio.core.ledger.mirror import Mirror, NoMirror
from dpstudio.core.ledger.pages import Page, Pages
from dpstudio.core.ledger.resumption import resumption
from dpstudio.core.ledger.waiting import finishing
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase


class Charged(NamedTuple):
    """A charge that is committed: its number, and the account with it."""

    number: int
    account: Account


class Known(NamedTuple):
    """What stands in a ledger about one dataset at one moment.

    Args:
        account: without the texts of its results; None before its first charge.
        settled: the unit that became permanent before the first charge, or None.
        looks: after which charge each look at it was; 0 before the first.
        checks: how many format checks were made of it.
        moved: whether the ledger goes on on another computer.
    """

    account: Account | None
    settled: PrivacyUnit | None
    looks: tuple[int, ...]
    checks: int
    moved: bool


class Before(NamedTuple):
    """What stands in a ledger before a result: the one that was stored last, and the digest of the last entry.

    Where none was stored since the ledger was begun anew from receipts, `resumed` is the digest of the newest of these.
    """

    last: str | None
    head: str
    resumed: str | None = None


class Kept(Protocol):
    """A result as it is stored: its text, and the fingerprint of the key that signed it, or None."""

    @property
    def text(self) -> str:
        """All of it, as it is read again."""

    @property
    def signed_by(self) -> str | None:
        """Whose key signed it."""


K = TypeVar("K", bound=Kept)


def no_entry(number: int) -> InputError:
    """That a ledger has no charge with this number."""
    return InputError(
        phrase("The ledger has no entry {number}.", number=number),
        phrase("The Ledger tab shows the numbers."),
        "number",
        command="See dpstudio ledger for the numbers.",
        python="The charges in accounts() have the numbers.",
    )


class Ledger(History):
    """The book of charges.

    Args:
        path: of the SQLite file; it is made, readable by its owner only, where absent.
        timeout: for how many seconds another program may hold the file; None for as long as the thread waits.
        remarks: what every receipt of this book must say of it.
        mirror: where its head is kept outside of it.

    Raises:
        InputError: the file is no ledger, or a newer program's, or cannot be used; it was changed, put back to an
            older one, or lost.
    """

    def __init__(
        self, path: Path, timeout: float | None = None, remarks: tuple[str, ...] = (), mirror: Mirror | None = None
    ) -> None:
        super().__init__(Pages(path, timeout, mirror or NoMirror()))
        self.path, self._remarks = path, remarks

    @property
    def head(self) -> Head:
        """Where the chain stands."""
        with self._pages.reading() as page:
            return page.head

    @property
    def remarks(self) -> tuple[str, ...]:
        """What every receipt of this book must say of it."""
        with self._pages.reading() as page:
            return self._said_of(page)

    def _said_of(self, page: Page) -> tuple[str, ...]:
        return (*self._remarks, *resumption(page.state.resumed))

    @property
    def signer(self) -> str | None:
        """Fingerprint of the key that signed last."""
        with self._pages.reading() as page:
            return page.state.signer

    def charge(self, handle: str, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss, plan: str) -> Charged:
        """Commit a charge; there is no refund.

        Args:
            handle: the dataset.
            unit, limit: fixed by the first charge; a later one under another unit is refused.
            plan: digest of what is released.

        Raises:
            Refusal: another unit, another limit, or the total would exceed the limit; the attempt is noted.
            InputError: an amount is not above 0, or could not be read again.
        """
        refuse_unreadable(limit, loss)
        try:
            return self._charged(handle, unit, limit, loss, plan)
        except Refusal:
            with finishing(), self._pages.writing() as page:
                page.added.append(Attempted(handle, plan))
            raise

    def _charged(self, handle: str, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss, plan: str) -> Charged:
        with self._pages.writing() as page:
            account = account_of(page, handle, texts=False)
            if account is None:
                refuse_second_account(page.state, handle)
                refuse_unsettled(page.state.settled.get(handle), unit)
                state = page.state
                looks, checks = state.looks.get(handle, ()), state.checks.get(handle, 0)
                account = Account(unit, limit, looks=looks, checks=checks)
                page.added.append(AccountOpened(handle, unit, limit))
            refuse_if_over(account, unit, limit, loss)
            number = page.state.last_number + 1
            page.added.append(Spent(number, handle, loss, plan))
            remarks = self._said_of(page)
        after = account.grown(Charge(number, handle, loss, plan, None, exported=False))
        return Charged(number, replace(after, remarks=remarks))

    def complete(self, number: int, make: Callable[[Before], K]) -> K:
        """Store the result of a charge, once.

        Args:
            make: gives the result from what stands before it; nothing comes between the two.
        """
        with self._pages.writing() as page:
            if number not in page.state.lines or page.state.lines[number].statement is not None:
                raise Refusal(
                    phrase("This charge already has a result."),
                    phrase("It is in the ledger; its receipt can be written again."),
                )
            resumed = page.state.resumed
            result = make(Before(last_result(page), page.head.digest, resumed.previous if resumed else None))
            if result.signed_by not in (None, page.state.signer):
                page.added.append(SignerUsed(str(result.signed_by)))
            page.added.append(links.store(page.connection, number, result.text))
        return result

    def entry(self, number: int) -> Charge:
        """The charge with this number.

        Raises:
            InputError: there is none.
        """
        with self._pages.reading() as page:
            if number in page.state.lines:
                return charges_of(page, [page.state.lines[number]])[0]
        raise no_entry(number)

    def accounts(self) -> dict[str, Account]:
        """What every dataset may spend and has spent, with the results."""
        with self._pages.reading() as page:
            found = {handle: account_of(page, handle) for handle in page.state.accounts}
        return {handle: account for handle, account in found.items() if account is not None}

    def refuse_if_full(self, size: int) -> None:
        """Raise InputError where a result of so many bytes could not be stored: no room, no right, another program."""
        self._pages.file.refuse_if_full(size)

    def mark_exported(self, number: int) -> None:
        """Note that the receipt left the program."""
        with self._pages.writing() as page:
            if not page.state.lines[number].exported:
                page.added.append(Exported(number))

    def lower(self, handle: str, limit: Limit) -> None:
        """Allow less than before.

        Raises:
            Refusal: the table has no account yet, or the limit is not lower, or lower than what is spent.
        """
        with self._pages.writing() as page:
            account = account_of(page, handle)
            if account is None:
                raise Refusal(
                    phrase("This table has no limit yet."),
                    phrase("Type it on the Privacy tab, before the first release."),
                )
            refuse_higher(account, limit)
            page.added.append(LimitLowered(handle, limit))

    def account(self, handle: str) -> Account | None:
        """What a dataset has spent, without the texts of its results, or None before its first charge."""
        return self.known(handle).account

    def known(self, handle: str) -> Known:
        """What stands in it about a dataset, all of one moment."""
        with self._pages.reading() as page:
            account = account_of(page, handle, texts=False)
            return Known(
                account and replace(account, remarks=self._said_of(page)),
                page.state.settled.get(handle),
                page.state.looked.get(handle, ()),
                page.state.checks.get(handle, 0),
                page.state.moved,
            )

    def charges(self) -> list[Charge]:
        """All charges, newest first."""
        with self._pages.reading() as page:
            return charges_of(page, list(reversed(page.state.lines.values())))

    def settle(self, handle: str, unit: PrivacyUnit) -> None:
        """Make a dataset's unit and relation permanent before an answer that costs nothing is given.

        Raises:
            Refusal: they are another unit's already, or the table is counted under another handle.
        """
        with self._pages.writing() as page:
            account = account_of(page, handle)
            if account is None:
                refuse_second_account(page.state, handle)
                refuse_unsettled(page.state.settled.get(handle), unit)
                if handle not in page.state.settled:
                    page.added.append(Settled(handle, unit))
            elif not account.protects(unit):
                refuse_if_over(account, unit, account.limit, account.total)

    def settled(self, handle: str) -> PrivacyUnit | None:
        """The unit that became permanent before the first charge, or None."""
        with self._pages.reading() as page:
            return page.state.settled.get(handle)

    @property
    def used(self) -> bool:
        """Whether anything stands in it."""
        with self._pages.reading() as page:
            return page.state.used

    @property
    def key_lost(self) -> bool:
        """Whether it began anew under another key: what was private under the one before cannot be told."""
        with self._pages.reading() as page:
            return page.state.key_lost

    @property
    def moved(self) -> bool:
        """Whether it goes on on another computer."""
        with self._pages.reading() as page:
            return page.state.moved

    def refuse_moved(self) -> None:
        """Raise Refusal where it goes on on another computer."""
        with self._pages.writing():
            pass

    def move_out(self) -> Contents:
        """Let it go on on another computer: from here on nothing is written here; the same once more gives the same."""
        with self._pages.writing(moved=True) as page:
            if not page.state.moved:
                page.added.append(Moved())
        with self._pages.reading() as page:
            return taken_out(page.connection)
