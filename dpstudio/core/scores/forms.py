"""The rules of the forms as trees, and the trees that a form could have written."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    OwnCell,
    operation,
    walk,
)
from dpstudio.core.scores.operators.absolute import ABSOLUTE
from dpstudio.core.scores.operators.addition import MINUS, PLUS
from dpstudio.core.scores.operators.comparisons import AT_LEAST, EQUAL
from dpstudio.core.scores.operators.contract import Operator
from dpstudio.core.scores.operators.count import COUNT
from dpstudio.core.scores.operators.imbalance import imbalance
from dpstudio.core.scores.operators.meaning import HAS
from dpstudio.core.scores.operators.multiplication import TIMES
from dpstudio.core.scores.operators.negation import NEGATIVE
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.rules import (
    Agreement,
    Formula,
    Median,
    Nearness,
    Quantile,
    Ready,
    Revenue,
    Rule,
    Votes,
    VoteStyle,
)


@dataclass(frozen=True)
class Form:
    """A rule as a form has it: its kind, the style of votes, columns, attributes one a column, share of a quantile."""

    kind: str
    columns: tuple[str, ...]
    attributes: tuple[str, ...] = ()
    style: str = ""
    share: Fraction | None = None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each column with its attribute, "" being the candidate itself."""
        given = self.attributes[: len(self.columns)]
        return list(zip(self.columns, given + ("",) * (len(self.columns) - len(given)), strict=True))


def tree_of(rule: Rule) -> Node:
    """The tree of a rule, as its form writes it.

    Raises:
        TypeError: ready-made scores have none.
    """
    if isinstance(rule, Formula):
        return rule.tree
    tree = tree_of_form(_form(rule))
    if tree is None:
        raise TypeError("ready-made scores have no tree")
    return tree


def ready_trees(rule: Ready, candidates: CandidateSet) -> tuple[Node, Node]:
    """Ready-made scores: the sum over the rows with the candidate's name, and how many these are."""
    name, scores = rule.columns
    named, columns = operation(EQUAL, Cell(name.name), Candidate()), {name.name: name, scores.name: scores}
    added = operation(SUM, Cell(scores.name), named)
    return bind(added, columns, candidates), bind(operation(COUNT, named), columns, candidates)


@lru_cache(maxsize=16)
def bound_tree(rule: Rule, candidates: CandidateSet) -> Node:
    """The rule's tree, bound to its columns; kept, because bound, plan, preview and release each go by it."""
    if isinstance(rule, Formula):
        return rule.tree
    return bind(tree_of(rule), {column.name: column for column in rule.columns}, candidates)


def _form(rule: Rule) -> Form:
    names = tuple(column.name for column in rule.columns)
    match rule:
        case Votes():
            return Form("votes", names, style=rule.style)
        case Agreement():
            return Form("agreement", names, rule.attributes)
        case Revenue() | Median():
            return Form(type(rule).__name__.lower(), names, (rule.attribute,))
        case Quantile():
            return Form("quantile", names, (rule.attribute,), share=rule.alpha)
        case Nearness():
            return Form("nearness_of_sums" if rule.of_sums else "nearness", names, rule.attributes)
    return Form("", ())


def tree_of_form(form: Form) -> Node | None:
    """The tree that a form writes, or None where something is missing."""
    if form.kind == "votes" and form.style == VoteStyle.COLUMN_EACH:
        return operation(COUNT, OwnCell())
    if not form.columns or not all(form.columns):
        return None
    name, attribute = form.pairs[0]
    cell, point = Cell(name), Candidate(attribute)
    match form.kind:
        case "votes":
            sign = HAS if form.style == VoteStyle.CHOICES else EQUAL
            return operation(COUNT, operation(sign, cell, Candidate()))
        case "agreement":
            return _sum([_equal(*pair) for pair in form.pairs])
        case "revenue":
            payers = operation(COUNT, operation(AT_LEAST, cell, point))
            return operation(TIMES, point, payers)
        case "median":
            return imbalance(cell, point, None, None)
        case "quantile" if form.share is not None:
            return imbalance(cell, point, Number(1 - form.share), Number(form.share))
        case "nearness" | "nearness_of_sums":
            return _sum([_distance(*pair, form.kind == "nearness_of_sums") for pair in form.pairs])
    return None


def form_of(tree: Node) -> Form | None:
    """The form that writes this tree, or None."""
    terms = _terms(tree)
    for shape in (_votes, _agreement, _revenue, _imbalance_form, _nearness):
        found = shape(terms)
        if found is not None:
            return found
    return None


def _sum(parts: list[Node]) -> Node:
    """The sum, written as people write it: -a - b."""
    return reduce(_added, parts)


def _added(one: Node, two: Node) -> Node:
    if isinstance(two, Operation) and two.operator is NEGATIVE:
        return operation(MINUS, one, two.parts[0])
    return operation(PLUS, one, two)


def _equal(name: str, attribute: str) -> Node:
    return operation(COUNT, operation(EQUAL, Cell(name), Candidate(attribute)))


def _distance(name: str, attribute: str, of_sums: bool) -> Node:
    gap = operation(MINUS, Cell(name), Candidate(attribute))
    outer, inner = (ABSOLUTE, SUM) if of_sums else (SUM, ABSOLUTE)
    return operation(NEGATIVE, operation(outer, operation(inner, gap)))


def _terms(tree: Node) -> list[Node]:
    """The parts of f + g + h."""
    found: list[Node] = []
    while isinstance(tree, Operation) and tree.operator in (PLUS, MINUS):
        last = tree.parts[1]
        found.append(last if tree.operator is PLUS else operation(NEGATIVE, last))
        tree = tree.parts[0]
    return [tree, *reversed(found)]


def _pair(node: Node, *operators: Operator) -> tuple[str, str] | None:
    """Column and attribute of `operators` around a cell and the candidate, outermost first."""
    for wanted in operators:
        if not isinstance(node, Operation) or node.operator is not wanted:
            return None
        if len(node.parts) == 2:
            cell, option = node.parts
            if isinstance(cell, Cell) and isinstance(option, Candidate):
                return cell.name, option.attribute
            return None
        node = node.parts[0]
    return None


def _votes(terms: list[Node]) -> Form | None:
    if len(terms) > 1:
        return None
    if terms[0] == operation(COUNT, OwnCell()):
        return Form("votes", (), style=VoteStyle.COLUMN_EACH)
    for sign, style in ((EQUAL, VoteStyle.ONE_COLUMN), (HAS, VoteStyle.CHOICES)):
        pair = _pair(terms[0], COUNT, sign)
        if pair and not pair[1]:
            return Form("votes", (pair[0],), style=style)
    return None


def _agreement(terms: list[Node]) -> Form | None:
    pairs = [_pair(term, COUNT, EQUAL) for term in terms]
    found = [pair for pair in pairs if pair]
    if len(found) < len(terms) or len(dict(found)) < len(found):
        return None
    return Form("agreement", tuple(name for name, _ in found), tuple(attribute for _, attribute in found))


def _revenue(terms: list[Node]) -> Form | None:
    if len(terms) > 1 or not isinstance(terms[0], Operation) or terms[0].operator is not TIMES:
        return None
    price, payers = terms[0].parts
    pair = _pair(payers, COUNT, AT_LEAST)
    if pair is None or price != Candidate(pair[1]):
        return None
    return Form("revenue", (pair[0],), (pair[1],))


def _imbalance_form(terms: list[Node]) -> Form | None:
    cells = [each for each in _leaves(terms[0]) if isinstance(each, Cell)]
    points = [each for each in _leaves(terms[0]) if isinstance(each, Candidate)]
    if len(terms) > 1 or not cells or not points:
        return None
    if terms[0] == imbalance(cells[0], points[0], None, None):
        return Form("median", (cells[0].name,), (points[0].attribute,))
    for share in [each.value for each in _leaves(terms[0]) if isinstance(each, Number)]:
        if 0 < share < 1 and terms[0] == imbalance(cells[0], points[0], Number(1 - share), Number(share)):
            return Form("quantile", (cells[0].name,), (points[0].attribute,), share=share)
    return None


def _leaves(node: Node) -> list[Node]:
    return [each for each in walk(node) if not isinstance(each, Operation)]


def _nearness(terms: list[Node]) -> Form | None:
    for kind, outer, inner in (
        ("nearness", SUM, ABSOLUTE),
        ("nearness_of_sums", ABSOLUTE, SUM),
    ):
        pairs = [_pair(term, NEGATIVE, outer, inner, MINUS) for term in terms]
        found = [pair for pair in pairs if pair]
        if len(found) == len(terms) and len(dict(found)) == len(found):
            return Form(kind, tuple(name for name, _ in found), tuple(attribute for _, attribute in found))
    return None
