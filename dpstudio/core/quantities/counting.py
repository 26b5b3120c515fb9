"""Numbers with what they count, in grammar: 1 vote, 2 votes; there is 1 person, there are 2 people."""

from collections.abc import Sequence

from dpstudio.translation import Phrase, joined, phrase, phrase_of

_MEGABYTE = 10**6
_ONE, _MANY = ("1", "-1", "−1"), 100
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
    """A number as people read it, with its unit; of one thing the unit is singular.

    Args:
        unit: a phrase, where it is one of the program's own; else it stands as the person typed it.
    """
    if not isinstance(unit, Phrase):
        return f"{number} {unit_of(number, unit)}".strip()
    return _of(number, str(unit)) if unit else number


def unit_of(number: str, unit: str) -> str:
    """The unit as it stands beside a number; of several words the last one is the thing."""
    if number not in _ONE:
        return unit
    before, space, thing = unit.rpartition(" ")
    return f"{before}{space}{SINGULAR.get(thing, thing)}"


def counted(number: int, things: str) -> str:
    """How many things there are: 1 row, 2,000 rows."""
    return _of(f"{number:,}", things)


def often(times: int) -> str:
    """How many times: once, 2 times."""
    return phrase("once") if times == 1 else counted(times, "times")


def _of(number: str, things: str) -> str:
    return phrase_of(_how_many(number), *forms(things), number=number)


def forms(things: str) -> tuple[str, str]:
    """The templates of one and of several things."""
    return f"{{number}} {unit_of('1', things)}", f"{{number}} {things}"


def _how_many(number: str) -> int:
    """What a number counts as in the choice between forms; whatever is not whole counts as many."""
    whole = number.replace(",", "")
    return 1 if number in _ONE else int(whole) if whole.isdecimal() else _MANY


def listed(names: Sequence[str]) -> str:
    """Names one after another; where there are several, one that holds a comma or a quote stands in quotes.

    >>> listed(["Chess", "None, thanks"])
    'Chess, “None, thanks”'
    """
    if len(names) == 1:
        return names[0]
    return joined(", ", map(apart, names))


def apart(name: str) -> str:
    """A name as it stands among others: in quotes where it holds a comma or a quote."""
    return f"“{name}”" if set(name) & _PARTING or name != name.strip() else name


def there_are(number: int, things: str) -> str:
    """That there are so many: there is 1 person, there are 2 people."""
    return phrase_of(number, "there is {things}", "there are {things}", things=counted(number, things))


def room(needed: int, free: int) -> str:
    """How many bytes are needed, rounded up, and how many are free, rounded down, both in megabytes."""
    return phrase(
        "{needed} MB needed, {free} MB free", needed=f"{-(-needed // _MEGABYTE):,}", free=f"{free // _MEGABYTE:,}"
    )
