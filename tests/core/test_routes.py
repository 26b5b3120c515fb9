"""A cell means one thing whatever route it takes: every reader against the one definition, over nasty cells."""

import csv
import datetime
import io
import random
import sqlite3
import struct
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.tables import columnar
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.meanings import map_cells
from dpstudio.core.tables.reading import text_batches
from dpstudio.core.tables.schema import Column, Kind, Source
from dpstudio.core.tables.texts import as_texts, number_text
from tests.core.test_tables import excel

BLANKS = ["", " ", "\t", "\u00a0", "\u2003", "\u3000", "\x1c", "\x0b", "\x85", "\u200b", "\u2028"]
WORDS = [
    "Tea",
    "tea",
    "TEA",
    "ﬁn",
    "fin",
    "Straße",
    "STRASSE",
    "İ",
    "i̇",
    "é",
    "e\u0301",
    "É",
    "ǅ",
    "ᾳ",
    "\u0345α",
    "ÿ\u0345",
]
NUMBERS = [
    "7", "07", "+7", "7.0", "7.", ".5", "-.5", "-0", "0.005", "-0.005", "1e3", "1E-3", "1e400", "-1e999", "1_000",
    "1,000",
    "1.000,5", "1 000", "٣", "１", "0x7", "nan", "NaN", "inf", "-Infinity", "1e", "e1", "--1", "1-", "9" * 19, "9" * 40,
    "9" * 399, "9" * 400, "9" * 401, "123456789.123456789", "999999999.999999999", "-999999999.999999999",
    "1234567890.1", "0.1234567891", "−5", "1\n",
    "4611686018427387904",
]  # fmt: skip
DATES = [
    "2000-02-03", "2000-2-3", "2000/02/03", "03.02.2000", "3/2/2000", "2/3/2000", "20000203", "2000-02-30",
    "0000-01-01",
    "9999-12-31", "10000-01-01", "2000-02-03T10:00", "2000-02-03 x\ny", "2000-02-03Z", "2000-W05-4", "2000.02-03",
    "2000203",
]  # fmt: skip
CHOICES = [
    "Tea;Coffee",
    "Coffee ; Tea",
    ";",
    ";;",
    " ; ",
    "Tea;",
    "Tea;Tea",
    "tea;TEA",
    "Tea; ;Ä",
    "--",
    "A--",
    "x;\u00a0",
]
TRUTHS = ["yes", "Yes ", "TRUE", "1", "0", "no", "n", "yess", "true", "false", "１"]
CELLS = [*BLANKS, *WORDS, *NUMBERS, *DATES, *CHOICES, *TRUTHS]
CELLS += [f"{blank}{cell}{blank}" for blank in BLANKS[:8] for cell in ("Tea", "7", "2000-02-03", "yes", "é")]
F = Fraction
COLUMNS = [
    Column("x", Kind.CATEGORY), Column("x", Kind.CATEGORY, match_case=False), Column("x", Kind.IDENTIFIER,
    blank="none"),
    Column("x", Kind.CHOICES), Column("x", Kind.CHOICES, match_case=False, blank="Tea;none"), Column("x", Kind.YES_NO),
    Column("x", Kind.CHOICES, separator="--"), Column("x", Kind.YES_NO, blank="no", true_words=("ja",),
    false_words=("nein",)),
    Column("x", Kind.INTEGER), Column("x", Kind.INTEGER, bounds=(F(-3), F(9)), blank="5"),
    Column("x", Kind.INTEGER, bounds=(F(-(1 << 62)), F(1 << 62))),
    Column("x", Kind.DECIMAL, F(1, 100)), Column("x", Kind.DECIMAL, F(1, 10**20), (F(0), F(1, 100)), blank="0.003"),
    Column("x", Kind.DECIMAL, F(3, 7), blank="1"), Column("x", Kind.DECIMAL, F(10**30)),
    Column("x", Kind.DECIMAL, F((1 << 60) - 1, 4 * 10**9)), Column("x", Kind.DECIMAL, F(2 * 10**18 + 1, 4 * 10**9)),
    Column("x", Kind.DECIMAL, F(1, 2), decimal_mark=",", grouping_mark="."),
    Column("x", Kind.DECIMAL, F(1, 2), grouping_mark=" "), Column("x", Kind.LONGITUDE, F(1, 1000), (F(-180), F(180))),
    Column("x", Kind.DATE), Column("x", Kind.DATE, date_order="dmy", blank="3.2.2000"), Column("x", Kind.DATE,
    date_order="mdy"),
]  # fmt: skip
NAMES = [f"{place} {column.kind.value}" for place, column in enumerate(COLUMNS)]


def meant(texts, column) -> Counter:
    """By the definition of one cell."""
    meaning = reader(column)
    return Counter(meaning(text) for text in texts)


def told(counts) -> Counter:
    return Counter(dict(zip(counts.values.to_pylist(), counts.counts.to_pylist(), strict=True)))


def imported(source: Source, column: Column, folder) -> Counter:
    import_table(source, [column], None, folder / "w", lambda _: None)
    return told(column_counts(folder / "w", [0], None)[0])


def shuffled() -> list[str]:
    pick = random.Random(7)
    cells = [cell for cell in CELLS for _ in range(pick.randrange(1, 4))]
    pick.shuffle(cells)
    return cells


def as_csv(cells, mark: str) -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=mark, quoting=csv.QUOTE_ALL).writerows([["x", "n"], *([cell, "1"] for cell in cells)])
    return stream.getvalue()


def as_sqlite(path, cells) -> Source:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x, n)")
    connection.executemany("INSERT INTO t VALUES (?, 1)", [(cell,) for cell in cells])
    connection.commit()
    connection.close()
    return Source("sqlite", str(path))


def as_parquet(path, array) -> Source:
    parquet.write_table(pa.table({"x": array, "n": [1] * len(array)}), path)
    return Source("parquet", str(path))


def as_arrow(path, array) -> Source:
    table = pa.table({"x": array, "n": [1] * len(array)})
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=50)
    return Source("arrow", str(path))


def sources(folder, cells) -> list[Source]:
    """The same texts in every format; a sheet holds no signs that XML lacks."""
    (folder / "t.csv").write_text(as_csv(cells, ","), "utf-8", newline="")
    (folder / "t.tsv").write_text(as_csv(cells, "\t"), "utf-16", newline="")
    (folder / "parts").mkdir()
    as_parquet(folder / "parts" / "a.parquet", pa.array(cells[:99]))
    as_parquet(folder / "parts" / "b.parquet", pa.array(cells[99:]))
    return [
        Source("text", str(folder / "t.csv")), Source("text", str(folder / "t.tsv"), delimiter="\t", encoding="utf-16"),
        Source("text", text=as_csv(cells, ";"), delimiter=";"), as_sqlite(folder / "t.sqlite", cells),
        as_parquet(folder / "t.parquet", pa.array(cells)), as_arrow(folder / "t.arrow",
        pa.array(cells).dictionary_encode()),
        Source("parquet_folder", str(folder / "parts")),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory):
    cells = shuffled()
    return cells, sources(tmp_path_factory.mktemp("routes"), cells)


@pytest.mark.parametrize("column", COLUMNS, ids=NAMES)
def test_a_text_means_the_same_through_every_reader(everywhere, tmp_path, column):
    cells, found = everywhere
    expected = meant(cells, column)
    assert Counter(map_cells(pa.array(cells), column).to_pylist()) == expected
    assert Counter(map_cells(pa.array([*cells, None]), column).to_pylist()) == expected + meant([None], column)
    for source in found:
        assert imported(source, column, tmp_path) == expected, source.format
        if columnar.fits(source, [column]):
            (counts,) = columnar.column_counts(source, [column], tmp_path, lambda _: None)
            assert told(counts) == expected, source.format


@pytest.mark.parametrize("column", COLUMNS, ids=NAMES)
def test_each_text_by_itself_means_the_same_as_among_others(column):
    """Whether the others are ASCII, or plain numbers, must not matter."""
    meaning = reader(column)
    for cell in CELLS:
        assert map_cells(pa.array([cell]), column).to_pylist() == [meaning(cell)], cell


@pytest.mark.parametrize("column", COLUMNS[::4], ids=NAMES[::4])
def test_a_text_in_a_sheet_means_what_it_means_elsewhere(tmp_path, column):
    cells = [cell for cell in CELLS if not any(ord(sign) < 32 for sign in cell)]
    excel(tmp_path / "t.xlsx", [["x", "n"], *([cell, "1"] for cell in cells)])
    elsewhere = ["0" if cell == "-0" else cell for cell in cells]  # of a sheet's number, and so of a text too
    assert imported(Source("excel", str(tmp_path / "t.xlsx")), column, tmp_path) == meant(elsewhere, column)


FLOATS = [0.0, -0.0, 1.0, -1.0, 0.1, 1.5, 1e15, 1e16, 123456789012345680.0, 2.0**62, 1e22, 1e300, -1e300, 1e-7,
    5e-324, 1.1e-308,
          0.30000000000000004, 9007199254740993.0, float("nan"), float("inf"), float("-inf"), 1 / 3, 1e-5,
          123456.789]  # fmt: skip
DAYS = [datetime.date(1, 1, 1), datetime.date(2000, 2, 3), datetime.date(9999, 12, 31)]
MOMENT = datetime.datetime(2000, 2, 3, 4, 5, 6, 789000, datetime.UTC)
TYPED = {
    "double": (pa.float64(), FLOATS),
    "float": (pa.float32(), [0.1, 16777216.0, 1e10, -0.0, float("nan"), 1e38, 1e-40, 0.5]),
    "int64": (pa.int64(), [0, 1, -7, (1 << 63) - 1, -(1 << 63), 10**17]),
    "int8": (pa.int8(), [0, 1, -128]),
    "uint64": (pa.uint64(), [0, (1 << 64) - 1]),
    "bool": (pa.bool_(), [True, False]),
    "decimal": (pa.decimal128(20, 10), [Decimal("1.5"), Decimal("-0.0000000001"), Decimal(0), Decimal(12345678)]),
    "large decimal": (pa.decimal128(5, -3), [Decimal(12000), Decimal(-1000)]),
    "date": (pa.date32(), DAYS),
    "date64": (pa.date64(), DAYS),
    "moment": (pa.timestamp("us"), [MOMENT]),
    "moment of a zone": (pa.timestamp("ms", "Europe/Rome"), [MOMENT]),
    "time": (pa.time32("ms"), [datetime.time(4, 5, 6)]),
    "nothing": (pa.null(), []),
    "large text": (pa.large_string(), ["é", " 7 ", ""]),
    "coded": (pa.dictionary(pa.int8(), pa.string()), ["é", " 7 ", "7"]),
    "coded numbers": (pa.dictionary(pa.int8(), pa.int64()), [7, -1]),
}
SHOWN = {
    "double": ["0", "0", "1", "-1", "0.1", "1.5", "1" + "0" * 15, "1" + "0" * 16, "123456789012345680", str(1 << 62),
               "1" + "0" * 22, str(int(1e300)), str(int(-1e300)), "0.0000001", f"{Decimal('5e-324'):f}",
               f"{Decimal('1.1e-308'):f}", "0.30000000000000004", "9007199254740992", "nan", "inf", "-inf",
               "0.3333333333333333", "0.00001", "123456.789"],
    "bool": ["true", "false"],
    "decimal": ["1.5000000000", "-0.0000000001", "0.0000000000", "12345678.0000000000"],
    "large decimal": ["12000", "-1000"],
    "date": ["0001-01-01", "2000-02-03", "9999-12-31"],
    "moment": ["2000-02-03 04:05:06.789000"],
    "moment of a zone": ["2000-02-03 05:05:06.789+0100"],
    "time": ["04:05:06.000"],
    "coded numbers": ["7", "-1"],
}  # fmt: skip


def array_of(name):
    kind, values = TYPED[name]
    coded = pa.types.is_dictionary(kind)
    array = pa.array(values, kind.value_type if coded else kind)
    return array.dictionary_encode() if coded else array


@pytest.mark.parametrize("name", list(SHOWN))
def test_the_text_of_a_typed_cell_is_the_documented_one(name):
    assert as_texts(array_of(name), name).to_pylist() == SHOWN[name]


@pytest.mark.parametrize("column", COLUMNS, ids=NAMES)
def test_a_typed_cell_means_what_its_text_means(tmp_path, column):
    for name in TYPED:
        array = array_of(name)
        array = pa.concat_arrays([array, pa.nulls(1, array.type), array])
        expected = meant(as_texts(array, name).to_pylist(), column)
        found = [as_arrow(tmp_path / "t.arrow", array)]
        if name != "large decimal":  # Parquet has none
            found.append(as_parquet(tmp_path / "t.parquet", array))
        for source in found:
            assert imported(source, column, tmp_path) == expected, name
            if columnar.fits(source, [column]):
                (counts,) = columnar.column_counts(source, [column], tmp_path, lambda _: None)
                assert told(counts) == expected, name


def test_numbers_of_a_sqlite_file_have_the_texts_of_all_others(tmp_path):
    pick = random.Random(3)
    numbers = [struct.unpack("<d", pick.randbytes(8))[0] for _ in range(3000)]
    numbers = [number for number in numbers + FLOATS if number == number]  # NaN is stored as nothing
    found = [batch.column(0).to_pylist() for batch in text_batches(as_sqlite(tmp_path / "t", numbers))]
    assert [text for part in found for text in part] == as_texts(pa.array(numbers), "t").to_pylist()
    assert all("e" not in text for part in found for text in part)


def test_the_text_of_a_floating_point_number_reads_back_as_the_same():
    pick = random.Random(4)
    numbers = [struct.unpack("<d", pick.randbytes(8))[0] for _ in range(3000)] + [pick.random() for _ in range(1000)]
    texts = as_texts(pa.array(numbers), "t").to_pylist()
    for number, text in zip(numbers, texts, strict=True):
        assert text == number_text(number)
        assert number != number or float(text) == number
        assert len(text) <= 400


@pytest.mark.parametrize("kind", [pa.binary(), pa.list_(pa.int8()), pa.duration("s"), pa.struct([("a", pa.int8())])])
def test_bytes_lists_records_and_lengths_of_time_are_refused(tmp_path, kind):
    source = as_parquet(tmp_path / "t.parquet", pa.array([None], kind))
    with pytest.raises(InputError, match="lists, records or bytes"):
        imported(source, Column("x", Kind.CATEGORY), tmp_path)
