"""The same table from every kind of file gives the same answers; what cannot be read is told without quoting a cell."""

import re
import sqlite3
import zipfile
from contextlib import closing
from fractions import Fraction

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.dialect import recognise
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.reading import column_names, sheets, text_batches
from dpstudio.core.tables.schema import Column, Kind, Source
from dpstudio.workspace.guarding.facts import read_facts
from dpstudio.workspace.guarding.gate import open_gate
from tests.judges.writers import sheet

NAMES = ("who", "pays", "city")
ROWS = [
    ("Ann", 1.5, "Rome"),
    ("Ben", 2.75, "Oslo"),
    ("Cem", 2.75, None),
    ("Ann", -0.25, 'R"o;me, 😀'),
    ("Eve", 4.0, ""),
]
COLUMNS = (Column("pays", Kind.DECIMAL, Fraction(1, 100)), Column("city", Kind.CATEGORY))


def arrow_table(rows=ROWS):
    return pa.table({name: [row[i] for row in rows] for i, name in enumerate(NAMES)})


def write_csv(folder):
    import csv

    path = folder / "t.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([NAMES, *(["" if cell is None else cell for cell in row] for row in ROWS)])
    return path


def write_parquet(folder):
    parquet.write_table(arrow_table(), folder / "t.parquet")
    return folder / "t.parquet"


def write_folder(folder):
    parts = folder / "parts"
    parts.mkdir()
    for place in range(0, len(ROWS), 2):
        parquet.write_table(arrow_table(ROWS[place : place + 2]), parts / f"part-{place}.parquet")
    (parts / "_SUCCESS").write_text("")
    return parts


def write_arrow(folder):
    with pa.OSFile(str(folder / "t.arrow"), "wb") as sink, pa.ipc.new_file(sink, arrow_table().schema) as writer:
        writer.write_table(arrow_table(), max_chunksize=2)
    return folder / "t.arrow"


def write_sqlite(folder):
    path = folder / "t.sqlite"
    connection = sqlite3.connect(path)
    connection.execute('CREATE TABLE "a ""quoted"" table" (who TEXT, pays REAL, city TEXT)')
    connection.execute("CREATE TABLE other (x INTEGER)")
    connection.execute("CREATE VIEW endless AS SELECT 1 AS x")
    connection.executemany('INSERT INTO "a ""quoted"" table" VALUES (?, ?, ?)', ROWS)
    connection.commit()
    connection.close()
    return path


WRITERS = {
    "text": write_csv, "parquet": write_parquet, "parquet_folder": write_folder, "arrow": write_arrow,
    "sqlite": write_sqlite,
}  # fmt: skip


@pytest.mark.parametrize("kind", list(WRITERS))
def test_every_kind_of_file_is_recognised_and_counts_the_same(kind, tmp_path):
    source = recognise(str(WRITERS[kind](tmp_path)))
    assert source.format == kind
    assert column_names(source) == list(NAMES)
    import_table(source, COLUMNS, "who", tmp_path / "work", lambda _: None)
    pays, _ = column_counts(tmp_path / "work", [0, 1], 1)
    assert sum(pays.counts.to_pylist()) == 4
    everything = column_counts(tmp_path / "work", [0, 1], None)
    found = [dict(zip(each.values.to_pylist(), each.counts.to_pylist(), strict=True)) for each in everything]
    assert found == [{150: 1, 275: 2, -25: 1, 400: 1}, {"Rome": 1, "Oslo": 1, None: 2, 'R"o;me, 😀': 1}]


@pytest.mark.parametrize("kind", list(WRITERS))
def test_a_private_one_stays_sealed_and_a_sample_is_shown(kind, tmp_path, home):
    source = recognise(str(WRITERS[kind](tmp_path)))
    gate = open_gate(tmp_path / "ledger")
    for role, shown in (("sample", True), ("private", False)):
        of_several = 'a "quoted" table' if kind == "sqlite" else ""
        table = TablePlan(role, "t", kind, source.path, role=role, header="yes", sheet=of_several)
        known = read_facts(table, gate, lambda _: None)
        assert known.problem == ""
        assert known.names == NAMES
        assert bool(known.shown) is shown


def test_the_tables_of_a_sqlite_file_are_offered_and_views_are_not(tmp_path):
    source = recognise(str(write_sqlite(tmp_path)))
    assert sheets(source) == ['a "quoted" table', "other"]
    assert column_names(Source("sqlite", source.path, sheet="other")) == ["x"]
    with pytest.raises(InputError, match="no such table"):
        column_names(Source("sqlite", source.path, sheet="endless"))


def test_of_tables_called_like_those_of_sqlite_itself_none_is_missing(tmp_path):
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:
        for name in ("sqlite3_visits", "SQLite data", "sqliteX"):
            connection.execute(f'CREATE TABLE "{name}" (x INTEGER PRIMARY KEY AUTOINCREMENT)')
    assert sheets(recognise(str(tmp_path / "t.sqlite"))) == ["SQLite data", "sqlite3_visits", "sqliteX"]


def test_a_changed_file_of_a_folder_is_noticed(tmp_path, home):
    folder = write_folder(tmp_path)
    gate = open_gate(tmp_path / "ledger")
    table = TablePlan("h", "t", "parquet_folder", str(folder), role="private", header="yes")
    assert not read_facts(table, gate, lambda _: None).changed
    parquet.write_table(arrow_table(ROWS[:1]), folder / "part-9.parquet")
    assert read_facts(table, gate, lambda _: None).changed


def broken_sqlite(folder):
    path = folder / "b.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"secret" * 40)
    return path


def blob_sqlite(folder):
    path = folder / "b.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x BLOB)")
    connection.execute("INSERT INTO t VALUES (?)", (b"secret",))
    connection.commit()
    connection.close()
    return path


def undecodable_sqlite(folder):
    path = folder / "b.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a, x TEXT)")
    connection.executemany("INSERT INTO t VALUES (?, CAST(? AS TEXT))", [("é", "fine"), (0, b"secret\xff")])
    connection.commit()
    connection.close()
    return path


def empty_sqlite(folder):
    path = folder / "b.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIEW v AS SELECT 1")
    connection.commit()
    connection.close()
    return path


def broken_arrow(folder):
    path = folder / "b.arrow"
    path.write_bytes(b"ARROW1\0\0secret")
    return path


def mixed_folder(folder):
    parts = write_folder(folder)
    parquet.write_table(pa.table({"secret": [1]}), parts / "part-5.parquet")
    return parts


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (broken_sqlite, "not a readable SQLite"),
        (blob_sqlite, "column of bytes"),
        (undecodable_sqlite, "b.sqlite, column “x”, row 2: a text is not UTF-8"),
        (empty_sqlite, "holds no table"),
        (broken_arrow, "not a readable Arrow"),
        (mixed_folder, "part-5.parquet has other columns"),
    ],
)
def test_what_cannot_be_read_is_told_without_its_contents(write, said, tmp_path):
    source = recognise(str(write(tmp_path)))
    with pytest.raises(InputError, match=said) as refused:
        list(map(list, (column_names(source), text_batches(source))))
    assert "secret" not in str(refused.value)


def test_a_folder_without_parquet_files_and_an_old_feather_are_no_tables(tmp_path):
    with pytest.raises(InputError, match="folder that holds"):
        recognise(str(tmp_path))
    (tmp_path / "old.feather").write_bytes(b"FEA1" + b"\0" * 20)
    with pytest.raises(InputError, match="not a table of text"):
        recognise(str(tmp_path / "old.feather"))


def test_what_another_program_has_not_finished_writing_is_not_read(tmp_path, home):
    """Its rows lie in a log beside the file, by whose bytes alone a table is known again."""
    path = write_sqlite(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO other VALUES (1)")
        link = tmp_path / "link.sqlite"
        link.symlink_to(path)
        for each in (path, link):
            plan = TablePlan(handle="t", path=str(each), format="sqlite", label=each.name, role="private")
            for ask in (lambda p=plan: column_names(p.source), lambda p=plan: open_gate().decide(p, lambda _: None)):
                with pytest.raises(InputError, match=r"is beside .*a part of the tables may be in it"):
                    ask()
    assert column_names(Source("sqlite", str(path), sheet="other"))


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
@pytest.mark.parametrize("log", [b"", b"garbage" * 30, b"\0" * 600, None], ids=["empty", "garbage", "zeroed", "folder"])
def test_a_log_that_holds_nothing_of_a_file_does_not_keep_it_from_being_read(log, ending, tmp_path):
    path = write_sqlite(tmp_path)
    beside = path.with_name(path.name + ending)
    beside.mkdir() if log is None else beside.write_bytes(log)
    assert column_names(Source("sqlite", str(path), sheet="other"))


def test_a_journal_that_is_kept_after_a_file_was_closed_well_is_no_part_of_it(tmp_path):
    """A rollback journal is over when its header is zeroed; before that its file cannot be read."""
    path = write_sqlite(tmp_path)
    source = Source("sqlite", str(path), sheet="other")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = PERSIST")
        other.execute("PRAGMA cache_size = 1")
        other.execute("BEGIN")
        other.executemany("INSERT INTO other VALUES (?)", [("x" * 500,)] * 200)
        journal = path.with_name(path.name + "-journal")
        assert journal.read_bytes()[:8] == bytes.fromhex("d9d505f920a163d7")
        with pytest.raises(InputError, match="journal is beside"):
            column_names(source)
        other.execute("COMMIT")
    assert journal.stat().st_size
    assert column_names(source)


def rewritten(path, change):
    """A workbook whose only sheet's text is changed."""
    with zipfile.ZipFile(path) as book:
        parts = {
            name: book.read(name).decode() if name.endswith("sheet1.xml") else book.read(name)
            for name in book.namelist()
        }
    with zipfile.ZipFile(path, "w") as book:
        for name, part in parts.items():
            book.writestr(name, change(part) if isinstance(part, str) else part)
    return Source("excel", str(path))


def with_cell(path, place, content=" t='n'><v>1</v>"):
    """A sheet of one name and one cell, and another one in its third row, which may be far from them."""
    sheet(path, [["c"], ["Tea"]])
    far = f"<row r='3'><c r = '{place}'{content}</c></row></sheetData>"
    return rewritten(path, lambda text: text.replace("</sheetData>", far))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("XFD20000", "to the right of column 10,000"),
        ("ZZZZ3", "to the right of column 10,000"),
        ("A2000000", "below row"),
        ("ZZ1000000", "one cell is far out"),
    ],
)
def test_a_cell_far_out_in_a_sheet_is_told_before_room_is_made_for_it(tmp_path, place, said):
    with pytest.raises(InputError, match=said):
        column_names(with_cell(tmp_path / "far.xlsx", place))


def test_a_cell_far_out_is_told_also_where_tags_have_a_prefix(tmp_path):
    with_cell(tmp_path / "far.xlsx", "ZZ1000000")
    source = rewritten(tmp_path / "far.xlsx", lambda text: re.sub("<(/?)(c|row)(?=[ >])", r"<\1x:\2", text))
    with pytest.raises(InputError, match="one cell is far out"):
        column_names(source)


@pytest.mark.parametrize("letters", ["XFD", "NTP"])
def test_one_person_more_in_a_sheet_that_is_refused_changes_no_word_of_it(tmp_path, letters):
    """A cell of row 3 stands far to the right; the last row's number would be how many people there are."""
    told = set()
    for people in (6000, 6001):
        sheet(tmp_path / f"{people}.xlsx", [["c"], *[["Tea"]] * people])
        far = rf'\1<c r="{letters}3"><v>1</v></c></row>'
        source = rewritten(
            tmp_path / f"{people}.xlsx", lambda text, far=far: re.sub('(<row r="3".*?)</row>', far, text, count=1)
        )
        with pytest.raises(InputError) as refused:
            column_names(source)
        told.add(str(refused.value).replace(f"{people}.xlsx", "people.xlsx"))
    assert len(told) == 1


@pytest.mark.parametrize("text", ['note r="ZZ1000000"', 'r="ABCDE7"', "r='A2000000'", 'c r="XFD9"'])
def test_a_text_that_reads_like_a_place_is_none(tmp_path, text):
    source = with_cell(tmp_path / "texts.xlsx", "A3", f" t='inlineStr'><is><t>{text}</t></is>")
    assert [cell for batch in text_batches(source) for cell in batch[0].to_pylist()] == ["Tea", text]


def test_a_cell_a_little_apart_is_read(tmp_path):
    near = with_cell(tmp_path / "near.xlsx", "A900")
    assert [cell for batch in text_batches(near) for cell in batch[0].to_pylist()] == ["Tea", "1"]


def test_a_cell_a_little_apart_makes_no_column(tmp_path):
    aside = with_cell(tmp_path / "aside.xlsx", "J900")
    assert column_names(aside) == ["c"]
    with pytest.raises(InputError, match="row 900: a cell stands in column J"):
        list(text_batches(aside))


def test_minus_zero_in_a_sheet_is_zero(tmp_path):
    sheet(tmp_path / "zero.xlsx", [["x"], [-0.0], [-1e-10], [0.0], [-1.5]])
    cells = [cell for batch in text_batches(Source("excel", str(tmp_path / "zero.xlsx"))) for cell in batch[0]]
    assert [str(cell) for cell in cells] == ["0", "0", "0", "-1.5"]
