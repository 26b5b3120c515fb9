"""The same raw rows as a table of PostgreSQL or Spark, under equalities there that merge different texts."""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random

from tests.databases.servers import POSTGRES, kinds, postgres, spark
from tests.judges import typed
from tests.judges.writers import Rows, Written

_OF_POSTGRES = {
    "int8": "smallint", "int16": "smallint", "int64": "bigint", "float32": "real", "float64": "double precision",
    "decimal": "numeric(20, 4)", "decimal0": "numeric(20, 0)", "bool": "boolean", "date": "date",
}  # fmt: skip
_OF_SPARK = {
    "int8": "byte", "int16": "short", "int64": "long", "float32": "float", "float64": "double",
    "decimal": "decimal(20, 4)", "decimal0": "decimal(20, 0)", "bool": "boolean", "date": "date",
}  # fmt: skip
_NUMBER = count()


def _types(pick: Random, engine: str, kind: str, names: Sequence[str], known: dict[str, str]) -> list[str]:
    return [known.get(typed.TYPES.get(kind, {}).get(name, "")) or pick.choice(kinds(engine)) for name in names]


def _postgres(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        table = f"judge_{next(_NUMBER)}"
        quoted = ['"' + name.replace('"', '""') + '"' for name in names]
        columns = zip(quoted, _types(pick, "postgres", kind, names, _OF_POSTGRES), strict=True)
        postgres().execute(f"DROP TABLE IF EXISTS {table}")
        postgres().execute(f"CREATE UNLOGGED TABLE {table} ({', '.join(map(' '.join, columns))})")
        with postgres().cursor() as cursor:
            marks = ", ".join(["%s"] * len(names))
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", typed.values(kind, names, rows))
        return {"format": "database", "path": POSTGRES, "sheet": f"public.{table}"}

    return write


def _spark(kind: str) -> Callable[..., Written]:
    def write(pick: Random, folder: Path, names: Sequence[str], rows: Rows) -> Written:
        table, types = f"judge_{next(_NUMBER)}", _types(pick, "spark", kind, names, _OF_SPARK)
        plain = [each.partition(" collate")[0] for each in types]
        shape = ", ".join(f"c{at} {each}" for at, each in enumerate(plain))
        frame = spark().createDataFrame([tuple(row) for row in typed.values(kind, names, rows)], shape)
        cast = [f"CAST(c{at} AS {each}) AS `{name.replace('`', '``')}`"
                for at, (name, each) in enumerate(zip(names, types, strict=True))]  # fmt: skip
        frame.selectExpr(*cast).createOrReplaceTempView(table)
        return {"format": "database", "path": "spark-local://", "sheet": table}

    return write


SERVERS: dict[str, Callable[..., Written]] = {
    "postgres": _postgres(""),
    "postgres_typed": _postgres("postgres_typed"),
    "spark": _spark(""),
    "spark_typed": _spark("spark_typed"),
}
