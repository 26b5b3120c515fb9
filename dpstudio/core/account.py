"""What a table may spend and has spent: the values that the ledger keeps, each read back exactly as it was written."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import RESTORE, InputError, OverLimit, Refusal
from dpstudio.core.quantities import MOST_STORED, counted, parse_stored, rational_text
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation
from dpstudio.translation import joined, phrase

_READ = {
    Persons.TEXT: "",
    Persons.FOLDED_TEXT: phrase(", capitals do not matter"),
    Persons.EXACT_TEXT: phrase(", blanks around it matter"),
    Persons.EXACT_FOLDED_TEXT: phrase(", blanks around it matter, capitals do not"),
    Persons.WHOLE_NUMBER: phrase(", as a whole number"),
}
_DAMAGED = phrase("{restore}.", restore=RESTORE)
HEADER_LOOK = "header line"
"""Stands in the place of a plan's digest at a look that showed one more line as a table's header, and nothing else."""


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
        looks: the digests of the plans at which the curator looked into the table, "" where no question was complete,
            or HEADER_LOOK.
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
    refuse_over_left(account, loss)


def refuse_over_left(account: Account, loss: PrivacyLoss) -> None:
    """Raise OverLimit where a charge is more than an account has left."""
    _refuse_over("ε", account.total.epsilon, loss.epsilon, account.limit.epsilon)
    _refuse_over("δ", account.total.delta, loss.delta, account.limit.delta)


def unit_told(unit: PrivacyUnit, names: tuple[str, ...] = (), *, named: bool = True) -> str:
    """A unit as the person chooses it.

    Args:
        names: of the columns that identify the same persons in linked tables.
        named: whether the column is named; it may have another name in another table.
    """
    rows = phrase("each row is one person")
    if unit.person is not None:
        most, called = counted(unit.rows, "rows"), dict.fromkeys((unit.person, *filter(None, names)))
        which = joined(phrase(" or "), (f"“{each}”" for each in called)) if named else phrase("a column")
        rows = phrase(
            "{which} identifies people{read}; at most {most} of each person count",
            which=which,
            read=_READ[unit.persons],
            most=most,
        )
    if unit.relation is Relation.ADD_REMOVE:
        return phrase("{rows}; add or remove one person", rows=rows)
    return phrase(
        "{rows}; replace one person by another{each}",
        rows=rows,
        each=phrase(", each person has a row") if unit.everyone else "",
    )


def loss_told(loss: PrivacyLoss) -> str:
    """What a charge costs, in words."""
    delta = f", δ {rational_text(loss.delta)}" if loss.delta else ""
    return phrase("ε {epsilon}{delta}", epsilon=rational_text(loss.epsilon), delta=delta)


def limits_told(limit: Limit) -> str:
    """Both limits as the person types them."""
    slip = phrase(", for δ {delta}", delta=rational_text(limit.delta)) if limit.delta else ""
    return phrase("limit {epsilon}{slip}", epsilon=rational_text(limit.epsilon), slip=slip)


def refuse_other_unit(account: Account, unit: PrivacyUnit) -> None:
    """Raise Refusal where the unit is not the one that the first release fixed."""
    if not account.protects(unit):
        raise Refusal(
            phrase("Earlier releases of this table's account protect another unit or use another neighbour relation."),
            phrase(
                "Choose what the first of them fixed: {unit_told}.", unit_told=unit_told(account.unit, account.names)
            ),
            "privacy_unit",
        )


def refuse_other_limit(account: Account, limit: Limit) -> None:
    """Raise Refusal where a limit is not the one in force."""
    for delta, where, now in ((False, "cap", limit.epsilon), (True, "delta_cap", limit.delta)):
        before = account.limit.delta if delta else account.limit.epsilon
        if before != now:
            remedy = phrase("Type {before}.", before=rational_text(before)) if before else phrase("Leave it blank.")
            raise Refusal(limit_told(account, delta=delta), remedy, where)


def limit_told(account: Account, *, delta: bool) -> str:
    """What the limit for ε or δ is, since when."""
    first, now = account.first or account.limit, account.limit
    set_to, left = (first.delta, now.delta) if delta else (first.epsilon, now.epsilon)
    name, since = (
        phrase("limit for δ") if delta else phrase("limit"),
        phrase(" and lowered to {left} since", left=rational_text(left)),
    )
    told = phrase(
        "The {name} of this table's account was set to {set_to} at its first release",
        name=name,
        set_to=rational_text(set_to),
    )
    return phrase("{told}{since}.", told=told, since=since if left != set_to else "")


def refuse_over_first(limit: Limit, loss: PrivacyLoss) -> None:
    """Raise Refusal where the first charge is more than the limit, which can still be chosen larger."""
    for name, cost, most, where in (
        ("ε", loss.epsilon, limit.epsilon, "cap"),
        ("δ", loss.delta, limit.delta, "delta_cap"),
    ):
        if cost > most:
            more = phrase(
                "Type {most} or less, or a larger {limit_of}.", most=rational_text(most), limit_of=_limit_of(name)
            )
            raise Refusal(_over(name, cost, most, most), more, where)


def refuse_spent(account: Account) -> None:
    """Raise OverLimit where nothing is left of an account's limit, whatever is going to be asked."""
    if account.total.epsilon >= account.limit.epsilon:
        raise OverLimit(
            phrase("The limit of this table, ε = {most}, is used up.", most=rational_text(account.limit.epsilon)),
            phrase("Nothing more can be released from it: the ledger has its results. Ask another table."),
            "epsilon",
        )


def _refuse_over(name: str, spent: Fraction, cost: Fraction, most: Fraction) -> None:
    left = most - spent
    if cost > left:
        nothing = (
            phrase("Nothing more can be released from this table.")
            if name == "ε"
            else phrase("Choose noise without δ.")
        )
        raise OverLimit(
            _over(name, cost, left, most),
            phrase("Type {left} or less.", left=rational_text(left)) if left > 0 else nothing,
            "epsilon" if name == "ε" else "delta",
        )


def _over(name: str, cost: Fraction, left: Fraction, most: Fraction) -> str:
    """That a release costs more ε, or δ, than is left of a limit."""
    limit, costs = (
        phrase("{limit_of} {most}", limit_of=_limit_of(name), most=rational_text(most)),
        phrase("{name} = {cost}", name=name, cost=rational_text(cost)),
    )
    if left <= 0 < most:
        return phrase("This release costs {costs}, and nothing is left of the {limit}.", costs=costs, limit=limit)
    of = phrase("the ") if left == most else phrase("the {left} left of the ", left=rational_text(left))
    return phrase("{costs} is more than {of}{limit}.", costs=costs, of=of, limit=limit)


def _limit_of(name: str) -> str:
    return phrase("limit") if name == "ε" else phrase("limit for δ")


def refuse_unsettled(before: PrivacyUnit | None, unit: PrivacyUnit) -> None:
    """Raise Refusal where a unit is not the one that was settled."""
    if before is not None and not before.is_same(unit):
        raise Refusal(
            phrase(
                "The number of people in this table was compared with the public one under another unit or relation."
            ),
            phrase("Choose the same unit, rows per person and relation as then; that comparison made them permanent."),
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
        slip = phrase(", for δ {delta}", delta=rational_text(before.delta)) if before.delta else ""
        raise Refusal(
            phrase(
                "The limit of this table is {epsilon}{slip}; it can be lowered, never raised.",
                epsilon=rational_text(before.epsilon),
                slip=slip,
            ),
            phrase("Type a lower one."),
            "cap",
        )
    for name, where, used, most in (
        ("ε", "cap", spent.epsilon, now.epsilon),
        ("δ", "delta_cap", spent.delta, now.delta),
    ):
        if used > most:
            raise Refusal(
                phrase(
                    "{name} = {used} of this table is spent already, so a limit below that cannot be kept.",
                    name=name,
                    used=rational_text(used),
                ),
                phrase("Type {used} to allow nothing more.", used=rational_text(used)),
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
        raise InputError(phrase("The limit must be above 0."), phrase("Type a number above 0."), "cap")
    return _stored(limit.epsilon, phrase("The limit")), _stored(limit.delta, phrase("The limit for δ"))


def stored_loss(loss: PrivacyLoss) -> tuple[str, str, str]:
    """A charge's epsilon, delta and rho as the ledger keeps them.

    Raises:
        InputError: it is no charge, or could not be read again.
    """
    if loss.epsilon <= 0 or loss.delta < 0 or loss.rho < 0:
        raise InputError(phrase("What a release costs must be above 0."), phrase("Type an ε above 0."), "epsilon")
    return _stored(loss.epsilon, "ε"), _stored(loss.delta, "δ"), _stored(loss.rho, "ρ")


def read_loss(number: int, epsilon: object, delta: object, rho: object) -> PrivacyLoss:
    """What a charge cost; charges of ledgers before zCDP was kept were pure, for which epsilon^2 / 2 always holds."""
    try:
        return _loss(epsilon, delta, rho)
    except InputError as error:
        raise InputError(
            phrase("{message} in entry {number} of the ledger.", message=error.message[:-1], number=number), _DAMAGED
        ) from None


@lru_cache(maxsize=4096)
def _loss(epsilon: object, delta: object, rho: object) -> PrivacyLoss:
    """Kept, because a ledger says the same few amounts again and again."""
    cost = parse_stored(epsilon, phrase("The ε"))
    if not cost:
        raise InputError(phrase("The ε is damaged."), _DAMAGED)
    concentrated = cost**2 / 2 if rho is None else parse_stored(rho, phrase("The ρ"))
    return PrivacyLoss(cost, parse_stored(delta, phrase("The δ")), concentrated)


def read_unit(relation: object, person: object, rows: object, everyone: object, persons: object) -> PrivacyUnit:
    """A unit and its relation as the ledger keeps them.

    Raises:
        InputError: they are no such thing.
    """
    known = [each for each in Relation if each.value == relation]
    read = [each for each in Persons if each.value == persons]
    if not known or not read or type(rows) is not int or rows < 1 or everyone not in (0, 1):
        raise InputError(phrase("The ledger's line of this table is damaged."), _DAMAGED)
    if not isinstance(person, str | None):
        raise InputError(phrase("The ledger's line of this table is damaged."), _DAMAGED)
    return PrivacyUnit(known[0], person, rows, bool(everyone), read[0])


def read_limit(epsilon: object, delta: object) -> Limit:
    """A limit as the ledger keeps it."""
    return Limit(
        parse_stored(epsilon, phrase("The limit in the ledger")), parse_stored(delta, phrase("The limit for δ in it"))
    )


def _stored(value: Fraction, what: str) -> str:
    if max(value.numerator, value.denominator).bit_length() > 3 * MOST_STORED // 2:
        raise InputError(phrase("{what} has too many digits to be kept.", what=what), phrase("Use shorter numbers."))
    return rational_text(value)
