"""Releases of figures, randomized answers and synthetic tables: charged before drawn, receipts free of the data."""

import csv
import datetime
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import ConditionPlan, FigurePlan, SurveyPlan, SynthesisPlan, TablePlan
from dpstudio.core.receipt.renderings import table_csv, to_csv, to_json, to_pdf
from dpstudio.core.release import perform, plan_digest, read, sample
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.granting import grant
from dpstudio.core.tables.schema import Column, Kind, Role, Source
from dpstudio.planning.facts import TableFacts
from dpstudio.resources import resource
from dpstudio.workspace.resolving.resolve import resolve
from tests.receipts import without_place
from tests.workspace.test_resolve_kinds import COLUMNS, MEASURE, SURVEY, SYNTH

TODAY = datetime.date(2026, 1, 2)
CANARY = "Canary7391"
NAMES = ("x", "s", "day", "c", "many", "t", "u")
ROWS = [("3", "yes", "2020-01-01", "a", "", "yes", CANARY), ("7", "no", "2021-01-01", "b", "", "no", "v")] * 4
OTHER = [("9", "no", "2022-01-01", "c", "", "yes", "w"), ("1", "yes", "", "a", "", "yes", "z")] * 4
MEAN = FigurePlan("mean", "Typical x", "x", otherwise="5", least="0", rounding="0.5")
KINDS = {
    "count": MEASURE,
    "all figures": replace(
        MEASURE,
        figures=(
            FigurePlan("count"),
            FigurePlan("total", column="x", conditions=(ConditionPlan("x", "above", "2"),), greatest="40"),
            MEAN,
            FigurePlan("histogram", column="c", bins="a\nb\nc"),
        ),
    ),
    "mean of public number": replace(
        MEASURE,
        privacy_unit=replace(MEASURE.privacy_unit, relation="replace_one"),
        figures=(replace(MEAN, people="8"),),
    ),
    "gaussian": replace(
        MEASURE,
        privacy=replace(MEASURE.privacy, noise="discrete_gaussian", delta="0.000001", delta_cap="0.001"),
    ),
    "survey": replace(SURVEY, survey=SurveyPlan("s", "yes\nno", "8")),
    "synthesis": replace(SYNTH, synthesis=SynthesisPlan(("s", "t"), "pairs", alpha="0.6", people="8")),
}


def question(name, rows, handle="h", **privacy):
    out = io.StringIO(newline="")
    csv.writer(out).writerows([NAMES, *rows])
    plan = replace(KINDS[name], privacy=replace(KINDS[name].privacy, **privacy))
    table = TablePlan(handle, "t", "text", "t.csv", role="private", header="yes", columns=COLUMNS)
    found = resolve(replace(plan, tables=(table,)), {handle: TableFacts(NAMES)}, None)
    assert found.missing == ()
    return replace(found.question, source=Source("text", text=out.getvalue()))


def release(tmp_path, asked, name="ledger", entropy=None):
    ledger = Ledger(tmp_path / f"{name}.sqlite")
    secret = read(asked, tmp_path / "work.parquet", lambda _: None)
    return perform(asked, secret, ledger, entropy or Entropy(), TODAY), ledger


@pytest.mark.parametrize("name", list(KINDS))
def test_one_charge_for_all_parts_and_a_receipt_in_three_forms(name, tmp_path):
    done, ledger = release(tmp_path, question(name, ROWS))
    (charge,) = ledger.account("h").charges
    assert charge.epsilon == 1
    assert done.lines
    assert all(set(line) == {"name", "value", "unit", "error"} for line in done.lines)
    assert to_pdf(done.receipt).startswith(b"%PDF-1.7")
    assert b"pdfaid:part" in to_pdf(done.receipt)
    for rendering in (to_json(done.receipt), to_csv(done.receipt), to_pdf(done.receipt)):
        assert CANARY.encode() not in rendering
    assert CANARY.encode() not in ledger.path.read_bytes()
    assert done.statement["privacy_parameters"]["variant"] == ("approximate" if name == "gaussian" else "pure")


@pytest.mark.parametrize("name", list(KINDS))
def test_the_same_output_on_two_private_tables_gives_the_same_bytes(name, tmp_path, monkeypatch):
    from dpstudio.kinds.measure import releasing as measurement
    from dpstudio.kinds.survey import releasing as survey
    from dpstudio.kinds.synthesize import releasing as synthesis

    forced = {
        measurement: lambda asked: [
            [part.bounds.step * 4 for _ in range(part.bounds.components)] for part in asked.parts
        ],
        survey: lambda asked: [5, 3],
        synthesis: lambda asked: (asked.synthesis.rows, *(0,) * (asked.synthesis.types - 1)),
    }
    for module, output in forced.items():
        monkeypatch.setattr(module, "draw", lambda asked, secret, entropy, m=module, o=output: m.shown(asked, o(asked)))
    first, _ = release(tmp_path, question(name, ROWS), "a")
    second, _ = release(tmp_path, question(name, OTHER), "b")
    for render in (to_json, to_csv, to_pdf):
        assert render(without_place(first.receipt)) == render(without_place(second.receipt))


@pytest.mark.parametrize("name", list(KINDS))
def test_the_digest_of_a_question_is_free_of_the_table(name):
    assert plan_digest(question(name, ROWS)) == plan_digest(question(name, OTHER))


@pytest.mark.parametrize("name", ["survey", "synthesis", "mean of public number"])
def test_another_number_of_people_than_the_public_one_is_refused_before_any_charge(name, tmp_path):
    asked = question(name, ROWS[:-1])
    with pytest.raises(Refusal, match="number of people"):
        release(tmp_path, asked)
    assert Ledger(tmp_path / "ledger.sqlite").account("h") is None


def fractions(vectors):
    return [[Fraction(value) for value in vector] for vector in vectors]


def test_answers_are_clamped_and_rounded_afterwards_and_the_receipt_says_so(tmp_path):
    from dpstudio.kinds.measure.releasing import shown

    asked = question("all figures", ROWS)
    result = shown(asked, fractions([[-3], [99], [41], [6], [4, -2, 1]]))
    values = {line["name"]: line["value"] for line in result["lines"]}
    assert values["All rows"] == "-3"
    assert values["Sum of x"] == "40"
    assert values["Typical x"] == "7"
    assert values["Typical x: number of values"] == "6"
    nobody = shown(asked, fractions([[-3], [99], [41], [0], [4, -2, 1]]))
    assert {line["name"]: line["value"] for line in nobody["lines"]}["Typical x"] == "5"
    for said in ("Sum of x: lowered to 40", "Typical x: rounded to multiples of 0.5", "raised to 0", "noisy number"):
        assert said in result["post_processing"]


def test_unlisted_and_blank_answers_count_as_the_declared_one(tmp_path):
    rows = [("1", answer, "", "", "", "", "") for answer in ("yes", "no", "", "perhaps", "YES", "true", "n", "x")]
    asked = question("survey", rows)
    permit = grant(asked.source, Role.SAMPLE)
    assert sample(asked, permit, tmp_path / "w", lambda _: None) == Shown([3, 5])


def test_an_answer_that_is_not_listed_counts_as_a_blank_does(tmp_path):
    rows = [("1", "", "", answer, "", "", "") for answer in ("b", "a", "", "c", "A")]
    drinks = Column("c", Kind.CATEGORY, blank="b")
    asked = replace(question("survey", rows), column=drinks, answers=("a", "b"), meanings=("a", "b"), blank=1, people=5)
    permit = grant(asked.source, Role.SAMPLE)
    assert sample(asked, permit, tmp_path / "w", lambda _: None) == Shown([1, 4])


def test_a_synthetic_table_leaves_as_a_file_that_opens_in_any_spreadsheet(tmp_path):
    done, _ = release(tmp_path, question("synthesis", ROWS))
    lines = table_csv(done.receipt).decode("utf-8-sig").split()
    assert lines[0] == "s,t"
    assert len(lines) == 1 + question("synthesis", ROWS).synthesis.rows
    assert {cell for line in lines[1:] for cell in line.split(",")} <= {"yes", "no"}


@pytest.mark.parametrize(
    ("yes", "no", "written"),
    [(("ja", "jawohl"), ("nein",), {"ja", "nein"}), (("+",), ("-",), {"+", "-"}), (("x",), (), {"x", ""}),
     (("=1+1", "yes, of course"), ("no",), {"yes, of course", "no"})],
    ids=["other words", "signs", "no word for no", "a word that a spreadsheet would run"],
)  # fmt: skip
def test_a_synthetic_table_is_written_in_the_declared_words_and_is_read_again_as_declared(tmp_path, yes, no, written):
    from dpstudio.core.tables.importing import import_table
    from dpstudio.kinds.synthesize.releasing import _truth

    asked = question("synthesis", ROWS, epsilon="400", cap="400")  # so that both words are drawn, luck aside
    columns = tuple(replace(column, true_words=yes, false_words=no) for column in asked.columns)
    asked = replace(asked, columns=columns, source=Source("text", text="s,t\n" + f"{yes[0]},\n,{yes[0]}\n" * 4))
    done, _ = release(tmp_path, asked)
    text = table_csv(done.receipt).decode("utf-8-sig")
    rows = done.receipt.table["rows"]
    assert {cell for line in list(csv.reader(io.StringIO(text)))[1:] for cell in line} == written
    again = replace(asked, source=Source("text", text=text.replace("\r\n", "\n")))
    import_table(again.source, again.columns, None, tmp_path / "again", lambda _: None)
    assert _truth(again, tmp_path / "again") == [rows.count(kind) for kind in ([0, 0], [1, 0], [0, 1], [1, 1])]


def test_a_page_tells_rows_of_a_synthetic_table_that_are_alike_together():
    page = resource("receipt.typ").read_text("utf-8")
    assert "seen.insert(key, seen.at(key, default: 0) + 1)" in page


def test_synthesis_reads_how_many_people_are_of_each_type(tmp_path):
    from dpstudio.core.tables.importing import import_table
    from dpstudio.kinds.synthesize.releasing import _truth

    asked = question("synthesis", ROWS)
    import_table(asked.source, asked.columns, None, tmp_path / "w", lambda _: None)
    assert _truth(asked, tmp_path / "w") == [4, 0, 0, 4]


def test_a_blank_counts_as_no_and_every_column_has_its_own_place_in_a_synthetic_table(tmp_path):
    from dpstudio.core.tables.importing import import_table
    from dpstudio.kinds.synthesize.releasing import _truth

    rows = [("3", s, "", "", "", t, "") for s, t in [("yes", "no"), ("yes", ""), ("", "yes"), ("no", "no"), ("", "")]]
    asked = question("synthesis", rows)
    import_table(asked.source, asked.columns, None, tmp_path / "w", lambda _: None)
    assert _truth(asked, tmp_path / "w") == [2, 2, 1, 0]


def test_a_cancel_while_tables_are_compared_leaves_no_charge(tmp_path):
    from dpstudio.core.errors import Cancelled

    asked = question("synthesis", ROWS)
    ledger = Ledger(tmp_path / "ledger.sqlite")

    def cancel(share):
        if share == 1:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        perform(asked, read(asked, tmp_path / "w", cancel), ledger, Entropy(), TODAY)
    assert ledger.account("h") is None
