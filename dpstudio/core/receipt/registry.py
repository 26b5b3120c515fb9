"""A receipt as an entry of the OpenDP deployments registry: YAML, in the subset that every reader agrees on."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpstudio.core.quantities import counted, rational_text, significant_up
from dpstudio.core.question import NOT_STATED, Issued
from dpstudio.core.receipt.claims import Unit
from dpstudio.core.receipt.headline import DEMONSTRATION, is_demonstration
from dpstudio.core.receipt.receipt import Receipt, Receipt3, Synthesized
from dpstudio.core.receipt.words import standing

_DIGITS = 12
_COMPLETE = 3
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def to_yaml(receipt: Receipt3) -> bytes:
    """`entry` in UTF-8: texts in double quotes, numbers as plain decimals, no tags, anchors or comments."""
    return "".join(f"{line}\n" for line in _lines(entry(receipt))).encode()


def entry(receipt: Receipt3) -> dict[str, Any]:
    """What the registry asks for, from the statement alone; what the statement does not say is "not stated".

    Source: the registry's own schema, kept in resources/registry; registry.schema.json is what is filled of it.
    """
    return {
        "url_slug": f"dpstudio-{receipt.date}-{receipt.accounting.dataset[:8]}-{receipt.accounting.ledger_counter}",
        "status": "Draft",
        "tier": _COMPLETE,
        "deployment": {
            "basic": _basic(receipt),
            "dp_variant": _variant(receipt),
            "privacy_loss": _loss(receipt),
            "deployment_model": _model(receipt),
            "accounting": {
                "post_processing": receipt.result.post_processing,
                "composition": receipt.accounting.composition,
            },
            "implementation": _implementation(receipt),
            "administrative": {"notes": _notes(receipt), "registry_authors": [_issued(receipt).issued_by]},
        },
    }


def _issued(receipt: Receipt3) -> Issued:
    """Who issued it, what for and why; a receipt of format 3 does not say."""
    return receipt.issued if isinstance(receipt, Receipt) else Issued()


def _basic(receipt: Receipt3) -> dict[str, Any]:
    stamp = f"{DEMONSTRATION[0].upper()}{DEMONSTRATION[1:]}: " if is_demonstration(receipt.flags) else ""
    return {
        "name": f"{stamp}{receipt.name or NOT_STATED}",
        "data_curators": [_issued(receipt).issued_by],
        "description": f"{stamp}{receipt.words.question}",
        "intended_use": _issued(receipt).purpose,
        "data_product_type": "Synthetic data" if isinstance(receipt.result, Synthesized) else "Summary statistics",
        "data_product_region": NOT_STATED,
        "publication_date": receipt.date,
    }


def _variant(receipt: Receipt3) -> dict[str, Any]:
    return {
        "variant_name": "Approximate DP" if receipt.privacy_parameters.delta else "Pure DP",
        "data_domain": f"Every table of the declared columns. Rows that count: {receipt.words.rows_kept}.",
        "unprotected_quantities": ", ".join(receipt.unprotected_quantities) or "none",
    }


def _loss(receipt: Receipt3) -> dict[str, Any]:
    unit, guarantee, words = receipt.privacy_unit, receipt.privacy_parameters, receipt.words
    bounded = {"epsilon": guarantee.epsilon, "delta": guarantee.delta, "rho": guarantee.zcdp_rho}
    given = bounded if guarantee.delta else {"epsilon": guarantee.epsilon}
    told = {name: significant_up(value, _DIGITS) for name, value in given.items()}
    exactly = f"ε = {rational_text(guarantee.epsilon)}, δ = {rational_text(guarantee.delta)}, exactly"
    return {
        "privacy_unit": _protected(unit),
        "privacy_unit_details": f"{words.protected} Neighbour relation: {unit.neighbour_relation.words}.",
        "privacy_parameters": told,
        "privacy_parameters_details": f"{exactly}{'; rounded up above' if told != given else ''}. {words.from_what}",
    }


def _protected(unit: Unit) -> str:
    if unit.asserted:
        return "person, as asserted"
    return "person" if unit.identified_by is None else f"person, at most {counted(unit.rows_per_person, 'rows')}"


def _model(receipt: Receipt3) -> dict[str, Any]:
    account = receipt.accounting
    spent = f"ε {rational_text(account.total)} of at most {rational_text(account.cap)}"
    return {
        "model_name": receipt.deployment_model.capitalize(),
        "model_name_details": receipt.words.model,
        "actors": " ".join(receipt.trust.assumptions),
        "release_type": "One release",
        "release_type_details": f"All releases from the table together, this one included: {spent}.",
        "data_source_type": "Static",
        "access_type": "Non-interactive",
    }


def _implementation(receipt: Receipt3) -> dict[str, Any]:
    words, software = receipt.words, receipt.software
    used = standing(words.formula, words.symbols)
    signs = "; ".join(f"{each.sign} {each.meaning}: {each.value}" for each in used)
    drawn = f"Sampler: {words.sampler}. Randomness: {words.randomness}."
    made = f"Made by {software.program} {software.version}, libraries {software.dependencies.sha256}."
    return {
        "preprocessing_and_hyperparameter_tuning": f"Assumed: {receipt.trust.assumptions[1]}",
        "mechanisms": f"{words.mechanism}: {words.formula}, where {signs}. {drawn} {made}",
        "justification": _issued(receipt).why_epsilon,
    }


def _notes(receipt: Receipt3) -> str:
    """Every flag, and what the entry was made from."""
    flags = "".join(f"{flag[0].upper()}{flag[1:]}. " for flag in receipt.flags)
    return f"{flags}Made from the receipt with the ledger counter {receipt.accounting.ledger_counter}."


def _lines(value: Mapping[str, Any], depth: int = 0) -> list[str]:
    found = []
    for name, each in value.items():
        here = "  " * depth + f"{name}:"
        if isinstance(each, Mapping):
            found += [here, *_lines(each, depth + 1)]
        elif isinstance(each, Sequence) and not isinstance(each, str):
            found += [here, *("  " * (depth + 1) + f"- {_scalar(item)}" for item in each)]
        else:
            found.append(f"{here} {_scalar(each)}")
    return found


def _scalar(value: str | int | Fraction) -> str:
    if isinstance(value, str):
        return _UNPRINTABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(value, ensure_ascii=False))
    return rational_text(Fraction(value))
