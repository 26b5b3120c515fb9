"""A table goes on with the account of another one that holds the same people: a person's act, taken back at no cost."""

from collections.abc import Sequence

from dpstudio.core.account import refuse_other_unit
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger.accounts import account_of
from dpstudio.core.ledger.entries import FormatChecked, Linked, Looked, Sighted, Unlinked
from dpstudio.core.ledger.pages import Page
from dpstudio.translation import phrase


def link(page: Page, handle: str, own: str, person: str, file: Sequence[str], whole: Sequence[str]) -> None:
    """Let what has these digests go on with an account; nothing happens where it does already.

    Args:
        handle: the account's.
        own: that of the table so far; what was looked at under it counts from here on in the account.
        person: the column that identifies persons in the table, or "".
        file, whole: keyed digests of the file, and of the private table in it.

    Raises:
        Refusal: the table has an account of its own, or a unit that is permanent and another one.
    """
    state = page.state
    if any((digest, handle) in state.sightings for digest in whole):
        return
    account, settled = account_of(page, handle, texts=False), state.settled.get(own)
    if own in state.accounts:
        raise Refusal(phrase("This table has an account of its own already."), phrase("It keeps that one."))
    if account is not None and settled is not None:
        refuse_other_unit(account, settled)
    news = tuple(dict.fromkeys(each for each in (*file, *whole) if (each, handle) not in state.sightings))
    page.added += [Looked(handle, plan, ()) for plan in state.looks.get(own, ())]
    page.added += [FormatChecked(handle, state.checks[own])] if own in state.checks else []
    page.added += [Sighted(handle, tuple(file), private=False), Sighted(handle, tuple(whole), private=True)]
    page.added.append(Linked(handle, person, news))


def go_on(page: Page, handle: str, file: Sequence[str], whole: Sequence[str]) -> None:
    """Let a private file that has changed go on under its handle, because it holds the same people.

    Args:
        file, whole: keyed digests of the file as it is now, and of the private table in it.
    """
    news = tuple(dict.fromkeys(each for each in (*file, *whole) if (each, handle) not in page.state.sightings))
    if news:
        page.added += [Sighted(handle, tuple(file), private=False), Sighted(handle, tuple(whole), private=True)]
        page.added.append(Linked(handle, "", news))


def unlink(page: Page, handle: str) -> None:
    """Take the last link to an account back.

    Raises:
        Refusal: there is none, or something was charged, looked at or compared since.
    """
    last = page.state.linked.get(handle)
    if last is None:
        raise Refusal(
            phrase("This table was not linked to an account, or something was released, looked at or compared since."),
            phrase("It keeps the account that it has."),
        )
    page.added.append(Unlinked(handle, last.person, last.digests))
