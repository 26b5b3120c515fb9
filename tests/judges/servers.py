"""The same raw rows as a table of PostgreSQL or Spark, under equalities of the engine's own that merge different texts.

DPSTUDIO_TEST_POSTGRES and DPSTUDIO_TEST_SPARK say where, as in tests/databases.
"""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.judges import typed
from tests.judges.writers import Rows, Written

POSTGRES = os.environ.get("DPSTUDIO_TEST_POSTGRES", "")
SPARK = os.environ.get("DPSTUDIO_TEST_SPARK", "")
_TEXTS = ("text", "text", "varchar(500)", "citext", 'text COLLATE "judge_loose"')
_NUMBERS = {
    "int8": "smallint", "int16": "smallint", "int64": "bigint", "float32": "real", "float64": "double precision",
    "decimal": "numeric(20, 4)", "decimal0": "numeric(20, 0)", "bool": "boolean", "date": "date",
    "seconds": "timestamp(0)",
}  # fmt: skip
_NUMBER = count()


@lru_cache(maxsize=1)
def _connection() -> Any:
    import psycopg

    found = psycopg.connect(POSTGRES, autocommit=True)
    found.execute("CREATE EXTENSION IF NOT EXISTS citext")
    found.execute("CREATE COLLATION IF NOT EXISTS judge_loose"
                  " (provider = icu, locale = 'und-u-ks-level1', deterministic = false)")  # fmt: skip
    return found


def _quoted(name: str, mark: str = '"') -> str:
    return mark + name.replace(mark, mark * 2) + mark


def _postgres(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        table = f"judge_{os.getpid()}_{next(_NUMBER)}"
        types = [_NUMBERS.get(typed.TYPES.get(kind, {}).get(name, "")) or pick.choice(_TEXTS) for name in names]
        columns = ", ".join(f"{_quoted(name)} {own}" for name, own in zip(names, types, strict=True))
        _connection().execute(f"CREATE TABLE {table} ({columns})")
        with _connection().cursor() as cursor:
            marks = ", ".join(["%s"] * len(names))
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", typed.values(kind, names, rows))
        return {"format": "database", "path": POSTGRES, "sheet": table}

    return write


@lru_cache(maxsize=1)
def _session() -> Any:
    from pyspark.sql import SparkSession

    return (SparkSession.builder.master("local[2]").appName("dpstudio").config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2").getOrCreate())  # fmt: skip


def _spark(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        from pyspark.sql import types

        kinds = {
            "int8": types.ByteType(), "int16": types.ShortType(), "int64": types.LongType(),
            "float32": types.FloatType(), "float64": types.DoubleType(), "decimal": types.DecimalType(20, 4),
            "decimal0": types.DecimalType(20, 0), "bool": types.BooleanType(), "date": types.DateType(),
        }  # fmt: skip
        own = [kinds.get(typed.TYPES.get(kind, {}).get(name, ""), types.StringType()) for name in names]
        shape = types.StructType([types.StructField(name, each) for name, each in zip(names, own, strict=True)])
        frame = _session().createDataFrame([tuple(row) for row in typed.values(kind, names, rows)], shape)
        loose = [f"{_quoted(name, '`')} COLLATE {pick.choice(['UTF8_BINARY', 'UTF8_LCASE', 'UNICODE_CI'])}"
                 f" AS {_quoted(name, '`')}" if isinstance(each, types.StringType) else _quoted(name, "`")
                 for name, each in zip(names, own, strict=True)]  # fmt: skip
        table = f"judge_{next(_NUMBER)}"
        frame.selectExpr(*loose).createOrReplaceTempView(table)
        return {"format": "database", "path": "spark-local://", "sheet": table}

    return write


SERVERS: dict[str, Callable[..., Written]] = {
    "postgres": _postgres(""),
    "postgres_typed": _postgres("postgres_typed"),
    "spark": _spark(""),
    "spark_typed": _spark("spark_typed"),
}
