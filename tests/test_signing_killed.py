"""Killed at any step of making or changing the key, of a signed release, of bringing an old ledger up to date."""

import datetime
import json
import shutil
from fractions import Fraction
from pathlib import Path

import keyring
import numpy as np
import pytest
from keyring.backend import KeyringBackend

from dpstudio.core.candidates import parse_grid
from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.receipt.document import digest, read_document
from dpstudio.core.release import perform
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Sealed
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.workspace.computer import signing_key, storage
from tests.killing import killed, lines_of
from tests.questions import choice
from tests.receipts import saying

OLD = Path(__file__).parent / "fixtures" / "release_0_1" / "ledger.sqlite"
COLUMN = Column("x", Kind.INTEGER)
ASKED = choice(
    Median(COLUMN), parse_grid("1", "9", "1"), PrivacyUnit(Relation.ADD_REMOVE),
    handle="t", epsilon=Fraction(1, 100), cap=Fraction(10),
)  # fmt: skip
FEW, MANY = 10, 60
KILLS = [pytest.param(FEW, id="a few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]


class Drawer(KeyringBackend):
    """A keyring that outlives the process: a file for each secret."""

    priority = 1

    def __init__(self, folder: Path):
        super().__init__()
        self.folder = folder
        folder.mkdir()

    def get_password(self, service, username):
        file = self.folder / username
        return file.read_text() if file.exists() else None

    def set_password(self, service, username, password):
        (self.folder / username).write_text(password)

    def delete_password(self, service, username):
        (self.folder / username).unlink()


@pytest.fixture(params=["keyring", "file"])
def keeper(request, tmp_path):
    before = keyring.get_keyring()
    if request.param == "keyring":
        keyring.set_keyring(Drawer(tmp_path / "drawer"))
    yield request.param
    keyring.set_keyring(before)


def moments(work, kills: int) -> list[int]:
    """Lines of the work, evenly apart, the first and the last among them."""
    most = lines_of(work)
    return sorted({1 + (most - 1) * step // (kills - 1) for step in range(kills)})


def key_file() -> Path:
    return storage.data_folder() / "signing.key"


@pytest.mark.parametrize("kills", KILLS)
def test_a_key_that_was_being_made_is_there_or_is_made_afterwards(kills, keeper):
    places = moments(signing_key.signer, kills)
    for last in places:
        key_file().unlink()
        assert killed(signing_key.signer, last)
        there = signing_key.public_key()
        made = signing_key.signer()
        assert there is None or there.public == made.public
        assert signing_key.signer().public == made.public
        assert (json.loads(key_file().read_bytes())["private_key"] is None) == (keeper == "keyring")


@pytest.mark.parametrize("kills", KILLS)
def test_a_key_that_was_being_changed_is_the_old_one_or_the_new_one(kills, keeper):
    signing_key.signer()
    for last in moments(signing_key.rotate, kills):
        before = signing_key.signer()
        assert killed(signing_key.rotate, last)
        kept = signing_key.public_key()
        assert signing_key.signer().public == kept.public
        assert signing_key.rotate().public not in (before.public, kept.public)


def release(pending: int | None = None) -> None:
    scores = Sealed(Scores(np.arange(9), Fraction(1)), ASKED.source)
    perform(ASKED, scores, storage.ledger(), Entropy(), datetime.date(2026, 1, 1), pending, signer=signing_key.signer())


@pytest.mark.parametrize("kills", KILLS)
def test_a_signed_release_that_was_killed_is_completed_and_all_stand_in_one_line(kills):
    release()
    for last in moments(release, kills):
        assert killed(release, last)
        for charge in storage.ledger().charges():
            if charge.statement is None:
                release(charge.number)
    documents = [read_document(charge.statement) for charge in storage.ledger().charges()]
    assert len(documents) >= 2
    public = signing_key.signer().public
    assert all(each.envelope.is_signed_by(public) for each in documents)
    before = {each.receipt.previous_receipt for each in documents}
    assert len(before) == len(documents)
    assert len(before - {None} - {digest(each.receipt) for each in documents}) == 0


@pytest.mark.parametrize("kills", KILLS)
def test_a_ledger_that_was_being_brought_up_to_date_loses_nothing_and_goes_on(kills, tmp_path):
    def fresh(name: str) -> Path:
        (tmp_path / name).mkdir()
        return Path(shutil.copy(OLD, tmp_path / name / "ledger.sqlite"))

    whole = [charge for _, account in sorted(Ledger(fresh("whole")).accounts().items()) for charge in account.charges]
    assert whole
    counted = fresh("counted")
    for last in moments(lambda: Ledger(counted), kills):
        path = fresh(str(last))
        assert killed(lambda path=path: Ledger(path), last)
        after = Ledger(path)
        assert [charge for _, account in sorted(after.accounts().items()) for charge in account.charges] == whole
        number = after.charge("t", ASKED.unit, next(iter(after.accounts().values())).limit, ASKED.loss, "p").number
        after.complete(number, saying("{}"))
        assert after.entry(number).statement == "{}"
