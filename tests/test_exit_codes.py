"""One table of exit codes, kept by every verb: 2 is wrong or missing, 3 would break the promise or the limit."""

import json
from pathlib import Path

import pytest

DRINKS = {"name": "drink", "kind": "category"}
PRICES = {"name": "price", "kind": "decimal", "step": "0.01", "lower": "0", "upper": "10"}
WITHOUT_BOUNDS = PRICES | {"lower": "", "upper": ""}
WRONG, REFUSED = 2, 3
OPENING = ("plan", "law", "simulate", "release", "complete")

FAULTS = {
    "no such column": (WRONG, {"rule": {"kind": "formula", "formula": "count(drunk = candidate)"}}),
    "a formula that breaks off": (WRONG, {"rule": {"kind": "formula", "formula": "count(drink = "}}),
    "a formula of two types": (WRONG, {"rule": {"kind": "formula", "formula": "count(drink = 3) + drink"}}),
    "a formula of an unknown function": (WRONG, {"rule": {"kind": "formula", "formula": "total(price)"}}),
    "a division by 0": (WRONG, {"rule": {"kind": "formula", "formula": "count(drink = candidate) / 0"}}),
    "no formula": (WRONG, {"rule": {"kind": "formula"}}),
    "no rule": (WRONG, {"rule": {}}),
    "an ε that is no number": (WRONG, {"privacy": {"epsilon": "1e3", "cap": "9"}}),
    "a negative ε": (WRONG, {"privacy": {"epsilon": "-1", "cap": "9"}}),
    "no limit": (WRONG, {"privacy": {"epsilon": "1"}}),
    "too many winners": (WRONG, {"privacy": {"epsilon": "1", "cap": "9", "winners": "5"}}),
    "no neighbours": (WRONG, {"unit": {"kind": "row"}}),
    "no candidates": (WRONG, {"candidates": {"kind": "list"}}),
    "a candidate twice": (WRONG, {"candidates": {"kind": "list", "text": "Tea\nTea"}}),
    "a mean": (REFUSED, {"rule": {"kind": "formula", "formula": "mean(price)"}}),
    "a division by a private number": (
        REFUSED,
        {"rule": {"kind": "formula", "formula": "1 / count(price > 0)"}},
    ),
    "two sums multiplied": (
        REFUSED,
        {"rule": {"kind": "formula", "formula": "count(drink = candidate) * sum(price)"}},
    ),
    "bounds from the data": (
        REFUSED,
        {"rule": {"kind": "formula", "formula": "clip(1, 0, count(price > 0))"}},
    ),
    "a sum without bounds": (
        REFUSED,
        {
            "rule": {"kind": "formula", "formula": "sum(price where drink = candidate)"},
            "tables": {"columns": [DRINKS, WITHOUT_BOUNDS]},
        },
    ),
    "persons where rows are persons": (
        REFUSED,
        {"rule": {"kind": "formula", "formula": "persons(drink = candidate)"}},
    ),
    "a score without the candidate": (REFUSED, {"rule": {"kind": "formula", "formula": 'count(drink = "Tea")'}}),
    "one candidate": (REFUSED, {"candidates": {"kind": "list", "text": "Tea"}}),
    "a bound too small": (REFUSED, {"privacy": {"epsilon": "1", "cap": "9", "bound": "0.5"}}),
    "an ε above the limit": (REFUSED, {"privacy": {"epsilon": "10", "cap": "9"}}),
    "a refusal and a mistake": (
        WRONG,
        {
            "rule": {"kind": "formula", "formula": "mean(price)"},
            "privacy": {"epsilon": "one", "cap": "9"},
        },
    ),
}


def project(folder: Path, file: str, **changed) -> Path:
    """A project that chooses a drink from a sample; of its table and its parts some are changed."""
    folder.mkdir(exist_ok=True)
    (folder / "drinks.csv").write_text("drink,price\nTea,2.00\nMilk,1.50\nTea,3.00\n", "utf-8")
    table = {
        "handle": "ab" * 16, "label": "drinks.csv", "format": "text", "path": "drinks.csv", "role": "sample",
        "header": "yes", "columns": [DRINKS, PRICES],
    }  # fmt: skip
    plan = {
        "tables": [table | changed.pop("tables", {})],
        "unit": {"kind": "row", "relation": "add_remove"},
        "candidates": {"kind": "list", "text": "Tea\nMilk"},
        "rule": {"kind": "votes", "style": "one_column", "columns": ["drink"]},
        "privacy": {"epsilon": "1", "cap": "9"},
    } | changed  # fmt: skip
    path = folder / f"{file}.dpstudio"
    path.write_text(json.dumps({"format": 2, "program": "dpstudio", "plan": plan}), "utf-8")
    return path


def arguments(verb: str, path: Path) -> list:
    more = {"simulate": ["-n", "3"], "release": ["--out", path.parent / "out"]}.get(verb, [])
    return [verb, *(["1"] if verb == "complete" else []), path, *more]


@pytest.mark.parametrize("name", FAULTS)
def test_every_verb_that_opens_a_project_gives_a_fault_the_same_code(run, tmp_path, name):
    code, changed = FAULTS[name]
    path = project(tmp_path, "p", **changed)
    for verb in OPENING:
        got, out, err = run(*arguments(verb, path))
        assert got == (WRONG if verb == "complete" else code), (verb, out, err)  # there is no entry 1 to complete
        assert err.startswith("dpstudio: ") if verb != "plan" else "missing (" in out


def test_the_sentence_is_of_the_class_that_the_code_tells(run, tmp_path):
    """Candidates of the people's own table are met first, and refused; the number of winners is a mistake."""
    own = {"kind": "table", "table": "ab" * 16, "label_column": "drink"}
    path = project(tmp_path, "p", candidates=own, privacy={"epsilon": "1", "cap": "9", "winners": "none"})
    for verb in OPENING[1:-1]:  # of a charge to complete it is looked first whether there is one
        code, _, err = run(*arguments(verb, path))
        assert code == WRONG
        assert err.startswith("dpstudio: How many to choose")


def test_a_private_table_is_a_refusal_to_whoever_looks_and_none_to_a_plan(run, tmp_path):
    path = project(tmp_path, "p", tables={"role": "private"})
    assert [run(*arguments(verb, path))[0] for verb in ("plan", "law", "simulate")] == [0, 3, 3]


def test_candidates_from_the_peoples_own_table_are_a_refusal(run, tmp_path):
    path = project(tmp_path, "p", candidates={"kind": "table", "table": "ab" * 16, "label_column": "drink"})
    assert {run(*arguments(verb, path))[0] for verb in OPENING if verb != "complete"} == {REFUSED}


def test_a_file_that_cannot_be_read_is_code_2_for_every_verb(run, tmp_path):
    path = project(tmp_path, "p")
    (tmp_path / "drinks.csv").write_bytes(b"drink,price\n\xff\xfe,1\n")
    assert {run(*arguments(verb, path))[0] for verb in OPENING[1:]} == {WRONG}
    path.write_text("{", "utf-8")
    assert {run(*arguments(verb, path))[0] for verb in OPENING} == {WRONG}


def test_entries_and_folders(run, tmp_path):
    """No such entry, no such number, a folder that is a file: wrong; a result that is there already: refused."""
    path = project(tmp_path, "p", tables={"role": "private"})
    assert run("release", path, "--out", tmp_path / "r")[0] == 0
    other = project(tmp_path, "other", tables={"role": "private"}, privacy={"epsilon": "2", "cap": "9"})
    (tmp_path / "file").touch()
    for code, words in {
        WRONG: [
            ("receipt", "7", "--out", tmp_path / "s"), ("receipt", "one", "--out", tmp_path / "s"),
            ("receipt", "1", "--out", tmp_path / "file"), ("complete", "7", path), ("complete", "0", path),
            ("release", path, "--out", tmp_path / "file"),
        ],
        REFUSED: [
            ("complete", "1"), ("complete", "1", path), ("release", path, "--out", tmp_path / "r"),
            ("release", project(tmp_path, "more", tables={"role": "private"}, privacy={"epsilon": "8.5", "cap": "9"}),
             "--out", tmp_path / "s"),
        ],
    }.items():  # fmt: skip
        for each in words:
            assert run(*each)[0] == code, each
    assert run("release", other, "--out", tmp_path / "t")[0] == 0


def test_an_empty_path_is_not_taken_for_the_folder_that_one_is_in(run, tmp_path, monkeypatch):
    """As where a variable was not set: nothing is charged, and nothing written beside other files."""
    path = project(tmp_path, "p", tables={"role": "private"})
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    code, _, err = run("release", path, "--out", "")
    assert (code, "a path is empty" in err) == (WRONG, True), err
    assert sorted(tmp_path.iterdir()) == before
    assert "Nothing has been charged yet." in run("ledger")[1]
