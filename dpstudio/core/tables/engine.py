"""The data engine: how often each meaning stands in a column of a work file, as exact integers.

With `databases` the only place that knows Ibis; nothing else knows DuckDB.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.importing import ORDER, PERSON, WEIGHT
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

_MEMORY = "512MB"


@dataclass(frozen=True)
class Filter:
    """Rows stay whose cell in column `place` is one of `values`, or lies between `low` and `high` (None: open)."""

    place: int
    values: tuple[int | str, ...] | None = None
    low: int | None = None
    high: int | None = None


@apart
def warm() -> None:
    """Have a reader ready, the engine loaded in it."""
    import ibis  # noqa: F401 - loaded, and used elsewhere


@apart
def column_counts(work_file: Path, columns: Sequence[int], rows_per_person: int | None) -> list[Counts]:
    """Count the meanings of each of `columns`, keeping at most `rows_per_person` rows of a person.

    Args:
        work_file: what `import_table` wrote.
        columns: positions of columns.
        rows_per_person: None where each row is one person; else the k rows with the smallest digests
            within that person's own rows are kept, and rows without a person are dropped (MATH 4).
    """
    return filtered_counts(work_file, [(column, ()) for column in columns], rows_per_person)


@apart
def filtered_counts(
    work_file: Path, wanted: Sequence[tuple[int | None, Sequence[Filter]]], rows_per_person: int | None
) -> list[Counts]:
    """For each wanted column the meanings of the rows that pass all its filters; column None counts rows alone."""
    with _rows(work_file, rows_per_person) as rows:
        return [_counts(_filtered(rows, filters), None if place is None else str(place)) for place, filters in wanted]


@apart
def distinct_rows(
    work_file: Path, columns: Sequence[int], rows_per_person: int | None, *, persons: bool = False
) -> "tuple[list[pa.Array], pa.Array, pa.Array | None]":
    """Every combination of meanings in several columns, and how many rows have it.

    Args:
        persons: tell combinations of different persons apart.

    Returns:
        an array for each column, the numbers of rows, and with `persons` the person of each combination.
    """
    names = [str(column) for column in columns]
    keys = [*names, *([PERSON] if persons else [])]
    with _rows(work_file, rows_per_person) as rows:
        table = rows.group_by(keys).agg(rows=_total(rows)).to_pyarrow().combine_chunks()
    arrays = {name: table.column(name).combine_chunks() for name in table.column_names}
    return [arrays[name] for name in names], arrays["rows"], arrays.get(PERSON)


def _files(connection: Any, files: Sequence[Path]) -> Any:
    """Parquet files as they are: signs in their names are no patterns, and names of folders no columns."""
    plain = [re.sub(r"[\[*?]", r"[\g<0>]", str(file)) for file in files]
    return connection.read_parquet(plain, hive_partitioning=False)


def file_rows(files: Sequence[Path], names: Sequence[str], work: Path) -> "tuple[list[pa.Array], pa.Array]":
    """The distinct combinations of cells in some columns of Parquet files, in their own types, and their rows.

    Args:
        work: a folder for what does not fit the memory.
    """
    with _connection(work) as connection:
        rows = _files(connection, files)
        cells = rows.select(**{str(place): rows[name] for place, name in enumerate(names)})
        table = cells.group_by(list(cells.columns)).agg(rows=cells.count().cast("int64")).to_pyarrow()
    arrays = {name: table.column(name).combine_chunks() for name in table.column_names}
    return [arrays[str(place)] for place in range(len(names))], arrays["rows"]


def file_flags(files: Sequence[Path], names: Sequence[str], work: Path) -> list[tuple[int, int, int]]:
    """Of columns of true and false how many rows say so, how many not, and how many nothing; in one pass."""
    import ibis

    true: Any = ibis.udf.agg.builtin(lambda cell: ..., name="count_if", signature=(("boolean",), "int64"))
    with _connection(work) as connection:
        rows = _files(connection, files)
        asked: dict[str, Any] = {"rows": rows.count()}
        for place, name in enumerate(names):
            asked |= {f"yes{place}": true(rows[name]), f"told{place}": rows[name].count()}
        told = rows.aggregate(**asked).to_pyarrow().to_pydict()
    found = {name: int(cells[0] or 0) for name, cells in told.items()}  # of no cell at all the engine counts nothing
    known = [(found[f"yes{place}"], found[f"told{place}"]) for place in range(len(names))]
    return [(yes, told - yes, found["rows"] - told) for yes, told in known]


def file_totals(
    files: Sequence[Path], names: Sequence[str], added: tuple[str, int, int, int | None], work: Path
) -> "tuple[list[pa.Array], pa.Array]":
    """The distinct combinations of cells in some columns, and for each the sum of another column of whole numbers.

    Args:
        added: its name, its least and greatest value, and what a blank adds; with None a blank adds nothing, and a
            combination without anything else has no sum. No sum may need more than 64 bits.
    """
    name, low, high, blank = added
    with _connection(work) as connection:
        rows = _files(connection, files)
        within = _within(rows[name], low, high)
        value = within if blank is None else within.fill_null(blank)
        cells = rows.select(**{str(place): rows[each] for place, each in enumerate(names)}, value=value)
        groups = [str(place) for place in range(len(names))]
        table = cells.group_by(groups).agg(total=cells.value.sum().cast("int64")).to_pyarrow()
    arrays = {column: table.column(column).combine_chunks() for column in table.column_names}
    return [arrays[group] for group in groups], arrays["total"]


def file_matches(
    files: Sequence[Path], name: str, wanted: "pa.Array", work: Path
) -> "tuple[NDArray[np.int64], pa.Array, pa.Array]":
    """How many rows hold each wanted text in one column; of the others the distinct cells and their rows."""
    import ibis
    import pyarrow as pa

    with _connection(work) as connection:
        rows = _files(connection, files)
        cells = rows.group_by(cell=rows[name]).agg(rows=rows.count().cast("int64"))
        known = ibis.memtable(pa.table({"text": wanted, "place": pa.array(np.arange(len(wanted)))}))
        joined = cells.left_join(known, cells.cell == known.text)
        other = ibis.cases((joined.place.isnull(), joined.cell))
        table = joined.select(place=joined.place, other=other, rows=joined.rows).to_pyarrow().combine_chunks()
    places, others, heads = (table.column(column).combine_chunks() for column in ("place", "other", "rows"))
    rest = places.is_null()
    found = np.zeros(len(wanted), np.int64)
    some: Any = heads.filter(places.is_valid())
    found[places.drop_null().to_numpy()] = some.to_numpy()
    return found, others.filter(rest), heads.filter(rest)


def file_sums(files: Sequence[Path], ends: "Sequence[tuple[str, int, int]]", work: Path) -> list[tuple[int, int, int]]:
    """Of columns of whole numbers the exact sum within bounds, how many rows have one, and how many have none.

    Args:
        ends: name, least and greatest value of each column.
    """
    with _connection(work) as connection:
        rows = _files(connection, files)
        asked: dict[str, Any] = {"rows": rows.count()}
        for place, (name, low, high) in enumerate(ends):
            within = _within(rows[name], low, high)
            asked |= {f"sum{place}": within.sum().cast("decimal(38, 0)"), f"known{place}": rows[name].count()}
        found = {name: int(cells[0] or 0) for name, cells in rows.aggregate(**asked).to_pyarrow().to_pydict().items()}
    known = [(found[f"sum{place}"], found[f"known{place}"]) for place in range(len(ends))]
    return [(total, many, found["rows"] - many) for total, many in known]


def _within(cell: Any, low: int, high: int) -> Any:
    """A whole number clipped, nothing where there is none; twice as fast as Ibis' own `clip`."""
    import ibis

    number = cell.cast("int64")
    return number.isnull().ifelse(ibis.null("int64"), ibis.greatest(low, ibis.least(high, number)))


@contextmanager
def _rows(work_file: Path, rows_per_person: int | None) -> Iterator[Any]:
    """The kept rows of a work file; one without persons holds no others."""
    with _connection(work_file.parent) as connection:
        rows: Any = _files(connection, [work_file])
        yield rows if rows_per_person is None or PERSON not in rows.columns else _kept(rows, rows_per_person)


@contextmanager
def _connection(work: Path) -> Iterator[Any]:
    """The engine, kept within its memory and away from the network."""
    import ibis

    connection = ibis.duckdb.connect(
        memory_limit=_MEMORY,
        temp_directory=str(work),
        threads=2,
        autoinstall_known_extensions=False,
        autoload_known_extensions=False,
        preserve_insertion_order=False,
    )
    try:
        yield connection
    except Exception as error:  # the engine is imported by nobody here: its errors are known by their module
        if type(error).__module__.partition(".")[0] not in ("duckdb", "_duckdb"):
            raise
        if type(error).__name__ == "OutOfMemoryException":
            raise InputError(
                phrase(
                    "The texts of this table are too long to be counted within the memory that the data"
                    " engine may have."
                ),
                phrase("Shorten them, or choose columns of short ones."),
            ) from None
        raise InputError(
            phrase("The data engine could not read the table ({name}).", name=type(error).__name__),
            phrase("Check that the file is whole and that the disk has room."),
        ) from None
    finally:
        connection.disconnect()


def _total(rows: Any) -> Any:
    """How many rows there are: a line may stand for many."""
    return rows[WEIGHT].sum().cast("int64")


def _kept(rows: Any, most: int) -> Any:
    """Of each person the first rows in the order of their digests; a line that stands for many is cut to what fits.

    Meanings decide between equal digests, so that the kept ones follow from the person's own rows whatever happens.
    """
    import ibis

    known = rows.filter(rows[PERSON].notnull())
    meanings = [known[name].asc(nulls_first=True) for name in known.columns if name.isdecimal()]
    window = ibis.cumulative_window(group_by=PERSON, order_by=[known[ORDER], *meanings])
    ranked = known.mutate(upto=known[WEIGHT].sum().over(window).cast("int64"))
    room = ranked.mutate(before=ranked.upto - ranked[WEIGHT])
    some = room.filter(room.before < most)
    return some.mutate(**{WEIGHT: ibis.least(some[WEIGHT], most - some.before).cast("int64")})


def _filtered(rows: Any, filters: Sequence[Filter]) -> Any:
    for each in filters:
        cell = rows[str(each.place)]
        if each.values is not None:
            rows = rows.filter(cell.isin(list(each.values)))
        if each.low is not None:
            rows = rows.filter(cell >= each.low)
        if each.high is not None:
            rows = rows.filter(cell <= each.high)
    return rows


def _counts(rows: Any, column: str | None) -> Counts:
    import pyarrow as pa

    if column is None:
        return Counts(pa.array([None], pa.int64()), pa.array([int(_total(rows).to_pyarrow().as_py() or 0)], pa.int64()))
    table = rows.group_by(column).agg(rows=_total(rows)).to_pyarrow()
    return Counts(table.column(column).combine_chunks(), table.column("rows").cast(pa.int64()).combine_chunks())
