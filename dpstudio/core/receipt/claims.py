"""What a receipt claims, by name and apart from any sentence: from these figures alone the law can be worked out.

Field names follow the OpenDP deployments registry where it has them.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpstudio.core.origins import leaves
from dpstudio.core.receipt.candidate_claims import GridCandidates, ListedCandidates, ManyCandidates
from dpstudio.core.receipt.figure_kinds import FigureKey, Vector
from dpstudio.core.tables.schema import Kind, Persons, Relation

Texts = tuple[str, ...]


@leaves(
    typed="identified_by persons_are_read_as rows_per_person neighbour_relation public_number_of_people each_has_a_row",
    derived="blank_rows_are_none asserted",
)
@dataclass(frozen=True)
class Unit:
    """Who is protected.

    Args:
        identified_by: the column that identifies persons, or None where each row is one person.
        persons_are_read_as: when two of its cells are the same person.
        each_has_a_row: whether each of a public number of persons has a row in every table.
        blank_rows_are_none: whether a row that is all blank counts as no row.
        asserted: whether all this rests on the curator's word alone, as for ready-made scores.
    """

    identified_by: str | None
    persons_are_read_as: Persons | None
    rows_per_person: int
    neighbour_relation: Relation
    public_number_of_people: int | None
    each_has_a_row: bool
    blank_rows_are_none: bool
    asserted: bool


@leaves(typed="epsilon delta", derived="variant zcdp_rho delta")
@dataclass(frozen=True)
class Parameters:
    """The guarantee, exactly."""

    variant: Literal["pure", "approximate"]
    epsilon: Fraction
    delta: Fraction
    zcdp_rho: Fraction


@leaves(
    typed="name type blank_counts_as step bounds unit decimal_mark grouping_mark separator capitals_matter date_order"
    " true_words false_words",
    fixed="origin",
)
@dataclass(frozen=True)
class ColumnClaim:
    """One used column as it was declared; what does not apply to its type is None."""

    name: str
    type: Kind
    origin: str
    blank_counts_as: str | None
    step: Fraction | None
    bounds: tuple[Fraction, ...] | None
    unit: str
    decimal_mark: str | None
    grouping_mark: str | None
    separator: str | None
    capitals_matter: bool | None
    date_order: str | None
    true_words: Texts | None
    false_words: Texts | None


@leaves(typed="format delimiter encoding header header_line lines_left_out_at_end sheet names")
@dataclass(frozen=True)
class Reading:
    """How the source was said to be written; what does not apply to its format is None.

    Args:
        header_line: the line of the header, or of the first row where there is none; None where nothing was said.
        lines_left_out_at_end: they are counted, not recognised.
        names: of the columns by their positions, where they were said.
    """

    format: str
    delimiter: str | None
    encoding: str | None
    header: bool | None
    header_line: int | None
    lines_left_out_at_end: int | None
    sheet: str | None
    names: Texts


@leaves(typed="formula")
@dataclass(frozen=True)
class ReferenceRule:
    """The rule by which ready-made scores are said to be computed."""

    formula: str
    columns: tuple[ColumnClaim, ...]


@leaves(typed="rule score_formula", derived="score_unit sensitivity range_sensitivity", fixed="kind")
@dataclass(frozen=True)
class ChoiceAsked:
    """The candidates and the score.

    Args:
        reference_rule: by which ready-made scores are said to be computed, where that is said.
        rule: which form the rule has.
        score_formula: the score u(candidate) in the language of rules, or None for ready-made scores.
        score_unit: what the score counts, for people.
        sensitivity, range_sensitivity: Delta and R as derived, in the score's own unit; None where the score has no
            bound, and the mechanism needs none.
    """

    kind: Literal["choose"]
    columns: tuple[ColumnClaim, ...]
    reference_rule: ReferenceRule | None
    candidates: ListedCandidates | ManyCandidates | GridCandidates
    rule: str
    score_formula: str | None
    score_unit: str
    sensitivity: Fraction | None
    range_sensitivity: Fraction | None


@leaves(
    typed="name kind column conditions bins people otherwise count_share share_of_budget least greatest rounding",
    derived="name conditions bins share_of_budget",
)
@dataclass(frozen=True)
class FigureAsked:
    """One figure; what does not apply to its kind is None.

    Args:
        bins: of a histogram, or the groups of sums, in words.
        people: the public number a mean is divided by.
        otherwise: what a mean is where the noisy number of values is not above 0.
        count_share: the part of a mean's budget that its number of values takes.
        least, greatest, rounding: what happens to the noisy answer.
    """

    name: str
    kind: FigureKey
    column: str | None
    conditions: Texts
    bins: Texts | None
    people: int | None
    otherwise: Fraction | None
    count_share: Fraction | None
    share_of_budget: Fraction
    least: Fraction | None
    greatest: Fraction | None
    rounding: Fraction | None


@leaves(fixed="kind")
@dataclass(frozen=True)
class FiguresAsked:
    """What is measured."""

    kind: Literal["measure"]
    columns: tuple[ColumnClaim, ...]
    figures: tuple[FigureAsked, ...]


@leaves(typed="answers unlisted_counts_as", fixed="kind")
@dataclass(frozen=True)
class SurveyAsked:
    """The question that is put to each person."""

    kind: Literal["survey"]
    columns: tuple[ColumnClaim, ...]
    answers: Texts
    unlisted_counts_as: str


@leaves(typed="queries weights", derived="number_of_queries", fixed="kind")
@dataclass(frozen=True)
class SynthesisAsked:
    """What a synthetic table must get right; `weights` are a halfspace's possible ones."""

    kind: Literal["synthesize"]
    columns: tuple[ColumnClaim, ...]
    queries: str
    weights: tuple[int, ...]
    number_of_queries: int


Asked = ChoiceAsked | FiguresAsked | SurveyAsked | SynthesisAsked


@leaves(
    typed="key draws range_sensitivity_used",
    derived="law range_sensitivity_used range_sensitivity_origin epsilon_of_each_draw rate",
)
@dataclass(frozen=True)
class SelectionUsed:
    """How a candidate is chosen.

    Args:
        law: as the mechanism calls it: mechanisms of one law draw from the same distribution.
        range_sensitivity_used: None where the score has no bound.
        rate: what one unit of score is worth in the exponent: the epsilon of one draw over R.
        draws: how many candidates are chosen, one after another, each out of those that are left.
    """

    key: str
    law: str
    range_sensitivity_used: Fraction | None
    range_sensitivity_origin: Literal["derived", "typed", "asserted", "none"]
    draws: int
    epsilon_of_each_draw: Fraction
    rate: Fraction


@leaves(
    typed="figure share_of_budget",
    derived="figure vector components step l1_sensitivity l2_sensitivity_squared share_of_budget size_in_steps scale",
)
@dataclass(frozen=True)
class NoiseOfVector:
    """The noise of one vector of figures, each a whole number of steps.

    Args:
        figure: whose vector it is; `vector` says which of them.
        step: what one step is worth; all that follows but `size_in_steps` is in the figure's own unit.
        l1_sensitivity, l2_sensitivity_squared: how far one person moves the whole vector.
        size_in_steps: the rate per step of Laplace noise, the variance in steps of Gaussian noise.
        scale: the mean absolute size b of continuous Laplace noise, or the variance of Gaussian noise.
    """

    figure: str
    vector: Vector
    components: int
    step: Fraction
    l1_sensitivity: Fraction
    l2_sensitivity_squared: Fraction
    share_of_budget: Fraction
    size_in_steps: Fraction
    scale: Fraction


@leaves(typed="key", derived="calibration")
@dataclass(frozen=True)
class NoiseUsed:
    """The noise on every vector."""

    key: str
    calibration: Literal["l1", "zcdp", "exact delta"]
    noises: tuple[NoiseOfVector, ...]


@leaves(derived="answers chance_of_keeping chance_of_each_other_answer", fixed="key")
@dataclass(frozen=True)
class RandomizedUsed:
    """Randomized response: the chances to twelve decimals, for people; they follow from epsilon and `answers`."""

    key: str
    answers: int
    chance_of_keeping: str
    chance_of_each_other_answer: str


@leaves(derived="rows candidate_tables", fixed="key base_measure sensitivity range_sensitivity")
@dataclass(frozen=True)
class SmallDatabaseUsed:
    """Small-database release: over how many tables of how many rows."""

    key: str
    rows: int
    candidate_tables: int
    base_measure: str
    sensitivity: Fraction
    range_sensitivity: Fraction


Used = SelectionUsed | NoiseUsed | RandomizedUsed | SmallDatabaseUsed


@leaves(typed="beta", derived="score_gap_at_most")
@dataclass(frozen=True)
class ChoiceAccuracy:
    """Except with probability beta every chosen score is within the gap, if there is one, of the best one left."""

    beta: Fraction
    score_gap_at_most: Fraction | None


@leaves(typed="figure", derived="figure vector error_at_most")
@dataclass(frozen=True)
class VectorError:
    """How far noise takes each component of a vector at most, in the figure's own unit."""

    figure: str
    vector: str
    error_at_most: Fraction


@leaves(typed="figure", derived="figure plus_minus")
@dataclass(frozen=True)
class FigureError:
    """The ± of a figure, rounding included; None for a mean over a noisy number, where the result gives it."""

    figure: str
    plus_minus: Fraction | None


@leaves(typed="beta")
@dataclass(frozen=True)
class FiguresAccuracy:
    """Except with probability beta all components of all vectors are within their errors, before any rounding.

    In 95 of 100 runs all figures are within their ±, but for those whose true value lies beyond `least` or `greatest`.
    """

    beta: Fraction
    errors: tuple[VectorError, ...]
    in_95_of_100: tuple[FigureError, ...]


@leaves(typed="beta", derived="error_at_most in_95_of_100")
@dataclass(frozen=True)
class SurveyAccuracy:
    """Except with probability beta all estimates are within the error, before rounding; in 95 of 100 within the ±."""

    beta: Fraction
    error_at_most: Fraction
    in_95_of_100: Fraction


@leaves(typed="alpha beta", derived="people_needed error_at_most")
@dataclass(frozen=True)
class SynthesisAccuracy:
    """Except with probability beta every query's share is within the error; alpha is the one that was asked for."""

    alpha: Fraction
    beta: Fraction
    people_needed: int
    error_at_most: Fraction


Accuracy = ChoiceAccuracy | FiguresAccuracy | SurveyAccuracy | SynthesisAccuracy


@leaves(derived="unprotected_quantities", fixed="deployment_model")
@dataclass(frozen=True)
class Claims:
    """All that a plan fixes; the digest of a plan is made of these and of nothing else."""

    privacy_unit: Unit
    privacy_parameters: Parameters
    deployment_model: Literal["central"]
    reading: Reading
    question: Asked
    mechanism: Used
    accuracy: Accuracy
    unprotected_quantities: Texts
