"""How far one person can move each part of a result, as the window sets it side by side."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Moved:
    """One part of a result.

    Args:
        named: what it is called.
        most: how far one person moves it, with its unit, or "".
        beside: what stands beside that: its share of ε, and how large its noise is.
        steps: the lines of the proof, or why nothing is known yet.
        unknown: whether nothing is known yet: the reason is shown without being asked for.
    """

    named: str
    most: str
    beside: tuple[str, ...]
    steps: tuple[str, ...]
    unknown: bool = False
