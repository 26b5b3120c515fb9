"""Eight private projects as people have them, with what makes a window narrow: many columns, long names, proofs."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    SurveyPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.workspace.project.handles import fresh_handle

ROWS, COLUMNS, FIGURES = 40, 60, 40
LONG = "number of visits in the year before last as the office wrote it down"
FORMULA = (
    "2 * sum(clip(age - candidate, 0, 10)) + 3 * count(age >= candidate and smoker)"
    " - max(count(age < candidate), count(smoker))"
)
REFUSED = "1 / sum(clip(abs(age - candidate), 0, 10))"
ADD_REMOVE, REPLACE = UnitPlan("row", relation="add_remove"), UnitPlan("row", relation="replace_one")
PRIVACY = PrivacyPlan(epsilon="1", cap="10")
AGE, SMOKER = ColumnPlan("age", "integer", lower="0", upper="120", unit="years"), ColumnPlan("smoker", "yes_no")
COSTS = ColumnPlan("costs", "decimal", step="0.01", lower="0", upper="5000", unit="€")
GRID = CandidatesPlan("grid", start="20", stop="60", step="1")


def written(folder: Path, names: list[str], row: Callable[[int], list[str]]) -> Path:
    """A file with these columns."""
    path = folder / "patients.csv"
    lines = [names, *(row(at) for at in range(ROWS))]
    path.write_text("\n".join(",".join(line) for line in lines) + "\n", "utf-8")
    return path


def clinic(folder: Path) -> Path:
    names = ["age", "smoker", "costs", "ward"]
    return written(folder, names, lambda at: [str(20 + at), "yes" if at % 3 else "no", f"{at}.50", "NSE"[at % 3]])


def table(
    path: Path, *columns: ColumnPlan, label: str = "patients.csv", kind: str = "text", sheet: str = ""
) -> TablePlan:
    return TablePlan(
        fresh_handle(), label, kind, str(path), role="private", header="yes", columns=columns, sheet=sheet
    )  # fmt: skip


def of_clinic(folder: Path, *columns: ColumnPlan, **asked) -> Plan:
    return Plan(
        **{"tables": (table(clinic(folder), *columns),), "privacy_unit": ADD_REMOVE, "privacy": PRIVACY} | asked
    )


def sixty_columns(folder: Path) -> Plan:
    names = [f"item {at}" for at in range(1, COLUMNS + 1)]
    path = written(folder, names, lambda row: ["yes" if (row + at) % 3 else "no" for at in range(COLUMNS)])
    columns = tuple(ColumnPlan(name, "yes_no") for name in names)
    rule = RulePlan("votes", "column_each")
    candidates = CandidatesPlan("list", text="\n".join(names))
    return Plan("Items", (table(path, *columns),), ADD_REMOVE, candidates, rule, PRIVACY)


def forty_figures(folder: Path) -> Plan:
    figures = [
        FigurePlan("count", conditions=(ConditionPlan("age", "above", str(at)), ConditionPlan("smoker", "is", "yes")))
        for at in range(FIGURES - 2)
    ]
    figures += [FigurePlan("mean", column="costs"), FigurePlan("histogram", column="age", bins="0\n18\n65\n120")]
    return of_clinic(folder, AGE, SMOKER, COSTS, kind="measure", figures=tuple(figures), name="Forty figures")


def long_names(folder: Path) -> Plan:
    path = written(folder, [LONG, "ward"], lambda at: [f"{LONG} {at % 5}", "N"])
    told = table(path, ColumnPlan(LONG, "category"), label=LONG.replace(" ", "_") + "_2026.csv")
    candidates = CandidatesPlan("list", text="\n".join(f"{LONG} {at}" for at in range(5)))
    rule = RulePlan("votes", "one_column", (LONG,))
    return Plan(LONG, (told,), ADD_REMOVE, candidates, rule, PRIVACY)


def formula(folder: Path) -> Plan:
    return of_clinic(folder, AGE, SMOKER, candidates=GRID, rule=RulePlan("formula", formula=FORMULA))


def refusal(folder: Path) -> Plan:
    return of_clinic(folder, AGE, candidates=GRID, rule=RulePlan("formula", formula=REFUSED))


def ready(folder: Path) -> Plan:
    path = written(folder, ["drug", "score"], lambda at: [f"drug {at}", str(at * 3 % 17)])
    columns = ColumnPlan("drug", "category"), ColumnPlan("score", "integer")
    rule = RulePlan("ready", columns=("drug", "score"), sensitivity="1")
    candidates = CandidatesPlan("list", text="\n".join(f"drug {at}" for at in range(ROWS)))
    return Plan("Ready-made scores", (table(path, *columns),), ADD_REMOVE, candidates, rule, PRIVACY)


def database(folder: Path) -> Plan:
    path = folder / "clinic.sqlite"
    with closing(sqlite3.connect(path)) as kept, kept:
        kept.execute("create table visits (patient integer, ward text)")
        kept.execute("create table rooms (name text)")
        kept.executemany("insert into visits values (?, ?)", [(at // 2, "NSE"[at % 3]) for at in range(ROWS)])
    columns = ColumnPlan("ward", "category"), ColumnPlan("patient", "integer")
    unit = UnitPlan("person", "patient", "2", "add_remove")
    told = table(path, *columns, label="clinic.sqlite", kind="sqlite", sheet="visits")
    candidates, rule = CandidatesPlan("list", text="N\nS\nE"), RulePlan("votes", "one_column", ("ward",))
    return Plan("Wards", (told,), unit, candidates, rule, PRIVACY)


def survey(folder: Path) -> Plan:
    column = ColumnPlan("smoker", "yes_no", blank="no")
    asked = SurveyPlan("smoker", "yes\nno", str(ROWS))
    return of_clinic(folder, column, kind="survey", survey=asked, privacy_unit=REPLACE, name="Who smokes")


PROJECTS: dict[str, Callable[[Path], Plan]] = {
    each.__name__: each
    for each in (sixty_columns, forty_figures, long_names, formula, refusal, ready, database, survey)
}
SCROLLS = {
    "sixty_columns": {"tables", "score", "release"}, "forty_figures": {"question", "score", "privacy", "release"},
}  # fmt: skip
"""Pages with what no common question has: a row for each of 60 columns, a line for each of 40 figures, a proof of 20
steps. It may only become shorter."""
