"""A call as bytes and back: what is asked of a reader, and what it answers."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from dpstudio.core.apart import codec
from dpstudio.core.apart.frames import Leave
from dpstudio.translation import phrase

_PROGRESS = Callable[[float], None]


class Call:
    """A marked function and what it is called with.

    Args:
        work: the function itself.
        given, named: its arguments.
    """

    def __init__(self, work: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> None:
        bound = inspect.signature(work).bind(*given, **named)
        bound.apply_defaults()
        self.tick: Callable[[float], None] = lambda _: None
        self._work, self._arguments = work, dict(bound.arguments)
        for name, hint in hints_of(work).items():
            if _is_tick(hint) and name in self._arguments:
                self.tick = self._arguments.pop(name)

    @property
    def leave(self) -> Leave:
        """What doing it needs: of what a source says that it needs the most, else files alone."""
        asked = {getattr(each, "leave", Leave.FILES) for each in self._arguments.values()}
        return max(asked, key=list(Leave).index, default=Leave.FILES)

    @property
    def ports(self) -> tuple[int, ...]:
        """To which ports of a server it may turn; none where it may be any, or it asks none."""
        said = (getattr(each, "ports", ()) for each in self._arguments.values())
        return next(filter(None, said), ())

    @property
    def subject(self) -> str:
        """What is read, as messages to the curator name it."""
        if self.leave is not Leave.FILES:
            return phrase("the database")
        told = {name: each for name, each in self._arguments.items() if not name.startswith("work")}
        named = (getattr(each, "path", each) for each in told.values())
        return next(
            (Path(each).name for each in named if isinstance(each, str | Path) and str(each)), phrase("the table")
        )

    @property
    def message(self) -> bytes:
        """What the reader is sent."""
        return codec.packed([self._work.__module__, self._work.__qualname__, self._arguments])

    def result(self, body: memoryview) -> Any:
        """What the reader answered, if that is of the type that was promised.

        Raises:
            ValueError: it is not.
        """
        return codec.unpacked(body, hints_of(self._work)["return"])


def arguments_of(work: Callable[..., Any], sent: codec.Parts, tick: Callable[[float], None]) -> dict[str, Any]:
    """The arguments of a call that was sent, with a tick of the reader's own."""
    hints = hints_of(work)
    found = {name: codec.typed(hints[name], value, sent) for name, value in sent.value[2].items()}
    return found | {name: tick for name, hint in hints.items() if _is_tick(hint)}


@functools.lru_cache(maxsize=256)
def hints_of(work: Callable[..., Any]) -> dict[str, Any]:
    """The types of a function's arguments and result."""
    return get_type_hints(work, localns=codec.Names())


def _is_tick(hint: Any) -> bool:
    return get_origin(hint) is get_origin(_PROGRESS) and get_args(hint) == get_args(_PROGRESS)
