"""A claimed bound that is too small, and the two tables that show it."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.errors import StudioError
from dpstudio.core.quantities import parse_rational, readable, with_unit
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.falsifier import Broken, Unbroken, falsify
from dpstudio.core.scores.rules import Ready, Rule
from dpstudio.core.tables.importing import Tick
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase


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
        typed = parse_rational(text, phrase("The range sensitivity R"))
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
            phrase(
                "The scores are ready-made and no rule is named for them, so there is nothing to search:"
                " the asserted bound stands."
            ),
            field=claim.field,
        )
    result = falsify(rule, candidates, unit, claim.bound, spread=claim.spread, tick=tick)
    if isinstance(result, Unbroken):
        return Refutation(
            phrase(
                "None of {tried} pairs of small tables breaks {bound}, but only the derived bound is proved.",
                tried=f"{result.tried:,}",
                bound=readable(claim.bound),
            ),
            field=claim.field,
        )
    return _told(result, claim, found.scores.score_unit)


def _told(broken: Broken, claim: Claim, unit: str) -> Refutation:
    amount = with_unit(readable(broken.moved), unit)
    moves = phrase(
        "Two neighbouring tables break {bound}: from the left one to the right one the score of",
        bound=readable(claim.bound),
    )
    (first, second), ((a, b), (c, d)) = broken.names, broken.scores
    goes = phrase("“{first}” goes from {a} to {b}", first=first, a=readable(a), b=readable(b))
    if claim.spread:
        other = phrase("that of “{second}” from {c} to {d}", second=second, c=readable(c), d=readable(d))
        sentence = phrase(
            "{moves} {goes} and {other}. They move apart by {amount}.",
            moves=moves,
            goes=goes,
            other=other,
            amount=amount,
        )
    else:
        sentence = phrase("{moves} {goes}. It moves by {amount}.", moves=moves, goes=goes, amount=amount)
    longest = max(len(broken.before), len(broken.after))
    sides = (_filled(side, longest, len(broken.columns)) for side in (broken.before, broken.after))
    rows = tuple((*left, *right) for left, right in zip(*sides, strict=True))
    names = (
        *(phrase("left: {name}", name=name) for name in broken.columns),
        *(phrase("right: {name}", name=name) for name in broken.columns),
    )
    return Refutation(sentence, names, rows, claim.field)


def _filled(rows: tuple[tuple[str, ...], ...], size: int, width: int) -> list[tuple[str, ...]]:
    """The rows of one table, and beside those that the other has more that there is no row: a blank one is a row."""
    return list(rows) + [(phrase("(no row)"),) * width] * (size - len(rows))
