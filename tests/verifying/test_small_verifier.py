"""The second verifier is one short file that knows nothing of dpstudio, and finds what dpstudio finds."""

import ast
import base64
import copy
import json
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
import rfc8785

from dpstudio.core.quantities import decimal_up
from dpstudio.core.receipt.document import Document, canonical, payload_type, signed, with_renderings
from dpstudio.core.receipt.receipt import SigningKey
from dpstudio.core.signing import Envelope, fingerprint, public_text
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.conftest import SMALL
from tests.verifying.receipts import ISSUER, OTHER, PLANS, document, following, many, resigned
from tests.verifying.test_verify import WRONG_LINES, altered

KEPT = SMALL.parents[1] / "tests" / "fixtures" / "format_4"
VOTES, REVENUE = "votes, rows, add or remove", "revenue, rows, add or remove"


@pytest.fixture
def run(small, tmp_path, monkeypatch, capsys):
    """What the small verifier says of files with these contents, and how it ends."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **files):
        for name, content in files.items():
            (tmp_path / name.replace("_", ".")).write_bytes(content)
        return small.main(list(arguments or (name.replace("_", ".") for name in files))), capsys.readouterr().out

    return run


def state(small, file):
    """Of each name whether it holds: the worst of what is said of it."""
    found = list(small.Receipt(file).checks())
    return {name: min((h for n, h, _ in found if n == name), key=(False, None, True).index) for name, _, _ in found}


def test_it_is_one_short_file_of_the_standard_library_and_cryptography_alone():
    text = SMALL.read_text("utf-8")
    assert len(text.splitlines()) <= 300
    assert max(map(len, text.splitlines())) <= 120
    assert "fmt:" not in text and "eval(" not in text and "exec(" not in text
    names = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert names - sys.stdlib_module_names == {"cryptography"}


@pytest.mark.parametrize(
    "value",
    [
        "1/3",
        "9999/10000",
        "12345.67891",
        "1234567890123456789012",
        "10000000000000000000000000000000000000000/7",
        "1/999999",
    ],
)
def test_numbers_of_any_size_are_written_alike(small, value):
    """An honest receipt has no cross, however large its ε is."""
    whole, _, part = value.partition("/")
    number = Fraction(whole) / Fraction(part or 1)
    for places in (0, 2, 4):
        assert small.shown(number, places) == decimal_up(number, places)


@pytest.mark.parametrize("key", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18, 1 + 2**255, "26e8", "c717"])
def test_a_key_with_which_anyone_can_sign_is_refused_by_both(small, tmp_path, key):
    order_8 = {"26e8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
               "c717": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"}  # fmt: skip
    public = bytes.fromhex(order_8[key]) if isinstance(key, str) else key.to_bytes(32, "little")
    named = SigningKey("Ed25519", base64.b64encode(public).decode(), fingerprint(public))
    anyones = replace(document(VOTES).receipt, signer=named)
    (tmp_path / "receipt.json").write_bytes(Document(anyones, _unwritten(anyones, public)).content)
    assert ("Signature", False) in [each[:2] for each in small.Receipt(tmp_path / "receipt.json").checks()]
    assert verify([tmp_path / "receipt.json"], Keys({}), lambda _: None)[0].broken


def _unwritten(receipt, public):
    """A signature that fits every statement under some keys of small order."""
    return Envelope(payload_type(receipt), canonical(receipt.statement), fingerprint(public), b"\1" + bytes(63))


def test_weak_keys_are_refused_for_being_weak(small, monkeypatch):
    """Whatever the library says of a signature under them."""
    monkeypatch.setattr(small, "Ed25519PublicKey", _Believing)
    seen = {}
    for public in (bytes(32), ISSUER.public, OTHER.public, b"\1" + bytes(31), bytes.fromhex("c7176a70" + "00" * 28)):
        envelope = Envelope("application/vnd.dpstudio.x", b"{}", fingerprint(public), bytes(64)).plain
        seen[public] = small.is_signed(envelope, "x", b"{}", public)
    assert list(seen.values()) == [False, True, True, False, True]


class _Believing:
    @classmethod
    def from_public_bytes(cls, _):
        return cls()

    def verify(self, *_):
        pass


# ---- several receipts


def in_line(change=None):
    """Two receipts of one table that follow one another, the second perhaps altered and signed again."""
    first = document(VOTES)
    second = following(first, document(REVENUE).receipt)
    return first, second if change is None else signed(change(second.receipt, first.receipt), ISSUER)


@pytest.mark.parametrize("name", [None, "the limit rises", "the limit of δ rises", "the rho before is forgotten"])
def test_receipts_that_contradict_one_another_are_found_out_as_by_dpstudio(run, name):
    wrong, change = WRONG_LINES.get(name, (None, None))
    first, second = in_line(change)
    code, said = run(first_json=first.content, second_json=second.content)
    assert (code, [line.split()[1].rstrip(":") for line in said.splitlines() if "✗" in line]) == (
        (0, []) if name is None else (3, [wrong])
    )


CHOICES = [name for name, plan in PLANS.items() if plan.get("kind", "choose") == "choose"]


@pytest.mark.parametrize("name", CHOICES)
def test_a_bound_is_ticked_where_the_form_has_it_and_nowhere_else(small, tmp_path, name):
    """Of other rules, and of a bound below the form's own that a closer look found, it says that it does not know."""
    receipt, file = document(name).receipt, tmp_path / "receipt.json"
    file.write_bytes(document(name).content)
    known = not name.startswith("formula")
    assert (small.main([str(file)]), state(small, file)["Δ and R"]) == (0, known or None)
    asked = receipt.question
    for delta, spread in ((1, Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)), (2, 1), (2, 2)):
        other = replace(
            asked, sensitivity=asked.sensitivity * delta, range_sensitivity=asked.range_sensitivity * spread
        )
        file.write_bytes(signed(replace(receipt, question=other), ISSUER).content)
        assert state(small, file)["Δ and R"] is not True


def test_a_rule_is_read_from_its_formula_alone(small, tmp_path):
    """Whatever it calls itself; and a grid ends where its steps do, whatever it says."""
    for name, changes in (
        (VOTES, {"score_formula": "9 * count(c = candidate)"}),
        (VOTES, {"score_formula": "count(c = candidate) + count(c = candidate)"}),
        (VOTES, {"score_formula": "candidate * count(c >= candidate)", "rule": "Votes"}),
        ("nearness, rows, replace one", {"candidates": {"count": 9, "last": "9"}}),
    ):
        statement = copy.deepcopy(document(name).receipt.statement)
        statement["question"]["candidates"] |= changes.pop("candidates", {})
        statement["question"] |= changes
        (tmp_path / "receipt.json").write_bytes(resigned(statement))
        assert state(small, tmp_path / "receipt.json")["Δ and R"] is None


def test_a_wide_synthetic_table_is_refused_at_once(small, tmp_path):
    """Counting the half spaces of sixty columns would never end."""
    statement = copy.deepcopy(document("halfspaces").receipt.statement)
    column = statement["question"]["columns"][0]
    statement["question"]["columns"] = [column | {"name": f"c{place}"} for place in range(60)]
    (tmp_path / "receipt.json").write_bytes(resigned(statement))
    assert False in state(small, tmp_path / "receipt.json").values()


def test_two_that_follow_the_same_one_and_charges_above_a_total_are_found_out(run):
    first, second = in_line()
    third = following(first, document("count, rows, add or remove").receipt)
    code, said = run(a_json=first.content, b_json=second.content, c_json=third.content)
    assert (code, "✗ Chain" in said, "✗ Totals" in said) == (3, True, True)


def test_what_its_key_did_not_sign_is_no_evidence_against_a_ledger(run):
    first, second = in_line()
    code, said = run(a_json=first.content, b_json=second.content, c_json=altered(second))
    assert (code, "✗ Signature" in said, "✗ Chain" in said, "✗ Totals" in said) == (3, True, False, False)
    assert "together, 2 that are not forged" in said


@pytest.mark.parametrize("rho", ["5", "50/800", "48/800"])
def test_the_only_release_has_the_rho_that_it_costs(run, rho):
    receipt = document(VOTES).receipt
    assert receipt.privacy_parameters.zcdp_rho == Fraction(49, 800)
    wrong = replace(receipt, accounting=replace(receipt.accounting, total_zcdp_rho=Fraction(rho)))
    code, said = run(a_json=signed(wrong, ISSUER).content)
    assert (code, said.count("✗"), "✗ Limit: of ρ" in said) == (3, 1, True)


def test_a_receipt_that_is_not_here_is_told(run):
    first, second = in_line()
    third = following(second, document("count, rows, add or remove").receipt)
    code, said = run(a_json=first.content, c_json=third.content)
    assert (code, "– Chain" in said) == (0, True)


# ---- the files


def test_the_signed_list_of_files_is_held_against_what_lies_beside(run):
    kept = document(VOTES)
    listed = with_renderings(Document(kept.receipt, kept.envelope), {"receipt.csv": b"a,b"}, ISSUER).content
    assert "✓ Files: receipt.csv" in run("receipt.json", receipt_json=listed, receipt_csv=b"a,b")[1]
    code, said = run("receipt.json", receipt_json=listed, receipt_csv=b"a,c")
    assert (code, "✗ Files: receipt.csv" in said) == (3, True)
    forged = with_renderings(Document(kept.receipt, kept.envelope), {"receipt.csv": b"a,c"}, OTHER).content
    code, said = run("receipt.json", receipt_json=forged)
    assert (code, "– Files" in said) == (0, True)
    other = json.loads(listed)
    other["renderings"]["payload"] = base64.b64encode(b'{"files":{},"files":{}}').decode()
    assert "✗ Files" in run("receipt.json", receipt_json=rfc8785.dumps(other))[1]


def test_where_the_signed_list_was_taken_away_it_is_said_that_no_file_is_compared(run):
    code, said = run("receipt.json", receipt_json=document(VOTES).content, receipt_csv=b"a,c")
    assert (code, "– Files: no signed list: what lies beside is not checked" in said) == (0, True)


def test_a_list_of_candidates_alone_is_no_receipt(run):
    code, said = run("candidates.json", candidates_json=b'{"labels":["a"]}')
    assert (code, said) == (2, "no receipt\n")


def test_candidates_that_lie_beside_a_receipt_are_used(run):
    """More than 10,000 of them stand in a file of its own, which the receipt names by its SHA-256."""
    names = [f"name {place:05}" for place in range(10_001)]
    content = many(VOTES, tuple(names)).content
    listed = rfc8785.dumps({"labels": names, "attributes": {}, "weights": None})
    statement = copy.deepcopy(json.loads(content)["statement"])
    code, said = run("receipt.json", "candidates.json", receipt_json=content, candidates_json=listed)
    assert (code, "✓ Δ and R" in said, "✓ Candidates" in said) == (0, True, True)
    for arguments in (["receipt.json"], ["receipt.json", "candidates.json"]):
        code, said = run(*arguments, candidates_json=listed.replace(b"name 00007", b"name 0007"))
        assert (code, "– Δ and R: derivation not checked here" in said, "– Candidates" in said) == (3, True, True)
    statement["question"]["candidates"]["last"] = "Beer"
    code, said = run("receipt.json", "candidates.json", receipt_json=resigned(statement), candidates_json=listed)
    assert (code, "✗ Candidates" in said) == (3, True)


@pytest.mark.parametrize("path", sorted(KEPT.glob("**/receipt.json")), ids=lambda path: path.parent.name)
def test_receipts_of_format_4_are_checked_as_those_of_today(run, path):
    code, said = run("receipt.json", receipt_json=path.read_bytes())
    assert (code, "✗" in said, "✓ Form" in said, "✓ Signature" in said) == (0, False, True, True)


def test_the_name_of_another_format_is_none(run):
    statement = json.loads((KEPT / "ready_made" / "receipt.json").read_bytes())["statement"]
    for version, question in ((5, statement["question"]), (4, document(VOTES).receipt.statement["question"])):
        said = run("receipt.json", receipt_json=resigned(statement | {"format": version, "question": question}))[1]
        assert "✗ Form" in said


@pytest.mark.parametrize("labels", [None, [f"name {place:05}" for place in range(10_001)]], ids=["listed", "unlisted"])
def test_a_law_that_needs_a_bound_is_crossed_without_one_by_both(run, tmp_path, labels):
    """None of them is claimed, as by a mechanism whose privacy does not rest on how far one person moves a score."""
    statement = copy.deepcopy((document(VOTES) if labels is None else many(VOTES, tuple(labels))).receipt.statement)
    statement["question"] |= {"sensitivity": None, "range_sensitivity": None}
    statement["mechanism"] |= {"range_sensitivity_used": None, "range_sensitivity_origin": "none"}
    content = resigned(statement | {"derivation": []})
    code, said = run("receipt.json", receipt_json=content)
    assert (code, "✗" in said) == (3, True)
    assert not verify([tmp_path / "receipt.json"], Keys({}), lambda _: None)[0].holds


# ---- the command line


@pytest.mark.parametrize("arguments", [["receipt.json"], ["--key", "key.pem", "receipt.json", "receipt.json"]])
def test_it_is_run_from_the_command_line(run, arguments):
    key = public_text(ISSUER.public).encode()
    code, said = run(*arguments, receipt_json=document(VOTES).content, key_pem=key)
    assert (code, "✓ Δ and R" in said) == (0, True)
    altered = document(VOTES).content.replace(b'"epsilon":"0.7"', b'"epsilon":"0.5"')
    assert run(*arguments, receipt_json=altered)[0] == 3
    assert run("key.pem")[0] == 2


def test_each_file_is_told_of_and_the_worst_decides_the_end(run):
    good, bad = document(VOTES).content, resigned({**document(VOTES).receipt.statement, "date": "today"})
    code, said = run("no.txt", "good.json", no_txt=b"hello", good_json=good)
    assert (code, "no.txt: no receipt" in said, "✓ Δ and R" in said) == (2, True, True)
    code, said = run("no.txt", "bad.json", "good.json", bad_json=bad)
    assert (code, "no.txt: no receipt" in said, "✗ Form" in said, "✓ Δ and R" in said) == (3, True, True, True)


def test_a_plan_of_every_kind_is_known(small):
    assert {document(name).receipt.question.kind for name in PLANS} == {
        record.split()[0] for record in small.FIELDS if record.endswith(" question")
    }


def test_texts_of_others_forge_no_line(run):
    statement = document("votes, rows, add or remove").receipt.statement
    evil = json.loads(json.dumps(statement))
    evil["x\n  ✓ Signature: by the key that was named\x1b[31m"] = 1
    code, said = run(receipt_json=resigned(evil))
    assert code == 3
    assert "\n  ✓" not in said
    assert "\x1b" not in said
    code, said = run("no\n  ✓ Signature: such file.json")
    assert (code, "\n  ✓" in said) == (2, False)
