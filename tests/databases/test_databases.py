"""The same integers from a database or cluster as from a file; run by `sh packaging/databases.sh`.

Each test says when it is skipped: DPSTUDIO_TEST_POSTGRES holds the address of an empty PostgreSQL database that may be
written to, DPSTUDIO_TEST_SPARK is 1 where Spark and Java are there.
"""

import datetime
import os
import random
import socket
import threading
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.plan import TablePlan
from dpstudio.core.release.charged import read
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.rules import Formula, Median, Nearness, Revenue, Votes, VoteStyle
from dpstudio.core.tables import databases
from dpstudio.core.tables.databases.address import parsed
from dpstudio.core.tables.reading import column_names, text_batches
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
from dpstudio.core.unsealing import opened
from dpstudio.workspace.guarding.gate import open_gate
from tests.questions import choice

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)
POSTGRES = os.environ.get("DPSTUDIO_TEST_POSTGRES", "")
SPARK = os.environ.get("DPSTUDIO_TEST_SPARK", "")
if POSTGRES:
    import psycopg

    from dpstudio.core.tables.databases.postgres import Postgres
HOW = "run `sh packaging/databases.sh`, or set DPSTUDIO_TEST_POSTGRES or DPSTUDIO_TEST_SPARK"
ENGINES = [
    pytest.param("postgres", marks=pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")),
    pytest.param("spark", marks=pytest.mark.skipif(not SPARK, reason=f"no Spark: {HOW}")),
]
ODD = 'odd "na`me". 🦊 \u200f'


def rows():
    pick = random.Random(8)
    day = datetime.date(2001, 2, 3)
    return [
        (
            f"p{pick.randrange(60)}" if pick.random() < 0.95 else None,
            pick.choice(["tea", "coffee", "Tea ", "", None, "water;tea"]),
            pick.choice([None, 0, 1, 5, 7, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808]),
            pick.choice([None, 0.1, 2.5, 1e16, -1e-7, 3.0]),
            pick.choice([True, False, None]),
            day + datetime.timedelta(days=pick.randrange(900)),
            pick.choice(["a", "b"]),
        )
        for _ in range(500)
    ]


def text_of(cell):
    """As a server's cells become texts (docs/reading.md): the order of a person's rows depends on it."""
    if isinstance(cell, bool):
        return str(cell).lower()
    return "" if cell is None else np.format_float_positional(cell, trim="-") if isinstance(cell, float) else cell


NAMES = ["who", "choice", "big", "real", "yes", "born", ODD]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The same rows as CSV, as a table of PostgreSQL and of Spark, where they are there."""
    import csv

    folder = tmp_path_factory.mktemp("tables")
    path = folder / "people.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(NAMES)
        writer.writerows([[text_of(cell) for cell in row] for row in rows()])
    found = {"file": Source("text", str(path))}
    if POSTGRES:
        found["postgres"] = _postgres()
    if SPARK:
        found["spark"] = _spark(folder)
    return found


def _postgres():
    kinds = ["text", "text", "bigint", "double precision", "boolean", "date", "text"]
    quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS people")
        connection.execute(f"CREATE TABLE people ({', '.join(map(' '.join, zip(quoted, kinds, strict=True)))})")
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO people VALUES (%s, %s, %s, %s, %s, %s, %s)", rows())
    return Source("database", POSTGRES, sheet="people")


def _spark(folder):
    from pyspark.sql import SparkSession, types

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    kinds = [types.StringType(), types.StringType(), types.LongType(), types.DoubleType(), types.BooleanType(),
             types.DateType(), types.StringType()]  # fmt: skip
    shape = types.StructType([types.StructField(n, k) for n, k in zip(NAMES, kinds, strict=True)])
    session.createDataFrame(rows(), shape).createOrReplaceTempView("people")
    return Source("database", "spark-local://", sheet="people")


CHOICE = Column("choice", Kind.CATEGORY, match_case=False)
LIKES = Column("choice", Kind.CHOICES)
BIG = Column("big", Kind.INTEGER)
REAL = Column("real", Kind.DECIMAL, Fraction(1, 10), (Fraction(-1), Fraction(5)), blank="0.3")
YES = Column("yes", Kind.YES_NO)
BORN = Column("born", Kind.DATE)
NAMED = Column(ODD, Kind.CATEGORY)
DRINKS = Listed(("tea", "coffee", "water"), attributes={"p": ("1", "5", "0.2")})


def formula(text, *columns):
    return Formula(columns, bind(parse(text), {column.name: column for column in columns}, DRINKS))


RULES = {
    "votes": (Votes((CHOICE,), VoteStyle.ONE_COLUMN), DRINKS),
    "approval": (Votes((LIKES,), VoteStyle.CHOICES), DRINKS),
    "revenue": (Revenue(BIG), Grid(Fraction(0), Fraction(1), 9)),
    "median of dates": (Median(BORN), Grid(Fraction(730_000), Fraction(100), 40)),
    "nearness": (Nearness((REAL,), ("p",)), DRINKS),
    "formula": (
        formula(
            "sum(real * candidate.p where choice = candidate or yes) - abs(count(real > candidate.p))",
            REAL, CHOICE, YES,
        ),
        DRINKS,
    ),
    "odd name": (formula(f'count([{ODD}] = "a" and choice = candidate)', NAMED, CHOICE), DRINKS),
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("unit", [PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.ADD_REMOVE, "who", 2)],
                         ids=["rows", "persons"])  # fmt: skip
@pytest.mark.parametrize("name", list(RULES))
def test_the_same_integers_from_every_engine(tables, tmp_path, engine, unit, name):
    rule, candidates = RULES[name]
    found = [
        opened(read(choice(rule, candidates, unit, source=tables[which]), tmp_path / which, lambda _: None), 1)
        for which in ("file", engine)
    ]
    assert found[0].unit == found[1].unit
    assert list(found[0].steps) == list(found[1].steps)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_public_table_can_come_from_a_database(tables, engine):
    source = tables[engine]
    assert column_names(source) == NAMES
    assert sum(batch.num_rows for batch in text_batches(source)) == 500
    with pytest.raises(InputError, match="no such table"):
        databases.columns(source.path, "nothing")


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_a_database_that_never_answers_can_be_given_up():
    """A server that takes the call and then says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"postgresql://nobody@127.0.0.1:{server.getsockname()[1]}/nothing"
        asked = []

        def tick(_):
            asked.append(1)
            if len(asked) > 3:
                raise Cancelled("stopped")

        with pytest.raises(Cancelled):
            databases.table_names(address, tick)


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_a_long_query_is_dropped_when_it_is_given_up():
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute("CREATE OR REPLACE VIEW slow AS SELECT pg_sleep(600)::text AS x")
        running = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'dpstudio' AND wait_event = 'PgSleep'"

        def tick(_):
            if connection.execute(running).fetchone()[0]:
                raise Cancelled("stopped")

        with pytest.raises(Cancelled):
            list(databases.counted_batches(POSTGRES, "slow", ["x"], tick))
        for _ in range(100):
            left = connection.execute(running).fetchone()[0]
            if not left:
                break
            threading.Event().wait(0.1)
        assert left == 0
        connection.execute("DROP VIEW slow")


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
@pytest.mark.parametrize("how", ["refused", "dropped"])
def test_a_database_that_is_not_there_is_explained(how):
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    if how == "refused":
        server.close()
    else:

        def drop():
            for _ in range(5):
                try:
                    server.accept()[0].close()
                except OSError:
                    return

        threading.Thread(target=drop, daemon=True).start()
    with pytest.raises(InputError, match="Nothing answers" if how == "refused" else "refused the connection") as caught:
        databases.table_names(f"postgresql://nobody@127.0.0.1:{port}/nothing")
    server.close()
    assert "Check" in caught.value.remedy


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_nothing_is_written():
    server = Postgres(parsed(POSTGRES))
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        server._rows("CREATE TABLE forbidden (x int)")
    server.close()


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_every_way_to_a_table_gives_the_same_identity(tables):
    """By name or number of the host, by socket, with options, with an older project's bare name."""
    at = parsed(POSTGRES)
    with psycopg.connect(POSTGRES) as connection:
        (folder,) = connection.execute("SHOW unix_socket_directories").fetchone()
    ways = [
        POSTGRES, POSTGRES + "/", POSTGRES + "?connect_timeout=7", POSTGRES.replace("127.0.0.1", "localhost"),
        f"postgresql:///{at.database}?host={folder}&port={at.port}&user={at.user}",
        f"postgresql://{at.user}@{folder.replace('/', '%2F')}:{at.port}/{at.database}",
    ]  # fmt: skip
    found = {databases.identity(way, name) for way in ways for name in ("people", "public.people")}
    assert len(found) == 1
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS other; CREATE TABLE other AS SELECT * FROM people")
        assert databases.identity(POSTGRES, "public.other") not in found
        connection.execute("DROP TABLE people; ALTER TABLE other RENAME TO people")
        assert databases.identity(POSTGRES, "public.people") in found


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_a_private_table_is_no_sample_by_another_way_to_it(tables):
    gate, nothing = open_gate(), lambda _: None
    private = TablePlan("a", "t", "database", POSTGRES, role="private", sheet="public.people")
    assert gate.decide(private, nothing).refusal == ""
    for way in (POSTGRES + "/", POSTGRES + "?connect_timeout=7", POSTGRES.replace("127.0.0.1", "localhost")):
        other = TablePlan("b", "t", "database", way, role="sample", sheet="people")
        found = gate.decide(other, nothing)
        assert (found.permit, "has been private" in found.refusal) == (None, True)
        assert gate.decide(replace(other, role="private", handle="c"), nothing).digests


@pytest.mark.skipif(not POSTGRES, reason=f"no PostgreSQL: {HOW}")
def test_what_lies_beneath_a_private_view_is_no_sample(tables):
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(
            "DROP TABLE IF EXISTS base CASCADE; CREATE TABLE base (x text); INSERT INTO base VALUES ('a')"
        )
        connection.execute("CREATE VIEW seen AS SELECT x FROM base; CREATE VIEW other AS SELECT x FROM base")
        gate, nothing = open_gate(), lambda _: None
        private = TablePlan("v", "t", "database", POSTGRES, role="private", sheet="public.seen")
        assert gate.decide(private, nothing).refusal == ""
        for place, name in enumerate(("base", "other")):
            asked = TablePlan(f"{place}", "t", "database", POSTGRES, role="sample", sheet=f"public.{name}")
            assert "has been private" in gate.decide(asked, nothing).refusal
        connection.execute("DROP TABLE base CASCADE")


@pytest.mark.skipif(not SPARK, reason=f"no Spark: {HOW}")
def test_a_table_of_spark_has_the_identity_that_spark_tells(tables):
    assert databases.identity("spark-local://", "people") == databases.identity("spark-local:///", "people")
