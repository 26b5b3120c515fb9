"""A typed bound that is too small, and the two tables that show it."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.errors import StudioError
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.scores.falsifier import Broken, Unbroken, falsify
from dpstudio.core.scores.rules import Ready
from dpstudio.core.tables.importing import Tick
from dpstudio.workspace.resolved import Resolved


@dataclass(frozen=True)
class Refutation:
    """What the search found, in words, and as the rows of two tables side by side."""

    sentence: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def too_small(found: Resolved) -> Fraction | None:
    """The range sensitivity that was typed, where it is smaller than the derived one."""
    text = found.plan.privacy.bound
    if found.plan.kind != "choose" or found.sensitivity is None or not text.strip():
        return None
    try:
        typed = parse_rational(text, "The range sensitivity R")
    except StudioError:
        return None
    return typed if typed < found.sensitivity.range else None


def refute(found: Resolved, claimed: Fraction, tick: Tick = lambda _: None) -> Refutation:
    """Search two neighbouring tables whose scores move farther apart than claimed; no table of anyone is read."""
    rule, candidates, unit = found.rule, found.candidates, found.unit
    if rule is None or candidates is None or unit is None:
        return Refutation("")
    if isinstance(rule, Ready):
        return Refutation("The scores come ready-made: there is no rule to search, and the asserted bound stands.")
    result = falsify(rule, candidates, unit, claimed, tick=tick)
    if isinstance(result, Unbroken):
        return Refutation(
            f"None of {result.tried:,} pairs of small tables breaks {rational_text(claimed)}, but only the derived"
            " bound is proved."
        )
    return _told(result, claimed, found.score_unit)


def _told(broken: Broken, claimed: Fraction, unit: str) -> Refutation:
    (first, second), ((a, b), (c, d)) = broken.names, broken.scores
    amount = f"{rational_text(broken.moved)} {unit}".strip()
    sentence = (
        f"Two neighbouring tables break {rational_text(claimed)}: from the left one to the right one the score of"
        f" {first} goes from {rational_text(a)} to {rational_text(b)} and that of {second} from {rational_text(c)} to"
        f" {rational_text(d)}. They move apart by {amount}."
    )
    longest = max(len(broken.before), len(broken.after))
    blank = ("",) * len(broken.columns)
    rows = tuple(
        (
            *(broken.before[place] if place < len(broken.before) else blank),
            *(broken.after[place] if place < len(broken.after) else blank),
        )
        for place in range(longest)
    )
    names = (*(f"left: {name}" for name in broken.columns), *(f"right: {name}" for name in broken.columns))
    return Refutation(sentence, names, rows)
