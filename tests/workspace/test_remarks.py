"""What is odd about how a table is read: of a private one by its declarations alone, of a sample by its rows too."""

from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, FigurePlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.gui.tabs.what_happens import once_more
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened_plan
from dpstudio.workspace.resolving.remarks import remarks

STARS = (
    "“1” is compared with “stars” as a text: a cell “1.0” is another one. If the cells are numbers, choose whole number"
    " as its type, and the point as its decimal mark."
)
ROWS = "stars,vegan,likes\n1,ja,Tea\n2,nein,Coffee\n"


@pytest.fixture
def ask(tmp_path):
    def asked(role, columns, rows=ROWS, **changes):
        path = tmp_path / f"{role}.csv"
        path.write_text(rows)
        table = TablePlan("a" * 32, "stars", "text", str(path), role=role, header="yes", columns=columns)
        plan = Plan(
            tables=(table,), privacy_unit=UnitPlan("row", relation="add_remove"),
            candidates=CandidatesPlan("list", text="1\n2\n3"), rule=RulePlan("votes", "one_column", ("stars",)),
            privacy=PrivacyPlan(cap="9"),
        )  # fmt: skip
        return opened_plan(replace(plan, **changes), open_gate(), rows=False)

    return asked


def told(found, **said):
    return [each.sentence for each in remarks(found, **said)]


@pytest.mark.parametrize("kind", ["category", "identifier", "integer"])
def test_of_a_private_table_numbers_compared_as_texts_are_remarked_on(ask, kind):
    found = ask("private", (ColumnPlan("stars", kind), ColumnPlan("vegan", "yes_no"), ColumnPlan("likes", "choices")))
    assert told(found) == told(found, rows=False) == ([] if kind == "integer" else [STARS])
    assert found.missing == ()


def test_what_is_remarked_on_is_said_once_more_before_a_release_is_paid_for(ask):
    other = ColumnPlan("vegan", "yes_no"), ColumnPlan("likes", "choices")
    found = ask("private", (ColumnPlan("stars", "category"), *other))
    assert once_more(found, found.question).endswith(f"\n{STARS}")
    found = ask("private", (ColumnPlan("stars", "integer"), *other))
    assert "compared" not in once_more(found, found.question)


def test_names_that_are_no_numbers_and_cells_that_are_typed_are_not_remarked_on(ask, tmp_path):
    column = (ColumnPlan("stars", "category"),)
    assert told(ask("private", column, candidates=CandidatesPlan("list", text="1\nmany"))) == []
    assert told(ask("private", column, candidates=CandidatesPlan("list", text="1\n2"))) == [STARS]
    parquet.write_table(pa.table({"stars": [1.0, 2.0]}), tmp_path / "stars.parquet")
    typed = TablePlan("b" * 32, "stars", "parquet", str(tmp_path / "stars.parquet"), role="private", columns=column)
    assert told(ask("private", column, tables=(typed,))) == []


@pytest.mark.parametrize("figure", [
    FigurePlan("histogram", column="stars", bins="1\n2"),
    FigurePlan("groups", column="pays", group="stars", bins="1\n2"),
    FigurePlan("total", column="pays", bins="", conditions=()),
])  # fmt: skip
def test_bins_and_groups_are_names_too(ask, figure):
    columns = ColumnPlan("stars", "category"), ColumnPlan("pays", "integer", lower="0", upper="9")
    found = ask("private", columns, "stars,pays\n1,2\n", kind="measure", figures=(figure,))
    assert told(found) == ([] if figure.kind == "total" else [STARS])


def test_of_a_sample_the_rows_speak(ask):
    columns = ColumnPlan("stars", "category"), ColumnPlan("vegan", "yes_no"), ColumnPlan("likes", "choices")
    found = ask("sample", columns)
    assert told(found) == [
        "2 of 2 cells shown in “vegan” cannot be read as yes or no, for example “ja”. Check its words for yes and no."
    ], "each cell of stars is written as the names are, and each person likes one thing"
    assert [each.is_grave for each in remarks(found)] == [True]
    assert told(found, rows=False) == [STARS]
    assert told(ask("sample", (replace(columns[1], kind="category"),), candidates=CandidatesPlan())) == []


def test_a_long_cell_is_shown_on_one_line_and_cut(ask):
    rows = 'stars\n"one\nstar, and another one that nobody has ever seen"\n4\n5\n'
    (sentence,) = told(ask("sample", (ColumnPlan("stars", "integer"),), rows))
    assert sentence.startswith("1 of 3 cells shown in “stars” cannot be read as a whole number, for example “one star,")
    assert "…”." in sentence
    assert "ever seen" not in sentence
