"""The data engine: how often each meaning stands in a column of a work file, as exact integers.

The only place that knows Ibis and DuckDB.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpstudio.core.tables.importing import ORDER, PERSON

if TYPE_CHECKING:
    import pyarrow as pa

_MEMORY = "512MB"


@dataclass(frozen=True)
class Counts:
    """How many kept rows have each meaning in one column; None stands for "contributes nothing".

    `values` is an Arrow array of int64 or text, `counts` one of int64, in no particular order.
    """

    values: "pa.Array"
    counts: "pa.Array"


def column_counts(work_file: Path, columns: Sequence[int], rows_per_person: int | None) -> list[Counts]:
    """Count the meanings of each of `columns`, keeping at most `rows_per_person` rows of a person.

    Args:
        work_file: what `import_table` wrote.
        columns: positions of columns.
        rows_per_person: None where each row is one person; else the k rows with the smallest keyed digests
            within that person's own rows are kept, and rows without a person are dropped (MATH 4).
    """
    import ibis

    connection = ibis.duckdb.connect(
        memory_limit=_MEMORY,
        temp_directory=str(work_file.parent),
        threads=2,
        autoinstall_known_extensions=False,
        autoload_known_extensions=False,
        preserve_insertion_order=False,
    )
    try:
        rows: Any = connection.read_parquet(str(work_file))
        if rows_per_person is not None:
            rows = _kept(rows, rows_per_person)
        return [_counts(rows, str(column)) for column in columns]
    finally:
        connection.disconnect()


def _kept(rows: Any, most: int) -> Any:
    import ibis

    window = ibis.window(group_by=PERSON, order_by=ORDER)
    ranked = rows.filter(rows[PERSON].notnull()).mutate(place=ibis.row_number().over(window))
    return ranked.filter(ranked.place < most)


def _counts(rows: Any, column: str) -> Counts:
    import pyarrow as pa

    table = rows.group_by(column).agg(rows=rows.count()).to_pyarrow()
    return Counts(table.column(column).combine_chunks(), table.column("rows").cast(pa.int64()).combine_chunks())
