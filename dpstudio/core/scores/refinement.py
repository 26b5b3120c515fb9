"""A closer look at a bound: candidate by candidate, and at more rows than a keystroke has time for."""

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field, replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet, Grid, Listed
from dpstudio.core.errors import Refusal
from dpstudio.core.quantities.rational import Rational
from dpstudio.core.scores.derivation import Sensitivity, derive, whole_sensitivity
from dpstudio.core.scores.rules import Ready, Rule, reads_own
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.translation import phrase

MOST_CANDIDATES = 2_000
_WHY = phrase("Looked at candidate by candidate: each of them moves by less than all of them together could.")
Tick = Callable[[float], None]


@dataclass(frozen=True)
class Refinement:
    """A closer look at the bound for one rule, set of candidates and unit: it is made by looking, not from a number.

    Args:
        tick: called with the share done; it may raise Cancelled.

    Raises:
        Refusal: as `derive`.
    """

    rule: Rule
    candidates: CandidateSet
    unit: PrivacyUnit
    tick: InitVar[Tick | None] = None
    sensitivity: Sensitivity = field(init=False)

    def __post_init__(self, tick: Tick | None) -> None:
        found = _looked(self.rule, self.candidates, self.unit, tick or (lambda _: None))
        object.__setattr__(self, "sensitivity", found)

    def fits(self, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> bool:
        """Whether it was found for these."""
        return (self.rule, self.candidates, self.unit) == (rule, candidates, unit)


def refine(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, tick: Tick = lambda _: None) -> Refinement:
    """The bound of `derive`, made smaller where single candidates or all possible persons allow it; as `Closer`."""
    return Refinement(rule, candidates, unit, tick)


def _looked(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, tick: Tick) -> Sensitivity:
    if isinstance(rule, Ready):
        return derive(rule, candidates, unit)
    known = _thorough(rule, candidates, unit)
    delta, spread = known.delta, known.range
    if 1 < candidates.count <= MOST_CANDIDATES and not known.rows_tried and not reads_own(rule):
        one, apart = _one_by_one(rule, candidates, unit, known, tick)
        delta = min(delta, one)
        spread = min(spread, 2 * delta, apart)
    if not spread or (delta, spread) == (known.delta, known.range):
        return known
    root = known.steps[-1]
    refinement = replace(root, sensitivity=delta, range_sensitivity=spread, why=f"{root.why} {_WHY}")
    return Sensitivity(delta, spread, (*known.steps[:-1], refinement))


def _thorough(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> Sensitivity:
    """The thorough derivation; the quick one, which is larger and holds, where only the other sees no difference."""
    quick = derive(rule, candidates, unit)
    try:
        return derive(rule, candidates, unit, thorough=True)
    except Refusal:
        return quick


def _one_by_one(
    rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, known: Sensitivity, tick: Tick
) -> tuple[Fraction, Fraction]:
    """The farthest that any one candidate's score moves, and how far apart two of them can move at most.

    It ends with the candidate that shows that both are no less than what is known.
    """
    low: Rational = 0
    high: Rational = 0
    most: Rational = 0
    apart: Rational = 0
    for place in range(candidates.count):
        tick(place / candidates.count)
        found = whole_sensitivity(rule, _alone(candidates, place), unit)
        low, high = min(low, found.low), max(high, found.high)
        most = max(most, found.added if unit.relation is Relation.ADD_REMOVE else found.replaced)
        apart = high - low if unit.relation is Relation.ADD_REMOVE else 2 * most
        if most >= known.delta and apart >= known.range:
            break
    return Fraction(most), Fraction(apart)


def _alone(candidates: CandidateSet, place: int) -> CandidateSet:
    if isinstance(candidates, Grid):
        return replace(candidates, start=candidates.start + place * candidates.step, count=1)
    attributes: dict[str, tuple[str, ...]] = {name: (texts[place],) for name, texts in candidates.attributes.items()}
    return Listed((candidates.labels[place],), attributes=attributes)
