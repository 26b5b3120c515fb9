"""Publishing figures, as a plan does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.plan import Plan
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.claims import FiguresAsked, NoiseUsed
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.tables.schema import PrivacyUnit, Role
from dpstudio.core.tables.showing import SHOWN_ROWS
from dpstudio.kinds.measure.claimed import figure_plans
from dpstudio.kinds.measure.describing import beside_each
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.kinds.measure.moved import moved_of, moved_so_far
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.measure.resolving import measuring, names_so_far
from dpstudio.kinds.measure.settled import parts_of
from dpstudio.kinds.measure.vacuous import says_nothing
from dpstudio.kinds.measure.words import Expected, accuracy_in_short, assumption, figure_errors, in_short, of_each
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import expected_people
from dpstudio.planning.kind import OTHER_KIND, Kind
from dpstudio.planning.missing import Notes
from dpstudio.planning.moved import Moved
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, phrase


class MeasurementKind(Kind):
    """Counts, sums, sums by group, means and histograms with noise."""

    name = phrase("Publish figures")
    sentence = phrase("Counts, sums, sums by group, means and histograms, with noise; together they are one charge.")
    mechanisms, chosen_by, expects_people = NOISES, "noise", True

    def resolve(self, found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
        """The figures, their shares of ε, and the noise."""
        return measuring(replace(found, people=expected_people(found.plan, notes)), facts, notes)

    def asked(self, plan: Plan, candidates: CandidateSet | None) -> list[str]:
        """How many figures."""
        many = len(plan.figures)
        return [counted(many, "figures") if many else phrase("no figure yet")]

    def law(self, found: Resolved) -> str:
        """That of the noise, and what sizes it."""
        asked, law = found.previewed, super().law(found)
        if not isinstance(asked, Measurement):
            return law
        return phrase("{law}\nNoise sized by: {proof}.", law=law, proof=asked.calibration.proof)

    def beside_law(self, question: CompleteQuestion) -> list[str]:
        """The step, the share of ε and the size of the noise of each vector."""
        return beside_each(question) if isinstance(question, Measurement) else []

    def shares(self, question: CompleteQuestion | None) -> tuple[Fraction, ...]:
        """One of each figure, once the question is complete."""
        return tuple(each.share for each in question.figures) if isinstance(question, Measurement) else ()

    def part_of(self, question: CompleteQuestion | None, figure: int) -> int:
        """The vectors of the figures before it."""
        if not isinstance(question, Measurement) or not 0 <= figure < len(question.figures):
            return 0
        return sum(len(parts_of(asked, question.unit)) for asked in question.figures[:figure])

    def called(self, found: Resolved) -> tuple[str, ...]:
        """All of them, each as far as it is complete itself."""
        asked = found.previewed
        return tuple(each.name for each in asked.figures) if isinstance(asked, Measurement) else names_so_far(found)

    def said(self, found: Resolved) -> list[str]:
        """With the error of each figure, of several figures in short."""
        asked = found.previewed
        if not isinstance(asked, Measurement):
            return super().said(found)
        expected = _expected(asked, found)
        alone = [*super().said(found), *figure_errors(asked, expected), self.assumes(found)]
        return in_short(asked, expected) or [*filter(None, alone)]

    def accuracy(self, question: CompleteQuestion) -> str:
        """Of several figures in short."""
        return accuracy_in_short(question) if isinstance(question, Measurement) else super().accuracy(question)

    def assumes(self, found: Resolved, *, below: bool = False) -> str:
        """How many rows count in a mean, where nobody said so."""
        asked = found.previewed
        return assumption(asked, _expected(asked, found), below=below) if isinstance(asked, Measurement) else ""

    def moved(self, found: Resolved) -> Iterator[Moved]:
        """Each vector, with its share of ε and its noise as soon as all figures are settled."""
        asked = found.previewed
        return moved_of(asked, found.plan.figures) if isinstance(asked, Measurement) else moved_so_far(found)

    def of_each(self, found: Resolved) -> list[str]:
        """Each figure with its error."""
        asked = found.previewed
        return of_each(asked, _expected(asked, found)) if isinstance(asked, Measurement) else []

    def error_bound(self, found: Resolved) -> str:
        """With that of a mean of as many rows as people are expected."""
        asked = found.previewed
        errors = figure_errors(asked, _expected(asked, found)) if isinstance(asked, Measurement) else []
        return joined("\n", errors)

    def says_nothing(self, found: Resolved, shown: Sequence[Distribution]) -> str:
        """Where all people together could move a figure by no more than its ±."""
        asked = found.previewed
        if not isinstance(asked, Measurement):
            return ""
        if asked.role is Role.SAMPLE:
            rows = found.known.shown
            return says_nothing(asked, len(rows), phrase("in the sample")) if 0 < len(rows) < SHOWN_ROWS else ""
        people = asked.people or found.people
        return says_nothing(asked, people, "" if asked.people else phrase("that are expected"))

    def takes_delta(self, plan: Plan) -> bool:
        """Where the noise has no largest ratio."""
        return NOISES[plan.privacy.noise].takes_delta

    def columns(self, plan: Plan) -> set[str]:
        """Those of figures, groups and conditions."""
        conditions = {each.column for figure in plan.figures for each in figure.conditions}
        return conditions | {name for figure in plan.figures for name in (figure.column, figure.group)}

    def names(self, found: Resolved) -> Mapping[str, tuple[str, ...]]:
        """Categories of bins and groups, and what conditions ask for."""
        said: dict[str, tuple[str, ...]] = {}
        for figure in found.plan.figures:
            asks = FIGURES[figure.kind].asks
            column = figure.group if "group" in asks else figure.column if "bins" in asks else ""
            said[column] = (*said.get(column, ()), *figure.bins.splitlines())
            for each in figure.conditions:
                said[each.column] = (*said.get(each.column, ()), each.value)
        return said

    def planned(self, plan: Plan, receipt: Receipt3, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
        """The plan with its figures and their noise."""
        asked, used, claimed = receipt.question, receipt.mechanism, receipt.privacy_unit
        if not isinstance(asked, FiguresAsked):
            raise InputError(OTHER_KIND)
        figures = figure_plans(
            asked,
            PrivacyUnit(claimed.neighbour_relation, claimed.identified_by, claimed.rows_per_person),
            receipt.words.question,
        )
        privacy = replace(plan.privacy, noise=used.key) if isinstance(used, NoiseUsed) else plan.privacy
        return replace(plan, figures=figures, privacy=privacy), {}


def _expected(question: Measurement, found: Resolved) -> Expected:
    """How many rows are taken to count in a mean: of a small sample its own, else as many as people are expected."""
    rows = len(found.known.shown) if question.role is Role.SAMPLE else 0
    known = rows if 0 < rows < SHOWN_ROWS else question.people
    return Expected(known or found.people, assumed=known is None and not found.plan.people.strip())
