"""A claimed bound that is too small, and the two tables that show it."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.errors import StudioError
from dpstudio.core.quantities import parse_rational, rational_text, with_unit
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.falsifier import Broken, Unbroken, falsify
from dpstudio.core.scores.rules import Ready, Rule
from dpstudio.core.tables.importing import Tick
from dpstudio.planning.resolved import Resolved


@dataclass(frozen=True)
class Claim:
    """A bound that is smaller than the derived one.

    Args:
        rule: what it is claimed of.
        bound: the claim, on R where `spread`, else on Delta.
        field: where it was typed.
    """

    rule: Rule
    bound: Fraction
    spread: bool
    field: str


@dataclass(frozen=True)
class Refutation:
    """What the search found, in words, and as the rows of two tables side by side; `field` is the claim's."""

    sentence: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    field: str = ""


def too_small(found: Resolved) -> Claim | None:
    """The bound that was typed or asserted, where it is smaller than the derived one."""
    if found.plan.kind != "choose":
        return None
    if found.scores.sensitivity is None:
        return _asserted(found)
    text = found.plan.privacy.bound
    if found.scores.rule is None or not text.strip():
        return None
    try:
        typed = parse_rational(text, "The range sensitivity R")
    except StudioError:
        return None
    return Claim(found.scores.rule, typed, True, "privacy.bound") if typed < found.scores.sensitivity.range else None


def _asserted(found: Resolved) -> Claim | None:
    """What is asserted of ready-made scores, where the rule that is told for them moves farther."""
    rule, candidates, unit = found.scores.rule, found.scores.candidates, found.unit
    if not isinstance(rule, Ready) or rule.reference is None or candidates is None or unit is None:
        return None
    try:
        known = derive(rule.reference, candidates, unit)
    except StudioError:
        return None
    if rule.sensitivity is not None and rule.sensitivity < known.delta:
        return Claim(rule.reference, rule.sensitivity, False, "rule.sensitivity")
    if rule.range_sensitivity is not None and rule.range_sensitivity < known.range:
        return Claim(rule.reference, rule.range_sensitivity, True, "rule.range_sensitivity")
    return None


def refute(found: Resolved, claim: Claim, tick: Tick = lambda _: None) -> Refutation:
    """Search two neighbouring tables whose scores move farther than claimed; no table of anyone is read."""
    candidates, unit = found.scores.candidates, found.unit
    if candidates is None or unit is None:
        return Refutation("", field=claim.field)
    rule = claim.rule.reference if isinstance(claim.rule, Ready) else claim.rule
    if rule is None:
        return Refutation(
            "The scores are ready-made and no rule is named for them, so there is nothing to search: the asserted"
            " bound stands.",
            field=claim.field,
        )
    result = falsify(rule, candidates, unit, claim.bound, spread=claim.spread, tick=tick)
    if isinstance(result, Unbroken):
        return Refutation(
            f"None of {result.tried:,} pairs of small tables breaks {rational_text(claim.bound)}, but only the derived"
            " bound is proved.",
            field=claim.field,
        )
    return _told(result, claim, found.scores.score_unit)


def _told(broken: Broken, claim: Claim, unit: str) -> Refutation:
    amount = with_unit(rational_text(broken.moved), unit)
    moves = (
        f"Two neighbouring tables break {rational_text(claim.bound)}: from the left one to the right one the score of"
    )
    (first, second), ((a, b), (c, d)) = broken.names, broken.scores
    goes = f"“{first}” goes from {rational_text(a)} to {rational_text(b)}"
    if claim.spread:
        other = f"that of “{second}” from {rational_text(c)} to {rational_text(d)}"
        sentence = f"{moves} {goes} and {other}. They move apart by {amount}."
    else:
        sentence = f"{moves} {goes}. It moves by {amount}."
    longest = max(len(broken.before), len(broken.after))
    sides = (_filled(side, longest, len(broken.columns)) for side in (broken.before, broken.after))
    rows = tuple((*left, *right) for left, right in zip(*sides, strict=True))
    names = (*(f"left: {name}" for name in broken.columns), *(f"right: {name}" for name in broken.columns))
    return Refutation(sentence, names, rows, claim.field)


def _filled(rows: tuple[tuple[str, ...], ...], size: int, width: int) -> list[tuple[str, ...]]:
    """The rows of one table, and beside those that the other has more that there is no row: a blank one is a row."""
    return list(rows) + [("(no row)",) * width] * (size - len(rows))
