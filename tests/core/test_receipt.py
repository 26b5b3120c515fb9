"""A receipt as a value: read back as it was written, refused where it was changed, of every format that ever was."""

import json
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.receipt.document import Document
from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.receipt.receipt import Receipt, Receipt3, read
from dpstudio.core.receipt.renderings import table_csv, to_csv, to_json, to_pdf
from tests.core.test_release_kinds import KINDS, ROWS, question, release
from tests.receipts import attached

FORMAT_3 = Path(__file__).parent.parent / "fixtures" / "format_3"
EARLIER = Path(__file__).parent.parent / "fixtures" / "release_0_1"


@pytest.fixture(params=list(KINDS))
def made(request, tmp_path):
    return release(tmp_path, question(request.param, ROWS))[0].receipt


def test_a_receipt_is_read_back_as_it_was_written(made):
    again = read(to_json(made))
    assert isinstance(again, Receipt)
    assert again == made
    assert to_json(again) == to_json(made)
    assert to_csv(again) == to_csv(made)
    assert again.claims == made.claims


def everywhere(value, path=()):
    """Every place of a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from everywhere(each, (*path, key))


def changed(statement, path, change):
    data = json.loads(json.dumps(statement))
    at = data
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return json.dumps(data)


def test_a_receipt_that_lacks_a_name_or_has_one_too_many_is_refused(made):
    statement = made.statement
    places = [path for path in everywhere(statement) if path and isinstance(path[-1], str)]
    free = ("versions", "attributes")
    places = [path for path in places if not any(name in path[:-1] for name in free)]
    assert len(places) > 50
    for path in places:
        with pytest.raises(InputError):
            read(changed(statement, path, lambda at, key: at.pop(key)))
        with pytest.raises(InputError):
            read(changed(statement, path, lambda at, key: at.update({key: {"another": 1}})))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ('{"format": 3, "format": 3}', "not JSON"),
        ("[]", "not a receipt"),
        ('{"kind": "dpstudio receipt", "format": "3"}', "not a receipt"),
        ('{"kind": "dpstudio receipt", "format": 6}', "newer dpstudio"),
        ('{"kind": "dpstudio receipt", "format": 2}', "lacks a part"),
        ('{"kind": "dpstudio receipt", "format": 0}', "cannot be read"),
    ],
)
def test_what_is_no_receipt_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        read(text)


def test_an_unknown_kind_of_question_is_refused(made):
    with pytest.raises(InputError, match=r"receipt\.question"):
        read(changed(made.statement, ("question", "kind"), lambda at, key: at.update({key: "guess"})))


@pytest.mark.parametrize("written", ["01", "1.0", "1/0", "+1", "1e3", " 1", "2/4", ""])
def test_a_number_has_one_spelling(made, written):
    with pytest.raises(InputError, match="epsilon"):
        read(changed(made.statement, ("privacy_parameters", "epsilon"), lambda at, key: at.update({key: written})))


def test_a_result_of_another_kind_is_refused(tmp_path):
    survey = release(tmp_path, question("survey", ROWS), "a")[0].receipt.statement
    count = release(tmp_path, question("count", ROWS), "b")[0].receipt.statement
    with pytest.raises(InputError, match="another kind"):
        read(json.dumps(count | {"result": survey["result"]}))


@pytest.mark.parametrize("file", sorted(FORMAT_3.iterdir()), ids=lambda file: file.stem)
def test_a_receipt_of_format_3_is_typed_shown_and_exported_again_as_it_was(file):
    receipt = read(file.read_bytes())
    assert isinstance(receipt, Receipt3)
    assert not isinstance(receipt, Receipt)
    assert to_json(receipt) == Document(receipt).content == file.read_bytes()
    assert receipt.lines and receipt.claims.privacy_parameters.epsilon == 1
    assert file.read_bytes() in attached(to_pdf(receipt))
    with pytest.raises(InputError):
        read(json.dumps(receipt.statement | {"format": 4}))


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in EARLIER.glob("*/receipt.json")))
def test_a_receipt_of_release_0_1_is_exported_again_as_it_was(folder):
    kept = EARLIER / folder
    receipt = read((kept / "receipt.json").read_bytes())
    assert isinstance(receipt, EarlierReceipt)
    assert to_json(receipt) == (kept / "receipt.json").read_bytes()
    assert sorted(to_csv(receipt).splitlines()) == sorted((kept / "receipt.csv").read_bytes().splitlines())
    if (kept / "synthetic.csv").exists():
        assert table_csv(receipt) == (kept / "synthetic.csv").read_bytes()


def test_the_ledger_of_release_0_1_is_read_and_shown(tmp_path):
    copy = tmp_path / "ledger.sqlite"
    copy.write_bytes((EARLIER / "ledger.sqlite").read_bytes())
    charges = Ledger(copy).charges()
    receipts = [read(charge.statement) for charge in charges if charge.statement is not None]
    assert len(receipts) == len(charges) == 13
    assert all(receipt.lines and receipt.terms[2].startswith("at most") for receipt in receipts)
    assert sum(receipt.winners is not None for receipt in receipts) == 7
    assert to_pdf(receipts[0]).startswith(b"%PDF")


FIRST = {
    "format": 1, "kind": "dpstudio receipt", "name": "n", "date": "2025-01-02", "flags": [],
    "privacy_unit": {
        "who": "Each person.", "identified_by": "one row per person", "rows_per_person": 1,
        "truncation": "none: each row is one person", "neighbour_relation": "add_remove",
    },
    "privacy_parameters": {
        "variant": "pure", "epsilon": "1", "epsilon_rounded_up": "1.0000", "delta": "0", "zcdp_rho": "0.125",
        "odds_at_most": "2.72 to 1", "fifty_of_100_becomes_at_most": 74,
    },
    "deployment_model": "central",
    "question": {
        "kind": "choose", "columns": [], "candidates": {"origin": "typed", "count": 1, "labels": ["a"]},
        "score_rule": "more", "score_formula": "u(y) = 1", "score_unit": "", "sensitivity": "1",
        "range_sensitivity": "1", "derivation": [],
    },
    "mechanism": {
        "key": "exponential", "name": "Exponential mechanism", "formula": "f", "sentence": "s",
        "range_sensitivity_used": "1", "range_sensitivity_origin": "derived", "sampler": "s", "randomness": "r",
    },
    "accuracy": {"beta": "0.05", "score_gap_at_most": "3.000000", "sentence": "within 3"},
    "unprotected_quantities": [],
    "result": {"chosen": "a", "unit": "€", "post_processing": "none"},
    "accounting": {
        "dataset": "d", "composition": "add up", "this_charge": "1", "total": "1", "cap": "3",
        "releases_not_exported": 0, "forfeited_charges": 0, "ledger_counter": 1,
    },
    "summary": {"protected": "p", "from": "f", "not_from": "n", "model": "m"},
    "trust": {"assumptions": ["a"], "check": ["c"]},
    "software": {
        "program": "dpstudio", "version": "0", "python": "3", "dependencies": {"versions": {}, "sha256": 16 * "0"},
    },
}  # fmt: skip


def test_a_receipt_of_the_first_format_is_shown_and_set_on_a_page():
    receipt = read(json.dumps(FIRST))
    assert receipt.lines == [{"name": "", "value": "a", "unit": "€", "error": ""}]
    assert receipt.winners == ("a",)
    assert json.loads(to_json(receipt)) == FIRST
    assert to_pdf(receipt).startswith(b"%PDF")
