"""The command line's contract: verbs, exit codes, one line of error, the same core."""

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpstudio.core.ledger import Ledger
from dpstudio.workspace.computer import storage
from dpstudio.workspace.project import demonstrations
from tests.receipts import statement

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path) -> Path:
    return demonstrations.write("city", tmp_path / "city")


@pytest.fixture
def own(project) -> Path:
    """The same project with a table of one's own: it has an account in the ledger."""
    members = project.parent / "members.csv"
    members.write_text(members.read_text() + "Nell,-80,40\n")
    return project


def edit(project: Path, old: str, new: str) -> None:
    text = project.read_text("utf-8")
    assert old in text
    project.write_text(text.replace(old, new), "utf-8")


def test_examples_are_listed_and_each_can_be_planned(run, tmp_path):
    code, out, _ = run("examples")
    assert code == 0
    assert out.split() == demonstrations.names()
    for name in out.split():
        code, path, _ = run("examples", name, "--out", tmp_path / name)
        assert code == 0
        code, out, err = run("plan", path.strip(), "--json")
        assert (code, err) == (0, "")
        facts = json.loads(out)
        assert facts["missing"] == []
        assert facts["range_sensitivity"] if facts["kind"] == "choose" else facts["details"]
        assert facts["accuracy_sentence"]


@pytest.mark.parametrize("winners", ["1", "2"])
@pytest.mark.parametrize("verb", [("law",), ("law", "--compare"), ("simulate", "-n", "5")])
def test_of_several_draws_the_one_that_is_shown_is_named_and_the_table_stays_csv(run, project, verb, winners):
    text = json.loads(Path(project).read_text())
    text["plan"]["privacy"]["winners"] = winners
    Path(project).write_text(json.dumps(text))
    code, out, err = run(verb[0], project, *verb[1:])
    assert code == 0
    assert len({len(line) for line in csv.reader(out.splitlines())}) == 1
    note = "What is shown is the first of 2 draws, each with its part of ε."
    assert (note in err) == (winners == "2")
    found = json.loads(run(verb[0], project, *verb[1:], "--json")[1])
    assert found.get("note") == (note if winners == "2" else None)


def test_the_law_of_the_city_is_the_documents_choice(run, project):
    code, out, _ = run("law", project, "--json")
    assert code == 0
    law = json.loads(out)["law"]
    assert max(law, key=lambda row: float(row["probability"]))["candidate"] == "Memphis"
    assert {row["candidate"]: row["score"] for row in law}["Memphis"] == "-27"
    assert sum(float(row["probability"]) for row in law) == pytest.approx(1, abs=1e-12)


def test_the_sum_of_distances_picks_washington(run, project):
    edit(project, '"kind": "nearness_of_sums"', '"kind": "nearness"')
    law = json.loads(run("law", project, "--json")[1])["law"]
    assert max(law, key=lambda row: float(row["probability"]))["candidate"] == "Washington"


def test_the_cliffs_of_the_apples(run, tmp_path):
    project = demonstrations.write("apples", tmp_path / "a")
    scores = {row["candidate"]: row["score"] for row in json.loads(run("law", project, "--json")[1])["law"]}
    assert [scores[price] for price in ("1.00", "1.01", "4.01", "4.02")] == ["4", "1.01", "4.01", "0"]


def test_simulation_counts_every_draw(run, project):
    code, out, _ = run("simulate", project, "-n", 200, "--json")
    assert code == 0
    assert sum(row["wins"] for row in json.loads(out)["wins"]) == 200


def test_a_release_writes_its_receipt_charges_and_never_overwrites(run, own, tmp_path):
    ledger = tmp_path / "l.sqlite"
    code, out, err = run("release", own, "--out", tmp_path / "r", "--ledger", ledger, "--json")
    assert (code, err) == (0, "")
    facts = json.loads(out)
    names = ["certificate.pdf", "receipt.csv", "receipt.json", "receipt.pdf", "registry.yaml"]
    assert sorted(p.name for p in (tmp_path / "r").iterdir()) == names
    assert statement(tmp_path / "r" / "receipt.json")["result"]["chosen"] == facts["chosen"]
    code, _, err = run("release", own, "--out", tmp_path / "r", "--ledger", ledger)
    assert code == 3
    assert "already holds" in err
    assert json.loads(run("plan", own, "--ledger", ledger, "--json")[1])["spent"] == "1"


def test_the_limit_ends_releases_with_code_3_or_names_it(run, own, tmp_path):
    edit(own, '"cap": "10"', '"cap": "1"')
    assert run("release", own, "--out", tmp_path / "r")[0] == 0
    code, _, err = run("release", own, "--out", tmp_path / "s")
    assert code == 3
    assert "nothing is left of the limit" in err
    assert not (tmp_path / "s").exists()
    assert run("plan", own)[0] == 3


def test_each_opening_of_a_demonstration_starts_afresh_in_a_book_of_its_own(run, own, tmp_path, home):
    shipped = demonstrations.write("colour", tmp_path / "c")
    edit(shipped, '"cap": "10"', '"cap": "1"')
    for place in range(3):
        assert run("release", shipped, "--out", tmp_path / str(place))[0] == 0
    assert Ledger(home / "data" / "ledger.sqlite").charges() == []
    assert run("release", own, "--out", tmp_path / "own")[0] == 0
    assert statement(tmp_path / "own" / "receipt.json")["accounting"]["ledger_counter"] == 1


def test_a_private_table_shows_no_law_and_plan_reads_no_row(run, project):
    edit(project, '"role": "sample"', '"role": "private"')
    verbs = ("law", project), ("law", project, "--compare"), ("simulate", project, "-n", "5")
    refused = [run(*verb) for verb in verbs]
    for code, out, err in refused:
        assert code == 3
        assert out == ""
        assert "gives its contents away" in err
    (project.parent / "members.csv").write_text("member,longitude,latitude\nbroken\n")
    assert run("plan", project)[0] == 0
    assert [run(*verb) for verb in verbs] == refused


def test_what_is_missing_is_code_2_and_named(run, project):
    edit(project, '"relation": "replace_one"', '"relation": ""')
    code, out, _ = run("plan", project)
    assert code == 2
    assert "neighbours" in out
    code, _, err = run("release", project, "--out", project.parent / "r")
    assert code == 2
    assert err.startswith("dpstudio: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["plan"],
        ["plan", "none.dpstudio"],
        ["examples", "nothing", "--out", "x"],
        ["examples", "apples"],
        ["simulate", "p"],
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(run, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    code, _, err = run(*arguments, "--json")
    assert json.loads(err)["error"]


def test_a_mistake_of_ours_is_code_1_and_quotes_nothing(run, project, monkeypatch, tmp_path):
    from dpstudio.workspace.releasing import jobs

    def broken(*_):
        raise ValueError("the cell Zaphod")

    monkeypatch.setattr(jobs, "release", broken)
    code, out, err = run("release", project, "--out", tmp_path / "r")
    assert (code, out) == (1, "")
    assert "ValueError" in err
    assert "Zaphod" not in err


@pytest.mark.parametrize("name", ["smokers", "ages", "debts", "survey", "halfspaces", "median"])
def test_other_kinds_are_planned_plotted_simulated_and_released(run, tmp_path, name):
    project = demonstrations.write(name, tmp_path / name)
    facts = json.loads(run("plan", project, "--json")[1])
    assert facts["missing"] == []
    assert facts["charge"] == "1"
    law = json.loads(run("law", project, "--json")[1])["law"]
    assert law
    found = json.loads(run("simulate", project, "-n", "300", "--json")[1])
    outcomes = found["wins"] if name == "median" else found["outcomes"]
    times = {}
    for row in outcomes:
        times[row.get("part", "")] = times.get(row.get("part", ""), 0) + row.get("times", row.get("wins"))
    assert set(times.values()) == {300}
    code, out, err = run("release", project, "--out", tmp_path / "out", "--json")
    assert (code, err) == (0, "")
    done = json.loads(out)
    assert done["lines"] == statement(tmp_path / "out" / "receipt.json")["result"]["lines"]
    assert any(path.endswith("synthetic.csv") for path in done["receipts"]) is (name == "halfspaces")
    assert run("release", project, "--out", tmp_path / "out")[0] == 3


def test_the_public_number_of_people_grows_with_the_table(run, tmp_path):
    project = demonstrations.write("survey-250", tmp_path / "many")
    assert json.loads(run("release", project, "--out", tmp_path / "out", "--json")[1])["lines"]


@pytest.mark.parametrize("verb", [("law",), ("simulate", "-n", "400")])
def test_no_candidate_becomes_a_formula_in_the_table_that_is_written(run, tmp_path, verb):
    project = demonstrations.write("mascot", tmp_path / "mascot")
    text = json.loads(project.read_text())
    text["plan"]["candidates"]["text"] = "=1+1\n＝x\n@x\n-4"
    project.write_text(json.dumps(text))
    out = run(verb[0], project, *verb[1:])[1]
    assert {line.split(",")[0] for line in out.splitlines()[1:]} == {"'=1+1", "'＝x", "'@x", "-4"}


def test_mechanisms_stand_side_by_side_where_a_candidate_is_chosen(run, project, tmp_path):
    lines = run("law", project, "--compare")[1].splitlines()
    assert len(lines) == 7
    rows = json.loads(run("law", project, "--compare", "--json")[1])["law"]
    assert rows[-1]["mechanism"] == "Noise on every score"
    best = {row["mechanism"]: float(row["best_wins"]) for row in rows}
    assert best["Permute-and-flip"] > best["Exponential mechanism"] > best["Noise on every score"]
    code, _, err = run("law", demonstrations.write("smokers", tmp_path / "s"), "--compare")
    assert code == 2
    assert "Leave out --compare" in err


def test_a_bound_that_is_too_small_is_refuted_in_the_plan(run, tmp_path):
    project = demonstrations.write("apples", tmp_path / "apples")
    edit(project, '"bound": ""', '"bound": "1"')
    code, out, _ = run("plan", project, "--json")
    assert code == 3
    told = json.loads(out)["refutation"]
    assert "break 1" in told["sentence"]
    assert len(told["columns"]) == 2


def test_a_receipt_is_set_on_the_paper_that_is_asked_for(run, own, tmp_path):
    assert run("release", own, "--out", tmp_path / "l", "--paper", "letter")[0] == 0
    assert run("receipt", 1, "--out", tmp_path / "a")[0] == 0
    for name, sizes in {"l": b"612 792", "a": b"595.2"}.items():
        for file in ("receipt.pdf", "certificate.pdf"):
            assert sizes in (tmp_path / name / file).read_bytes()
    for file in ("receipt.json", "receipt.csv", "registry.yaml"):
        assert (tmp_path / "l" / file).read_bytes() == (tmp_path / "a" / file).read_bytes()
    assert run("receipt", 1, "--out", tmp_path / "b", "--paper", "foolscap")[0] == 2


def test_where_a_table_lies_gets_into_no_receipt_though_it_was_typed(run, own, tmp_path):
    table = own.parent / "members.csv"
    edit(own, '"purpose": ""', f'"purpose": {json.dumps(f"what {table} says")}')
    code, _, err = run("release", own, "--out", tmp_path / "r")
    assert code == 2
    assert "the path of the table, which is in “issued.purpose”" in err
    assert str(table) not in err
    assert not (tmp_path / "r").exists()
    assert json.loads(run("ledger", "--json")[1])["datasets"] == []


@pytest.mark.parametrize("sign", ["\n", "\x1b", "\u202e"], ids=["line break", "escape", "turn of direction"])
def test_a_path_is_one_harmless_line_wherever_it_is_printed(run, tmp_path, monkeypatch, sign):
    folder = tmp_path / f"two{sign}lines"

    def printed(*words, after=0):
        code, out, _ = run(*words)
        assert code == 0
        return out.split("\n")[after:]

    lines = printed("examples", "city", "--out", folder)
    assert len(lines) == 2
    project, ledger = next(folder.glob("*.dpstudio")), ("--ledger", tmp_path / "l.sqlite")
    lines += printed("law", project, "--out", folder / "law.csv", *ledger)
    members = folder / "members.csv"
    members.write_text(f"{members.read_text()}Nell,-80,40\n")
    lines += printed("release", project, "--out", folder / "r", *ledger, after=1)
    lines += printed("receipt", 1, "--out", folder / "again", *ledger, after=1)
    monkeypatch.setattr("sys.stdin", io.StringIO("a good long passphrase\n"))
    lines += printed("move", "--out", folder / "all.moved", *ledger)[:1]
    assert sum(map(bool, lines)) == 13
    assert all(not line or (line.startswith(str(tmp_path)) and sign not in line) for line in lines)


def test_more_than_ten_thousand_candidates_lie_beside_the_receipt_again_and_again(run, tmp_path):
    project = demonstrations.write("colour", tmp_path / "c")
    table = project.parent / "favourites.csv"
    table.write_text(table.read_text() + "Nell,teal\n")
    plan = json.loads(project.read_text("utf-8"))
    labels = [f"colour {place:05}" for place in range(10_001)]
    plan["plan"]["candidates"] |= {"kind": "list", "text": "\n".join(labels), "weights": ""}
    project.write_text(json.dumps(plan), "utf-8")
    code, _, err = run("release", project, "--out", tmp_path / "a")
    assert code == 0, err
    kept = (tmp_path / "a" / "candidates.json").read_bytes()
    receipt = json.loads((tmp_path / "a" / "receipt.json").read_bytes())["statement"]
    assert receipt["question"]["candidates"]["list"] == "candidates.json"
    assert hashlib.sha256(kept).hexdigest() == receipt["question"]["candidates"]["sha256"]
    assert json.loads(kept)["labels"] == labels
    code, out, _ = run("receipt", 1, "--out", tmp_path / "b", "--json")
    assert code == 0
    assert str(tmp_path / "b" / "candidates.json") in json.loads(out)["receipts"]
    assert (tmp_path / "b" / "candidates.json").read_bytes() == kept
    receipt = tmp_path / "a" / "receipt.json"
    assert "cannot be derived" in run("verify", receipt)[1]
    code, out, _ = run("verify", receipt, tmp_path / "a" / "candidates.json")
    assert (code, "cannot be derived" in out, "derived again from the rule" in out) == (0, False, True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "candidates.json").write_bytes(kept.replace(b"colour 00007", b"colour 0000x"))
    code, out, _ = run("verify", receipt, tmp_path / "other" / "candidates.json")
    assert code == 3
    assert "names this list" in out
    (beside,) = (storage.data_folder() / "candidates").iterdir()
    beside.write_bytes(b"[]")
    assert run("receipt", 1, "--out", tmp_path / "d")[0] == 0
    assert not (tmp_path / "d" / "candidates.json").exists(), "another list is none"


def test_a_file_in_the_folder_one_works_in_is_never_run(tmp_path, home):
    """Not even where it has the name of a library, as beside a project that somebody sent."""
    for name in ("argparse", "pathlib", "difflib", "numpy", "rfc8785", "typst", "gi", "keyring"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('it ran')")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT)])}
    words = [sys.executable, "-m", "dpstudio", "examples"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_shipped_start_leaves_the_folder_out_too():
    assert " -P -m dpstudio " in (ROOT / "packaging" / "run.sh").read_text("utf-8")
