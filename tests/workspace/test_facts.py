"""What reading a table teaches: of a private one its header, never its rows."""

from dataclasses import replace

import pytest

from dpstudio.core.ledger import Ledger
from dpstudio.core.question import TablePlan
from dpstudio.workspace.facts import read_facts

TEXT = "who,city\nZaphod,Betelgeuse\nArthur,Earth\n"


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "l.sqlite")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    return TablePlan("h", "t.csv", "text", str(path), header="yes")


def facts(table, ledger, **changes):
    return read_facts(replace(table, **changes), ledger, b"key", lambda _: None)


def test_nothing_is_read_before_the_role_is_known(table, ledger):
    assert facts(table, ledger).names == ()


def test_of_a_private_table_only_the_header_is_known(table, ledger):
    found = facts(table, ledger, role="private")
    assert found.names == ("who", "city")
    assert found.shown == ()
    assert found.texts == {}
    assert "Zaphod" not in repr(found)


def test_names_show_only_once_the_header_is_confirmed(table, ledger):
    assert facts(table, ledger, role="private", header="").names == ()
    assert facts(table, ledger, role="private", header="no").names == ("column 1", "column 2")


def test_public_tables_and_samples_are_shown(table, ledger):
    assert facts(table, ledger, role="sample").shown[0] == ("Zaphod", "Betelgeuse")
    assert facts(table, ledger, role="public").texts["city"] == ("Betelgeuse", "Earth")


def test_what_has_been_private_cannot_become_public(table, ledger):
    facts(table, ledger, role="private")
    assert facts(table, ledger, role="public", handle="other").was_private
    assert facts(table, ledger, role="sample", handle="other").was_private


def test_a_changed_file_is_noticed(table, ledger, tmp_path):
    facts(table, ledger, role="private")
    (tmp_path / "t.csv").write_text(TEXT + "Ford,Betelgeuse\n")
    assert facts(table, ledger, role="private").changed
    assert not facts(table, ledger, role="private", handle="fresh").changed


def test_a_format_error_is_a_sentence_without_cells(table, ledger, tmp_path):
    (tmp_path / "t.csv").write_text(TEXT + "Ford\n")
    problem = facts(table, ledger, role="private").problem
    assert "line 4" in problem
    assert "Ford" not in problem


def test_a_header_alone_is_an_empty_table_of_people_and_no_table_of_candidates(table, ledger, tmp_path):
    (tmp_path / "t.csv").write_text("who,city\n")
    assert facts(table, ledger, role="private").problem == ""
    assert "no rows" in facts(table, Ledger(tmp_path / "other"), role="public", handle="other").problem


def test_planning_reads_no_row_of_a_private_table(table, ledger, tmp_path):
    (tmp_path / "t.csv").write_text(TEXT + "broken\n")
    found = read_facts(replace(table, role="private"), ledger, b"key", lambda _: None, rows=False)
    assert found.names == ("who", "city")
    assert found.problem == ""
    assert ledger.sightings("h") == []


def test_trying_a_role_on_a_demonstration_leaves_no_mark(ledger):
    from dpstudio.workspace import demonstrations, storage

    plan = demonstrations.open_untitled("colour", storage.demonstrations_folder())
    facts(plan.tables[0], ledger, role="private")
    again = demonstrations.open_untitled("colour", storage.demonstrations_folder())
    assert not facts(again.tables[0], ledger, role="sample").was_private


@pytest.mark.parametrize("path", ["/dev/zero", "/"])
def test_what_is_no_file_is_not_read(ledger, path):
    table = TablePlan("h", "odd", "text", path, role="private", header="yes")
    assert "is not a file" in facts(table, ledger).problem
