"""Receipts are signed by one key, stand in one line for each ledger, and can always be had again."""

import base64
import hashlib
import json
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from dpstudio import cli
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.receipt.receipt import read
from dpstudio.core.receipt.renderings import to_csv
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.computer import signing_key, storage
from dpstudio.workspace.project import demonstrations, project_file
from tests.own import private_apples
from tests.receipts import Text, attached

STATEMENT = "application/vnd.dpstudio.receipt+json;version=5"
SECOND = Path(__file__).parents[1] / "docs" / "verify_receipt.py"
RENDERINGS = "application/vnd.dpstudio.renderings+json"


@pytest.fixture
def own(tmp_path) -> Path:
    """A project with a table of one's own."""
    return private_apples(tmp_path / "apples")


def as_private(project: Path) -> Path:
    plan = project_file.load(project)
    tables = tuple(replace(each, role="private" if each.role == "sample" else each.role) for each in plan.tables)
    project_file.save(replace(plan, tables=tables), project)
    return project


def run(*arguments) -> int:
    return cli.main([str(each) for each in arguments])


def released(project: Path, out: Path) -> dict:
    assert run("release", project, "--out", out) == 0
    return json.loads((out / "receipt.json").read_bytes())


def payload(envelope: dict, kind: str, public: bytes) -> dict:
    """What is signed, found without dpstudio."""
    (signature,) = envelope["signatures"]
    body = base64.b64decode(envelope["payload"])
    assert envelope["payloadType"] == kind
    assert signature["keyid"] == hashlib.sha256(public).hexdigest()
    encoded = f"DSSEv1 {len(kind)} {kind} {len(body)} ".encode() + body
    Ed25519PublicKey.from_public_bytes(public).verify(base64.b64decode(signature["sig"]), encoded)
    return json.loads(body)


def digest(statement: dict) -> str:
    return hashlib.sha256(rfc8785.dumps(statement)).hexdigest()


def test_a_receipt_is_signed_and_so_is_the_list_of_its_files(own, tmp_path):
    whole = released(own, tmp_path / "a")
    assert (tmp_path / "a" / "receipt.json").read_bytes() == rfc8785.dumps(whole)
    signer = whole["statement"]["signer"]
    public = base64.b64decode(signer["public_key"])
    assert signer == {
        "algorithm": "Ed25519",
        "public_key": signer["public_key"],
        "fingerprint": hashlib.sha256(public).hexdigest(),
    }
    assert payload(whole["envelope"], STATEMENT, public) == whole["statement"]
    listed = payload(whole["renderings"], RENDERINGS, public)
    files = [each for each in (tmp_path / "a").iterdir() if each.name != "receipt.json"]
    assert listed["files"] == {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in files}
    assert listed["statement"] == digest(whole["statement"])
    inside = rfc8785.dumps(whole | {"renderings": None})
    for name in ("receipt.pdf", "certificate.pdf"):
        assert inside in attached((tmp_path / "a" / name).read_bytes())
    assert to_csv(read(inside)) == (tmp_path / "a" / "receipt.csv").read_bytes()
    assert signer["fingerprint"].encode() in (tmp_path / "a" / "receipt.csv").read_bytes()
    assert run("receipt", 1, "--out", tmp_path / "b") == 0
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), "written again it has the same bytes"


def test_demonstrations_are_unsigned_and_no_key_is_made_for_them(tmp_path):
    sample, shipped = (demonstrations.write("apples", tmp_path / name) for name in "ab")
    for project in (sample, as_private(shipped)):
        whole = released(project, project.parent / "out")
        assert whole["envelope"] is whole["renderings"] is whole["statement"]["signer"] is None
        assert run("verify", project.parent / "out" / "receipt.json") == 0
        other = [sys.executable, SECOND, project.parent / "out" / "receipt.json"]
        assert subprocess.run(other, capture_output=True, check=False).returncode == 0
    assert signing_key.public_key() is None


def test_after_a_new_key_earlier_receipts_are_written_again_and_the_ledger_tells_of_the_change(own, tmp_path, capsys):
    before = released(own, tmp_path / "a")
    assert run("key", "--new") == 0
    assert before["statement"]["signer"]["fingerprint"] in capsys.readouterr().out.replace(" ", "")
    assert run("receipt", 1, "--out", tmp_path / "b") == 0
    again = json.loads((tmp_path / "b" / "receipt.json").read_bytes())
    assert (again["statement"], again["envelope"]) == (before["statement"], before["envelope"])
    fresh = signing_key.public_key()
    listed = payload(again["renderings"], RENDERINGS, fresh.public)
    assert listed["signer"]["fingerprint"] == fresh.fingerprint != before["statement"]["signer"]["fingerprint"]
    after = released(own, tmp_path / "c")
    assert after["statement"]["signer"]["fingerprint"] == fresh.fingerprint == storage.ledger().signer
    assert [each["statement"]["previous_receipt"] for each in (before, after)] == [None, digest(before["statement"])]
    heads = {before["statement"]["ledger_head"], after["statement"]["ledger_head"], storage.ledger().head.digest}
    assert [len(bytes.fromhex(each)) for each in heads] == [32, 32, 32]
    kept = written(storage.data_folder())
    said = {name: signer_of(tmp_path / name / "receipt.json", capsys) for name in "ac"}
    assert said["a"].startswith("✓ Signer: Signed with an earlier key of this computer (")
    assert said["c"].startswith("✓ Signer: Signed with this computer's own key (")
    assert written(storage.data_folder()) == kept, "verifying reads the ledger, and writes nothing"
    storage.ledger_file().unlink()
    assert "signer unknown" in signer_of(tmp_path / "a" / "receipt.json", capsys)


def written(folder):
    """Every file in a folder, with its bytes and when it was changed."""
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def signer_of(receipt, capsys):
    """What the command line says of who signed."""
    capsys.readouterr()
    assert run("verify", receipt) == 0
    return next(line.strip() for line in capsys.readouterr().out.splitlines() if " Signer: " in line)


def test_a_key_that_cannot_be_used_is_told_before_anything_is_charged(own, tmp_path, capsys):
    storage.machine_key()
    (storage.data_folder() / "signing.key").write_bytes(b"{}")
    assert run("release", own, "--out", tmp_path / "a") == 2
    assert "signing.key, is damaged" in capsys.readouterr().err
    assert not storage.ledger().charges()
    assert run("key", "--new") == 0
    assert run("release", own, "--out", tmp_path / "a") == 0


def test_a_key_that_leads_nowhere_is_told_before_anything_is_charged(own, tmp_path, capsys):
    storage.machine_key()
    (storage.data_folder() / "signing.key").symlink_to(tmp_path / "on a disk that is not there")
    assert run("release", own, "--out", tmp_path / "a") == 2
    said = capsys.readouterr().err
    assert said.startswith("dpstudio: The file signing.key in ")
    assert "cannot be used: it is not there." in said
    assert not storage.ledger().charges()


def test_a_changed_file_is_asked_about_where_it_can_be_answered(own, tmp_path, capsys):
    assert run("release", own, "--out", tmp_path / "a") == 0
    table = own.parent / "apple-buyers.csv"
    table.write_text(table.read_text("utf-8") + "Olga,1.00\n", "utf-8")
    capsys.readouterr()
    assert run("release", own, "--out", tmp_path / "b") == 2
    assert "Say whether it still holds the same people: --same-people" in capsys.readouterr().err


def test_results_stand_in_one_line_whatever_comes_first(tmp_path):
    book = Ledger(tmp_path / "l")
    unit, loss = PrivacyUnit(Relation.ADD_REMOVE), PrivacyLoss(Fraction(1, 100), Fraction(0), Fraction(1, 20000))
    numbers = [book.charge(handle, unit, Limit(Fraction(1)), loss, "p").number for handle in "abababab"]
    seen, gate = [], threading.Barrier(4)

    def finish(mine):
        other = Ledger(tmp_path / "l")
        gate.wait()
        for number in mine:
            other.complete(number, lambda before, n=number: Text(json.dumps([n, before.last, before.head])))

    threads = [threading.Thread(target=finish, args=(numbers[place::4],)) for place in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    seen = {charge.statement for charge in book.charges()}
    before = [json.loads(text)[1] for text in seen]
    assert len(set(before)) == len(numbers)
    assert set(before) - {None} == seen - {next(text for text in seen if text not in before)}
    assert len({json.loads(text)[2] for text in seen}) == len(numbers)
