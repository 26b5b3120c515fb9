"""The receipt: one frozen, versioned value, of which JSON, CSV and PDF are renderings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Literal

from dpstudio.core.errors import InputError
from dpstudio.core.origins import leaves
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Issued
from dpstudio.core.receipt.claims import (
    Accuracy,
    Asked,
    ChoiceAsked,
    Claims,
    FiguresAsked,
    Parameters,
    Reading,
    SurveyAsked,
    SynthesisAsked,
    Texts,
    Unit,
    Used,
)
from dpstudio.core.receipt.codec import plain, typed
from dpstudio.core.receipt.earlier import EARLIER, EarlierReceipt
from dpstudio.translation import phrase

FORMAT: Literal[5] = 5
KIND: Literal["dpstudio receipt"] = "dpstudio receipt"


@leaves(drawn="value error", typed="name unit", derived="name unit")
@dataclass(frozen=True)
class Line:
    """One line of a result; what is blank does not apply."""

    name: str
    value: str
    unit: str
    error: str


@leaves(drawn="chosen winners", typed="unit", derived="post_processing")
@dataclass(frozen=True)
class Chosen:
    """The winners, in the order drawn."""

    lines: tuple[Line, ...]
    chosen: str
    winners: Texts
    unit: str
    post_processing: str


@leaves(derived="post_processing")
@dataclass(frozen=True)
class Measured:
    """The noisy figures after what was done to them."""

    lines: tuple[Line, ...]
    post_processing: str


@leaves(typed="answer", drawn="count")
@dataclass(frozen=True)
class AnswerCount:
    """How many rows gave an answer once all were randomized."""

    answer: str
    count: int


@leaves(derived="post_processing")
@dataclass(frozen=True)
class Surveyed:
    """The estimates, and the randomized counts they follow from."""

    lines: tuple[Line, ...]
    randomized_counts: tuple[AnswerCount, ...]
    post_processing: str


@leaves(typed="columns", drawn="rows")
@dataclass(frozen=True)
class InventedRows:
    """The synthetic table: 1 for yes and 0 for no."""

    columns: Texts
    rows: tuple[tuple[int, ...], ...]


@leaves(derived="post_processing")
@dataclass(frozen=True)
class Synthesized:
    """The synthetic table that was drawn."""

    lines: tuple[Line, ...]
    table: InventedRows
    post_processing: str


Result = Chosen | Measured | Surveyed | Synthesized
_RESULTS = {ChoiceAsked: Chosen, FiguresAsked: Measured, SurveyAsked: Surveyed, SynthesisAsked: Synthesized}


@leaves(derived="node sensitivity range_sensitivity why")
@dataclass(frozen=True)
class Step:
    """One line of the derivation; the two figures are None where the step has others."""

    node: str
    sensitivity: Fraction | None
    range_sensitivity: Fraction | None
    why: str


@leaves(derived="value meaning", fixed="sign")
@dataclass(frozen=True)
class Symbol:
    """A sign of the formula, what it stands for, and its value."""

    sign: str
    meaning: str
    value: str


@leaves(
    derived="protected from_what warning odds suspicion suspicion_in_hundred epsilon_rounded_up zcdp_rho_rounded_up"
    " model rows_kept question reading columns mechanism mechanism_sentence formula calibration sampler accuracy"
    " accuracy_formula",
    fixed="not_from randomness",
)
@dataclass(frozen=True)
class Words:
    """The sentences that a layperson reads; they follow from the claims and nothing is worked out from them."""

    protected: str
    from_what: str
    warning: str
    odds: str
    suspicion: str
    suspicion_in_hundred: Fraction
    epsilon_rounded_up: str
    zcdp_rho_rounded_up: str
    not_from: str
    model: str
    rows_kept: str
    question: str
    reading: str
    columns: Texts
    mechanism: str
    mechanism_sentence: str
    formula: str
    symbols: tuple[Symbol, ...]
    calibration: str
    sampler: str
    randomness: str
    accuracy: str
    accuracy_formula: str


@leaves(
    typed="cap cap_delta this_charge",
    derived="dataset this_charge this_charge_delta total total_delta total_zcdp_rho releases_not_exported"
    " forfeited_charges ledger_counter",
    fixed="composition",
)
@dataclass(frozen=True)
class Accounting:
    """What the table's releases add up to, this one included."""

    dataset: str
    composition: str
    this_charge: Fraction
    this_charge_delta: Fraction
    total: Fraction
    total_delta: Fraction
    total_zcdp_rho: Fraction
    cap: Fraction
    cap_delta: Fraction
    releases_not_exported: int
    forfeited_charges: int
    ledger_counter: int


@leaves(derived="assumptions", fixed="check")
@dataclass(frozen=True)
class Trust:
    """What the guarantee rests on, and how it can be checked."""

    assumptions: Texts
    check: Texts


@leaves(fixed="versions sha256")
@dataclass(frozen=True)
class Dependencies:
    """Versions of libraries, and their digest."""

    versions: Mapping[str, str]
    sha256: str


@leaves(fixed="program version python")
@dataclass(frozen=True)
class Software:
    """What made the receipt."""

    program: Literal["dpstudio"]
    version: str
    python: str
    dependencies: Dependencies


@leaves(fixed="algorithm", derived="public_key fingerprint")
@dataclass(frozen=True)
class SigningKey:
    """The public part of the key that signs; binary values in base64, the fingerprint in hexadecimal."""

    algorithm: Literal["Ed25519"]
    public_key: str
    fingerprint: str


@leaves(typed="name", derived="date flags unprotected_quantities", fixed="format kind deployment_model")
@dataclass(frozen=True)
class Receipt3:
    """A receipt of format 3: what was asked, what is claimed, what came out; free of the data otherwise.

    The fields from `privacy_unit` to `unprotected_quantities` are the claims. Before format 5 one had another name.
    """

    format: Literal[3, 4, 5]
    kind: Literal["dpstudio receipt"]
    name: str
    date: str
    flags: Texts
    privacy_unit: Unit
    privacy_parameters: Parameters
    deployment_model: Literal["central"]
    reading: Reading
    question: Asked
    mechanism: Used
    accuracy: Accuracy
    unprotected_quantities: Texts
    derivation: tuple[Step, ...]
    words: Words
    result: Result
    accounting: Accounting
    trust: Trust
    software: Software

    @property
    def claims(self) -> Claims:
        """The claims alone."""
        return Claims(**{field.name: getattr(self, field.name) for field in fields(Claims)})

    @property
    def statement(self) -> dict[str, Any]:
        """The whole as JSON has it."""
        return _exchanged(dict(plain(self)))

    @property
    def lines(self) -> list[dict[str, str]]:
        """The result, a line each."""
        return [plain(line) for line in self.result.lines]

    @property
    def winners(self) -> Texts | None:
        """Who was chosen, in order; None where nothing is chosen."""
        return self.result.winners if isinstance(self.result, Chosen) else None

    @property
    def table(self) -> dict[str, Any] | None:
        """The synthetic table, where there is one."""
        return dict(plain(self.result.table)) if isinstance(self.result, Synthesized) else None

    @property
    def terms(self) -> tuple[str, str, str]:
        """Epsilon, delta and the odds, as people read them."""
        parameters = self.privacy_parameters
        return rational_text(parameters.epsilon), rational_text(parameters.delta), self.words.odds


@leaves(derived="previous_receipt ledger_head")
@dataclass(frozen=True)
class Receipt(Receipt3):
    """A receipt, which says too who issued it, what it follows in its ledger, and who signs it.

    Args:
        previous_receipt: SHA-256 of the statement stored last in the same ledger, or None for the first.
        ledger_head: digest of the ledger's last entry before this result.
        signer: None for a demonstration, which nobody signs.
    """

    format: Literal[4, 5]
    issued: Issued
    previous_receipt: str | None
    ledger_head: str
    signer: SigningKey | None


AnyReceipt = Receipt3 | EarlierReceipt
_DOCUMENT = {"statement", "envelope", "renderings"}
_SIGNED_SINCE, _NAMED_SINCE = 4, 5
_EXCHANGED = {"told": "reference_rule", "reference_rule": "told"}


def read(text: str | bytes) -> AnyReceipt:
    """A receipt from its JSON, with its envelope or without, of this format or an earlier one.

    Raises:
        InputError: it is no receipt, a newer program's, or something in it is missing, unknown or of another type.
    """
    return receipt_of(parsed(text)["statement"])


def parsed(text: str | bytes) -> dict[str, Any]:
    """Statement, envelope and renderings of a receipt; of one that is its statement alone the others are None.

    Raises:
        InputError: it is no JSON, or a name stands twice.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise InputError(phrase("The receipt is not JSON."), phrase("Use the receipt as dpstudio wrote it.")) from None
    whole = isinstance(data, dict) and data.keys() == _DOCUMENT
    return dict(data) if whole else {"statement": data, "envelope": None, "renderings": None}


def receipt_of(data: Any) -> AnyReceipt:
    """The receipt that a statement is.

    Raises:
        InputError: as `read`.
    """
    if not isinstance(data, dict) or data.get("kind") != KIND or type(data.get("format")) is not int:
        raise InputError(
            phrase("This is not a receipt of dpstudio."), phrase("Choose a receipt.json that dpstudio wrote.")
        )
    if data["format"] > FORMAT:
        raise InputError(phrase("The receipt was written by a newer dpstudio."), phrase("Update dpstudio."))
    if data["format"] in EARLIER:
        return EarlierReceipt.of(data)
    found: Receipt3 = typed(Receipt if data["format"] >= _SIGNED_SINCE else Receipt3, _exchanged(data))
    if not isinstance(found.result, _RESULTS[type(found.question)]):
        raise InputError(
            phrase("The receipt's result is of another kind than its question."), phrase("Use the receipt as written.")
        )
    return found


def _exchanged(statement: dict[str, Any]) -> dict[str, Any]:
    """A statement of an earlier format under the names of this one, and the other way round."""
    question = statement.get("question")
    if statement["format"] >= _NAMED_SINCE or not isinstance(question, dict):
        return statement
    return statement | {"question": {_EXCHANGED.get(name, name): value for name, value in question.items()}}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Raise ValueError where a name stands twice: readers would disagree on which of them counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found
