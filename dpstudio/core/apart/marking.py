"""The mark of a function that opens a stranger's file."""

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from dpstudio.core.apart.calls import Call
from dpstudio.core.apart.readers import READERS

P = ParamSpec("P")
T = TypeVar("T")


def apart(work: Callable[P, T]) -> Callable[P, T]:
    """The same function, done by a reader where it is called in the program.

    Args:
        work: of a module's own, its arguments and its result typed; what is typed as a `Tick` is told of progress
            and may raise Cancelled.

    Raises:
        InputError: the file killed its reader, took too much memory, or nothing was heard of it for too long.
    """

    @functools.wraps(work)
    def called(*given: P.args, **named: P.kwargs) -> T:
        if READERS.are_apart:
            return cast(T, READERS.ask(Call(work, given, named)))
        return work(*given, **named)

    called.apart = work  # type: ignore[attr-defined]  # what a reader looks for: nothing else is done there
    return called


def marked(module: Any, name: str) -> Callable[..., Any]:
    """The function of that name, as the reader itself calls it.

    Raises:
        AttributeError: there is none, or it does not bear the mark.
    """
    work: Callable[..., Any] = getattr(module, name).apart
    return work
