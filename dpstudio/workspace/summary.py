"""The one line that sums up all choices."""

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.mechanisms import MECHANISMS
from dpstudio.core.question import Plan

RULES = {
    "votes": "votes",
    "revenue": "revenue",
    "median": "median",
    "quantile": "quantile",
    "nearness": "nearness",
    "nearness_of_sums": "nearness of the sums",
    "agreement": "agreement",
}


def summary(plan: Plan, candidates: CandidateSet | None) -> str:
    """What has been chosen so far, in the order of the work."""
    table = plan.data_table
    parts = [f"{table.label} ({table.role})" if table else "no table yet", _unit(plan)]
    parts.append(f"{candidates.count:,} candidates" if candidates else "no candidates yet")
    parts.append(RULES.get(plan.rule.kind, "no score yet"))
    parts.append(f"{MECHANISMS[plan.privacy.mechanism].name}, ε = {plan.privacy.epsilon.strip() or '?'}")
    if plan.privacy.cap.strip():
        parts.append(f"limit {plan.privacy.cap.strip()}")
    return "   ·   ".join(part for part in parts if part)


def _unit(plan: Plan) -> str:
    unit = plan.unit
    who = {"row": "one row per person", "person": f"persons by “{unit.person}”, {unit.rows or '?'} rows each"}
    relation = {"add_remove": "add or remove", "replace_one": "replace one"}
    return ", ".join(word for word in (who.get(unit.kind, "unit open"), relation.get(unit.relation, "")) if word)
