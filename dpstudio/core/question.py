"""What a person asked for, as one frozen value: the Plan, and the Question it settles into."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.derivation import Sensitivity
from dpstudio.core.scores.rules import Rule
from dpstudio.core.tables.schema import Column, PrivacyUnit, Role, Source


@dataclass(frozen=True)
class ColumnPlan:
    """The declarations of one column, as chosen and typed."""

    name: str
    kind: str = ""
    step: str = ""
    lower: str = ""
    upper: str = ""
    blank: str = ""
    decimal_mark: str = "."
    grouping_mark: str = ""
    separator: str = ";"
    match_case: bool = True
    true_words: str = "yes, true, 1, y"
    false_words: str = "no, false, 0, n"
    unit: str = ""


@dataclass(frozen=True)
class TablePlan:
    """One table: a file or pasted text, its role, and the columns declared so far.

    `handle` is random and is the table's identity in the ledger; `header` is "", "yes" or "no".
    """

    handle: str
    label: str
    format: str
    path: str = ""
    text: str = ""
    role: str = ""
    delimiter: str = ","
    encoding: str = "utf-8"
    header: str = ""
    sheet: str = ""
    columns: tuple[ColumnPlan, ...] = ()

    @property
    def source(self) -> Source:
        """How the core reads it."""
        return Source(self.format, self.path, self.text, self.delimiter, self.encoding, self.header != "no", self.sheet)

    def column(self, name: str) -> ColumnPlan | None:
        """The declarations of a column, or None."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True)
class UnitPlan:
    """Who is protected: `kind` is "", "row" or "person"; `relation` is "" or a Relation."""

    kind: str = ""
    person: str = ""
    rows: str = ""
    relation: str = ""


@dataclass(frozen=True)
class CandidatesPlan:
    """Where candidates come from: `kind` is "", "list", "grid", "dates", "product" or "table"."""

    kind: str = ""
    text: str = ""
    weights: str = ""
    start: str = ""
    stop: str = ""
    step: str = ""
    table: str = ""
    label_column: str = ""
    weight_column: str = ""


@dataclass(frozen=True)
class RulePlan:
    """The score rule and what it reads.

    `kind` is "", "votes", "revenue", "median", "quantile", "nearness", "nearness_of_sums" or "agreement";
    `attributes` are candidate columns in the order of `columns`; `alpha` is the share of a quantile.
    """

    kind: str = ""
    style: str = ""
    columns: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    alpha: str = ""


@dataclass(frozen=True)
class PrivacyPlan:
    """Mechanism and parameters as typed.

    `bound` is a range sensitivity larger than the derived one, `winners` how many candidates are chosen.
    """

    mechanism: str = "exponential"
    epsilon: str = "1"
    beta: str = "0.05"
    bound: str = ""
    cap: str = ""
    winners: str = "1"


@dataclass(frozen=True)
class Plan:
    """All choices of a project; nothing in it is derived."""

    name: str = ""
    tables: tuple[TablePlan, ...] = ()
    unit: UnitPlan = UnitPlan()
    candidates: CandidatesPlan = CandidatesPlan()
    rule: RulePlan = RulePlan()
    privacy: PrivacyPlan = PrivacyPlan()
    people: str = ""

    @property
    def data_table(self) -> TablePlan | None:
        """The table whose people are protected: the one that is private or a sample."""
        return next((table for table in self.tables if table.role in (Role.PRIVATE, Role.SAMPLE)), None)


@dataclass(frozen=True)
class Question:
    """A plan with everything derived and nothing missing: what a release performs.

    Args:
        handle: the data table's identity.
        columns: what the rule reads, in its order.
        range_sensitivity: the R in force, at least the derived one.
        entered: whether the person typed a larger R.
        score_unit: what the score counts, for people.
        candidate_unit: the unit of measure of the candidates themselves, or "".
        winners: how many candidates are drawn, one after another.
    """

    name: str
    handle: str
    role: Role
    source: Source
    unit: PrivacyUnit
    candidates: CandidateSet
    rule: Rule
    columns: tuple[Column, ...]
    sensitivity: Sensitivity
    range_sensitivity: Fraction
    entered: bool
    mechanism: str
    epsilon: Fraction
    beta: Fraction
    cap: Fraction
    score_unit: str
    candidate_unit: str = ""
    winners: int = 1
