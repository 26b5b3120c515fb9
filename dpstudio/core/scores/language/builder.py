"""What each rule of the grammar makes of its parts; the only place that knows the parsing library with the parser."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from lark import Token, Transformer

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import parse_rational
from dpstudio.core.scores.language.mistakes import Misplaced, RuleError, RuleRefusal
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Text
from dpstudio.core.scores.operators.absent import ABSENT
from dpstudio.core.scores.operators.registry import FUNCTIONS, GRAMMAR, SIGNS
from dpstudio.core.scores.operators.written import Make
from dpstudio.translation import joined, phrase


def _unquoted(token: str) -> str:
    return token[1:-1].replace(token[-1] * 2, token[-1])


def _meant(called: str) -> str:
    """The function that is written nearly so, else all that there are."""
    close = get_close_matches(called.casefold(), FUNCTIONS, 1)
    if close:
        return phrase("Did you mean “{close}”?", close=close[0])
    return phrase("There are {functions}.", functions=joined(", ", FUNCTIONS))


def _call(name: Any, arguments: tuple[Node, ...], where: Node | None) -> Node:
    at, called = name.start_pos, str(name)
    if called in ABSENT:
        raise RuleRefusal(*ABSENT[called], at=at)
    function = FUNCTIONS.get(called)
    if function is None:
        raise Misplaced(phrase("there is no function “{called}”.", called=called[:30]), _meant(called), at)
    if len(arguments) in function.refused:
        raise RuleRefusal(*function.refused[len(arguments)], at)
    if len(arguments) not in function.arguments:
        raise Misplaced(phrase("“{name}” is written {written}.", name=name, written=function.written), at=at)
    if where is None:
        return function.make(arguments, at)
    if function.where is None:
        raise Misplaced(phrase("“where” belongs to count, sum, persons or distinct."), at=at)
    return function.where((*arguments, where), at)


def _made(make: Make) -> Callable[[list[Node]], Node]:
    return lambda parts: make(tuple(parts), parts[0].at)


class Builder(Transformer[Token, Node]):
    """Builds the tree bottom up, so that no text can exhaust the stack."""

    def __init__(self) -> None:
        super().__init__()
        for rule, make in GRAMMAR.items():
            setattr(self, rule, _made(make))

    def number(self, parts: Any) -> Node:
        """A constant of our own grammar."""
        try:
            value = parse_rational(str(parts[0]), phrase("The number"), zero=True)
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
        one, sign, other = parts
        return SIGNS[str(sign)].make((one, other), one.at)

    def arguments(self, parts: Any) -> tuple[Node, ...]:
        """What stands between the brackets."""
        return tuple(parts)

    def call(self, parts: Any) -> Node:
        """One of the functions."""
        name, arguments, where = parts
        return _call(name, arguments or (), where)


def _name(token: str) -> str:
    return _unquoted(token) if token.startswith("[") else str(token)
