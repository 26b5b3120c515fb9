"""Choosing: candidates, score rule, sensitivity and accuracy of a plan."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.candidates.sets import MOST_CANDIDATES
from dpstudio.core.errors import Refusal
from dpstudio.core.mechanisms import SELECTIONS, peeling
from dpstudio.core.preview.stand_in import ASSUMED_PEOPLE
from dpstudio.core.quantities import parse_count, parse_rational, rational_text
from dpstudio.core.question import Choice, Plan
from dpstudio.core.scores.derivation import Sensitivity, derive
from dpstudio.core.scores.language.mistakes import RuleRefusal
from dpstudio.core.scores.rules import Agreement, Formula, Nearness, Ready, Revenue, Rule, Votes
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.workspace.facts import TableFacts
from dpstudio.workspace.formulas import of_refusal
from dpstudio.workspace.inputs import candidates_of
from dpstudio.workspace.missing import Notes
from dpstudio.workspace.resolved import Resolved
from dpstudio.workspace.ruling import settled_rule
from dpstudio.workspace.told import at_its_fields

MOST_PEOPLE = 1_000_000_000
MOST_WINNERS = 100


def choosing(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what a choice needs."""
    plan = found.plan
    candidates = candidates_of(plan, facts, notes)
    candidates = candidates and _listable(candidates, plan, notes)
    rule, trouble = settled_rule(plan, plan.data_table, found.known, candidates, notes)
    found = replace(
        found,
        candidates=candidates,
        rule=rule,
        trouble=trouble,
        winners=_winners(plan, candidates, notes),
        people=_people(plan, notes),
        score_unit=_score_unit(rule),
        candidate_unit=_own_unit(rule),
    )
    if rule is not None and candidates is not None and found.unit is not None:
        found = _derived(found, notes)
    return replace(found, previewed=_settled(found))


def _winners(plan: Plan, candidates: CandidateSet | None, notes: Notes) -> int:
    most = MOST_WINNERS if candidates is None else min(MOST_WINNERS, candidates.count)
    typed = notes.attempt(
        "privacy", "privacy.winners", lambda: parse_count(plan.privacy.winners, "How many to choose", most=most)
    )
    return typed or 1


def _people(plan: Plan, notes: Notes) -> int:
    if not plan.people.strip():
        return ASSUMED_PEOPLE
    typed = notes.attempt(
        "privacy", "people", lambda: parse_count(plan.people, "The expected number of people", most=MOST_PEOPLE)
    )
    return typed or ASSUMED_PEOPLE


def _derived(found: Resolved, notes: Notes) -> Resolved:
    rule, candidates, unit = found.rule, found.candidates, found.unit
    assert rule is not None and candidates is not None and unit is not None  # noqa: S101
    told = isinstance(rule, Ready) and rule.told is not None
    where = "rule.formula" if isinstance(rule, Formula) else "rule.told" if told else "rule.columns"
    refused: list[RuleRefusal] = []

    def bounded() -> Sensitivity:
        try:
            return _bounded(found, rule, candidates, unit)
        except RuleRefusal as error:
            refused.append(error)
            raise

    sensitivity = notes.attempt("score", where, bounded)
    if sensitivity is None:
        return replace(found, trouble=of_refusal(refused[0])) if refused else found
    plan = found.plan
    used = sensitivity.range
    if plan.privacy.bound.strip():
        origin = "asserted" if isinstance(rule, Ready) else "derived"
        used = (
            notes.attempt("privacy", "privacy.bound", lambda: _bound(plan.privacy.bound, sensitivity, origin)) or used
        )
    mechanism = SELECTIONS[plan.privacy.mechanism]
    if candidates.weights is not None and not mechanism.takes_weights:
        notes.refuse(
            "privacy",
            "privacy.mechanism",
            f"{mechanism.name} is not defined with weights. Choose the exponential mechanism, or remove the weights.",
        )
    if candidates.is_line:
        _refuse_on_line(candidates, found, notes)
    accuracy = None
    if found.epsilon is not None and found.beta is not None:
        accuracy = peeling.accuracy(
            mechanism, used, found.epsilon, candidates.count, found.beta, candidates.weights, found.winners
        )
    return replace(found, sensitivity=sensitivity, range_sensitivity=used, accuracy=accuracy)


def _bounded(found: Resolved, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> Sensitivity:
    """The derived bound, or the closer one where it has been found."""
    if isinstance(rule, Ready):
        with at_its_fields():
            return derive(rule, candidates, unit)
    if found.closer is not None and found.closer.fits(rule, candidates, unit):
        return found.closer.sensitivity
    return derive(rule, candidates, unit)


def _listable(candidates: CandidateSet, plan: Plan, notes: Notes) -> CandidateSet | None:
    """The candidates, unless they are a line and the score is no quantile."""
    if candidates.is_line and plan.rule.kind not in ("", "median", "quantile"):
        notes.refuse(
            "question",
            "candidates.step",
            f"The grid has {candidates.count:,} points; with this score at most {MOST_CANDIDATES:,} are possible. Type"
            " a larger step.",
        )
        return None
    return candidates


def _fits_line(found: Resolved) -> bool:
    return SELECTIONS[found.plan.privacy.mechanism].takes_weights and found.winners == 1


def _refuse_on_line(candidates: CandidateSet, found: Resolved, notes: Notes) -> None:
    """Points of a line are drawn piece by piece, weighted by their number: what only one mechanism can do."""
    if not SELECTIONS[found.plan.privacy.mechanism].takes_weights:
        notes.refuse(
            "privacy",
            "privacy.mechanism",
            f"On a grid of {candidates.count:,} points only the exponential mechanism can choose. Choose it, or type a"
            " larger step.",
        )
    elif found.winners > 1:
        notes.refuse("privacy", "privacy.winners", f"On a grid of {candidates.count:,} points one can be chosen.")


def _bound(text: str, sensitivity: Sensitivity, origin: str) -> Fraction:
    typed = parse_rational(text, "The range sensitivity R")
    if typed < sensitivity.range:
        raise Refusal(
            f"R = {rational_text(typed)} is smaller than the {origin} {rational_text(sensitivity.range)};"
            " with it the guarantee would not hold.",
            "Leave the field blank, or type a larger number.",
        )
    return typed


def _score_unit(rule: Rule | None) -> str:
    match rule:
        case Ready():
            return rule.columns[1].unit
        case Votes():
            return "votes"
        case Agreement():
            return "matches"
        case Nearness() | Revenue():
            return rule.columns[0].unit
        case None | Formula():
            return ""
        case _:
            return "rows"


def _own_unit(rule: Rule | None) -> str:
    """The unit of candidates that are numbers compared with a column."""
    return (
        "" if rule is None or isinstance(rule, Votes | Agreement | Nearness | Ready | Formula) else rule.columns[0].unit
    )


def _settled(found: Resolved) -> Choice | None:
    """The question as far as a preview needs it: the ledger's limit may still be missing."""
    common = found.common
    if (
        common is None or found.candidates is None or found.rule is None or found.sensitivity is None
        or found.range_sensitivity is None or found.epsilon is None
    ):  # fmt: skip
        return None
    mechanism = SELECTIONS[found.plan.privacy.mechanism]
    if found.candidates.weights is not None and not mechanism.takes_weights:
        return None
    if found.candidates.is_line and not _fits_line(found):
        return None
    return Choice(
        **common,
        columns=found.rule.columns,
        mechanism=mechanism.key,
        loss=peeling.loss(mechanism, found.epsilon, found.winners),
        candidates=found.candidates,
        rule=found.rule,
        sensitivity=found.sensitivity,
        range_sensitivity=found.range_sensitivity,
        entered=bool(found.plan.privacy.bound.strip()),
        score_unit=found.score_unit,
        candidate_unit=found.candidate_unit,
        winners=found.winners,
    )
