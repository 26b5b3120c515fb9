"""Files made to do harm: the program lives, its memory is its own, and each file is a table or an error in words."""

import contextlib
import random
import resource
import sqlite3
import zipfile
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from dpstudio.core.apart import READERS, limits
from dpstudio.core.errors import StudioError
from dpstudio.core.tables.dialect import recognise
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.reading import column_names, sheets
from dpstudio.core.tables.schema import WITH_SHEETS, Column, Kind
from dpstudio.core.tables.showing import check_format

TABLE = pa.table({"word": [f"word {at % 7}" for at in range(400)], "x": list(range(400))})


@pytest.fixture
def tight(monkeypatch):
    """Readers with a gigabyte each."""
    READERS.close()
    monkeypatch.setattr(limits, "most_memory", lambda: 1 << 30)
    yield
    READERS.close()


def whole_job(path: Path, work: Path) -> str:
    """Everything that is done with a file until it is counted; how it ended, an error without words of its own told."""
    try:
        source = recognise(str(path))
        if source.format in WITH_SHEETS:
            sheets(source)
        names = column_names(source)
        check_format(source, lambda _: None)
        import_table(source, [Column(names[0], Kind.CATEGORY)], None, work, lambda _: None)
        column_counts(work, [0], None)
    except StudioError as error:
        return "unexpected" if "in dpstudio/" in str(error) else "refused"
    return "read"


def _parquet(path: Path) -> None:
    parquet.write_table(TABLE, path)


def _arrow(path: Path) -> None:
    feather.write_feather(TABLE, str(path), compression="uncompressed")


def _sqlite(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE t (word TEXT, x INTEGER)")
        base.executemany("INSERT INTO t VALUES (?, ?)", list(zip(*TABLE.to_pydict().values(), strict=True)))


def _sheet(path: Path, rows: str) -> None:
    parts = {
        "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content'
        '-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        'relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships'
        '/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/'
        'main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="s" '
        'sheetId="1" r:id="s"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/'
        'package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/'
        f'spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)


def _excel(path: Path) -> None:
    cells = "".join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>w{at % 5}</t></is></c></row>' for at in range(1, 60)
    )
    _sheet(path, cells)


WRITERS = {"parquet": _parquet, "feather": _arrow, "sqlite": _sqlite, "xlsx": _excel}


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("seed", range(200))
@pytest.mark.long
def test_an_altered_file_is_a_table_or_an_error_in_words(tmp_path, ending, seed):
    assert altered(tmp_path, ending, seed) in ("read", "refused")


@pytest.mark.parametrize("ending", WRITERS)
def test_some_altered_files_are_read_and_some_refused(tmp_path, ending):
    ends = Counter(altered(tmp_path, ending, 1000 + seed) for seed in range(4))
    assert ends["read"] + ends["refused"] == 4


def altered(folder: Path, ending: str, seed: int) -> str:
    """How a whole job ends with a file of which up to eight bytes are others, or whose end is cut."""
    pick, path = random.Random(f"{ending} {seed}"), folder / f"a.{ending}"
    path.unlink(missing_ok=True)
    WRITERS[ending](path)
    content = bytearray(path.read_bytes())
    for _ in range(pick.randint(1, 8)):
        content[pick.randrange(len(content))] = pick.randrange(256)
    path.write_bytes(content[: pick.randrange(1, len(content))] if seed % 10 == 9 else content)
    return whole_job(path, folder / "work.parquet")


def _far_cell(path: Path) -> None:
    _sheet(path, '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>')


def _large_dictionary(path: Path) -> None:
    group = pa.table({"word": ["x" * (1 << 20)] * 16})
    with parquet.ParquetWriter(path, group.schema, compression="zstd") as writer:
        for _ in range(200):
            writer.write_table(group)


def _long_cell(path: Path) -> None:
    parquet.write_table(pa.table({"word": ["x" * 400_000_000]}), path, compression="zstd")


def _made_column(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE t (a INTEGER, b TEXT AS (printf('%.*c', 900000000, 'x')))")
        base.executemany("INSERT INTO t (a) VALUES (?)", [(at,) for at in range(50)])


@pytest.mark.parametrize(
    ("make", "ending"),
    [(_far_cell, "xlsx"), (_large_dictionary, "parquet"), (_long_cell, "parquet"), (_made_column, "sqlite")],
    ids=lambda value: getattr(value, "__name__", value),
)
@pytest.mark.long
@pytest.mark.usefixtures("tight")
def test_a_file_made_to_take_all_memory_takes_none_of_the_programs(tmp_path, make, ending):
    path = tmp_path / f"bomb.{ending}"
    make(path)
    assert path.stat().st_size < 1 << 20
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert whole_job(path, tmp_path / "work.parquet") in ("read", "refused")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
    path.write_text("word\na\n")
    assert whole_job(path.rename(tmp_path / "plain.csv"), tmp_path / "work.parquet") == "read"
