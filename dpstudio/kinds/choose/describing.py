"""What a receipt tells of a choice."""

import hashlib
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import rfc8785

from dpstudio.core.candidates import CandidateSet, Grid, Listed
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.quantities import apart, rational_text, readable, with_unit
from dpstudio.core.receipt import columns, words
from dpstudio.core.receipt.candidate_claims import GridCandidates, ListedCandidates, ManyCandidates, Weights
from dpstudio.core.receipt.claims import (
    ChoiceAccuracy,
    ChoiceAsked,
    ReferenceRule,
    SelectionUsed,
)
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.contract import Description, Prose
from dpstudio.core.receipt.receipt import Step, Symbol
from dpstudio.core.receipt.rule_words import rule_sentence
from dpstudio.core.scores.as_read import of_none
from dpstudio.core.scores.forms import tree_of
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.rules import Nearness, Ready
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.translation import joined, phrase

MOST_LISTED = 10_000
_MOST_TOLD = 12
_DIGITS = 6
_ASSERTED = phrase(
    "Ask the curator how the scores were computed, and work out from that how far one person can move"
    " them: the bound was asserted, and there is no proof of it to follow."
)
_ASSERTED_OF_A_RULE = phrase(
    "Follow the proof for the rule that is told, then ask the curator whether the scores were computed"
    " by it: that was asserted."
)
_UNBOUNDED = phrase(
    "See that the mechanism needs no bound on what one person does to a score: there is no proof to follow."
)

_ORIGINS = {
    "derived": phrase("derived"),
    "typed": phrase("typed"),
    "asserted": phrase("asserted"),
    "none": phrase("none"),
}


def describe(question: SettledChoice) -> Description:
    """The question, the mechanism and its accuracy."""
    mechanism = SELECTIONS[question.mechanism]
    used = _used(question)
    gap = question.calibration.accuracy(question.candidates.count, question.beta, question.candidates.weights)
    weighted = question.candidates.weights is not None
    return Description(
        _asked(question),
        used,
        ChoiceAccuracy(question.beta, None if gap is None else _rounded_up(gap)),
        _derivation(question),
        Prose(
            question=rule_sentence(question.rule),
            mechanism=mechanism.name,
            mechanism_sentence=mechanism.sentence,
            formula=formula(question.mechanism, weighted=weighted),
            symbols=symbols(question),
            sampler=mechanism.sampler,
            accuracy=words.accuracy(gap, question.beta, question.score_unit, question.winners),
            accuracy_formula=mechanism.weighted_accuracy_formula if weighted else mechanism.accuracy_formula,
        ),
        _instead_of_a_proof(question),
    )


def _instead_of_a_proof(question: SettledChoice) -> str:
    """How to check a bound that was asserted, or what is said in place of one; "" of one that was derived."""
    if question.sensitivity is None:
        return _UNBOUNDED
    if not isinstance(question.rule, Ready):
        return ""
    return _ASSERTED if question.rule.reference is None else _ASSERTED_OF_A_RULE


def formula(mechanism: str, *, weighted: bool) -> str:
    """The law of a mechanism, with weights where candidates have them."""
    chosen = SELECTIONS[mechanism]
    return chosen.weighted_formula if weighted else chosen.formula


def _used(question: SettledChoice) -> SelectionUsed:
    each, mechanism = question.calibration.epsilon_of_each, SELECTIONS[question.mechanism]
    return SelectionUsed(
        key=mechanism.key,
        law=mechanism.law_form,
        range_sensitivity_used=question.range_sensitivity,
        range_sensitivity_origin=_origin(question),
        draws=question.winners,
        epsilon_of_each_draw=each,
        rate=question.calibration.rate(Fraction(1)),
    )


_ORIGINS = {
    "derived": phrase("derived"),
    "typed": phrase("typed"),
    "asserted": phrase("asserted"),
    "none": phrase("none"),
}


def _origin(question: SettledChoice) -> Literal["derived", "typed", "asserted", "none"]:
    if question.sensitivity is None:
        return "none"
    if isinstance(question.rule, Ready):
        return "asserted"
    return "typed" if question.entered else "derived"


def symbols(question: SettledChoice) -> tuple[Symbol, ...]:
    """What the signs of the law and of the accuracy stand for, with their values."""
    unit, used, spread = question.score_unit, _used(question), question.range_sensitivity
    whence = _read(question.rule) if isinstance(question.rule, Ready) else phrase("by the formula of the score")
    found = [
        Symbol(
            "ε",
            phrase("of each draw") if used.draws > 1 else phrase("of the draw"),
            rational_text(used.epsilon_of_each_draw),
        ),
        Symbol(
            "u(y)", phrase("the score of the candidate y") + (phrase(", in {unit}", unit=unit) if unit else ""), whence
        ),
        Symbol("d", phrase("the number of candidates"), f"{question.candidates.count:,}"),
        Symbol("k", phrase("the number of draws"), str(used.draws)),
        Symbol("β", phrase("how rarely the accuracy may fail"), rational_text(question.beta)),
    ]
    if spread is not None:
        said = phrase(
            "the range sensitivity in force, {range_sensitivity_origin}",
            range_sensitivity_origin=_ORIGINS[used.range_sensitivity_origin],
        )
        found.insert(1, Symbol("R", said, with_unit(readable(spread), unit)))
    if question.candidates.weights is not None:
        found.append(Symbol("w(y)", phrase("the weight of the candidate y"), _weights_told(question.candidates)))
    return tuple(found)


def _read(rule: Ready) -> str:
    """Where ready-made scores come from."""
    none = readable(of_none(rule.columns[1]))
    return phrase(
        "read from the table; {none} for a candidate without a row, the sum of the rows for one with several", none=none
    )


def _weights_told(candidates: CandidateSet) -> str:
    """The weights themselves where they are few; a receipt has them, or what matters of them, with its candidates."""
    weights = candidates.weights or ()
    if candidates.count > _MOST_TOLD:
        return phrase("as given with the candidates")
    return joined(
        ", ",
        (
            phrase("{place} {each}", place=apart(candidates.label(place)), each=readable(each))
            for place, each in enumerate(weights)
        ),
    )


def _asked(question: SettledChoice) -> ChoiceAsked:
    rule, known = question.rule, question.sensitivity
    return ChoiceAsked(
        kind="choose",
        columns=tuple(columns.shown(column) for column in question.columns),
        reference_rule=_reference_rule(question),
        candidates=_candidates(question.candidates),
        rule="NearnessOfSums" if isinstance(rule, Nearness) and rule.of_sums else type(rule).__name__,
        score_formula=None if isinstance(rule, Ready) else text_of(tree_of(rule)),
        score_unit=question.score_unit,
        sensitivity=None if known is None else known.delta,
        range_sensitivity=None if known is None else known.range,
    )


def _derivation(question: SettledChoice) -> tuple[Step, ...]:
    return tuple(
        Step(step.what, step.sensitivity, step.range_sensitivity, step.why)
        for step in (() if question.sensitivity is None else question.sensitivity.steps)
        if step.sensitivity is not None and step.range_sensitivity is not None
    )


def _reference_rule(question: SettledChoice) -> ReferenceRule | None:
    """The rule by which ready-made scores are said to be computed."""
    if not isinstance(question.rule, Ready) or question.rule.reference is None:
        return None
    reference = question.rule.reference
    return ReferenceRule(text_of(reference.tree), tuple(columns.shown(column) for column in reference.columns))


def _candidates(candidates: CandidateSet) -> ListedCandidates | ManyCandidates | GridCandidates:
    if isinstance(candidates, Grid):
        first, last = candidates.label(0), candidates.label(candidates.count - 1)
        return GridCandidates(candidates.origin.value, candidates.count, first, last, candidates.step, candidates.dates)
    origin, count, labels = candidates.origin.value, candidates.count, candidates.labels
    digest, listed = hashlib.sha256(list_of(candidates)).hexdigest(), candidates.count <= MOST_LISTED
    values = candidates.weights
    weights = None
    if values is not None:
        weights = Weights(values if listed else None, min(values), max(values), sum(values, Fraction(0)))
    if not listed:
        return ManyCandidates(origin, count, digest, labels[0], labels[-1], "candidates.json", weights)
    return ListedCandidates(origin, count, digest, labels, MappingProxyType(dict(candidates.attributes)), weights)


def list_beside(candidates: CandidateSet) -> bytes | None:
    """The file beside a receipt that does not list its candidates; None where it does, or where they are a grid."""
    if isinstance(candidates, Grid) or candidates.count <= MOST_LISTED:
        return None
    return list_of(candidates)


def list_of(candidates: Listed) -> bytes:
    """Labels, attributes and weights as canonical JSON: what the digest of candidates is of."""
    whole = {"labels": candidates.labels, "attributes": candidates.attributes, "weights": candidates.weights}
    return bytes(rfc8785.dumps(plain(whole)))


def _rounded_up(value: Fraction) -> Fraction:
    return Fraction(-(-value.numerator * 10**_DIGITS // value.denominator), 10**_DIGITS)
