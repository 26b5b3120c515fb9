"""Waiting for another program: in short tries, and whoever asks for the end of it is heard between two of them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from time import monotonic, sleep
from typing import TypeVar

from dpstudio.core.errors import Held

T = TypeVar("T")
_TRY = 0.01


def _nobody() -> None:
    pass


_HEARS: ContextVar[Callable[[], object]] = ContextVar("_HEARS", default=_nobody)


@contextmanager
def hearing(stop_if_asked: Callable[[], object]) -> Iterator[None]:
    """Within it this thread asks between two tries, and what `stop_if_asked` raises ends the wait."""
    before = _HEARS.set(stop_if_asked)
    try:
        yield
    finally:
        _HEARS.reset(before)


def finishing() -> AbstractContextManager[None]:
    """Within it nobody is heard: what was begun is brought to its end."""
    return hearing(_nobody)


def tried(work: Callable[[float], T], seconds: float) -> T:
    """Do something, again and again while another program has what it needs.

    Args:
        work: given for how many seconds it may wait by itself; it has changed nothing where it raises Held.
        seconds: for how long it is tried.

    Raises:
        Held: another program had it for as many seconds.
    """
    until = monotonic() + seconds
    while True:
        try:
            return work(min(_TRY, seconds))
        except Held:
            if monotonic() >= until:
                raise
        sleep(_TRY)
        _HEARS.get()()
