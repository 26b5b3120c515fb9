"""What was computed from people's rows, and what of it may be looked at: two types that nobody can confuse."""

from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from dpstudio.core.tables.schema import Source

T = TypeVar("T")


class Sealed(Generic[T]):
    """What was computed from the rows of `source`: it is handed on unseen, and opened by a charged draw alone.

    It has nothing to look at, prints nothing of itself and cannot be stored; `unsealing` opens it.
    """

    __slots__ = ("__content", "__source")

    def __init__(self, content: T, source: Source) -> None:
        self.__content, self.__source = content, source

    def __repr__(self) -> str:
        return "Sealed()"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("what was computed from private rows is never stored")


@dataclass(frozen=True)
class Shown(Generic[T]):
    """What may come into view: it follows from a sample, from a public table, or from nobody's rows at all."""

    value: T


def looked_at(answers: Shown[T]) -> T:
    """What is in it.

    Raises:
        TypeError: it is not of the type that may be looked at.
    """
    if not isinstance(answers, Shown):
        raise TypeError("only what follows from a sample or a stand-in may be looked at")
    return answers.value
