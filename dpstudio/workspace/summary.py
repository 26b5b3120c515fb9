"""The one line that sums up all choices."""

from fractions import Fraction

from dpstudio.core.account import Account
from dpstudio.core.candidates import CandidateSet
from dpstudio.core.plan import Plan
from dpstudio.core.quantities import rational_text, with_unit
from dpstudio.core.receipt import words
from dpstudio.core.tables.schema import Relation, Role
from dpstudio.kinds import KINDS
from dpstudio.planning.question import CompleteQuestion

_LONGEST = 48
_NO_TABLE, _NOBODY = "no table yet", "who is protected is not said yet"
_ROLES = {each.value: each for each in Role}
_RELATIONS = {each.value: each.words for each in Relation}


def summary(plan: Plan, candidates: CandidateSet | None, *, sealed: bool = False, fixed: Fraction | None = None) -> str:
    """What has been chosen so far, in the order of the work.

    Args:
        sealed: the table stays sealed, whatever role it is said to have.
        fixed: the limit that the table's first release fixed, or None before it.
    """
    kind = KINDS[plan.kind]
    table, role = _table(plan), _role(plan, sealed=sealed)
    parts = [f"{table} ({role})" if table else _NO_TABLE, _unit(plan)]
    parts += kind.asked(plan, candidates)
    parts.append(f"{kind.mechanism(plan).name}, {_epsilon(plan)}")
    if fixed is not None:
        parts.append(f"limit fixed at {rational_text(fixed)}")
    elif plan.privacy.cap.strip():
        parts.append(f"limit {plan.privacy.cap.strip()}")
    return "   ·   ".join(part for part in parts if part)


def chosen(plan: Plan, candidates: CandidateSet | None, *, sealed: bool, account: Account | None) -> dict[str, str]:
    """What has been chosen in each step, in a few words; the parts of `summary` by the tabs that ask for them.

    Args:
        sealed: as in `summary`.
        account: what the table has spent, or None before its first release.
    """
    kind = KINDS[plan.kind]
    asked, scored = [*kind.asked(plan, candidates), ""][:2]
    table = _table(plan)
    return {
        "tables": f"{table}, {_role(plan, sealed=sealed)}" if table else _NO_TABLE,
        "question": asked,
        "score": scored,
        "privacy": f"{_epsilon(plan)}, {kind.mechanism(plan).name}",
        "ledger": _spent(plan, account),
    }


def _spent(plan: Plan, account: Account | None) -> str:
    """How much of the limit is spent."""
    if account is not None:
        return f"{rational_text(account.total.epsilon)} of {rational_text(account.limit.epsilon)} spent"
    cap = plan.privacy.cap.strip()
    return f"0 of {cap} spent" if cap else ""


def _table(plan: Plan) -> str:
    """The people's table, or one whose role is open; "" where there is none."""
    unsaid = next((_short(each.label) for each in plan.tables if not each.role), "")
    return _short(plan.data_table.label) if plan.data_table else unsaid


def _role(plan: Plan, *, sealed: bool) -> str:
    table = plan.data_table
    return "role not said yet" if table is None else "sealed" if sealed else _ROLES.get(table.role, "")


def _short(label: str) -> str:
    """A table's name, its middle left out where it is long: it stands in full on the Tables tab."""
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 14]}…{label[-13:]}"


def _epsilon(plan: Plan) -> str:
    return f"ε = {plan.privacy.epsilon.strip() or '?'}{_delta(plan)}"


def _delta(plan: Plan) -> str:
    return f", δ = {plan.privacy.delta.strip() or '?'}" if takes_delta(plan) else ""


def takes_delta(plan: Plan) -> bool:
    """Whether the guarantee has a δ."""
    return KINDS[plan.kind].takes_delta(plan)


def slip(plan: Plan, asked: CompleteQuestion | None) -> str:
    """What a guarantee with a δ allows for, said wherever odds are; "" for a pure one.

    Args:
        asked: the question as far as it is known.
    """
    if asked is not None:
        return words.slip(asked.loss)
    return " The guarantee may fail with probability δ." if takes_delta(plan) else ""


def _unit(plan: Plan) -> str:
    unit = plan.privacy_unit
    if not KINDS[plan.kind].reads_people(plan):
        return ", ".join(word for word in ("people behind the scores", _RELATIONS.get(unit.relation, "")) if word)
    found = f"persons by “{unit.person}”" if unit.person else "persons by a column"
    rows = f", at most {with_unit(unit.rows.strip(), 'rows')} each" if unit.rows.strip() else ""
    who = {"row": "one row per person", "person": f"{found}{rows}"}
    return ", ".join(word for word in (who.get(unit.kind, _NOBODY), _RELATIONS.get(unit.relation, "")) if word)
