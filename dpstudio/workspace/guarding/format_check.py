"""The format check, from a declared column to one of two words; the ledger notes it first (TRUST, Who may see what)."""

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.format_check import most_readable
from dpstudio.core.tables.importing import Tick
from dpstudio.planning.declarations import written_as
from dpstudio.translation import phrase
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.guarding.unchanged import unchanged

MOST, FEWER = "most", phrase("fewer than half")


def check(table: TablePlan, name: str, gate: Gate, tick: Tick) -> bool:
    """Whether most cells of a private table's column can be read by their marks and order.

    Raises:
        InputError: the column is not declared as a number or date.
        StudioError: the check could not be put into the ledger, or the table not be read.
    """
    column = written_as(table.column(name) or ColumnPlan(name))
    with unchanged(table):
        return most_readable(gate.check_format(table, tick), column, tick)


def sentence(name: str, most: bool) -> str:
    """The answer in words; fewer than half is a warning."""
    if most:
        told = phrase("Most cells of “{name}” that are not blank can be read", name=name)
        return phrase("{told} (half of them or more, or all are blank).", told=told)
    seen = phrase("Fewer than half of the cells of “{name}” that are not blank can be read", name=name)
    return phrase("{seen}: check its type, and how its numbers or dates are written.", seen=seen)
