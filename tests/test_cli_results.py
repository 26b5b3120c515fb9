"""A charge always yields a result that can be had: tried before, printed first, completed, written again."""

import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from dpstudio import __main__, choose, column, complete, rows, table, votes
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import StudioError
from dpstudio.workspace.project import demonstrations
from tests.own import own_apples
from tests.receipts import statement


@pytest.fixture
def ledger(tmp_path):
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def project(tmp_path) -> Path:
    """A demonstration with a table of one's own: it is counted in the ledger that is named."""
    return own_apples(tmp_path / "apples")


class Gone(Entropy):
    """The power fails at the draw."""

    def read(self, count):
        raise KeyboardInterrupt

    def words(self, count):
        raise KeyboardInterrupt


def charges(run, ledger):
    found = json.loads(run("ledger", "--ledger", ledger, "--json")[1])["datasets"]
    return [charge for table in found for charge in table["charges"]]


# ---- what can fail without the draw fails before the charge


def faulty_folders(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "receipt.pdf").write_text("another receipt")
    (tmp_path / "dangling").mkdir()
    (tmp_path / "dangling" / "receipt.csv").symlink_to(tmp_path / "nowhere")
    return {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "receipt",
        "a long name": tmp_path / ("x" * 300),
        "a circle of links": tmp_path / "loop" / "r",
        "another receipt": tmp_path / "other",
        "a link to nowhere": tmp_path / "dangling",
        "no right": Path("/proc/receipt"),
        "a device": Path("/dev/full"),
    }


@pytest.mark.parametrize(
    "kind",
    ["a file", "below a file", "a long name", "a circle of links", "another receipt", "a link to nowhere", "no right",
     "a device"],
)  # fmt: skip
def test_a_folder_that_cannot_be_written_costs_nothing(run, project, ledger, tmp_path, kind):
    folder = faulty_folders(tmp_path)[kind]
    code, out, err = run("release", project, "--out", folder, "--ledger", ledger)
    assert code in (2, 3)
    assert out == ""
    assert err.count("\n") == 1
    assert "mistake" not in err
    assert charges(run, ledger) == []


def test_a_disk_without_room_costs_nothing_and_leaves_nothing(run, project, ledger, tmp_path):
    resource = pytest.importorskip("resource")
    run("ledger", "--ledger", ledger)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
    try:
        code, out, err = run("release", project, "--out", tmp_path / "r", "--ledger", ledger)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code, out) == (2, "")
    assert "files of that size" in err
    assert not (tmp_path / "r").exists()
    assert charges(run, ledger) == []


def test_a_receipt_that_cannot_be_set_costs_nothing(run, project, ledger, tmp_path, monkeypatch):
    from dpstudio.core.errors import InputError
    from dpstudio.workspace.releasing import artefacts

    def broken(*_, **__):
        raise InputError("The page cannot be set.")

    monkeypatch.setattr(artefacts, "to_pdf", broken)
    code, out, err = run("release", project, "--out", tmp_path / "r", "--ledger", ledger)
    assert (code, out) == (2, "")
    assert "cannot be set" in err
    assert charges(run, ledger) == []


# ---- the result comes first


def test_the_result_is_printed_before_any_file_is_written(run, project, ledger, tmp_path, monkeypatch):
    from dpstudio.workspace.releasing import exporting

    real, folder = exporting._put, tmp_path / "r"

    def full(fresh, file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting, "_put", full)
    code, out, err = run("release", project, "--out", folder, "--ledger", ledger, "--json")
    told = json.loads(out)
    assert code == 2
    assert told["chosen"]
    assert f"dpstudio receipt {told['number']}" in json.loads(err)["remedy"]
    assert "disk is full" in json.loads(err)["error"]
    monkeypatch.setattr(exporting, "_put", real)
    code, out, _ = run("receipt", told["number"], "--out", folder, "--ledger", ledger, "--json")
    assert code == 0
    assert json.loads(out)["chosen"] == told["chosen"]
    assert statement(folder / "receipt.json")["result"]["chosen"] == told["chosen"]
    assert charges(run, ledger)[0]["state"] == "exported"


def test_a_half_written_export_can_be_repeated_and_never_mixed_with_another(run, project, ledger, tmp_path):
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        assert run("release", project, "--out", folder, "--ledger", ledger)[0] == 0
    whole = {file.name: file.read_bytes() for file in first.iterdir()}
    (first / "receipt.pdf").unlink()
    assert run("receipt", 1, "--out", first, "--ledger", ledger)[0] == 0
    assert {file.name: file.read_bytes() for file in first.iterdir()} == whole
    (first / "receipt.csv").unlink()
    code, _, err = run("receipt", 2, "--out", first, "--ledger", ledger)
    assert code == 3
    assert "another receipt.json" in err
    assert {file.name for file in first.iterdir()} == set(whole) - {"receipt.csv"}
    for name in set(whole) - {"receipt.csv", "receipt.pdf"}:
        (first / name).unlink()
    assert run("receipt", 2, "--out", first, "--ledger", ledger)[0] == 3
    assert [file.name for file in first.iterdir()] == ["receipt.pdf"], "nothing is written beside another receipt"


def test_a_ledger_that_cannot_note_the_export_does_not_undo_it(run, project, ledger, tmp_path, monkeypatch):
    from dpstudio.core.errors import InputError
    from dpstudio.core.ledger import Ledger

    def locked(*_):
        raise InputError("The ledger is held.")

    monkeypatch.setattr(Ledger, "mark_exported", locked)
    code, out, err = run("release", project, "--out", tmp_path / "r", "--ledger", ledger)
    assert code == 0
    assert "receipt.pdf" in out
    assert "The ledger is held." in err
    assert (tmp_path / "r" / "receipt.pdf").is_file()


# ---- entries, completed and written again


def test_a_charge_without_a_result_is_completed_at_no_further_cost(run, project, ledger, tmp_path):
    folder = tmp_path / "r"
    assert run("release", project, "--out", folder, "--ledger", ledger, entropy=Gone())[0] == 130
    assert [charge["state"] for charge in charges(run, ledger)] == ["not drawn"]
    code, _, err = run("receipt", 1, "--out", folder, "--ledger", ledger)
    assert code == 2
    assert "dpstudio complete 1" in err
    code, _, err = run("complete", 1, "--ledger", ledger)
    assert code == 2
    assert "PROJECT" in err
    other = demonstrations.write("city", tmp_path / "city")
    (other.parent / "members.csv").write_text("member,longitude,latitude\nNell,-80,40\n")
    code, _, err = run("complete", 1, other, "--out", folder, "--ledger", ledger)
    assert code == 3
    assert "Entry 1 was charged for another question" in err
    code, out, _ = run("complete", 1, project, "--out", folder, "--ledger", ledger, "--json")
    assert code == 0
    assert statement(folder / "receipt.json")["result"]["chosen"] == json.loads(out)["chosen"]
    assert [(charge["state"], charge["epsilon"]) for charge in charges(run, ledger)] == [("exported", "1")]
    code, _, err = run("complete", 1, project, "--out", tmp_path / "s", "--ledger", ledger)
    assert code == 3
    assert "has its result already" in err


def test_without_a_charge_to_finish_no_row_of_a_private_table_is_read(run, project, ledger, tmp_path):
    assert run("release", project, "--out", tmp_path / "r", "--ledger", ledger)[0] == 0
    file, asked = tmp_path / "people.csv", tmp_path / "asked.dpstudio"
    file.write_text("likes\nTea\nMilk\n")
    people = table(file, "private", column("likes", "category"), header=True, delimiter=",", encoding="utf-8")
    choose(people, ["Tea", "Milk"], votes("likes"), unit=rows("add_remove"), epsilon=1, limit=4).save(asked)
    told = [run("complete", number, asked, "--ledger", ledger) for number in (1, 7)]
    file.write_text("likes\nTea\nMilk,Tea\n")
    assert [run("complete", number, asked, "--ledger", ledger) for number in (1, 7)] == told
    with pytest.raises(StudioError, match="no entry 7"):
        complete(7, asked, ledger)
    assert "line 3" in run("release", asked, "--out", tmp_path / "s", "--ledger", ledger)[2]


@pytest.mark.parametrize("role", ["sample", "private"])
def test_a_charge_is_not_completed_from_another_table(run, project, ledger, tmp_path, role):
    project.write_text(project.read_text("utf-8").replace('"role": "sample"', f'"role": "{role}"'), "utf-8")
    table = project.parent / "apple-buyers.csv"
    own = "buyer,limit\nNell,3.20\nSue,1.10\n"
    table.write_text(own)
    folder = tmp_path / "r"
    assert run("release", project, "--out", folder, "--ledger", ledger, entropy=Gone())[0] == 130
    table.write_text(own.replace("3.20", "0.10"))
    code, _, err = run("complete", 1, project, "--out", folder, "--ledger", ledger)
    assert code == 2
    assert "has changed" in err
    table.write_text(own)
    assert run("complete", 1, project, "--out", folder, "--ledger", ledger)[0] == 0


@pytest.mark.parametrize("closed", ["stdout", "both"])
def test_with_nowhere_to_print_the_receipt_is_written_all_the_same(project, ledger, tmp_path, closed):
    folder = tmp_path / "r"
    command = f'exec "$@" >&- {"2>&-" if closed == "both" else ""}'
    words = ["release", project, "--out", folder, "--ledger", ledger]
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "dpstudio", *map(str, words)],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert (folder / "receipt.json").exists()
    assert "mistake" not in done.stderr
    assert closed == "both" or "standard output is closed" in done.stderr


def test_a_folder_that_is_gone_is_said_before_anything_else(run, project, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    code, _, err = run("release", project, "--out", tmp_path / "r")
    monkeypatch.chdir(tmp_path)
    assert code == 2
    assert "is gone" in err


def test_a_charge_is_completed_although_it_fills_the_limit(run, project, ledger, tmp_path):
    project.write_text(project.read_text("utf-8").replace('"cap": "10"', '"cap": "1"'), "utf-8")
    assert run("release", project, "--out", tmp_path / "r", "--ledger", ledger, entropy=Gone())[0] == 130
    assert run("release", project, "--out", tmp_path / "r", "--ledger", ledger)[0] == 3
    assert run("complete", 1, project, "--ledger", ledger)[0] == 0
    assert charges(run, ledger)[0]["state"] == "not exported"


def test_a_draw_that_fails_names_the_entry_that_is_left(run, project, ledger, tmp_path, monkeypatch):
    from dpstudio.core.errors import InputError
    from dpstudio.core.ledger import Ledger

    def full(*_):
        raise InputError("The disk is full.")

    monkeypatch.setattr(Ledger, "complete", full)
    code, out, err = run("release", project, "--out", tmp_path / "r", "--ledger", ledger)
    assert (code, out) == (2, "")
    assert "Entry 1 of the ledger was charged but has no result" in err


def test_the_ledger_tells_tables_charges_totals_and_limits(run, project, ledger, tmp_path):
    code, _, err = run("ledger", "--ledger", ledger)
    assert (code, "There is no ledger" in err, ledger.exists()) == (2, True, False), "looking makes none"
    for name in ("a", "b"):
        run("release", project, "--out", tmp_path / name, "--ledger", ledger)
    code, out, _ = run("ledger", "--ledger", ledger)
    assert code == 0
    assert "spent: ε 2 of 10" in out
    assert out.count("exported") == 2
    (told,) = json.loads(run("--json", "ledger", "--ledger", ledger)[1])["datasets"]
    assert (told["epsilon"], told["cap"], told["delta"]) == ("2", "10", "0")
    assert [charge["number"] for charge in told["charges"]] == [1, 2]
    chosen = statement(tmp_path / "a" / "receipt.json")["result"]["chosen"]
    assert chosen in told["charges"][0]["result"]


def test_the_ledger_of_an_earlier_version_is_told_and_its_receipts_are_written_again(run, tmp_path):
    fixtures = Path(__file__).parent / "fixtures" / "release_0_1"
    book = tmp_path / "old.sqlite"
    book.write_bytes((fixtures / "ledger.sqlite").read_bytes())
    told = charges(run, book)
    assert len(told) > 10
    for charge in told[:3]:
        assert run("receipt", charge["number"], "--out", tmp_path / str(charge["number"]), "--ledger", book)[0] == 0
    kept = [json.loads(file.read_bytes()) for file in fixtures.glob("*/receipt.json")]
    again = statement(tmp_path / str(told[0]["number"]) / "receipt.json")
    assert again in kept


def test_the_projects_of_an_earlier_version_are_opened_and_lack_nothing(run, tmp_path):
    fixtures = Path(__file__).parent / "fixtures" / "release_0_1"
    kept = sorted(fixtures.glob("*/*.dpstudio"))
    assert len(kept) == 13
    for project in kept:
        copy = shutil.copytree(project.parent, tmp_path / project.stem) / project.name
        code, out, err = run("--json", "plan", copy)
        assert (code, err, json.loads(out)["missing"]) == (0, "", []), project.name
        receipt = json.loads((project.parent / "receipt.json").read_bytes())
        assert json.loads(out)["charge"] == receipt["privacy_parameters"]["epsilon"]


def test_a_result_that_was_changed_in_the_ledger_is_refused(run, project, ledger, tmp_path):
    run("release", project, "--out", tmp_path / "a", "--ledger", ledger)
    with sqlite3.connect(ledger) as connection:
        connection.execute("UPDATE statement SET text = replace(text, 'price', 'cost')")
    connection.close()
    for verb in (("ledger",), ("receipt", 1, "--out", tmp_path / "c")):
        code, out, err = run(*verb, "--ledger", ledger)
        assert (code, out) == (2, "")
        assert "the result of charge 1 is not the one that was drawn" in err


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "x", "9" * 30, "99"])
def test_an_entry_that_is_not_there_is_named(run, ledger, tmp_path, number):
    code, out, err = run("receipt", "--out", tmp_path / "r", "--ledger", ledger, "--", number)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


# ---- what stands on the command line


def test_json_may_stand_before_the_verb(run, project):
    before, after = run("--json", "plan", project), run("plan", project, "--json")
    assert before == after
    assert json.loads(before[1])["charge"] == "1"


@pytest.mark.parametrize(("word", "meant"), [("paln", "plan"), ("relase", "release"), ("reciept", "receipt")])
def test_a_misspelt_verb_is_an_error_in_words(run, capsys, word, meant):
    assert __main__.main([word, "x.dpstudio"]) == 2
    said = capsys.readouterr()
    assert f"Did you mean {meant}?" in said.err
    assert said.err.count("\n") == 1
    code, _, err = run(word, "x.dpstudio")
    assert code == 2
    assert f"Did you mean {meant}?" in err


def test_without_a_screen_a_project_is_an_error_in_words(capsys, monkeypatch, project):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert __main__.main([str(project)]) == 2
    said = capsys.readouterr()
    assert "no screen" in said.err
    assert said.err.count("\n") == 1
    assert __main__.main(["nothing.dpstudio"]) == 2
    assert "neither a verb nor a project that is there" in capsys.readouterr().err
    assert __main__.main([str(project), "more"]) == 2
    assert "opens one project" in capsys.readouterr().err


def test_names_that_the_reader_cannot_show_are_escaped(run, tmp_path):
    code, _, err = run("plan", tmp_path / "\udcff\ud800.dpstudio")
    assert code == 2
    assert err.count("\n") == 1
    code, out, err = run("plan", tmp_path / "\udcff.dpstudio")
    assert (code, out) == (2, "")
    assert "cannot be opened" in err
    assert run("plan", "a\0b")[0] == 2


def test_a_result_that_cannot_be_printed_is_written_all_the_same(project, ledger, tmp_path):
    command = [sys.executable, "-m", "dpstudio", "release", project, "--out", tmp_path / "r", "--ledger", ledger]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(list(map(str, command)), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr
    assert (tmp_path / "r" / "receipt.pdf").is_file()


@pytest.mark.parametrize("room", [0, 1000, 30_000, 70_000])
def test_no_room_for_the_ledger_or_work_files_strands_nothing(run, project, ledger, tmp_path, room):
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        code, out, err = run("release", project, "--out", tmp_path / "r", "--ledger", ledger)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "mistake" not in err
    assert not ledger.exists() or charges(run, ledger) == []
    assert run("release", project, "--out", tmp_path / "r", "--ledger", ledger)[0] == 0
