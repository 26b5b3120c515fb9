"""What was private is known again, and continues its account; the key that tells it is never made anew in silence."""

import hashlib
import json
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Lost, Refusal
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.computer import digests, storage
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.guarding.shipped import shipped_as
from dpstudio.workspace.project import demonstrations, project_file
from dpstudio.workspace.project.handles import fresh_handle
from tests.receipts import statement

TEXT = "who,drink\nZaphod,Tea\nArthur,Tea\nFord,Coffee\n"
UNIT, OTHER = PrivacyUnit(Relation.REPLACE_ONE), PrivacyUnit(Relation.ADD_REMOVE)
LIMIT, LOSS = Limit(Fraction(1)), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2))


def nothing(_):
    pass


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    return TablePlan("h", "t.csv", "text", str(path), role="private", header="yes")


@pytest.fixture
def sealed(table):
    """The table, once it has been private."""
    open_gate().decide(table, nothing)
    return table


def refused(table, **changes) -> bool:
    asked = replace(table, role="sample", handle=fresh_handle(), **changes)
    found = open_gate().decide(asked, nothing)
    assert (found.permit is None) == bool(found.refusal)
    return bool(found.refusal)


# ---- what was private is known again


@pytest.mark.parametrize(
    "text",
    [TEXT, TEXT.rstrip("\n"), TEXT.replace("\n", "\r\n"), TEXT.replace("\n", "\r"), "\ufeff" + TEXT, TEXT + "\r\n\n"],
)
def test_a_pasted_or_resaved_copy_is_the_same_table(sealed, tmp_path, text):
    assert refused(sealed, path="", text=text.removeprefix("\ufeff"))
    (tmp_path / "copy.csv").write_bytes(text.encode())
    assert refused(sealed, path=str(tmp_path / "copy.csv"))
    (tmp_path / "wide.csv").write_bytes(text.encode("utf-16"))
    assert refused(sealed, path=str(tmp_path / "wide.csv"), encoding="utf-16")


@pytest.mark.parametrize("block", range(3, 12))
def test_a_large_copy_is_the_same_table_wherever_its_blocks_end(table, tmp_path, block, monkeypatch):
    """Files are read by blocks; a line end may lie across two of them."""
    monkeypatch.setattr(digests, "_CHUNK", block)
    text = "who,drink\n\nSomeone,Tea\n\n\nElse,Tea\n"
    Path(table.path).write_text(text)
    open_gate().decide(table, nothing)
    for end in ("\r\n", "\r"):
        (tmp_path / "copy.csv").write_bytes(("\ufeff" + text.replace("\n", end)).encode())
        assert refused(table, path=str(tmp_path / "copy.csv"))


def test_a_pasted_table_that_was_private_is_known_as_a_file(table, tmp_path):
    open_gate().decide(replace(table, path="", text=TEXT.replace("\n", "\r\n")), nothing)
    (tmp_path / "copy.csv").write_text(TEXT)
    assert refused(table, path=str(tmp_path / "copy.csv"))


def test_other_contents_and_other_places_are_no_copy(sealed, tmp_path):
    (tmp_path / "other.csv").write_text(TEXT.replace("Ford", "Nell"))
    assert not refused(sealed, path=str(tmp_path / "other.csv"))


def test_what_lies_where_a_private_table_lay_stays_sealed(sealed, tmp_path):
    Path(sealed.path).write_text("who,drink\nNobody,Tea\n")
    assert refused(sealed)
    (tmp_path / "link.csv").symlink_to(sealed.path)
    assert refused(sealed, path=str(tmp_path / "link.csv"))


def test_a_link_to_where_a_private_table_lay_leads_to_nothing_that_is_shown(sealed, tmp_path):
    (tmp_path / "link.csv").symlink_to(sealed.path)
    Path(sealed.path).write_text("who,drink\nNobody,Tea\n")
    assert refused(sealed, path=str(tmp_path / "link.csv"))


def test_what_is_private_for_one_window_is_so_for_another_at_once(sealed, home, tmp_path, monkeypatch):
    """Two folders of marks, one ledger and one key: what the one learns the other reads in the ledger."""
    ledger, key = home / "data" / "ledger.sqlite", (home / "data" / "digest.key").read_bytes()
    here = open_gate()
    other = tmp_path / "other.csv"
    other.write_text("who,drink\nNobody,Tea\n")
    elsewhere = tmp_path / "elsewhere" / "data"
    elsewhere.mkdir(parents=True)
    (elsewhere / "digest.key").write_bytes(key)
    shutil.copy(home / "data" / "marks.sqlite", elsewhere)
    monkeypatch.setenv("DPSTUDIO_HOME", str(elsewhere.parent))
    open_gate(ledger).decide(replace(sealed, handle="o", path=str(other)), nothing)
    assert here.decide(replace(sealed, role="sample", handle="fresh", path=str(other)), nothing).refusal


@pytest.mark.parametrize("role", ["sample", "public"])
def test_a_sample_or_what_has_an_account_is_not_shown_after_its_file_has_changed_before_anyone_answers(table, role):
    gate, asked = open_gate(), replace(table, role=role)
    assert gate.decide(asked, nothing).permit
    Path(table.path).write_text(TEXT + "Trillian,Tea\n")
    if role == "sample":
        with pytest.raises(InputError, match="Say what it holds now"):
            gate.permit(asked, nothing)
        gate.same_people(asked, nothing)
    assert gate.decide(asked, nothing).permit, "nothing was charged: there is no account whose people it could hold"
    gate.ledger.charge(table.handle, UNIT, LIMIT, LOSS, "p")
    Path(table.path).write_text(TEXT + "Nell,Tea\n")
    found = gate.decide(asked, nothing)
    assert (found.permit, found.changed) == (None, True)
    gate.same_people(asked, nothing)
    assert gate.decide(asked, nothing).permit


def test_a_private_handle_stays_private_whatever_its_contents(sealed, tmp_path):
    (tmp_path / "other.csv").write_text("who,drink\nNobody,Tea\n")
    found = open_gate().decide(replace(sealed, role="sample", path=str(tmp_path / "other.csv")), nothing)
    assert found.refusal


def test_other_people_in_a_changed_private_file_are_no_sample_either(sealed, tmp_path):
    (tmp_path / "third.csv").write_text("who,drink\nSomeone,Tea\n")
    after = replace(sealed, role="public", handle="after", path=str(tmp_path / "third.csv"))
    gate = open_gate()
    gate.inherit("never", "after")
    gate.inherit("h", "after")
    assert gate.decide(after, nothing).refusal


def test_a_changed_private_file_is_sealed_before_anyone_answers(sealed, tmp_path):
    Path(sealed.path).write_text(TEXT + "Nell,Tea\n")
    assert open_gate().decide(sealed, nothing).changed
    (tmp_path / "copy.csv").write_text(TEXT + "Nell,Tea\n")
    assert refused(sealed, path="", text=(TEXT + "Nell,Tea").replace("\n", "\r\n"))
    assert refused(sealed, path=str(tmp_path / "copy.csv"))


def test_one_file_of_a_private_folder_is_private_too(tmp_path):
    from tests.core.test_sources import write_folder

    folder = write_folder(tmp_path)
    open_gate().decide(TablePlan("h", "t", "parquet_folder", str(folder), role="private"), nothing)
    part = sorted(folder.glob("*.parquet"))[0]
    (tmp_path / "alone.parquet").write_bytes(part.read_bytes())
    assert refused(TablePlan("h", "t", "parquet", str(tmp_path / "alone.parquet")))


def test_another_ledger_forgets_nothing(sealed, tmp_path):
    asked = replace(sealed, role="sample", handle="fresh")
    assert open_gate(tmp_path / "new.sqlite").decide(asked, nothing).refusal


LOST = {
    "the ledger": ("ledger.sqlite*",),
    "the marks": ("marks.sqlite",),
    "both": ("ledger.sqlite*", "marks.sqlite"),
}


@pytest.mark.parametrize("lost", LOST)
def test_what_is_lost_is_an_error_and_nothing_is_made_in_its_place(sealed, home, lost):
    data = home / "data"
    gone = [file for pattern in LOST[lost] for file in data.glob(pattern)]
    for file in gone:
        file.unlink()
    for path in (None, home / "new.sqlite") if lost != "the ledger" else (None,):
        with pytest.raises(InputError, match=r"lost|gone") as error:
            open_gate(path)
        assert "backup" in error.value.remedy
    assert not any(file.exists() for file in gone)


def test_marks_of_no_bytes_are_lost_marks(sealed, home):
    (home / "data" / "marks.sqlite").write_bytes(b"")
    for file in (home / "data").glob("ledger.sqlite*"):
        file.unlink()
    with pytest.raises(InputError, match="lost"):
        open_gate()


def test_marks_of_a_ledger_are_kept_beside_it_too(sealed, home):
    assert stat.S_IMODE((home / "data" / "marks.sqlite").stat().st_mode) == 0o600
    asked = replace(sealed, role="sample", handle="fresh")
    assert open_gate(home / "new.sqlite").decide(asked, nothing).refusal


def test_a_handle_that_an_earlier_version_knew_as_private_stays_so(sealed, home, tmp_path):
    """It noted a table's digest and handle, and nothing else."""
    Ledger(home / "data" / "ledger.sqlite").sight(["of other bytes"], "earlier", private=True)
    other = tmp_path / "other.csv"
    other.write_text("who,drink\nNobody,Tea\n")
    assert open_gate().decide(replace(sealed, handle="earlier", role="sample", path=str(other)), nothing).refusal


def test_a_click_on_private_seals_before_the_file_is_read(table):
    gate = open_gate()
    gate.seal(table)
    assert refused(table)


def test_a_click_on_private_knows_copies_too_though_nothing_was_read_to_its_end(table, tmp_path):
    gate = open_gate()
    gate.seal(table)
    (tmp_path / "copy.csv").write_text(TEXT)
    assert refused(table, path=str(tmp_path / "copy.csv"))
    gate.seal(replace(table, handle="pasted", path="", text="x\n1\n"))
    assert refused(table, path="", text="x\n1\n")


# ---- the key


@pytest.mark.parametrize("kept", ["marks.sqlite", "ledger.sqlite"])
@pytest.mark.parametrize("key", [None, b"", b"short", bytes(33)])
def test_a_lost_or_damaged_key_is_an_error_that_suggests_no_fresh_start(sealed, home, kept, key):
    data = home / "data"
    for file in data.glob("*.sqlite*"):
        if not file.name.startswith(kept):
            file.unlink()
    (data / "digest.key").unlink()
    if key is not None:
        (data / "digest.key").write_bytes(key)
    with pytest.raises(InputError, match=r"digest\.key is (lost|damaged)") as error:
        open_gate()
    assert "backup" in error.value.remedy
    assert "ledger" not in error.value.remedy
    assert (data / "digest.key").exists() is (key is not None)


def test_a_key_is_made_whole_in_a_fresh_folder_alone(home, monkeypatch):
    monkeypatch.setattr(storage.os, "fsync", lambda _: (_ for _ in ()).throw(OSError(5, "the power fails")))
    with pytest.raises(InputError):
        storage.machine_key()
    assert not (home / "data" / "digest.key").exists()
    monkeypatch.undo()
    monkeypatch.setenv("DPSTUDIO_HOME", str(home))
    assert len(storage.machine_key()) == 32
    assert storage.machine_key() == storage.machine_key()


def test_a_ledger_under_another_key_is_refused(sealed, home, tmp_path, monkeypatch):
    ledger = home / "data" / "ledger.sqlite"
    monkeypatch.setenv("DPSTUDIO_HOME", str(tmp_path / "elsewhere"))
    with pytest.raises(InputError, match="Nothing is known here of this ledger") as error:
        open_gate(ledger)
    assert "backup" in error.value.remedy
    shutil.copy(home / "data" / "marks.sqlite", storage.data_folder())
    with pytest.raises(InputError, match=r"another digest\.key"):
        open_gate(ledger)


def test_what_was_private_with_the_usual_ledger_is_so_with_another_although_older_marks_were_put_back(
    table, home, tmp_path
):
    open_gate()
    marks = home / "data" / "marks.sqlite"
    older = marks.read_bytes()
    open_gate().decide(replace(table, role="private"), nothing)
    marks.write_bytes(older)
    copy = tmp_path / "copy.csv"
    copy.write_text(TEXT)
    found = open_gate(tmp_path / "new.sqlite").decide(
        replace(table, role="sample", handle="fresh", path=str(copy)), nothing
    )
    assert found.permit is None
    assert found.refusal


def test_a_click_on_private_is_known_although_older_marks_were_put_back(table, home):
    open_gate()
    marks = home / "data" / "marks.sqlite"
    older = marks.read_bytes()
    open_gate().seal(table)
    marks.write_bytes(older)
    assert refused(table)


def test_what_was_private_with_another_ledger_is_so_with_the_usual_one(table, tmp_path):
    open_gate(tmp_path / "other.sqlite").seal(table)
    assert refused(table)


def test_a_ledger_that_went_to_another_place_leaves_none_that_begins_anew(sealed, home, tmp_path):
    ledger = home / "data" / "ledger.sqlite"
    open_gate().ledger.charge("t", UNIT, LIMIT, LOSS, "p")
    (home / "data" / "ledger.sqlite").rename(tmp_path / "other.sqlite")
    assert storage.ledger(tmp_path / "other.sqlite").charges()
    with pytest.raises(InputError, match="The ledger is gone"):
        open_gate()
    assert not ledger.exists()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM head",
        "DELETE FROM head; DELETE FROM place",
        "DELETE FROM place",
        "UPDATE head SET entries = 0",
        "UPDATE head SET digest = ''",
        "UPDATE head SET entries = -1",
        "UPDATE head SET entries = 'x'",
        "DROP TABLE head",
        "DROP TABLE place",
        "CREATE TABLE more (x)",
        "CREATE TRIGGER still BEFORE UPDATE ON head BEGIN SELECT raise(IGNORE); END",
        "PRAGMA user_version = 0",
    ],
)
def test_marks_that_were_emptied_or_changed_are_refused(sealed, home, change):
    open_gate()
    with closing(sqlite3.connect(home / "data" / "marks.sqlite")) as connection:
        connection.executescript(change)
    with pytest.raises(InputError, match="marks"):
        open_gate()


@pytest.mark.parametrize("change", ["DELETE FROM place", "UPDATE head SET entries = 0"])
def test_beside_changed_marks_no_ledger_begins_anew_in_the_place_of_one_that_was_deleted(sealed, home, change):
    open_gate().ledger.charge("t", UNIT, LIMIT, LOSS, "p")
    (home / "data" / "ledger.sqlite").unlink()
    with closing(sqlite3.connect(home / "data" / "marks.sqlite")) as connection, connection:
        connection.execute(change)
    with pytest.raises(Lost, match="marks"):
        open_gate()
    assert not (home / "data" / "ledger.sqlite").exists()


def test_a_key_that_signed_is_not_left_behind_by_a_fresh_start(home):
    storage.data_folder()
    (home / "data" / "signing.key").write_bytes(b"x")
    with pytest.raises(InputError, match=r"digest\.key is lost"):
        open_gate()


# ---- accounts


@pytest.fixture
def project(tmp_path):
    """A complete question about a private table of one's own, whose limit one release fills."""
    path = demonstrations.write("colour", tmp_path / "mine")
    plan = project_file.load(path)
    table = Path(plan.tables[0].path)
    table.write_text(table.read_text() + "Nell,Red\n")
    tables = (replace(plan.tables[0], role="private"),)
    privacy = replace(plan.privacy, epsilon="1", cap="1")
    project_file.save(replace(plan, tables=tables, privacy=privacy), path)
    return path


def run(capsys, *arguments):
    code = cli.main([str(each) for each in arguments])
    said = capsys.readouterr()
    return code, said.out + said.err


def afresh(project, folder, **changes) -> Path:
    """A copy of project and table, the table under a handle of its own."""
    folder.mkdir()
    plan = project_file.load(project)
    (before,) = plan.tables
    copy = folder / "copy.csv"
    copy.write_bytes(Path(before.path).read_bytes())
    path = folder / "copy.dpstudio"
    table = replace(before, handle=hashlib.sha256(folder.name.encode()).hexdigest()[:32], path=str(copy))
    project_file.save(replace(plan, tables=(table,), **changes), path)
    return path


def test_a_copy_of_a_private_table_continues_its_account(project, tmp_path, capsys):
    copy = afresh(project, tmp_path / "copy")
    assert run(capsys, "release", project, "--out", tmp_path / "a")[0] == 0
    code, said = run(capsys, "release", copy, "--out", tmp_path / "b")
    assert code == 3
    assert "nothing is left of the limit" in said
    assert json.loads(run(capsys, "plan", copy, "--json")[1])["spent"] == "1"
    assert len(Ledger(storage.ledger_file()).accounts()) == 1


def test_a_copy_that_changes_stays_in_the_account_that_it_continued(sealed, tmp_path):
    gate = open_gate()
    gate.ledger.charge("h", UNIT, LIMIT, LOSS, "p")
    copy = replace(sealed, handle="copy", path=str(tmp_path / "copy.csv"))
    Path(copy.path).write_text(TEXT)
    assert gate.decide(copy, nothing).account == "h"
    Path(copy.path).write_text(TEXT + "Nell,Tea\n")
    assert gate.decide(copy, nothing).account == "h"


def test_files_of_a_folder_continue_its_account_under_other_names_and_alone(tmp_path):
    from tests.core.test_sources import write_folder

    folder = write_folder(tmp_path)
    gate = open_gate()
    gate.decide(TablePlan("h", "t", "parquet_folder", str(folder), role="private"), nothing)
    gate.ledger.charge("h", UNIT, LIMIT, LOSS, "plan")
    other = tmp_path / "renamed"
    other.mkdir()
    for number, part in enumerate(sorted(folder.glob("*.parquet"), reverse=True)):
        (other / f"{number}.parquet").write_bytes(part.read_bytes())
    renamed = TablePlan("fresh", "t", "parquet_folder", str(other), role="private")
    alone = TablePlan("alone", "t", "parquet", str(other / "0.parquet"), role="private")
    assert [gate.decide(each, nothing).account for each in (renamed, alone)] == ["h", "h"]


def test_a_text_that_cannot_be_read_in_its_encoding_is_known_by_its_bytes(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_bytes(TEXT.encode("utf-16-be"))
    table = TablePlan("h", "t.csv", "text", str(path), role="private", header="yes", encoding="utf-16")
    open_gate().decide(table, nothing)
    assert refused(table)


def test_a_second_account_for_the_same_bytes_is_refused_at_the_charge(tmp_path):
    ledger = Ledger(tmp_path / "l.sqlite")
    for handle in ("a", "b"):
        ledger.sight(["bytes"], handle, private=True)
    ledger.sight(["others"], "c", private=True)
    ledger.charge("a", UNIT, LIMIT, LOSS, "p")
    with pytest.raises(Refusal, match="has an account already"):
        ledger.charge("b", UNIT, LIMIT, LOSS, "p")
    ledger.charge("c", UNIT, LIMIT, LOSS, "p")
    assert ledger.continued("b", ["bytes"]) == "a"
    assert ledger.continued("d", ["bytes", "more"]) == "a"
    assert ledger.continued("d", ["none"]) == "d"


def test_a_file_that_was_changed_and_is_known_goes_to_its_own_account(sealed, tmp_path):
    gate = open_gate()
    other = tmp_path / "other.csv"
    other.write_text("who,drink\nNobody,Tea\n")
    gate.decide(replace(sealed, handle="o", path=str(other)), nothing)
    for handle in ("h", "o"):
        gate.ledger.charge(handle, UNIT, LIMIT, LOSS, "p")
    Path(sealed.path).write_bytes(other.read_bytes())
    found = gate.decide(sealed, nothing)
    assert (found.account, found.changed) == ("o", False)
    with pytest.raises(Refusal, match="has changed"):
        gate.confirm(sealed, nothing)


def test_sheets_of_one_workbook_have_accounts_of_their_own(tmp_path):
    from tests.core.test_sources import write_sqlite

    gate = open_gate()
    people, other = (
        TablePlan(name, "t", "sqlite", str(write_sqlite(tmp_path)) if name == "a" else "", role="private", sheet=sheet)
        for name, sheet in (("a", 'a "quoted" table'), ("b", "other"))
    )
    other = replace(other, path=people.path)
    for each in (people, other):
        assert gate.decide(each, nothing).account == each.handle
        gate.ledger.charge(each.handle, UNIT, LIMIT, LOSS, "p")
    for each in (people, other):
        assert gate.decide(each, nothing).account == each.handle
        assert gate.decide(replace(each, handle="c"), nothing).account == each.handle
    undecided = gate.decide(replace(people, handle="c", sheet=""), nothing)
    assert (undecided.permit, undecided.account) == (None, "")
    assert set(undecided.sheets) == {'a "quoted" table', "other"}


# ---- a public number of people is compared once


def test_a_comparison_makes_unit_and_relation_permanent(tmp_path):
    ledger = Ledger(tmp_path / "l.sqlite")
    ledger.sight(["bytes"], "a", private=True)
    ledger.sight(["bytes"], "b", private=True)
    ledger.settle("a", UNIT)
    ledger.settle("a", UNIT)
    assert (ledger.settled("a"), ledger.settled("b"), ledger.account("a")) == (UNIT, None, None)
    with pytest.raises(Refusal, match="under another unit or relation"):
        ledger.charge("a", OTHER, LIMIT, LOSS, "p")
    with pytest.raises(Refusal, match="under another unit or relation"):
        ledger.settle("a", OTHER)
    with pytest.raises(Refusal, match="has an account already"):
        ledger.settle("b", OTHER)
    assert ledger.continued("b", ["bytes"]) == "a"
    ledger.charge("a", UNIT, LIMIT, LOSS, "p")
    with pytest.raises(Refusal, match="another unit"):
        ledger.settle("a", OTHER)


def test_after_free_guesses_of_the_number_of_people_no_other_relation_is_possible(tmp_path, capsys):
    path = demonstrations.write("survey", tmp_path / "s")
    plan = project_file.load(path)
    table = Path(plan.tables[0].path)
    table.write_text(table.read_text() + table.read_text().splitlines()[-1] + "\n")
    plan = replace(plan, tables=(replace(plan.tables[0], role="private"),))
    for guess in range(97, 101):
        project_file.save(replace(plan, survey=replace(plan.survey, people=str(guess))), path)
        code, said = run(capsys, "release", path, "--out", tmp_path / "r")
        assert code == 3
        assert "number of people" in said
    from dpstudio.core.plan import FigurePlan

    count = replace(
        plan, kind="measure", figures=(FigurePlan(),), privacy_unit=replace(plan.privacy_unit, relation="add_remove")
    )
    project_file.save(count, path)
    for verb in (("plan", path), ("release", path, "--out", tmp_path / "r")):
        code, said = run(capsys, *verb)
        assert code in (2, 3)
        assert "under another unit or relation" in said
    copy = afresh(path, tmp_path / "copy")
    assert "under another unit or relation" in run(capsys, "release", copy, "--out", tmp_path / "r")[1]
    assert Ledger(storage.ledger_file()).charges() == []


# ---- demonstrations


@pytest.mark.parametrize("times", [1, 50, 1000])
def test_tables_that_ship_are_known_by_their_contents_at_every_size(tmp_path, times):
    for name in demonstrations.names():
        written = name if times == 1 else f"{name}-{times}"
        plan = project_file.load(demonstrations.write(written, tmp_path / name))
        for table in plan.tables:
            found = shipped_as(table)
            assert found is not None
            assert found.times == (times if table.role == "sample" else 1)
            rows = len(Path(table.path).read_text("utf-8").splitlines()) - 1
            assert rows == found.people * found.times


def test_a_table_of_ones_own_counts_in_the_ledger_whatever_project_it_stands_in(tmp_path, home, capsys):
    project = demonstrations.write("colour", home / "data" / "demonstrations" / "colour-1")
    table = project_file.load(project).tables[0]
    assert run(capsys, "release", project, "--out", tmp_path / "a")[0] == 0
    assert not Ledger(storage.ledger_file()).charges()
    receipt = statement(tmp_path / "a" / "receipt.json")
    assert any("comes with dpstudio" in flag for flag in receipt["flags"])
    Path(table.path).write_text(Path(table.path).read_text() + "Nell,Red\n")
    assert run(capsys, "release", project, "--out", tmp_path / "b")[0] == 0
    assert len(Ledger(storage.ledger_file()).charges()) == 1
    flags = statement(tmp_path / "b" / "receipt.json")["flags"]
    assert not any("comes with dpstudio" in flag for flag in flags)


def test_a_table_of_ones_own_with_as_many_bytes_as_one_that_ships_is_ones_own(tmp_path):
    project = demonstrations.write("colour", tmp_path / "c")
    (table,) = project_file.load(project).tables
    text = Path(table.path).read_text()
    Path(table.path).write_text(text[:-2] + ("x" if text[-2] != "x" else "y") + "\n")
    assert not open_gate().decide(table, nothing).shipped


def test_a_shipped_table_leaves_no_mark_wherever_it_lies(tmp_path):
    project = demonstrations.write("colour", tmp_path / "c")
    (table,) = project_file.load(project).tables
    gate = open_gate()
    gate.seal(replace(table, role="private"))
    assert gate.decide(replace(table, role="private"), nothing).permit is None
    assert gate.decide(table, nothing).permit is not None
    assert not gate.ledger.used


def test_the_folder_that_was_named_for_ledger_and_key_is_told(project, tmp_path, capsys, monkeypatch):
    assert run(capsys, "release", project, "--out", tmp_path / "a")[0] == 0
    assert any("DPSTUDIO_HOME" in flag for flag in statement(tmp_path / "a/receipt.json")["flags"])
    assert storage.remarks()
    monkeypatch.delenv("DPSTUDIO_HOME")
    assert storage.remarks() == ()
