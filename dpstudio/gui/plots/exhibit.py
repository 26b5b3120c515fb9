"""What a view shows, as it can be taken along: the lines of its table, and what is said of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.distribution import Badge
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.translation import joined, tr

Parts = tuple[tuple[QWidget, int], ...]


@dataclass(frozen=True)
class Told:
    """A table for other programs: numbers with all their digits and no other marks.

    Args:
        names: of the columns.
        count: how many lines there are.
        plain: the cells of a line.
        badge: of which table they are true.
    """

    names: Sequence[str]
    count: int
    plain: Callable[[int], tuple[str, ...]]
    badge: Badge


@dataclass(frozen=True)
class Exhibit:
    """One of the pictures of a view, as it is now.

    Args:
        name: what it shows.
        file: what a file of it is called at first.
        told: the lines of its table.
        tabled: where that table is; None of one that is not in the window.
        parts: of the picture from top to bottom, and how they share its height; 0 takes what it needs. None of a table
            alone.
        said: what is said of it, last of which table it is true.
        title: what it shows, and of which question.
    """

    name: str
    file: str
    told: Told
    tabled: TabledPlots | None
    parts: Parts
    said: str = ""
    title: str = ""

    def called(self, title: str, note: str) -> "Exhibit":
        """The same with a title that says of which question it is, and a note that says of which table."""
        said = joined(" ", (each for each in (self.said, note) if each))
        return replace(self, title=tr("{title}: {name}", title=title, name=self.name), said=said)
