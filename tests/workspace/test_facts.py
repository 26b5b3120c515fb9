"""What reading a table teaches: of a private one its header, never its rows."""

import os
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.workspace.guarding.facts import read_facts
from dpstudio.workspace.guarding.gate import open_gate
from tests.judges.writers import sheet

TEXT = "who,city\nZaphod,Betelgeuse\nArthur,Earth\n"


@pytest.fixture
def gate():
    return open_gate()


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    return TablePlan("h", "t.csv", "text", str(path), header="yes")


def facts(table, gate, **changes):
    return read_facts(replace(table, **changes), gate, lambda _: None)


def test_nothing_is_read_before_the_role_is_known(table, gate):
    assert facts(table, gate).names == ()


def test_of_a_private_table_only_the_header_is_known(table, gate):
    found = facts(table, gate, role="private")
    assert found.names == ("who", "city")
    assert found.shown == ()
    assert found.texts == {}
    assert "Zaphod" not in repr(found)


def stopped_after(asked):
    """A tick that hears Cancel once it has been asked so often."""
    left = iter(range(asked))

    def tick(_):
        if next(left, None) is None:
            raise Cancelled("Stopped.")

    return tick


def test_a_private_tables_reading_that_is_stopped_at_any_moment_counts_no_line_as_shown(table, gate):
    private = replace(table, role="private")
    whole, moments = gate.decide(private, lambda _: None).whole, 0
    before = gate.ledger.entries()
    while True:
        try:
            found = read_facts(private, gate, stopped_after(moments))
        except Cancelled:
            moments += 1
            assert gate.headers.other(whole, 2) == 0
        else:
            break
    assert moments > 2, "taking the digests and reading the lines both hear it"
    assert found.names == ("who", "city")
    assert gate.headers.other(whole, 2) == 1
    assert gate.ledger.entries() == before


def test_names_show_only_once_the_header_is_confirmed(table, gate):
    assert facts(table, gate, role="private", header="").names == ()
    assert facts(table, gate, role="private", header="no").names == ("column 1", "column 2")


def test_one_line_of_a_private_table_is_shown_as_its_header_and_another_one_would_be_a_look(table, gate):
    assert facts(table, gate, role="private").names == ("who", "city")
    for line in ("2", "3"):
        found = facts(table, gate, role="private", first_line=line)
        assert (found.names, found.own, found.other_header) == ((), (), 1)
    assert facts(table, gate, role="private", first_line="1").names == ("who", "city")


def test_no_line_below_the_first_ten_of_a_private_table_is_shown(table, gate, tmp_path):
    (tmp_path / "t.csv").write_text("who,city\n" * 12)
    found = facts(table, gate, role="private", first_line="11")
    assert found.names == ()
    assert "stands in its first 10 lines" in found.problem
    assert facts(table, gate, role="private", first_line="10").names == ("who", "city")
    assert facts(table, gate, role="private", first_line="9").other_header == 10


def test_whoever_notes_a_line_below_the_first_ten_as_a_header_is_refused(gate):
    """However the line came to be asked for."""
    with pytest.raises(InputError, match="stands in its first 10 lines"):
        gate.headers.note(("whole",), 11)
    gate.headers.note(("whole",), 10)


@pytest.mark.parametrize("line", ["", "2", "3"])
@pytest.mark.parametrize("kind", ["text", "excel"])
def test_of_a_private_table_without_a_header_no_cell_is_known(table, gate, tmp_path, kind, line):
    if kind == "excel":
        sheet(tmp_path / "t.xlsx", [each.split(",") for each in TEXT.split()])
        table = replace(table, format=kind, path=str(tmp_path / "t.xlsx"))
    found = facts(table, gate, role="private", header="no", first_line=line)
    assert (found.own, found.names) == (("", ""), ("column 1", "column 2"))
    assert not [each for each in ("who", "Zaphod", "Arthur", "Earth") if each in repr(found)]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"header": "no", "first_line": "11"}, "begins in its first 10 lines"),
        ({"header": "no", "first_line": "14"}, "begins in its first 10 lines"),
        ({"left_out": "11"}, "At most 10 lines at the end"),
        ({"left_out": "14"}, "At most 10 lines at the end"),
        ({"header": "no", "left_out": "11"}, "At most 10 lines at the end"),
    ],
)
def test_how_many_rows_a_private_table_has_is_not_found_by_trying_where_it_ends(table, gate, tmp_path, typed, told):
    """The same is said of a table that has so many lines and of one that has not."""
    (tmp_path / "t.csv").write_text("who,city\n" * 12)
    assert told in facts(table, gate, role="private", **typed).problem
    assert told not in facts(table, gate, role="public", **typed).problem


@pytest.fixture
def guessed(table, gate, tmp_path):
    """The delimiter that is guessed where a line is typed and no header confirmed."""
    (tmp_path / "t.csv").write_text("a, b, c\nwho;city\nx|y|z\n")

    def guessed(line, **said):
        asked = replace(table, header="", first_line=line, **said)
        found = read_facts(asked, gate, lambda _: None, anew=True).guessed
        return found and found.delimiter

    return guessed


def test_how_any_line_of_a_sample_is_written_is_guessed_until_it_is_private(guessed):
    assert [guessed(line, role="sample") for line in ("1", "2", "3", "11")] == [",", ";", "|", ","]
    assert guessed("2", role="private") == ";"
    assert guessed("2", role="sample") is None, "it was private"


def test_how_one_typed_line_of_a_private_table_is_written_is_told_and_of_no_other(guessed, table):
    assert [guessed(line, role="private") for line in ("11", "2", "1", "3", "2")] == [None, ";", ",", None, ";"]
    assert guessed("3", role="private", handle="another") is None, "the same people under another handle"


@pytest.mark.parametrize(
    ("title", "header", "told"),
    [("Zürich", "who;city", "cp1252"), ("Zurich", "wär;city", "cp1252"), ("Zurich", "who;city", "utf-8")],
)
@pytest.mark.parametrize("role", ["private", "sample"])
def test_a_title_tells_the_encoding_too_where_the_header_below_it_is_plain(
    table, gate, tmp_path, role, title, header, told
):
    """No line between them does, and none below."""
    (tmp_path / "t.csv").write_bytes(f"{title}\nJosé\n{header}\nÄnne;Köln\n".encode("cp1252"))
    asked = replace(table, role=role, header="", first_line="3", encoding="utf-8")
    found = read_facts(asked, gate, lambda _: None, anew=True).guessed
    assert (found.encoding, found.delimiter) == (told, ";")


def test_how_a_line_beside_the_header_that_was_shown_is_written_is_not_told(guessed, table, gate):
    assert facts(table, gate, role="private", first_line="2", delimiter=";", left_out="1").names == ("who", "city")
    assert [guessed(line, role="private") for line in ("3", "1", "2")] == [None, ",", ";"], (
        "the first line's is told at opening"
    )


def test_a_line_whose_writing_was_told_need_not_be_the_header(guessed, table, gate):
    assert guessed("1", role="private") == ","
    assert facts(table, gate, role="private", first_line="2", delimiter=";", left_out="1").names == ("who", "city")


def test_public_tables_and_samples_are_shown(table, gate):
    assert facts(table, gate, role="sample").shown[0] == ("Zaphod", "Betelgeuse")
    assert facts(table, gate, role="public").texts["city"] == ("Betelgeuse", "Earth")


def test_what_has_been_private_cannot_become_public(table, gate):
    facts(table, gate, role="private")
    for role in ("public", "sample"):
        found = facts(table, gate, role=role, handle="other")
        assert "has been private before" in found.refusal
        assert (found.permit, found.names, found.shown, found.texts) == (None, (), (), {})


def test_a_changed_file_is_noticed(table, gate, tmp_path):
    facts(table, gate, role="private")
    (tmp_path / "t.csv").write_text(TEXT + "Ford,Betelgeuse\n")
    assert facts(table, gate, role="private").changed
    assert not facts(table, gate, role="private", handle="fresh").changed


def test_a_format_error_is_a_sentence_without_cells(table, gate, tmp_path):
    (tmp_path / "t.csv").write_text(TEXT + "Ford\n")
    problem = facts(table, gate, role="private").problem
    assert "line 4" in problem
    assert "Ford" not in problem


def test_a_header_alone_is_an_empty_table_of_people_and_no_table_of_candidates(table, gate, tmp_path):
    (tmp_path / "t.csv").write_text("who,city\n")
    assert "no rows" in facts(table, gate, role="public", handle="other").problem
    assert facts(table, gate, role="private").problem == ""


def test_planning_reads_no_row_of_a_private_table(table, gate, tmp_path):
    (tmp_path / "t.csv").write_text(TEXT + "broken\n")
    found = read_facts(replace(table, role="private"), gate, lambda _: None, rows=False)
    assert found.names == ("who", "city")
    assert found.problem == ""
    (tmp_path / "copy.csv").write_text(TEXT + "broken\n")
    assert facts(table, gate, role="sample", handle="other", path=str(tmp_path / "copy.csv")).refusal


def test_trying_a_role_on_a_demonstration_leaves_no_mark(gate):
    from dpstudio.workspace.computer import storage
    from dpstudio.workspace.project import demonstrations

    plan = demonstrations.open_untitled("colour", storage.demonstrations_folder())
    facts(plan.tables[0], gate, role="private")
    again = demonstrations.open_untitled("colour", storage.demonstrations_folder())
    assert not facts(again.tables[0], gate, role="sample").refusal


@pytest.mark.parametrize("path", ["/dev/zero", "/"])
def test_what_is_no_file_is_not_read(gate, path):
    table = TablePlan("h", "odd", "text", path, role="private", header="yes")
    assert "is not a file" in facts(table, gate).problem


@pytest.mark.parametrize("role", ["private", "public", "sample"])
def test_a_pipe_in_a_folder_of_parquet_files_is_not_waited_for(gate, tmp_path, role):
    parquet.write_table(pa.table({"x": [1]}), tmp_path / "a.parquet")
    os.mkfifo(tmp_path / "b.parquet")
    table = TablePlan("h", "odd", "parquet_folder", str(tmp_path), role=role)
    assert "b.parquet is not a file" in facts(table, gate).problem


@pytest.mark.parametrize(
    ("put", "said"),
    [
        (lambda odd: odd.mkdir(), "b.parquet is not a file"),
        (lambda odd: odd.symlink_to("nothing"), "b.parquet cannot be opened: it is not there."),
        (lambda odd: odd.write_bytes(b"PAR1 PAR1"), "b.parquet is not a readable Parquet file"),
    ],
    ids=["folder", "dangling", "damaged"],
)
@pytest.mark.parametrize("role", ["private", "sample"])
def test_of_a_folder_the_member_that_cannot_be_read_is_named(gate, tmp_path, role, put, said):
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    put(tmp_path / "b.parquet")
    found = read_facts(TablePlan("h", "odd", "parquet_folder", str(tmp_path), role=role), gate, lambda _: None)
    assert found.problem.startswith(said)


def test_a_file_that_becomes_a_pipe_is_not_waited_for(gate, tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "a.csv")
    monkeypatch.setattr("dpstudio.workspace.computer.digests.refuse_special", lambda _: None)  # it was a file just now
    assert (
        "a.csv is not a file"
        in facts(TablePlan("h", "a", "text", str(tmp_path / "a.csv"), role="private"), gate).problem
    )


def test_the_numbers_of_a_sheet_are_shown_with_the_mark_that_its_texts_are_written_with(tmp_path, gate):
    sheet(tmp_path / "paid.xlsx", [["paid", "code"], [1.5, 2.5], ["0,75", "x"]])
    columns = ColumnPlan("paid", "decimal", decimal_mark=","), ColumnPlan("code", "category", decimal_mark=",")
    table = TablePlan("h", "paid", "excel", str(tmp_path / "paid.xlsx"), role="sample", header="yes", columns=columns)
    assert facts(table, gate).shown == (("1,5", "2.5"), ("0,75", "x"))
    assert facts(table, gate, role="public").texts["paid"] == ("1,5", "0,75")
