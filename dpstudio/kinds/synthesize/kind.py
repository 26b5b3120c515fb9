"""Publishing a synthetic table, as a plan does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SMALL_DATABASE, Mechanism
from dpstudio.core.plan import Plan
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted
from dpstudio.core.receipt import words
from dpstudio.core.receipt.claims import SynthesisAccuracy, SynthesisAsked
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.kinds.synthesize.question import SyntheticTable
from dpstudio.kinds.synthesize.resolving import synthesizing
from dpstudio.kinds.synthesize.verifying import synthesis_plan
from dpstudio.planning.claimed import people_typed
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.kind import OTHER_KIND, Kind
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase

_HALF = Fraction(1, 2)


class SynthesisKind(Kind):
    """A synthetic table of yes/no columns."""

    name = phrase("A synthetic table")
    sentence = phrase("Invented people, for anyone to use, who answer queries much as the real ones do.")
    mechanisms: ClassVar[Mapping[str, Mechanism]] = {SMALL_DATABASE.key: SMALL_DATABASE}

    def resolve(self, found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
        """The columns, the queries, the table's size and the number of people."""
        return synthesizing(found, facts, notes)

    def asked(self, plan: Plan, candidates: CandidateSet | None) -> list[str]:
        """Of how many columns."""
        many = sum(map(bool, plan.synthesis.columns))
        return [
            phrase("synthetic table of {columns}", columns=counted(many, "columns"))
            if many
            else phrase("no columns yet")
        ]

    def columns(self, plan: Plan) -> set[str]:
        """Those of the synthetic table."""
        return set(plan.synthesis.columns)

    def yes_no(self, found: Resolved) -> tuple[str, ...]:
        """All of them are."""
        return found.plan.synthesis.columns

    def unread_is_no(self, found: Resolved) -> bool:
        """It does."""
        return True

    def says_nothing(self, found: Resolved, shown: Sequence[Distribution]) -> str:
        """Where half of all is never further off than what is promised."""
        asked = found.previewed
        if not isinstance(asked, SyntheticTable) or not _HALF <= asked.reached < 1:
            return ""
        return phrase("Whoever guesses 50 in 100 for every share is never further off than 50: here it says nothing.")

    def planned(self, plan: Plan, receipt: Receipt3, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
        """The plan with its columns and queries."""
        if not isinstance(receipt.question, SynthesisAsked):
            raise InputError(OTHER_KIND)
        synthesis = synthesis_plan(receipt.question, receipt.accuracy, people_typed(receipt))
        return replace(plan, synthesis=synthesis), {}

    def kept(self, receipt: Receipt3) -> str:
        """How far from the truth the share of any query may be."""
        accuracy = receipt.accuracy
        if not isinstance(accuracy, SynthesisAccuracy):
            return ""
        return words.shares_told(accuracy.error_at_most, accuracy.beta)
