"""Numbers with what they count, in grammar: 1 vote, 2 votes; there is 1 person, there are 2 people."""

from collections.abc import Sequence

_MEGABYTE = 10**6
_PARTING = frozenset(",;“”")
SINGULAR = {
    "votes": "vote", "matches": "match", "rows": "row", "people": "person", "persons": "person",
    "candidates": "candidate", "days": "day", "lines": "line", "figures": "figure", "columns": "column",
    "numbers": "number", "groups": "group", "bins": "bin", "points": "point", "queries": "query", "tables": "table",
    "values": "value", "weights": "weight", "choices": "choice", "answers": "answer", "draws": "draw",
    "releases": "release", "receipts": "receipt", "times": "time", "keys": "key", "checks": "check",
    "cells": "cell", "scores": "score",
}  # fmt: skip


def with_unit(number: str, unit: str) -> str:
    """A number as people read it, with its unit; of one thing the unit is singular."""
    return f"{number} {unit_of(number, unit)}".strip()


def unit_of(number: str, unit: str) -> str:
    """The unit as it stands beside a number; of several words the last one is the thing."""
    if number not in ("1", "-1", "−1"):
        return unit
    before, space, thing = unit.rpartition(" ")
    return f"{before}{space}{SINGULAR.get(thing, thing)}"


def counted(number: int, things: str) -> str:
    """How many things there are: 1 row, 2,000 rows."""
    return with_unit(f"{number:,}", things)


def listed(names: Sequence[str]) -> str:
    """Names one after another; where there are several, one that holds a comma or a quote stands in quotes.

    >>> listed(["Chess", "None, thanks"])
    'Chess, “None, thanks”'
    """
    if len(names) == 1:
        return names[0]
    return ", ".join(map(apart, names))


def apart(name: str) -> str:
    """A name as it stands among others: in quotes where it holds a comma or a quote."""
    return f"“{name}”" if set(name) & _PARTING or name != name.strip() else name


def there_are(number: int, things: str) -> str:
    """That there are so many: there is 1 person, there are 2 people."""
    return f"there {'is' if number == 1 else 'are'} {counted(number, things)}"


def room(needed: int, free: int) -> str:
    """How many bytes are needed, rounded up, and how many are free, rounded down, both in megabytes."""
    return f"{-(-needed // _MEGABYTE):,} MB needed, {free // _MEGABYTE:,} MB free"
