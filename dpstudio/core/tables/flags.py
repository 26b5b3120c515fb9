"""Columns of true and false in Parquet files, counted as the bits that they are stored as.

The only place that knows Polars: it leaves the bits packed, where all others unpack each into a value first.
"""

from collections.abc import Sequence
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.tables.arrow import rows_of

_MOST_ROWS = (1 << 32) - 1


def file_flags(files: Sequence[Path], names: Sequence[str]) -> list[tuple[int, int, int]]:
    """Of columns of true and false how many rows say so, how many not, and how many nothing; in one pass a file.

    Raises:
        InputError: a file is damaged, or has more rows than Polars can count.
    """
    totals = [(0, 0, 0)] * len(names)
    for file in files:
        rows = rows_of(file)
        if rows > _MOST_ROWS:
            raise InputError(f"{file.name} has more than {_MOST_ROWS:,} rows.", "Split it into several files.")
        known = _known(file, names)
        found = [(yes, told - yes, rows - told) for yes, told in known]
        totals = [(a + d, b + e, c + f) for (a, b, c), (d, e, f) in zip(totals, found, strict=True)]
    return totals


def _known(file: Path, names: Sequence[str]) -> list[tuple[int, int]]:
    """Of each column of one file how many cells are true, and how many say anything."""
    import polars
    from polars import selectors

    asked = []
    for place, name in enumerate(names):
        column = selectors.by_name(name)
        asked += [column.sum().alias(f"yes{place}"), column.count().alias(f"told{place}")]
    try:
        table = polars.scan_parquet(file, glob=False, hive_partitioning=False)
        found = table.select(asked).collect(engine="streaming").row(0)
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError) as error:
        raise InputError(
            f"{file.name} could not be read ({type(error).__name__}).",
            "Check that the file is whole, or write it again.",
        ) from None
    return list(zip(map(int, found[::2]), map(int, found[1::2]), strict=True))
