"""All that follows from a plan, as one frozen value."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.ledger import Account
from dpstudio.core.mechanisms.small_database import Synthesis
from dpstudio.core.plan import Plan
from dpstudio.core.question import NOT_STATED, Issued
from dpstudio.core.scores.derivation import Sensitivity
from dpstudio.core.scores.refinement import Refinement
from dpstudio.core.scores.rules import Rule
from dpstudio.core.tables.schema import Column, PrivacyUnit, Role
from dpstudio.foreign_texts import line_of
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import Trouble, written
from dpstudio.planning.missing import Missing
from dpstudio.planning.question import CompleteQuestion

ASSUMED_PEOPLE = 1000


@dataclass(frozen=True)
class Budget:
    """What one release may cost and all together, and how rarely its accuracy may fail; None where it is missing."""

    epsilon: Fraction | None = None
    delta: Fraction = Fraction(0)
    beta: Fraction | None = None
    cap: Fraction | None = None
    delta_cap: Fraction = Fraction(0)


@dataclass(frozen=True)
class Scores:
    """Candidates and how they are scored, as far as it is known; `trouble` says what is wrong with a formula.

    `refinement` is what a closer look at a score's bound has found; it is used where it fits. `unbounded` says that the
    rule has no bound, and that the mechanism needs none.
    """

    candidates: CandidateSet | None = None
    rule: Rule | None = None
    trouble: Trouble | None = None
    refinement: Refinement | None = None
    sensitivity: Sensitivity | None = None
    unbounded: bool = False
    range_sensitivity: Fraction | None = None
    bound: Fraction | None = None
    accuracy: Fraction | None = None
    winners: int = 1
    score_unit: str = ""
    candidate_unit: str = ""


@dataclass(frozen=True)
class Shape:
    """A synthetic table's columns, the share by which its queries may be wrong, and the size that this leads to."""

    columns: tuple[Column, ...] = ()
    alpha: Fraction = Fraction(0)
    size: Synthesis | None = None


@dataclass(frozen=True)
class Resolved:
    """All that follows from a plan; a value is None where `missing` says why.

    `known` is what is known of the data table. `previewed` is the question as far as a preview needs it; `question`
    what may be released.
    """

    plan: Plan
    missing: tuple[Missing, ...] = ()
    known: TableFacts = field(default_factory=TableFacts)
    unit: PrivacyUnit | None = None
    account: Account | None = None
    settled: PrivacyUnit | None = None
    budget: Budget = Budget()
    scores: Scores = Scores()
    synthetic: Shape = Shape()
    people: int = ASSUMED_PEOPLE
    question: CompleteQuestion | None = None
    previewed: CompleteQuestion | None = None
    summary: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def read(self) -> tuple[Column, ...]:
        """The columns that the question reads, as far as they are known."""
        if self.previewed is not None:
            return self.previewed.columns
        return self.synthetic.columns if self.scores.rule is None else self.scores.rule.columns

    def status(self, tab: str) -> str:
        """done, missing or wrong."""
        here = [item for item in self.missing if item.tab == tab]
        return "wrong" if any(item.wrong for item in here) else "missing" if here else "done"

    @property
    def first_missing(self) -> Missing:
        """What is told where one sentence is: a choice or a mistake before what is refused."""
        return next((item for item in self.missing if not item.refused), self.missing[0])

    @property
    def written(self) -> str:
        """The text of the score rule, as typed or as its form writes it."""
        return written(self.plan.rule)

    @property
    def _issued(self) -> Issued:
        """What the person says besides, on one line each; what is blank is not stated."""
        typed = asdict(self.plan.issued)
        return Issued(**{name: line_of(text) or NOT_STATED for name, text in typed.items()})

    @property
    def common(self) -> dict[str, Any] | None:
        """What questions of every kind are made of, or None where part of it is missing."""
        data = self.plan.data_table
        if data is None or self.unit is None or self.budget.epsilon is None or self.budget.beta is None:
            return None
        return {
            "name": line_of(self.plan.name),
            "handle": data.handle,
            "role": Role(data.role),
            "source": data.source,
            "unit": self.unit,
            "epsilon": self.budget.epsilon,
            "beta": self.budget.beta,
            "cap": self.budget.cap or Fraction(1),
            "delta_cap": self.budget.delta_cap,
            "issued": self._issued,
        }
