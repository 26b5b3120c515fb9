"""Numbers with what they count, in grammar: 1 vote, 2 votes."""

_ONE = {
    "votes": "vote", "matches": "match", "rows": "row", "people": "person", "candidates": "candidate", "days": "day",
    "lines": "line", "figures": "figure", "columns": "column", "numbers": "number",
}  # fmt: skip


def with_unit(number: str, unit: str) -> str:
    """A number as people read it, with its unit; of one thing the unit is singular."""
    return f"{number} {unit_of(number, unit)}".strip()


def unit_of(number: str, unit: str) -> str:
    """The unit as it stands beside a number."""
    return _ONE.get(unit, unit) if number in ("1", "-1", "−1") else unit


def counted(number: int, things: str) -> str:
    """How many things there are: 1 row, 2,000 rows."""
    return with_unit(f"{number:,}", things)
