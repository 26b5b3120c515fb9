"""What a table may spend and has spent: the values that the ledger keeps, each read back exactly as it was written."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import RESTORE, InputError, OverLimit, Refusal
from dpstudio.core.quantities import MOST_STORED, counted, parse_stored, rational_text
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation

_READ = {
    Persons.TEXT: "",
    Persons.FOLDED_TEXT: ", capitals do not matter",
    Persons.EXACT_TEXT: ", blanks around it matter",
    Persons.EXACT_FOLDED_TEXT: ", blanks around it matter, capitals do not",
    Persons.WHOLE_NUMBER: ", as a whole number",
}
_DAMAGED = f"{RESTORE}."


@dataclass(frozen=True)
class Limit:
    """What all releases of a dataset may cost together; a delta of 0 allows pure guarantees alone."""

    epsilon: Fraction
    delta: Fraction = Fraction(0)


class Charge(NamedTuple):
    """One line of the ledger.

    Args:
        statement: its result's text, "" where texts were not asked for, or None where the draw was not finished.
    """

    number: int
    handle: str
    loss: PrivacyLoss
    plan: str
    statement: str | None
    exported: bool

    @property
    def epsilon(self) -> Fraction:
        """What it cost."""
        return self.loss.epsilon


@dataclass(frozen=True)
class Account:
    """A dataset's unit and limit, fixed at its first charge, and its charges.

    Args:
        limit: the one in force: it may have been lowered since.
        remarks: what a receipt must say of the book that it stands in.
        looks: the digests of the plans at which the curator looked into the table, "" where no question was complete.
        checks: how many format checks the curator made of the table.
        first: the limit of the first charge, where it is another one.
        carried: what was spent before the ledger was begun anew from receipts.
        names: of the columns that identify the same persons in other tables which go on with this account.
        forfeited: how many charges of what is carried never had a result.
    """

    unit: PrivacyUnit
    limit: Limit
    charges: tuple[Charge, ...] = field(default=())
    remarks: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    first: Limit | None = None
    carried: PrivacyLoss | None = None
    names: tuple[str, ...] = ()
    forfeited: int = 0
    checks: int = 0

    def protects(self, unit: PrivacyUnit) -> bool:
        """Whether a unit is the account's: of a table that a person linked, the column of persons has its own name."""
        named = unit.person in self.names and self.unit.person is not None
        return self.unit.is_same(replace(unit, person=self.unit.person) if named else unit)

    @property
    def total(self) -> PrivacyLoss:
        """All charges together, exactly."""
        return total([*filter(None, [self.carried]), *(charge.loss for charge in self.charges)])

    @property
    def spent(self) -> Fraction:
        """The epsilon of all charges together."""
        return self.total.epsilon

    @property
    def cap(self) -> Fraction:
        """The most that epsilon may add up to."""
        return self.limit.epsilon

    def plan_of(self, number: int) -> str:
        """The digest of the plan that a charge was made for."""
        return next(charge.plan for charge in self.charges if charge.number == number)

    def grown(self, charge: Charge) -> "Account":
        """The account with one charge more."""
        return replace(self, charges=(*self.charges, charge))


def refuse_if_over(account: Account, unit: PrivacyUnit, limit: Limit, loss: PrivacyLoss) -> None:
    """Raise Refusal where a charge does not fit the account."""
    refuse_other_unit(account, unit)
    refuse_other_limit(account, limit)
    _refuse_over("ε", account.total.epsilon, loss.epsilon, limit.epsilon)
    _refuse_over("δ", account.total.delta, loss.delta, limit.delta)


def unit_told(unit: PrivacyUnit, names: tuple[str, ...] = (), *, named: bool = True) -> str:
    """A unit as the person chooses it.

    Args:
        names: of the columns that identify the same persons in linked tables.
        named: whether the column is named; it may have another name in another table.
    """
    rows = "each row is one person"
    if unit.person is not None:
        most, called = counted(unit.rows, "rows"), dict.fromkeys((unit.person, *filter(None, names)))
        which = " or ".join(f"“{each}”" for each in called) if named else "a column"
        rows = f"{which} identifies people{_READ[unit.persons]}; at most {most} of each person count"
    if unit.relation is Relation.ADD_REMOVE:
        return f"{rows}; add or remove one person"
    return f"{rows}; replace one person by another{', each person has a row' if unit.everyone else ''}"


def loss_told(loss: PrivacyLoss) -> str:
    """What a charge costs, in words."""
    delta = f", δ {rational_text(loss.delta)}" if loss.delta else ""
    return f"ε {rational_text(loss.epsilon)}{delta}"


def limits_told(limit: Limit) -> str:
    """Both limits as the person types them."""
    slip = f", for δ {rational_text(limit.delta)}" if limit.delta else ""
    return f"limit {rational_text(limit.epsilon)}{slip}"


def refuse_other_unit(account: Account, unit: PrivacyUnit) -> None:
    """Raise Refusal where the unit is not the one that the first release fixed."""
    if not account.protects(unit):
        raise Refusal(
            "Earlier releases of this table's account protect another unit or use another neighbour relation.",
            f"Choose what the first of them fixed: {unit_told(account.unit, account.names)}.",
            "privacy_unit",
        )


def refuse_other_limit(account: Account, limit: Limit) -> None:
    """Raise Refusal where a limit is not the one in force."""
    for delta, where, now in ((False, "cap", limit.epsilon), (True, "delta_cap", limit.delta)):
        before = account.limit.delta if delta else account.limit.epsilon
        if before != now:
            remedy = f"Type {rational_text(before)}." if before else "Leave it blank."
            raise Refusal(limit_told(account, delta=delta), remedy, where)


def limit_told(account: Account, *, delta: bool) -> str:
    """What the limit for ε or δ is, since when."""
    first, now = account.first or account.limit, account.limit
    set_to, left = (first.delta, now.delta) if delta else (first.epsilon, now.epsilon)
    name, since = "limit for δ" if delta else "limit", f" and lowered to {rational_text(left)} since"
    told = f"The {name} of this table's account was set to {rational_text(set_to)} at its first release"
    return f"{told}{since if left != set_to else ''}."


def refuse_over_first(limit: Limit, loss: PrivacyLoss) -> None:
    """Raise Refusal where the first charge is more than the limit, which can still be chosen larger."""
    for name, cost, most, where in (
        ("ε", loss.epsilon, limit.epsilon, "cap"),
        ("δ", loss.delta, limit.delta, "delta_cap"),
    ):
        if cost > most:
            more = f"Type {rational_text(most)} or less, or a larger {_limit_of(name)}."
            raise Refusal(_over(name, cost, most, most), more, where)


def _refuse_over(name: str, spent: Fraction, cost: Fraction, most: Fraction) -> None:
    left = most - spent
    if cost > left:
        nothing = "Nothing more can be released from this table." if name == "ε" else "Choose noise without δ."
        raise OverLimit(
            _over(name, cost, left, most),
            f"Type {rational_text(left)} or less." if left > 0 else nothing,
            "epsilon" if name == "ε" else "delta",
        )


def _over(name: str, cost: Fraction, left: Fraction, most: Fraction) -> str:
    """That a release costs more ε, or δ, than is left of a limit."""
    limit, costs = f"{_limit_of(name)} {rational_text(most)}", f"{name} = {rational_text(cost)}"
    if left <= 0 < most:
        return f"This release costs {costs}, and nothing is left of the {limit}."
    of = "the " if left == most else f"the {rational_text(left)} left of the "
    return f"{costs} is more than {of}{limit}."


def _limit_of(name: str) -> str:
    return "limit" if name == "ε" else "limit for δ"


def refuse_unsettled(before: PrivacyUnit | None, unit: PrivacyUnit) -> None:
    """Raise Refusal where a unit is not the one that was settled."""
    if before is not None and not before.is_same(unit):
        raise Refusal(
            "The number of people in this table was compared with the public one under another unit or relation.",
            "Choose the same unit, rows per person and relation as then; that comparison made them permanent.",
            "privacy_unit",
        )


def refuse_higher(account: Account, now: Limit) -> None:
    """Raise Refusal where a limit is not lower than the one in force, or below what is spent already.

    Raises:
        InputError: it is no limit.
    """
    stored_limit(now)
    before, spent = account.limit, account.total
    if now == before or now.epsilon > before.epsilon or now.delta > before.delta:
        slip = f", for δ {rational_text(before.delta)}" if before.delta else ""
        raise Refusal(
            f"The limit of this table is {rational_text(before.epsilon)}{slip}; it can be lowered, never raised.",
            "Type a lower one.",
            "cap",
        )
    for name, where, used, most in (
        ("ε", "cap", spent.epsilon, now.epsilon),
        ("δ", "delta_cap", spent.delta, now.delta),
    ):
        if used > most:
            raise Refusal(
                f"{name} = {rational_text(used)} of this table is spent already, so a limit below that cannot be kept.",
                f"Type {rational_text(used)} to allow nothing more.",
                where,
            )


def refuse_unreadable(limit: Limit, loss: PrivacyLoss) -> None:
    """Raise InputError where a limit or a loss could not be read again, or is not above 0."""
    stored_loss(loss)
    stored_limit(limit)


def stored_limit(limit: Limit) -> tuple[str, str]:
    """A limit's epsilon and delta as the ledger keeps them.

    Raises:
        InputError: it is no limit, or could not be read again.
    """
    if limit.epsilon <= 0 or limit.delta < 0:
        raise InputError("The limit must be above 0.", "Type a number above 0.", "cap")
    return _stored(limit.epsilon, "The limit"), _stored(limit.delta, "The limit for δ")


def stored_loss(loss: PrivacyLoss) -> tuple[str, str, str]:
    """A charge's epsilon, delta and rho as the ledger keeps them.

    Raises:
        InputError: it is no charge, or could not be read again.
    """
    if loss.epsilon <= 0 or loss.delta < 0 or loss.rho < 0:
        raise InputError("What a release costs must be above 0.", "Type an ε above 0.", "epsilon")
    return _stored(loss.epsilon, "ε"), _stored(loss.delta, "δ"), _stored(loss.rho, "ρ")


def read_loss(number: int, epsilon: object, delta: object, rho: object) -> PrivacyLoss:
    """What a charge cost; charges of ledgers before zCDP was kept were pure, for which epsilon^2 / 2 always holds."""
    try:
        return _loss(epsilon, delta, rho)
    except InputError as error:
        raise InputError(f"{error.message[:-1]} in entry {number} of the ledger.", _DAMAGED) from None


@lru_cache(maxsize=4096)
def _loss(epsilon: object, delta: object, rho: object) -> PrivacyLoss:
    """Kept, because a ledger says the same few amounts again and again."""
    cost = parse_stored(epsilon, "The ε")
    if not cost:
        raise InputError("The ε is damaged.", _DAMAGED)
    concentrated = cost**2 / 2 if rho is None else parse_stored(rho, "The ρ")
    return PrivacyLoss(cost, parse_stored(delta, "The δ"), concentrated)


def read_unit(relation: object, person: object, rows: object, everyone: object, persons: object) -> PrivacyUnit:
    """A unit and its relation as the ledger keeps them.

    Raises:
        InputError: they are no such thing.
    """
    known = [each for each in Relation if each.value == relation]
    read = [each for each in Persons if each.value == persons]
    if not known or not read or type(rows) is not int or rows < 1 or everyone not in (0, 1):
        raise InputError("The ledger's line of this table is damaged.", _DAMAGED)
    if not isinstance(person, str | None):
        raise InputError("The ledger's line of this table is damaged.", _DAMAGED)
    return PrivacyUnit(known[0], person, rows, bool(everyone), read[0])


def read_limit(epsilon: object, delta: object) -> Limit:
    """A limit as the ledger keeps it."""
    return Limit(parse_stored(epsilon, "The limit in the ledger"), parse_stored(delta, "The limit for δ in it"))


def _stored(value: Fraction, what: str) -> str:
    if max(value.numerator, value.denominator).bit_length() > 3 * MOST_STORED // 2:
        raise InputError(f"{what} has too many digits to be kept.", "Use shorter numbers.")
    return rational_text(value)
