"""That the bytes which are read are the bytes that the gate knows: nobody puts others in their place in between."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dpstudio.core.errors import Refusal
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.reading import files
from dpstudio.translation import phrase

_TICK = 20_000_000
Stamps = list[tuple[str, int, int, int, int]]


@contextmanager
def unchanged(table: TablePlan) -> Iterator[None]:
    """Within it a table is asked for at the gate and then read: both see the same files.

    Raises:
        Refusal: a file was written or replaced meanwhile; what was read is not used.
    """
    before = stamps(table)
    _let_clock_go_on(before)
    yield
    if stamps(table) != before:
        raise Refusal(
            phrase("{label} was changed while it was read, so what was read is not used.", label=table.label),
            phrase("Wait until it is complete, then check it on the Tables tab."),
            command="Wait until it is complete, then try again.",
        )


def stamps(table: TablePlan) -> Stamps:
    """What a file system tells of files; when it last changed something of one nobody can set."""
    found = []
    own = [Path(table.path)] if table.path and table.format != "database" else []
    for file in files(table.source) or own:
        try:
            told = file.stat()
        except (OSError, ValueError):
            continue
        found.append((str(file), told.st_dev, told.st_ino, told.st_size, told.st_ctime_ns))
    return found


def _let_clock_go_on(seen: Stamps) -> None:
    """File systems tell times in steps: after a file of this very moment the next change must have another time."""
    newest = max((each[-1] for each in seen), default=0)
    if 0 <= time.time_ns() - newest < _TICK:
        time.sleep(_TICK / 1e9)
