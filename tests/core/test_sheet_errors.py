"""An error in a cell of an Excel sheet is a blank, whichever program wrote it; a text that reads like one is a text."""

import zipfile

import pytest

from dpstudio.core.tables import sheet_errors
from dpstudio.core.tables.reading import column_names
from dpstudio.core.tables.schema import Source
from tests.core.test_rows import raw_sheet, rows_of

KNOWN = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
NEWER = ("#SPILL!", "#CALC!", "#GETTING_DATA", "#FIELD!", "#ERROR!", "#PYTHON!", "Err:502", " #N/A", "&amp;", "?")
CELLS = (
    '<c r="B2" t="e"><v>{}</v></c>',
    "<c r='B2' s='0' t='e' ><f>1/0 &gt; 2</f><v>{}</v></c>",
    '<c t="e" r="B2"><f t="shared" ref="B2:B3" si="0">A1</f><v xml:space="preserve">{}</v></c >',
)
HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>n</t></is></c></row>'
LAST = '<row r="3"><c r="A3" t="inlineStr"><is><t>Ben</t></is></c><c r="B3"><v>7</v></c></row>'


def read(path, cell: str) -> list[tuple[str, ...]]:
    """The rows of a sheet in which Ann's number is this cell."""
    ann = f'<row r="2"><c r="A2" t="inlineStr"><is><t>Ann</t></is></c>{cell}</row>'
    raw_sheet(path, HEAD + ann + LAST)
    source = Source("excel", str(path), header=True)
    assert column_names(source) == ["name", "n"]
    return [tuple(text or "" for text in row) for row in rows_of(source)]


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("error", KNOWN + NEWER)
def test_an_error_is_a_blank_whatever_it_is_called(tmp_path, cell, error):
    assert read(tmp_path / "t.xlsx", cell.format(error)) == [("Ann", ""), ("Ben", "7")]


@pytest.mark.parametrize("error", ["#N/A", "#SPILL!", "Err:502"])
@pytest.mark.parametrize(
    "cell",
    [
        '<c r="B2" t="str"><f>A1</f><v>{}</v></c>',
        '<c r="B2" t="inlineStr"><is><t>{}</t></is></c>',
        '<c r="C2" t="e"/><c r="B2" t="str"><v>{}</v></c>',
        """<c r="B2" q=' t="e" ' t="str"><v>{}</v></c>""",
    ],
)
def test_a_text_that_reads_like_an_error_stays_a_text(tmp_path, cell, error):
    assert read(tmp_path / "t.xlsx", cell.format(error)) == [("Ann", error), ("Ben", "7")]


@pytest.mark.parametrize("chunk", range(1, 60, 7))
def test_no_error_is_missed_where_the_sheet_is_read_in_pieces(tmp_path, monkeypatch, chunk):
    monkeypatch.setattr(sheet_errors, "_CHUNK", chunk)
    for cell in CELLS:
        assert read(tmp_path / "t.xlsx", cell.format("#SPILL!")) == [("Ann", ""), ("Ben", "7")]


def test_a_file_without_such_errors_is_read_as_it_lies_there(tmp_path):
    path = tmp_path / "t.xlsx"
    read(path, CELLS[0].format("#N/A"))
    assert sheet_errors.with_known_errors(str(path), "") == str(path)
    for other in (tmp_path / "none.xlsx", tmp_path / "text.xlsx"):
        (tmp_path / "text.xlsx").write_text("no archive")
        assert sheet_errors.with_known_errors(str(other), "") == str(other)


@pytest.mark.parametrize("parts", ["sheet", "all"])
@pytest.mark.parametrize(
    "written", [str.upper, str.title, lambda name: name.replace("/", "\\")], ids=["capitals", "titles", "slashes"]
)
def test_the_sheet_is_found_however_the_archive_writes_its_name(tmp_path, written, parts):
    path, cell = tmp_path / "t.xlsx", CELLS[0].format("#SPILL!")
    read(path, cell)
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            there = name.startswith("xl/worksheets/") or (parts == "all" and name.startswith("xl/"))
            archive.writestr(written(name) if there else name, content)
    source = Source("excel", str(path), header=True)
    assert [tuple(text or "" for text in row) for row in rows_of(source)] == [("Ann", ""), ("Ben", "7")]
