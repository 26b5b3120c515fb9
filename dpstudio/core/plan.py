"""What a person asked for, as one frozen value: the Plan."""

from dataclasses import dataclass

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import parse_count
from dpstudio.core.tables.schema import MARKED, WITH_TYPED_CELLS, Role, Source

MOST_LINES = 1_000_000


@dataclass(frozen=True)
class ColumnPlan:
    """The declarations of one column, as chosen and typed.

    `date_order` is one of DATE_ORDERS; it, `decimal_mark` and `separator` are "" where nobody has said yet how the
    cells are written. `trim` is whether blanks around a text count for nothing where the column
    identifies persons.
    """

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
    trim: bool = True
    date_order: str = "ymd"


@dataclass(frozen=True)
class TablePlan:
    """One table: a file or pasted text, its role, and the columns declared so far.

    `handle` is random and is the table's identity in the ledger; `header` is "", "yes" or "no". `first_line` is the
    line that the table begins on, `left_out` how many lines at its end are no part of it, `names` those of the columns
    by their positions; "" leaves what would be read without.
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
    first_line: str = ""
    left_out: str = ""
    names: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """How the core reads it; a number of lines that cannot be read counts as none."""
        return Source(
            self.format,
            self.path,
            self.text,
            self.delimiter,
            self.encoding,
            self.header != "no",
            self.sheet,
            _lines(self.first_line),
            _lines(self.left_out),
            self.names,
        )

    @property
    def marks(self) -> dict[str, str]:
        """With which decimal mark its number cells are written, by their columns' names; without one a point."""
        if self.format not in WITH_TYPED_CELLS:
            return {}
        return {
            each.name: each.decimal_mark
            for each in self.columns
            if each.kind in MARKED and each.decimal_mark not in ("", ".")
        }

    def column(self, name: str) -> ColumnPlan | None:
        """The declarations of a column, or None."""
        return next((column for column in self.columns if column.name == name), None)


def parse_lines(text: str, what: str, least: int = 0) -> int:
    """A number of lines as typed, from `least`; 0 where nothing is.

    Raises:
        InputError: it is none.
    """
    return parse_count(text, what, most=MOST_LINES, least=least) if text.strip() else 0


def _lines(text: str) -> int:
    try:
        return parse_lines(text, "")
    except InputError:
        return 0


@dataclass(frozen=True)
class UnitPlan:
    """Who is protected: `kind` is "", "row" or "person"; `relation` is "" or a Relation.

    `everyone` is "yes" where each person is declared to have a row in every table, else "".
    """

    kind: str = ""
    person: str = ""
    rows: str = ""
    relation: str = ""
    everyone: str = ""


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

    `kind` is "", "votes", "revenue", "median", "quantile", "nearness", "nearness_of_sums", "agreement", "ready" or
    "formula"; `attributes` are candidate columns in the order of `columns`; `alpha` is the share of a quantile. Of
    "ready" scores `columns` are the names and the scores, `sensitivity` and `range_sensitivity` the asserted bounds,
    `reference` the text of the rule that they are said to be computed by and `reference_columns` the columns it reads.
    `formula` is the text of a rule of the language.
    """

    kind: str = ""
    style: str = ""
    columns: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    alpha: str = ""
    sensitivity: str = ""
    range_sensitivity: str = ""
    formula: str = ""
    reference: str = ""
    reference_columns: tuple[ColumnPlan, ...] = ()


@dataclass(frozen=True)
class ConditionPlan:
    """One condition on a row: `test` is "is", "at_least", "at_most", "above" or "below"."""

    column: str = ""
    test: str = "is"
    value: str = ""


@dataclass(frozen=True)
class FigurePlan:
    """One figure: `kind` is "count", "total", "mean", "histogram" or "groups".

    `people` is the public number of people of a mean, `otherwise` what a mean is where the noisy count is not above
    0, `count_share` the part of a mean's budget for that count. `bins` are the categories, or the edges, a line each;
    of groups they part the column `group`.
    `share` is the figure's part of the budget; `least`, `greatest` and `rounding` are applied to the noisy answer.
    """

    kind: str = "count"
    name: str = ""
    column: str = ""
    group: str = ""
    conditions: tuple[ConditionPlan, ...] = ()
    people: str = ""
    otherwise: str = ""
    count_share: str = ""
    bins: str = ""
    share: str = ""
    least: str = ""
    greatest: str = ""
    rounding: str = ""


@dataclass(frozen=True)
class SurveyPlan:
    """Randomized answers: the column, the possible answers a line each, the public number of people."""

    column: str = ""
    answers: str = ""
    people: str = ""


@dataclass(frozen=True)
class SynthesisPlan:
    """A synthetic table: yes/no columns, the queries it must get right, how right, the public number of people.

    `queries` is "columns", "pairs" or "halfspaces"; `weights` are the halfspaces' possible weights on one line.
    `alpha` is the share by which any query may be wrong.
    """

    columns: tuple[str, ...] = ()
    queries: str = "columns"
    weights: str = "-1 0 1"
    alpha: str = ""
    people: str = ""


@dataclass(frozen=True)
class PrivacyPlan:
    """Mechanisms and parameters as typed.

    `mechanism` chooses candidates, `noise` is added to figures. `bound` is a range sensitivity larger than the derived
    one, `winners` how many candidates are chosen. `cap` and `delta_cap` limit all releases of the table together.
    """

    mechanism: str = "exponential"
    noise: str = "two_sided_geometric"
    epsilon: str = "1"
    delta: str = ""
    beta: str = "0.05"
    bound: str = ""
    cap: str = ""
    delta_cap: str = ""
    winners: str = "1"


@dataclass(frozen=True)
class IssuedPlan:
    """What a receipt may say besides: who issues it, what for, and why with this epsilon; blank where not stated."""

    issued_by: str = ""
    purpose: str = ""
    why_epsilon: str = ""


@dataclass(frozen=True)
class Plan:
    """All choices of a project; nothing in it is derived.

    `kind` is "choose", "measure", "survey" or "synthesize"; what the other kinds would need is kept beside it.
    """

    name: str = ""
    tables: tuple[TablePlan, ...] = ()
    privacy_unit: UnitPlan = UnitPlan()
    candidates: CandidatesPlan = CandidatesPlan()
    rule: RulePlan = RulePlan()
    privacy: PrivacyPlan = PrivacyPlan()
    people: str = ""
    kind: str = "choose"
    figures: tuple[FigurePlan, ...] = ()
    survey: SurveyPlan = SurveyPlan()
    synthesis: SynthesisPlan = SynthesisPlan()
    issued: IssuedPlan = IssuedPlan()

    @property
    def data_table(self) -> TablePlan | None:
        """The table whose people are protected: the one that is private or a sample."""
        return next((table for table in self.tables if table.role in (Role.PRIVATE, Role.SAMPLE)), None)
