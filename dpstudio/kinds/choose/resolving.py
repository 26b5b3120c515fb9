"""Choosing: candidates, score rule, sensitivity and accuracy of a plan."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.candidates.sets import MOST_CANDIDATES
from dpstudio.core.plan import Plan, RulePlan
from dpstudio.core.quantities import counted, parse_count, parse_rational
from dpstudio.core.scores.derivation import Sensitivity
from dpstudio.core.scores.language.mistakes import RuleRefusal
from dpstudio.core.scores.refinement import Refinement
from dpstudio.core.scores.rules import Agreement, Formula, Nearness, Ready, Revenue, Rule, Votes
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.kinds.choose.candidates import candidates_of
from dpstudio.kinds.choose.question import Choice
from dpstudio.kinds.choose.reference_rule import at_its_fields
from dpstudio.kinds.choose.ruling import settled_rule
from dpstudio.kinds.choose.settled import bound_for, range_in_force, refuse_unchoosable
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import Trouble, of_refusal
from dpstudio.planning.inputs import expected_people
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved, Scores
from dpstudio.translation import phrase

MOST_WINNERS = 100
_FIELDS = {"grid": "candidates.stop", "dates": "candidates.stop", "table": "candidates.table"}


def choosing(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what a choice needs."""
    plan = found.plan
    candidates = candidates_of(plan, facts, notes)
    candidates = candidates and _listable(candidates, plan, notes)
    rule, trouble = settled_rule(plan, plan.data_table, found.known, candidates, notes, found.unit)
    scores = replace(
        found.scores,
        candidates=candidates,
        rule=rule,
        trouble=trouble,
        winners=_winners(plan, candidates, notes),
        score_unit=_score_unit(rule),
        candidate_unit=_own_unit(rule),
    )
    found = replace(found, scores=scores, people=expected_people(plan, notes))
    if rule is not None and candidates is not None and found.unit is not None:
        found = replace(found, scores=_derived(found, rule, candidates, found.unit, notes))
    asked = _settled(found, notes)
    accuracy = None if asked is None else _accuracy(asked)
    return replace(found, previewed=asked, scores=replace(found.scores, accuracy=accuracy))


def _winners(plan: Plan, candidates: CandidateSet | None, notes: Notes) -> int:
    most = MOST_WINNERS if candidates is None else min(MOST_WINNERS, candidates.count)
    typed = notes.attempt(
        "privacy", "privacy.winners", lambda: parse_count(plan.privacy.winners, phrase("How many to choose"), most=most)
    )
    return typed or 1


def _derived(found: Resolved, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, notes: Notes) -> Scores:
    """The scores with their bound, or with what is wrong with a formula that has none."""
    scores = found.scores
    told = isinstance(rule, Ready) and rule.reference is not None
    where = "rule.formula" if isinstance(rule, Formula) else "rule.reference" if told else "rule.columns"
    refused: list[RuleRefusal] = []

    def found_bound() -> Scores:
        try:
            known = _bounded(found, rule, candidates, unit)
        except RuleRefusal as error:
            refused.append(error)
            raise
        return replace(scores, sensitivity=known, unbounded=known is None)

    bounded = notes.attempt("score", where, found_bound)
    if bounded is None:
        asked = found.plan.rule
        return replace(scores, trouble=_trouble_of(asked, rule, candidates, unit, refused[0])) if refused else scores
    sensitivity = bounded.sensitivity
    if sensitivity is None:
        return bounded
    bound = notes.attempt("privacy", "privacy.bound", lambda: _typed_bound(found, sensitivity, rule))
    return replace(bounded, range_sensitivity=range_in_force(sensitivity, bound, rule), bound=bound)


def _trouble_of(
    asked: RulePlan, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, error: RuleRefusal
) -> Trouble:
    """What is wrong with a formula that has no bound."""
    told = rule.reference if isinstance(rule, Ready) else rule
    text = asked.reference if isinstance(rule, Ready) else asked.formula
    columns = () if told is None else told.columns
    return of_refusal(error, text, columns, candidates, unit)


def _typed_bound(found: Resolved, sensitivity: Sensitivity, rule: Rule) -> Fraction | None:
    """The R that was typed, where one was."""
    text = found.plan.privacy.bound
    if not text.strip():
        return None
    typed = parse_rational(text, phrase("The range sensitivity R"))
    range_in_force(sensitivity, typed, rule)
    return typed


def _bounded(found: Resolved, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> Sensitivity | None:
    """The derived bound, or the closer one where it has been found; None where there is none and none is needed."""
    mechanism = found.plan.privacy.mechanism
    if isinstance(rule, Ready):
        with at_its_fields():
            return bound_for(mechanism, rule, candidates, unit)
    return bound_for(mechanism, rule, candidates, unit, _fitting(found.scores, rule, candidates, unit))


def _fitting(scores: Scores, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> Refinement | None:
    """The closer look, where it was at this score."""
    refinement = scores.refinement
    return refinement if refinement is not None and refinement.fits(rule, candidates, unit) else None


def _listable(candidates: CandidateSet, plan: Plan, notes: Notes) -> CandidateSet | None:
    """The candidates, unless they are a line and the score is no quantile."""
    if candidates.is_line and plan.rule.kind not in ("", "median", "quantile"):
        notes.refuse(
            "question",
            "candidates.step",
            phrase(
                "The grid has {points}; with this score at most {most_candidates} are possible. Type a larger step.",
                points=counted(candidates.count, "points"),
                most_candidates=f"{MOST_CANDIDATES:,}",
            ),
        )
        return None
    return candidates


def _accuracy(asked: Choice) -> Fraction | None:
    """What holds for every table, where anything does."""
    return asked.calibration.accuracy(asked.candidates.count, asked.beta, asked.candidates.weights)


def _score_unit(rule: Rule | None) -> str:
    match rule:
        case Ready():
            return rule.columns[1].unit
        case Votes():
            return phrase("votes")
        case Agreement():
            return phrase("matches")
        case Nearness() | Revenue():
            return rule.columns[0].unit
        case None | Formula():
            return ""
        case _:
            return phrase("rows")


def _own_unit(rule: Rule | None) -> str:
    """The unit of candidates that are numbers compared with a column."""
    return (
        "" if rule is None or isinstance(rule, Votes | Agreement | Nearness | Ready | Formula) else rule.columns[0].unit
    )


def _settled(found: Resolved, notes: Notes) -> Choice | None:
    scores = found.scores
    """The question as far as a preview needs it: the ledger's limit may still be missing."""
    common, candidates, rule = found.common, found.scores.candidates, found.scores.rule
    if candidates is None:
        return None
    mechanism, where = found.plan.privacy.mechanism, _FIELDS.get(found.plan.candidates.kind, "candidates.text")

    def choosable() -> bool:
        refuse_unchoosable(candidates, mechanism, found.scores.winners)
        return True

    if (
        not notes.attempt("question", where, choosable)
        or common is None
        or rule is None
        or (found.scores.sensitivity is None and not found.scores.unbounded)
    ):
        return None
    return Choice(
        **common,
        mechanism=mechanism,
        candidates=candidates,
        rule=rule,
        refinement=_fitting(scores, rule, candidates, common["unit"]),
        bound=found.scores.bound,
        score_unit=found.scores.score_unit,
        candidate_unit=found.scores.candidate_unit,
        winners=found.scores.winners,
    )
