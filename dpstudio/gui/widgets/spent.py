"""What a table has spent, as a text."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from dpstudio.core.account import Account
from dpstudio.core.quantities import counted, rational_text
from dpstudio.planning.resolved import Resolved


def spent_text(account: Account) -> str:
    """Epsilon and delta of all its charges, each beside its limit."""
    total, limit = account.total, account.limit
    most = rational_text(limit.delta)
    slip = f"{rational_text(total.delta)} of {most} spent" if limit.delta else "0 (none allowed)"
    return f"ε: {rational_text(total.epsilon)} of {rational_text(limit.epsilon)} spent; δ: {slip}"


def bar_text(account: Account) -> str:
    """What stands beside a table's bar: "1 of 10 spent, 9 left; 2 releases"."""
    spent, limit = account.total.epsilon, account.limit.epsilon
    left = rational_text(max(limit - spent, Fraction(0)))
    return f"ε: {rational_text(spent)} of {rational_text(limit)} spent, {left} left; {releases_text(account)}"


def account_text(found: Resolved) -> str:
    """What has been released from the people's table; of an account that is not known yet nothing is claimed."""
    if found.account is not None:
        return f"Spent so far: {spent_text(found.account)}."
    if found.known.refusal:
        return "This table stays sealed. What it has spent is shown once its role is Private."
    if not found.known.account:
        return "What this table has spent is shown once it is read."
    return "Nothing has been released from this table yet."


def continued_text(found: Resolved, *, moved: bool) -> str:
    """That a table goes on with its account, and what that fixes; "" where it has none, or where that is asked.

    Args:
        moved: the ledger goes on on another computer.
    """
    account = found.account
    if account is None or found.known.changed:
        return ""
    before = f"This table already has an account, with {releases_text(account)}"
    if moved:
        return f"{before}: {spent_text(account)}. It continues on another computer, where the ledger has moved."
    fixed = "Who is protected and the limit stay as the first release fixed them."
    return f"{before}, and continues it: {spent_text(account)}. {fixed}"


def looks_text(looks: Sequence[int], *, moved: bool) -> str:
    """How often a table was looked into, and what comes of it; "" where it was not.

    Args:
        moved: the ledger goes on on another computer, and so do its receipts.
    """
    if not looks:
        return ""
    made = f"You have looked into it {counted(len(looks), 'times')}"
    return f"{made}." if moved else f"{made}; the next receipt says so."


def checks_text(checks: int, *, moved: bool) -> str:
    """How many format checks were made of a table; "" where there were none.

    Args:
        moved: as in `looks_text`.
    """
    if not checks:
        return ""
    made = f"You have made {counted(checks, 'format checks')} of it"
    return f"{made}." if moved else f"{made}; the next receipt says so."


def looked_when(looks: Sequence[int]) -> str:
    """After which releases a table was looked into: "before the first release and after release 3 (2 times)"."""
    said = []
    for number, times in sorted(Counter(looks).items()):
        when = f"after release {number}" if number else "before the first release"
        said.append(f"{when} ({counted(times, 'times')})" if times > 1 else when)
    before, last = ", ".join(said[:-1]), said[-1]
    return f"{before} and {last}" if before else last


def releases_text(account: Account) -> str:
    """How many releases there were, as far as the ledger knows them one by one."""
    known = counted(len(account.charges), "releases")
    if account.carried is None:
        return known
    return f"{known if account.charges else 'no release'} since the ledger was begun again from receipts"
