"""What a receipt tells of a choice."""

import hashlib
from typing import Any

import rfc8785

from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.entropy import SOURCE
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.question import Choice
from dpstudio.core.receipt import columns, words
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.rules import Ready

_MOST_LISTED = 1000
_LARGEST_NUMBER = 1 << 53


def describe(question: Choice) -> dict[str, Any]:
    """The question, the mechanism and its accuracy."""
    mechanism = SELECTIONS[question.mechanism]
    gap = question.calibration.accuracy(question.candidates.count, question.beta, question.candidates.weights)
    return {
        "question": _question(question),
        "mechanism": {
            "key": mechanism.key,
            "name": mechanism.name,
            "law": mechanism.law_form,
            "formula": mechanism.formula,
            "sentence": mechanism.sentence,
            "range_sensitivity_used": rational_text(question.range_sensitivity),
            "range_sensitivity_origin": _origin(question),
            "sampler": mechanism.sampler,
            "randomness": SOURCE,
            "draws": question.winners,
            "epsilon_of_each_draw": rational_text(question.calibration.epsilon_of_each),
        },
        "accuracy": {
            "beta": rational_text(question.beta),
            "score_gap_at_most": decimal_up(gap, 6),
            "sentence": words.accuracy(gap, question.beta, question.score_unit, question.winners),
        },
    }


def _origin(question: Choice) -> str:
    if isinstance(question.rule, Ready):
        return "asserted, not derived"
    return "typed, at least the derived one" if question.entered else "derived"


def _question(question: Choice) -> dict[str, Any]:
    return {
        "kind": "choose",
        "columns": [columns.shown(column) for column in question.columns],
        **_told(question),
        "candidates": _candidates(question.candidates),
        "sentence": words.rule_sentence(question.rule),
        "score_rule": words.rule_sentence(question.rule),
        "score_formula": words.rule_formula(question.rule),
        "score_unit": question.score_unit,
        "sensitivity": rational_text(question.sensitivity.delta),
        "range_sensitivity": rational_text(question.sensitivity.range),
        "derivation": [
            {
                "node": step.what,
                "sensitivity": rational_text(step.sensitivity),
                "range_sensitivity": rational_text(step.range_sensitivity),
                "why": step.why,
            }
            for step in question.sensitivity.steps
            if step.sensitivity is not None and step.range_sensitivity is not None
        ],
    }


def _told(question: Choice) -> dict[str, Any]:
    """The rule by which ready-made scores are said to be computed."""
    if not isinstance(question.rule, Ready) or question.rule.told is None:
        return {}
    told = question.rule.told
    return {"told": {"formula": text_of(told.tree), "columns": [columns.shown(column) for column in told.columns]}}


def _candidates(candidates: CandidateSet) -> dict[str, Any]:
    many = candidates.count if candidates.count < _LARGEST_NUMBER else str(candidates.count)
    shown: dict[str, Any] = {"origin": candidates.origin.value, "count": many}
    if isinstance(candidates, Grid):
        first, last = candidates.label(0), candidates.label(candidates.count - 1)
        unit = " days" if candidates.dates else ""
        return shown | {"start": first, "last": last, "step": rational_text(candidates.step) + unit}
    attributes = {name: list(values) for name, values in candidates.attributes.items()}
    weights = None if candidates.weights is None else [rational_text(weight) for weight in candidates.weights]
    whole = {"labels": list(candidates.labels), "attributes": attributes, "weights": weights}
    shown["sha256"] = hashlib.sha256(rfc8785.dumps(whole)).hexdigest()
    return shown | whole if candidates.count <= _MOST_LISTED else shown
