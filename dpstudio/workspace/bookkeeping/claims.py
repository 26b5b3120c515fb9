"""What a lost ledger must count: of each table the most that receipts, results and readable entries say was spent."""

from collections.abc import Sequence
from fractions import Fraction

from dpstudio.core.account import HEADER_LOOK, Limit
from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import StudioError
from dpstudio.core.ledger.remains import Remains, larger, lower
from dpstudio.core.ledger.resumption import Claim
from dpstudio.core.receipt.document import read_document
from dpstudio.core.receipt.headline import CHANGED, HEADER_SHOWN, INSPECTED, checks_in
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.release import plan_digest
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation
from dpstudio.workspace.verifying.derived import derived


def by_table(receipts: Sequence[Receipt]) -> dict[str, list[Receipt]]:
    """Receipts by the handles of their tables, in the order given."""
    found: dict[str, list[Receipt]] = {}
    for each in receipts:
        found.setdefault(each.accounting.dataset, []).append(each)
    return found


def claimed(receipts: Sequence[Receipt], found: Sequence[Remains]) -> list[Claim]:
    """What is known of each table: the largest total, the lowest limit, the unit of its newest receipt.

    Args:
        receipts: that hold, in their order.
        found: of damaged ledgers; their results count as receipts too.
    """
    told = by_table([*_results(found), *receipts])
    handles = dict.fromkeys([*told, *(handle for each in found for handle in each.handles)])
    return [_claim(handle, told.get(handle, []), found) for handle in handles]


def _claim(handle: str, told: Sequence[Receipt], found: Sequence[Remains]) -> Claim:
    read = [each.spent(handle) for each in found]
    spent = larger([total(some) for some in ([], *read)] + [_total(each, found) for each in told])
    limits = [Limit(each.accounting.cap, each.accounting.cap_delta) for each in told]
    limits += [each.limits[handle] for each in found if handle in each.limits]
    units = [_unit(each) for each in told[-1:]] + [each.units[handle] for each in found if handle in each.units]
    persons = [_unit(each).person for each in told] + [each.person for each in units]
    limit = limits[0] if limits else Limit(spent.epsilon, spent.delta)
    for each in limits:
        limit = lower(limit, each)
    if not units:  # nobody can tell whom it protects: nothing more is spent
        spent = larger([spent, PrivacyLoss(limit.epsilon, limit.delta, spent.rho)])
    unit = units[0] if units else PrivacyUnit(Relation.ADD_REMOVE)
    names = tuple(dict.fromkeys(name for name in persons if name is not None))
    looks = tuple((each.accounting.ledger_counter, plan) for each in told for plan in _looks(each))
    checks = max((checks_in(each.flags) for each in told), default=0)
    return Claim(
        handle, unit, limit, spent, looks, checks, names if len(names) > 1 else (), _forfeited(handle, told, found)
    )


def _forfeited(handle: str, told: Sequence[Receipt], found: Sequence[Remains]) -> int:
    """How many charges of a table never had a result: a charge that has a receipt had one."""
    for each in found:
        each.drawn.update(receipt.accounting.ledger_counter for receipt in told)
    counts = [each.without_result(handle) for each in found]
    most = max((each.accounting.total for each in told), default=Fraction(0))
    newest = [each.accounting for each in told if each.accounting.total == most]
    if newest:
        then = min(newest, key=lambda each: each.forfeited_charges)
        later = [each.without_result(handle, after=then.ledger_counter) for each in found]
        counts += [then.forfeited_charges + some for some in (0, *later)]
    return max(counts, default=0)


def _looks(receipt: Receipt) -> tuple[str, ...]:
    """The plans at the looks that a receipt tells of, as an account holds them."""
    plans = (_plan(receipt),) if INSPECTED in receipt.flags else ()
    return (*plans, HEADER_LOOK) if HEADER_SHOWN in receipt.flags else plans


def _plan(receipt: Receipt) -> str:
    """The digest of the plan at every look that a receipt tells of, "" where it tells of another one."""
    if CHANGED in receipt.flags:
        return ""
    question = derived(receipt, lambda _: None).question
    return "" if question is None else plan_digest(question)


def _total(receipt: Receipt, found: Sequence[Remains]) -> PrivacyLoss:
    """What a receipt says was spent, and what can be read of later charges."""
    account = receipt.accounting
    then = PrivacyLoss(account.total, account.total_delta, account.total_zcdp_rho)
    later = [each.spent(account.dataset, account.ledger_counter) for each in found]
    return larger([total([then, *some]) for some in ([], *later)])


def _results(found: Sequence[Remains]) -> list[Receipt]:
    """The receipts among the results that can still be read."""
    receipts = []
    for text in (text for each in found for text in each.statements):
        try:
            receipt = read_document(text).receipt
        except StudioError:
            continue
        receipts += [receipt] if isinstance(receipt, Receipt) else []
    return receipts


def _unit(receipt: Receipt) -> PrivacyUnit:
    unit = receipt.privacy_unit
    people = unit.persons_are_read_as or Persons.TEXT
    return PrivacyUnit(unit.neighbour_relation, unit.identified_by, unit.rows_per_person, unit.each_has_a_row, people)
