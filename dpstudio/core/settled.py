"""Questions: plans with nothing missing. Each is made from what is asked alone; bound, loss and noise follow in it."""

from abc import ABC
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import Refusal
from dpstudio.core.figures.bounds import derive as derive_figure
from dpstudio.core.figures.bounds import refuse_public_people
from dpstudio.core.figures.figures import Asked, Mean
from dpstudio.core.mechanisms import NOISES, RANDOMIZED_RESPONSE, SELECTIONS, SMALL_DATABASE, Calibration
from dpstudio.core.mechanisms.contract import refuse_unusable
from dpstudio.core.mechanisms.noise import NoiseCalibration, Part
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.randomized_response import ResponseCalibration
from dpstudio.core.mechanisms.small_database import Synthesis, SynthesisCalibration
from dpstudio.core.origins import leaves
from dpstudio.core.quantities import counted, rational_text, there_are
from dpstudio.core.scores.closer import Closer
from dpstudio.core.scores.derivation import Sensitivity, derive
from dpstudio.core.scores.rules import Ready, Rule
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Role, Source

NOT_STATED = "not stated"


@leaves(typed="issued_by purpose why_epsilon")
@dataclass(frozen=True)
class Issued:
    """Who issues a release, what for, and why with this epsilon: as typed; nothing follows from it."""

    issued_by: str = NOT_STATED
    purpose: str = NOT_STATED
    why_epsilon: str = NOT_STATED


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """What a release performs. Each kind adds what it asks; nothing that follows from it can be given or replaced.

    Args:
        handle: the data table's identity.
        epsilon: of the whole release.
        beta: how rarely the accuracy may fail.
        cap, delta_cap: the limit of all releases from this table.
        issued: what the receipt says of its purpose.

    Attributes:
        columns: what is read, in the order of the work file.
        people: the public number of people, or None where it is private or does not matter.
        mechanism: the mechanism's key.
        calibration: what the release costs and the noise that it draws, one value.
    """

    name: str
    handle: str
    role: Role
    source: Source
    unit: PrivacyUnit
    epsilon: Fraction
    beta: Fraction
    cap: Fraction
    delta_cap: Fraction = Fraction(0)
    issued: Issued = Issued()
    columns: tuple[Column, ...] = field(init=False, compare=False)
    people: int | None = field(init=False, compare=False)
    mechanism: str = field(init=False, compare=False)
    calibration: Calibration = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon, beta=self.beta, cap=self.cap)
        if self.beta >= 1:
            raise ValueError("beta is not below 1")
        if self.source.has_gaps and self.unit.person is None and not self.unit.gaps and self.reads_people:
            raise ValueError("a sheet's rows that are all blank are none, and the unit does not say so")

    @property
    def reads_people(self) -> bool:
        """Whether the table's rows are people, and not scores that were computed elsewhere."""
        return True

    @property
    def loss(self) -> PrivacyLoss:
        """What the release costs: of the very value that draws."""
        return self.calibration.loss

    def _derive(self, **values: Any) -> None:
        """Set what follows from the rest, once, while the question is made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, kw_only=True)
class Choice(Question):
    """Choose the best of finitely many candidates.

    Args:
        closer: a closer look at the bound of this rule, these candidates and this unit, or None.
        bound: an R that the person typed, at least the derived one, or None.
        score_unit: what the score counts, for people.
        candidate_unit: the unit of measure of the candidates themselves, or "".
        winners: how many candidates are drawn, one after another.

    Raises:
        Refusal: the rule has no bound with these candidates, the typed bound is smaller than the derived one, or the
            mechanism cannot choose among them.
    """

    candidates: CandidateSet
    rule: Rule
    mechanism: str
    closer: Closer | None = None
    bound: Fraction | None = None
    score_unit: str = ""
    candidate_unit: str = ""
    winners: int = 1
    sensitivity: Sensitivity = field(init=False, compare=False, repr=False)
    calibration: SelectionCalibration = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unchoosable(self.candidates, self.mechanism, self.winners)
        sensitivity = bounded(self.rule, self.candidates, self.unit, self.closer)
        used = range_in_force(sensitivity, self.bound, self.rule)
        made = SelectionCalibration(SELECTIONS[self.mechanism], used, self.epsilon, self.winners)
        self._derive(columns=self.rule.columns, people=None, sensitivity=sensitivity, calibration=made)

    @property
    def reads_people(self) -> bool:
        """Whether the rule is worked out from the table's rows."""
        return not isinstance(self.rule, Ready)

    @property
    def range_sensitivity(self) -> Fraction:
        """The R in force, at least the derived one."""
        return self.calibration.range_sensitivity

    @property
    def entered(self) -> bool:
        """Whether the person typed a bound."""
        return self.bound is not None


def bounded(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, closer: Closer | None = None) -> Sensitivity:
    """The derived bound; that of a closer look at the same rule, candidates and unit where there is one.

    Raises:
        Refusal: as `derive`.
    """
    if closer is None or isinstance(rule, Ready):
        return derive(rule, candidates, unit)
    if not closer.fits(rule, candidates, unit):
        raise ValueError("the closer look was at another score")
    return closer.sensitivity


def range_in_force(sensitivity: Sensitivity, bound: Fraction | None, rule: Rule) -> Fraction:
    """The larger of the derived R and the typed one.

    Raises:
        Refusal: the typed one is smaller.
    """
    if bound is None or bound >= sensitivity.range:
        return sensitivity.range if bound is None else bound
    origin = "asserted" if isinstance(rule, Ready) else "derived"
    raise Refusal(
        f"R = {rational_text(bound)} is smaller than the {origin} {rational_text(sensitivity.range)};"
        " with it the guarantee would not hold.",
        "Leave the field blank, or type a larger number.",
        "privacy.bound",
    )


def refuse_unchoosable(candidates: CandidateSet, mechanism: str, winners: int) -> None:
    """Raise Refusal where the mechanism cannot draw so many of these candidates."""
    chosen = SELECTIONS[mechanism]
    if candidates.count < 2:
        raise Refusal(
            "There is one candidate only, so there is nothing to choose.", "Add a second candidate.", "candidates"
        )
    if candidates.weights is not None and not chosen.takes_weights:
        raise Refusal(
            f"{chosen.name} is not defined with weights.",
            "Choose the exponential mechanism, or remove the weights.",
            "privacy.mechanism",
        )
    if candidates.is_line and not chosen.takes_weights:
        raise Refusal(
            f"On a grid of {counted(candidates.count, 'points')} only the exponential mechanism can choose.",
            "Choose it, or type a larger step.",
            "privacy.mechanism",
        )
    if candidates.is_line and winners > 1:
        on = f"On a grid of {counted(candidates.count, 'points')}"
        raise Refusal(f"{on} one can be chosen.", "Choose one.", "privacy.winners")
    if winners > candidates.count:
        raise Refusal(
            f"{there_are(candidates.count, 'candidates').capitalize()} only.", "Choose fewer.", "privacy.winners"
        )


@dataclass(frozen=True, kw_only=True)
class Measurement(Question):
    """Publish figures with noise.

    Args:
        figures: what is measured, in the order of the receipt; their shares add up to 1.
        delta: where the noise needs one, else 0.

    Attributes:
        parts: the vectors that are noised, those of one figure next to one another.
        errors: for each part how many steps its noise stays within.

    Raises:
        Refusal: a figure has no bound, or two of them name different public numbers of people.
    """

    figures: tuple[Asked, ...]
    mechanism: str
    delta: Fraction = Fraction(0)
    parts: tuple[Part, ...] = field(init=False, compare=False)
    calibration: NoiseCalibration = field(init=False, compare=False, repr=False)
    errors: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        parts = tuple(part for asked in self.figures for part in parts_of(asked, self.unit))
        made = NOISES[self.mechanism].calibrate(parts, self.epsilon, self.delta)
        columns = tuple(dict.fromkeys(column for asked in self.figures for column in asked.figure.columns))
        people, errors = _public_people(self.figures), made.errors(self.beta)
        self._derive(columns=columns, people=people, parts=parts, calibration=made, errors=errors)


def parts_of(asked: Asked, unit: PrivacyUnit) -> tuple[Part, ...]:
    """One part for each vector of the figure; a mean of private number splits its share.

    Raises:
        Refusal: one person could move it without limit, or nobody can move it at all.
    """
    bounds = derive_figure(asked.figure, unit)
    if len(bounds) == 1:
        return (Part(bounds[0], asked.share),)
    count_share = asked.figure.count_share if isinstance(asked.figure, Mean) else Fraction(1, 2)
    return Part(bounds[0], asked.share * (1 - count_share)), Part(bounds[1], asked.share * count_share)


def _public_people(figures: tuple[Asked, ...]) -> int | None:
    public = {a.figure.people for a in figures if isinstance(a.figure, Mean) and a.figure.people is not None}
    if len(public) > 1:
        raise Refusal("Two means name different public numbers of people; it is one number.", field="figures")
    return next(iter(public), None)


@dataclass(frozen=True, kw_only=True)
class Survey(Question):
    """Ask each person: the answers of one column, randomized row by row.

    Args:
        column: the one with the answers.
        answers: the possible answers as shown; `meanings` are their cells' meanings, in the same order.
        blank: the place of the answer that a blank or unlisted cell counts as.
        people: the public number of people.

    Attributes:
        error: how far each estimate lies from the truth at most, except with probability beta.

    Raises:
        Refusal: the unit does not allow a public number of people.
    """

    column: Column
    answers: tuple[str, ...]
    meanings: tuple[int | str, ...]
    blank: int
    people: int
    calibration: ResponseCalibration = field(init=False, compare=False, repr=False)
    error: Fraction = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_public_people(self.unit)
        many = len(self.answers)
        if len(set(self.meanings)) != many or len(self.meanings) != many or not 0 <= self.blank < many:
            raise ValueError("each answer has a meaning of its own, and one of them is that of a blank")
        made = ResponseCalibration(self.epsilon, many)
        error = RANDOMIZED_RESPONSE.accuracy(self.epsilon, many, self.people, self.beta)
        self._derive(columns=(self.column,), mechanism=RANDOMIZED_RESPONSE.key, calibration=made, error=error)


@dataclass(frozen=True, kw_only=True)
class SyntheticTable(Question):
    """Publish a small table of invented people that answers all queries about alike.

    Args:
        columns: yes/no columns, in the order of the table's bits.
        synthesis: its columns, queries and size.
        alpha: the share by which any query may be wrong.
        people: the public number of people.

    Attributes:
        needed: how many people the promise needs.

    Raises:
        Refusal: the unit does not allow a public number of people.
    """

    columns: tuple[Column, ...]
    synthesis: Synthesis
    alpha: Fraction
    people: int
    calibration: SynthesisCalibration = field(init=False, compare=False, repr=False)
    needed: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_public_people(self.unit)
        refuse_unusable(alpha=self.alpha)
        if len(self.columns) != self.synthesis.width or any(each.kind is not Kind.YES_NO for each in self.columns):
            raise ValueError("the synthetic table has one yes/no column for each column")
        made = SynthesisCalibration(self.synthesis, self.epsilon)
        needed = SMALL_DATABASE.needed(self.synthesis, self.epsilon, self.alpha, self.beta)
        self._derive(mechanism=SMALL_DATABASE.key, calibration=made, needed=needed)
