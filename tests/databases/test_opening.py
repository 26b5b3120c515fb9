"""Opening a database in the window: the table chosen is stored, with its schema."""

import pytest

from tests.databases.servers import POSTGRES, load, postgres, with_postgres

pytestmark = [
    with_postgres,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"),
]


def test_the_table_chosen_is_stored_with_its_schema(studio):
    load("postgres", ("x", "y"), [("1", "2")], table="first_people")
    load("postgres", ("z",), [("3",)], table="second_people")
    studio.window.show_tab("tables")
    studio.answers["text"] = [POSTGRES, POSTGRES]
    studio.answers["pick"] = ["public.second_people", ""]
    studio.keys("Ctrl+Shift+D")
    studio.settle()
    (table,) = studio.plan.tables
    assert (table.format, table.sheet) == ("database", "public.second_people")
    studio.option(studio.window.tables.card(table.handle).role, "private")
    studio.settle()
    assert studio.window.session.facts[table.handle].names == ("z",)
    studio.keys("Ctrl+Shift+D")
    studio.settle()
    assert len(studio.plan.tables) == 1
    postgres().execute("DROP TABLE first_people, second_people")
