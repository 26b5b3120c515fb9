"""A plan meets what is known of its tables: every derived value, or the named reason why it is missing."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Account, Limit, refuse_if_over
from dpstudio.core.quantities import parse_rational
from dpstudio.core.question import Plan
from dpstudio.core.scores.closer import Closer
from dpstudio.core.sightings import refuse_unsettled
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.workspace.allowed import impossible
from dpstudio.workspace.choosing import choosing
from dpstudio.workspace.facts import TableFacts
from dpstudio.workspace.inputs import check_tables, unit_of
from dpstudio.workspace.measuring import measuring
from dpstudio.workspace.missing import Missing, Notes
from dpstudio.workspace.resolved import Resolved
from dpstudio.workspace.summary import summary
from dpstudio.workspace.surveying import surveying
from dpstudio.workspace.synthesizing import synthesizing

__all__ = ["Missing", "Resolved", "resolve"]
_KINDS = {"choose": choosing, "measure": measuring, "survey": surveying, "synthesize": synthesizing}


def resolve(
    plan: Plan,
    facts: Mapping[str, TableFacts],
    account: Account | None,
    closer: Closer | None = None,
    settled: PrivacyUnit | None = None,
) -> Resolved:
    """Derive everything that the plan allows; pure.

    Args:
        facts: by table handle.
        account: of the data table, or None before its first charge.
        closer: what a closer look at a score's bound has found; it is used where it fits.
        settled: the unit that was made permanent before the first charge.
    """
    out_of_place = impossible(plan)
    if out_of_place:
        return Resolved(plan, out_of_place, account=account)
    notes = Notes()
    check_tables(plan, facts, notes)
    data = plan.data_table
    known = facts.get(data.handle, TableFacts()) if data else TableFacts()
    unit = unit_of(plan, known, notes)
    if unit is not None:
        notes.attempt("tables", "unit.relation", lambda: refuse_unsettled(settled, unit))
    found = Resolved(plan, known=known, unit=unit, account=account, closer=closer, settled=settled)
    found = _budget(found, notes)
    found = _KINDS[plan.kind](found, facts, notes)
    _check_limit(found, notes)
    found = replace(
        found, missing=tuple(notes.items), summary=summary(plan, found.candidates, sealed=bool(known.refusal))
    )
    return found if found.missing else replace(found, question=found.previewed)


def _check_limit(found: Resolved, notes: Notes) -> None:
    """Note where the release does not fit the ledger's limit."""
    asked = found.previewed
    if asked is None or found.cap is None:
        return
    account = found.account or Account(asked.unit, Limit(asked.cap, asked.delta_cap), ())
    if found.account is None and asked.loss.epsilon > asked.cap:
        notes.refuse("privacy", "privacy.cap", "ε is larger than the limit for this table.", refused=True)
    elif found.account is None and asked.loss.delta > asked.delta_cap:
        notes.refuse(
            "privacy",
            "privacy.delta_cap",
            "This noise needs δ: type a limit for it too, at least as large as the δ of this release.",
            refused=asked.delta_cap > 0,
        )
    else:
        limit = Limit(asked.cap, asked.delta_cap)
        notes.attempt("privacy", "privacy.cap", lambda: refuse_if_over(account, asked.unit, limit, asked.loss))


def _budget(found: Resolved, notes: Notes) -> Resolved:
    """Epsilon, delta, risk and limits as typed."""
    asked = found.plan.privacy
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
    most_delta = Fraction(0)
    if asked.delta_cap.strip():
        typed = lambda: parse_rational(asked.delta_cap, "The limit for δ", zero=True)  # noqa: E731
        most_delta = notes.attempt("privacy", "privacy.delta_cap", typed) or most_delta
    return replace(found, epsilon=epsilon, beta=beta, cap=cap, delta_cap=most_delta)
