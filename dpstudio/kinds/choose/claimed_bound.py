"""The bound that a receipt claims, in place of a derived one: of candidates that are not listed, or a larger one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.candidates.sets import MOST_CANDIDATES, Origin
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.quantities import readable
from dpstudio.core.receipt.candidate_claims import ListedCandidates, ManyCandidates
from dpstudio.core.receipt.claims import ChoiceAsked
from dpstudio.core.receipt.receipt import Chosen, Receipt3
from dpstudio.core.scores.derivation import Sensitivity, Step
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import Candidate, Node, OwnCell, walk
from dpstudio.core.scores.refinement import Refinement, refine
from dpstudio.core.scores.rules import Ready, Rule
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.kinds.choose.question import Choice
from dpstudio.planning.kind import AsClaimed, Resolving, Unreadable
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase


class _Claimed(Refinement):
    """The bound that a receipt claims, in place of a derived one; nothing is ever drawn by it."""

    def __init__(
        self, rule: Rule | None, unit: PrivacyUnit | None, candidates: CandidateSet, claimed: Sensitivity
    ) -> None:
        for name, value in (("rule", rule), ("unit", unit), ("candidates", candidates), ("sensitivity", claimed)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True, eq=False)
class _Counted(Listed):
    """A few candidates that stand for many."""

    many: int = 0

    @property
    def count(self) -> int:
        """How many they stand for."""
        return self.many


def as_claimed(receipt: Receipt3, resolved: Resolving) -> AsClaimed:
    """As `Kind.as_claimed`."""
    asked = receipt.question
    if not isinstance(asked, ChoiceAsked) or not isinstance(asked.candidates, ManyCandidates):
        raise Unreadable
    named, claimed = asked.candidates, _claimed(receipt, asked)
    if claimed is None:
        raise Unreadable
    attributes = _attributes(asked)
    listed = replace(receipt, question=replace(asked, candidates=_some(receipt, asked, named, attributes)))
    found = resolved(listed, None)
    if found.scores.rule is None or not isinstance(found.scores.candidates, Listed) or found.unit is None:
        if attributes:
            raise Unreadable
        raise StudioError(next((each.reason or each.sentence for each in found.missing), phrase("It is incomplete.")))
    rule, unit = found.scores.rule, found.unit
    question = resolved(listed, _Claimed(rule, unit, found.scores.candidates, claimed)).question
    if not isinstance(question, Choice):
        raise Unreadable if attributes else StudioError(phrase("Its figures do not fit together."))
    many = _many(named, found.scores.candidates)
    whole = replace(question, candidates=many, refinement=_Claimed(rule, unit, many, claimed))
    wrong = _wrong_bound(claimed) or ("" if attributes else _too_small(claimed, found))
    held_up = isinstance(rule, Ready) and rule.reference is not None
    return AsClaimed(whole, wrong, ("question.candidates", "derivation") if held_up else ("question.candidates",))


def with_larger_bound(receipt: Receipt3, question: CompleteQuestion) -> Choice | None:
    """As `Kind.with_larger_bound`."""
    asked = receipt.question
    if not isinstance(asked, ChoiceAsked) or not isinstance(question, Choice):
        return None
    follows, claimed = question.sensitivity, _claimed(receipt, asked)
    if follows is None or claimed is None or _wrong_bound(claimed):
        return None
    if claimed.delta < follows.delta or claimed.range < follows.range:
        return None
    return replace(question, refinement=_Claimed(question.rule, question.unit, question.candidates, claimed))


def _claimed(receipt: Receipt3, asked: ChoiceAsked) -> Sensitivity | None:
    """The bound that is claimed; None where none is."""
    if asked.sensitivity is None or asked.range_sensitivity is None:
        return None
    steps = [Step(each.node, each.sensitivity, each.range_sensitivity, each.why) for each in receipt.derivation]
    return Sensitivity(asked.sensitivity, asked.range_sensitivity, tuple(steps))


def _attributes(asked: ChoiceAsked) -> tuple[str, ...]:
    """The attributes of the candidates that the rule reads."""
    reference = asked.reference_rule
    nodes = _nodes(asked.score_formula or (None if reference is None else reference.formula))
    return tuple(dict.fromkeys(each.attribute for each in nodes if isinstance(each, Candidate) and each.attribute))


def _nodes(formula: str | None) -> Iterator[Node]:
    return iter(()) if formula is None else walk(parse(formula))


def _some(
    receipt: Receipt3, asked: ChoiceAsked, named: ManyCandidates, attributes: tuple[str, ...]
) -> ListedCandidates:
    """The candidates that the receipt does name, as a public table."""
    winners = receipt.result.winners if isinstance(receipt.result, Chosen) else ()
    ends = (named.first, named.last)
    labels = (named.first, *(each for each in dict.fromkeys(winners) if each not in ends), named.last)
    if any(isinstance(each, OwnCell) for each in _nodes(asked.score_formula)):
        labels = tuple(column.name for column in asked.columns)[-named.count :]
    texts = {name: tuple(map(str, range(1, len(labels) + 1))) for name in attributes}
    return ListedCandidates(
        Origin.PUBLIC_TABLE.value, len(labels), named.sha256, labels, {f"label{''.join(texts)}": labels, **texts}, None
    )


def _many(named: ManyCandidates, some: Listed) -> Listed:
    """The same for as many candidates as the receipt tells of, with weights of the least and the total that it does."""
    weights = named.weights
    if not named.count <= MOST_CANDIDATES:
        raise InputError(
            phrase("There are more than {most_candidates} candidates.", most_candidates=f"{MOST_CANDIDATES:,}")
        )
    if weights is not None and not (
        0 < weights.least <= weights.greatest
        and named.count * weights.least <= weights.total <= named.count * weights.greatest
    ):
        raise InputError(phrase("The weights of the candidates do not fit together."))
    values = None if weights is None else (weights.least, weights.total - weights.least)
    return _Counted(some.labels, Origin(named.origin), some.attributes, values, named.count)


def _wrong_bound(claimed: Sensitivity) -> str:
    """What is wrong with a bound whatever the candidates are."""
    if not 0 < claimed.range <= 2 * claimed.delta:
        return phrase("R is not above 0, or is more than twice Δ, which no score allows.")
    last = claimed.steps[-1:]
    if not last or (last[0].sensitivity, last[0].range_sensitivity) != (claimed.delta, claimed.range):
        return phrase("The derivation does not lead to the Δ and R that are claimed.")
    return ""


def _too_small(claimed: Sensitivity, found: Resolved) -> str:
    """Whether the candidates that are named move further than what is claimed of all."""
    assert found.scores.rule is not None and found.scores.candidates is not None and found.unit is not None
    if isinstance(found.scores.rule, Ready):
        return ""
    least = refine(found.scores.rule, found.scores.candidates, found.unit).sensitivity
    if claimed.delta >= least.delta and claimed.range >= least.range:
        return ""
    return phrase(
        "The candidates that are named lead to Δ = {delta} and R = {range} already; less is claimed of all.",
        delta=readable(least.delta),
        range=readable(least.range),
    )
