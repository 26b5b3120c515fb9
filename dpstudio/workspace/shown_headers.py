"""Which line of a private table has come into view as its header: one does, a second one is a look."""

from collections.abc import Iterable

from dpstudio.core.errors import InputError
from dpstudio.planning.headers import MOST_ABOVE
from dpstudio.workspace.digests import named
from dpstudio.workspace.marks import Marks


class ShownHeaders:
    """The header lines that were shown of private tables, by marks beside all ledgers.

    Args:
        marks: where it is kept.
        key: of this machine.
    """

    def __init__(self, marks: Marks, key: bytes) -> None:
        self._marks, self._key = marks, key

    def other(self, whole: tuple[str, ...], line: int) -> int:
        """Which other line of the table known by these digests was shown before; 0 where this one may be."""
        if not line or self._marks.any(self._of(whole, line)):
            return 0
        return next((each for each in range(1, MOST_ABOVE + 1) if self._marks.any(self._of(whole, each))), 0)

    def note(self, whole: Iterable[str], line: int) -> None:
        """This line comes into view.

        Raises:
            InputError: no header stands so far below.
        """
        if line > MOST_ABOVE:
            raise InputError(
                f"A private table's header stands in its first {MOST_ABOVE} lines: any line below may be a person's.",
                f"Type a number up to {MOST_ABOVE}, or say that there is no header.",
                "first_line",
            )
        if line:
            self._marks.add(self._of(whole, line))

    def _of(self, whole: Iterable[str], line: int) -> list[str]:
        return [named(self._key, "header", f"{line}\0{each}") for each in whole]
