"""The servers that these tests may write to, and a quick way to put rows of raw text into a table there.

DPSTUDIO_TEST_POSTGRES holds the address of an empty PostgreSQL database, DPSTUDIO_TEST_SPARK is 1 where Spark and Java
are there; `sh packaging/databases.sh` sets both, also where the server's own certificate lies, and whether it asks a
role "locked" for a password.
"""

import functools
import os
import tempfile
from collections.abc import Sequence

import pyarrow as pa
import pytest

from dpstudio.core.tables.schema import Source

CERTIFICATE = os.environ.get("DPSTUDIO_TEST_POSTGRES_CERTIFICATE", "")
LOCKED = os.environ.get("DPSTUDIO_TEST_POSTGRES_LOCKED", "")
POSTGRES = os.environ.get("DPSTUDIO_TEST_POSTGRES", "")
SPARK = os.environ.get("DPSTUDIO_TEST_SPARK", "")
HOW = "run `sh packaging/databases.sh`, or set DPSTUDIO_TEST_POSTGRES or DPSTUDIO_TEST_SPARK"
with_postgres = pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
with_spark = pytest.mark.skipif(not SPARK, reason=f"no Spark: {HOW}")
ENGINES = [pytest.param("postgres", marks=with_postgres), pytest.param("spark", marks=with_spark)]
Row = Sequence[str | None]
POSTGRES_KINDS = ("text", "citext", "loose", "varchar(999)")
SPARK_KINDS = ("string", "string collate utf8_lcase", "string collate unicode_ci")


@functools.cache
def postgres():
    """A connection that stays; what it does holds at once."""
    import psycopg

    connection = psycopg.connect(POSTGRES, autocommit=True)
    connection.execute("SET client_min_messages = warning")
    connection.execute("CREATE EXTENSION IF NOT EXISTS citext")
    connection.execute(
        "CREATE COLLATION IF NOT EXISTS deaf (provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
    )
    connection.execute("DO $$ BEGIN CREATE DOMAIN loose AS text COLLATE deaf; EXCEPTION WHEN OTHERS THEN NULL; END $$")
    return connection


@functools.cache
def spark():
    """A session that stays."""
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .appName("dpstudio")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.warehouse.dir", tempfile.mkdtemp())
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    return session


def kinds(engine: str) -> tuple[str, ...]:
    """Types of text there that compare in different ways; the first is the plain one."""
    return POSTGRES_KINDS if engine == "postgres" else SPARK_KINDS


def load(engine: str, names: Sequence[str], rows: Sequence[Row], kind: str = "", table: str = "loaded") -> Source:
    """A table with these rows of raw text on a server, replacing the one of that name.

    Args:
        engine: "postgres" or "spark".
        rows: each a text or None for each column; PostgreSQL's texts hold no NUL.
        kind: the columns' type, one of `kinds`.
    """
    kind = kind or kinds(engine)[0]
    if engine == "postgres":
        quoted = ['"' + name.replace('"', '""') + '"' for name in names]
        connection = postgres()
        connection.execute(f"DROP TABLE IF EXISTS {table} CASCADE")
        connection.execute(f"CREATE UNLOGGED TABLE {table} ({', '.join(f'{name} {kind}' for name in quoted)})")
        with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        return Source("database", POSTGRES, sheet=f"public.{table}")
    columns = [pa.array([row[at] for row in rows], pa.string()) for at in range(len(names))]
    frame = spark().createDataFrame(pa.table({str(at): column for at, column in enumerate(columns)}))
    quoted = [f"CAST(`{at}` AS {kind}) AS `{name.replace('`', '``')}`" for at, name in enumerate(names)]
    frame.selectExpr(*quoted).createOrReplaceTempView(table)
    return Source("database", "spark-local://", sheet=table)
