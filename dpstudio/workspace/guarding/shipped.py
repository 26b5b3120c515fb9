"""The tables that come with dpstudio are known by their contents, never by where they lie or what names them."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dpstudio.core.plan import TablePlan
from dpstudio.resources import resource


@dataclass(frozen=True)
class Shipped:
    """A table that comes with dpstudio.

    Args:
        size: its bytes.
        source: the document's own table, in the resources' folder of demonstrations.
        people: how many that table has, one a row.
        times: how many times these people this one has.
    """

    size: int
    source: str
    people: int
    times: int


def shipped_as(table: TablePlan) -> Shipped | None:
    """Which of the tables that ship this is, by its contents alone; None where it is none or cannot be read."""
    if table.format != "text":
        return None
    try:
        file = Path(table.path)
        size = file.stat().st_size if table.path else len(table.text)
        if not any(each.size == size for each in _shipped().values()) or (table.path and not file.is_file()):
            return None
        content = file.read_bytes() if table.path else table.text.encode("utf-8", "surrogatepass")
    except (OSError, ValueError):
        return None
    return _shipped().get(hashlib.sha256(content).hexdigest())


def is_shipped(table: TablePlan) -> bool:
    """Whether a table is one that comes with dpstudio, by its contents alone."""
    return shipped_as(table) is not None


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Shipped]:
    """Every table that ships, by its SHA-256."""
    listed = json.loads(resource("demonstrations/tables.json").read_text("utf-8"))
    return {digest: Shipped(**each) for digest, each in listed.items()}
