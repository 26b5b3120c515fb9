"""A private table of a database stays sealed, whatever way leads to it."""

import pytest

from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.databases.address import parsed
from dpstudio.workspace.guarding.gate import open_gate
from tests.databases.servers import POSTGRES, load, postgres, spark, with_postgres, with_spark
from tests.workspace.test_inspect import Desk, seen

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)


def plan(handle, role, address, sheet):
    return TablePlan(handle, "people", "database", address, role=role, sheet=sheet)


def shows(gate, table):
    return gate.decide(table, lambda _: None).permit is not None


@with_postgres
@pytest.mark.parametrize("role", ["sample", "public"])
def test_a_private_table_of_postgresql_stays_sealed_by_every_way_to_it(role):
    load("postgres", ("x",), [("canary",)], table="sealed_people")
    load("postgres", ("x",), [("open",)], table="other_people")
    postgres().execute("CREATE OR REPLACE VIEW look AS SELECT * FROM sealed_people")
    postgres().execute("CREATE MATERIALIZED VIEW IF NOT EXISTS copy AS SELECT * FROM look")
    at = parsed(POSTGRES)
    (folder,) = postgres().execute("SHOW unix_socket_directories").fetchone()
    ways = [
        (POSTGRES, "public.sealed_people"), (POSTGRES, "sealed_people"), (POSTGRES + "/", "public.sealed_people"),
        (POSTGRES.replace("127.0.0.1", "localhost"), "public.sealed_people"),
        (POSTGRES + "?connect_timeout=5", "public.sealed_people"),
        (f"postgresql:///{at.database}?host={folder}&port={at.port}&user={at.user}", "public.sealed_people"),
        (POSTGRES, "public.look"), (POSTGRES, "public.copy"),
    ]  # fmt: skip
    gate = open_gate()
    gate.decide(plan("a" * 32, "private", POSTGRES, "public.sealed_people"), lambda _: None)
    for number, (address, sheet) in enumerate(ways):
        assert not shows(gate, plan(f"{number:032}", role, address, sheet)), (address, sheet)
    assert shows(gate, plan("b" * 32, role, POSTGRES, "public.other_people"))
    postgres().execute("DROP VIEW look CASCADE; ALTER TABLE sealed_people RENAME TO renamed_people")
    assert not shows(gate, plan("c" * 32, role, POSTGRES, "public.renamed_people"))
    load("postgres", ("x",), [("canary",)], table="sealed_people")
    assert not shows(gate, plan("d" * 32, role, POSTGRES, "public.sealed_people"))
    postgres().execute("DROP TABLE renamed_people, sealed_people, other_people")


@with_postgres
def test_what_lies_beneath_a_private_view_is_sealed_with_it():
    """Its rows are the view's: shown under their own name they would be seen all the same."""
    load("postgres", ("x",), [("milk",)], table="products")
    postgres().execute("CREATE OR REPLACE VIEW bought AS SELECT * FROM products")
    gate = open_gate()
    gate.decide(plan("a" * 32, "private", POSTGRES, "public.bought"), lambda _: None)
    assert not shows(gate, plan("b" * 32, "public", POSTGRES, "public.products"))
    assert not shows(gate, plan("c" * 32, "public", POSTGRES, "public.bought"))
    postgres().execute("DROP TABLE products CASCADE")


@with_postgres
def test_a_private_table_of_postgresql_is_let_go_by_a_look_and_what_shows_its_rows_is_not(tmp_path):
    load("postgres", ("drink",), [("Tea",), ("Tea",), ("Milk",)], table="drinkers")
    postgres().execute("CREATE OR REPLACE VIEW seen_drinkers AS SELECT * FROM drinkers")
    gate, handle = open_gate(), "a" * 32
    desk = Desk(tmp_path)
    columns = (ColumnPlan("drink", "category"),)
    desk.ask(handle=handle, format="database", path=POSTGRES, sheet="public.drinkers", columns=columns)
    assert seen(desk.look(gate)) == [("Tea", "2"), ("Coffee", "0")]
    assert len(gate.ledger.looks(handle)) == 1
    table = plan(handle, "sample", POSTGRES, "public.drinkers")
    assert not shows(gate, table)
    gate.let_go(table, "", lambda _: None)
    assert shows(gate, table)
    assert len(gate.ledger.looks(handle)) == 2
    assert not shows(gate, plan("b" * 32, "sample", POSTGRES, "public.seen_drinkers"))
    postgres().execute("DROP TABLE drinkers CASCADE")
    load("postgres", ("drink",), [("Tea",)], table="drinkers")
    assert not shows(gate, plan("c" * 32, "sample", POSTGRES, "public.drinkers"))
    postgres().execute("DROP TABLE drinkers")


@with_spark
def test_a_private_table_of_spark_stays_sealed():
    spark().sql("CREATE OR REPLACE TEMP VIEW sealed_people AS SELECT 'canary' AS x")
    gate = open_gate()
    gate.decide(plan("a" * 32, "private", "spark-local://", "sealed_people"), lambda _: None)
    assert not shows(gate, plan("b" * 32, "sample", "spark-local:///", "sealed_people"))
