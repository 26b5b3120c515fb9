"""Every row of a source counts, whatever it holds; what is said about a file tells where its table begins and ends."""

import io
import random
from collections import Counter
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.tables.dialect import recognise
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.reading import column_names, text_batches
from dpstudio.core.tables.schema import Column, Kind, Source
from tests.core.test_tables import excel

ENDS = {"LF": "\n", "CR LF": "\r\n", "CR": "\r"}
NASTY = [
    "",
    "a",
    " ",
    '"',
    '""',
    ",",
    ";",
    "\t",
    "p\nq",
    "p\r\nq",
    "p\rq",
    "\n",
    "é",
    "\ufeff",
    "x,y",
    "'",
    "\u2028",
    "\x0b",
]


def rows_of(source: Source) -> list[tuple[str, ...]]:
    return [row for batch in text_batches(source) for row in zip(*(c.to_pylist() for c in batch), strict=True)]


def written(rows, mark: str, end: str, pick: random.Random) -> str:
    """Records as any careful program writes them; a record of blanks of one column now and then as an empty line."""
    stream = io.StringIO()
    for row in rows:
        cells = ['"' + cell.replace('"', '""') + '"' if pick.random() < 0.2 else quoted(cell, mark) for cell in row]
        stream.write(mark.join(cells) + end)
    return stream.getvalue()


def quoted(cell: str, mark: str) -> str:
    odd = any(sign in cell for sign in (mark, '"', "\n", "\r"))
    return '"' + cell.replace('"', '""') + '"' if odd else cell


@pytest.mark.parametrize("end", list(ENDS))
@pytest.mark.parametrize("mark", [",", "\t", ";"])
@pytest.mark.parametrize("how", ["file", "pasted", "utf-16"])
def test_every_record_is_a_row_however_it_is_written(tmp_path, mark, end, how):
    pick = random.Random(f"{mark}{end}{how}")
    for width in (1, 1, 2, 3):
        rows = [tuple(pick.choice(NASTY) for _ in range(width)) for _ in range(pick.randrange(1, 40))]
        rows += [("",) * width] * pick.randrange(4)
        text = written([[f"c{place}" for place in range(width)], *rows], mark, ENDS[end], pick)
        if pick.random() < 0.5 and any(rows[-1]):
            text = text.removesuffix(ENDS[end])
        if how == "pasted":
            source = Source("text", text=text, delimiter=mark)
        else:
            (tmp_path / "t.csv").write_bytes(text.encode("utf-8-sig" if how == "file" else how))
            source = Source(
                "text", str(tmp_path / "t.csv"), delimiter=mark, encoding=how if how == "utf-16" else "utf-8"
            )
        assert column_names(source) == [f"c{place}" for place in range(width)]
        assert rows_of(source) == rows


@pytest.mark.parametrize("header", [True, False])
def test_empty_lines_are_rows_of_blanks(tmp_path, header):
    top = "x\n" if header else ""
    one = Source("text", text=f"{top}\n5\n\n\n", header=header)
    assert rows_of(one) == [("",), ("5",), ("",), ("",)]
    three = Source("text", text=f"{'a,b,c' if header else '1,2,3'}\n\n4,5,6\n,,\n\n", header=header)
    first = [] if header else [("1", "2", "3")]
    assert rows_of(three) == [*first, ("", "", ""), ("4", "5", "6"), ("", "", ""), ("", "", "")]


def test_an_empty_line_counts_where_a_blank_counts_as_a_value(tmp_path):
    column = Column("x", Kind.INTEGER, blank="1")
    for lines in ("2\n\n\n3\n\n", '2\n""\n \n3\n""'):
        import_table(Source("text", text="x\n" + lines), [column], None, tmp_path / "w", lambda _: None)
        (found,) = column_counts(tmp_path / "w", [0], None)
        assert dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True)) == {1: 3, 2: 1, 3: 1}


@pytest.mark.parametrize("shift", range(8))
def test_a_line_end_within_a_cell_stays_whole_wherever_it_lies_in_the_file(tmp_path, shift):
    cell = '"p\r\nq"\r\n'
    path = tmp_path / "long.csv"
    path.write_bytes(("x" + "y" * shift + "\r\n" + cell * 300_000).encode())
    assert Counter(rows_of(Source("text", str(path)))) == {("p\r\nq",): 300_000}


@pytest.mark.parametrize("text", ['x\n"a\nb\n', 'x\na\n"', 'x,y\n1,2\n3,"4\n', '"x\n1\n'])
def test_a_quotation_mark_that_is_never_closed_is_refused(text):
    with pytest.raises(InputError, match=r"never closed|not closed in that line|could not be read|cells where"):
        rows_of(Source("text", text=text))


REPORT = "Report 7;;\n\nname;x\nAnn;1\n;\n\nSum;3\nMade by R\n"


def test_title_lines_and_lines_at_the_end_are_left_out_where_that_is_said(tmp_path):
    rows = [("Ann", "1"), ("", ""), ("", "")]
    for end in ENDS.values():
        path = tmp_path / "report.csv"
        path.write_text(REPORT.replace("\n", end), newline="")
        said = Source("text", str(path), delimiter=";", first_line=3, left_out=2)
        assert column_names(said) == ["name", "x"]
        assert rows_of(said) == rows
        bare = Source("text", str(path), delimiter=";", first_line=4, left_out=2, header=False)
        assert column_names(bare) == ["column 1", "column 2"]
        assert rows_of(bare) == rows


def test_lines_at_the_end_are_counted_and_not_recognised():
    for text, kept in [
        ("x\n1\n2\n3", 2),
        ("x\n1\n2\n3\n", 2),
        ("x\n1\n2\n3\n\n", 3),
        ("x\n1\n2\n\n\n", 3),
        ("x\n1", 0),
    ]:
        assert len(rows_of(Source("text", text=text, left_out=1))) == kept
    assert rows_of(Source("text", text="x\n1\n2\n", left_out=2)) == []


def test_columns_can_be_named_by_their_position():
    text = "a,a,,b\n1,2,3,4\n"
    with pytest.raises(InputError, match="both called “a”"):
        column_names(Source("text", text=text))
    assert column_names(Source("text", text=text, names=("", "c"))) == ["a", "c", "column 3", "b"]
    assert column_names(Source("text", text=text, header=False, names=("x", "", "y"))) == [
        "x",
        "column 2",
        "y",
        "column 4",
    ]


def counted(source: Source, name: str, folder: Path) -> dict:
    import_table(source, [Column(name, Kind.CATEGORY)], None, folder / "w", lambda _: None)
    (found,) = column_counts(folder / "w", [0], None)
    return dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True))


def test_a_renamed_column_is_the_same_column_in_every_format(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    table = pa.table([pa.array(["1", "2"]), pa.array(["3", "4"])], names=["a", "b"])
    parquet.write_table(table, tmp_path / "t.parquet")
    (tmp_path / "t.csv").write_text("a,b\n1,3\n2,4\n")
    for name in ("t.csv", "t.parquet"):
        found = recognise(str(tmp_path / name))
        source = Source(found.format, found.path, names=("b", "a"))
        assert counted(source, "a", tmp_path) == {"3": 1, "4": 1}


def test_of_a_sheet_rows_that_are_all_blank_are_none_and_all_others_count(tmp_path):
    path = tmp_path / "book.xlsx"
    rows = [["1", "a"], ["", " "], ["", "b"], ["2", ""], ["", ""]]
    excel(path, [["x", "y"], *rows])
    assert rows_of(recognise(str(path))) == [("1", "a"), ("", "b"), ("2", "")]
    excel(path, [["x", "y"], *rows[:4]])
    assert rows_of(recognise(str(path))) == [("1", "a"), ("", "b"), ("2", "")]


def test_of_a_sheet_title_rows_and_rows_at_the_end_are_left_out_where_that_is_said(tmp_path):
    path = tmp_path / "book.xlsx"
    excel(path, [["Report", ""], ["", ""], ["x", "y"], ["1", "a"], ["", ""], ["2", "b"], ["sum", "3"], ["", ""]])
    said = Source("excel", str(path), first_line=3, left_out=1)
    assert column_names(said) == ["x", "y"]
    assert rows_of(said) == [("1", "a"), ("2", "b")]
    assert rows_of(Source("excel", str(path), first_line=4, left_out=1, header=False)) == [("1", "a"), ("2", "b")]


def test_a_column_of_a_sheet_keeps_its_place_whatever_its_cells_hold(tmp_path):
    """Where column A is blank the sheet is stored as if it began at B."""
    path = tmp_path / "book.xlsx"
    for first in ("", "stray"):
        cells = [f'<row r="{n}">{cell(f"A{n}", first if n == 1 else "")}{cell(f"B{n}", "b")}</row>' for n in (1, 2)]
        raw_sheet(path, "".join(cells))
        source = Source("excel", str(path), header=False)
        assert column_names(source) == ["column 1", "column 2"]
        assert [row[1] for row in rows_of(source)] == ["b", "b"]


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>' if text else ""


def raw_sheet(path: Path, rows: str) -> None:
    """A workbook whose sheet holds these rows of XML."""
    import zipfile

    excel(path, [])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].replace("<sheetData></sheetData>", f"<sheetData>{rows}</sheetData>")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
