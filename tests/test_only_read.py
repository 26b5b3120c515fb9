"""Who only looks changes nothing: no file is made where none was, and none in the place of one that is lost."""

import io
import itertools
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio import api, cli
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import Lost
from dpstudio.core.ledger import Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.bookkeeping import moving
from dpstudio.workspace.computer import archive
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from tests.own import private_apples
from tests.receipts import saying

PASSPHRASE = "seven geese on a grey lake"
UNIT, ONE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2))
KEPT = ("ledger.sqlite", "marks.sqlite", "digest.key")
READERS = {
    "verify": ("verify", "receipt.json"),
    "verify no file": ("verify", "none.json"),
    "ledger": ("ledger",),
    "ledger of demonstrations": ("ledger", "--demonstrations"),
    "another ledger": ("ledger", "--ledger", "other.sqlite"),
    "receipt": ("receipt", "1", "--out", "out"),
    "receipt of another ledger": ("receipt", "1", "--out", "out", "--ledger", "other.sqlite"),
    "complete": ("complete", "1"),
    "complete a project": ("complete", "1", "apples/apples.dpstudio"),
    "key": ("key",),
    "move": ("move", "--out", "ledger.moved"),
    "resume": ("resume", "receipt.json"),
    "arrive": ("arrive", "none.moved"),
}
BEGINNERS = {
    "plan": ("plan", "apples/apples.dpstudio"),
    "law": ("law", "apples/apples.dpstudio"),
    "simulate": ("simulate", "apples/apples.dpstudio", "-n", "3"),
    "release": ("release", "apples/apples.dpstudio", "--out", "out"),
    "lower": ("lower", "apples/apples.dpstudio", "--to", "1"),
    "lower by number": ("lower", "--table", "1", "--to", "1"),
    "a new key": ("key", "--new"),
    "a moved ledger": ("arrive", "elsewhere.moved"),
}
LOST = [lost for size in (1, 2) for lost in itertools.combinations(KEPT, size)]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with a private table's project and what looks like a receipt."""
    monkeypatch.setattr(archive, "WORK", 10)
    monkeypatch.setattr(archive, "LEAST_WORK", 10)
    monkeypatch.chdir(tmp_path)
    private_apples(tmp_path / "apples")
    (tmp_path / "receipt.json").write_text("{}")
    return tmp_path


def use():
    gate = open_gate()
    plan = opened(Path("apples/apples.dpstudio").absolute(), gate, rows=False).plan
    charged = gate.ledger.charge(plan.data_table.handle, UNIT, Limit(Fraction(10)), ONE, "p")
    gate.ledger.complete(charged.number, saying("{}"))


def said(words, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSPHRASE}\n"))
    return cli.main(list(words))


def files(home):
    """What lies in the data folder, but for the lock that whoever puts a ledger in its place holds."""
    found = [each for each in sorted((home / "data").rglob("*")) if each.is_file() and each.suffix != ".lock"]
    return {each.name: each.read_bytes() for each in found}


def test_where_nothing_has_been_begun_reading_begins_nothing(desk, home, monkeypatch):
    for words in READERS.values():
        said(words, monkeypatch)
        assert not files(home), words
    assert (api.accounts(), api.accounts(demonstrations=True)) == ({}, {})
    with pytest.raises(api.InputError, match="no entry 1"):
        api.complete(1, "apples/apples.dpstudio")
    with pytest.raises(api.InputError, match="no ledger other"):
        api.complete(1, "apples/apples.dpstudio", ledger="other.sqlite")
    assert not files(home)
    assert not (desk / "other.sqlite").exists()
    use()


@pytest.mark.parametrize("lost", LOST, ids=" and ".join)
def test_where_something_is_lost_nothing_is_made_in_its_place(desk, home, monkeypatch, lost, capsys):
    monkeypatch.setenv("DPSTUDIO_HOME", str(desk / "elsewhere"))
    use()
    moving.move(desk / "elsewhere.moved", PASSPHRASE)
    monkeypatch.setenv("DPSTUDIO_HOME", str(home))
    use()
    for name in lost:
        (home / "data" / name).unlink()
    before = files(home)
    for words in (READERS | BEGINNERS).values():
        code = said(words, monkeypatch)
        assert files(home) == before, words
        assert code == 0 or capsys.readouterr().err, words


def test_a_file_without_a_byte_where_no_ledger_ever_lay_is_none(desk, home):
    (home / "data").mkdir(parents=True)
    (home / "data" / "ledger.sqlite").touch()
    use()
    assert [account.spent for account in api.accounts().values()] == [1]


def test_a_ledger_that_has_lost_its_bytes_is_lost(desk, home):
    use()
    (home / "data" / "ledger.sqlite").write_bytes(b"")
    with pytest.raises(Lost):
        open_gate()
    assert (home / "data" / "ledger.sqlite").read_bytes() == b""
