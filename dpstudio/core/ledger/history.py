"""What a ledger knows of tables beside their charges: what was private, seen, looked into, linked and let go."""

from collections.abc import Iterable, Sequence

from dpstudio.core.errors import Lost
from dpstudio.core.ledger import linking
from dpstudio.core.ledger.accounts import refuse_second_account
from dpstudio.core.ledger.entries import Entry, FormatChecked, KeyUsed, Looked, Sighted
from dpstudio.core.ledger.pages import Pages
from dpstudio.translation import phrase


class History:
    """What was seen of tables, by keyed digests.

    Args:
        pages: where it stands.
    """

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    def look(self, handle: str, plan: str, let_go: Iterable[str] = ()) -> None:
        """Commit that the curator looks into a private table, before anything is read for it.

        Args:
            plan: digest of what is asked of it, or "" where that is not complete.
            let_go: keyed digests of the bytes that may be a sample or public from here on.

        Raises:
            Refusal: the table is counted under another handle.
        """
        self._note(handle, Looked(handle, plan, tuple(let_go)))

    def check_format(self, handle: str, times: int = 1) -> None:
        """Commit that the curator has the format of a private column checked, before anything is read for it.

        Raises:
            Refusal: the table is counted under another handle.
        """
        self._note(handle, FormatChecked(handle, times))

    def _note(self, handle: str, entry: Entry) -> None:
        with self._pages.writing() as page:
            if handle not in page.state.accounts:
                refuse_second_account(page.state, handle)
            page.added.append(entry)

    def format_checks(self, handle: str) -> int:
        """How many format checks were made of a table."""
        with self._pages.reading() as page:
            return page.state.checks.get(handle, 0)

    def looks(self, handle: str) -> tuple[str, ...]:
        """The digests of the plans at which a table was looked into."""
        with self._pages.reading() as page:
            return page.state.looks.get(handle, ())

    def is_counted(self, handle: str) -> bool:
        """Whether something of a table was charged, settled or looked at, or its format checked, under this handle."""
        with self._pages.reading() as page:
            state = page.state
        return any(handle in each for each in (state.accounts, state.settled, state.looks, state.checks))

    def looked(self) -> dict[str, tuple[int, ...]]:
        """Of each table that was looked into, after which charge each look was; 0 before the first."""
        with self._pages.reading() as page:
            return dict(page.state.looked)

    def entries(self) -> tuple[Entry, ...]:
        """All that was ever noted, in its order."""
        with self._pages.reading() as page:
            return tuple(page.state.entries)

    def is_let_go(self, digests: Iterable[str]) -> bool:
        """Whether one look made a sample or public what has all of these digests."""
        wanted = frozenset(digests)
        with self._pages.reading() as page:
            return any(wanted <= each for each in page.state.let_go)

    def sight(self, digests: Iterable[str], handle: str, *, private: bool) -> None:
        """Remember that a table with these keyed digests was used under this handle.

        Raises:
            Refusal: the ledger has moved to another computer.
        """
        wanted = tuple(dict.fromkeys(digests))
        with self._pages.reading() as page:
            news = page.state.news(wanted, handle, private)
        if news:
            with self._pages.writing() as page:
                page.added.append(Sighted(handle, news, private))

    def mark(self, digests: Iterable[str]) -> None:
        """Remember keyed digests of what is private."""
        self.sight(digests, "", private=True)

    def sightings(self, handle: str) -> list[str]:
        """The keyed digests this handle has been used with."""
        with self._pages.reading() as page:
            return list(page.state.digests_of(handle))

    def was_private(self, digests: Iterable[str]) -> bool:
        """Whether something with one of these keyed digests has ever been private."""
        with self._pages.reading() as page:
            return any(page.state.is_private(digest) for digest in digests)

    def private_tables(self) -> tuple[list[str], list[str]]:
        """All keyed digests of private tables, and all handles that have been private."""
        with self._pages.reading() as page:
            private = [pair for pair, is_private in page.state.sightings.items() if is_private]
        return [digest for digest, _ in private], sorted({handle for _, handle in private} - {""})

    def continued(self, handle: str, digests: Iterable[str]) -> str:
        """The handle under which a private table with these digests is counted; `handle` where there is none yet."""
        with self._pages.reading() as page:
            known = page.state.accounts_of(digests)
            if not known and handle not in page.state.accounts:
                known = page.state.accounts_of(page.state.private_digests_of(handle))
        return handle if handle in known or not known else known[0]

    def link(self, handle: str, own: str, person: str, file: Sequence[str], whole: Sequence[str]) -> None:
        """Let a private table go on with an account, as `linking.link`."""
        with self._pages.writing() as page:
            linking.link(page, handle, own, person, file, whole)

    def go_on(self, handle: str, file: Sequence[str], whole: Sequence[str]) -> None:
        """Let a private file that has changed go on under its handle, as `linking.go_on`."""
        with self._pages.writing() as page:
            linking.go_on(page, handle, file, whole)

    def unlink(self, handle: str) -> None:
        """Take the last link to an account back, as `linking.unlink`."""
        with self._pages.writing() as page:
            linking.unlink(page, handle)

    def linked_by(self, handle: str, digests: Iterable[str]) -> str | None:
        """By which column of persons a table with these digests was linked to an account, while it may still be parted.

        "" where no column says it: each row is a person, or the table's own file has changed.
        """
        with self._pages.reading() as page:
            last = page.state.linked.get(handle)
        return None if last is None or set(last.digests).isdisjoint(digests) else last.person

    def check_key(self, check: str) -> None:
        """Raise Lost where the ledger's digests were taken with another key than the one with this digest."""
        with self._pages.reading() as page:
            known = page.state.key
        if known == check:
            return
        with self._pages.writing() as page:
            if page.state.key is None or not page.state.used:
                page.added.append(KeyUsed(check))
                return
            raise Lost(
                phrase("This ledger knows its private tables by another digest.key than the one in the data folder.")
            )
