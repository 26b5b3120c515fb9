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
from dpstudio.translation import joined, phrase

_LONGEST = 48
_NO_TABLE, _NOBODY = phrase("no table yet"), phrase("who is protected is not said yet")
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
    parts = [phrase("{table} ({role})", table=table, role=role) if table else _NO_TABLE, _unit(plan)]
    parts += kind.asked(plan, candidates)
    parts.append(phrase("{name}, {epsilon}", name=kind.mechanism(plan).name, epsilon=_epsilon(plan)))
    if fixed is not None:
        parts.append(phrase("limit fixed at {fixed}", fixed=rational_text(fixed)))
    elif plan.privacy.cap.strip():
        parts.append(phrase("limit {cap}", cap=plan.privacy.cap.strip()))
    return joined("   ·   ", (part for part in parts if part))


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
        "tables": phrase("{table}, {role}", table=table, role=_role(plan, sealed=sealed)) if table else _NO_TABLE,
        "question": asked,
        "score": scored,
        "privacy": phrase("{epsilon}, {name}", epsilon=_epsilon(plan), name=kind.mechanism(plan).name),
        "ledger": _spent(plan, account),
    }


def _spent(plan: Plan, account: Account | None) -> str:
    """How much of the limit is spent."""
    if account is not None:
        return phrase(
            "{epsilon} of {limit_epsilon} spent",
            epsilon=rational_text(account.total.epsilon),
            limit_epsilon=rational_text(account.limit.epsilon),
        )
    cap = plan.privacy.cap.strip()
    return phrase("0 of {cap} spent", cap=cap) if cap else ""


def _table(plan: Plan) -> str:
    """The people's table, or one whose role is open; "" where there is none."""
    unsaid = next((_short(each.label) for each in plan.tables if not each.role), "")
    return _short(plan.data_table.label) if plan.data_table else unsaid


def _role(plan: Plan, *, sealed: bool) -> str:
    table = plan.data_table
    return phrase("role not said yet") if table is None else phrase("sealed") if sealed else _ROLES.get(table.role, "")


def _short(label: str) -> str:
    """A table's name, its middle left out where it is long: it stands in full on the Tables tab."""
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 14]}…{label[-13:]}"


def _epsilon(plan: Plan) -> str:
    return phrase("ε = {epsilon}{delta}", epsilon=plan.privacy.epsilon.strip() or "?", delta=_delta(plan))


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
    return phrase(" The guarantee may fail with probability δ.") if takes_delta(plan) else ""


def _unit(plan: Plan) -> str:
    unit = plan.privacy_unit
    if not KINDS[plan.kind].reads_people(plan):
        return joined(
            ", ", (word for word in (phrase("people behind the scores"), _RELATIONS.get(unit.relation, "")) if word)
        )
    found = phrase("people by “{person}”", person=unit.person) if unit.person else phrase("people by a column")
    rows = (
        phrase(", at most {rows} each", rows=with_unit(unit.rows.strip(), phrase("rows"))) if unit.rows.strip() else ""
    )
    who = {"row": phrase("one row per person"), "person": phrase("{found}{rows}", found=found, rows=rows)}
    return joined(", ", (word for word in (who.get(unit.kind, _NOBODY), _RELATIONS.get(unit.relation, "")) if word))
