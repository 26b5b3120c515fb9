"""What is declared about a table: where it lies, its role, its columns, its privacy unit."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from dpstudio.core.apart.frames import Leave
from dpstudio.core.tables.ports import ports_of
from dpstudio.translation import phrase


class Role(StrEnum):
    """Rules what of a table may be shown."""

    PRIVATE = "private"
    PUBLIC = "public"
    SAMPLE = "sample"


class Relation(StrEnum):
    """Which two tables count as neighbours."""

    ADD_REMOVE = "add_remove"
    REPLACE_ONE = "replace_one"

    @property
    def words(self) -> str:
        """As it is called wherever people read it."""
        return phrase("add or remove") if self is Relation.ADD_REMOVE else phrase("replace one")


class Kind(StrEnum):
    """The declared type of a column."""

    YES_NO = "yes_no"
    INTEGER = "integer"
    DECIMAL = "decimal"
    DATE = "date"
    CATEGORY = "category"
    CHOICES = "choices"
    IDENTIFIER = "identifier"
    LONGITUDE = "longitude"
    LATITUDE = "latitude"


class OwnType(StrEnum):
    """What a column's own type is, where the source tells it apart from its rows."""

    TEXT = "text"
    POINTED = "number with a point"
    OTHER = "other"


class Persons(StrEnum):
    """How a cell names a person, where a column identifies persons (docs/reading.md, People)."""

    TEXT = "text"
    FOLDED_TEXT = "folded_text"
    EXACT_TEXT = "exact_text"
    EXACT_FOLDED_TEXT = "exact_folded_text"
    WHOLE_NUMBER = "whole_number"


NUMERIC = (Kind.INTEGER, Kind.DECIMAL, Kind.DATE, Kind.LONGITUDE, Kind.LATITUDE)
MARKED = (Kind.INTEGER, Kind.DECIMAL, Kind.LONGITUDE, Kind.LATITUDE)
"""Numbers that are written with a decimal mark."""
TEXTUAL = (Kind.CATEGORY, Kind.CHOICES, Kind.IDENTIFIER)


DATE_ORDERS = ("ymd", "dmy", "mdy")
FORMATS = ("text", "parquet", "parquet_folder", "arrow", "sqlite", "excel", "database")
NAMED = ("parquet", "parquet_folder", "arrow", "sqlite", "database")
"""Formats that name their columns by themselves: there is no header to ask for."""
WITH_TYPED_CELLS = ("excel", "sqlite")
"""Formats in which each cell has a type of its own: numbers and texts may stand in one column."""
Marks = tuple[tuple[int, str], ...]
"""Of columns that are declared with another decimal mark than a point, their places and it: how numbers are written
where each cell has a type of its own."""
WITH_SHEETS = ("excel", "sqlite", "database")


@dataclass(frozen=True)
class Source:
    """Where a table's text comes from and how it is written.

    Args:
        format: one of FORMATS.
        path: the file or folder, the address of a database, or "" when `text` holds the table itself.
        delimiter, encoding: of a text file.
        header: whether the first line names the columns.
        sheet: of an Excel file, or the table of a SQLite file or database; "" is the first.
        first_line: of a text file or sheet the line that the table begins on, from 1; 0 is its first line, or where
            there is a header the first line that holds anything.
        left_out: how many lines at the end of a text file or sheet are no part of the table.
        names: of the columns by their positions; "" leaves the name that a column has.
    """

    format: str
    path: str = ""
    text: str = ""
    delimiter: str = ","
    encoding: str = "utf-8"
    header: bool = True
    sheet: str = ""
    first_line: int = 0
    left_out: int = 0
    names: tuple[str, ...] = ()

    @property
    def is_at_server(self) -> bool:
        """Whether a server is asked for it, whose address a person typed."""
        return self.format == "database"

    @property
    def leave(self) -> Leave:
        """What reading it needs: PostgreSQL sockets, Spark programs too (its own engine)."""
        if not self.is_at_server:
            return Leave.FILES
        return Leave.SERVER if self.path.strip().lower().startswith("postgresql:") else Leave.CLUSTER

    @property
    def ports(self) -> tuple[int, ...]:
        """Where at a server reading it may turn to, by TCP; none where that is not known, or it may not at all."""
        return ports_of(self.path) if self.leave is Leave.SERVER else ()

    @property
    def has_gaps(self) -> bool:
        """Whether a row that is all blank is none, because the format cannot tell how many there are at the end."""
        return self.format == "excel"


@dataclass(frozen=True)
class Column:
    """One used column under its declared type.

    Args:
        name: as in the header.
        kind: the declared type.
        step: the public grid of a number; data are rounded onto it, floor(v / step + 1/2).
        bounds: values are clipped into them where a rule asks for it; both lie on the grid.
        blank: what a blank or unreadable cell counts as, or None for "contributes nothing".
        separator: between the choices of one cell.
        match_case: whether capitals matter when texts are compared.
        date_order: one of DATE_ORDERS.
    """

    name: str
    kind: Kind
    step: Fraction = Fraction(1)
    bounds: tuple[Fraction, Fraction] | None = None
    blank: str | None = None
    decimal_mark: str = "."
    grouping_mark: str = ""
    separator: str = ";"
    match_case: bool = True
    true_words: tuple[str, ...] = ("yes", "true", "1", "y")
    false_words: tuple[str, ...] = ("no", "false", "0", "n")
    unit: str = ""
    date_order: str = "ymd"


@dataclass(frozen=True)
class PrivacyUnit:
    """Who is protected: a row each, or a person found by `person` with at most `rows` rows.

    Args:
        relation: which tables are neighbours.
        person: the column that identifies persons, or None where each row is one person.
        rows: k, how many rows of one person are kept.
        everyone: whether each of a public number of persons has a row in every table; beside `person` or `gaps` alone.
        persons: how cells of the column `person` are read.
        gaps: whether each row is one person, but a row that is all blank is none, as in a sheet (docs/reading.md).
    """

    relation: Relation
    person: str | None = None
    rows: int = 1
    everyone: bool = False
    persons: Persons = Persons.TEXT
    gaps: bool = False

    @property
    def may_have_none(self) -> bool:
        """Whether the person who takes another's place may have no row at all."""
        return (self.person is not None or self.gaps) and not self.everyone

    def is_same(self, other: "PrivacyUnit") -> bool:
        """Whether both protect the same; a ledger does not keep `gaps`, which follow from the table's format."""
        return replace(self, gaps=False) == replace(other, gaps=False)

    @property
    def may_have_fewer(self) -> bool:
        """Whether the person who takes another's place may have fewer rows: then the hull contains 0 (MATH 4)."""
        return self.may_have_none or (self.person is not None and self.rows > 1)
