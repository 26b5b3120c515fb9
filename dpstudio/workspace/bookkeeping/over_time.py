"""When a table's limit was spent: the day of each charge, as the receipts tell it; the ledger itself keeps no time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dpstudio.core.account import Account, Charge
from dpstudio.core.receipt.document import date_of_kept


@dataclass(frozen=True)
class Step:
    """A charge: when it was, what it cost, what was spent after it.

    Args:
        dated: whether a receipt tells the day; else it is that of the charge beside it.
    """

    number: int
    day: date
    dated: bool
    cost: Fraction
    spent: Fraction


@dataclass(frozen=True)
class OverTime:
    """All charges of a table, from the first to today.

    Args:
        before: what was spent before the first of them.
    """

    before: Fraction
    steps: tuple[Step, ...]
    end: date
    limit: Fraction

    @property
    def start(self) -> date:
        """The day of the first charge."""
        return self.steps[0].day

    @property
    def lately(self) -> tuple[Fraction, date]:
        """What was spent since the first day of the month of the last charge, or since the first charge of all."""
        month = max(self.start, self.steps[-1].day.replace(day=1))
        return sum((step.cost for step in self.steps if step.day >= month), Fraction(0)), month


def days_of(charges: Iterable[Charge]) -> dict[int, date]:
    """The day of each charge that has a receipt, by its number; the receipts are not read for it."""
    found = ((charge.number, date_of_kept(charge.statement or "")) for charge in charges)
    return {number: day for number, day in found if day is not None}


def over_time(account: Account, days: Mapping[int, date], today: date) -> OverTime | None:
    """How an account was spent; None where no day is known.

    Args:
        days: of the charges, as far as receipts tell them.
    """
    known = [days[charge.number] for charge in account.charges if charge.number in days]
    if not known:
        return None
    steps: list[Step] = []
    before = account.carried.epsilon if account.carried else Fraction(0)
    day, spent = known[0], before
    for charge in account.charges:
        day = max(day, days.get(charge.number, day))
        spent += charge.epsilon
        steps.append(Step(charge.number, day, charge.number in days, charge.epsilon, spent))
    return OverTime(before, tuple(steps), max(today, day), account.cap)
