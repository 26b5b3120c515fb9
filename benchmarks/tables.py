"""Scores from Parquet tables of 10^7 rows, each as a ratio to the same answer by hand-written DuckDB in the same run.

python benchmarks/tables.py            all cases
python benchmarks/tables.py CASE       one of them, in this process (used for the memory of each)

Every answer is checked against DuckDB's.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

ROWS = 10**7
FOLDER = Path(os.environ.get("DPSTUDIO_BIG", Path(tempfile.gettempdir()) / "dpstudio-big"))
TABLE, FLAGS = FOLDER / "t.parquet", FOLDER / "flags.parquet"
OPTIONS = [f"opt{i:02d}" for i in range(100)]
NAMES = [f"b{i:02d}" for i in range(100)]
POINTS = np.unique(np.random.default_rng(7).integers(0, 2**31, 100_000))
CITIES = np.random.default_rng(8).integers(-90_000_000, 90_000_000, (1000, 2))


def write() -> None:
    """The tables of the comparison: bids, keys, positions, several choices in a cell; a hundred flags."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    FOLDER.mkdir(exist_ok=True)
    rng = np.random.default_rng(1)
    picks, many = rng.integers(0, 100, (ROWS, 3)), rng.integers(0, 4, ROWS)
    names = np.array(OPTIONS, dtype=object)
    columns = {
        "bid": np.minimum(rng.exponential(2500, ROWS).astype(np.int64), 9999),
        "lat": rng.integers(-90_000_000, 90_000_000, ROWS),
        "lon": rng.integers(-90_000_000, 90_000_000, ROWS),
        "x": rng.integers(0, 2**31, ROWS),
    }
    keys = (1_000_000 * rng.random(ROWS) ** 2).astype(np.int64)
    writer = None
    for start in range(0, ROWS, 10**6):
        part = slice(start, start + 10**6)
        texts = [";".join(names[row[:size]]) for row, size in zip(picks[part], many[part], strict=True)]
        table = pa.table({
            **{name: values[part] for name, values in columns.items()},
            "key": [f"k{key:07d}" for key in keys[part]], "choices": texts,
        })  # fmt: skip
        writer = writer or parquet.ParquetWriter(TABLE, table.schema, compression="zstd", compression_level=1)
        writer.write_table(table)
    assert writer is not None
    writer.close()
    flags = {name: rng.random(ROWS) < (i + 1) / 200 for i, name in enumerate(NAMES)}
    parquet.write_table(pa.table(flags), FLAGS, compression="zstd", compression_level=1)


def cases() -> dict[str, tuple[Any, Any, str]]:
    """Case: our rule, its candidates, and DuckDB's query."""
    from dpstudio.core.candidates import Grid, Listed
    from dpstudio.core.scores.language.binding import bind
    from dpstudio.core.scores.language.parser import parse
    from dpstudio.core.scores.rules import Formula, Median, Nearness, Revenue, Votes, VoteStyle
    from dpstudio.core.tables.schema import Column, Kind

    key = Column("key", Kind.CATEGORY)
    capped = Column("bid", Kind.INTEGER, bounds=(Fraction(0), Fraction(5000)))
    whole = (Fraction(-90_000_000), Fraction(90_000_000))
    lat, lon = (Column(name, Kind.INTEGER, bounds=whole) for name in ("lat", "lon"))
    cities = Listed(
        tuple(f"city {i}" for i in range(1000)),
        attributes={"lat": tuple(map(str, CITIES[:, 0])), "lon": tuple(map(str, CITIES[:, 1]))},
    )
    keys = Listed(tuple(f"k{i:07d}" for i in range(10**6)))
    points = Listed(tuple(map(str, POINTS)))
    return {
        "100 flags": (
            Votes(tuple(Column(name, Kind.YES_NO) for name in NAMES), VoteStyle.COLUMN_EACH), Listed(tuple(NAMES)),
            "select " + ",".join(f"count_if({name})" for name in NAMES) + f" from '{FLAGS}'",
        ),
        "choices in a cell": (
            Votes((Column("choices", Kind.CHOICES),), VoteStyle.CHOICES), Listed(tuple(OPTIONS)),
            "select o, count(*) from (select unnest(list_distinct(string_split(choices, ';'))) o "
            f"from '{TABLE}') group by 1",
        ),
        "10^4 prices": (
            Revenue(Column("bid", Kind.INTEGER)), Grid(Fraction(1), Fraction(1), 9999),
            f"select bid v, count(*) c from '{TABLE}' group by 1",
        ),
        "median of 10^5": (Median(Column("x", Kind.INTEGER)), points, f"select x from '{TABLE}'"),
        "10^6 keys": (
            Votes((Column("key", Kind.CATEGORY),), VoteStyle.ONE_COLUMN), keys,
            "select i, coalesce(c, 0) c from (select 'k' || lpad(i::varchar, 7, '0') k, i from range(1000000) r(i)) k "
            f"left join (select key, count(*) c from '{TABLE}' group by 1) t on t.key = k.k order by 1",
        ),
        "totals of 10^6 keys": (
            Formula(
                (key, capped),
                bind(parse("sum(bid where key = candidate)"), {"key": key, "bid": capped}, keys),
            ),
            keys,
            "select i, coalesce(c, 0) c from (select 'k' || lpad(i::varchar, 7, '0') k, i from range(1000000) r(i)) k "
            f"left join (select key, sum(least(bid, 5000)) c from '{TABLE}' group by 1) t on t.key = k.k order by 1",
        ),
        "10^3 cities": (
            Nearness((lat, lon), ("lat", "lon"), of_sums=True), cities,
            "select sum(least(greatest(lat, -90000000), 90000000)), sum(least(greatest(lon, -90000000), 90000000)), "
            f"count(*) from '{TABLE}'",
        ),
    }  # fmt: skip


def ours(name: str) -> list[int]:
    """The program's scores."""
    from dpstudio.core.apart import READERS
    from dpstudio.core.tables import columnar
    from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
    from dpstudio.kinds.choose.releasing import by_columns, read_columns
    from tests.questions import choice

    rule, candidates, _ = cases()[name]
    source = Source("parquet", str(FLAGS if name == "100 flags" else TABLE))
    question = choice(rule, candidates, PrivacyUnit(Relation.ADD_REMOVE), source=source)
    assert by_columns(question)
    import pyarrow as pa
    import pyarrow.parquet as parquet

    small = FOLDER / "small.parquet"
    parquet.write_table(pa.table({"x": [1], "y": [True]}), small)
    warm = [Column("x", Kind.INTEGER), Column("y", Kind.YES_NO)]
    READERS.write_within(FOLDER)
    columnar.column_counts(Source("parquet", str(small)), warm, FOLDER, lambda _: None)
    start = time.perf_counter()
    found = read_columns(question, FOLDER, lambda _: None)
    print(f"seconds {time.perf_counter() - start:.3f}")
    return [int(step) for step in found.steps]


def rival(name: str) -> list[int]:
    """The same by DuckDB, and numpy over the few numbers it gives."""
    import duckdb

    _, _, query = cases()[name]
    start = time.perf_counter()
    connection = duckdb.connect(config={"threads": 2})
    if name == "100 flags":
        found = list(connection.execute(query).fetchone() or ())
    elif name == "choices in a cell":
        known = dict(connection.execute(query).fetchall())
        found = [known.get(option, 0) for option in OPTIONS]
    elif name == "10^4 prices":
        table = connection.execute(query).fetchnumpy()
        heads = np.bincount(table["v"], weights=table["c"], minlength=10_000).astype(np.int64)
        found = (np.arange(1, 10_000) * heads[::-1].cumsum()[::-1][1:10_000]).tolist()
    elif name == "median of 10^5":
        heads = np.zeros(len(POINTS) + 1, np.int64)
        exactly = np.zeros(len(POINTS), np.int64)
        for batch in connection.execute(query).to_arrow_reader(1_000_000):
            values = batch.column(0).to_numpy(zero_copy_only=False)
            heads += np.bincount(np.searchsorted(POINTS, values, "right"), minlength=len(POINTS) + 1)
            place = np.searchsorted(POINTS, values, "left")
            hit = POINTS[np.minimum(place, len(POINTS) - 1)] == values
            exactly += np.bincount(place[hit], minlength=len(POINTS))
        less = heads.cumsum()[: len(POINTS)]
        found = (-np.abs(2 * less + exactly - ROWS)).tolist()
    elif name in ("10^6 keys", "totals of 10^6 keys"):
        found = connection.execute(query).fetchnumpy()["c"].tolist()
    else:
        a, b, many = connection.execute(query).fetchone() or (0, 0, 0)
        found = [-(abs(a - many * int(c)) - -abs(b - many * int(d))) for c, d in CITIES]
    print(f"seconds {time.perf_counter() - start:.3f}")
    return [int(score) for score in found]


def alone(who: str, name: str) -> tuple[float, float, str]:
    """Seconds, peak memory in MB and a digest of the answer, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, who, name], capture_output=True, text=True, check=True
    ).stdout.split()
    return float(done[1]), float(done[3]), done[5]


def main() -> None:
    if len(sys.argv) == 3:
        answer = {"ours": ours, "duckdb": rival}[sys.argv[1]](sys.argv[2])
        import hashlib

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory {peak:.0f}\ndigest {hashlib.sha256(repr(answer).encode()).hexdigest()[:12]}")
        return
    if not TABLE.exists() or not FLAGS.exists():
        write()
    for name in cases():
        runs = {who: min((alone(who, name) for _ in range(3)), key=lambda run: run[0]) for who in ("duckdb", "ours")}
        ratio = runs["ours"][0] / runs["duckdb"][0]
        same = "same answer" if runs["ours"][2] == runs["duckdb"][2] else "DIFFERENT ANSWER"
        print(f"{name:18} {runs['ours'][0]:6.2f} s = {ratio:.2f} x DuckDB's, {runs['ours'][1]:.0f} MB, {same}")


if __name__ == "__main__":
    main()
