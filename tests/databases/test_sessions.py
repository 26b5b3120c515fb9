"""Dates, times and numbers are read alike whatever a server or role has set; rights, limits and pictures are kept."""

import os
import signal
import socket
import subprocess
import sys
import threading
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Grid
from dpstudio.core.errors import InputError
from dpstudio.core.release.charged import read
from dpstudio.core.scores.rules import Median
from dpstudio.core.tables import databases
from dpstudio.core.tables.databases.address import parsed
from dpstudio.core.tables.schema import Column, Kind, OwnType, PrivacyUnit, Relation, Source
from dpstudio.core.unsealing import opened
from tests.databases.servers import POSTGRES, postgres, spark, with_postgres, with_spark
from tests.questions import choice

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)
ODD_WAYS = {
    "datestyle": "'SQL, DMY'", "intervalstyle": "sql_standard", "timezone": "'Asia/Tokyo'", "extra_float_digits": "-15",
    "bytea_output": "escape", "default_transaction_isolation": "'read committed'", "standard_conforming_strings": "off",
    "search_path": "shadow, public",
}  # fmt: skip


@pytest.fixture
def role():
    """A role with ways of its own, which may read what it is given."""
    connection = postgres()
    connection.execute("DROP SCHEMA IF EXISTS shadow CASCADE; CREATE SCHEMA shadow")
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'odd'").fetchone():
        connection.execute("CREATE ROLE odd LOGIN")
    connection.execute("GRANT USAGE ON SCHEMA shadow, public TO odd")
    yield connection
    connection.execute("DROP OWNED BY odd; DROP ROLE odd; DROP SCHEMA shadow CASCADE")


def address_of(user):
    at = parsed(POSTGRES)
    return f"postgresql://{user}@{at.host}:{at.port}/{at.database}"


def texts(address, table, names):
    """The rows as texts, in no order."""
    found = databases.counted_batches(address, table, names, lambda _: None)
    return {row for batch, _ in found for row in zip(*(c.to_pylist() for c in batch.columns), strict=True)}


@with_postgres
def test_dates_numbers_and_money_are_read_alike_whatever_the_role_has_set(role):
    role.execute("DROP TABLE IF EXISTS moments")
    role.execute("CREATE TABLE moments (d date, t timestamptz, i interval, x float8, m money, n numeric(9,2))")
    role.execute(
        "INSERT INTO moments VALUES "
        "('2026-03-02', '2026-03-02 23:30+00', '1 day 2 hours', 0.1::float8 + 0.2, 1234.5, 2)"
    )
    role.execute("GRANT SELECT ON moments TO odd")
    for name, value in ODD_WAYS.items():
        role.execute(f"ALTER ROLE odd SET {name} = {value}")
    expected = {("2026-03-02", "2026-03-02 23:30:00+00", "P1DT2H", "0.30000000000000004", "1234.50", "2.00")}
    assert texts(address_of("odd"), "public.moments", list("dtixmn")) == expected
    role.execute("DROP TABLE moments")


@with_postgres
def test_the_middle_of_dates_and_of_money_does_not_depend_on_the_role_s_ways(role, tmp_path):
    """The whole way to exact scores: before, every cell was unreadable and the draw uniform."""
    role.execute("DROP TABLE IF EXISTS paid")
    role.execute(
        "CREATE TABLE paid AS SELECT date '2026-01-01' + g AS d, (g * 1.25)::numeric::money AS m "
        "FROM generate_series(1, 20) g"
    )
    role.execute("GRANT SELECT ON paid TO odd; ALTER ROLE odd SET datestyle = 'German, DMY'")
    for column, candidates in (
        (Column("d", Kind.DATE), Grid(Fraction(739_610), Fraction(1), 40)),
        (Column("m", Kind.DECIMAL, Fraction(1, 4)), Grid(Fraction(0), Fraction(5, 2), 12)),
    ):
        found = []
        for user in (parsed(POSTGRES).user, "odd"):
            source = Source("database", address_of(user), sheet="public.paid")
            asked = choice(Median(column), candidates, PrivacyUnit(Relation.ADD_REMOVE), source=source)
            found.append(list(opened(read(asked, tmp_path / user, lambda _: None), 1).steps))
        assert found[0] == found[1]
        assert len(set(found[0])) > 5
    role.execute("DROP TABLE paid")


@with_postgres
def test_functions_of_the_role_s_own_schemas_are_not_taken_for_the_server_s(role):
    role.execute(
        "CREATE FUNCTION shadow.convert_to(text, name) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x41'::bytea $$"
    )
    role.execute("CREATE FUNCTION shadow.text(integer) RETURNS text LANGUAGE sql AS $$ SELECT 'A' $$")
    role.execute("DROP TABLE IF EXISTS plain; CREATE TABLE plain AS SELECT 7 AS x; GRANT SELECT ON plain TO odd")
    role.execute(
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA shadow TO odd; ALTER ROLE odd SET search_path = shadow, pg_catalog"
    )
    assert texts(address_of("odd"), "public.plain", ["x"]) == {("7",)}
    role.execute("DROP TABLE plain")


@with_postgres
def test_the_time_limit_of_a_role_holds_and_is_told(role):
    role.execute("CREATE OR REPLACE VIEW long AS SELECT pg_sleep(5)::text AS x; GRANT SELECT ON long TO odd")
    role.execute("ALTER ROLE odd SET statement_timeout = '300ms'")
    with pytest.raises(InputError, match="time limit"):
        texts(address_of("odd"), "public.long", ["x"])
    role.execute("DROP VIEW long")


@with_postgres
def test_rights_tables_and_columns_that_are_missing_are_told_apart(role):
    role.execute("DROP TABLE IF EXISTS shut; CREATE TABLE shut (a int, b int)")
    address = address_of("odd")
    with pytest.raises(InputError, match="no table that you may read"):
        databases.table_names(address)
    with pytest.raises(InputError, match="does not let your user read"):
        texts(address, "public.shut", ["a"])
    role.execute("GRANT SELECT (a) ON shut TO odd; INSERT INTO shut VALUES (1, 2)")
    assert texts(address, "public.shut", ["a"]) == {("1",)}
    assert databases.table_names(address) == ["public.shut"]
    with pytest.raises(InputError, match="does not let your user read"):
        texts(address, "public.shut", ["b"])
    with pytest.raises(InputError, match="no such table"):
        texts(address, "public.never", ["a"])
    with pytest.raises(InputError, match="no column “c”"):
        texts(address, "public.shut", ["c"])
    role.execute("DROP TABLE shut")


@with_postgres
def test_what_the_server_says_of_a_row_is_never_passed_on():
    postgres().execute("CREATE OR REPLACE VIEW bad AS SELECT x::int AS x FROM (VALUES ('s3cr3t')) t(x)")
    with pytest.raises(InputError, match="could not be read") as caught:
        texts(POSTGRES, "public.bad", ["x"])
    assert "s3cr3t" not in str(caught.value)
    assert caught.value.__suppress_context__
    postgres().execute("DROP VIEW bad")


@with_postgres
def test_tables_views_and_materialized_views_of_every_schema_are_listed_and_read():
    postgres().execute('DROP SCHEMA IF EXISTS "Odd.one" CASCADE; CREATE SCHEMA "Odd.one"')
    postgres().execute('CREATE TABLE "Odd.one"."a ""b""" AS SELECT 1 AS x')
    postgres().execute('CREATE VIEW "Odd.one".seen AS SELECT x + 1 AS x FROM "Odd.one"."a ""b"""')
    postgres().execute('CREATE MATERIALIZED VIEW "Odd.one".kept AS SELECT x + 2 AS x FROM "Odd.one"."a ""b"""')
    listed = databases.table_names(POSTGRES)
    wanted = ['"Odd.one"."a ""b"""', '"Odd.one".seen', '"Odd.one".kept']
    assert set(wanted) <= set(listed)
    assert [texts(POSTGRES, name, ["x"]) for name in wanted] == [{("1",)}, {("2",)}, {("3",)}]
    own, beneath = databases.identities(POSTGRES, wanted[0])
    assert beneath == ()
    for name in wanted[1:]:
        assert set(own) <= set(databases.identities(POSTGRES, name)[1])
    postgres().execute('DROP SCHEMA "Odd.one" CASCADE')


@with_postgres
def test_a_partition_is_known_by_its_table_and_a_renamed_table_by_its_number():
    postgres().execute("DROP TABLE IF EXISTS whole; CREATE TABLE whole (x int) PARTITION BY LIST (x)")
    postgres().execute("CREATE TABLE part PARTITION OF whole FOR VALUES IN (1)")
    own, _ = databases.identities(POSTGRES, "public.part")
    table, beneath = databases.identities(POSTGRES, "public.whole")
    assert set(own) <= set(beneath)
    assert set(table) <= set(databases.identities(POSTGRES, "public.part")[1])
    postgres().execute("ALTER TABLE whole RENAME TO other")
    assert set(databases.identities(POSTGRES, "public.other")[0]) & set(table)
    postgres().execute("DROP TABLE other")


@with_postgres
def test_a_role_that_may_not_ask_for_the_server_s_number_still_tells_tables_apart(role):
    role.execute("DROP TABLE IF EXISTS one, two; CREATE TABLE one (x int); CREATE TABLE two (x int)")
    role.execute("GRANT SELECT ON one, two TO odd; REVOKE EXECUTE ON FUNCTION pg_control_system FROM PUBLIC")
    at = parsed(POSTGRES)
    try:
        ways = [address_of("odd"), f"postgresql://odd@localhost:{at.port}/{at.database}/"]
        known = {(databases.identity(way, f"public.{name}")) for way in ways for name in ("one", "two")}
        assert len(known) == 2
    finally:
        role.execute("GRANT EXECUTE ON FUNCTION pg_control_system TO PUBLIC; DROP TABLE one, two")


@with_postgres
def test_everything_asked_on_a_connection_sees_one_picture():
    from dpstudio.core.tables.databases.postgres import Postgres

    postgres().execute("DROP TABLE IF EXISTS moving; CREATE TABLE moving AS SELECT 1 AS x")
    server = Postgres(parsed(POSTGRES))
    seen = []
    for _ in range(2):
        seen += [next(iter(server.run("SELECT count(*) FROM public.moving")))[0]]
        postgres().execute("INSERT INTO moving VALUES (2)")
    server.close()
    assert seen == [[1], [1]]
    postgres().execute("DROP TABLE moving")


@with_postgres
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT], ids=lambda how: how.name)
def test_no_question_runs_on_after_the_program_was_ended(how):
    postgres().execute("CREATE OR REPLACE VIEW endless AS SELECT pg_sleep(600)::text AS x")
    program = (
        "from dpstudio.core.tables import databases\n"
        f"list(databases.counted_batches({POSTGRES!r}, 'public.endless', ['x'], lambda _: None))"
    )
    asking = subprocess.Popen([sys.executable, "-c", program], env={**os.environ}, stderr=subprocess.DEVNULL)
    assert _until(lambda: _running() == 1, 300)
    asking.send_signal(how)
    assert asking.wait(20) != 0
    assert _until(lambda: _running() == 0, 150)
    postgres().execute("DROP VIEW endless")


def _running():
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'dpstudio' AND wait_event = 'PgSleep'"
    return postgres().execute(query).fetchone()[0]


def _until(holds, tries):
    """Whether something holds within so many tenths of a second."""
    for _ in range(tries):
        if holds():
            return True
        threading.Event().wait(0.1)
    return False


@with_spark
def test_times_of_spark_are_told_in_universal_time():
    spark().conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
    made = "timestamp '2026-03-02 23:30:00+00:00' AS t, date '2026-03-02' AS d"
    spark().sql(f"CREATE OR REPLACE TEMP VIEW moments AS SELECT {made}")
    assert texts("spark-local://", "moments", ["t", "d"]) == {("2026-03-02 23:30:00", "2026-03-02")}


@with_spark
def test_another_spark_in_the_same_run_is_never_read_in_place_of_the_one_that_was_named():
    spark().sql("CREATE OR REPLACE TEMP VIEW here AS SELECT 1 AS x")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"spark://127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(InputError, match="Nothing answers"):
        databases.columns(address, "here")


@with_postgres
def test_the_types_of_numbers_with_a_point_are_known_before_a_row_is():
    postgres().execute(
        "DROP TABLE IF EXISTS pointed; CREATE TABLE pointed"
        " (a numeric(9, 2), b float8, c float4, d money, e int8, f text, g numeric, h date)"
    )
    told = databases.own_types(POSTGRES, "public.pointed")
    pointed, other = OwnType.POINTED, OwnType.OTHER
    assert told == [*[pointed] * 4, other, OwnType.TEXT, pointed, other]
    postgres().execute("DROP TABLE pointed")
