"""Which line of a private table has come into view as its header: one does, a second one is a look.

How one line that is typed appears to be written may be told as well, since it tells a little of that line.
"""

from collections.abc import Iterable

from dpstudio.planning.headers import MOST_ABOVE, refuse_far_header
from dpstudio.workspace.computer.digests import named
from dpstudio.workspace.computer.marks import Marks


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
        return self._other("header", whole, line)

    def may_guess(self, whole: tuple[str, ...], line: int) -> bool:
        """Whether it may be told how a line appears to be written; then it is told, and of no other line again.

        Of the first line it is told when the file is opened.
        """
        if line == 1:
            return True
        if line > MOST_ABOVE or self._other("header", whole, line) or self._other("written", whole, line):
            return False
        self._marks.add(self._of("written", whole, line))
        return True

    def note(self, whole: Iterable[str], line: int) -> None:
        """This line comes into view.

        Raises:
            InputError: no header stands so far below.
        """
        refuse_far_header(line)
        if line:
            self._marks.add(self._of("header", whole, line))

    def _other(self, kind: str, whole: tuple[str, ...], line: int) -> int:
        if not line or self._marks.any(self._of(kind, whole, line)):
            return 0
        return next((each for each in range(1, MOST_ABOVE + 1) if self._marks.any(self._of(kind, whole, each))), 0)

    def _of(self, kind: str, whole: Iterable[str], line: int) -> list[str]:
        return [named(self._key, kind, f"{line}\0{each}") for each in whole]
