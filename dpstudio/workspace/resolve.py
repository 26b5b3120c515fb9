"""A plan meets what is known of its tables: every derived value, or the named reason why it is missing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.candidates.sets import refuse_unusable
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Account, refuse_if_over
from dpstudio.core.mechanisms import MECHANISMS, peeling
from dpstudio.core.preview.stand_in import ASSUMED_PEOPLE
from dpstudio.core.quantities import parse_count, parse_rational, rational_text
from dpstudio.core.question import Plan, Question, TablePlan
from dpstudio.core.scores.derivation import Sensitivity, derive
from dpstudio.core.scores.evaluation import unreadable
from dpstudio.core.scores.rules import Agreement, Nearness, Revenue, Rule, Votes, VoteStyle
from dpstudio.core.tables.schema import PrivacyUnit, Role
from dpstudio.workspace import declarations
from dpstudio.workspace.facts import TableFacts
from dpstudio.workspace.inputs import candidates_of, check_tables, unit_of
from dpstudio.workspace.missing import Missing, Notes
from dpstudio.workspace.summary import summary

TABS = ("tables", "question", "score", "privacy")
MOST_PEOPLE = 1_000_000_000
MOST_WINNERS = 100
T = TypeVar("T")


@dataclass(frozen=True)
class Resolved:
    """All that follows from a plan; a value is None where `missing` says why."""

    plan: Plan
    missing: tuple[Missing, ...] = ()
    unit: PrivacyUnit | None = None
    candidates: CandidateSet | None = None
    rule: Rule | None = None
    sensitivity: Sensitivity | None = None
    range_sensitivity: Fraction | None = None
    epsilon: Fraction | None = None
    beta: Fraction | None = None
    accuracy: Fraction | None = None
    cap: Fraction | None = None
    people: int = ASSUMED_PEOPLE
    winners: int = 1
    score_unit: str = ""
    candidate_unit: str = ""
    question: Question | None = None
    previewed: Question | None = None
    account: Account | None = None
    summary: str = ""

    def status(self, tab: str) -> str:
        """done, missing or wrong."""
        here = [item for item in self.missing if item.tab == tab]
        return "wrong" if any(item.wrong for item in here) else "missing" if here else "done"


def resolve(plan: Plan, facts: Mapping[str, TableFacts], account: Account | None) -> Resolved:
    """Derive everything that the plan allows; pure.

    Args:
        facts: by table handle.
        account: of the data table, or None before its first charge.
    """
    notes = Notes()
    check_tables(plan, facts, notes)
    data = plan.data_table
    known = facts.get(data.handle, TableFacts()) if data else TableFacts()
    unit = unit_of(plan, known, notes)
    candidates = candidates_of(plan, facts, notes)
    rule = _rule(plan, data, known, candidates, notes)
    epsilon, beta, cap = _privacy(plan, notes)
    winners = _winners(plan, candidates, notes)
    found = Resolved(
        plan,
        unit=unit,
        candidates=candidates,
        rule=rule,
        account=account,
        epsilon=epsilon,
        beta=beta,
        cap=cap,
        winners=winners,
    )
    found = replace(found, people=_people(plan, notes), score_unit=_score_unit(rule), candidate_unit=_own_unit(rule))
    if rule is not None and candidates is not None and unit is not None:
        found = _derived(found, notes)
    found = replace(found, question=_question(found, known, notes), previewed=_previewed(found))
    if account is not None and unit is not None and found.cap is not None and found.epsilon is not None:
        charge = (account, unit, found.cap, found.epsilon)
        notes.attempt("privacy", "privacy.cap", lambda: refuse_if_over(*charge))
    elif found.cap is not None and found.epsilon is not None and found.epsilon > found.cap:
        notes.refuse("privacy", "privacy.cap", "ε is larger than the limit for this table.")
    found = replace(found, missing=tuple(notes.items))
    if found.missing:
        found = replace(found, question=None)
    return replace(found, summary=summary(plan, found.candidates))


def _rule(
    plan: Plan, data: TablePlan | None, known: TableFacts, candidates: CandidateSet | None, notes: Notes
) -> Rule | None:
    asked = plan.rule
    if not asked.kind:
        notes.ask("score", "rule.kind", "Choose what makes a candidate good.")
        return None
    if data is None or not known.names:
        notes.ask("score", "rule.columns", "The score needs the table with the people's data.")
        return None
    if asked.kind == "votes" and not asked.style:
        notes.ask("score", "rule.style", "Say how the table records votes.")
        return None
    if asked.kind == "quantile" and not asked.alpha.strip():
        notes.ask("score", "rule.alpha", "Type the share of the quantile, for example 0.9.")
        return None
    names = asked.columns
    if asked.kind == "votes" and asked.style == VoteStyle.COLUMN_EACH:
        if candidates is None:
            return None
        names = candidates.texts("")
    if not names or not all(names):
        notes.ask("score", "rule.columns", "Choose the column of the people's data that the score reads.")
        return None
    absent = next((name for name in names if name not in known.names), None)
    if absent is not None:
        notes.refuse("score", "rule.columns", f"The table has no column “{absent}”.")
        return None
    rule = notes.attempt("score", "rule.columns", lambda: declarations.rule(asked, data, names))
    if rule is not None and candidates is not None:
        return notes.attempt("score", "rule.attributes", lambda: _checked(rule, candidates))
    return rule


def _checked(rule: Rule, candidates: CandidateSet) -> Rule:
    """Raise where a candidate cannot be compared with the column."""
    if isinstance(rule, Agreement | Nearness | Revenue) or not isinstance(rule, Votes):
        attributes = rule.attributes if isinstance(rule, Agreement | Nearness) else (rule.attribute,)
        for attribute in attributes:
            if attribute and (not isinstance(candidates, Listed) or attribute not in candidates.attributes):
                raise InputError(f"The candidates have no attribute “{attribute}”.", "Choose another.")
    if isinstance(rule, Votes) and rule.style is VoteStyle.CHOICES:
        column = rule.columns[0]
        for text in candidates.texts(""):
            if column.separator in text:
                raise InputError(
                    f"The candidate “{text}” contains the separator “{column.separator}”.", "Choose another separator."
                )
    if isinstance(rule, Votes | Agreement) and not (isinstance(rule, Votes) and rule.style is VoteStyle.COLUMN_EACH):
        attributes = rule.attributes if isinstance(rule, Agreement) else ("",)
        for column, attribute in zip(rule.columns, attributes, strict=True):
            texts = candidates.texts(attribute)
            wrong = unreadable(column, texts)
            if wrong is not None:
                raise InputError(
                    f"The candidate “{wrong}” cannot be read under the type of “{column.name}”.",
                    "Change the column's type, or the candidate.",
                )
            if not column.match_case and isinstance(rule, Votes):
                refuse_unusable(texts, match_case=False)
    return rule


def _privacy(plan: Plan, notes: Notes) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
    asked = plan.privacy
    epsilon = notes.attempt("privacy", "privacy.epsilon", lambda: parse_rational(asked.epsilon, "ε"))

    def chance() -> Fraction:
        beta = parse_rational(asked.beta, "The risk β")
        if beta >= 1:
            raise InputError("The risk β must lie below 1.", "Type 0.05, for example.")
        return beta

    beta = notes.attempt("privacy", "privacy.beta", chance)
    cap = None
    if asked.cap.strip():
        cap = notes.attempt("privacy", "privacy.cap", lambda: parse_rational(asked.cap, "The limit"))
    else:
        notes.ask(
            "privacy", "privacy.cap", "Type the limit: how much ε all releases from this table may cost together."
        )
    return epsilon, beta, cap


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
    sensitivity = notes.attempt("score", "rule.columns", lambda: derive(rule, candidates, unit))
    if sensitivity is None:
        return found
    plan = found.plan
    used = sensitivity.range
    if plan.privacy.bound.strip():
        used = notes.attempt("privacy", "privacy.bound", lambda: _bound(plan.privacy.bound, sensitivity)) or used
    mechanism = MECHANISMS[plan.privacy.mechanism]
    if candidates.weights is not None and not mechanism.takes_weights:
        notes.refuse(
            "privacy",
            "privacy.mechanism",
            f"{mechanism.name} is not defined with weights. Choose the exponential mechanism, or remove the weights.",
        )
    accuracy = None
    if found.epsilon is not None and found.beta is not None:
        accuracy = peeling.accuracy(
            mechanism, used, found.epsilon, candidates.count, found.beta, candidates.weights, found.winners
        )
    return replace(found, sensitivity=sensitivity, range_sensitivity=used, accuracy=accuracy)


def _bound(text: str, sensitivity: Sensitivity) -> Fraction:
    typed = parse_rational(text, "The range sensitivity R")
    if typed < sensitivity.range:
        raise Refusal(
            f"R = {rational_text(typed)} is smaller than the derived {rational_text(sensitivity.range)};"
            " with it the guarantee would not hold.",
            "Leave the field blank, or type a larger number.",
        )
    return typed


def _score_unit(rule: Rule | None) -> str:
    match rule:
        case Votes():
            return "votes"
        case Agreement():
            return "matches"
        case Nearness() | Revenue():
            return rule.columns[0].unit
        case None:
            return ""
        case _:
            return "rows"


def _own_unit(rule: Rule | None) -> str:
    """The unit of candidates that are numbers compared with a column."""
    return "" if rule is None or isinstance(rule, Votes | Agreement | Nearness) else rule.columns[0].unit


def _question(found: Resolved, known: TableFacts, notes: Notes) -> Question | None:
    data = found.plan.data_table
    if data is None or found.cap is None or notes.items:
        return None
    return _settled(found, data, found.cap)


def _previewed(found: Resolved) -> Question | None:
    """The question as far as a preview needs it: the ledger's limit may still be missing."""
    data = found.plan.data_table
    return None if data is None else _settled(found, data, found.cap or Fraction(1))


def _settled(found: Resolved, data: TablePlan, cap: Fraction) -> Question | None:
    if (
        found.unit is None or found.candidates is None or found.rule is None or found.sensitivity is None
        or found.range_sensitivity is None or found.epsilon is None or found.beta is None
    ):  # fmt: skip
        return None
    if found.candidates.weights is not None and not MECHANISMS[found.plan.privacy.mechanism].takes_weights:
        return None
    return Question(
        name=found.plan.name,
        handle=data.handle,
        role=Role(data.role),
        source=data.source,
        unit=found.unit,
        candidates=found.candidates,
        rule=found.rule,
        columns=found.rule.columns,
        sensitivity=found.sensitivity,
        range_sensitivity=found.range_sensitivity,
        entered=bool(found.plan.privacy.bound.strip()),
        mechanism=found.plan.privacy.mechanism,
        epsilon=found.epsilon,
        beta=found.beta,
        cap=cap,
        score_unit=found.score_unit,
        candidate_unit=found.candidate_unit,
        winners=found.winners,
    )
