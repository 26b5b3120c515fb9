"""The sensitivity of a rule under a privacy unit, derived step by step."""

from dataclasses import dataclass
from fractions import Fraction

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import Refusal
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores import nodes
from dpstudio.core.scores.nodes import Node
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Ready, Revenue, Rule, Votes
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation

Derivable = Votes | Revenue | Median | Quantile | Nearness | Agreement


_ASSERTED = (
    "Asserted, not derived: the scores were computed elsewhere, and the curator says how far one person can move them."
)


@dataclass(frozen=True)
class Step:
    """One line of the derivation: the node, its two figures, and why."""

    what: str
    sensitivity: Fraction
    range_sensitivity: Fraction
    why: str


@dataclass(frozen=True)
class Sensitivity:
    """How far one person can move a score.

    Args:
        delta: the most that any one candidate's score moves.
        range: the most by which the moves of two candidates differ; at most twice `delta`.
        steps: the derivation, parts before wholes.
    """

    delta: Fraction
    range: Fraction
    steps: tuple[Step, ...]


def derive(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> Sensitivity:
    """Delta and R of `rule` for neighbours under `unit`, as exact rationals.

    Raises:
        Refusal: the rule has no finite bound with these candidates, naming the safe form.

    Source: MATH 4, the table of nodes, and its paragraph on persons with up to k rows.
    """
    if isinstance(rule, Ready):
        return Sensitivity(rule.delta, rule.spread, (Step("ready-made scores", rule.delta, rule.spread, _ASSERTED),))
    parts = [part.tightened() for part in _parts(rule, candidates)]
    steps = [_step(part, unit) for part in parts]
    if len(parts) > 1:
        whole = nodes.total("sum of the parts", parts, "One row moves every part, so the figures add up.").tightened()
        steps.append(_step(whole, unit))
    if unit.person is not None:
        steps.append(_persons(steps[-1], parts, unit))
    return Sensitivity(steps[-1].sensitivity, steps[-1].range_sensitivity, tuple(steps))


def _parts(rule: Derivable, candidates: CandidateSet) -> list[Node]:
    match rule:
        case Votes():
            return [nodes.count_matching()]
        case Revenue():
            prices = candidates.numbers(rule.attribute)
            if prices.least < 0 or prices.greatest <= 0:
                raise Refusal("A price is negative, or all are 0.", "Use prices of at least 0, one of them above 0.")
            return [nodes.revenue(prices.greatest)]
        case Median():
            return [nodes.median()]
        case Quantile():
            return [nodes.quantile(rule.alpha)]
        case Nearness():
            return [
                _coordinate(rule, column, attribute, candidates)
                for column, attribute in zip(rule.columns, rule.attributes, strict=True)
            ]
        case Agreement():
            return [nodes.count_matching() for _ in rule.columns]


def _coordinate(rule: Nearness, column: Column, attribute: str, candidates: CandidateSet) -> Node:
    if column.bounds is None:
        raise Refusal(
            f"The column {column.name!r} has no bounds, so one person could move the score without limit.",
            "Type the least and the greatest value that counts.",
            f"column:{column.name}:lower",
        )
    low, high = column.bounds
    numbers = candidates.numbers(attribute)
    if rule.of_sums:
        return nodes.distance_of_sums(low, high, numbers.least, numbers.greatest, column.blank is not None, column.name)
    if numbers.least < low or numbers.greatest > high:
        raise Refusal(
            f"A candidate lies outside the bounds of {column.name!r} ({rational_text(low)} to {rational_text(high)}).",
            "Widen the bounds so that every candidate lies within them.",
            f"column:{column.name}:lower",
        )
    return nodes.distance(low, high, column.name)


def _step(node: Node, unit: PrivacyUnit) -> Step:
    if unit.relation is Relation.ADD_REMOVE:
        return Step(node.what, node.added, node.range_added, node.why)
    return Step(node.what, node.replaced, node.range_replaced, node.why)


def _persons(row: Step, parts: list[Node], unit: PrivacyUnit) -> Step:
    """One person's rows: k times a row's figures; a replaced person may also have fewer rows than before."""
    delta, spread = row.sensitivity, row.range_sensitivity
    why = f"One person has at most {unit.rows} row{'s' if unit.rows > 1 else ''}; each moves the score as above."
    if unit.relation is Relation.REPLACE_ONE:
        whole = nodes.total("", parts, "").tightened()
        delta, spread = max(delta, whole.added), max(spread, whole.range_added)
        why += " The person who takes the place may have fewer rows, so the larger of both figures counts."
    return Step("all rows of one person", unit.rows * delta, unit.rows * spread, why)
