"""Columns read straight from Parquet give the same meanings as the same cells read as text."""

import datetime
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.scores.adding import adding
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.rules import Formula, Votes, VoteStyle
from dpstudio.core.scores.tuples import distinct_meanings
from dpstudio.core.tables import columnar, engine
from dpstudio.core.tables.databases.words import Form, Held, counted, duckdb_words
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
from dpstudio.kinds.choose.releasing import read_columns, scored
from tests.questions import choice

F = Fraction
UNIT = PrivacyUnit(Relation.ADD_REMOVE)
ODD = [float("nan"), float("inf")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two files of one table with a column of every plain type, blanks among them."""
    pick = random.Random(1)
    day = datetime.date(1999, 12, 31)
    large = [0, 1, -1, 7, 2**63 - 1, -(2**63), 10**15, None]
    columns = {
        "int64": pa.array([pick.choice(large) for _ in range(3000)], pa.int64()),
        "int8": pa.array([pick.choice([None, -128, 0, 3, 127]) for _ in range(3000)], pa.int8()),
        "uint64": pa.array([pick.choice([None, 0, 2**64 - 1, 5]) for _ in range(3000)], pa.uint64()),
        "double": pa.array([pick.choice([None, 0.1, 2.55, -1e300, 1e-9, *ODD]) for _ in range(3000)]),
        "decimal": pa.array([pick.choice([None, Decimal("1.005"), Decimal("-3.70")]) for _ in range(3000)]),
        "bool": pa.array([pick.choice([None, True, False]) for _ in range(3000)]),
        "date": pa.array([pick.choice([None, day, datetime.date(2024, 2, 29)]) for _ in range(3000)]),
        "time": pa.array([pick.choice([None, 1_709_251_140]) for _ in range(3000)], pa.timestamp("s")),
        "text": pa.array([pick.choice([None, "a", " a", "A", "b;a", "", "1,5", "yes"]) for _ in range(3000)]),
        "coded": pa.array([pick.choice(["x", "y", None]) for _ in range(3000)]).dictionary_encode(),
        "nothing": pa.nulls(3000, pa.int64()),
    }  # fmt: skip
    path = tmp_path_factory.mktemp("typed")
    table = pa.table(columns)
    parquet.write_table(table.slice(0, 1000), path / "1.parquet", row_group_size=300)
    parquet.write_table(table.slice(1000), path / "2.parquet")
    return path


COLUMNS = [
    Column("int64", Kind.INTEGER),
    Column("int64", Kind.INTEGER, bounds=(F(-3), F(10**15))),
    Column("int64", Kind.DECIMAL, F(1, 100)),
    Column("int64", Kind.DECIMAL, F(1, 3), (F(-9), F(9)), blank="4"),
    Column("int64", Kind.DECIMAL, F(5)),
    Column("int64", Kind.CATEGORY),
    Column("int64", Kind.YES_NO),
    Column("int8", Kind.INTEGER, blank="-5"),
    Column("int8", Kind.DATE),
    Column("uint64", Kind.INTEGER),
    Column("double", Kind.DECIMAL, F(1, 10), (F(-5), F(5))),
    Column("double", Kind.CATEGORY),
    Column("decimal", Kind.DECIMAL, F(1, 100)),
    Column("bool", Kind.YES_NO),
    Column("bool", Kind.YES_NO, blank="no"),
    Column("bool", Kind.CATEGORY, match_case=False),
    Column("bool", Kind.INTEGER),
    Column("date", Kind.DATE),
    Column("date", Kind.CATEGORY),
    Column("time", Kind.DATE),
    Column("text", Kind.CATEGORY),
    Column("text", Kind.CATEGORY, match_case=False, blank="b"),
    Column("text", Kind.CHOICES),
    Column("text", Kind.DECIMAL, F(1, 2), decimal_mark=","),
    Column("text", Kind.YES_NO),
    Column("coded", Kind.CATEGORY),
    Column("nothing", Kind.INTEGER),
    Column("nothing", Kind.INTEGER, blank="2"),
    Column("nothing", Kind.CATEGORY),
]


def as_text(source, column, work):
    import_table(source, [column], None, work, lambda _: None)
    (found,) = column_counts(work, [0], None)
    return dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True))


DIRECT = [column for column in COLUMNS if column.name not in ("decimal", "time")]


@pytest.mark.parametrize("column", DIRECT, ids=[f"{c.name} as {c.kind}" for c in DIRECT])
def test_the_same_meanings_as_from_text(folder, tmp_path, column):
    source = Source("parquet_folder", str(folder))
    (found,) = columnar.column_counts(source, [column], tmp_path, lambda _: None)
    values = found.values.to_pylist()
    assert len(set(values)) == len(values)
    expected = as_text(source, column, tmp_path / "work.parquet")
    assert dict(zip(values, found.counts.to_pylist(), strict=True)) == expected
    if column.kind in (Kind.INTEGER, Kind.DECIMAL, Kind.DATE):
        known = {value: count for value, count in expected.items() if value is not None}
        total = sum(value * count for value, count in known.items())
        (added,) = columnar.column_counts(source, [column], tmp_path, lambda _: None, only_added=True)
        pairs = zip(added.values.to_pylist(), added.counts.to_pylist(), strict=True)
        met = [(value, count) for value, count in pairs if value is not None]
        assert (sum(v * n for v, n in met), sum(n for _, n in met)) == (total, sum(known.values()))


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_columns_in_which_nothing_stands_have_that_many_blanks_whatever_their_type(folder, tmp_path, rows):
    """One row that says something must not be the difference between a refusal and a result."""
    schema = parquet.read_schema(folder / "1.parquet")
    parquet.write_table(pa.table([pa.nulls(rows, each.type) for each in schema], schema=schema), tmp_path / "t.parquet")
    source = Source("parquet", str(tmp_path / "t.parquet"))
    for columns in ([column] for column in DIRECT):
        (found,) = columnar.column_counts(source, columns, tmp_path, lambda _: None)
        expected = as_text(source, *columns, tmp_path / "work.parquet")
        assert {v: n for v, n in zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True) if n} == expected
        assert sum(expected.values()) == rows
    flags = [Column("bool", Kind.YES_NO), Column("text", Kind.YES_NO)]
    both = columnar.column_counts(source, flags, tmp_path, lambda _: None)
    assert [sum(each.counts.to_pylist()) for each in both] == [rows, rows]


@pytest.mark.parametrize("blank", [None, "b", "A"])
@pytest.mark.parametrize("match_case", [True, False])
@pytest.mark.parametrize("names", [("a", "A", "x"), ("a", "b", "never"), (" A ", "b;a", "YES"), ("ß", "SS", "1,5")])
@pytest.mark.parametrize("cells", ["text", "coded", "bool"])
def test_votes_that_a_column_names_are_the_same_as_from_text(folder, tmp_path, cells, names, match_case, blank):
    """To the letter or not, with rows of other texts and of none."""
    column = Column(cells, Kind.CATEGORY, match_case=match_case, blank=blank)
    source = Source("parquet_folder", str(folder))
    question = choice(Votes((column,), VoteStyle.ONE_COLUMN), Listed(names), UNIT, source=source)
    work = tmp_path / "work.parquet"
    import_table(source, [column], None, work, lambda _: None)
    expected = scored(question, work, lambda _: None).steps.tolist()
    assert read_columns(question, tmp_path, lambda _: None).steps.tolist() == expected
    assert cells != "text" or sum(expected) > 0 or names[0] == "ß"
    if columnar.holds_texts(source, column):
        counted = columnar.matched_counts(source, column, distinct_meanings(column, names), tmp_path, lambda _: None)
        assert counted.values.unique().equals(counted.values), "no meaning stands there twice"


def test_a_column_of_lists_or_a_column_that_is_not_there_is_refused(tmp_path):
    path = tmp_path / "lists.parquet"
    parquet.write_table(pa.table({"x": [[1, 2], [3]]}), path)
    with pytest.raises(InputError, match="lists, records or bytes"):
        columnar.column_counts(Source("parquet", str(path)), [Column("x", Kind.INTEGER)], tmp_path, lambda _: None)
    with pytest.raises(InputError, match="no column"):
        columnar.column_counts(Source("parquet", str(path)), [Column("y", Kind.INTEGER)], tmp_path, lambda _: None)


NUMBERS = Column("x", Kind.INTEGER)


@pytest.mark.parametrize("name", ["a*.parquet", "[ab].parquet", "x=9/x=8.parquet", "q?.parquet", 'it\'s "so".parquet'])
def test_a_path_is_neither_a_pattern_nor_a_column(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    parquet.write_table(pa.table({"x": [100, 200]}), tmp_path / "a.parquet")
    parquet.write_table(pa.table({"x": [100, 200]}), tmp_path / "ab.parquet")
    parquet.write_table(pa.table({"x": [1, 2, 2], "y": [True, True, False]}), path)
    assert engine.file_flags([path], ["y"], tmp_path) == [(2, 1, 0)]
    (found,) = columnar.column_counts(Source("parquet", str(path)), [NUMBERS], tmp_path, lambda _: None)
    assert dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True)) == {1: 1, 2: 2}


def test_what_the_engine_would_change_is_read_as_text_instead(tmp_path):
    """Times with a zone, large decimals, and names that differ by case only."""
    path = tmp_path / "odd.parquet"
    late = pa.array([1_709_251_140], pa.timestamp("s", "UTC"))
    parquet.write_table(pa.table({"late": late, "large": pa.array([Decimal(1)], pa.decimal128(30, 2)), "x": [1]}), path)
    source = Source("parquet", str(path))
    assert columnar.fits(source, [NUMBERS])
    assert not columnar.fits(source, [Column("late", Kind.DATE)])
    assert not columnar.fits(source, [Column("large", Kind.DECIMAL)])
    assert not columnar.fits(source, [Column("absent", Kind.INTEGER)])
    parquet.write_table(pa.table({"x": [1], "X": [2]}), path)
    assert not columnar.fits(source, [NUMBERS])
    assert not columnar.fits(Source("text", str(path)), [NUMBERS])


def test_reading_can_be_stopped(folder, tmp_path):
    def stop(share):
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        columnar.column_counts(Source("parquet_folder", str(folder)), [COLUMNS[0]], tmp_path, stop)


def test_a_formula_gives_the_same_scores_from_the_file_as_from_a_work_file(folder, tmp_path):
    columns = {
        "int8": Column("int8", Kind.INTEGER, bounds=(F(-128), F(127))),
        "text": Column("text", Kind.CATEGORY, match_case=False),
        "bool": Column("bool", Kind.YES_NO),
        "double": Column("double", Kind.DECIMAL, F(1, 10), (F(-5), F(5)), blank="0"),
    }
    candidates = Listed(("a", "yes"), attributes={"p": ("0.5", "3")})
    text = "sum(int8 where text = candidate and bool) - sum(abs(double - candidate.p)) + count(int8 >= candidate.p)"
    rule = Formula(tuple(columns.values()), bind(parse(text), columns, candidates))
    source = Source("parquet_folder", str(folder))
    asked = choice(rule, candidates, UNIT, source=source)
    direct = read_columns(asked, tmp_path, lambda _: None)
    work = tmp_path / "work.parquet"
    import_table(source, rule.columns, None, work, lambda _: None)
    mapped = scored(asked, work, lambda _: None)
    assert direct.unit == mapped.unit
    assert list(direct.steps) == list(mapped.steps)


ADDING = [
    ("sum(int8 where text = candidate)", True),
    ("sum(int8 where text = candidate and bool) + 2 * sum(int8 where not bool and double >= candidate.p)", True),
    ("max(sum(int8 where coded = candidate.c), sum(int8 where text = candidate)) - sum(int8)", True),
    ("sum(int8 where text = candidate) + count(text = candidate)", False),
    ("sum(int8 where text = candidate and int8 > 1)", False),
    ("sum(int8 where text = candidate) + sum(double where bool and text = candidate)", False),
    ("sum(double where text = candidate)", True),
    ("sum(abs(int8) where text = candidate)", False),
    ("sum(clip(int8, 0, 5) where text = candidate) - sum(clip(int8, 0, 5) where bool)", True),
    ("sum(clip(int8, -300, -200) where text = candidate) + 1000 * sum(clip(int8, -300, -200) where bool)", True),
    ("sum(clip(int8, 0, 5) where text = candidate) - sum(clip(int8, 0, 6) where bool)", False),
    ("sum(clip(int8, 0, 5) where text = candidate) - sum(int8 where bool)", False),
    ("sum(clip(int8, 0, 2.5) where text = candidate)", False),
]


@pytest.mark.usefixtures("read_here")
@pytest.mark.parametrize(("low", "high", "blank"), [(-128, 127, None), (-2, 50, None), (1, 50, "7"), (-128, 127, "0")])
@pytest.mark.parametrize(("text", "adds"), ADDING)
def test_a_column_that_is_only_added_up_gives_the_same_scores_row_by_row(
    folder, tmp_path, monkeypatch, text, adds, low, high, blank
):
    """Added up by the engine first, blanks and bounds and all, or not."""
    columns = {
        "int8": Column("int8", Kind.INTEGER, bounds=(F(low), F(high)), blank=blank),
        "text": Column("text", Kind.CATEGORY, match_case=False),
        "bool": Column("bool", Kind.YES_NO),
        "double": Column("double", Kind.DECIMAL, F(1, 10), (F(-5), F(5)), blank="0"),
        "coded": Column("coded", Kind.CATEGORY, blank="x"),
    }
    candidates = Listed(("a", "yes", "b;a"), attributes={"p": ("0.5", "3", "-2"), "c": ("x", "y", "x")})
    tree = bind(parse(text), columns, candidates)
    rule = Formula(tuple(columns[name] for name in cells_of(tree)), tree)
    assert (adding(rule) is not None) == adds
    source = Source("parquet_folder", str(folder))
    asked = choice(rule, candidates, UNIT, source=source)
    work = tmp_path / "work.parquet"
    import_table(source, rule.columns, None, work, lambda _: None)
    expected = scored(asked, work, lambda _: None)
    made, totals = [], engine.file_totals
    monkeypatch.setattr(engine, "file_totals", lambda *given: made.append(given) or totals(*given))
    found = read_columns(asked, tmp_path, lambda _: None)
    assert (found.unit, list(found.steps)) == (expected.unit, list(expected.steps))
    assert bool(made) == (adds and "double where" not in text)
    assert any(expected.steps)


def test_sums_that_may_need_more_than_64_bits_are_added_up_by_the_program(tmp_path):
    path = tmp_path / "large.parquet"
    large, bounds = (1 << 62) - 1, (F(0), F(1 << 62))
    parquet.write_table(pa.table({"w": ["a"] * 6 + ["b"], "x": [large] * 6 + [5]}), path)
    columns = {"w": Column("w", Kind.CATEGORY), "x": Column("x", Kind.INTEGER, bounds=bounds)}
    candidates = Listed(("a", "b"))
    rule = Formula(tuple(columns.values()), bind(parse("sum(x where w = candidate)"), columns, candidates))
    asked = choice(rule, candidates, UNIT, source=Source("parquet", str(path)))
    found = read_columns(asked, tmp_path, lambda _: None)
    assert [int(step) * found.unit for step in found.steps] == [6 * large, 5]


def test_the_expression_for_databases_counts_alike_in_the_embedded_engine(folder):
    """PostgreSQL and Spark evaluate the same one (tests/databases)."""
    import ibis

    names = ["text", "bool", "int8"]
    connection = ibis.duckdb.connect()
    held = [Held(name, Form.TEXT, "") for name in names]
    rows = counted(connection.read_parquet(str(folder / "*.parquet")), held, duckdb_words())
    found = connection.to_pyarrow(rows).to_pylist()
    connection.disconnect()
    table = parquet.read_table(folder, columns=names)
    expected = Counter(zip(*(table.column(name).cast(pa.string()).to_pylist() for name in names), strict=True))
    texts = {
        tuple(None if cell is None else cell.decode() for cell in (row["0"], row["1"], row["2"])): row for row in found
    }
    assert {cells: row["number_of_rows"] for cells, row in texts.items()} == expected


def test_a_damaged_file_is_told_without_the_engines_own_words(tmp_path):
    path = tmp_path / "damaged.parquet"
    parquet.write_table(pa.table({"word": ["secret"] * 50_000, "x": list(range(50_000))}), path, compression="none")
    content = bytearray(path.read_bytes())
    content[100:4000] = b"\xff" * 3900
    path.write_bytes(content)
    asked = Column("word", Kind.CATEGORY)
    with pytest.raises(InputError, match="could not read") as caught:
        columnar.column_counts(Source("parquet", str(path)), [asked], tmp_path, lambda _: None)
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("compression", ["zstd", "snappy", "none"])
def test_whatever_bytes_are_damaged_the_answer_is_a_refusal_or_counts(tmp_path, compression, capfd):
    """Never another error: libraries end in many ways of their own."""
    pick, path = random.Random(3), tmp_path / "damaged.parquet"
    truths = [pick.choice([True, False, None]) for _ in range(2000)]
    words = [pick.choice(["secret", "b", None]) for _ in range(2000)]
    parquet.write_table(pa.table({"f": truths, "w": words}), path, compression=compression, data_page_size=300)
    whole, said = path.read_bytes(), []
    columns = [Column("f", Kind.YES_NO), Column("w", Kind.CATEGORY)]
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(pick.choice([1, 3, 30])):
            content[pick.randrange(len(content))] = pick.randrange(256)
        path.write_bytes(content[: pick.choice([len(content), pick.randrange(len(content))])])
        try:
            columnar.column_counts(Source("parquet", str(path)), columns, tmp_path, lambda _: None)
        except InputError as error:
            said.append(str(error))
    assert len(said) > 30
    assert "secret" not in " ".join(said) + capfd.readouterr().err


@pytest.mark.parametrize("name", ["^f.*$", "*", "f.", "é ☃", 'a "b" `c`'])
def test_a_name_of_a_flag_is_no_pattern(tmp_path, name):
    path = tmp_path / "names.parquet"
    parquet.write_table(pa.table({"f0": [True, True, True], name: [True, False, None], "fx": [True, True, True]}), path)
    (found,) = columnar.column_counts(
        Source("parquet", str(path)), [Column(name, Kind.YES_NO)], tmp_path, lambda _: None
    )
    assert dict(zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True)) == {1: 1, 0: 1, None: 1}
