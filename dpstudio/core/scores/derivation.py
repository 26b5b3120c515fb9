"""The sensitivity of a rule under a privacy unit, derived node by node."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import Refusal
from dpstudio.core.quantities import readable
from dpstudio.core.scores import node_sensitivity, proof
from dpstudio.core.scores.analysis import Analysis
from dpstudio.core.scores.as_read import as_read, grid_of, how_read, of_blank, of_none
from dpstudio.core.scores.contribution import contribution, is_public, needs_candidate, row_by_row
from dpstudio.core.scores.exhaustive import Enumeration
from dpstudio.core.scores.forms import bound_tree
from dpstudio.core.scores.language.mistakes import NoBound
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import Node, Operation, Text, is_aggregate
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Arithmetic, aggregate_of
from dpstudio.core.scores.persons import exact_figures
from dpstudio.core.scores.rules import Formula, Nearness, Ready, Revenue, Rule
from dpstudio.core.scores.trials import Trials
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.translation import phrase

_QUICK, _THOROUGH = 300_000, 100_000_000
_ASSERTED = phrase(
    "Asserted, not derived: the scores were computed elsewhere, and the curator says how far one person can move them."
)
_HELD = phrase(
    "Where each candidate has exactly one row, whose score can be read, the rule that they are said to"
    " be computed by moves them no farther; whether they were computed so is not checked."
)


@dataclass(frozen=True)
class Step:
    """One line of the derivation: the node, its two figures, and why.

    `depth` is the node's level in the tree, 0 for the whole; a part of a row expression has no figures.
    """

    what: str
    sensitivity: Fraction | None
    range_sensitivity: Fraction | None
    why: str
    depth: int = 0


@dataclass(frozen=True)
class Sensitivity:
    """How far one person can move a score.

    Args:
        delta: the most that any one candidate's score moves.
        range: the most by which the moves of two candidates differ; at most twice `delta`.
        steps: the derivation, parts before wholes.
        rows_tried: whether it is a sum over rows of which every row was tried: candidate by candidate it is no less.
    """

    delta: Fraction
    range: Fraction
    steps: tuple[Step, ...]
    rows_tried: bool = False


def derive(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, *, thorough: bool = False) -> Sensitivity:
    """Delta and R of `rule` for neighbours under `unit`, as exact rationals.

    Args:
        thorough: try possible rows and persons even where that takes longer than a keystroke should.

    Raises:
        NoBound: the rule has no finite bound with these candidates, naming what bounds it.
        Refusal: it ignores the candidate, or what is asserted of it is less than what follows.

    Source: MATH 4, the table of nodes, and its paragraph on persons with up to k rows.
    """
    if isinstance(rule, Ready):
        return _asserted(rule, candidates, unit)
    return _derived(rule, candidates, unit, thorough)


def _asserted(rule: Ready, candidates: CandidateSet, unit: PrivacyUnit) -> Sensitivity:
    """The asserted figures, held against the rule that is told for the scores."""
    if rule.sensitivity is None or rule.range_sensitivity is None:
        raise NoBound(
            phrase("How far one person can move the ready-made scores has not been asserted."),
            phrase("Type how far one person can move a score at most."),
            "rule.sensitivity",
        )
    read = _as_read(rule.columns[1])
    why = phrase("{asserted} {read}", asserted=_ASSERTED, read=read)
    if rule.reference is None:
        return Sensitivity(
            rule.sensitivity,
            rule.range_sensitivity,
            (Step(phrase("ready-made scores"), rule.sensitivity, rule.range_sensitivity, why),),
        )
    known = _derived(rule.reference, candidates, unit, False)
    grid = grid_of(rule.reference.tree, {column.name: column for column in rule.reference.columns})
    delta, spread = as_read(known.delta, known.range, rule.columns[1], grid)
    for name, claimed, proved, field in (
        ("Δ", rule.sensitivity, delta, "rule.sensitivity"),
        ("R", rule.range_sensitivity, spread, "rule.range_sensitivity"),
    ):
        if claimed < proved:
            raise Refusal(
                phrase(
                    "The asserted {name} = {claimed} is smaller than {proved}, which is derived for the"
                    " rule that the scores are said to be computed by. {read}",
                    name=name,
                    claimed=readable(claimed),
                    proved=readable(proved),
                    read=read,
                ),
                phrase("Type at least that, or correct the rule."),
                field,
            )
    steps = tuple(replace(step, depth=step.depth + 1) for step in known.steps)
    return Sensitivity(
        rule.sensitivity,
        rule.range_sensitivity,
        (
            *steps,
            Step(
                phrase("ready-made scores"),
                rule.sensitivity,
                rule.range_sensitivity,
                phrase("{why} {held}", why=why, held=_HELD),
            ),
        ),
    )


def _as_read(column: Column) -> str:
    """Of which scores the asserted bound is one."""
    blank, none = of_blank(column), readable(of_none(column))
    counts = phrase("is no row") if blank is None else phrase("counts as {blank}", blank=readable(blank))
    zero = "" if none == "0" else phrase(", which is 0 held so")
    return phrase(
        "Scores count as they are read: each row {how_read}; a blank, or what cannot be read,"
        " {counts}. A candidate's rows are added up, and one without a row counts as {none}{zero}.",
        how_read=how_read(column),
        counts=counts,
        none=none,
        zero=zero,
    )


@lru_cache(maxsize=64)
def _derived(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit, thorough: bool) -> Sensitivity:
    """Kept, because it is asked for at every keystroke."""
    _refuse_senseless(rule, candidates)
    tree = bound_tree(rule, candidates)
    derivation = _Derivation({column.name: column for column in rule.columns}, candidates, unit, thorough=thorough)
    delta, spread = derivation.whole(tree)
    if spread == 0 and candidates.count > 1:
        raise Refusal(
            phrase(
                "No person can move the scores of two candidates apart (R = 0): which is the best follows from public"
                " numbers alone, and nothing of it is to be protected."
            )
            if needs_candidate(tree)
            else phrase("The score does not depend on the candidate, so there is nothing to choose by."),
            phrase("Compare something with candidate in it."),
            "rule.formula" if isinstance(rule, Formula) else "rule.columns",
        )
    return Sensitivity(delta, spread, tuple(derivation.steps), derivation.has_tried(tree))


def whole_sensitivity(rule: Rule, candidates: CandidateSet, unit: PrivacyUnit) -> NodeSensitivity:
    """How far one person moves the scores of these candidates, by analysis alone."""
    columns = {column.name: column for column in rule.columns}
    return _Derivation(columns, candidates, unit, thorough=True).moves(bound_tree(rule, candidates))


def _refuse_senseless(rule: Rule, candidates: CandidateSet) -> None:
    """What a form asks of its candidates."""
    if isinstance(rule, Revenue):
        least, greatest = candidates.ends(rule.attribute)
        if least < 0 or greatest <= 0:
            raise Refusal(
                phrase("A price is negative, or all are 0."), phrase("Use prices of at least 0, one of them above 0.")
            )
    if isinstance(rule, Nearness) and not rule.of_sums:
        for column, attribute in zip(rule.columns, rule.attributes, strict=True):
            least, greatest = candidates.ends(attribute)
            if column.bounds is not None and not column.bounds[0] <= least <= greatest <= column.bounds[1]:
                low, high = map(readable, column.bounds)
                raise Refusal(
                    phrase(
                        "A candidate lies outside the bounds of “{name}” ({low} to {high}).",
                        name=column.name,
                        low=low,
                        high=high,
                    ),
                    phrase("Widen the bounds so that every candidate lies within them."),
                    f"column:{column.name}:lower",
                )


class _Derivation:
    """Walks a bound tree and writes down a step for every node."""

    def __init__(
        self, columns: Mapping[str, Column], candidates: CandidateSet, unit: PrivacyUnit, *, thorough: bool
    ) -> None:
        self._columns, self._unit = columns, unit
        self._analysis = Analysis(columns, candidates)
        self._enumeration = Enumeration(columns, candidates, Trials(_THOROUGH if thorough else _QUICK))
        self._rows: dict[Node, Node | None] = {}
        self._moved: dict[Node, tuple[NodeSensitivity, str]] = {}
        self._tried: set[Node | None] = set()
        self.steps: list[Step] = []

    def moves(self, tree: Node) -> NodeSensitivity:
        """How far one person moves the root."""
        return self._of(tree, 0)

    def has_tried(self, tree: Node) -> bool:
        """Whether the root is a sum over rows of which every row was tried."""
        return row_by_row(tree, self._columns, self._rows) in self._tried

    def whole(self, tree: Node) -> tuple[Fraction, Fraction]:
        """Delta and R of the root."""
        delta, spread = self.figures(self._of(tree, 0))
        exact = exact_figures(tree, self._enumeration, self._unit)
        if exact is not None and (exact[0] < delta or exact[1] < spread):
            delta, spread = min(delta, exact[0]), min(spread, exact[1])
            last = self.steps.pop()
            self.steps.append(replace(last, sensitivity=delta, range_sensitivity=spread,
                                      why=f"{last.why} {proof.PERSONS_TRIED}"))  # fmt: skip
        return delta, spread

    def figures(self, found: NodeSensitivity) -> tuple[Fraction, Fraction]:
        """Delta and R under the unit's relation."""
        if self._unit.relation is Relation.ADD_REMOVE:
            return Fraction(found.added), Fraction(found.range_added)
        return Fraction(found.replaced), Fraction(found.range_replaced)

    def _of(self, node: Node, depth: int) -> NodeSensitivity:
        if is_aggregate(node):
            return self._aggregate(node, depth)
        if is_public(node):
            return self._told(node, node_sensitivity.PUBLIC, proof.PUBLIC, depth)
        match node:
            case Operation(operator=Arithmetic() as operator):
                found, why = operator.sensitivity(node, lambda part: self._of(part, depth + 1), self._analysis.of)
                return self._combined(node, found, why, depth)
        raise TypeError(type(node))

    def _combined(self, node: Node, found: NodeSensitivity, why: str, depth: int) -> NodeSensitivity:
        """The least of what follows from the parts and of what the whole is row by row."""
        if not needs_candidate(node):
            found = replace(found, range_added=Fraction(0), range_replaced=Fraction(0))
        together = self._together(node)
        if together is not None:
            why = (
                phrase("{why} {together}", why=why, together=proof.TOGETHER) if proof.smaller(together, found) else why
            )
            found = node_sensitivity.tightest(found, together)
        return self._told(node, found, why, depth)

    def _together(self, node: Node) -> NodeSensitivity | None:
        """The figures of a sum over rows as a whole, where the node is one."""
        added = row_by_row(node, self._columns, self._rows)
        return None if added is None else self._by_rows(self._row_sensitivity(added)[0])

    def _row_sensitivity(self, added: Node) -> tuple[NodeSensitivity, str]:
        """What one row does, by analysis and, where few rows are possible, by trying them all."""
        if added not in self._moved:
            self._moved[added] = self._worked_out(added)
        return self._moved[added]

    def _worked_out(self, added: Node) -> tuple[NodeSensitivity, str]:
        analysed = self._analysis.of(added)
        if analysed.unbounded:
            return node_sensitivity.of_row(analysed), analysed.unbounded
        found = node_sensitivity.of_row(analysed)
        exact = self._enumeration.figures_of_row(added)
        if exact is None:
            return found, ""
        self._tried.add(added)
        return node_sensitivity.tightest(found, node_sensitivity.one_way(exact, analysed)), ""

    def _by_rows(self, row: NodeSensitivity) -> NodeSensitivity:
        if self._unit.person is None and not self._unit.gaps:
            return row
        replaced = self._unit.relation is Relation.REPLACE_ONE and self._unit.may_have_fewer
        return node_sensitivity.of_rows(row, self._unit.rows, replaced_by_fewer=replaced)

    def _aggregate(self, node: Operation, depth: int) -> NodeSensitivity:
        added = contribution(node, self._columns)
        found = self._analysis.of(added)
        self._row_parts(node, depth)
        person = aggregate_of(node).of_person(node, found, self._unit)
        if person is not None:
            return self._told(node, *person, depth)
        row, unbounded = self._row_sensitivity(added)
        if unbounded:
            raise NoBound(
                phrase(
                    "The column “{unbounded}” has no bounds, so one person could move the score without limit.",
                    unbounded=unbounded,
                ),
                phrase("Type the least and the greatest value that counts."),
                f"column:{unbounded}:lower",
            )
        why = proof.counted(replace(found, candidate=row.range_added, both=row.range_replaced, row=row.replaced,
                                    low=row.low, high=row.high))  # fmt: skip
        if self._unit.person is None and not self._unit.gaps:
            return self._told(node, row, why, depth)
        self._told(node, row, why, depth + 1, phrase("one row in "))
        replaced = self._unit.relation is Relation.REPLACE_ONE and self._unit.may_have_fewer
        return self._told(node, self._by_rows(row), proof.of_all_rows(self._unit.rows, replaced), depth)

    def _row_parts(self, node: Operation, depth: int) -> None:
        """A step for every part of a row expression."""
        for part in node.parts:
            if isinstance(part, Text):
                continue
            if isinstance(part, Operation) and not part.operator.of_meanings:
                self._row_parts(part, depth + 1)
            found = self._analysis.of(part)
            why = proof.of_row_part(part, found, self._columns, self._analysis.own)
            self.steps.append(Step(text_of(part), None, None, why, depth + 1))

    def _told(self, node: Node, found: NodeSensitivity, why: str, depth: int, before: str = "") -> NodeSensitivity:
        self.steps.append(Step(before + text_of(node), *self.figures(found), why, depth))
        return found
