"""A second line of a private table comes into view as its header: a look, which the ledger holds first."""

from dpstudio.core.account import HEADER_LOOK
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.importing import Tick
from dpstudio.planning.headers import header_line
from dpstudio.workspace.guarding.gate import Gate


def look_at_header(table: TablePlan, gate: Gate, tick: Tick) -> None:
    """Put a look at a private table into the ledger, then let the line that is asked for be its header.

    Raises:
        Refusal: it is not private, or not what may be counted under its handle.
        StudioError: the look could not be put into the ledger.
    """
    gate.inspect(table, HEADER_LOOK, tick)
    gate.headers.note(gate.decide(table, tick).whole, header_line(table))
