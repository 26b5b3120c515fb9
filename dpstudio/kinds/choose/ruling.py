"""The score rule of a plan, settled: a form, a formula, or ready-made scores with the rule that is told for them."""

from dataclasses import replace

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.plan import Plan, RulePlan, TablePlan
from dpstudio.core.scores.names import refuse_unmatchable
from dpstudio.core.scores.rules import Agreement, Formula, Nearness, Ready, Rule, Votes, VoteStyle
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.kinds.choose.reference_rule import settle_reference
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import Trouble, settle
from dpstudio.planning.missing import Notes
from dpstudio.translation import phrase

_NAMED_ALIKE = phrase(
    "A yes/no column per candidate has the candidate's name: name the candidates like these columns, or choose another"
    " way in which the table records votes."
)


def settled_rule(
    plan: Plan,
    data: TablePlan | None,
    known: TableFacts,
    candidates: CandidateSet | None,
    notes: Notes,
    unit: PrivacyUnit | None = None,
) -> tuple[Rule | None, Trouble | None]:
    """The rule, and what is wrong with one that is written as a formula."""
    if not plan.rule.kind:
        notes.ask("score", "rule.kind", phrase("Choose what makes a candidate good."))
    elif data is None or not known.has_header:
        if not (known.refusal or known.problem or known.other_header):
            notes.ask("score", "rule.columns", phrase("The score needs the table with the people's data."))
    elif plan.rule.kind == "formula":
        return _formula(plan, data, known, candidates, notes, unit)
    elif plan.rule.kind == "ready":
        return _ready(plan, data, known, candidates, notes, unit)
    else:
        return _form(plan.rule, data, known, candidates, notes), None
    return None, None


def _needs_bound(plan: Plan) -> bool:
    return SELECTIONS[plan.privacy.mechanism].needs_bound


def _formula(
    plan: Plan,
    data: TablePlan,
    known: TableFacts,
    candidates: CandidateSet | None,
    notes: Notes,
    unit: PrivacyUnit | None,
) -> tuple[Rule | None, Trouble | None]:
    text, bounded = plan.rule.formula, _needs_bound(plan)
    if not text.strip():
        notes.ask("score", "rule.formula", phrase("Write the formula of the score."))
        return None, None
    if candidates is None:
        return None, None
    found = notes.attempt("score", "rule.formula", lambda: settle(text, data, known, candidates, unit, bounded=bounded))
    rule, trouble = found or (None, None)
    if trouble is not None:
        notes.refuse("score", "rule.formula", trouble.sentence, refused=trouble.refused)
    return rule, trouble


def _ready(
    plan: Plan,
    data: TablePlan,
    known: TableFacts,
    candidates: CandidateSet | None,
    notes: Notes,
    unit: PrivacyUnit | None,
) -> tuple[Rule | None, Trouble | None]:
    """Ready-made scores, and what is wrong with the rule that they are said to be computed by."""
    asked = plan.rule
    if not asked.sensitivity.strip() and _needs_bound(plan):
        notes.ask("score", "rule.sensitivity", phrase("Type how far one person can move a ready-made score at most."))
        rule = None
    else:
        rule = _form(asked, data, known, candidates, notes)
    if not asked.reference.strip() or candidates is None:
        return rule, None
    found = notes.attempt("score", "rule.reference", lambda: settle_reference(asked, candidates, unit))
    if found is None:
        return None, None
    reference, trouble = found
    if trouble is not None:
        notes.refuse("score", "rule.reference", trouble.sentence, refused=trouble.refused)
    if reference is None or not isinstance(rule, Ready):
        return None, trouble
    return replace(rule, reference=reference), None


def _form(
    asked: RulePlan, data: TablePlan, known: TableFacts, candidates: CandidateSet | None, notes: Notes
) -> Rule | None:
    if asked.kind == "votes" and not asked.style:
        notes.ask("score", "rule.style", phrase("Say how the table records votes."))
        return None
    if asked.kind == "quantile" and not asked.alpha.strip():
        notes.ask("score", "rule.alpha", phrase("Type the share of the quantile, for example 0.9."))
        return None
    names = asked.columns
    if asked.kind == "ready" and len(names) < 2:
        names = (*names, *[""] * (2 - len(names)))
    if asked.kind == "votes" and asked.style == VoteStyle.COLUMN_EACH:
        if candidates is None:
            return None
        names = candidates.texts("")
    if not names or not all(names):
        notes.ask("score", "rule.columns", phrase("Choose the column of the people's data that the score reads."))
        return None
    absent = next((name for name in names if name not in known.names), None)
    if absent is not None:
        told = phrase("The table has no column “{absent}”.", absent=absent)
        if asked.kind == "votes" and asked.style == VoteStyle.COLUMN_EACH:
            told = phrase("{told} {remedy}", told=told, remedy=_NAMED_ALIKE)
        notes.refuse("score", "rule.columns", told)
        return None
    rule = notes.attempt("score", "rule.columns", lambda: declarations.rule(asked, data, names))
    if rule is not None and candidates is not None:
        return notes.attempt("score", "rule.attributes", lambda: _checked(rule, candidates))
    return rule


def _checked(rule: Rule, candidates: CandidateSet) -> Rule:
    """Raise where a candidate cannot be compared with the column."""
    if not isinstance(rule, Votes | Ready | Formula):
        attributes = rule.attributes if isinstance(rule, Agreement | Nearness) else (rule.attribute,)
        for attribute in attributes:
            if attribute and (not isinstance(candidates, Listed) or attribute not in candidates.attributes):
                raise InputError(
                    phrase("The candidates have no attribute “{attribute}”.", attribute=attribute),
                    phrase("Choose another."),
                )
    by_name = isinstance(rule, Votes | Agreement | Ready)
    if by_name and not (isinstance(rule, Votes) and rule.style is VoteStyle.COLUMN_EACH):
        attributes = rule.attributes if isinstance(rule, Agreement) else ("",)
        for column, attribute in zip(rule.columns, attributes, strict=False):
            refuse_unmatchable(column, candidates.texts(attribute), distinct=isinstance(rule, Votes | Ready))
    return rule
