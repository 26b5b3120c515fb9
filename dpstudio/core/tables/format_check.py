"""The format check: whether most cells of a private number or date column can be read by their marks and order.

One of two words for the curator alone, on request (WINDOW, How a file is read); the ledger tells of each.
"""

from dpstudio.core.apart import apart
from dpstudio.core.tables.importing import Tick, batches_of
from dpstudio.core.tables.meanings import are_blank, mapper
from dpstudio.core.tables.permit import FormatCheck
from dpstudio.core.tables.schema import Column, Source


def most_readable(leave: FormatCheck, column: Column, tick: Tick) -> bool:
    """Whether at least half of the cells that are not blank have a meaning; so it is where all of them are blank.

    Args:
        leave: for this table; the check is in the ledger already.
        column: as it is declared.
        tick: called with the rough share done; it may raise Cancelled.

    Raises:
        InputError: the file is malformed or lacks the column.
    """
    return most_cells_readable(leave.source, column, tick)


@apart
def most_cells_readable(source: Source, column: Column, tick: Tick) -> bool:
    """The same, where the table is read."""
    meaning, surplus = mapper(column), 0
    for (cells,), weights in batches_of(source, [column], tick):
        many = weights.to_numpy()
        written = ~are_blank(cells).to_numpy(zero_copy_only=False)
        read = meaning(cells).is_valid().to_numpy(zero_copy_only=False) & written
        surplus += 2 * int(many[read].sum()) - int(many[written].sum())
    return surplus >= 0
