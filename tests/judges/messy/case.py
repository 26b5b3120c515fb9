"""What a messy file is, what the page guesses of it, what the curator says, and what is right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Plan = dict[str, Any]
RIGHT, SEEN = "right", "seen"
"""What comes of confirming every guess: the right answer; or another one, as whoever looks at the rows shown sees."""


@dataclass(frozen=True)
class Messy:
    """One file.

    Args:
        what: whose it is, in the words of the office.
        name: of the file.
        content: its bytes, or what writes it.
        columns: as the curator declares them, with all that has to be said of them.
        truth: formulas over these columns, and what each of them is, counted by hand.
        guess: what is guessed of the file before anything is said, where that is not a text of commas in UTF-8.
        said: what the curator says of the file beyond the guess.
        guessed: RIGHT, SEEN, or a part of the sentence that is said where every guess is confirmed.
        where: where that sentence stands: a part of the page, and "column:" with a column's declaration.
        never: a part of the sentence by which the file is turned away at once.
    """

    what: str
    name: str
    content: bytes | Callable[[Path], None]
    columns: tuple[Plan, ...] = ()
    truth: Mapping[str, str] = field(default_factory=dict)
    guess: Plan = field(default_factory=dict)
    said: Plan = field(default_factory=dict)
    guessed: str = RIGHT
    where: str = ""
    never: str = ""

    def __str__(self) -> str:
        return self.what.replace(" ", "-").replace(",", "")

    def lay(self, folder: Path) -> Path:
        """The file as it lies in a folder."""
        path = folder / self.name
        if isinstance(self.content, bytes):
            path.write_bytes(self.content)
        else:
            self.content(path)
        return path


def text(name: str, **said: str) -> Plan:
    """A column of texts, one in a cell."""
    return {"name": name, "kind": "category", **said}


def number(name: str, mark: str = ".", grouping: str = "", **said: str) -> Plan:
    """A column of amounts between 0 and 10,000, in hundredths."""
    marks = {"decimal_mark": mark, "grouping_mark": grouping}
    return {"name": name, "kind": "decimal", "step": "0.01", "lower": "0", "upper": "10000", **marks, **said}


def day(name: str, order: str) -> Plan:
    """A column of dates."""
    return {"name": name, "kind": "date", "date_order": order}


def lines(*written: str, end: str = "\n", encoding: str = "utf-8") -> bytes:
    """Lines of a file, each ended."""
    return "".join(line + end for line in written).encode(encoding)
