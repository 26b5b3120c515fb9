"""What a server takes for equal decides nothing: texts and persons are compared as bytes, rows kept as in files."""

import random
from collections import Counter, defaultdict

import pyarrow as pa
import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.persons import digests, identified
from dpstudio.core.tables.schema import Persons
from tests.databases.servers import ENGINES, POSTGRES, kinds, load, postgres, spark, with_postgres, with_spark

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)
WHO = [
    None, "", " ", "Ann", "ann", "ANN", "ann ", " ann", "\tann\n", "Jos\u00e9", "Jose\u0301", "stra\u00dfe", "STRASSE",
    "\u212a", "K", "k", "\u00a0ann", "7", "07", "7.0", "7.", "+7", "-7", "-007.00", "0", "-0", "+0.0", "00", "7\n",
    "7\u2028", "7\u0085", "7.1", "1e3", ".0", "+", "-", "++7", "\u0667", "100", "100.00", "7.0.0",
]  # fmt: skip
TEXTS = [
    None, "", " ", "Tea", "tea", "TEA", "te\u0301a", "t\u00e9a", "tea ", "tea\n", "\\x41", "a\\001", "\\", "0", "1",
    "01", "'", '"', ";", "\u00a0", "\U0001f375", "\ufb01", "fi", "i", "I", "\u0130", "\u0131", "1:2", "3:", "\u200b",
]  # fmt: skip


def rows(many):
    pick = random.Random(3).choice
    known = [(pick(WHO), pick(TEXTS), pick(TEXTS)) for _ in range(many)]
    return known + [(str(pick(range(many))), pick(TEXTS), pick(TEXTS)) for _ in range(many)]


ROWS = rows(1500)
NAMES = ("person", "drink", "other")


def met(batches):
    found = Counter()
    for batch, counts in batches:
        cells = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        for row, many in zip(cells, counts.to_pylist(), strict=True):
            found[row] += many
    return found


def first_rows(reading, most):
    """The contract's order, one row at a time (docs/reading.md, People)."""
    columns = [pa.array(column, pa.string()) for column in zip(*ROWS, strict=True)]
    persons = identified(columns[0], reading)
    own = defaultdict(list)
    for person, digest, row in zip(persons.to_pylist(), digests(persons, columns[1:]).to_pylist(), ROWS, strict=True):
        if person:
            own[person].append((digest, tuple(cell or "" for cell in row[1:])))
    kept = [cells for each in own.values() for _, cells in sorted(each)[:most]]
    return Counter(tuple(cell or None for cell in cells) for cells in kept)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("place", range(4))
def test_texts_that_a_server_takes_for_equal_stay_apart(engine, place):
    for kind in kinds(engine)[place : place + 1]:
        source = load(engine, NAMES, ROWS, kind)
        found = met(databases.counted_batches(source.path, source.sheet, ["drink", "other"], lambda _: None))
        assert found == Counter((drink or None, other or None) for _, drink, other in ROWS)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("reading", list(Persons))
def test_a_server_keeps_the_same_rows_of_a_person_as_files_do(engine, place, reading):
    for kind in kinds(engine)[place : place + 1]:
        source = load(engine, NAMES, ROWS, kind)
        for most in (1, 3):
            asked = ("person", reading, most)
            found = met(databases.kept_batches(source.path, source.sheet, NAMES[1:], asked, lambda _: None))
            assert found == first_rows(reading, most)


@pytest.mark.parametrize("engine", ENGINES)
def test_equal_rows_of_different_persons_are_not_kept_alike(engine):
    """A thousand persons with a row at each of six hours: each keeps one, and not everybody the same."""
    crowd = [(str(who), str(hour)) for who in range(1000) for hour in range(6)]
    source = load(engine, ("who", "hour"), crowd)
    found = met(databases.kept_batches(source.path, source.sheet, ["hour"], ("who", Persons.TEXT, 1), lambda _: None))
    assert sum(found.values()) == 1000
    assert min(found[(str(hour),)] for hour in range(6)) > 100


@pytest.mark.parametrize("engine", ENGINES)
def test_persons_whose_rows_nobody_looks_into_are_counted(engine):
    source = load(engine, ("who", "hour"), [("a", "1"), ("a", "2"), ("a", "3"), ("b", "1"), (None, "1"), (" ", "2")])
    found = met(databases.kept_batches(source.path, source.sheet, [], ("who", Persons.TEXT, 2), lambda _: None))
    assert found == {(None,): 3}


TYPES = {
    "CHAR(5)": ("'ab'", "ab"), "mood": ("'so so'", "so so"), "short": ("'x'", "x"), "citext": ("'Tea'", "Tea"),
    "uuid": ("'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
    "json": ("'{\"a\": 1}'", '{"a": 1}'), "numeric": ("'NaN'", "NaN"), "numeric(9,2)": ("1.5", "1.50"),
    "float8": ("1e16", "10000000000000000"), "float4": ("0.1", "0.1"), "bigint": ("-7", "-7"),
    "boolean": ("true", "true"),
    "date": ("'2026-12-31'", "2026-12-31"), "timestamp": ("'2026-12-31 23:30'", "2026-12-31 23:30:00"),
    "inet": ("'10.0.0.1/8'", "10.0.0.1/8"), "name": ("'n'", "n"),
}  # fmt: skip


@with_postgres
@pytest.mark.parametrize("kind", list(TYPES))
def test_every_plain_type_of_postgresql_has_its_text(kind):
    made, text = TYPES[kind]
    postgres().execute("DROP TABLE IF EXISTS typed; DROP TYPE IF EXISTS mood; DROP DOMAIN IF EXISTS short")
    postgres().execute("CREATE TYPE mood AS ENUM ('so so', 'good'); CREATE DOMAIN short AS varchar(9)")
    postgres().execute(f"CREATE TABLE typed (x {kind}); INSERT INTO typed VALUES ({made}), (NULL)")
    found = met(databases.counted_batches(POSTGRES, "public.typed", ["x"], lambda _: None))
    assert found == {(text,): 1, (None,): 1}
    postgres().execute("DROP TABLE typed")


REFUSED = {
    "postgres": {"int[]": "'{1}'", "bytea": "'a'", "int4range": "'[1,2)'", "point": "'(1,2)'", "tsvector": "'a b'"},
    "spark": {"binary": "'a'", "array<int>": "array(1)", "struct<a: int>": "struct(1)"},
}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_column_without_a_plain_text_is_refused_by_its_name(engine):
    for kind, made in REFUSED[engine].items():
        if engine == "postgres":
            postgres().execute(f"DROP TABLE IF EXISTS typed; CREATE TABLE typed (cell {kind}, y int)")
            postgres().execute(f"INSERT INTO typed VALUES ({made}, 1)")
            address, table = POSTGRES, "public.typed"
        else:
            spark().sql(f"CREATE OR REPLACE TEMP VIEW typed AS SELECT CAST({made} AS {kind}) AS cell, 1 AS y")
            address, table = "spark-local://", "typed"
        with pytest.raises(InputError, match=r"“cell”.*not a plain value"):
            met(databases.counted_batches(address, table, ["cell"], lambda _: None))
        assert met(databases.counted_batches(address, table, ["y"], lambda _: None)) == {("1",): 1}


@with_spark
def test_bytes_in_a_text_of_spark_that_are_no_text_are_read_all_the_same():
    spark().sql("CREATE OR REPLACE TEMP VIEW odd AS SELECT CAST(X'FF41' AS string) AS x")
    assert met(databases.counted_batches("spark-local://", "odd", ["x"], lambda _: None)) == {("\ufffdA",): 1}


@with_postgres
@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "WIN1252"])
def test_every_byte_of_a_server_s_own_encoding_is_read(encoding):
    """Also where it stands for no sign: no row may make the question fail."""
    import psycopg

    address = POSTGRES.rpartition("/")[0] + "/encoded"
    postgres().execute("DROP DATABASE IF EXISTS encoded")
    postgres().execute(f"CREATE DATABASE encoded TEMPLATE template0 ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            f"CREATE TABLE t AS SELECT convert_from('\\xe9'::bytea, '{encoding}') AS x, 'a'::text AS who"
        )
    found = met(databases.counted_batches(address, "public.t", ["x"], lambda _: None))
    assert found == {("\ufffd" if encoding == "SQL_ASCII" else "\u00e9",): 1}
    kept = met(databases.kept_batches(address, "public.t", ["x"], ("who", Persons.FOLDED_TEXT, 1), lambda _: None))
    assert kept == found
    postgres().execute("DROP DATABASE encoded")
