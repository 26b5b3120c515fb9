"""A choice with nothing missing: its bound, its loss and its noise follow from what is asked."""

from dataclasses import dataclass, field
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import Refusal
from dpstudio.core.mechanisms import SELECTIONS, with_weights
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.quantities import counted, readable, there_are
from dpstudio.core.question import Question
from dpstudio.core.scores.derivation import Sensitivity, derive
from dpstudio.core.scores.language.mistakes import NoBound
from dpstudio.core.scores.refinement import Refinement
from dpstudio.core.scores.rules import Ready, Rule
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase


@dataclass(frozen=True, kw_only=True)
class SettledChoice(Question):
    """Choose the best of finitely many candidates.

    Args:
        refinement: a closer look at the bound of this rule, these candidates and this unit, or None.
        bound: an R that the person typed, at least the derived one, or None.
        score_unit: what the score counts, for people.
        candidate_unit: the unit of measure of the candidates themselves, or "".
        winners: how many candidates are drawn, one after another.

    Raises:
        Refusal: the rule has no bound with these candidates where the mechanism needs one, the typed bound is smaller
            than the derived one, or the mechanism cannot choose among them.
    """

    candidates: CandidateSet
    rule: Rule
    mechanism: str
    refinement: Refinement | None = None
    bound: Fraction | None = None
    score_unit: str = ""
    candidate_unit: str = ""
    winners: int = 1
    sensitivity: Sensitivity | None = field(init=False, compare=False, repr=False)
    calibration: SelectionCalibration = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unchoosable(self.candidates, self.mechanism, self.winners)
        sensitivity = bound_for(self.mechanism, self.rule, self.candidates, self.unit, self.refinement)
        used = range_in_force(sensitivity, self.bound, self.rule)
        made = SelectionCalibration(SELECTIONS[self.mechanism], used, self.epsilon, self.winners)
        self._derive(columns=self.rule.columns, people=None, sensitivity=sensitivity, calibration=made)

    @property
    def reads_people(self) -> bool:
        """Whether the rule is worked out from the table's rows."""
        return not isinstance(self.rule, Ready)

    @property
    def is_asserted(self) -> bool:
        """Whether the bound is one of ready-made scores."""
        return isinstance(self.rule, Ready) and self.sensitivity is not None

    @property
    def draws(self) -> int:
        """One for each winner."""
        return self.winners

    @property
    def range_sensitivity(self) -> Fraction | None:
        """The R in force, at least the derived one; None where the rule has no bound."""
        return self.calibration.range_sensitivity

    @property
    def entered(self) -> bool:
        """Whether the person typed a bound."""
        return self.bound is not None


def bound_for(
    mechanism: str, rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, refinement: Refinement | None = None
) -> Sensitivity | None:
    """The bound of a rule that a mechanism is to choose by; None where there is none and it needs none.

    Raises:
        Refusal: as `derive`.
    """
    try:
        return bounded(rule, candidates, unit, refinement)
    except NoBound:
        if SELECTIONS[mechanism].needs_bound:
            raise
        return None


def bounded(
    rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, refinement: Refinement | None = None
) -> Sensitivity:
    """The derived bound; that of a closer look at the same rule, candidates and unit where there is one.

    Raises:
        Refusal: as `derive`.
    """
    if refinement is None or isinstance(rule, Ready):
        return derive(rule, candidates, unit)
    if not refinement.fits(rule, candidates, unit):
        raise ValueError("the closer look was at another score")
    return refinement.sensitivity


def range_in_force(sensitivity: Sensitivity | None, bound: Fraction | None, rule: Rule) -> Fraction | None:
    """The larger of the derived R and the typed one; None of a rule without a bound.

    Raises:
        Refusal: the typed one is smaller.
    """
    if sensitivity is None:
        return None
    if bound is None or bound >= sensitivity.range:
        return sensitivity.range if bound is None else bound
    origin = phrase("asserted") if isinstance(rule, Ready) else phrase("derived")
    raise Refusal(
        phrase(
            "R = {bound} is smaller than the {origin} {range}; with it the guarantee would not hold.",
            bound=readable(bound),
            origin=origin,
            range=readable(sensitivity.range),
        ),
        phrase("Leave the field blank, or type a larger number."),
        "privacy.bound",
    )


def refuse_unchoosable(candidates: CandidateSet, mechanism: str, winners: int) -> None:
    """Raise Refusal where the mechanism cannot draw so many of these candidates."""
    chosen = SELECTIONS[mechanism]
    if candidates.count < 2:
        raise Refusal(
            phrase("There is only one candidate, so there is nothing to choose."),
            phrase("Add a second candidate."),
            "candidates",
        )
    if candidates.weights is not None and not chosen.takes_weights:
        raise Refusal(
            phrase("{name} is not defined with weights.", name=chosen.name),
            phrase("Choose {with_weights}, or remove the weights.", with_weights=with_weights()),
            "privacy.mechanism",
        )
    if candidates.is_line and not chosen.takes_weights:
        raise Refusal(
            phrase(
                "On a grid of {points} only {with_weights} can choose.",
                points=counted(candidates.count, "points"),
                with_weights=with_weights(),
            ),
            phrase("Choose it, or type a larger step."),
            "privacy.mechanism",
        )
    if candidates.is_line and winners > 1:
        on = phrase("On a grid of {points}", points=counted(candidates.count, "points"))
        raise Refusal(phrase("{on} only one can be chosen.", on=on), phrase("Choose one."), "privacy.winners")
    if winners > candidates.count:
        raise Refusal(
            phrase("{candidates} only.", candidates=there_are(candidates.count, "candidates").capitalize()),
            phrase("Choose fewer."),
            "privacy.winners",
        )
