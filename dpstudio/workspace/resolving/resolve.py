"""A plan meets what is known of its tables: every derived value, or the named reason why it is missing."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from dpstudio.core.account import (
    Account,
    Limit,
    refuse_if_over,
    refuse_other_limit,
    refuse_other_unit,
    refuse_over_first,
    refuse_over_left,
    refuse_spent,
    refuse_unsettled,
)
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError
from dpstudio.core.plan import Plan
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.scores.refinement import Refinement
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.kinds import KINDS
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import check_tables, unit_of
from dpstudio.planning.missing import Notes
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Budget, Resolved, Scores
from dpstudio.translation import phrase
from dpstudio.workspace.resolving.allowed import impossible
from dpstudio.workspace.resolving.columns import use_of
from dpstudio.workspace.resolving.summary import chosen, summary

_LIMIT_WANTED = phrase("Type the limit: how much ε all releases from this table may cost together.")
_DELTA_WANTED = phrase("This noise needs δ = {delta}: type a limit for δ too, {delta} or more.")


def resolve(
    plan: Plan,
    facts: Mapping[str, TableFacts],
    account: Account | None,
    refinement: Refinement | None = None,
    settled: PrivacyUnit | None = None,
) -> Resolved:
    """Derive everything that the plan allows; pure.

    Args:
        facts: by table handle.
        account: of the data table, or None before its first charge.
        refinement: what a closer look at a score's bound has found; it is used where it fits.
        settled: the unit that was made permanent before the first charge.
    """
    out_of_place = impossible(plan)
    if out_of_place:
        return Resolved(plan, out_of_place, account=account)
    notes = Notes()
    check_tables(plan, facts, notes)
    data = plan.data_table
    known = facts.get(data.handle, TableFacts()) if data else TableFacts()
    kind = KINDS[plan.kind]
    unit = unit_of(plan, known, notes, reads_people=kind.reads_people(plan))
    if unit is not None:
        notes.attempt("tables", "privacy_unit.relation", lambda: refuse_unsettled(settled, unit))
    found = Resolved(
        plan, known=known, unit=unit, account=account, settled=settled, scores=Scores(refinement=refinement)
    )
    found = _budget(found, notes)
    found = kind.resolve(found, facts, notes)
    _check_columns(found, notes)
    if _keeps_fixed(found, notes) and found.previewed is not None:
        _check_limit(found, found.previewed, notes)
    else:
        _check_typed(found, notes)
    sealed, candidates = bool(known.refusal), found.scores.candidates
    line = summary(plan, candidates, sealed=sealed, fixed=account.cap if account else None)
    words = chosen(plan, candidates, sealed=sealed, account=account)
    found = replace(found, missing=tuple(notes.items), summary=line, chosen=words)
    return found if found.missing else replace(found, question=found.previewed)


def _check_columns(found: Resolved, notes: Notes) -> None:
    """Note declared columns that are not there, mistakes in those that nothing reads yet, and a type that is open."""
    data = found.plan.data_table
    said = {item.field for item in notes.items}
    for column in data.columns if data else ():
        field, use = f"column:{column.name}:kind", use_of(found, column.name)
        if data and found.known.names and column.name not in found.known.names:
            absent = phrase(
                "{label} has no column “{name}”. Say which of its columns takes its place, check how it is read, or"
                " stop using this column.",
                label=data.label,
                name=column.name,
            )
            notes.refuse("tables", field, absent)
        elif column.kind and not use.persons:
            notes.attempt("tables", field, partial(declarations.column, column))
        elif not column.kind and use.untyped is None and field not in said:
            notes.ask(
                "tables", field, phrase("Choose the type of “{name}”, or stop using this column.", name=column.name)
            )


def _keeps_fixed(found: Resolved, notes: Notes) -> bool:
    """Note, as soon as it is chosen, what differs from what the table's first release fixed; whether nothing does."""
    account, unit, cap, before = found.account, found.unit, found.budget.cap, len(notes.items)
    if account is None:
        return True
    if unit is not None:
        notes.attempt("tables", "privacy_unit.relation", lambda: refuse_other_unit(account, unit))
    if cap is not None:
        notes.attempt("privacy", "privacy.cap", lambda: refuse_other_limit(account, Limit(cap, account.limit.delta)))
    if found.plan.privacy.delta_cap.strip():
        typed = Limit(account.limit.epsilon, found.budget.delta_cap)
        notes.attempt("privacy", "privacy.delta_cap", lambda: refuse_other_limit(account, typed))
    return len(notes.items) == before and found.budget.delta_cap == account.limit.delta


def _check_typed(found: Resolved, notes: Notes) -> None:
    """Note of a question that is not complete where the ε or δ that is typed is more than is left of a known limit."""
    account, budget = found.account, found.budget
    loss = PrivacyLoss(budget.epsilon or Fraction(0), budget.delta, Fraction(0))
    if account is not None and account.total.epsilon >= account.limit.epsilon:
        notes.attempt("privacy", "privacy.cap", lambda: refuse_spent(account))
    elif account is not None:
        notes.attempt("privacy", "privacy.cap", lambda: refuse_over_left(account, loss))
    elif budget.cap is not None:
        limit = Limit(budget.cap, budget.delta_cap or budget.delta)
        notes.attempt("privacy", "privacy.cap", lambda: refuse_over_first(limit, loss))


def _check_limit(found: Resolved, asked: CompleteQuestion, notes: Notes) -> None:
    """Note where the release does not fit the ledger's limit."""
    if found.budget.cap is None:
        return
    limit, loss = Limit(asked.cap, asked.delta_cap), asked.loss
    if found.account is not None:
        account = found.account
        notes.attempt("privacy", "privacy.cap", lambda: refuse_if_over(account, asked.unit, limit, loss))
    elif loss.delta > limit.delta == 0 and loss.epsilon <= limit.epsilon:
        notes.refuse("privacy", "privacy.delta_cap", _DELTA_WANTED.format(delta=rational_text(loss.delta)))
    else:
        notes.attempt("privacy", "privacy.cap", lambda: refuse_over_first(limit, loss))


def _budget(found: Resolved, notes: Notes) -> Resolved:
    """Epsilon, delta, risk and limits as typed; a limit that is blank is the one that the first release fixed."""
    asked = found.plan.privacy
    epsilon = notes.attempt("privacy", "privacy.epsilon", lambda: parse_rational(asked.epsilon, "ε"))

    def chance() -> Fraction:
        what = phrase("The risk β")
        if not asked.beta.strip():
            raise InputError(phrase("{what} is blank.", what=what), phrase("Type 0.05, for example."))
        beta = parse_rational(asked.beta, what)
        if beta >= 1:
            raise InputError(
                phrase("The risk β = {beta} is not below 1.", beta=asked.beta.strip()),
                phrase("Type 0.05, for example."),
            )
        return beta

    beta = notes.attempt("privacy", "privacy.beta", chance)
    cap = None
    if asked.cap.strip():
        cap = notes.attempt("privacy", "privacy.cap", lambda: parse_rational(asked.cap, phrase("The limit")))
    elif found.account is not None:
        cap = found.account.cap
    else:
        notes.ask("privacy", "privacy.cap", _LIMIT_WANTED)
    most_delta = found.account.limit.delta if found.account else Fraction(0)
    if asked.delta_cap.strip():
        typed = partial(parse_rational, asked.delta_cap, phrase("The limit for δ"), zero=True)
        most_delta = notes.attempt("privacy", "privacy.delta_cap", typed) or Fraction(0)
    return replace(found, budget=Budget(epsilon, beta=beta, cap=cap, delta_cap=most_delta))
