"""Of receipts of older formats nothing is ticked that was not looked at."""

import json
import shutil
from pathlib import Path

import pytest
import rfc8785

from dpstudio.core.ledger import Ledger
from dpstudio.core.receipt.receipt import receipt_of
from dpstudio.core.release import plan_digest
from dpstudio.workspace.resolving.resolve import resolve
from dpstudio.workspace.verifying.checks import OLDER_WORDS
from dpstudio.workspace.verifying.opening import opened
from dpstudio.workspace.verifying.planned import plan_of
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.alterations import altered, places
from tests.verifying.receipts import document, of_format, resigned

_FIXTURES = Path(__file__).parents[1] / "fixtures"
KEPT = sorted((_FIXTURES / "release_0_1").glob("*/receipt.json"))
KEPT_OF_FORMAT_3 = sorted((_FIXTURES / "format_3").glob("*.json"))
KEPT_OF_FORMAT_4 = sorted((_FIXTURES / "format_4").glob("**/receipt.json"))
SENTENCES = ("words", "trust", "flags", "unprotected_quantities")


@pytest.fixture
def rows(tmp_path):
    def rows(content):
        (tmp_path / "receipt.json").write_bytes(content)
        return {each.name: each for each in verify([tmp_path / "receipt.json"], Keys({}), lambda _: None)[0].checks}

    return rows


@pytest.fixture(scope="module")
def of_format_3():
    return of_format(3, document("votes, rows, add or remove").receipt.statement)


def test_sentences_that_follow_are_ticked(rows, of_format_3):
    assert rows(rfc8785.dumps(of_format_3))["Words"].holds


def test_no_altered_sentence_of_format_3_is_ticked(rows, of_format_3):
    seen = 0
    for place, value in places(of_format_3):
        if place[0] in SENTENCES and isinstance(value, str) and "suspicion_in_hundred" not in place:
            found = rows(rfc8785.dumps(altered(of_format_3, place, f"{value} Nobody can learn anything.")))
            assert not all(found[name].holds for name in ("Words", "Odds", "Question") if name in found), place
            seen += 1
    assert seen > 40


@pytest.mark.parametrize("place", [("words", "protected"), ("trust", "assumptions", 0), ("words", "reading")])
def test_the_row_says_plainly_that_they_are_not_checked(rows, of_format_3, place):
    row = rows(rfc8785.dumps(altered(of_format_3, place, "Everyone, for ever.")))["Words"]
    assert (row.holds, row.why.startswith(OLDER_WORDS)) == (None, True)


def test_a_flag_of_nobodys_is_not_ticked(rows, of_format_3):
    assert rows(rfc8785.dumps({**of_format_3, "flags": ["checked by a notary"]}))["Words"].holds is None


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.parent.name)
def test_of_the_first_formats_no_sentence_is_said_to_be_checked(rows, path):
    found = rows(path.read_bytes())
    assert [each.name for each in found.values() if each.holds] == ["Limit"]
    assert found["Words"].why == OLDER_WORDS
    assert found["Δ and R"].needed, "and so it is not said to hold"


def test_who_names_another_version_does_not_get_sentences_past(tmp_path):
    """The statement is signed anew and says of itself that another dpstudio wrote it."""
    statement = altered(document("votes, rows, add or remove").receipt.statement, ("words", "protected"), "Everyone.")
    content = resigned(altered(statement, ("software", "version"), "0.0.9"))
    (tmp_path / "receipt.json").write_bytes(content)
    found = verify([tmp_path / "receipt.json"], Keys({}), lambda _: None)[0]
    assert (found.holds, found.broken) == (False, False)


@pytest.mark.parametrize("path", KEPT_OF_FORMAT_4, ids=lambda path: path.parent.name)
def test_of_a_signed_receipt_of_format_4_every_figure_is_derived_again(rows, path):
    found = rows(path.read_bytes())
    for name in ("Form", "Signature", "Limit", "Question", "ε and δ", "Scale", "Error bound", "Odds", "Result"):
        assert found[name].holds, (name, found[name].why)


def test_the_pages_of_format_4_are_those_that_follow(tmp_path):
    page = _FIXTURES / "format_4" / "ready_made" / "receipt.pdf"
    assert opened(page.name, page.read_bytes()).receipt.statement["question"]["told"]["formula"]
    found = {each.name: each for each in verify([page], Keys({}), lambda _: None)[0].checks}
    assert (found["Signature"].holds, found["Form"].holds, found["Page"].holds is not False) == (True, True, True)
    assert "older formats" not in found["Page"].why


@pytest.mark.parametrize("version", [3, 4])
def test_each_format_has_its_own_name_for_the_rule_that_is_told_of_ready_made_scores(rows, version):
    """A claim under the name of another format is no claim: readers of that format would not see it."""
    statement = json.loads((_FIXTURES / "format_4" / "ready_made" / "receipt.json").read_bytes())["statement"]
    today = {"reference_rule" if name == "told" else name: said for name, said in statement["question"].items()}
    wrong = {**of_format(version, statement | {"question": today}), "question": today}
    content = rfc8785.dumps(wrong) if version == 3 else resigned(wrong)
    assert rows(content)["Form"].holds is False
    right = of_format(version, statement | {"question": today})
    assert rows(rfc8785.dumps(right) if version == 3 else resigned(right))["Form"].holds
    assert rows(resigned(right | {"format": 5}))["Form"].holds is False


def test_a_charge_is_known_by_its_question_whichever_format_its_receipt_has(tmp_path):
    """Else a charge that an earlier version left open would be forfeited."""
    charges = []
    for name in ("four.sqlite", "ledger.sqlite"):
        shutil.copy(_FIXTURES / "format_4" / name, tmp_path / name)
        charges += Ledger(tmp_path / name).charges()
    for charge in charges:
        receipt = receipt_of(json.loads(charge.statement)["statement"])
        plan, facts = plan_of(receipt)
        assert plan_digest(resolve(plan, facts, None).question) == charge.plan, plan.kind
    assert len(charges) == 5


@pytest.mark.parametrize("path", [*KEPT, *KEPT_OF_FORMAT_3], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_receipt_that_was_never_altered_is_crossed(rows, path):
    assert [each.why for each in rows(path.read_bytes()).values() if each.holds is False] == []


PRICES = json.loads((_FIXTURES / "format_3" / "choice.json").read_bytes())


def test_a_larger_bound_that_an_earlier_version_derived_holds_and_is_said_not_to_be_todays(rows):
    """Revenue of 1, 2 and 3 had R = 3; whoever pays 3 pays 1 too."""
    found = rows(rfc8785.dumps(PRICES))
    assert (found["Δ and R"].holds, found["Δ and R"].needed) == (None, False)
    assert "larger bound" in found["Δ and R"].why
    assert found["Scale"].holds and found["Error bound"].holds


@pytest.mark.parametrize(("changes", "name"), [
    ({("question", "range_sensitivity"): "1", ("derivation", -1, "range_sensitivity"): "1"}, "Δ and R"),
    ({("question", "range_sensitivity"): "7", ("derivation", -1, "range_sensitivity"): "7"}, "Δ and R"),
    ({("question", "range_sensitivity"): "4"}, "Δ and R"),
    ({("mechanism", "range_sensitivity_used"): "1"}, "Δ and R"),
    ({("mechanism", "rate"): "77"}, "Scale"),
    ({("accuracy", "score_gap_at_most"): "0.01"}, "Error bound"),
])  # fmt: skip
def test_beside_a_larger_bound_of_an_earlier_version_no_other_figure_passes(rows, changes, name):
    statement = PRICES
    for place, value in changes.items():
        statement = altered(statement, place, value)
    assert rows(rfc8785.dumps(statement))[name].holds is False


SENTENCES_BESIDE_FIGURES = [
    (("derivation", 0, "why"), "Δ and R"),
    (("derivation", 0, "node"), "Δ and R"),
    (("unprotected_quantities",), "Question"),
    (("result", "post_processing"), "Result"),
]


@pytest.mark.parametrize(("place", "name"), SENTENCES_BESIDE_FIGURES)
def test_other_words_beside_right_figures_are_a_dash_in_format_3(rows, of_format_3, place, name):
    said = ["something else"] if place == ("unprotected_quantities",) else "something else"
    found = rows(rfc8785.dumps(altered(of_format_3, place, said)))[name]
    assert (found.holds, found.why.startswith(OLDER_WORDS)) == (None, True)


def test_a_false_figure_of_format_3_is_crossed_whatever_the_words_beside_it(rows, of_format_3):
    figure = altered(of_format_3, ("derivation", 0, "sensitivity"), "77")
    assert rows(rfc8785.dumps(altered(figure, ("derivation", 0, "why"), "x")))["Δ and R"].holds is False


FALSE_ACCOUNTS = [
    {"total": "99"}, {"this_charge": "5"}, {"this_charge": "0"}, {"this_charge": "-1"}, {"cap": "0.4"}, {"cap": 10},
    {"total": "1e0"}, {"total": None}, {"this_charge_delta": "-0.1"}, {"this_charge_delta": "0.1"},
    {"total_delta": "0.1"}, {"cap_delta": "-1"},
]  # fmt: skip


@pytest.mark.parametrize("false", FALSE_ACCOUNTS, ids=repr)
@pytest.mark.parametrize("path", KEPT[:2], ids=lambda path: path.parent.name)
def test_what_can_be_worked_out_of_the_first_formats_is_crossed_where_it_is_wrong(rows, path, false):
    statement = json.loads(path.read_bytes())
    assert rows(rfc8785.dumps(statement | {"accounting": statement["accounting"] | false}))["Limit"].holds is False


def test_an_account_that_is_none_is_crossed(rows):
    statement = json.loads(KEPT[0].read_bytes())
    del statement["accounting"]
    assert rows(rfc8785.dumps(statement))["Limit"].holds is False
    for account in ({}, [], "1", None):
        statement = json.loads(KEPT[0].read_bytes()) | {"accounting": account}
        assert rows(rfc8785.dumps(statement))["Limit"].holds is False
