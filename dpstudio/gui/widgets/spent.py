"""What a table has spent, as a text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.account import Account, Limit
from dpstudio.core.quantities import counted, often, rational_text
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr
from dpstudio.workspace.bookkeeping.over_time import OverTime

USED_UP = tr(
    "Its receipts can be exported again on the Ledger tab. Another release needs a table of other people: the limit can"
    " be lowered, never raised."
)
"""What can be done where nothing is left of a table's limit."""


@dataclass(frozen=True)
class Parted:
    """A table's limit, parted into what is spent and what a release costs; the rest is left."""

    spent: Fraction
    now: Fraction
    limit: Fraction

    @property
    def left(self) -> Fraction:
        """What is left after the release; below 0 where it costs more than there is."""
        return self.limit - self.spent - self.now


def limit_of(found: Resolved) -> Limit | None:
    """What a table's releases may cost together: as its first release fixed it, else as it is typed."""
    if found.account is not None:
        return found.account.limit
    return None if found.budget.cap is None else Limit(found.budget.cap, found.budget.delta_cap)


def parted(found: Resolved, *, asking: bool = True) -> Parted | None:
    """How the limit in ε is parted, of a question that is not complete by the ε that is typed; None where it has none.

    Args:
        asking: a release is about to be asked for; else it costs nothing, nor where nothing is left.
    """
    limit, account, asked = limit_of(found), found.account, found.question or found.previewed
    if limit is None:
        return None
    cost = asked.loss.epsilon if asked is not None else found.budget.epsilon or Fraction(0)
    spent = account.total.epsilon if account else Fraction(0)
    return Parted(spent, cost if asking and spent < limit.epsilon else Fraction(0), limit.epsilon)


def spent_text(account: Account) -> str:
    """Epsilon and delta of all its charges, each beside its limit."""
    total, limit = account.total, account.limit
    most = rational_text(limit.delta)
    slip = (
        tr("{delta} of {most} spent", delta=rational_text(total.delta), most=most)
        if limit.delta
        else tr("0 (none allowed)")
    )
    return tr(
        "ε: {epsilon} of {epsilon2} spent; δ: {delta}",
        epsilon=rational_text(total.epsilon),
        epsilon2=rational_text(limit.epsilon),
        delta=slip,
    )


def bar_text(account: Account, when: str = "") -> str:
    """What stands beside a table's bar: "1 of 10 spent, 9 left; 2 releases".

    Args:
        when: how much of it was spent of late.
    """
    spent, limit = account.total.epsilon, account.limit.epsilon
    left = rational_text(max(limit - spent, Fraction(0)))
    return tr(
        "ε: {spent} of {limit} spent{when}, {left} left; {account}",
        when=tr(", {when}", when=when) if when else "",
        spent=rational_text(spent),
        limit=rational_text(limit),
        left=left,
        account=releases_text(account),
    )


def lately_text(shown: OverTime) -> str:
    """How much of what was spent is of late: "3 of it since 2026-11-01"."""
    lately, since = shown.lately
    if lately == shown.steps[-1].spent:
        return tr("all of it since {since}", since=since.isoformat())
    return tr("{lately} of it since {since}", lately=rational_text(lately), since=since.isoformat())


def account_text(found: Resolved) -> str:
    """What has been released from the people's table; of an account that is not known yet nothing is claimed."""
    if found.account is not None:
        return _so_far(found.account)
    if found.known.refusal:
        return tr("This table stays sealed. What it has spent is shown once its role is Private.")
    if not found.known.account:
        return tr("What this table has spent is shown once it is read.")
    return tr("Nothing has been released from this table yet.")


def _so_far(account: Account) -> str:
    total, limit = account.total, account.limit
    spent = tr(
        "So far ε = {epsilon} of {limit} is spent",
        epsilon=rational_text(total.epsilon),
        limit=rational_text(limit.epsilon),
    )
    if not limit.delta:
        return tr("{spent}; no δ is allowed.", spent=spent)
    return tr(
        "{spent}, and δ = {delta} of {most}.",
        spent=spent,
        delta=rational_text(total.delta),
        most=rational_text(limit.delta),
    )


def continued_text(found: Resolved, *, moved: bool) -> str:
    """That a table goes on with its account, and what that fixes; "" where it has none, or where that is asked.

    Args:
        moved: the ledger goes on on another computer.
    """
    account = found.account
    if account is None or found.known.changed:
        return ""
    before = tr("This table already has an account, with {account}", account=releases_text(account))
    if moved:
        return tr(
            "{before}: {account}. It continues on another computer, where the ledger has moved.",
            before=before,
            account=spent_text(account),
        )
    fixed = tr("Who is protected and the limit stay as the first release fixed them.")
    return tr("{before}, and continues it: {account}. {fixed}", before=before, account=spent_text(account), fixed=fixed)


def looks_text(looks: Sequence[int], *, moved: bool) -> str:
    """How often a table was looked into, and what comes of it; "" where it was not.

    Args:
        moved: the ledger goes on on another computer, and so do its receipts.
    """
    if not looks:
        return ""
    made = tr("You have looked into it {times}", times=often(len(looks)))
    return tr("{made}.", made=made) if moved else tr("{made}; every later receipt says so.", made=made)


def checks_text(checks: int, *, moved: bool) -> str:
    """How many format checks were made of a table; "" where there were none.

    Args:
        moved: as in `looks_text`.
    """
    if not checks:
        return ""
    made = tr("You have made {checks} of it", checks=counted(checks, "format checks"))
    return tr("{made}.", made=made) if moved else tr("{made}; every later receipt says so.", made=made)


def looked_when(looks: Sequence[int]) -> str:
    """After which releases a table was looked into: "before the first release and after release 3 (2 times)"."""
    said = []
    for number, times in sorted(Counter(looks).items()):
        when = tr("after release {number}", number=number) if number else tr("before the first release")
        said.append(tr("{when} ({times})", when=when, times=often(times)) if times > 1 else when)
    before, last = ", ".join(said[:-1]), said[-1]
    return tr("{before} and {last}", before=before, last=last) if before else last


def releases_text(account: Account) -> str:
    """How many releases there were, as far as the ledger knows them one by one."""
    known = counted(len(account.charges), "releases")
    if account.carried is None:
        return known
    return tr(
        "{known} since the ledger was begun again from receipts", known=known if account.charges else tr("no release")
    )
