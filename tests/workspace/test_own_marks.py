"""Nothing of this computer, and nothing of where a table lies, gets into a receipt: told before anything is charged."""

import getpass
import platform
from dataclasses import replace
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.question import Issued
from dpstudio.core.signing import Signer
from dpstudio.core.tables.schema import Source
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.own_marks import marks_of, refuse_own_marks
from dpstudio.workspace.releasing import jobs
from dpstudio.workspace.releasing.artefacts import artefacts
from tests.core.test_release import TODAY, question, release

SIGNER = Signer(bytes(range(32)))
TABLE = "/srv/Hospital-Nord/patients-2026.csv"


@pytest.fixture
def person(monkeypatch):
    """A computer whose names are no words of ours."""
    monkeypatch.setenv("LOGNAME", "Zwetschge")
    monkeypatch.setattr(platform, "node", lambda: "quitte-17")
    assert getpass.getuser() == "Zwetschge"


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    done, _ = release(tmp_path_factory.mktemp("ledger"), question("limit\n1\n2\n"))
    return done, artefacts(done, "a4", lambda _: None)


@pytest.fixture
def made(person, released, tmp_path):
    return *released, marks_of(Source("text", TABLE), tmp_path / "ledger.sqlite", SIGNER)


def marked(what, folder):
    """A text of this computer as it could get into a file."""
    return {
        "home folder": str(Path.home() / "x"),
        "data folder": str(storage.data_folder()),
        "path of the ledger": str(folder / "ledger.sqlite"),
        "path of the table": TABLE,
        "folder of the table": "/srv/Hospital-Nord",
        "table's file": "see patients-2026.csv.",
        "user": "made by zwetschge",
        "name of this computer.": "on QUITTE-17",
        "key": storage.machine_key().hex(),
        "key of this computer": SIGNER.kept,
        "time of day": "2026-01-02T12:31",
    }[what]


WHAT = ["home folder", "data folder", "path of the ledger", "path of the table", "folder of the table", "table's file"]
WORDS = ["user", "name of this computer.", "time of day"]


def test_a_receipt_holds_no_mark_of_this_computer(made):
    done, files, marks = made
    assert len(marks) == 21
    refuse_own_marks(done.receipt, files, marks)


@pytest.mark.parametrize("what", [*WHAT, *WORDS, "key", "key of this computer"])
@pytest.mark.parametrize("name", ["registry.yaml", "receipt.pdf"])
def test_a_mark_in_a_file_is_found(what, name, made, tmp_path):
    done, files, marks = made
    text = marked(what, tmp_path).encode()
    if name.endswith(".pdf"):
        text = b"<dc:title>" + text + b"</dc:title>"
    with pytest.raises(InputError, match=f"{name} would contain .*{what.rstrip('.')}") as error:
        refuse_own_marks(done.receipt, {name: files[name] + b" " + text}, marks)
    assert marked(what, tmp_path) not in str(error.value)


@pytest.mark.parametrize("what", [*WHAT, "key"])
def test_a_place_or_a_key_that_was_typed_is_refused_with_its_field(what, made, tmp_path):
    done, _, marks = made
    receipt = replace(done.receipt, issued=Issued(purpose=f"about {marked(what, tmp_path)}"))
    with pytest.raises(InputError, match=r"which is in “issued\.purpose”") as error:
        refuse_own_marks(receipt, {}, marks)
    assert error.value.field == "issued.purpose"


@pytest.mark.parametrize("what", WORDS)
def test_a_word_or_a_time_that_was_typed_is_whoevers_it_is(what, made, tmp_path):
    done, _, marks = made
    text = marked(what, tmp_path)
    refuse_own_marks(replace(done.receipt, name=text), {"receipt.csv": text.encode()}, marks)


@pytest.mark.parametrize("name", ["person", "root", "Ann", "2026", "chosen", "numpy", "epsilon"])
def test_whoever_is_called_like_a_word_of_a_receipt_can_release(name, released, monkeypatch, tmp_path):
    monkeypatch.setenv("LOGNAME", name)
    monkeypatch.setattr(platform, "node", lambda: name)
    done, files = released
    plain = {each: data for each, data in files.items() if not each.endswith("receipt.pdf")}
    refuse_own_marks(done.receipt, plain, marks_of(Source("text", f"/srv/{name}"), tmp_path / "ledger.sqlite"))


def test_what_was_charged_already_can_be_completed_whatever_this_computer_is_called(tmp_path):
    asked = question("limit\n1\n", issued=Issued(purpose=f"about {storage.data_folder()}"))
    ledger = Ledger(tmp_path / "ledger.sqlite")
    with pytest.raises(InputError, match=r"data folder, which is in “issued\.purpose”"):
        jobs.rehearse(asked, ledger, TODAY, None)
    jobs.rehearse(asked, ledger, TODAY, None, pending=1)
