"""Files a person brings: recognised, read exactly, or refused with file, line and remedy; nothing quoted."""

import hashlib
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from pyarrow import feather

from dpstudio.core.apart import READERS
from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.tables import excel as excel_reader
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.dialect import ENCODINGS, recognise, recognise_text
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import ORDER, PERSON, WEIGHT, import_table
from dpstudio.core.tables.reading import column_names, text_batches
from dpstudio.core.tables.schema import Column, Kind, Persons, Source
from dpstudio.core.tables.showing import check_format

SECRET = "Zaphod"


def read(source: Source) -> list[list[str]]:
    return [list(row) for batch in text_batches(source) for row in zip(*(c.to_pylist() for c in batch), strict=True)]


def file(folder: Path, content: str | bytes, name: str = "people.csv", encoding: str = "utf-8") -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return str(path)


@pytest.mark.parametrize(("mark", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv"), ("|", "a.txt")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_delimiter_and_encoding_are_recognised(tmp_path, mark, name, encoding):
    text = f"name{mark}größe\nÅsa{mark}1\nBjörn{mark}2\n"
    source = recognise(file(tmp_path, text, name, encoding))
    assert source.delimiter == mark
    assert column_names(source) == ["name", "größe"]
    assert read(source) == [["Åsa", "1"], ["Björn", "2"]]


def test_quotes_line_ends_and_other_scripts_are_read(tmp_path):
    source = recognise(file(tmp_path, 'a,b\r\n"x, ""y""\nz",漢字\r\n\r\n"", ü\r\n'))
    assert read(source) == [['x, "y"\nz', "漢字"], ["", ""], ["", " ü"]]


def test_a_header_can_be_denied(tmp_path):
    path = file(tmp_path, "1,2\n3,4\n")
    source = Source("text", path, header=False)
    assert column_names(source) == ["column 1", "column 2"]
    assert read(source) == [["1", "2"], ["3", "4"]]


@pytest.mark.parametrize(
    "header", [b"who,drink", b"who;drink", b"who|drink", b"\r\n\r\nw\xc3\xa4r,drink", b"w\xe4r;drink"]
)
def test_how_a_text_is_written_is_recognised_by_its_first_line_and_by_no_row(tmp_path, header):
    """The receipt tells it: a row that decided it would be told with it."""
    rows = [
        b"",
        b"\nA,Tea",
        b"\nA;Tea;x\nB;Tea;y",
        b"\nA,Caf\xe9",
        b"\nA,\x81",
        b"\nA,\0",
        b'\n"A\nB',
        b"\nA\tB\tC|D|E|F",
    ]
    found = set()
    for number, row in enumerate(rows):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(header + row + b"\n")
        source = recognise(str(path))
        found.add((source.format, source.delimiter, source.encoding))
    assert len(found) == 1


WRITTEN = {
    "utf-8": (b"", "wär{0}drink", "utf-8"),
    "utf-8 with a mark": (b"\xef\xbb\xbf", "wär{0}drink", "utf-8"),
    "utf-8 with a replacement character": (b"", "w\ufffd{0}drink", "utf-8"),
    "cp1252": (b"", "wär{0}drink", "cp1252"),
    "iso-8859-1": (b"", "w\x81{0}drink", "iso-8859-1"),
    "utf-16, small end first": (b"\xff\xfe", "wär{0}drink", "utf-16-le"),
    "utf-16, large end first": (b"\xfe\xff", "wär{0}drink", "utf-16-be"),
    "utf-16 with a character that cannot be read": (b"\xff\xfe", "w\ud800r{0}drink", "utf-16-le"),
}


def _junk() -> list[bytes]:
    """Nothing, bytes that no encoding reads, halves of characters, marks, and 32 rows of chance."""
    halves = [
        b"\x00\xd8",
        b"\xd8\x00",
        b"\x00\xdc",
        b"\xdc\x00",
        b"x",
        b"\xf0\x9f",
        b"\xff",
        b"\x81",
        b"\xfe\xff",
        b"\xff\xfe",
    ]
    odd = [b"\0", b'"', b"\t;|", b"PAR1", b"\x1a", "\u2028;\x85|".encode("utf-16-le"), b"\xe9" * 70_000]
    words = random.Random(15)
    return [b"", *halves, *odd, *(words.randbytes(words.randrange(1, 40)) for _ in range(32))]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("mark", ",;|")
def test_no_byte_behind_the_first_line_decides_how_a_text_is_recognised_or_what_its_header_says(
    tmp_path, written, mark, monkeypatch
):
    """Else who asks with one row more, or less, is told another thing before anything was charged."""
    monkeypatch.setattr(READERS, "are_apart", False)
    begun, header, encoding = WRITTEN[written]
    path, found, names = tmp_path / "people.csv", set(), set()
    for end in ("\n", "\r\n", "\r"):
        line = begun + f"{end}{header.format(mark)}{end}".encode(encoding, "surrogatepass")
        for junk in _junk():
            path.write_bytes(line + junk)
            source = recognise(str(path))
            found.add((source.format, source.delimiter, source.encoding))
            try:
                names.add((end, *column_names(source)))
            except InputError as error:
                names.add((end, str(error)))
    assert found == {("text", mark, encoding.removesuffix("-le").removesuffix("-be"))}
    assert len(names) == 3
    assert not re.search("[A-Z][a-z]+[A-Z]", str(names)), "the name of a class is told"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a,b,c\n1,2,3\n4,5\n", "line 3: 2 cells where line 1 has 3"),
        ("a,b\n1,2\n3,4,5\n", "line 3: 3 cells"),
        ('a,b\n"x\ny",2\n4\n', "line 4: 1 cell"),
        ("a,a\n1,2\n", "both called “a”"),
        ("", "empty"),
        ("\n\n", "empty"),
        (b"PK\x03\x04 something", "not a table"),
        (b"\x89PNG\r\n", "not a table"),
        (b"\0\0,b\n1,2\n", "not a table"),
        (f'a,b\n"{SECRET},1\n2,3\n', "line 2: a quotation mark is never closed"),
        (f'a,"b\n{SECRET},1\n2,3\n', "line 1: a quotation mark of the header is not closed in that line"),
        (f'\r\na,"b\r\n{SECRET},"\r\n2,3\r\n', "line 2: a quotation mark of the header is not closed"),
        (f'a,"b\r{SECRET},"\r2,3', "line 1: a quotation mark of the header is not closed"),
        ('a,"b', "line 1: a quotation mark of the header is not closed"),
    ],
)
def test_a_malformed_file_is_refused_with_file_line_and_remedy(tmp_path, content, said):
    path = file(tmp_path, content)

    def use() -> None:
        source = recognise(path)
        column_names(source)
        assert any(batch.num_rows for batch in text_batches(source))

    with pytest.raises(InputError, match=said) as refusal:
        use()
    assert "people.csv" in str(refusal.value)
    assert refusal.value.remedy
    assert SECRET not in str(refusal.value)


def test_a_wrong_encoding_names_the_line(tmp_path):
    path = file(tmp_path, "a\n1\nÅsa\n", encoding="cp1252")
    with pytest.raises(InputError, match="line 3: a character cannot be read as utf-8"):
        read(Source("text", path, encoding="utf-8"))


def test_what_is_absent_or_broken_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be opened"):
        recognise(str(tmp_path / "none.csv"))
    broken = file(tmp_path, b"PAR1 not really", "x.parquet")
    with pytest.raises(InputError, match="not a readable Parquet"):
        column_names(recognise(broken))
    with pytest.raises(InputError, match="not a readable Excel"):
        column_names(recognise(file(tmp_path, b"PK not really", "x.xlsx")))
    with pytest.raises(InputError, match="nothing to paste"):
        recognise_text("  \n")


def _parquet_called(path):
    parquet.write_table(pa.table({"wxyz": ["a"]}), path, store_schema=False)


def _arrow_called(path):
    feather.write_feather(pa.table({"wxyz": ["a"]}), str(path), compression="uncompressed")


def _sqlite_called(path):
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE t (wxyz TEXT)")


@pytest.mark.parametrize(
    ("ending", "write"), [("parquet", _parquet_called), ("feather", _arrow_called), ("sqlite", _sqlite_called)]
)
def test_a_name_that_is_not_utf8_is_told_in_words(tmp_path, ending, write):
    path = tmp_path / f"a.{ending}"
    write(path)
    assert column_names(recognise(str(path))) == ["wxyz"]
    path.write_bytes(path.read_bytes().replace(b"wxyz", b"w\xffyz"))
    with pytest.raises(InputError, match=f"^a.{ending} is not a readable "):
        column_names(recognise(str(path)))


def test_parquet_is_read_as_text(tmp_path):
    path = tmp_path / "p.parquet"
    parquet.write_table(pa.table({"n": [1, None], "x": [0.1, 2.5], "s": ["é", ""], "b": [True, False]}), path)
    source = recognise(str(path))
    assert column_names(source) == ["n", "x", "s", "b"]
    assert read(source) == [["1", "0.1", "é", "true"], [None, "2.5", "", "false"]]


def test_excel_is_read_as_text(tmp_path):
    path = tmp_path / "book.xlsx"
    excel(path, [["name", "n"], ["Åsa", "1"], ["漢字", "2.5"]])
    source = recognise(str(path))
    assert column_names(source) == ["name", "n"]
    assert read(source) == [["Åsa", "1"], ["漢字", "2.5"]]


def excel(path: Path, rows: list[list[str]]) -> None:
    """The least workbook that the format allows, with inline texts."""
    import zipfile
    from xml.sax.saxutils import escape

    main = "http://schemas.openxmlformats.org"
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )
    relation = f"{main}/officeDocument/2006/relationships"
    package = f"{main}/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
        '"application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relation}/'
        'officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}/spreadsheetml/2006/main" xmlns:r="{relation}"><sheets><sheet '
        'name="people" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type='
        f'"{relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}/spreadsheetml/2006/main"><sheetData>{cells}</sheetData>'
        "</worksheet>",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("at", range(1, 4))
def test_how_wide_a_sheet_is_its_first_line_alone_says(tmp_path, header, at):
    """One more person with a cell to the right of all columns is a row that cannot be read, never a column."""
    rows = [["name", "n"], ["Ann", "1"], ["Ben", "2"], ["Cas", "3"]]
    wide = [*rows[:at], ["Eve", "4", "", "secret"], *rows[at:]]
    sources = []
    for name, lines in (("without", rows), ("with", wide)):
        path = tmp_path / f"{name}.xlsx"
        excel(path, lines)
        sources.append(replace(recognise(str(path)), header=header))
    assert column_names(sources[0]) == column_names(sources[1])
    assert read(sources[0])
    with pytest.raises(InputError, match=f"row {at + 1}: a cell stands in column D, to the right of the last") as told:
        read(sources[1])
    assert "secret" not in str(told.value) + told.value.remedy
    assert told.value.field == "first_line"


def test_a_cell_to_the_right_that_is_left_out_or_blank_does_not_matter(tmp_path):
    path = tmp_path / "book.xlsx"
    excel(path, [["", "", "", "printed 1 May"], ["name", "n"], ["Ann", "1", "  "], ["Total", "1", "checked"]])
    source = replace(recognise(str(path)), first_line=2, left_out=1)
    assert column_names(source) == ["name", "n"]
    assert read(source) == [["Ann", "1"]]


def test_an_excel_sheet_without_cells_is_refused(tmp_path):
    path = tmp_path / "empty.xlsx"
    excel(path, [])
    with pytest.raises(InputError, match="holds no cells"):
        column_names(recognise(str(path)))


def counted(tmp_path, text, columns, person=None, rows=None, reading=Persons.TEXT):
    work = tmp_path / "work.parquet"
    import_table(Source("text", text=text), columns, person, work, lambda _: None, reading)
    found = column_counts(work, range(len(columns)), rows)
    return [dict(zip(c.values.to_pylist(), c.counts.to_pylist(), strict=True)) for c in found]


def test_meanings_are_counted_exactly(tmp_path):
    text = "x,c\n1.00,Red\n1.004, red\n1.005,Rot\n,\nNaN,\ninf,RED\n1e2,é\n100,e\u0301\n"
    number = Column("x", Kind.DECIMAL, Fraction(1, 100))
    word = Column("c", Kind.CATEGORY, match_case=False)
    numbers, words = counted(tmp_path, text, [number, word])
    assert numbers == {100: 2, 101: 1, None: 3, 10000: 2}
    assert words == {"red": 3, "rot": 1, None: 2, "é": 2}


def test_values_are_clipped_and_blanks_take_their_declared_meaning(tmp_path):
    column = Column("x", Kind.INTEGER, bounds=(Fraction(0), Fraction(10)), blank="5")
    assert counted(tmp_path, 'x\n-3\n99\n7\n""\nwhat\n', [column]) == [{0: 1, 10: 1, 7: 1, 5: 2}]


def test_int64_extremes_and_beyond_stay_exact_or_saturate(tmp_path):
    column = Column("x", Kind.INTEGER)
    (found,) = counted(tmp_path, f"x\n{2**61}\n{2**61 + 1}\n{10**30}\n-{10**30}\n", [column])
    assert found == {2**61: 1, 2**61 + 1: 1, 2**62: 1, -(2**62): 1}


PEOPLE = "who,x\n" + "".join(
    f"{p},{x}\n" for p, x in [("a", 1), ("b", 2), ("a", 3), ("a", 3), ("", 9), ("b", 2), ("c", 4)]
)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_at_most_k_rows_of_a_person_count_in_any_order(tmp_path, k):
    column = Column("x", Kind.INTEGER)
    (first,) = counted(tmp_path, PEOPLE, [column], "who", k)
    lines = PEOPLE.splitlines()
    shuffled = "\n".join([lines[0], *reversed(lines[1:])]) + "\n"
    (second,) = counted(tmp_path, shuffled, [column], "who", k)
    assert first == second
    assert sum(first.values()) == {1: 3, 2: 5, 3: 6}[k]
    assert 9 not in first


@pytest.mark.parametrize(("k", "kept"), [(1, {1: 2}), (3, {1: 5, 2: 1}), (9, {1: 5, 2: 5})])
def test_of_a_line_that_stands_for_many_rows_as_many_count_as_a_person_may_have(tmp_path, k, kept):
    """A database hands over equal rows as one line with their number."""
    lines = {"0": [1, 2, 1], PERSON: ["a", "a", "b"], ORDER: [bytes(32), b"1" * 32, bytes(32)], WEIGHT: [2, 5, 3]}
    parquet.write_table(pa.table(lines), tmp_path / "work.parquet")
    (found,) = column_counts(tmp_path / "work.parquet", [0], k)
    assert dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True)) == kept


def kept_by(rows, k, layout):
    """The kept rows of (person, cells), worked out anew."""
    persons = {}
    for person, *cells in rows:
        persons.setdefault(person, []).append(cells)
    return Counter(
        tuple(cells)
        for person, owned in persons.items()
        if person
        for cells in sorted(owned, key=lambda cells: hashlib.sha256(layout(person, *cells)).digest())[:k]
    )


def layout(*parts):
    return b"".join(b"%d:%b" % (len(part.encode()), part.encode()) for part in parts)


NASTY = ["1", " 1", "1.0", "", "a", "A", "é", "e\u0301", "x:1", "1:x", "\u00a0", "tab\t", "7"]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_which_rows_of_a_person_count_follows_from_that_persons_rows_alone(tmp_path, k):
    pick = random.Random(k)
    rows = [(f"p{pick.randrange(9)}", pick.choice(NASTY), pick.choice(NASTY)) for _ in range(200)] + [("", "1", "a")]
    columns = [Column("x", Kind.CATEGORY), Column("y", Kind.IDENTIFIER)]
    expected = kept_by(rows, k, layout)
    text = "who,x,y\n" + "".join(f"{','.join(row)}\n" for row in rows)
    (found,) = [counted(tmp_path, text, columns, "who", k)]
    for place in (0, 1):
        meaning, meant = reader(columns[place]), Counter()
        for cells, many in expected.items():
            meant[meaning(cells[place])] += many
        assert found[place] == meant


def test_not_everybody_keeps_the_same_kind_of_row(tmp_path):
    text = "who,hour\n" + "".join(f"p{who},{hour}\n" for who in range(600) for hour in range(6))
    (found,) = counted(tmp_path, text, [Column("hour", Kind.INTEGER)], "who", 1)
    assert sum(found.values()) == 600
    assert all(many > 50 for many in found.values())
    assert len(found) == 6


SAME = {
    Persons.TEXT: (["ann", " ann", "ann\t"], ["Ann", "a nn", "ann\u00a0", "\u00e9", "e\u0301"]),
    Persons.FOLDED_TEXT: (["ann", " ANN ", "aNn"], ["an n", "\u00c9", "\u00e9"]),
    Persons.EXACT_TEXT: (["ann", "ann"], [" ann", "ann ", "Ann"]),
    Persons.EXACT_FOLDED_TEXT: (["ann", "Ann"], [" ann", "ann ", "\u00df", "SS"]),
    Persons.WHOLE_NUMBER: (["7", "07", "+7", "7.0", "7.", " 007.00 "], ["-7", "70", "77", "0", "10" * 30]),
}


@pytest.mark.parametrize("reading", list(Persons))
def test_persons_are_told_apart_as_declared(tmp_path, reading):
    same, others = SAME[reading]
    text = "who,x\n" + "".join(f'"{who}",{place}\n' for place, who in enumerate(same + others))
    found = counted(tmp_path, text, [Column("x", Kind.INTEGER)], "who", 1, reading)[0]
    assert sum(found.values()) == 1 + len(others)


def test_who_is_no_whole_number_is_nobody_where_persons_are_whole_numbers(tmp_path):
    text = "who,x\n" + "".join(f'"{who}",1\n' for who in ["", "x", "7.5", "1e3", "--7", "+-7", "7,0", "0x7", "+", ".0"])
    assert counted(tmp_path, text, [Column("x", Kind.INTEGER)], "who", 1, Persons.WHOLE_NUMBER) == [{}]
    assert counted(tmp_path, "who,x\n-0,1\n0,1\n+0.0,1\n", [Column("x", Kind.INTEGER)], "who", 1,
                   Persons.WHOLE_NUMBER) == [{1: 1}]  # fmt: skip


def test_an_import_can_be_cancelled(tmp_path):
    def stop(_: float) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        import_table(Source("text", text="x\n1\n"), [Column("x", Kind.INTEGER)], None, tmp_path / "w", stop)


def test_a_missing_column_is_named(tmp_path):
    with pytest.raises(InputError, match="no column “y”"):
        counted(tmp_path, "x\n1\n", [Column("y", Kind.INTEGER)])


@pytest.mark.usefixtures("read_here")
def test_an_excel_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "bomb.xlsx"
    excel(path, [["a"], ["1"]])
    monkeypatch.setattr(excel_reader, "_MOST_INFLATED", 10)
    with pytest.raises(InputError, match="unpacks to more"):
        column_names(recognise(str(path)))


def test_damaged_parquet_files_and_absent_sheets_are_refused_in_words(tmp_path):
    path = tmp_path / "p.parquet"
    parquet.write_table(pa.table({"n": list(range(200_000))}), path, compression="snappy")
    content = bytearray(path.read_bytes())
    content[100:5000] = b"\xff" * 4900
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"damaged|not a readable"):
        read(recognise(str(path)))
    nested = tmp_path / "n.parquet"
    parquet.write_table(pa.table({"n": [[1], [2]]}), nested)
    with pytest.raises(InputError, match="lists, records or bytes"):
        read(recognise(str(nested)))
    book = tmp_path / "b.xlsx"
    excel(book, [["a"], ["1"]])
    with pytest.raises(InputError, match="cannot be read"):
        read(Source("excel", str(book), sheet="none"))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("content", ["a,b\n1,2\n", "a,b\nü,€\n", "a\n", "é"])
def test_every_encoding_reads_or_refuses_and_never_breaks(tmp_path, encoding, content):
    path = tmp_path / "t.csv"
    path.write_bytes(content.encode())
    source = Source("text", str(path), encoding=encoding)
    said = ""
    try:
        names = column_names(source)
        widths = {batch.num_columns for batch in text_batches(source)}
    except InputError as refused:
        said = str(refused)
    if said:
        assert path.name in said
    else:
        assert widths <= {len(names)}


def test_a_title_above_the_table_is_named_as_what_may_stand_in_the_way(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("Visits of the spring\nday,ward,age\n1,Nord,30\n")
    with pytest.raises(InputError, match="say on which line the table begins"):
        check_format(replace(recognise(str(path)), delimiter=","), lambda _: None)


@pytest.mark.parametrize("ending", ["csv", "parquet", "feather", "sqlite"])
@pytest.mark.parametrize("size", [(1 << 21), (1 << 21) + 1])
def test_a_cell_is_at_most_as_long_as_is_said_whatever_the_file(tmp_path, ending, size):
    path, texts = tmp_path / f"long.{ending}", ["word", "x" * size]
    if ending == "csv":
        path.write_text("word\n" + "\n".join(texts) + "\n")
    elif ending == "sqlite":
        with closing(sqlite3.connect(path)) as base, base:
            base.execute("CREATE TABLE t (word TEXT)")
            base.executemany("INSERT INTO t VALUES (?)", [(text,) for text in texts])
    else:
        write = parquet.write_table if ending == "parquet" else feather.write_feather
        write(pa.table({"word": texts}), str(path))
    if size > 1 << 21:
        with pytest.raises(InputError, match=r"2 MiB|longer than 2,097,152"):
            check_format(recognise(str(path)), lambda _: None)
    else:
        check_format(recognise(str(path)), lambda _: None)


@pytest.mark.long
def test_a_dictionary_of_long_texts_is_read_in_parts(tmp_path):
    """Written out at once they are longer than one array of texts may be."""
    path = tmp_path / "long.feather"
    words = pa.DictionaryArray.from_arrays(pa.array([0] * 1200, pa.int32()), pa.array(["x" * 1_900_000]))
    feather.write_feather(pa.table({"word": words}), str(path))
    sizes = [batch.num_rows for batch in text_batches(recognise(str(path)))]
    assert (sum(sizes), len(sizes)) == (1200, 2)
