"""Choosing the best, as a plan does."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.plan import Plan, PrivacyPlan
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import counted, decimal_up, rational_text, with_unit
from dpstudio.core.receipt import words
from dpstudio.core.receipt.claims import ChoiceAccuracy, ChoiceAsked, SelectionUsed, Used
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.scores.evaluation_plan import evaluation_plan
from dpstudio.core.scores.rules import VoteStyle
from dpstudio.kinds.choose.claimed_bound import as_claimed, with_larger_bound
from dpstudio.kinds.choose.describing import formula, symbols
from dpstudio.kinds.choose.question import Choice
from dpstudio.kinds.choose.refutation import refute, too_small
from dpstudio.kinds.choose.resolving import choosing
from dpstudio.kinds.choose.verifying import named_list, planned, shapes
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import cells_written, reads_own_columns
from dpstudio.planning.kind import OTHER_KIND, AsClaimed, Kind, Resolving
from dpstudio.planning.missing import Notes
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved, Scores
from dpstudio.translation import phrase

_FEW = 1_000
RULES = {
    "votes": phrase("votes"),
    "revenue": phrase("revenue"),
    "median": phrase("median"),
    "quantile": phrase("quantile"),
    "nearness": phrase("nearness"),
    "nearness_of_sums": phrase("nearness to people as a whole"),
    "formula": phrase("a formula"),
    "agreement": phrase("agreement"),
    "ready": phrase("ready-made scores"),
}


class ChoiceKind(Kind):
    """One or several of finitely many candidates, by a score."""

    name, sentence = phrase("Choose the best"), phrase("One of several candidates, by a score from the people's data.")
    mechanisms, chosen_by, scored, expects_people = SELECTIONS, "mechanism", True, True

    def resolve(self, found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
        """The candidates, the score rule and its bound."""
        return choosing(found, facts, notes)

    def asked(self, plan: Plan, candidates: CandidateSet | None) -> list[str]:
        """How many candidates, by which score."""
        count = counted(candidates.count, "candidates") if candidates else phrase("no candidates yet")
        return [count, RULES.get(plan.rule.kind, phrase("no score yet"))]

    def law(self, found: Resolved) -> str:
        """That of the mechanism, with the candidates' weights."""
        candidates, key, asked = found.scores.candidates, found.plan.privacy.mechanism, found.previewed
        weighted = candidates is not None and candidates.weights is not None and SELECTIONS[key].takes_weights
        law = formula(key, weighted=weighted)
        return words.formula(law, words.standing(law, symbols(asked))) if isinstance(asked, Choice) else law

    def said(self, found: Resolved) -> list[str]:
        """Nothing: what is said of the scores says it already."""
        return []

    def says_nothing(self, found: Resolved, shown: Sequence[Distribution]) -> str:
        """Where no candidate of the table that is drawn can lose more than the bound allows."""
        bound, scores = found.scores.accuracy, shown[0].scores if shown else None
        if bound is None or scores is None:
            return ""
        worst = (scores.ends[1] - scores.ends[0]) * scores.unit
        if bound < worst:
            return ""
        sampled = shown[0].badge is Badge.SAMPLE
        return phrase(
            "That is as much as any candidate can lose {where} ({worst}) or more: here it says nothing.",
            where=phrase("in the sample") if sampled else phrase("in the invented table"),
            worst=with_unit(decimal_up(worst, 2), found.scores.score_unit),
        )

    def reads_people(self, plan: Plan) -> bool:
        """Unless the scores come ready-made."""
        return plan.rule.kind != "ready"

    def columns(self, plan: Plan) -> set[str]:
        """Those that the rule names."""
        return set(cells_written(plan.rule.formula) if plan.rule.kind == "formula" else plan.rule.columns)

    def yes_no(self, found: Resolved) -> tuple[str, ...]:
        """Those that bear the candidates' names, where the rule reads them."""
        candidates = found.scores.candidates
        return candidates.texts("") if candidates and reads_own_columns(found.plan.rule) else ()

    def names(self, found: Resolved) -> Mapping[str, tuple[str, ...]]:
        """The candidates, where rows vote for them by name."""
        rule, candidates = found.plan.rule, found.scores.candidates
        voted = rule.kind == "votes" and rule.style != VoteStyle.COLUMN_EACH and len(rule.columns) == 1
        few = candidates is not None and candidates.count <= _FEW
        return {rule.columns[0]: candidates.texts("")} if voted and candidates is not None and few else {}

    def reported(self, found: Resolved) -> dict[str, Any]:
        """The bound, the accuracy, and the rule as text."""
        scores = found.scores
        return {
            "candidates": scores.candidates.count if scores.candidates else None,
            "sensitivity": rational_text(scores.sensitivity.delta) if scores.sensitivity else None,
            "range_sensitivity": rational_text(scores.range_sensitivity) if scores.range_sensitivity else None,
            "accuracy": decimal_up(scores.accuracy, 6) if scores.accuracy is not None else None,
            "winners": scores.winners,
            "score_formula": found.written or None,
            "evaluation": _evaluation(scores),
            "safe_formula": (scores.trouble.safe if scores.trouble else "") or None,
        }

    def refuted(self, found: Resolved) -> dict[str, Any]:
        """Two neighbouring tables on which a score moves farther."""
        claimed = too_small(found)
        if claimed is None:
            return {}
        told = refute(found, claimed)
        return {"refutation": {"sentence": told.sentence, "columns": told.columns, "rows": told.rows}}

    def frequencies(self, rows: Frequencies) -> tuple[str, Row, list[dict[str, Any]]]:
        """How often each candidate won."""
        return "wins", ("candidate", "wins"), [{"candidate": out, "wins": times} for out, _, times in rows]

    def details(self, question: CompleteQuestion) -> list[dict[str, str]]:
        """None: the derivation is shown as a tree."""
        return []

    def planned(self, plan: Plan, receipt: Receipt3, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
        """The plan with its rule, its candidates and its mechanism."""
        if not isinstance(receipt.question, ChoiceAsked):
            raise InputError(OTHER_KIND)
        return planned(replace(plan, privacy=_privacy(plan.privacy, receipt.mechanism)), receipt.question, listed)

    def bound_holds(self, receipt: Receipt3) -> str:
        """That there is none where a score has none."""
        none = isinstance(receipt.question, ChoiceAsked) and receipt.question.sensitivity is None
        said = phrase("The score has no bound, and the mechanism needs none. None is claimed.")
        return said if none else super().bound_holds(receipt)

    def kept(self, receipt: Receipt3) -> str:
        """How far a choice may be from the best, or that there is no bound."""
        accuracy, question = receipt.accuracy, receipt.question
        if not isinstance(accuracy, ChoiceAccuracy) or not isinstance(question, ChoiceAsked):
            return ""
        gap = accuracy.score_gap_at_most
        if gap is None:
            return receipt.words.accuracy
        return words.gap_told(gap, accuracy.beta, question.score_unit, len(receipt.winners or ()))

    def named_list(self, receipt: Receipt3) -> str | None:
        """That of more candidates than a receipt lists."""
        return named_list(receipt)

    def shapes(self, receipt: Receipt3) -> Iterable[tuple[str, bool]]:
        """Those of listed candidates."""
        return shapes(receipt)

    def as_claimed(self, receipt: Receipt3, resolved: Resolving) -> AsClaimed:
        """The question of candidates of which the receipt has the ends and the winners."""
        return as_claimed(receipt, resolved)

    def with_larger_bound(self, receipt: Receipt3, question: CompleteQuestion) -> CompleteQuestion | None:
        """The question with the larger Delta and R."""
        return with_larger_bound(receipt, question)


def _privacy(common: PrivacyPlan, used: Used) -> PrivacyPlan:
    """With the mechanism, the winners and the bound that was typed."""
    if not isinstance(used, SelectionUsed):
        return common
    typed = used.range_sensitivity_used if used.range_sensitivity_origin == "typed" else None
    bound = "" if typed is None else rational_text(typed)
    return replace(common, mechanism=used.key, bound=bound, winners=str(used.draws))


def _evaluation(scores: Scores) -> list[dict[str, str]] | None:
    """How the scores would be worked out, and how large that is."""
    if scores.rule is None or scores.candidates is None:
        return None
    return [dataclasses.asdict(stage) for stage in evaluation_plan(scores.rule, scores.candidates)]
