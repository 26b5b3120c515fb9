"""The rules of the forms as trees, and the trees that a form could have written."""

from functools import reduce

from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.language.shapes import imbalance
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    operation,
    walk,
)
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

Written = tuple[str, str, tuple[str, ...], tuple[str, ...], str]
"""Kind, style, columns, attributes and share of a form, as a plan has them."""


def tree_of(rule: Rule) -> Node:
    """The tree that a form writes.

    Raises:
        TypeError: ready-made scores have none.
    """
    match rule:
        case Formula():
            return rule.tree
        case Votes(style=VoteStyle.COLUMN_EACH):
            return operation(Operator.COUNT, OwnCell())
        case Votes():
            sign = Operator.HAS if rule.style is VoteStyle.CHOICES else Operator.EQUAL
            return operation(Operator.COUNT, operation(sign, Cell(rule.columns[0].name), Candidate()))
        case Agreement():
            pairs = zip(rule.columns, rule.attributes, strict=True)
            return _sum([_equal(column.name, attribute) for column, attribute in pairs])
        case Revenue():
            price = Candidate(rule.attribute)
            payers = operation(Operator.COUNT, operation(Operator.AT_LEAST, Cell(rule.column.name), price))
            return operation(Operator.TIMES, price, payers)
        case Median():
            return imbalance(Cell(rule.column.name), Candidate(rule.attribute), None, None)
        case Quantile():
            shares = Number(1 - rule.alpha), Number(rule.alpha)
            return imbalance(Cell(rule.column.name), Candidate(rule.attribute), *shares)
        case Nearness():
            pairs = zip(rule.columns, rule.attributes, strict=True)
            return _sum([_distance(column.name, attribute, rule.of_sums) for column, attribute in pairs])
        case Ready():
            raise TypeError("ready-made scores have no tree")


def form_of(tree: Node) -> Written | None:
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
    if isinstance(two, Operation) and two.operator is Operator.NEGATIVE:
        return operation(Operator.MINUS, one, two.parts[0])
    return operation(Operator.PLUS, one, two)


def _equal(name: str, attribute: str) -> Node:
    return operation(Operator.COUNT, operation(Operator.EQUAL, Cell(name), Candidate(attribute)))


def _distance(name: str, attribute: str, of_sums: bool) -> Node:
    gap = operation(Operator.MINUS, Cell(name), Candidate(attribute))
    outer, inner = (Operator.ABSOLUTE, Operator.SUM) if of_sums else (Operator.SUM, Operator.ABSOLUTE)
    return operation(Operator.NEGATIVE, operation(outer, operation(inner, gap)))


def _terms(tree: Node) -> list[Node]:
    """The parts of f + g + h."""
    found: list[Node] = []
    while isinstance(tree, Operation) and tree.operator in (Operator.PLUS, Operator.MINUS):
        last = tree.parts[1]
        found.append(last if tree.operator is Operator.PLUS else operation(Operator.NEGATIVE, last))
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


def _votes(terms: list[Node]) -> Written | None:
    if len(terms) > 1:
        return None
    if terms[0] == operation(Operator.COUNT, OwnCell()):
        return "votes", VoteStyle.COLUMN_EACH, (), (), ""
    for sign, style in ((Operator.EQUAL, VoteStyle.ONE_COLUMN), (Operator.HAS, VoteStyle.CHOICES)):
        pair = _pair(terms[0], Operator.COUNT, sign)
        if pair and not pair[1]:
            return "votes", style, (pair[0],), (), ""
    return None


def _agreement(terms: list[Node]) -> Written | None:
    pairs = [_pair(term, Operator.COUNT, Operator.EQUAL) for term in terms]
    found = [pair for pair in pairs if pair]
    if len(found) < len(terms) or len(dict(found)) < len(found):
        return None
    return "agreement", "", tuple(name for name, _ in found), tuple(attribute for _, attribute in found), ""


def _revenue(terms: list[Node]) -> Written | None:
    if len(terms) > 1 or not isinstance(terms[0], Operation) or terms[0].operator is not Operator.TIMES:
        return None
    price, payers = terms[0].parts
    pair = _pair(payers, Operator.COUNT, Operator.AT_LEAST)
    if pair is None or price != Candidate(pair[1]):
        return None
    return "revenue", "", (pair[0],), (pair[1],), ""


def _imbalance_form(terms: list[Node]) -> Written | None:
    cells = [each for each in _leaves(terms[0]) if isinstance(each, Cell)]
    points = [each for each in _leaves(terms[0]) if isinstance(each, Candidate)]
    if len(terms) > 1 or not cells or not points:
        return None
    if terms[0] == imbalance(cells[0], points[0], None, None):
        return "median", "", (cells[0].name,), (points[0].attribute,), ""
    for share in [each.value for each in _leaves(terms[0]) if isinstance(each, Number)]:
        if 0 < share < 1 and terms[0] == imbalance(cells[0], points[0], Number(1 - share), Number(share)):
            return "quantile", "", (cells[0].name,), (points[0].attribute,), rational_text(share)
    return None


def _leaves(node: Node) -> list[Node]:
    return [each for each in walk(node) if not isinstance(each, Operation)]


def _nearness(terms: list[Node]) -> Written | None:
    for kind, outer, inner in (
        ("nearness", Operator.SUM, Operator.ABSOLUTE),
        ("nearness_of_sums", Operator.ABSOLUTE, Operator.SUM),
    ):
        pairs = [_pair(term, Operator.NEGATIVE, outer, inner, Operator.MINUS) for term in terms]
        found = [pair for pair in pairs if pair]
        if len(found) == len(terms) and len(dict(found)) == len(found):
            return kind, "", tuple(name for name, _ in found), tuple(attribute for _, attribute in found), ""
    return None
