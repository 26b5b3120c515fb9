"""What receipts say of their accounts: one by itself, and several together."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.headline import HEADER_SHOWN, INSPECTED, checks_in, is_demonstration
from dpstudio.core.receipt.receipt import Receipt, Receipt3
from dpstudio.translation import capital, joined, phrase
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.flags import is_begun_anew
from dpstudio.workspace.verifying.opening import Opened

LIMIT, CHAIN, TOTALS = phrase("Limit"), phrase("Chain"), phrase("Totals")


def of_account(receipt: Receipt3) -> Check:
    """Whether charge, total and limit fit together."""
    account, cost = receipt.accounting, receipt.privacy_parameters
    wrong = [
        said
        for said, right in (
            (phrase("the charge is not above 0"), account.this_charge > 0 and account.this_charge_delta >= 0),
            (phrase("the total is smaller than this charge"), account.this_charge <= account.total),
            (phrase("the total of δ is smaller than this charge's"), account.this_charge_delta <= account.total_delta),
            (phrase("the total of ρ is smaller than this charge's"), cost.zcdp_rho <= account.total_zcdp_rho),
            (phrase("the total is above the limit"), account.total <= account.cap),
            (phrase("the total of δ is above its limit"), account.total_delta <= account.cap_delta),
            (phrase("the counter is no number from 1 on"), account.ledger_counter >= 1),
            (
                phrase("it mentions other releases that cost nothing"),
                account.total > account.this_charge or not _others(receipt),
            ),
            (phrase("no releases have these totals of ε, δ and ρ"), _can_be_spent(receipt)),
            (phrase("the first result mentions an earlier one"), not _is_first(receipt) or _is_alone(receipt)),
            (
                phrase("a number of releases is below 0"),
                min(account.releases_not_exported, account.forfeited_charges) >= 0,
            ),
        )
        if not right
    ]
    if wrong:
        return Check(LIMIT, False, phrase("{wrong}.", wrong=capital(wrong[0])))
    return _within(account.total, account.cap)


def of_earlier_account(receipt: EarlierReceipt) -> Check:
    """Whether charge, total and limit of a receipt of format 1 or 2 fit together; nothing else can be worked out."""
    names = ("this_charge", "total", "cap")
    try:
        account = receipt.statement["accounting"]
        sums = [[typed(Fraction, account[each]) for each in names]]
        sums += [[typed(Fraction, account.get(f"{each}_delta", "0")) for each in names]]
    except (InputError, KeyError, TypeError, AttributeError):
        return Check(LIMIT, False, phrase("Charge, total and limit are no numbers as dpstudio wrote them."))
    (charge, total, cap), (slip, _, _) = sums
    if charge <= 0 or slip < 0:
        return Check(LIMIT, False, phrase("The charge is not above 0."))
    if any(one > all_of_them for one, all_of_them, _ in sums):
        return Check(LIMIT, False, phrase("The total is smaller than this charge."))
    if any(all_of_them > most for _, all_of_them, most in sums):
        return Check(LIMIT, False, phrase("The total is above the limit."))
    return _within(total, cap)


def _within(total: Fraction, cap: Fraction) -> Check:
    spent, limit = rational_text(total), rational_text(cap)
    return Check(
        LIMIT,
        True,
        phrase(
            "All releases of the table up to this one cost ε = {spent}; the limit is {limit}.", spent=spent, limit=limit
        ),
    )


def _can_be_spent(receipt: Receipt3) -> bool:
    """Whether other releases can cost what the totals have beyond this charge: none is free, a pure one has ρ ≤ ε²/2.

    After a start from receipts each total is the largest of several, so only together they are of releases.
    """
    account = receipt.accounting
    epsilon, delta = account.total - account.this_charge, account.total_delta - account.this_charge_delta
    rho = account.total_zcdp_rho - receipt.privacy_parameters.zcdp_rho
    if not epsilon:
        return delta == rho == 0
    if is_begun_anew(receipt.flags):
        return account.total_delta > 0 or account.total_zcdp_rho <= account.total**2 / 2
    return rho > 0 and (delta > 0 or rho <= epsilon**2 / 2)


def _others(receipt: Receipt3) -> int:
    return receipt.accounting.releases_not_exported + receipt.accounting.forfeited_charges


def _is_first(receipt: Receipt3) -> bool:
    """Whether no result stood in its ledger before; an earlier charge may be without one still."""
    return isinstance(receipt, Receipt) and receipt.previous_receipt is None


def _is_alone(receipt: Receipt3) -> bool:
    """Whether what was spent besides is told of as charges without a result."""
    account, rho = receipt.accounting, receipt.privacy_parameters.zcdp_rho
    this, total = (account.this_charge, account.this_charge_delta, rho), (account.total, account.total_delta)
    same = this == (*total, account.total_zcdp_rho)
    return not account.releases_not_exported and (same or account.forfeited_charges > 0)


def together(found: Sequence[Opened]) -> tuple[Check, ...]:
    """What can be said of several receipts only together."""
    receipts = {hashlib.sha256(each.canonical).hexdigest(): each.receipt for each in found if each.receipt is not None}
    typed = {digest: each for digest, each in receipts.items() if isinstance(each, Receipt3)}
    real = {digest: each for digest, each in typed.items() if not is_demonstration(each.flags)}
    chain = _chain({digest: each for digest, each in real.items() if isinstance(each, Receipt)})
    return tuple(_doubted(each, list(real.values())) for each in (chain, _totals(real)))


def _doubted(check: Check, receipts: Sequence[Receipt3]) -> Check:
    """A contradiction between receipts of several hands shows that one is false, not whose."""
    keys = {each.signer and each.signer.public_key if isinstance(each, Receipt) else None for each in receipts}
    if check.holds is not False or (len(keys) == 1 and None not in keys):
        return check
    hands = phrase("They are signed with {keys}: one of them may not be the issuer's.", keys=counted(len(keys), "keys"))
    if None in keys:
        hands = phrase("Not all of them are signed: anybody can have written one that is not.")
    return replace(check, why=f"{check.why} {hands}")


def of_place(receipt: Receipt) -> Check:
    """Where one receipt alone stands in its chain."""
    if receipt.previous_receipt is None:
        return Check(CHAIN, None, phrase("The first of its ledger. What came after it is not known here."))
    before = receipt.previous_receipt[:16]
    said = phrase("Follows the receipt whose SHA-256 begins with {before}; add that file to check it.", before=before)
    if receipt.accounting.ledger_counter == 1:  # what was stored before it was charged after it
        late = phrase("It was charged first and interrupted; its result was drawn after a later one.")
        said = phrase("{said} {late}", said=said, late=late)
    return Check(CHAIN, None, said)


def _chain(receipts: dict[str, Receipt]) -> Check:
    """Whether the receipts hang together: none follows one that another follows too."""
    if len(receipts) < 2:
        return Check(CHAIN, None, phrase("There are no two receipts here that name the one before."))
    followers: dict[str, str] = {}
    for digest, each in receipts.items():
        if followers.setdefault(each.previous_receipt or each.accounting.dataset, digest) != digest:
            return Check(
                CHAIN, False, phrase("Two receipts follow the same one: their ledger was turned back or copied.")
            )
    wrong = _out_of_line(receipts)
    if wrong:
        return Check(CHAIN, False, wrong)
    linked = sum(each.previous_receipt in receipts for each in receipts.values())
    if linked == len(receipts) - 1:
        keys = len({None if each.signer is None else each.signer.public_key for each in receipts.values()})
        signed = phrase(
            "They are signed with {keys}: ask the issuer whether the key was changed.", keys=counted(keys, "keys")
        )
        changed = "" if keys == 1 else phrase(" {signed}", signed=signed)
        return Check(
            CHAIN,
            True,
            phrase(
                "{receipts} follow one another without a gap.{changed}",
                receipts=counted(len(receipts), "receipts"),
                changed=changed,
            ),
        )
    if not linked:
        return Check(CHAIN, None, phrase("None of these follows another. What is between them is not here."))
    said = phrase(
        "{linked} of {receipts} follow another of these", linked=linked, receipts=counted(len(receipts), "receipts")
    )
    return Check(CHAIN, None, phrase("{said}. What is between the others is not here.", said=said))


def _out_of_line(receipts: dict[str, Receipt]) -> str:
    """What cannot be of receipts that follow one another in one ledger; "" where nothing is found.

    A charge whose draw was interrupted is completed later, so that numbers need not rise; no two are the same.
    """
    if len({each.ledger_head for each in receipts.values()}) < len(receipts):
        return phrase("Two receipts name the same state of their ledger, though each charge changes it.")
    numbers: set[tuple[str, int]] = set()
    for digest, each in receipts.items():
        line = _line(digest, receipts)
        number = (line[-1], each.accounting.ledger_counter)
        if number in numbers:
            return phrase("Two different receipts of one ledger have the same counter.")
        numbers.add(number)
        earlier = [receipts[one] for one in line]
        if any(is_begun_anew(one.flags) for one in earlier) and not is_begun_anew(each.flags):
            return phrase("A receipt says that its ledger was begun anew, and one after it does not.")
        same = [one for one in earlier if one.accounting.dataset == each.accounting.dataset]
        looks = {*each.flags} & {INSPECTED, HEADER_SHOWN}
        if any({*one.flags} & {INSPECTED, HEADER_SHOWN} - looks for one in same):
            return phrase(
                "A receipt says that the curator looked into the table, and one of the same table after it does not."
            )
        if max(checks_in(one.flags) for one in same) > checks_in(each.flags):
            return phrase("A receipt mentions more format checks of the table than a later one.")
    return ""


def _line(digest: str, receipts: dict[str, Receipt]) -> list[str]:
    """This receipt, the one here that it follows, and so on back to the first."""
    line = [digest]
    while (before := receipts[line[-1]].previous_receipt) in receipts:
        line.append(before)
    return line


def _totals(receipts: dict[str, Receipt3]) -> Check:
    """Whether the charges of one table's receipts fit into their totals, and protect the same unit."""
    tables: dict[str, list[Receipt3]] = {}
    for each in receipts.values():
        tables.setdefault(each.accounting.dataset, []).append(each)
    for some in tables.values():
        some.sort(key=lambda receipt: receipt.accounting.ledger_counter)
        wrong = _of_table(some)
        if wrong:
            return Check(TOTALS, False, wrong)
    most = max(tables.values(), key=len, default=[])
    if len(most) < 2:
        return Check(TOTALS, None, phrase("No two receipts here are of one table."))
    return Check(
        TOTALS,
        True,
        phrase(
            "The charges of each table fit into its totals, and protect the same people in the same way.{named}",
            named=_named(tables),
        ),
    )


def _named(tables: dict[str, list[Receipt3]]) -> str:
    """That receipts of one account find persons by different columns, which a reader should know."""
    for some in tables.values():
        names = sorted({f"“{each.privacy_unit.identified_by}”" for each in some})
        if len(names) > 1:
            found = joined(phrase(" and "), names)
            return phrase(
                " One account's tables identify people by {found}: the curator said that they are the same people.",
                found=found,
            )
    return ""


def _of_table(receipts: list[Receipt3]) -> str:
    """What is wrong with the receipts of one table, in the order of their counters; "" where nothing is."""
    spent, slip, rho, before = Fraction(0), Fraction(0), Fraction(0), 0
    if _limit_rises(receipts):
        return phrase("A later receipt has a higher limit.")
    for each in receipts:
        account = each.accounting
        spent, slip = spent + account.this_charge, slip + account.this_charge_delta
        rho += each.privacy_parameters.zcdp_rho
        if account.total_zcdp_rho < rho:
            return phrase("The charges of these receipts, counted as zCDP (ρ), add up to more than a later total.")
        if account.ledger_counter == before:
            return phrase("Two different receipts of one table have the same counter.")
        if account.total < spent or account.total_delta < slip:
            return phrase("The charges of these receipts add up to more than a later total.")
        if _unit(each) != _unit(receipts[0]):
            return phrase("Two receipts of one table protect another unit or use another neighbour relation.")
        before = account.ledger_counter
    return ""


def _limit_rises(receipts: Sequence[Receipt3]) -> bool:
    """Whether a limit was raised: the larger total is the later one, also of a charge that was completed later."""
    allowed: dict[Fraction, list[tuple[Fraction, Fraction]]] = {}
    for each in receipts:
        account = each.accounting
        allowed.setdefault(account.total, []).append((account.cap, account.cap_delta))
    steps = [tuple(zip(*allowed[total], strict=True)) for total in sorted(allowed)]
    return any(
        max(now) > min(then) for before, after in pairwise(steps) for then, now in zip(before, after, strict=True)
    )


def _unit(receipt: Receipt3) -> tuple[object, ...]:
    """What is protected; of tables that were linked the column of persons has a name of its own in each."""
    unit = receipt.privacy_unit
    people = (unit.identified_by is None, unit.persons_are_read_as, unit.rows_per_person, unit.each_has_a_row)
    return (*people, unit.neighbour_relation)
