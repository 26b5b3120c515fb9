"""What a page of the ledger tells of one dataset: its account, its charges, whether it may have one of its own."""

from dpstudio.core.account import Account, Charge
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import links
from dpstudio.core.ledger.pages import Page
from dpstudio.core.ledger.state import Line, State
from dpstudio.translation import phrase


def account_of(page: Page, handle: str, *, texts: bool = True) -> Account | None:
    """What a dataset has spent, with the results; without their texts where it is only to be counted."""
    if handle not in page.state.accounts:
        return None
    unit, limit = page.state.accounts[handle]
    lines = page.state.lines_of(handle)
    bare = (line.charge(None if line.statement is None else "") for line in lines)
    charges = tuple(charges_of(page, lines) if texts else bare)
    return Account(
        unit,
        limit,
        charges,
        looks=page.state.looks.get(handle, ()),
        first=page.state.first_limits[handle],
        carried=page.state.carried.get(handle),
        forfeited=page.state.forfeited.get(handle, 0),
        checks=page.state.checks.get(handle, 0),
        names=page.state.names.get(handle, ()),
    )


def last_result(page: Page) -> str | None:
    """The result that was stored last."""
    number = page.state.last_drawn
    return None if number is None else charges_of(page, [page.state.lines[number]])[0].statement


def charges_of(page: Page, lines: list[Line]) -> list[Charge]:
    """As the ledger gives them out, with their results' texts."""
    wanted = {line.number: line.statement for line in lines if line.statement is not None}
    texts = dict(links.statements(page.connection, wanted))
    return [line.charge(texts.get(line.number)) for line in lines]


def refuse_second_account(state: State, handle: str) -> None:
    """Raise Refusal where the bytes of this private table are counted under another handle already."""
    if any(each != handle for each in state.accounts_of(state.private_digests_of(handle))):
        raise Refusal(
            phrase("This very table has an account already, from another project."),
            phrase("Open the project again: the table then continues that account."),
        )
