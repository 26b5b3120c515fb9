"""Asking each person, as a plan does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE, Mechanism
from dpstudio.core.plan import Plan
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.claims import SurveyAsked
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.kinds.survey.errors import survey_error
from dpstudio.kinds.survey.question import Survey
from dpstudio.kinds.survey.resolving import surveying
from dpstudio.kinds.survey.verifying import survey_plan
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.kind import OTHER_KIND, Kind
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase


class SurveyKind(Kind):
    """Randomized answers of one column."""

    name, sentence = phrase("Ask each person"), phrase("How many give each answer; every answer is randomized.")
    mechanisms: ClassVar[Mapping[str, Mechanism]] = {RANDOMIZED_RESPONSE.key: RANDOMIZED_RESPONSE}

    def resolve(self, found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
        """The column, its answers and the number of people."""
        return surveying(found, facts, notes)

    def asked(self, plan: Plan, candidates: CandidateSet | None) -> list[str]:
        """Whose answers."""
        column = plan.survey.column
        return [phrase("randomized answers of “{column}”", column=column) if column else phrase("no column yet")]

    def columns(self, plan: Plan) -> set[str]:
        """The one with the answers."""
        return {plan.survey.column}

    def names(self, found: Resolved) -> Mapping[str, tuple[str, ...]]:
        """The answers."""
        return {found.plan.survey.column: tuple(found.plan.survey.answers.splitlines())}

    def planned(self, plan: Plan, receipt: Receipt3, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
        """The plan with its column and answers."""
        if not isinstance(receipt.question, SurveyAsked):
            raise InputError(OTHER_KIND)
        return replace(plan, survey=survey_plan(receipt.question, receipt)), {}

    def says_nothing(self, found: Resolved, shown: Sequence[Distribution]) -> str:
        """Where the ± of an estimate is as wide as there are people."""
        asked = found.previewed
        if not isinstance(asked, Survey) or asked.people is None or survey_error(asked) < asked.people:
            return ""
        return phrase("That is as much as all {people}: here it says nothing.", people=counted(asked.people, "people"))

    def bound_holds(self, receipt: Receipt3) -> str:
        """That there is none."""
        return phrase("Randomized answers need none: each person's answer is randomized by itself. None is claimed.")
