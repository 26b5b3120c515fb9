"""What each rule of the grammar makes of its parts; the only place that knows the parsing library with the parser."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from lark import Token, Transformer

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import parse_rational
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.shapes import imbalance
from dpstudio.core.scores.language.tree import (
    Candidate,
    Cell,
    Node,
    Number,
    Operation,
    Operator,
    OwnCell,
    Text,
    operation,
)

_SYMBOLS = {"<>": "!=", "==": "=", "≤": "<=", "≥": ">=", "≠": "!="}


def _unquoted(token: str) -> str:
    return token[1:-1].replace(token[-1] * 2, token[-1])


def _distance(parts: tuple[Node, ...], at: int) -> Node:
    """The sum of |a - b| over the coordinates: distance(x, y, a, b) is |x - a| + |y - b|."""
    half = len(parts) // 2
    legs: list[Node] = [
        operation(Operator.ABSOLUTE, operation(Operator.MINUS, a, b, at=at), at=at)
        for a, b in zip(parts[:half], parts[half:], strict=True)
    ]
    return reduce(lambda one, two: operation(Operator.PLUS, one, two, at=at), legs)


def _quantile(parts: tuple[Node, ...], at: int) -> Node:
    cell, point, share = parts
    if not isinstance(share, Number) or not 0 < share.value < 1:
        raise RuleError(
            "The share of a quantile is a number between 0 and 1.", "Write quantile(x, candidate, 0.9).", share.at
        )
    return imbalance(cell, point, Number(1 - share.value, at=at), Number(share.value, at=at), at)


def _sums(parts: tuple[Node, ...], at: int) -> Node:
    cell, point = parts
    inner = operation(Operator.SUM, operation(Operator.MINUS, cell, point, at=at), at=at)
    return operation(Operator.NEGATIVE, operation(Operator.ABSOLUTE, inner, at=at), at=at)


def _plain(operator: Operator) -> Callable[[tuple[Node, ...], int], Node]:
    return lambda parts, at: Operation(operator, parts, at=at)


# name: (numbers of arguments, how it is written, what it makes)
_CALLS: dict[str, tuple[range, str, Callable[[tuple[Node, ...], int], Node]]] = {
    "count": (range(1, 2), "count(a condition)", _plain(Operator.COUNT)),
    "persons": (range(1, 2), "persons(a condition)", _plain(Operator.PERSONS)),
    "sum": (range(1, 2), "sum(a number where a condition)", _plain(Operator.SUM)),
    "abs": (range(1, 2), "abs(a number)", _plain(Operator.ABSOLUTE)),
    "min": (range(2, 50), "min(one, another)", _plain(Operator.LEAST)),
    "max": (range(2, 50), "max(one, another)", _plain(Operator.GREATEST)),
    "clip": (range(3, 4), "clip(a number, least, greatest)", _plain(Operator.CLIP)),
    "if": (range(3, 4), "if(a condition, then, otherwise)", _plain(Operator.IF)),
    "days": (range(2, 3), "days(from, to)", lambda p, at: operation(Operator.MINUS, p[1], p[0], at=at)),
    "distance": (range(2, 9, 2), "distance(x, y, candidate.x, candidate.y)", _distance),
    "median": (range(2, 3), "median(x, candidate)", lambda p, at: imbalance(p[0], p[1], None, None, at)),
    "quantile": (range(3, 4), "quantile(x, candidate, 0.9)", _quantile),
    "distance_of_sums": (range(2, 3), "distance_of_sums(x, candidate)", _sums),
    "own_column": (range(1), "own_column()", lambda _, at: OwnCell(at=at)),
}


_TAUGHT = {
    "mean": (
        "A mean divides by the number of rows, which is private: where few rows count, one person moves it all the"
        " way.",
        "Use sum( ): it prefers the same candidates where each of them is compared on the same rows; or add up how far"
        " values lie above a public mark: sum(x - 5 where …).",
    ),
    "best_score": (
        "The best score depends on everyone's data, so dividing by it lets one person move all scores at once.",
        "Leave the scores as they are: the mechanism compares differences, and R takes the place of a scale.",
    ),
}
_TAUGHT["average"] = _TAUGHT["mean"]


def _call(name: Any, arguments: tuple[Node, ...], where: Node | None) -> Node:
    at = name.start_pos
    if str(name) in _TAUGHT:
        raise RuleRefusal(*_TAUGHT[str(name)], at=at)
    if str(name) in ("min", "max") and len(arguments) == 1:
        raise RuleRefusal(
            "The least and the greatest value of a private column are private: bounds read off the data depend on one"
            " person.",
            "Type public bounds: clip(x, 0, 100).",
            at,
        )
    if str(name) not in _CALLS:
        raise RuleError(
            f"Character {at + 1}: there is no function “{str(name)[:30]}”.",
            f"There are {', '.join(_CALLS)}.",
            at,
        )
    wanted, shape, make = _CALLS[str(name)]
    if len(arguments) not in wanted:
        raise RuleError(f"Character {at + 1}: “{name}” is written {shape}.", "", at)
    if where is None:
        return make(arguments, at)
    if name in ("count", "persons"):
        return make((operation(Operator.AND, arguments[0], where, at=at),), at)
    if name == "sum":
        return make((arguments[0], where), at)
    raise RuleError(f"Character {at + 1}: “where” belongs to count, sum or persons.", "", at)


def _binary(operator: Operator) -> Any:
    return lambda self, parts: operation(operator, *parts, at=parts[0].at)


class Builder(Transformer[Token, Node]):
    """Builds the tree bottom up, so that no text can exhaust the stack."""

    either, both, denial = _binary(Operator.OR), _binary(Operator.AND), _binary(Operator.NOT)
    plus, minus = _binary(Operator.PLUS), _binary(Operator.MINUS)
    times = _binary(Operator.TIMES)
    negative, listed, has = _binary(Operator.NEGATIVE), _binary(Operator.IN), _binary(Operator.HAS)

    def over(self, parts: Any) -> Node:
        """A division; of two constants their quotient."""
        one, other = parts
        if isinstance(one, Number) and isinstance(other, Number) and other.value:
            return Number(one.value / other.value, at=one.at)
        return operation(Operator.OVER, one, other, at=one.at)

    def number(self, parts: Any) -> Node:
        """A constant of our own grammar."""
        try:
            value = parse_rational(str(parts[0]), "The number", zero=True)
        except InputError as error:
            raise RuleError(error.message, error.remedy, parts[0].start_pos) from error
        return Number(value, at=parts[0].start_pos)

    def text(self, parts: Any) -> Node:
        """A text without its quotes."""
        return Text(_unquoted(parts[0]), at=parts[0].start_pos)

    def candidate(self, parts: Any) -> Node:
        """The candidate itself."""
        return Candidate(at=parts[0].start_pos)

    def attribute(self, parts: Any) -> Node:
        """One of the candidate's attributes."""
        return Candidate(_name(parts[1]), at=parts[0].start_pos)

    def cell(self, parts: Any) -> Node:
        """A column."""
        return Cell(_name(parts[0]), at=parts[0].start_pos)

    def compared(self, parts: Any) -> Node:
        """A comparison, its sign in one spelling."""
        sign = Operator(_SYMBOLS.get(str(parts[1]), str(parts[1])))
        return operation(sign, parts[0], parts[2], at=parts[0].at)

    def between(self, parts: Any) -> Node:
        """Both ends belong to it."""
        value, low, high = parts
        return operation(
            Operator.AND,
            operation(Operator.AT_LEAST, value, low, at=value.at),
            operation(Operator.AT_MOST, value, high, at=value.at),
            at=value.at,
        )

    def arguments(self, parts: Any) -> tuple[Node, ...]:
        """What stands between the brackets."""
        return tuple(parts)

    def call(self, parts: Any) -> Node:
        """One of the functions."""
        name, arguments, where = parts
        return _call(name, arguments or (), where)


def _name(token: str) -> str:
    return _unquoted(token) if token.startswith("[") else str(token)
