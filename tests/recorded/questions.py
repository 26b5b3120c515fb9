"""Every kind of question, rule, unit, mechanism and noise: the recorded projects, by name.

`python -m tests.recorded.questions` writes their files and the tables anew. What is recorded of them stands beside.
"""

import json
import shutil
from itertools import product
from pathlib import Path
from typing import Any

from tests.recorded.people import COLUMNS, FORMS, write

HERE = Path(__file__).parent
PROJECTS, TABLES = HERE / "projects", HERE / "tables"
Plan = dict[str, Any]

ADD = {"kind": "row", "relation": "add_remove"}
REPLACE = {"kind": "row", "relation": "replace_one"}
PERSON = {"kind": "person", "person": "who", "rows": "1", "relation": "add_remove"}
THREE = {"kind": "person", "person": "who", "rows": "3", "relation": "replace_one"}
TWO = {"kind": "person", "person": "who", "rows": "2", "relation": "add_remove"}
UNITS = {"rows": ADD, "replaced rows": REPLACE, "persons": PERSON, "persons of three": THREE}
DRINKS = {"kind": "list", "text": "Tea\nMilk\nCocoa\nWater"}
PRICES = {"kind": "grid", "start": "0.50", "stop": "12", "step": "0.5"}
AGES = {"kind": "grid", "start": "0", "stop": "100", "step": "5"}
DAYS = {"kind": "dates", "start": "1920-01-01", "stop": "2020-01-01", "step": "365"}
BOTH = {"kind": "product", "text": "Tea\nMilk\n\n20\n40\n60"}
CITIES = {"kind": "table", "table": "c" * 32, "label_column": "city"}
VOTES = {"kind": "votes", "style": "one_column", "columns": ["drink"]}
MECHANISMS = ("exponential", "permute_and_flip", "noisy_max_laplace", "noisy_max_gumbel", "noisy_max_exponential")
NOISES = {
    "Laplace": {"noise": "two_sided_geometric"},
    "Gauss": {"noise": "discrete_gaussian", "delta": "0.000001", "delta_cap": "0.001"},
}


def asked(unit: Plan, form: str = "csv", columns: Plan | None = None, **plan: Any) -> Plan:
    """A plan about the people, whose columns are declared as usual but for what is said here."""
    declared = {name: told | (columns or {}).get(name, {}) for name, told in COLUMNS.items()}
    declared |= {name: told for name, told in (columns or {}).items() if name not in COLUMNS}
    people = {"handle": "a" * 32, "label": "people", "role": "private", "header": "yes", **FORMS[form]}
    people["columns"] = [{"name": name, **told} for name, told in declared.items()]
    cities = {
        "handle": "c" * 32, "label": "cities", "format": "text", "path": "../tables/cities.csv", "role": "public",
        "header": "yes",
    }  # fmt: skip
    tables = [people, cities] if plan.get("candidates", {}).get("kind") == "table" else [people]
    privacy = {"epsilon": "0.7", "cap": "5"} | plan.pop("privacy", {})
    return {"name": "Recorded", "tables": tables, "unit": unit, "privacy": privacy, **plan}


def choice(rule: Plan, candidates: Plan, unit: Plan = ADD, form: str = "csv", **more: Any) -> Plan:
    """One candidate, or several."""
    return asked(unit, form, rule=rule, candidates=candidates, **more)


def formula(text: str, candidates: Plan = DRINKS, unit: Plan = ADD, **more: Any) -> Plan:
    """A rule of one's own."""
    return choice({"kind": "formula", "formula": text}, candidates, unit, **more)


def measured(figures: list[Plan], unit: Plan = ADD, noise: str = "Laplace", form: str = "csv", **more: Any) -> Plan:
    """Figures with noise."""
    privacy = NOISES[noise] | more.pop("privacy", {})
    return asked(unit, form, kind="measure", figures=figures, privacy=privacy, **more)


def ready(unit: Plan = ADD, **told: Any) -> Plan:
    """Scores that were computed elsewhere."""
    rule = {"kind": "ready", "columns": ["name", "points"], "delta": "2.5", **told}
    plan = asked(unit, rule=rule, candidates=DRINKS)
    columns = [{"name": "name", "kind": "category"}, {"name": "points", "kind": "decimal", "step": "0.25"}]
    plan["tables"] = [{**plan["tables"][0], "path": "../tables/scores.csv", "columns": columns}]
    return plan


def where(column: str, test: str, value: str) -> list[Plan]:
    """One condition."""
    return [{"column": column, "test": test, "value": value}]


READY_MADE = {
    "revenue": ({"kind": "revenue", "columns": ["spent"]}, PRICES),
    "median": ({"kind": "median", "columns": ["age"]}, AGES),
    "quantile": ({"kind": "quantile", "columns": ["age"], "alpha": "0.9"}, AGES),
    "nearness": ({"kind": "nearness", "columns": ["lon", "lat"], "attributes": ["lon", "lat"]}, CITIES),
    "nearness of sums": ({"kind": "nearness_of_sums", "columns": ["lon", "lat"], "attributes": ["lon", "lat"]}, CITIES),
    "agreement": ({"kind": "agreement", "columns": ["club"], "attributes": ["club"]}, CITIES),
    "votes": (VOTES, DRINKS),
    "votes of choices": ({"kind": "votes", "style": "choices", "columns": ["drinks"]}, DRINKS),
    "votes by column": ({"kind": "votes", "style": "column_each"}, {"kind": "list", "text": "Tea\nMilk"}),
}  # fmt: skip
FORMULAS = {
    "counts and differences": formula("2.5 * count(drink = candidate) - 1/3 * count(flag)"),
    "and, or, not": formula("count((flag or vegan) and not drink = candidate)", unit=REPLACE),
    "several texts": formula('count(drink = candidate and club in ("Chess", "Rowing"))'),
    "a choice of several": formula('count(drinks has candidate and drinks has "Milk")', unit=THREE),
    "an interval": formula("count(age between candidate and candidate + 10)", AGES),
    "sums where": formula("sum(spent where drink = candidate and age >= 18)", unit=PERSON),
    "clipped rows": formula("sum(clip(age, 10, 60) where drink = candidate) / 10", unit=TWO),
    "the least and the greatest": formula("min(count(drink = candidate), 3) + max(sum(spent where vegan), 2)"),
    "a clipped score": formula("clip(sum(spent - candidate.price), -20, 20)", CITIES),
    "if": formula("sum(if(drink = candidate, spent, 1))", unit=REPLACE),
    "distances": formula("-sum(abs(spent - candidate))", PRICES),
    "a distance on a map": formula("-sum(distance(lon, lat, candidate.lon, candidate.lat))", CITIES, TWO),
    "a distance of sums": formula("distance_of_sums(spent, candidate.price)", CITIES),
    "days": formula("sum(days(born, candidate) where flag) / 1000", DAYS, PERSON),
    "a median with a penalty": formula("median(age, candidate) - candidate / 50", AGES),
    "a quantile with weights": formula("quantile(age, candidate, 1/3) * 2", AGES, THREE),
    "persons": formula('persons(drink = candidate) + 1/2 * persons(drink = candidate and club = "Chess")', unit=TWO),
    "an own column": formula("count(own_column())", {"kind": "list", "text": "flag\nvegan"}),
    "parts of a product": formula("count(drink = candidate.[part 1] and age >= candidate.[part 2])", BOTH),
    "a product of cells": formula("sum(age * spent where drink = candidate)"),
    "an average": formula("mean(spent where drink = candidate)"),
    "a bound read off the data": formula("count(drink = candidate) / max(spent)"),
}
FIGURES = {
    "a count": [{"kind": "count"}],
    "a count where": [{"kind": "count", "name": "Grown up", "conditions": where("age", "at_least", "18")}],
    "conditions": [
        {"kind": "count", "conditions": where("age", "above", "18") + where("drink", "is", "Tea"), "share": "1/2"},
        {"kind": "count", "conditions": where("born", "below", "1980-01-01"), "least": "0", "rounding": "5"},
        {"kind": "count", "conditions": where("flag", "is", "yes") + where("spent", "at_most", "4"), "greatest": "9"},
    ],
    "a sum": [{"kind": "total", "column": "spent", "least": "0", "rounding": "0.5"}],
    "a mean": [{"kind": "mean", "column": "age", "conditions": where("flag", "is", "yes"), "count_share": "1/4"}],
    "a histogram": [{"kind": "histogram", "column": "drink", "bins": "Tea\nMilk\nCocoa"}],
    "a histogram of ages": [{"kind": "histogram", "column": "age", "bins": "0\n18\n40\n65\n100"}],
    "a histogram of days": [{"kind": "histogram", "column": "born", "bins": "1920-01-01\n1960-01-01\n2020-12-31"}],
    "sums by group": [{"kind": "groups", "column": "spent", "group": "club", "bins": "Chess\nRowing\nChoir"}],
}
SURVEY = {"column": "flag", "answers": "yes\nno", "people": "12"}
SYNTHESIS = {"columns": ["flag", "vegan"], "queries": "columns", "alpha": "0.8", "people": "12"}
PERSONS = REPLACE | {"everyone": "yes"}
EIGHT = {"kind": "person", "person": "number", "rows": "1", "relation": "replace_one", "everyone": "yes"}
NUMBER = {"number": {"kind": "integer"}}
MANY = {"kind": "product", "text": "\n\n".join("\n".join(f"{part}{at}" for at in range(105)) for part in "ab")}
OTHERS: dict[str, Plan] = {
    "weights": choice(VOTES, DRINKS | {"weights": "1\n2\n1/3\n0.5"}),
    "weights of a table": choice(*READY_MADE["agreement"][:1], CITIES | {"weight_column": "weight"}, TWO),
    "weights with another mechanism": choice(
        VOTES, DRINKS | {"weights": "1\n2\n1/3\n0.5"}, privacy={"mechanism": "noisy_max_laplace"}
    ),
    "two winners with weights": choice(VOTES, DRINKS | {"weights": "1\n2\n1/3\n0.5"}, privacy={"winners": "2"}),
    "a bound that was typed": choice(VOTES, DRINKS, privacy={"bound": "3/2", "beta": "0.01"}),
    "a median day": choice({"kind": "median", "columns": ["born"]}, DAYS, PERSON),
    "a long line": choice(
        {"kind": "median", "columns": ["spent"]}, {"kind": "grid", "start": "0", "stop": "1000000", "step": "0.01"}
    ),
    "a long list": formula("count(club = candidate.[part 1]) + count(drink = candidate.[part 2])", MANY),
    "capitals do not matter": choice(VOTES, DRINKS, columns={"drink": {"match_case": False, "blank": "Water"}}),
    "persons by number": choice(VOTES, DRINKS, TWO | {"person": "number"}, columns=NUMBER),
    "persons but for capitals": choice(
        VOTES, DRINKS, TWO, columns={"who": {"kind": "identifier", "match_case": False}}
    ),
    "persons by their very bytes": choice(VOTES, DRINKS, TWO, columns={"who": {"kind": "identifier", "trim": False}}),
    "a large epsilon": choice(VOTES, DRINKS, privacy={"epsilon": "12", "cap": "20"}),
    "a small epsilon": choice(VOTES, DRINKS, privacy={"epsilon": "1/1000"}),
    "what is stated besides": choice(
        VOTES, DRINKS, issued={"issued_by": "Ångström Ltd", "purpose": "The canteen", "why_epsilon": "House rule"}
    ),
    "scores made elsewhere": ready(),
    "scores made elsewhere, told": ready(
        REPLACE, spread="5/2", told="count(drink = candidate)", told_columns=[{"name": "drink", "kind": "category"}]
    ),
    "a mean with a public number": measured([{"kind": "mean", "column": "age", "people": "12"}], REPLACE),
    "a mean of persons with a public number": measured(
        [{"kind": "mean", "column": "age", "people": "8"}], EIGHT, columns=NUMBER
    ),
    "too few people": asked(PERSONS, kind="survey", survey=SURVEY | {"people": "13"}),
    "yes or no": asked(REPLACE, kind="survey", survey=SURVEY),
    "one of four": asked(
        REPLACE, kind="survey", survey=SURVEY | {"column": "drink", "answers": "Tea\nMilk\nCocoa\nWater"},
        columns={"drink": {"blank": "Water"}}, privacy={"beta": "0.2"},
    ),
    "answers of persons": asked(EIGHT, kind="survey", survey=SURVEY | {"people": "8"}, columns=NUMBER),
    **{
        f"a synthetic table, {queries}": asked(
            REPLACE, kind="synthesize", synthesis=SYNTHESIS | {"queries": queries}, privacy={"epsilon": "3"}
        )
        for queries in ("columns", "pairs", "halfspaces")
    },
    "nothing said of neighbours": choice(VOTES, DRINKS, {"kind": "row"}),
    "no epsilon": choice(VOTES, DRINKS, privacy={"epsilon": ""}),
    "no rule": choice({}, DRINKS),
    "no such column": choice(VOTES | {"columns": ["soup"]}, DRINKS),
    "no bounds": measured([{"kind": "total", "column": "age"}], columns={"age": {"lower": "", "upper": ""}}),
    "over the limit": choice(VOTES, DRINKS, privacy={"epsilon": "2", "cap": "1"}),
    "no answer to a role": choice(VOTES, DRINKS),
}  # fmt: skip
OTHERS["no answer to a role"]["tables"][0]["role"] = ""

EVERY: dict[str, Plan] = {
    **{f"{rule}, {unit}": choice(*READY_MADE[rule], UNITS[unit]) for rule, unit in product(READY_MADE, UNITS)
       if unit in ("rows", "persons of three")},
    **{f"votes, {unit}, {mechanism}": choice(VOTES, DRINKS, UNITS[unit], privacy={"mechanism": mechanism})
       for mechanism, unit in product(MECHANISMS[1:], ("replaced rows", "persons"))},
    **{f"two winners, {mechanism}": choice(VOTES, DRINKS, privacy={"mechanism": mechanism, "winners": "2"})
       for mechanism in MECHANISMS},
    **{f"formula, {name}": plan for name, plan in FORMULAS.items()},
    **{f"{figure}, {noise}": measured(FIGURES[figure], (TWO, REPLACE)[noise == "Gauss"], noise)
       for figure, noise in product(FIGURES, NOISES)},
    **{f"figures in {form}": measured([*FIGURES["a sum"], *FIGURES["a histogram"]], form=form)
       for form in FORMS if form != "german"},
    **{f"votes in {form}": choice(VOTES, DRINKS, form=form) for form in FORMS if form != "german"},
    "figures in german": measured(
        [*FIGURES["a sum"], *FIGURES["a histogram of days"]], form="german",
        columns={"spent": {"decimal_mark": ",", "grouping_mark": "."}, "born": {"date_order": "dmy"}},
    ),
    **OTHERS,
}  # fmt: skip


def file_of(name: str) -> str:
    """The name that a question's files have."""
    return name.replace(", ", "-").replace(" ", "_")


def text_of(plan: Plan) -> str:
    """A project file."""
    return json.dumps({"format": 3, "program": "dpstudio", "plan": plan}, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all projects and tables anew."""
    for folder in (PROJECTS, TABLES):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for name, plan in EVERY.items():
        (PROJECTS / f"{file_of(name)}.dpstudio").write_text(text_of(plan), "utf-8")
    write(TABLES)


if __name__ == "__main__":
    main()
