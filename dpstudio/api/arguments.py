"""What an argument may be: what its type in the signature says, and nothing that is only much like it.

Python itself holds nobody to a signature. `as_declared` does, with an error in words, so that no function here has to
ask; `whole` holds a plan to its own fields, which its maker may have filled by hand.
"""

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from dpstudio.core.errors import InputError
from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    RulePlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.core.quantities import MOST_DIGITS

P = ParamSpec("P")
T = TypeVar("T")
MOST = 10**MOST_DIGITS
_EXACT = {str, int, Fraction}
_CALLED = {
    "alpha": "The error α",
    "at_most": "The number of rows per person",
    "beta": "The risk β",
    "bound": "The range sensitivity R",
    "delta": "δ",
    "delta_limit": "The limit for δ",
    "epsilon": "ε",
    "files": "The receipt",
    "folder": "The folder",
    "ledger": "The ledger",
    "limit": "The limit",
    "number": "The entry's number",
    "path": "The path",
    "same_people_as": "The entry's number",
    "table": "The table",
    "unit": "The unit",
    "winners": "How many to choose",
}
_EACH = {
    "answers": "An answer",
    "bins": "A bin",
    "candidates": "A candidate's name",
    "columns": "A column",
    "conditions": "A condition",
    "figures": "A figure",
    "keys": "A key",
    "lists": "A candidate's name",
    "names": "A name",
    "public": "A public table",
    "weights": "A weight",
}
_MADE = {
    CandidatesPlan: ("candidates", "grid, dates, product or from_table"),
    ColumnPlan: ("column", "column"),
    ConditionPlan: ("condition", "where"),
    FigurePlan: ("figure", "count, total, mean, histogram or groups"),
    RulePlan: ("score", "votes, revenue, median, quantile, nearness, agreement or ready"),
    TablePlan: ("table", "table"),
    UnitPlan: ("unit of privacy", "rows or persons"),
}


def as_declared(work: Callable[P, T]) -> Callable[P, T]:
    """The same function; an argument that is not what the signature says is an InputError, and lists become tuples."""

    @functools.wraps(work)
    def called(*given: P.args, **named: P.kwargs) -> T:
        parameters, hints = _declared(work)
        bound = inspect.Signature(list(parameters.values())).bind(*given, **named)
        for name, value in bound.arguments.items():
            if name in hints:
                bound.arguments[name] = _argument(value, hints[name], parameters[name])
        return work(*bound.args, **bound.kwargs)

    return called


@functools.cache
def _declared(work: Callable[..., Any]) -> tuple[Mapping[str, inspect.Parameter], dict[str, Any]]:
    return inspect.signature(work).parameters, get_type_hints(work)


def _argument(value: Any, hint: Any, parameter: inspect.Parameter) -> Any:
    """What is given for one parameter; of those that take several, each."""
    name = parameter.name
    if parameter.kind is parameter.VAR_POSITIONAL:
        return tuple(_taken(each, hint, called(name), name) for each in value)
    if parameter.kind is parameter.VAR_KEYWORD:
        hints = _own_hints(get_args(hint)[0])
        known = {own: _taken(each, hints[own], called(own), own) for own, each in value.items() if own in hints}
        return {**value, **known}
    return _taken(value, hint, called(name), name)


@functools.cache
def _own_hints(declared: type) -> dict[str, Any]:
    return get_type_hints(declared)


def called(name: str) -> str:
    """What an argument is called in an error."""
    return _CALLED.get(name) or name.replace("_", " ").capitalize()


def _taken(value: Any, hint: Any, what: str, name: str) -> Any:
    """A value as the hint says it.

    Raises:
        InputError: it is something else.
    """
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any or (isinstance(hint, type) and is_typeddict(hint)):
        return value
    if origin in (Union, UnionType):
        return _one_of(value, args, what, name)
    if origin is Literal:
        return _word(value, args, what)
    if origin in (tuple, Sequence):
        each = _EACH.get(name, what)
        return tuple(_taken(one, args[0], each, "") for one in _listed(value, what))
    if origin is Mapping:
        each, of = _EACH.get(name, what), "The weight of {}"
        return {named(key, each): _taken(one, args[1], of.format(key), "") for key, one in value.items()}
    if hint is bool:
        return _truth(value, what)
    if hint is int:
        return _whole_number(value, what)
    if hint is str:
        return named(value, what)
    return made(value, hint, what) if isinstance(hint, type) and is_dataclass(hint) else value


def _one_of(value: Any, hints: tuple[Any, ...], what: str, name: str) -> Any:
    """A value that may be one of several things: what it looks like most says which it is to be."""
    if value is None and NoneType in hints:
        return None
    hints = tuple(each for each in hints if each is not NoneType)
    if set(hints) == _EXACT:
        return exact(value, what)
    shapes = [get_origin(each) or each for each in hints]
    if os.PathLike in shapes:
        return path(value, what)
    for hint, shape in zip(hints, shapes, strict=True):
        if shape is not Sequence and isinstance(value, shape):
            return _taken(value, hint, what, name)
    return _taken(value, hints[0], what, name)


def _word(value: Any, words: tuple[str, ...], what: str) -> str:
    if not isinstance(value, str) or value not in words:
        shown = f"{value!r:.60}" if isinstance(value, str) else f"of type {type(value).__name__}"
        choices = ", ".join(each or "nothing" for each in words)
        raise InputError(f"{what} {shown} is not possible.", f"Choose one of: {choices}.")
    return value


def _truth(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{what} is a {type(value).__name__} and no answer.", "Give True or False.")
    return value


def _listed(value: Any, what: str) -> tuple[Any, ...]:
    """What stands in a list, or in whatever else gives one thing after another."""
    if isinstance(value, str | bytes):
        raise InputError(f"{what} is one text and no list.", 'Give a list, also of one: ["Tea"].')
    if isinstance(value, set | frozenset):
        raise InputError(f"{what} is a set, which has no order.", "Give a list.")
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise InputError(f"{what} is a {type(value).__name__} and no list.", "Give a list, in square brackets.")
    return tuple(value)


def exact(value: Any, what: str) -> Any:
    """A number: a text, a whole number or a Fraction.

    Raises:
        InputError: it is a float or of another type, which does not say exactly which number is meant.
    """
    if isinstance(value, str):
        return _written(value, what)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise InputError(
            f"{what} is a {type(value).__name__}, which is not an exact number.",
            'Give it as text, for example "0.1" or "1/3", as a whole number or as a Fraction.',
        )
    if max(abs(Fraction(value).numerator), Fraction(value).denominator) > MOST:
        raise InputError(f"{what} has more than 40 digits.", "Give a shorter number.")
    return value


def _whole_number(value: Any, what: str) -> Any:
    if isinstance(value, str) and len(value.split()) != 1:
        raise InputError(f"{what} is not one number.", "Give a whole number.")
    return exact(value, what)


def named(value: Any, what: str) -> str:
    """A text as it is.

    Raises:
        InputError: it is none.
    """
    if not isinstance(value, str):
        raise InputError(f"{what} is a {type(value).__name__} and no text.", 'Write it in quotes: "Tea".')
    return _written(value, what)


def _written(text: str, what: str) -> str:
    """A text that can be written: half a character, as in a file's name that is no UTF-8, cannot be."""
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise InputError(f"{what} holds half a character, which no text can have.", "Leave it out.")
    return text


def path(value: Any, what: str) -> Any:
    """A path as it was given; the system allows names of files that are no text.

    Raises:
        InputError: it is bytes, or no path at all.
    """
    where = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(where, str):
        raise InputError(f"{what} is a {type(where).__name__} and no text.", "Give it as a text or a Path.")
    try:
        possible = b"\0" not in os.fsencode(where)
    except UnicodeEncodeError:
        possible = False
    if not possible or not where:
        raise InputError(f"{what} leads to no file.", "Give the path of a file.")
    return value


def made(value: Any, hint: type, what: str) -> Any:
    """A plan, or a part of one, that holds what its fields say.

    Raises:
        InputError: it is of another type, or a field of it holds something else.
    """
    if not isinstance(value, hint):
        kind, by = _MADE.get(hint, (hint.__name__, ""))
        raise InputError(f"{what} is a {type(value).__name__} and no {kind}.", f"Make it by {by}." if by else "")
    hints = _own_hints(hint)
    for field in fields(hint):
        own = getattr(value, field.name)
        if hint is TablePlan and field.name in ("path", "label") and isinstance(own, str):
            continue  # where a table lies may be no text
        if get_origin(hints[field.name]) is tuple and not isinstance(own, tuple):
            raise InputError(f"{called(field.name)} is a {type(own).__name__} and no tuple.", "Give a tuple.")
        _taken(own, hints[field.name], called(field.name), field.name)
    return value


def whole(plan: Plan) -> Plan:
    """A plan each of whose parts holds what its fields say.

    Raises:
        InputError: one does not.
    """
    made(plan, Plan, "The plan")
    return plan
