"""The contract of a kind of question: what a plan that asks it needs before there is a question."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.mechanisms import Mechanism
from dpstudio.core.plan import Plan
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import readable
from dpstudio.core.receipt import words
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.receipt.statement import describe
from dpstudio.core.scores.refinement import Refinement
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.missing import Notes
from dpstudio.planning.moved import Moved
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, phrase

OTHER_KIND = phrase("The receipt's question is of another kind than it says.")

Resolving = Callable[[Receipt3, Refinement | None], Resolved]
"""What follows from a receipt's claims, with what a closer look at a score's bound has found."""


def _told(delta: Fraction | None, apart: Fraction | None) -> str:
    """Both sensitivities of a score; "" where there is none."""
    return "" if delta is None or apart is None else f"Δ = {readable(delta)}, R = {readable(apart)}"


class Unlisted(Exception):
    """The receipt names its candidates by a digest alone."""


class Unreadable(Exception):
    """The rule reads attributes of the candidates that nothing is known of without the list."""


@dataclass(frozen=True)
class AsClaimed:
    """A question whose list is not there, with the bound that its receipt claims.

    Args:
        wrong: what is wrong with that bound; "" where nothing is found.
        beside: the claims that nothing can be held against.
    """

    question: CompleteQuestion
    wrong: str
    beside: tuple[str, ...]


class Kind(ABC):
    """One kind of question, as the plan's `kind` names it.

    Attributes:
        name: what a person wants who asks it, in a few words.
        sentence: what comes out, in one sentence.
        mechanisms: those that it can use, by their keys.
        chosen_by: the field of the plan's privacy that names one of them; "" where there is one only.
        scored: whether candidates are preferred by a score.
        expects_people: whether a number that is typed stands for that of the people, where it is private.
    """

    name: ClassVar[str]
    sentence: ClassVar[str]
    mechanisms: ClassVar[Mapping[str, Mechanism]]
    chosen_by: ClassVar[str] = ""
    scored: ClassVar[bool] = False
    expects_people: ClassVar[bool] = False

    @abstractmethod
    def resolve(self, found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
        """Add what a plan of this kind settles, and note what is missing."""

    @abstractmethod
    def asked(self, plan: Plan, candidates: CandidateSet | None) -> list[str]:
        """What is asked so far, for the line that sums a plan up."""

    def mechanism(self, plan: Plan) -> Mechanism:
        """The mechanism that a plan would use."""
        if self.chosen_by:
            return self.mechanisms[getattr(plan.privacy, self.chosen_by)]
        return next(iter(self.mechanisms.values()))

    def law(self, found: Resolved) -> str:
        """The law that is drawn from, with the values of its signs as soon as they are known."""
        formula, asked = self.mechanism(found.plan).formula, found.previewed
        if asked is None:
            return formula
        beside = self.beside_law(asked)
        signs = words.standing(joined("\n", [formula, *beside]), describe(asked).words.symbols)
        return joined("\n", [words.formula(formula, signs), *beside])

    def beside_law(self, question: CompleteQuestion) -> list[str]:
        """What stands below the law, for each part of a release that has values of its own."""
        return []

    def shares(self, question: CompleteQuestion | None) -> tuple[Fraction, ...]:
        """The share of ε of each figure that is published, as far as they are settled."""
        return ()

    def part_of(self, question: CompleteQuestion | None, figure: int) -> int:
        """Which part of the picture, from 0, is the first of a figure."""
        return 0

    def called(self, found: Resolved) -> tuple[str, ...]:
        """What each figure of the plan is called, "" for one that is not complete or not asked for."""
        return ("",) * len(found.plan.figures)

    def said(self, found: Resolved) -> list[str]:
        """What a release will tell, in sentences, as soon as it can be previewed."""
        if found.previewed is None:
            return []
        told = describe(found.previewed).words
        return [told.question, phrase("Error bound: {accuracy}", accuracy=told.accuracy)]

    def error_bound(self, found: Resolved) -> str:
        """How wrong a result may be, a line for each part of it."""
        return found.previewed.error_bound if found.previewed is not None else ""

    def accuracy(self, question: CompleteQuestion) -> str:
        """How sure an error bound is, in the receipt's words as far as a page has room for them."""
        return describe(question).words.accuracy

    def assumes(self, found: Resolved, *, below: bool = False) -> str:
        """What an error bound rests on that nobody said, and where to say it; "" where it rests on nothing such.

        Args:
            below: it is read on the page where it can be said.
        """
        return ""

    def moved(self, found: Resolved) -> Iterator[Moved]:
        """How far one person moves each part of a result, as soon as it can be previewed.

        One after the other: a step of the work tells the first of many.
        """
        if found.previewed is not None:
            for each in describe(found.previewed).derivation:
                yield Moved(each.node, _told(each.sensitivity, each.range_sensitivity), (), (each.why,))

    def of_each(self, found: Resolved) -> list[str]:
        """What `said` has no room for: a sentence for each part of a release that has many; [] where it tells all."""
        return []

    def says_nothing(self, found: Resolved, shown: Sequence[Distribution]) -> str:
        """Where an error bound allows as much as could be wrong at all, in a sentence; "" where it says something.

        Args:
            shown: what the picture is drawn of, a sample or an invented table.
        """
        return ""

    def takes_delta(self, plan: Plan) -> bool:
        """Whether the guarantee has a δ."""
        return False

    def reads_people(self, plan: Plan) -> bool:
        """Whether the table's rows are people, and not scores that were computed elsewhere."""
        return True

    @abstractmethod
    def columns(self, plan: Plan) -> set[str]:
        """The columns that a plan names, as far as it is finished."""

    def yes_no(self, found: Resolved) -> tuple[str, ...]:
        """The columns that are read as yes or no where no type was chosen, also while something else is wrong."""
        return ()

    def names(self, found: Resolved) -> Mapping[str, tuple[str, ...]]:
        """By column, the texts that its cells are compared with, as they were typed."""
        return {}

    def unread_is_no(self, found: Resolved) -> bool:
        """Whether a cell of a yes/no column that is neither word counts as no."""
        return False

    def refuted(self, found: Resolved) -> dict[str, Any]:
        """What shows that a claimed bound is too small, for the command line."""
        return {}

    def reported(self, found: Resolved) -> dict[str, Any]:
        """What the command line tells of a plan of this kind alone."""
        return {}

    def frequencies(self, rows: Frequencies) -> tuple[str, Row, list[dict[str, Any]]]:
        """What came out how often: what the command line calls it, the names of its columns, and a line each."""
        names = ("part", "outcome", "times")
        return "outcomes", names, [dict(zip(names, (part, out, times), strict=True)) for out, part, times in rows]

    def details(self, question: CompleteQuestion) -> list[dict[str, str]]:
        """The derivation, a line each, where the window tells it in lines."""
        return [plain(step) for step in describe(question).derivation]

    @abstractmethod
    def planned(self, plan: Plan, receipt: Receipt3, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
        """The plan with what a receipt claims to have been asked, and what must be known of further tables.

        Args:
            listed: the list of candidates beside the receipt, or None.

        Raises:
            InputError: a claim is one that no plan leads to.
            Unlisted: the candidates are neither in the receipt nor beside it.
        """

    def bound_holds(self, receipt: Receipt3) -> str:
        """What verifying says of a claimed bound that was derived again."""
        return phrase("How far one person can move the result was derived again from the rule, and is what is claimed.")

    def kept(self, receipt: Receipt3) -> str:
        """How far from the best, or from the truth, a result may be, in one line; "" where each line has its ±."""
        return ""

    def named_list(self, receipt: Receipt3) -> str | None:
        """The digest of the public list that lies beside a receipt; None where none does."""
        return None

    def shapes(self, receipt: Receipt3) -> Iterable[tuple[str, bool]]:
        """The claims of this kind that have a form of their own, by name, and whether they have it."""
        return ()

    def as_claimed(self, receipt: Receipt3, resolved: Resolving) -> AsClaimed:
        """The question of a receipt that is `Unlisted`, as far as it can be told without the list.

        Raises:
            StudioError: it could not have been asked of any list with these ends.
            Unreadable: that cannot be told without the list.
        """
        raise Unreadable

    def with_larger_bound(self, receipt: Receipt3, question: CompleteQuestion) -> CompleteQuestion | None:
        """The question with a bound that is claimed where a smaller one follows; None where that is not so."""
        return None
