"""What is known of a table: names for every table, contents only where a permit allowed it."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from dpstudio.core.errors import StudioError
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.permit import Permit
from dpstudio.core.tables.schema import OwnType, Source


class PublicColumns(dict[str, tuple[str, ...]]):
    """The columns of a public table by name; known by identity, so that what follows from it can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # a dictionary has none


def is_unchosen(table: TablePlan, sheets: tuple[str, ...]) -> bool:
    """Whether nobody has said which table of a database, or of a file with several tables, is meant."""
    return not table.sheet and (table.format == "database" or (table.format == "sqlite" and len(sheets) > 1))


@dataclass(frozen=True)
class TableFacts:
    """What is known of one table.

    Args:
        names: its columns; empty until the header question is answered.
        own_types: of each of them, where the source tells it.
        texts: the columns of a public table, complete.
        shown: the first rows of a public or sample table.
        problem: why it cannot be used, in a sentence, or "".
        error: the same where it was raised.
        own: the names that the columns have in the source itself, before any was said.
        other_header: the line of a private table that was shown as its header, where another one is asked for, or 0.
        refusal: why it stays sealed although another role is asked for, or "".
        changed: the file is not the one this handle was used with.
        digests: keyed digests of the content; they never leave this machine.
        sheets: of an Excel file, or the tables of a SQLite file or database.
        hidden: those of them that are hidden in the file.
        account: the handle that it is counted under.
        shipped: it comes with dpstudio, and is counted in a book of its own.
        unvalued: how many formulas of a sheet whose rows are shown have no value in the file.
        permit: what allowed its rows to be shown, or None.
        unread: it is known by a receipt that reads none of its columns.
        guessed: how the line that a text is said to begin on appears to be written, where that was asked and the line
            may be seen.
        is_title: less than half of the cells are filled in the line that would name the columns, of a table whose rows
            may be seen, as long as nobody has said whether it does.
    """

    names: tuple[str, ...] = ()
    texts: PublicColumns = field(default_factory=PublicColumns)
    shown: tuple[tuple[str, ...], ...] = ()
    problem: str = ""
    refusal: str = ""
    changed: bool = False
    digests: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    account: str = ""
    shipped: bool = False
    unvalued: int = 0
    permit: Permit | None = None
    own_types: tuple[OwnType, ...] = ()
    own: tuple[str, ...] = ()
    other_header: int = 0
    unread: bool = False
    guessed: Source | None = None
    is_title: bool = False
    error: StudioError | None = field(default=None, compare=False)

    @property
    def has_header(self) -> bool:
        """Whether its columns are known, or none of them matters."""
        return bool(self.names) or self.unread

    def own_type(self, name: str) -> OwnType | None:
        """A column's own type; None where each cell has one of its own."""
        return dict(zip(self.names, self.own_types, strict=False)).get(name)

    def cells(self, name: str) -> tuple[str, ...]:
        """What is shown of a column, as one value that is the same as long as nothing else is shown."""
        return self._columns.get(name, ())

    @cached_property
    def _columns(self) -> dict[str, tuple[str, ...]]:
        return dict(zip(self.names, zip(*self.shown, strict=True), strict=False))

    @classmethod
    def failed(cls, error: StudioError, sheets: tuple[str, ...] = ()) -> "TableFacts":
        """What is known of a table that could not be read."""
        return cls(sheets=sheets).but(error)

    def but(self, error: StudioError) -> "TableFacts":
        """The same, and that the table could not be read."""
        return replace(self, problem=str(error), error=error)
