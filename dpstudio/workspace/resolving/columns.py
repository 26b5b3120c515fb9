"""What the columns of the people's table are read for, so that only what has an effect is asked of them."""

from dataclasses import dataclass

from dpstudio.core.plan import ColumnPlan
from dpstudio.core.tables.schema import Kind
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved


@dataclass(frozen=True)
class Use:
    """What a column is read for.

    Args:
        persons: it says whose a row is, and the question does not read it.
        untyped: the type it is read by where none is chosen, or None where it needs one.
        unread: what a blank or unreadable cell of yes / no counts as where nothing is declared, in a word.
    """

    persons: bool = False
    untyped: Kind | None = None
    unread: str = "nothing"


def use_of(found: Resolved, name: str) -> Use:
    """What a column of the people's table is read for."""
    plan, rule, kind = found.plan, found.scores.rule, KINDS[found.plan.kind]
    read_by_rule = rule is not None and name in {column.name for column in rule.columns}
    if (
        plan.privacy_unit.kind == "person"
        and name == plan.privacy_unit.person
        and not read_by_rule
        and name not in kind.columns(plan)
    ):
        return Use(persons=True, untyped=Kind.IDENTIFIER)
    by_kind = name in kind.yes_no(found)
    unread = "no" if by_kind and kind.unread_is_no(found) else "nothing"
    return Use(untyped=Kind.YES_NO if read_by_rule or by_kind else None, unread=unread)


def undeclared(found: Resolved) -> tuple[ColumnPlan, ...]:
    """The columns that are read as yes / no without being declared: under which words must be seen, and changed."""
    data = found.plan.data_table
    known = {*found.known.names}
    names = dict.fromkeys(each.name for each in found.read if each.kind is Kind.YES_NO)
    names |= dict.fromkeys(name for name in KINDS[found.plan.kind].yes_no(found) if name in known)
    return tuple(ColumnPlan(name) for name in names if data and data.column(name) is None)
