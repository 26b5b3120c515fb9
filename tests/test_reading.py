"""What is said about a file decides what is read, and stands on the receipt: seen through the command line alone."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from dpstudio import cli
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, FigurePlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.workspace.project import project_file
from tests.core.test_tables import excel
from tests.judges.writers import sheet
from tests.receipts import statement

TABLE = TablePlan("a" * 32, "report", "text", "report.csv", role="sample", delimiter=";", header="yes")
DATES = CandidatesPlan("dates", start="2000-02-01", stop="2000-02-05", step="1")
PLAN = Plan(
    "Which day?", (TABLE,), UnitPlan("row", relation="add_remove"), DATES, RulePlan("median", columns=("born",)),
    PrivacyPlan(cap="9"),
)  # fmt: skip
REPORT = "Births 2000;;\n\nname;born;born\n{}Total;3;3\n"


@pytest.fixture
def run(tmp_path, capsys):
    def call(verb, plan, *more):
        project_file.save(plan, tmp_path / "p.dpstudio")
        code = cli.main([verb, str(tmp_path / "p.dpstudio"), *map(str, more)])
        said = capsys.readouterr()
        assert code == 0, said.err
        return said.out

    return call


def scores(run, plan):
    return {row["candidate"]: row["score"] for row in json.loads(run("law", plan, "--json"))["law"]}


def table(**said):
    return replace(PLAN, tables=(replace(TABLE, **said),))


SAID = {"first_line": "3", "left_out": "1", "names": ("", "died", "born")}
WRITTEN = {
    "ymd": ["2000-02-03", "2000/2/3", "2000.02.3", "20000203", "2000-02-03T10:00", " 2000-02-03 "],
    "dmy": ["03.02.2000", "3/2/2000", "03-02-2000 23:59", "2000-02-03"],
    "mdy": ["02/03/2000", "2.3.2000", "2-3-2000", "2000-02-03"],
}


@pytest.mark.parametrize("order", list(WRITTEN))
def test_dates_are_read_in_the_order_that_was_said(run, tmp_path, order):
    rows = "".join(f"x;;{day}\n" for day in WRITTEN[order])
    (tmp_path / "report.csv").write_text(REPORT.format(rows))
    plan = table(**SAID, columns=(ColumnPlan("born", "date", date_order=order),))
    many = str(len(WRITTEN[order]))
    assert scores(run, plan) == {
        day: "0" if day == "2000-02-03" else f"-{many}"
        for day in ("2000-02-01", "2000-02-02", "2000-02-03", "2000-02-04", "2000-02-05")
    }


@pytest.mark.parametrize("day", ["03.02.2000", "2000-3-2x", "2000-02.03", "30000-02-03", "03-02-00", "2000-2-30"])
def test_what_is_no_date_in_that_order_is_blank(run, tmp_path, day):
    (tmp_path / "report.csv").write_text(REPORT.format(f"x;;{day}\n"))
    plan = table(**SAID, columns=(ColumnPlan("born", "date"),))
    assert set(scores(run, plan).values()) == {"0"}


def test_money_is_read_with_the_marks_that_were_said(run, tmp_path):
    (tmp_path / "report.csv").write_text("debt\n1.234,50\n1234,5\n1234.5\n")
    column = ColumnPlan("debt", "decimal", step="0.5", decimal_mark=",", grouping_mark=".")
    plan = replace(
        table(columns=(column,)),
        candidates=CandidatesPlan("grid", start="1234", stop="1235", step="0.5"),
        rule=RulePlan("median", columns=("debt",)),
    )
    assert scores(run, plan) == {"1234.0": "-2", "1234.5": "0", "1235.0": "-2"}


def typed_column(path, kind, values, way):
    """A file whose column "debt" has a type of its own."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    types = {
        "float": pa.float64(), "single": pa.float32(), "decimal": pa.decimal128(9, 2), "text": pa.string(),
        "whole": pa.int64(),
    }  # fmt: skip
    made = pa.array(values, types[kind.removeprefix("coded ")])
    rows = pa.table({"debt": made.dictionary_encode() if kind.startswith("coded") else made})
    if way == "parquet":
        parquet.write_table(rows, path)
    else:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, rows.schema) as writer:
            writer.write_table(rows)


def with_comma(path, way):
    column = ColumnPlan("debt", "decimal", step="0.5", decimal_mark=",")
    return replace(
        table(columns=(column,), format=way, path=path.name),
        candidates=CandidatesPlan("grid", start="1", stop="2", step="0.5"),
        rule=RulePlan("median", columns=("debt",)),
    )


@pytest.mark.parametrize("way", ["parquet", "arrow"])
@pytest.mark.parametrize("kind", ["float", "single", "decimal", "coded float"])
def test_typed_numbers_have_a_point_and_another_mark_is_refused_whatever_the_rows_hold(tmp_path, capsys, kind, way):
    told = set()
    for place, values in enumerate(([], [None], [1], [2, 7, None])):
        path = tmp_path / f"debts{place}"
        typed_column(path, kind, values, way)
        plan = with_comma(path, way)
        named = replace(plan, tables=(replace(plan.tables[0], handle=f"{place}" * 32),))
        project_file.save(named, tmp_path / "p.dpstudio")
        for verb in ("plan", "law"):
            assert cli.main([verb, str(tmp_path / "p.dpstudio")]) == 2
            said = capsys.readouterr()
            told.add((said.out + said.err).count("Choose the point as its decimal mark"))
    assert told == {1}


PAID = [1.234, "1.000,5", "0,75", 2.0, -0.5, "1.234", None]


def of_mixed_cells(path, way):
    """A file in which each cell has a type of its own: numbers, and texts as a German office writes them."""
    if way == "excel":
        sheet(path, [["paid"], *([cell] for cell in [*PAID, "end"])])
        return
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE people (paid)")
        base.executemany("INSERT INTO people VALUES (?)", [[cell] for cell in [*PAID, "end"]])
        base.commit()


def paid(way):
    column = ColumnPlan("paid", "decimal", "0.001", "-10", "2000", decimal_mark=",", grouping_mark=".")
    return replace(
        table(columns=(column,), format=way, path="paid", role="private", delimiter=","),
        kind="measure",
        figures=(FigurePlan("total", column="paid"),),
    )


@pytest.mark.parametrize("way", ["excel", "sqlite"])
def test_a_number_cell_is_a_number_whatever_mark_the_texts_beside_it_are_written_with(run, tmp_path, way):
    of_mixed_cells(tmp_path / "paid", way)
    plan = replace(paid(way), privacy=PrivacyPlan(epsilon="1000000", cap="2000000"))
    run("release", plan, "--out", tmp_path / "out", "--ledger", tmp_path / "ledger")
    found = [float(line["value"]) for line in statement(tmp_path / "out" / "receipt.json")["result"]["lines"]]
    assert found == pytest.approx([1.234 + 1000.5 + 0.75 + 2 - 0.5 + 1234], abs=0.1)


@pytest.mark.parametrize("way", ["parquet", "arrow"])
@pytest.mark.parametrize(("kind", "values"), [("text", ["1,5", "1,5"]), ("coded text", ["1,5"]), ("whole", [1])])
def test_texts_and_whole_numbers_may_be_declared_with_any_mark(run, tmp_path, kind, values, way):
    path = tmp_path / "debts"
    typed_column(path, kind, values, way)
    assert "0" in scores(run, with_comma(path, way)).values()


def test_the_receipt_tells_all_that_was_said_about_reading(run, tmp_path):
    (tmp_path / "report.csv").write_text(REPORT.format("x;;3.2.2000\n" * 3))
    plan = table(**SAID, role="private", columns=(ColumnPlan("born", "date", date_order="dmy", blank="1.2.2000"),))
    run("release", plan, "--out", tmp_path / "out", "--ledger", tmp_path / "ledger")
    receipt = statement(tmp_path / "out" / "receipt.json")
    assert receipt["reading"] == {
        "format": "text", "delimiter": ";", "encoding": "utf-8", "header": True, "header_line": 3,
        "lines_left_out_at_end": 1, "sheet": None, "names": ["", "died", "born"],
    }  # fmt: skip
    (column,) = receipt["question"]["columns"]
    assert (column["date_order"], column["blank_counts_as"]) == ("dmy", "1.2.2000")
    assumed = " ".join(receipt["trust"]["assumptions"])
    assert "The lines above line 3 hold no person, on every neighbouring table." in assumed
    assert "The last line of the source, and no other, holds no person, on every neighbouring table." in assumed


def test_a_sheet_is_read_as_was_said_and_its_blank_rows_stand_on_the_receipt(run, tmp_path):
    excel(tmp_path / "b.xlsx", [["Births", ""], ["name", "born"], ["x", "3/2/2000"], ["", ""], ["Sum", "1"]])
    said = {"first_line": "2", "left_out": "1", "columns": (ColumnPlan("born", "date", date_order="dmy"),)}
    assert set(scores(run, table(format="excel", path="b.xlsx", **said)).values()) == {"0", "-1"}
    plan = table(format="excel", path="b.xlsx", role="private", **said)
    run("release", plan, "--out", tmp_path / "out", "--ledger", tmp_path / "ledger")
    receipt = statement(tmp_path / "out" / "receipt.json")
    assert receipt["privacy_unit"]["blank_rows_are_none"]
    assert receipt["reading"]["header_line"] == 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"first_line": "0.5"}, "whole number"),
        ({"left_out": "-1"}, "negative"),
        ({"left_out": "many"}, "not a number that dpstudio can read. Type a whole number from 0 to 1,000,000."),
        ({"first_line": "0"}, "Type a whole number from 1 to 1,000,000."),
        ({"left_out": "-1"}, "Type a whole number from 0 to 1,000,000."),
        ({"first_line": "2", "format": "sqlite"}, "no lines"),
    ],
)
def test_a_number_of_lines_that_is_none_is_refused(tmp_path, capsys, said, told):
    (tmp_path / "report.csv").write_text("born\n2000-02-03\n")
    plan = table(**said, columns=(ColumnPlan("born", "date"),))
    project_file.save(plan, tmp_path / "p.dpstudio")
    assert cli.main(["plan", str(tmp_path / "p.dpstudio")]) != 0
    said = capsys.readouterr()
    assert told in said.out + said.err


@pytest.mark.parametrize("mark", ["", "1", "e", "x", "..", "-"])
def test_a_mark_that_cannot_be_one_is_refused(tmp_path, capsys, mark):
    (tmp_path / "report.csv").write_text("x\n1\n")
    plan = replace(
        table(columns=(ColumnPlan("x", "decimal", step="1", decimal_mark=mark),)),
        candidates=CandidatesPlan("grid", start="1", stop="3", step="1"),
        rule=RulePlan("median", columns=("x",)),
    )
    project_file.save(plan, tmp_path / "p.dpstudio")
    assert cli.main(["plan", str(tmp_path / "p.dpstudio")]) != 0
    said = capsys.readouterr()
    assert ("decimal mark" if mark else "Say how the numbers of “x” are written") in said.out + said.err


def people(**who):
    return replace(
        table(columns=(ColumnPlan("drink", "category"), ColumnPlan("who", **who))),
        privacy_unit=UnitPlan("person", "who", "1", "add_remove"),
        candidates=CandidatesPlan("list", text="Tea\nCoffee"),
        rule=RulePlan("votes", "one_column", ("drink",)),
    )


@pytest.mark.parametrize(
    ("who", "many"),
    [({}, 6), ({"kind": "integer"}, 2), ({"kind": "identifier", "match_case": False}, 5), ({"trim": False}, 7)],
)
def test_persons_are_the_same_as_their_column_declares(run, tmp_path, who, many):
    (tmp_path / "report.csv").write_text("who;drink\n7;Tea\n07;Tea\n+7;Tea\n 7;Tea\n-7;Tea\nx;Tea\nX;Tea\n;Tea\n")
    assert scores(run, people(**who)) == {"Tea": str(many), "Coffee": "0"}


def test_how_persons_are_read_is_fixed_at_the_first_release(run, tmp_path, capsys):
    (tmp_path / "report.csv").write_text("who;drink\n7;Tea\n07;Coffee\n")

    def released(**who):
        first = people(**who)
        private = replace(first, tables=(replace(first.tables[0], role="private"),))
        project_file.save(private, tmp_path / "p.dpstudio")
        asked = ["release", str(tmp_path / "p.dpstudio"), "--ledger", str(tmp_path / "ledger")]
        return cli.main([*asked, "--out", str(tmp_path / "out" / str(len(list(tmp_path.glob("out/*")))))])

    assert [released(), released(), released(kind="integer"), released()] == [0, 0, 3, 0]
    assert "another unit" in capsys.readouterr().err


def test_a_sheet_can_be_asked_again(run, tmp_path):
    excel(tmp_path / "b.xlsx", [["born"], ["2000-02-03"]])
    plan = table(format="excel", path="b.xlsx", role="private", columns=(ColumnPlan("born", "date"),))
    for turn in range(2):
        run("release", plan, "--ledger", tmp_path / "ledger", "--out", tmp_path / f"out{turn}")


def test_a_public_number_of_a_sheet_needs_that_each_person_has_a_row_and_can_be_asked_again(run, tmp_path, capsys):
    excel(tmp_path / "b.xlsx", [["x"], ["1"], ["2"]])
    column = ColumnPlan("x", "integer", lower="0", upper="5", blank="0")
    sheet = table(format="excel", path="b.xlsx", role="private", columns=(column,))
    figure = FigurePlan("mean", column="x", people="2")
    plan = replace(sheet, kind="measure", figures=(figure,), privacy_unit=UnitPlan("row", relation="replace_one"))
    project_file.save(plan, tmp_path / "p.dpstudio")
    assert cli.main(["plan", str(tmp_path / "p.dpstudio")]) == 3
    assert "may have no row" in "".join(capsys.readouterr())
    declared = replace(plan, privacy_unit=replace(plan.privacy_unit, everyone="yes"))
    for turn in range(2):
        run("release", declared, "--ledger", tmp_path / "ledger", "--out", tmp_path / f"out{turn}")
    receipt = statement(tmp_path / "out1" / "receipt.json")
    assert receipt["privacy_unit"]["each_has_a_row"]


@pytest.mark.parametrize("header", ["yes", "no"])
def test_a_plan_reads_no_row_of_a_private_table_whatever_the_rows_are_written_in(tmp_path, home, capsys, header):
    (tmp_path / "people.csv").write_bytes(b"drink\n" + b"Tea\n" * 3 + b"caf\xe9\n" + b'"\n')
    column = "drink" if header == "yes" else "column 1"
    table = TablePlan("a" * 32, "people", "text", "people.csv", role="private", header=header)
    plan = replace(
        PLAN,
        tables=(replace(table, columns=(ColumnPlan(column, "category"),)),),
        candidates=CandidatesPlan("list", text="Tea\nCoffee"),
        rule=RulePlan("votes", "one_column", (column,)),
    )
    project = tmp_path / "p.dpstudio"
    project_file.save(plan, project)
    assert cli.main(["plan", str(project)]) == 0
    assert "utf-8" not in capsys.readouterr().out
    assert cli.main(["release", str(project), "--out", str(tmp_path / "out")]) == 2
    assert "people.csv, line 5: a character cannot be read as utf-8" in capsys.readouterr().err


def test_a_header_that_cannot_be_read_is_told_by_its_line(tmp_path, home, capsys):
    (tmp_path / "report.csv").write_bytes(b"caf\xe9;born\n1;2\n")
    project_file.save(replace(PLAN, tables=(replace(TABLE, role="private"),)), tmp_path / "p.dpstudio")
    assert cli.main(["plan", str(tmp_path / "p.dpstudio")]) == 2
    assert "report.csv, line 1: a character cannot be read as utf-8" in "".join(capsys.readouterr())
