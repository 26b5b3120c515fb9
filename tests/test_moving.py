"""A ledger moves to another computer: never two that go on, never none, and nothing of it is forgotten.

Two computers are two data folders here; what lies in one is not known in the other.
"""

import hashlib
import io
import json
import shutil
import stat
import sys
from contextlib import nullcontext
from fractions import Fraction

import pytest

from dpstudio import api, cli
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.bookkeeping import moving
from dpstudio.workspace.computer import archive, storage
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.releasing import candidate_lists
from tests.own import private_apples
from tests.receipts import saying

PASSPHRASE = "seven geese on a grey lake"
UNIT, ONE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A passphrase costs less time here than elsewhere; the file says how much."""
    monkeypatch.setattr(archive, "WORK", 10)
    monkeypatch.setattr(archive, "LEAST_WORK", 10)


class Computers:
    """Commands on one computer or another."""

    def __init__(self, folder, monkeypatch, capsys):
        self._folder, self._patch, self._capsys = folder, monkeypatch, capsys

    def data(self, name):
        return self._folder / name / "data"

    def at(self, name, *arguments, typed=PASSPHRASE):
        self.sit(name, typed)
        code = cli.main([str(a) for a in arguments])
        said = self._capsys.readouterr()
        return code, said.out, said.err

    def sit(self, name, typed=PASSPHRASE):
        self._patch.setenv("DPSTUDIO_HOME", str(self._folder / name))
        self._patch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))

    def release(self, name, project, ledger=None):
        """As a release counts and marks, without its pages: whether it was charged."""
        self.sit(name)
        gate = open_gate(ledger)
        plan = opened(project, gate, rows=False).plan
        charged = gate.ledger.charge(plan.data_table.handle, UNIT, Limit(Fraction(10)), ONE, "p")
        gate.ledger.complete(charged.number, saying("{}"))

    def may_release(self, name, project, ledger=None):
        try:
            self.release(name, project, ledger)
        except Refusal as error:
            if "moved to another computer" in error.message:
                return False
            raise
        return True

    def spent(self, name):
        self.sit(name)
        return [account.spent for account in storage.ledger().accounts().values()]


@pytest.fixture
def computers(tmp_path, monkeypatch, capsys):
    return Computers(tmp_path, monkeypatch, capsys)


@pytest.fixture
def project(tmp_path):
    return private_apples(tmp_path / "apples")


@pytest.fixture
def used(computers, project):
    """On the old computer ε 1 of 10 is spent."""
    computers.release("old", project)
    return project


@pytest.fixture
def moved(computers, used, tmp_path):
    assert computers.at("old", "move", "--out", tmp_path / "ledger.moved")[0] == 0
    return tmp_path / "ledger.moved"


def test_it_goes_on_there_and_nothing_is_forgotten(computers, project, tmp_path):
    """Real releases: the old computer makes none any more and says what to do; its results can be had on both."""
    words = ("release", project, "--out")
    assert computers.at("old", *words, tmp_path / "first")[0] == 0
    assert computers.at("old", "move", "--out", tmp_path / "m")[0] == 0
    assert computers.at("new", "arrive", tmp_path / "m")[0] == 0
    assert computers.at("new", *words, tmp_path / "second")[0] == 0
    assert computers.spent("new") == [2]
    before, after = (json.loads(computers.at(each, "ledger", "--json")[1])["datasets"] for each in ("old", "new"))
    assert after[0]["charges"][0] == before[0]["charges"][0]
    code, said, err = computers.at("old", *words, tmp_path / "no")
    assert (code, said) == (3, "")
    assert "moved to another computer" in err and "dpstudio arrive FILE" in err and "dpstudio move --out FILE" in err
    assert not (tmp_path / "no" / "receipt.json").exists()
    code, _, err = computers.at("old", "key", "--new")
    assert (code, "moved to another computer" in err) == (3, True), "nothing is signed here any more"
    assert computers.at("new", "receipt", 1, "--out", tmp_path / "again")[0] == 0
    signers = [json.loads((tmp_path / name / "receipt.json").read_text("utf-8")) for name in ("first", "second")]
    assert signers[0]["statement"]["signer"] == signers[1]["statement"]["signer"] is not None
    assert (tmp_path / "again" / "receipt.csv").read_bytes() == (tmp_path / "first" / "receipt.csv").read_bytes()


def test_that_it_has_moved_is_one_refusal_with_remedies_of_the_line_whether_a_table_has_an_account_or_not(
    computers, used, moved, tmp_path
):
    """One that has none is turned down when it is read, and only noting an export fails beside a result."""
    bare = private_apples(tmp_path / "bare")
    told = json.loads(bare.read_text("utf-8"))
    (data,) = (table for table in told["plan"]["tables"] if table["role"] == "private")
    bare.write_text(bare.read_text("utf-8").replace(data["handle"], "5a" * 16), "utf-8")
    file = bare.parent / "apple-buyers.csv"
    file.write_text(file.read_text("utf-8") + "Max,1.00\n", "utf-8")
    for words in (
        ("release", used, "--out", tmp_path / "no"),
        ("release", bare, "--out", tmp_path / "no"),
        ("plan", bare),
    ):
        code, said, err = computers.at("old", *words)
        assert code == 3, (words, said, err)
        assert "dpstudio arrive FILE" in said + err
        assert "dpstudio move --out FILE" in said + err
        assert "(Ledger," not in said + err
    with pytest.raises(Refusal) as refused:
        api.open_project(bare)
    assert "dpstudio arrive FILE" in str(refused.value)
    assert "(Ledger," not in str(refused.value)


def test_a_table_that_has_moved_begins_no_account_in_another_ledger_here(computers, used, moved, tmp_path):
    for words in (("release", used, "--out", tmp_path / "no"), ("plan", used)):
        code, said, err = computers.at("old", *words, "--ledger", tmp_path / "new.sqlite")
        assert (code, "has moved to another computer" in said + err) == (3, True), err
    assert storage.ledger(tmp_path / "new.sqlite").accounts() == {}
    assert not (tmp_path / "no" / "receipt.json").exists()
    assert computers.at("elsewhere", "plan", used, "--ledger", tmp_path / "there.sqlite")[0] == 0
    other = private_apples(tmp_path / "other")
    buyers = other.parent / "apple-buyers.csv"
    buyers.write_text(buyers.read_text("utf-8") + "Max,1.00\n", "utf-8")
    told = json.loads(other.read_text("utf-8"))
    old = next(table["handle"] for table in told["plan"]["tables"] if table["role"] == "private")
    other.write_text(other.read_text("utf-8").replace(old, "5a" * 16), "utf-8")
    assert computers.at("old", "plan", other, "--ledger", tmp_path / "new.sqlite")[0] == 0, "another table's is its own"


def test_where_the_moved_ledger_was_deleted_no_other_one_is_used_either(computers, used, moved, tmp_path):
    """Deleted or not, its tables begin no second account; what is kept elsewhere is not touched."""
    other = ("--ledger", tmp_path / "other.sqlite")
    computers.sit("old")
    storage.ledger(other[1]).mark(["seen with another ledger"])
    for file in computers.data("old").glob("ledger.sqlite*"):
        file.unlink()
    for words in (("release", used, "--out", tmp_path / "no"), ("plan", used), ("ledger",), ("resume", moved)):
        code, said, err = computers.at("old", *words, *other)
        assert (code, "usual ledger is gone" in said + err) == (2, True), (words, err)
    assert storage.ledger(other[1]).accounts() == {}
    assert computers.at("elsewhere", "plan", used, "--ledger", tmp_path / "there.sqlite")[0] == 0


def test_what_was_private_is_private_there(computers, used, moved):
    used.write_text(used.read_text("utf-8").replace('"role": "private"', '"role": "sample"'), "utf-8")
    assert computers.at("other", "law", used)[0] == 0
    assert computers.at("new", "arrive", moved)[0] == 0
    code, _, err = computers.at("new", "law", used)
    assert (code, "has been private before" in err) == (3, True)


def test_what_was_private_with_another_ledger_is_private_there_too(computers, used, tmp_path):
    computers.sit("old")
    storage.private_marks().add(["seen with another ledger"])
    assert computers.at("old", "move", "--out", tmp_path / "m")[0] == 0
    assert computers.at("new", "arrive", tmp_path / "m")[0] == 0
    assert storage.private_marks().any(["seen with another ledger"])


def test_lists_of_candidates_that_receipts_name_move_too_and_those_that_were_changed_do_not(computers, used, tmp_path):
    computers.sit("old")
    for text in ('{"labels":["tëa"]}', '{"labels":["milk"]}'):
        candidate_lists.put(text.encode(), storage.ledger_file())
    (computers.data("old") / "candidates" / f"{hashlib.sha256(b'x').hexdigest()}.json").write_bytes(b"y")
    kept = candidate_lists.kept(storage.ledger_file())
    assert len(kept) == 2
    assert computers.at("old", "move", "--out", tmp_path / "m")[0] == 0
    for place in ((), ("--ledger", tmp_path / "there" / "own.sqlite")):
        name = f"new {len(place)}"
        assert computers.at(name, "arrive", tmp_path / "m", *place)[0] == 0
        assert candidate_lists.kept(place[1] if place else storage.ledger_file()) == kept


def test_the_old_ledger_is_read_and_not_written(computers, used, moved):
    for words in (("complete", 1, used), ("lower", used, "--to", 5), ("lower", "--table", 1, "--to", 5)):
        code, said, err = computers.at("old", *words)
        assert (code, said) == (3, ""), (words, err)
    assert not computers.may_release("old", used)
    assert computers.at("old", "ledger")[0] == 0
    assert computers.spent("old") == [1]


def test_the_same_file_can_be_written_again_and_arrives_once(computers, used, moved, tmp_path):
    moved.unlink()
    code, _, err = computers.at("old", "move", "--out", tmp_path / "second.moved", typed="another good passphrase")
    assert (code, err) == (0, "")
    assert computers.at("new", "arrive", tmp_path / "second.moved", typed="another good passphrase")[0] == 0
    code, _, err = computers.at("new", "arrive", tmp_path / "second.moved", typed="another good passphrase")
    assert (code, "has arrived here already" in err) == (3, True)
    assert computers.spent("new") == [1]


def test_no_file_that_is_there_is_written_over(computers, used, moved):
    before = moved.read_bytes()
    code, _, err = computers.at("old", "move", "--out", moved)
    assert (code, "is there already" in err) == (2, True)
    assert moved.read_bytes() == before
    assert [file.name for file in moved.parent.iterdir() if file.name.endswith(".new")] == []
    assert stat.S_IMODE(moved.stat().st_mode) == 0o600


@pytest.mark.parametrize("out", ["nowhere/ledger.moved", "."])
def test_where_no_file_can_be_written_the_ledger_stays_alive(computers, used, tmp_path, out):
    assert computers.at("old", "move", "--out", tmp_path / out)[0] == 2
    assert computers.at("old", "move", "--out", tmp_path / "x", typed="too short")[0] == 2
    assert computers.at("old", "move", "--out", tmp_path / "x", typed="")[0] == 2
    assert computers.may_release("old", used)


def test_a_ledger_that_nothing_stands_in_is_not_moved(computers, tmp_path):
    assert computers.at("old", "move", "--out", tmp_path / "ledger.moved")[0] == 3
    assert not (tmp_path / "ledger.moved").exists()


def test_where_a_ledger_is_in_use_none_arrives(computers, used, moved, tmp_path):
    """Whether it was released there, or only opened as private."""
    other = private_apples(tmp_path / "other")
    table = other.parent / "apple-buyers.csv"
    table.write_text(table.read_text("utf-8") + "Odo,2.00\n", "utf-8")
    computers.release("new", other)
    code, _, err = computers.at("new", "arrive", moved)
    assert (code, "in use here already" in err, "DPSTUDIO_HOME" in err) == (3, True, True)
    assert computers.spent("new") == [1]
    third = tmp_path / "third.sqlite"
    computers.release("third", other, third)
    code, _, err = computers.at("third", "arrive", moved)
    assert (code, "another digest.key" in err) == (3, True), "its marks would mean nothing under the key that comes"
    assert computers.at("third", "plan", other, "--ledger", third)[0] == 0


def test_one_in_which_nothing_stands_gives_way(computers, used, moved, tmp_path):
    assert computers.at("new", "ledger")[0] == 0
    assert not storage.ledger_file().exists(), "looking makes none"
    assert open_gate().ledger.accounts() == {}
    before = storage.ledger_file().read_bytes()
    assert computers.at("new", "arrive", moved)[0] == 0
    assert computers.spent("new") == [1]
    storage.ledger_file().write_bytes(before)
    assert computers.at("new", "ledger")[0] == 2, "the one before cannot be put back"
    shutil.copy(computers.data("new") / "ledger.sqlite", tmp_path / "copy.sqlite")
    assert computers.at("new", "ledger", "--ledger", tmp_path / "copy.sqlite")[0] == 2, "nor elsewhere"


def test_an_older_copy_put_back_after_the_move_is_refused(computers, used, tmp_path):
    data = computers.data("old")
    shutil.copy(data / "ledger.sqlite", tmp_path / "kept.sqlite")
    assert computers.at("old", "move", "--out", tmp_path / "ledger.moved")[0] == 0
    for file in data.glob("ledger.sqlite*"):
        file.unlink()
    shutil.copy(tmp_path / "kept.sqlite", data / "ledger.sqlite")
    for words in (("plan", used), ("ledger",), ("move", "--out", tmp_path / "again")):
        assert computers.at("old", *words)[0] == 2
    computers.sit("old")
    with pytest.raises(InputError, match="older"):
        storage.ledger()


def test_a_file_does_not_come_back_to_where_it_left_before_it_was_elsewhere(computers, used, moved, tmp_path):
    """Else what was released elsewhere meanwhile would be forgotten here."""
    for place in ((), ("--ledger", tmp_path / "beside.sqlite")):
        code, _, err = computers.at("old", "arrive", moved, *place)
        assert (code, "has not been anywhere else" in err) == (3, True)
    assert not computers.may_release("old", used)


def test_it_comes_back_with_what_was_spent_elsewhere(computers, used, moved, tmp_path):
    assert computers.at("new", "arrive", moved)[0] == 0
    assert computers.may_release("new", used)
    assert computers.at("new", "move", "--out", tmp_path / "back.moved")[0] == 0
    assert computers.at("old", "arrive", tmp_path / "back.moved")[0] == 0
    assert computers.may_release("old", used)
    assert computers.spent("old") == [3]
    assert computers.at("new", "arrive", moved)[0] == 3
    assert not computers.may_release("new", used)
    assert computers.at("old", "move", "--out", tmp_path / "there.moved")[0] == 0
    assert computers.at("new", "arrive", tmp_path / "there.moved")[0] == 0
    assert computers.spent("new") == [3]


def test_a_charge_that_was_not_drawn_is_completed_there(computers, used, tmp_path):
    computers.sit("old")
    ledger = storage.ledger()
    ((handle, account),) = ledger.accounts().items()
    (first,) = account.charges
    number = ledger.charge(handle, account.unit, account.limit, first.loss, first.plan).number
    assert computers.at("old", "move", "--out", tmp_path / "m")[0] == 0
    assert computers.at("new", "arrive", tmp_path / "m")[0] == 0
    for name, made in (("old", False), ("new", True)):
        computers.sit(name)
        with nullcontext() if made else pytest.raises(Refusal, match="moved to another computer"):
            storage.ledger().complete(number, saying("{}"))
    assert storage.ledger().entry(number).statement == "{}"


def test_another_ledger_moves_by_its_name(computers, project, tmp_path):
    own = ("--ledger", tmp_path / "own.sqlite")
    computers.release("old", project, own[1])
    assert computers.at("old", "move", "--out", tmp_path / "m", *own)[0] == 0
    assert computers.at("new", "arrive", tmp_path / "m", "--ledger", tmp_path / "new.sqlite")[0] == 0
    assert computers.may_release("new", project, tmp_path / "new.sqlite")
    assert not computers.may_release("old", project, own[1])


# ---- the file


def opening(data, passphrase=PASSPHRASE):
    return moving.Baggage.read(archive.opened(data, passphrase))


def test_the_passphrase_opens_it_however_its_letters_are_composed(moved):
    assert opening(moved.read_bytes()).contents.chain().state.moved
    data = archive.sealed(b"x", "caf\u00e9 au lait, twice")
    assert archive.opened(data, "cafe\u0301 au lait, twice") == b"x"


@pytest.mark.parametrize("typed", ["", "x", PASSPHRASE + " ", PASSPHRASE.upper(), PASSPHRASE[:-1], "\x00", "\udc80"])
def test_no_other_passphrase_does(computers, moved, typed):
    with pytest.raises(InputError, match="passphrase"):
        archive.opened(moved.read_bytes(), typed)
    if typed.isprintable():
        code, _, err = computers.at("new", "arrive", moved, typed=typed)
        assert (code, "passphrase" in err, computers.spent("new")) == (2, True, [])


def test_nothing_in_it_can_be_read_without(moved, computers):
    data = moved.read_bytes()
    for secret in (b"charge", b"digest", b"apples", (computers.data("old") / "digest.key").read_bytes()):
        assert secret not in data.replace(b"dpstudio ledger on its way\n", b"")
    assert archive.sealed(b"x", PASSPHRASE) != archive.sealed(b"x", PASSPHRASE)


def test_every_byte_of_its_head_and_bytes_of_its_every_region_matter(moved):
    data = moved.read_bytes()
    head = archive._HEADER
    places = [*range(head), *range(head, len(data), max(1, len(data) // 20)), len(data) - 1]
    for place in places:
        for bit in (0x01, 0x80):
            other = bytearray(data)
            other[place] ^= bit
            with pytest.raises(InputError):
                opening(bytes(other))
    for other in (b"", data[:10], data[:head], data[: head + 15], data[:-1], data + b"\0", data[1:], data + data):
        with pytest.raises(InputError):
            opening(other)


def test_a_file_that_asks_for_endless_work_is_refused_before_any(moved):
    data = bytearray(moved.read_bytes())
    settings = len(archive._MAGIC)
    for place, value in ((1, 40), (1, 63), (1, 255), (1, 0), (2, 255), (3, 255)):
        other = bytearray(data)
        other[settings + place] = value
        with pytest.raises(InputError, match="such settings"):
            archive.opened(bytes(other), PASSPHRASE)


def of(content):
    return archive.sealed(content, PASSPHRASE)


def altered(told, **changes):
    return json.dumps(told | changes).encode()


def test_what_a_stranger_puts_under_a_passphrase_is_no_ledger(computers, moved, tmp_path):
    """Who knows the passphrase can write anything: it is looked through before anything is changed."""
    told = json.loads(archive.opened(moved.read_bytes(), PASSPHRASE))
    entries = told["entries"]
    hostile = [
        b"", b"[]", b"{}", b"null", b"\xff", b"[" * 100_000, json.dumps(told["entries"]).encode(),
        json.dumps({key: value for key, value in told.items() if key != "marks"}).encode(),
        altered(told, more=1), altered(told, kind="x"), altered(told, marks=[1]), altered(told, marks="ab"),
        altered(told, heads=[["b", "1", "d"]]), altered(told, heads=[["b", 1]]), altered(told, digest_key="00"),
        altered(told, digest_key=7), altered(told, digest_key="zz" * 32), altered(told, statements=[[1]]),
        altered(told, signing_key="x"), altered(told, signing_key=7),
        altered(told, candidates="x"), altered(told, candidates=[7]), altered(told, candidates={"x": "y"}),
        altered(told, statements=[]), altered(told, statements=told["statements"] * 2),
        altered(told, entries=[]), altered(told, entries=entries[:-1]), altered(told, entries=entries[1:]),
        altered(told, entries=entries[::-1]), altered(told, entries=[*entries, entries[-1]]),
        altered(told, entries=[[*each[:3], "0" * 64] for each in entries]), altered(told, entries=[[None] * 4]),
        altered(told, entries=[[each[0], "charge", *each[2:]] for each in entries]),
    ]  # fmt: skip
    computers.sit("new")
    for place, content in enumerate(hostile):
        file = tmp_path / f"{place}.moved"
        file.write_bytes(of(content))
        with pytest.raises((InputError, Refusal)):
            moving.arrive_here(file, PASSPHRASE)
    code, said, err = computers.at("new", "arrive", file)
    assert (code, said, err.count("\n")) == (2, "", 1)
    assert computers.at("new", "arrive", moved)[0] == 0


def test_what_unpacks_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MOST", 10_000)
    with pytest.raises(InputError, match="too large"):
        archive.sealed(bytes(10_001), PASSPHRASE)
    data = archive.sealed(bytes(10_000), PASSPHRASE)
    assert archive.opened(data, PASSPHRASE) == bytes(10_000)
    monkeypatch.setattr(archive, "MOST", 9_999)
    with pytest.raises(InputError, match="cannot be read"):
        archive.opened(data, PASSPHRASE)


def test_a_passphrase_is_no_argument(computers, used, tmp_path):
    for words in (("move", "--out", tmp_path / "x", "--passphrase", PASSPHRASE), ("arrive", "x", PASSPHRASE)):
        assert computers.at("old", *words)[0] == 2
