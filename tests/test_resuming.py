"""A lost ledger goes on from signed receipts: nothing is forgotten that stands in one, and it is no way to reset."""

import functools
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import keyring
import pytest
import rfc8785
from keyring.backend import KeyringBackend

from dpstudio import cli
from dpstudio.core.apart import READERS
from dpstudio.core.errors import InputError, Lost, Refusal, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.ledger.contents import taken_out
from dpstudio.core.ledger.entries import Resumed
from dpstudio.core.ledger.file import File
from dpstudio.core.ledger.links import open_book
from dpstudio.core.ledger.resumption import begun, place
from dpstudio.core.release import plan_digest
from dpstudio.core.signing import aloud
from dpstudio.workspace.bookkeeping import moving, resuming
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from tests.judges.scripted import Scripted
from tests.killing import killed, lines_of, stopped
from tests.own import private_apples
from tests.verifying.receipts import OTHER, resigned

SMALL = Path(__file__).parents[1] / "docs" / "verify_receipt.py"
PASSPHRASE = "seven geese on a grey lake"


@functools.cache
def prepared() -> Path:
    """A data folder with two releases of ε 1 of a private table, made once; the project, and the receipts."""
    folder = Path(tempfile.mkdtemp(dir=READERS.room))
    before = os.environ.get("DPSTUDIO_HOME")
    os.environ["DPSTUDIO_HOME"] = str(folder / "home")
    try:
        project = private_apples(folder / "apples")
        for number in ("1", "2"):
            assert cli.main(["release", str(project), "--out", str(folder / number)], Scripted(seed=number)) == 0
    finally:
        os.environ["DPSTUDIO_HOME"] = before or ""
    return folder


@pytest.fixture(scope="module", autouse=True)
def swept():
    yield
    shutil.rmtree(prepared(), ignore_errors=True)
    prepared.cache_clear()


class World:
    """A computer with two releases, whose files can be lost."""

    def __init__(self, folder, capsys):
        shutil.copytree(prepared(), folder)
        self.folder, self._capsys = folder, capsys
        self.project = folder / "apples" / "apples.dpstudio"
        self.first, self.second = (folder / number / "receipt.json" for number in ("1", "2"))
        self.data = folder / "home" / "data"
        self.ledger, self.marks, self.key = (self.data / n for n in ("ledger.sqlite", "marks.sqlite", "digest.key"))

    def run(self, *words):
        code = cli.main([str(word) for word in words], Scripted(seed="run"))
        said = self._capsys.readouterr()
        return code, said.out, said.err

    def account_of(self, handle):
        return storage.ledger().accounts()[handle]

    def account(self):
        (found,) = storage.ledger().accounts().values()
        return found


@pytest.fixture
def world(tmp_path, monkeypatch, capsys):
    world = World(tmp_path / "world", capsys)
    monkeypatch.setenv("DPSTUDIO_HOME", str(world.folder / "home"))
    capsys.readouterr()
    return world


def lose_ledger(world):
    world.ledger.unlink()


def lose_bytes(world):
    content = world.ledger.read_bytes()
    world.ledger.write_bytes(content[: len(content) // 2] + bytes(len(content) - len(content) // 2))


def lose_all_bytes(world):
    world.ledger.write_bytes(b"")


def lose_key(world):
    world.key.unlink()


def lose_half_of_key(world):
    world.key.write_bytes(world.key.read_bytes()[:16])


def lose_marks(world):
    world.marks.unlink()


def damage_marks(world):
    world.marks.write_bytes(b"no marks, only words " * 400)


def empty_marks(world):
    world.marks.write_bytes(b"")


def lose_ledger_and_key(world):
    world.ledger.unlink()
    world.key.unlink()


def lose_folder(world):
    shutil.rmtree(world.data)


LOSSES = (
    lose_ledger, lose_bytes, lose_all_bytes, lose_key, lose_half_of_key, lose_marks, damage_marks, empty_marks,
    lose_ledger_and_key,
)  # fmt: skip


@pytest.mark.parametrize("lose", [*LOSSES, lose_folder], ids=lambda lose: lose.__name__)
def test_whatever_is_lost_the_account_goes_on_and_every_later_receipt_says_so(world, lose):
    lose(world)
    if lose is not lose_folder:
        code, _, err = world.run("ledger")
        assert (code, "dpstudio resume RECEIPT" in err, "backup" in err) == (2, True, True), err
    code, said, err = world.run("resume", world.first, world.second, *named(world, lose))
    assert (code, err) == (0, "")
    assert "goes on from 2 signed receipts" in said
    assert (world.account().spent, world.account().limit.epsilon) == (2, 10)
    gate = open_gate()
    assert any("up to number 2: of each table the largest total" in remark for remark in gate.ledger.remarks)
    anew = any("key by which tables are known again was lost" in remark for remark in gate.ledger.remarks)
    assert anew == (lose in (lose_key, lose_half_of_key, lose_ledger_and_key, lose_folder))
    (handle,) = gate.ledger.accounts()
    assert gate.ledger.charge(handle, *fixed(world)).number == 3
    code, _, err = world.run("resume", world.second)
    assert (code, "Nothing is lost" in err) == (3, True)


def named(world, lose):
    """With the data folder the signing key is gone too, and nothing here knows the one of the receipts."""
    return ("--signed-by", key_of(world.second)) if lose is lose_folder else ()


def key_of(receipt):
    return json.loads(receipt.read_text("utf-8"))["statement"]["signer"]["fingerprint"]


def fixed(world):
    return fixed_of(world, *storage.ledger().accounts())


def fixed_of(world, handle):
    account = world.account_of(handle)
    loss = account.carried or account.charges[0].loss
    return account.unit, account.limit, replace(loss, epsilon=Fraction(1), rho=Fraction(1, 2)), "p"


def test_a_real_release_afterwards_is_chained_to_the_newest_receipt_and_flagged(world):
    lose_ledger_and_key(world)
    assert world.run("resume", world.second)[0] == 0
    out = world.folder / "3"
    code, _, err = world.run("release", world.project, "--out", out)
    assert (code, err) == (0, "")
    told = json.loads((out / "receipt.json").read_text("utf-8"))["statement"]
    assert (told["accounting"]["ledger_counter"], told["accounting"]["total"]) == (3, "3")
    assert [flag for flag in told["flags"] if "goes on from 1 signed receipt and" in flag]
    code, said, _ = world.run("verify", world.first, world.second, out / "receipt.json")
    assert (code, "follow one another without a gap" in said) == (0, True), said
    world.project.write_text(world.project.read_text("utf-8").replace('"role": "private"', '"role": "sample"'), "utf-8")
    assert world.run("law", world.project)[0] == 3, "it stays private"


def asked_as_sample(world, text, name="apple-buyers.csv"):
    """A project that asks for the rows of the private table under a new handle; the file lies where it was."""
    told = json.loads(world.project.read_text("utf-8"))
    (table,) = [each for each in told["plan"]["tables"] if each["role"] == "private"]
    table["role"], table["handle"] = "sample", f"{len(name):02x}" * 16
    project = world.project.with_name("sample.dpstudio")
    project.write_text(json.dumps(told).replace("apple-buyers.csv", name), "utf-8")
    (world.project.parent / name).write_text(text, "utf-8")
    return project


@pytest.mark.parametrize(
    "lose", [lose_key, lose_half_of_key, lose_ledger_and_key, lose_folder], ids=lambda e: e.__name__
)
def test_without_the_old_key_nothing_is_shown_but_what_is_let_go_whichever_ledger_is_named(world, lose):
    buyers = (world.project.parent / "apple-buyers.csv").read_text("utf-8")
    lose(world)
    assert world.run("resume", world.second, *named(world, lose))[0] == 0
    for text in (buyers, buyers + "Max,1.00\n"):
        project = asked_as_sample(world, text)
        for words in ([], ["--ledger", world.folder / f"{len(text)}.sqlite"]):
            code, said, err = world.run("law", project, *words)
            assert (code, said, "Inspect" in err) == (3, "", True), err
    gate = open_gate()
    (table,) = [each for each in opened(project, gate, rows=False).plan.tables if each.role == "sample"]
    gate.let_go(table, "", lambda _: None)
    assert world.run("law", project)[0] == 0


@pytest.mark.parametrize("lose", [lose_ledger, lose_all_bytes, lose_marks], ids=lambda e: e.__name__)
def test_with_the_old_key_other_tables_are_shown_as_before(world, lose):
    buyers = (world.project.parent / "apple-buyers.csv").read_text("utf-8")
    key = world.key.read_bytes()
    lose(world)
    assert world.run("resume", world.second)[0] == 0
    assert world.key.read_bytes() == key
    assert world.run("law", asked_as_sample(world, buyers))[0] == 3
    assert world.run("law", asked_as_sample(world, buyers + "Max,1.00\n", "another.csv"))[0] == 0


def test_the_largest_counter_and_total_win_in_any_order_and_what_is_left_counts_too(world):
    lose_ledger(world)
    assert world.run("resume", world.second, world.first, world.second)[0] == 0
    assert world.account().spent == 2


def test_results_that_can_still_be_read_stay_and_what_stands_beyond_the_receipts_counts(world):
    lose_key(world)
    before = storage.kept_key()
    assert before is None
    assert world.run("resume", world.first)[0] == 0
    assert world.account().spent == 2
    assert [charge.statement is not None for charge in world.account().charges] == [True, True]
    assert world.run("receipt", 2, "--out", world.folder / "again")[0] == 0


def test_an_older_copy_is_raised_to_the_receipts_and_neither_book_can_be_put_back(world):
    newest = world.ledger.read_bytes()
    ledger = storage.ledger()
    (handle,) = ledger.accounts()
    ledger.charge(handle, *fixed(world))
    world.ledger.write_bytes(newest)
    with pytest.raises(Lost, match="older"):
        storage.ledger()
    assert world.run("resume", world.second)[0] == 0
    assert world.account().spent == 2
    resumed = world.ledger.read_bytes()
    world.ledger.write_bytes(newest)
    with pytest.raises(Lost):
        storage.ledger()
    (world.data / "beside.sqlite").write_bytes(newest)
    with pytest.raises(Lost):
        storage.ledger(world.data / "beside.sqlite")
    world.ledger.write_bytes(resumed)
    assert world.account().spent == 2


def test_a_ledger_that_works_is_left_alone(world):
    before = world.ledger.read_bytes()
    code, _, err = world.run("resume", world.first)
    assert (code, "Nothing is lost" in err, world.ledger.read_bytes() == before) == (3, True, True)
    moving.move(world.folder / "m", PASSPHRASE)
    assert world.run("resume", world.first)[0] == 3
    lose_key(world)
    code, _, err = world.run("resume", world.first)
    assert (code, "moved to another computer" in err) == (3, True)


@pytest.mark.parametrize("kind", ["opened", "key", "sighted", "account", "charge", "lowered", "result"])
@pytest.mark.parametrize("column", ["salt", "body"])
def test_of_a_ledger_that_is_damaged_somewhere_everything_else_counts(world, kind, column):
    ledger = storage.ledger()
    (handle,) = ledger.accounts()
    for each in (handle, "other"):
        ledger.charge(each, *fixed_of(world, handle))
    ledger.lower(handle, replace(world.account_of(handle).limit, epsilon=Fraction(4)))
    with closing(sqlite3.connect(world.ledger)) as connection, connection:
        change = f"UPDATE entry SET {column} = 'x' WHERE position = (SELECT min(position) FROM entry WHERE kind = ?)"
        assert connection.execute(change, (kind,)).rowcount == 1
    code, _, err = world.run("resume", world.first)
    assert (code, err) == (0, "")
    assert world.account_of(handle).spent == 3
    lost = (kind, column) == ("lowered", "body")
    assert world.account_of(handle).limit.epsilon == (10 if lost else 4)
    assert world.account_of("other").spent == 1
    gate = open_gate()
    project = asked_as_sample(world, (world.project.parent / "apple-buyers.csv").read_text("utf-8"))
    assert world.run("law", project)[0] == 3
    assert gate.ledger.charge("other", *fixed_of(world, "other")).number == 5


@pytest.mark.parametrize("lost", ["a byte", "another byte", "the key"])
def test_a_charge_that_never_had_a_result_is_counted_as_forfeited_afterwards(world, lost):
    ledger = storage.ledger()
    (handle,) = ledger.accounts()
    ledger.charge(handle, *fixed(world))
    kind = {"a byte": "key", "another byte": "result"}.get(lost)
    if kind is None:
        lose_key(world)
    else:
        with closing(sqlite3.connect(world.ledger)) as connection, connection:
            change = "UPDATE entry SET body = 'x' WHERE position = (SELECT min(position) FROM entry WHERE kind = ?)"
            assert connection.execute(change, (kind,)).rowcount == 1
    assert world.run("resume", world.first)[0] == 0
    assert world.account().spent == 3
    [account] = storage.ledger().accounts().values()
    told = account.forfeited + sum(charge.statement is None for charge in account.charges)
    assert told == 1
    if kind is not None:
        world.ledger.unlink()
        assert world.run("resume", world.first)[0] == 0  # what was set aside tells of it still
        assert [each.forfeited for each in storage.ledger().accounts().values()] == [1]


def test_without_any_readable_entry_the_results_count(world):
    with closing(sqlite3.connect(world.ledger)) as connection, connection:
        connection.execute("DELETE FROM entry")
    assert world.run("resume", world.first)[0] == 0
    assert world.account().spent == 2


def altered(path, change):
    told = json.loads(path.read_text("utf-8"))
    change(told)
    path.write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True), "utf-8")


def less(told):
    told["statement"]["accounting"]["total"] = "1"


def unsigned(told):
    told["envelope"], told["renderings"], told["statement"]["signer"] = None, None, None


def half(told):
    told["envelope"]["signatures"][0]["sig"] = told["envelope"]["signatures"][0]["sig"][::-1]


@pytest.mark.parametrize("change", [less, unsigned, half], ids=lambda change: change.__name__)
def test_altered_and_unsigned_receipts_give_nothing(world, change):
    lose_ledger(world)
    altered(world.second, change)
    code, said, err = world.run("resume", world.first, world.second)
    assert (code, said, err.count("\n")) == (3, "", 1)
    assert not world.ledger.exists()
    with pytest.raises(Lost):
        storage.ledger()


MISSHAPEN = [
    ("dataset", ""),
    ("dataset", "h"),
    ("dataset", "a\nb"),
    ("ledger_counter", str(2**53)),
    ("ledger_counter", 0),
]


@pytest.mark.parametrize(("name", "value"), MISSHAPEN)
def test_a_handle_or_number_that_dpstudio_never_gives_is_refused_before_anything_is_begun(world, name, value):
    """Though whoever signed it anew is said to be the ledger's own."""
    lose_ledger(world)
    statement = json.loads(world.first.read_bytes())["statement"]
    statement["accounting"][name] = value
    world.first.write_bytes(resigned(statement))
    before = {path: path.read_bytes() for path in world.data.iterdir() if path.is_file()}
    code, said, err = world.run("resume", world.first, "--signed-by", OTHER.fingerprint)
    assert (code, said, f"“accounting.{name}” is not written as it must be." in err) == (3, "", True)
    assert {path: path.read_bytes() for path in world.data.iterdir() if path.is_file()} == before


def test_what_is_no_receipt_gives_nothing(world):
    lose_ledger(world)
    for content in (b"", b"{}", b"x"):
        world.second.write_bytes(content)
        code, _, err = world.run("resume", world.first, world.second)
        assert (code, "2/receipt.json" in err, "1/receipt.json" in err) == (2, True, False)
    assert world.run("resume", world.folder / "nowhere")[0] == 2
    assert world.run("resume")[0] == 2
    assert not world.ledger.exists()


def signed_anew(path, change):
    """The receipt with another content, signed by another key, consistent in itself; no file beside it is of it."""
    from dpstudio.core.receipt.document import read_document, signed, signing_key
    from dpstudio.core.signing import Signer

    other = Signer(bytes(range(32)))
    receipt = change(read_document(path.read_bytes()).receipt)
    path.write_bytes(signed(replaced(receipt, signer=signing_key(other)), other).content)
    for other_file in set(path.parent.iterdir()) - {path}:
        other_file.unlink()


def replaced(receipt, **changes):
    return replace(receipt, **changes)


class Forgetful(KeyringBackend):
    """A keyring that answers, and keeps nothing."""

    priority = 1

    def get_password(self, service, username):
        return None

    def set_password(self, service, username, password):
        pass

    def delete_password(self, service, username):
        pass


@pytest.fixture
def forgetful():
    before = keyring.get_keyring()
    keyring.set_keyring(Forgetful())
    yield
    keyring.set_keyring(before)


def test_receipts_of_keys_that_nothing_here_knows_are_taken_once_a_person_has_named_them(world):
    """Alone, beside those of this computer's key, and where no key is kept here at all."""
    signed_anew(world.second, lambda receipt: receipt)
    lose_ledger(world)
    own, other = key_of(world.first), key_of(world.second)
    assert own != other
    for files in ([world.second], [world.first, world.second]):
        code, said, err = world.run("resume", *files)
        assert (code, said, f"--signed-by {other}" in err, own in err) == (3, "", True, False), err
        assert aloud(other) in err
    (world.data / "signing.key").unlink()
    code, _, err = world.run("resume", world.first, world.second, "--signed-by", own)
    assert (code, f"--signed-by {other}" in err) == (3, True), err
    assert not world.ledger.exists()
    assert world.run("resume", world.first, world.second, "--signed-by", other, "--signed-by", own)[0] == 0
    assert world.account().spent == 2


@pytest.mark.parametrize("change", ["a new key is made", "the keyring has lost it"])
def test_after_a_change_of_key_receipts_of_both_keys_begin_a_ledger(world, change, forgetful):
    """The new key's receipt follows one of the old key, and so vouches for that."""
    if change == "a new key is made":
        assert world.run("key", "--new")[0] == 0
    else:
        key = world.data / "signing.key"
        key.write_bytes(rfc8785.dumps({**json.loads(key.read_bytes()), "private_key": None}))
    code, _, err = world.run("release", world.project, "--out", world.folder / "3")
    third = world.folder / "3" / "receipt.json"
    assert (code, key_of(third) != key_of(world.second)) == (0, True), err
    assert aloud(key_of(third)) in err and aloud(key_of(world.second)) in err, "it is told where the result is"
    lose_ledger(world)
    code, _, err = world.run("resume", world.first, third)
    assert (code, f"--signed-by {key_of(world.first)}" in err) == (3, True), "without the one between nothing ties them"
    assert world.run("resume", world.first, world.second, third)[0] == 0
    assert world.account().spent == 3
    code, _, err = world.run("release", world.project, "--out", world.folder / "4")
    assert (code, err) == (0, ""), "the key is the same as before"
    receipts = [world.first, world.second, third, world.folder / "4" / "receipt.json"]
    assert world.run("verify", *receipts)[0] == 0


def test_keys_that_a_ledger_names_whose_chain_is_whole_need_no_confirmation(world):
    assert world.run("key", "--new")[0] == 0
    lose_marks(world)
    assert world.run("resume", world.second)[0] == 0


def test_a_release_that_was_completed_later_and_a_limit_lowered_before_that_are_honest(world):
    """The smaller number has the larger total and the lower limit; what comes next follows the one stored last."""
    ledger, question = storage.ledger(), opened(world.project, open_gate(), rows=True).question
    interrupted = ledger.charge(question.handle, *fixed(world)[:3], plan_digest(question)).number
    for number in ("4", "5"):
        assert world.run("release", world.project, "--out", world.folder / number)[0] == 0
    assert world.run("lower", world.project, "--to", 6)[0] == 0
    world.project.write_text(world.project.read_text("utf-8").replace('"cap": "10"', '"cap": "6"'), "utf-8")
    assert world.run("complete", interrupted, world.project, "--out", world.folder / "3")[0] == 0
    third, fourth, fifth = (world.folder / number / "receipt.json" for number in ("3", "4", "5"))
    lose_ledger(world)
    assert world.run("resume", third, fourth)[0] == 0
    assert (world.account().spent, world.account().limit.epsilon) == (5, 6)
    assert any("up to number 4: of each table the largest total" in remark for remark in open_gate().ledger.remarks)
    code, _, err = world.run("release", world.project, "--out", world.folder / "6")
    assert (code, err) == (0, "")
    last = world.folder / "6" / "receipt.json"
    assert follows(last) == hashlib.sha256(statement_of(third)).hexdigest()
    code, said, _ = world.run("verify", third, fourth, fifth)
    assert (code, "follow one another without a gap" in said) == (0, True), said
    words = [sys.executable, str(SMALL), *map(str, (third, fourth, fifth))]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, "✗" in done.stdout) == (0, False), done.stdout


def statement_of(receipt):
    return rfc8785.dumps(json.loads(receipt.read_text("utf-8"))["statement"])


def follows(receipt):
    return json.loads(receipt.read_text("utf-8"))["statement"]["previous_receipt"]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [("ledger_counter", 1, "number 1|same counter"), ("total", 1, "total"), ("cap", 11, "higher limit")],
)
def test_receipts_that_contradict_one_another_give_nothing(world, field, value, told):
    wanted = value if field == "ledger_counter" else Fraction(value)

    def change(receipt):
        return replaced(receipt, accounting=replaced(receipt.accounting, **{field: wanted}))

    lose_ledger_and_key(world)
    signed_anew(world.first, lambda receipt: receipt)
    signed_anew(world.second, change)
    with pytest.raises(Refusal, match=told):
        resuming.resume_here([world.first, world.second], signed_by=[key_of(world.first)])
    assert not world.ledger.exists()


def moments(last, many):
    return [1 + place * (last - 1) // (many - 1) for place in range(many)]


def killings(world, monkeypatch, lose, many):
    """Killed again and again while it begins: before, or with all that is known; the same once more finishes it."""
    receipts, kills = resuming.verified([world.second]), 0
    home, place = world.folder / "home", world.folder.parent

    def sit(name):
        monkeypatch.setenv("DPSTUDIO_HOME", str(shutil.copytree(home, place / name)))
        return place / name

    lose(world)
    sit("counted")
    for moment in moments(lines_of(lambda: resuming.begin(receipts)), many):
        here = sit(str(moment))
        kills += killed(lambda: resuming.begin(receipts), moment)
        with suppress(StudioError):
            assert [account.spent for account in open_gate().ledger.accounts().values()] == [2]
            assert any("signed receipt" in remark for remark in storage.ledger().remarks)
        with suppress(Refusal):
            resuming.resume_here([world.second])
        gate = open_gate()
        (handle,) = gate.ledger.accounts()
        assert gate.ledger.account(handle).spent == 2
        assert any("signed receipt" in remark for remark in gate.ledger.remarks)
        assert gate.ledger.charge(handle, *fixed(world)).number == 3
        shutil.rmtree(here)
    return kills


def break_off(world):
    """What a start from receipts leaves that ends before its first entry is written."""
    marks = storage.private_marks(world.ledger)
    marks.replace(marks.at(world.ledger) or "", "f" * 32, world.ledger)
    world.ledger.unlink(missing_ok=True)
    File(world.ledger, 30.0).make_where_absent(open_book)


def test_a_start_that_was_broken_off_and_is_repeated_does_not_say_that_the_key_was_lost(world):
    key = world.key.read_bytes()
    lose_ledger(world)
    break_off(world)
    assert world.run("resume", world.second)[0] == 0
    assert world.key.read_bytes() == key
    assert not any("the key by which" in remark for remark in storage.ledger().remarks)


def test_a_key_that_was_lost_stays_so_where_the_start_was_broken_off_and_is_repeated(world):
    lose_ledger_and_key(world)
    lose_marks(world)
    resuming.resume_here([world.second], signed_by=[key_of(world.second)])
    break_off(world)
    resuming.resume_here([world.second])
    assert any("the key by which" in remark for remark in storage.ledger().remarks)


@pytest.mark.parametrize("lose", [lose_ledger, lose_bytes, lose_key, lose_marks], ids=lambda lose: lose.__name__)
def test_killed_at_some_moments_while_it_begins_it_is_finished_by_the_same_once_more(world, monkeypatch, lose):
    assert killings(world, monkeypatch, lose, 5) >= 4


@pytest.mark.long
@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_killed_at_many_moments_while_it_begins(world, monkeypatch, lose):
    assert killings(world, monkeypatch, lose, 60) >= 55


def test_a_start_that_was_slower_than_another_leaves_the_ledger_of_that_one_alone(world):
    """Both saw that it was lost; checking receipts takes long."""
    lose_ledger(world)
    receipts = resuming.verified([world.first])
    assert world.run("resume", world.first, world.second)[0] == 0
    before = world.account()
    with pytest.raises(Refusal, match="Nothing is lost"):
        resuming.begin(receipts)
    assert world.account() == before


def spent_here():
    return [account.spent for account in open_gate().ledger.accounts().values()]


def races(world, monkeypatch, lose, many):
    """One start waits at a line, another one and a charge come between, the first goes on: nothing is forgotten."""
    slower, faster = resuming.verified([world.first]), resuming.verified([world.first, world.second])
    home, place, met = world.folder / "home", world.folder.parent, []
    lose(world)

    def sit(name):
        monkeypatch.setenv("DPSTUDIO_HOME", str(shutil.copytree(home, place / name)))
        return place / name

    sit("counted")
    lines, alone = lines_of(lambda: resuming.begin(slower)), spent_here()
    for moment in moments(lines, many):
        here = sit(str(moment))
        with stopped(lambda: resuming.begin(slower), moment) as goes_on:
            before, first = shutil.copytree(here, place / f"{moment}.before"), False
            with suppress(InputError, Refusal):
                gate = resuming.begin(faster)
                (handle,) = gate.ledger.accounts()
                gate.ledger.charge(handle, *fixed(world))
                first = True
            if not first:
                assert files_of(here) == files_of(before), "who comes between changes nothing, or all"
            done = goes_on()
        assert done != first
        assert spent_here() == ([3] if first else alone)
        met.append(first)
        shutil.rmtree(here)
    return met


def files_of(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("lose", [lose_ledger, lose_bytes], ids=lambda lose: lose.__name__)
def test_of_two_starts_at_once_one_is_refused_wherever_the_other_waits(world, monkeypatch, lose):
    assert races(world, monkeypatch, lose, 3) == [True, False, False]


@pytest.mark.long
@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_of_two_starts_at_once_one_is_refused_at_many_lines(world, monkeypatch, lose):
    assert {*races(world, monkeypatch, lose, 40)} == {True, False}


@pytest.mark.parametrize("seen", ["an empty ledger", "no ledger"])
def test_what_is_charged_after_a_ledger_was_looked_at_is_not_replaced(world, seen):
    """An empty ledger may be one that another program has just begun: what that writes meanwhile stands."""
    account, loss, plan = world.account(), fixed(world)[2], "p"
    ledger, noted = Ledger(world.folder / "l"), []
    left = taken_out_of(ledger.path) if seen == "an empty ledger" else None
    contents = begun([], Resumed(7, "", "", 1, anew=False), [], "b" * 32)
    ledger.charge("t", account.unit, account.limit, loss, plan)
    with pytest.raises(Refusal, match="another program has written"):
        place(ledger.path, contents, left, lambda: noted.append("b"))
    assert (noted, ledger.account("t").spent) == ([], 1)
    place(ledger.path, contents, taken_out_of(ledger.path), lambda: noted.append("b"))
    assert (noted, Ledger(ledger.path).head.book) == (["b"], "b" * 32)


def taken_out_of(path):
    with File(path, 1).connected() as connection:
        return taken_out(connection)
