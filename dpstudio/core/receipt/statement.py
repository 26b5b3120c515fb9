"""How a receipt comes about: what a question claims, then with its result and account the whole."""

import datetime
import hashlib
import platform
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import Any

import rfc8785

from dpstudio import __version__
from dpstudio.core.entropy import SOURCE
from dpstudio.core.ledger import Account, Before
from dpstudio.core.quantities import decimal_up, rational_text, significant_up, suspicion_share
from dpstudio.core.question import Question
from dpstudio.core.receipt import columns, words
from dpstudio.core.receipt.claims import Claims, Parameters, Unit
from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.contract import Describable, Description
from dpstudio.core.receipt.document import digest_of_kept, signing_key
from dpstudio.core.receipt.headline import DEMONSTRATION, HEADER_SHOWN, INSPECTED, checked, checks_in, looked
from dpstudio.core.receipt.receipt import (
    FORMAT,
    KIND,
    Accounting,
    Dependencies,
    Receipt,
    Software,
    Step,
    Trust,
    Words,
)
from dpstudio.core.signing import Signer
from dpstudio.core.tables.schema import Relation, Role
from dpstudio.translation import phrase

_DEPENDENCIES = (
    "numpy",
    "duckdb",
    "ibis-framework",
    "sqlglot",
    "pyarrow",
    "lark",
    "cryptography",
    "typst",
    "rfc8785",
    "keyring",
    "fastexcel",
)
SAMPLE = phrase("{demonstration}: the table was declared a sample", demonstration=DEMONSTRATION)
ASSERTED = phrase("the sensitivity of the scores was asserted by the curator, not derived")
COMPOSITION = phrase("the ε of all releases from this table add up, and so do their δ")
_NOT_CHOSEN = phrase("The question, its bounds and types were not chosen by looking at the private table.")
_NOT_CHOSEN_BUT = phrase(
    "But for the look that this receipt tells of, the question, its bounds and types were not chosen"
    " by looking at the private table."
)
_NOT_CHOSEN_BUT_FORMAT = phrase(
    "But for the format checks that this receipt tells of, the question, its bounds and types were not"
    " chosen by looking at the private table."
)
_TRUST = Trust(
    assumptions=(
        phrase("The curator is honest and kept the table, the ledger and this computer safe."),
        _NOT_CHOSEN,
        phrase("No one measured how long the release took."),
    ),
    check=(
        phrase("Follow the proof again: from what was asked to what one person can change."),
        phrase("See that ε, the formula of the mechanism and the figures in it belong together."),
        phrase("Ask the curator for the ledger entry with the counter above."),
    ),
)


@dataclass(frozen=True)
class Described:
    """The part of a receipt that is known before the draw: claims, derivation, sentences.

    `flags` are those of the question itself; a book may have more to remark.
    """

    claims: Claims
    derivation: tuple[Step, ...]
    words: Words
    flags: tuple[str, ...]
    trust: Trust


@lru_cache(maxsize=4)
def describe(question: Describable) -> Described:
    """Everything that the plan fixes."""
    told, loss = question.described(), question.loss
    claims = Claims(
        privacy_unit=_unit(question),
        privacy_parameters=Parameters("approximate" if loss.delta else "pure", loss.epsilon, loss.delta, loss.rho),
        deployment_model="central",
        reading=columns.reading(question.source),
        question=told.question,
        mechanism=told.mechanism,
        accuracy=told.accuracy,
        unprotected_quantities=_unprotected(question),
    )
    trust = _trust(question, told)
    return Described(claims, told.derivation, _words(question, told, claims), _flags(question), trust)


def _rounded(share: Fraction) -> Fraction:
    """In hundredths, for a bar; never all of it."""
    return min(Fraction(round(100 * share), 100), Fraction(9999, 100))


def _unit(question: Question) -> Unit:
    unit = question.unit
    return Unit(
        identified_by=unit.person,
        persons_are_read_as=None if unit.person is None else unit.persons,
        rows_per_person=unit.rows,
        neighbour_relation=unit.relation,
        public_number_of_people=question.people,
        each_has_a_row=unit.everyone,
        blank_rows_are_none=unit.gaps,
        asserted=not question.reads_people,
    )


def _unprotected(question: Question) -> tuple[str, ...]:
    unit = question.unit
    known = unit.relation is Relation.REPLACE_ONE and not unit.may_have_none
    whose = phrase("in the table") if question.reads_people else phrase("behind the scores")
    return (phrase("the number of people {whose}", whose=whose),) if known else ()


def _words(question: Question, told: Description, claims: Claims) -> Words:
    loss, prose = question.loss, told.prose
    return Words(
        protected=words.who(question),
        from_what=words.from_what(loss, question.role),
        warning=words.warning(loss.epsilon, loss.delta),
        odds=words.odds(loss.epsilon),
        suspicion=words.suspicion(loss.epsilon),
        suspicion_in_hundred=_rounded(suspicion_share(loss.epsilon)),
        epsilon_rounded_up=decimal_up(loss.epsilon, 4),
        zcdp_rho_rounded_up=rational_text(significant_up(loss.rho)),
        not_from=words.NOT_FROM,
        model=prose.model,
        rows_kept=words.rows_kept(question),
        question=prose.question,
        reading=words.reading(claims.reading),
        columns=tuple(words.column_reading(column) for column in claims.question.columns),
        mechanism=prose.mechanism,
        mechanism_sentence=prose.mechanism_sentence,
        formula=prose.formula,
        symbols=prose.symbols,
        calibration=prose.calibration,
        sampler=prose.sampler,
        randomness=SOURCE,
        accuracy=prose.accuracy,
        accuracy_formula=prose.accuracy_formula,
    )


def statement(
    question: Describable,
    result: dict[str, Any],
    account: Account,
    number: int,
    today: datetime.date,
    before: Before,
    signer: Signer | None,
) -> Receipt:
    """The whole receipt of one release; no score, probability, rank, count of rows, path or time of day.

    Args:
        result: what was drawn.
        account: of the dataset, this charge included.
        number: the ledger's counter.
        before: what stands in the ledger before the result.
        signer: who signs it, or None for a demonstration.
    """
    described = describe(question)
    claims = described.claims
    flags = described.flags + looked(account.looks, account.plan_of(number)) + checked(account.checks) + account.remarks
    return Receipt(
        format=FORMAT,
        kind=KIND,
        name=question.name,
        date=today.isoformat(),
        flags=flags,
        privacy_unit=claims.privacy_unit,
        privacy_parameters=claims.privacy_parameters,
        deployment_model=claims.deployment_model,
        reading=claims.reading,
        question=claims.question,
        mechanism=claims.mechanism,
        accuracy=claims.accuracy,
        unprotected_quantities=claims.unprotected_quantities,
        derivation=described.derivation,
        words=described.words,
        result=typed(question.result_type, result),
        accounting=_accounting(question, account, number),
        trust=trust_beside(described.trust, flags),
        software=_software(),
        issued=question.issued,
        previous_receipt=before.resumed if before.last is None else digest_of_kept(before.last),
        ledger_head=before.head,
        signer=signing_key(signer),
    )


def trust_beside(trust: Trust, flags: tuple[str, ...]) -> Trust:
    """What a receipt with these flags rests on: beside a look or a format check, nothing is said of there being none.

    Args:
        trust: what it rests on without flags.
    """
    looked_at = INSPECTED in flags or HEADER_SHOWN in flags
    if not looked_at and not checks_in(flags):
        return trust
    but = _NOT_CHOSEN_BUT if looked_at else _NOT_CHOSEN_BUT_FORMAT
    told = tuple(but if each == _NOT_CHOSEN else each for each in trust.assumptions)
    return replace(trust, assumptions=told)


def _accounting(question: Question, account: Account, number: int) -> Accounting:
    others = [charge for charge in account.charges if charge.number != number]
    return Accounting(
        dataset=question.handle,
        composition=COMPOSITION,
        this_charge=question.loss.epsilon,
        this_charge_delta=question.loss.delta,
        total=account.total.epsilon,
        total_delta=account.total.delta,
        total_zcdp_rho=account.total.rho,
        cap=account.limit.epsilon,
        cap_delta=account.limit.delta,
        releases_not_exported=sum(not each.exported and each.statement is not None for each in others),
        forfeited_charges=account.forfeited + sum(each.statement is None for each in others),
        ledger_counter=number,
    )


def _flags(question: Question) -> tuple[str, ...]:
    """What a reader must know before anything else."""
    flags = [SAMPLE] if question.role is Role.SAMPLE else []
    if question.is_asserted:
        flags.append(ASSERTED)
    return tuple(flags)


def _trust(question: Question, told: Description) -> Trust:
    """An asserted bound has no proof that could be followed."""
    check = (told.check, *_TRUST.check[1:]) if told.check else _TRUST.check
    return Trust(_TRUST.assumptions + columns.assumed(question.source), check)


def _software() -> Software:
    return Software("dpstudio", __version__, platform.python_version(), _dependencies())


@lru_cache(maxsize=1)
def _dependencies() -> Dependencies:
    found: Mapping[str, str] = {name: _version(name) for name in _DEPENDENCIES}
    return Dependencies(MappingProxyType(dict(found)), hashlib.sha256(rfc8785.dumps(dict(found))).hexdigest())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
