"""Whoever has nothing but a receipt finds out whether it is right, and what is wrong with it."""

import base64
import copy
import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
import rfc8785

from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.errors import InputError
from dpstudio.core.ledger.entries import Resumed
from dpstudio.core.ledger.remains import larger
from dpstudio.core.ledger.resumption import resumption
from dpstudio.core.receipt.document import Document, canonical, payload_type, signed
from dpstudio.core.receipt.headline import CHANGED, HEADER_SHOWN, INSPECTED
from dpstudio.core.receipt.headline import checked as format_checked
from dpstudio.core.receipt.receipt import SigningKey
from dpstudio.core.receipt.renderings import certificate, to_csv, to_pdf
from dpstudio.core.receipt.statement import ASSERTED, trust_beside
from dpstudio.core.signing import Envelope, fingerprint, public_text
from dpstudio.core.tables.schema import Persons, Relation
from dpstudio.workspace.computer.storage import ELSEWHERE
from dpstudio.workspace.verifying import accounts, opening
from dpstudio.workspace.verifying.examined import examine, tell, verdict
from dpstudio.workspace.verifying.planned import plan_of
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.receipts import ISSUER, OTHER, PLANS, document, following, of_format, of_plan, resigned

KNOWN = Keys({ISSUER.fingerprint: "the issuer's key"}, required=True)


@pytest.fixture
def checked(tmp_path):
    """The checks of contents by their names, of the last one."""

    def check(*contents, keys=KNOWN, name="receipt.json"):
        paths = [tmp_path / f"{place}-{name}" for place in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        return {each.name: each for each in verify(paths, keys, lambda _: None)[-1].checks}

    return check


def broken(checks):
    return [name for name, each in checks.items() if each.holds is False]


@pytest.mark.parametrize("name", PLANS)
def test_the_receipt_of_every_question_holds(checked, name):
    checks = checked(document(name).content)
    open_ones = {name: each.why for name, each in checks.items() if each.holds is not True and name != "Chain"}
    assert open_ones == {
        "Files": "No signed list says which files it was written as. None of them was compared: none is beside it."
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_are_rendered_again_and_compared(checked, paper):
    kept = document("votes, rows, add or remove")
    for page in (to_pdf(kept.receipt, paper, kept.envelope), certificate(kept.receipt, paper, kept.envelope)):
        assert checked(page)["Page"].holds
        other = page.replace(b"/Title", b"/title", 1)
        assert other != page
        assert broken(checked(other)) == ["Page"]


def test_a_page_that_was_set_before_it_said_how_many_rows_of_a_person_count_still_holds(checked):
    kept = document(next(name for name, plan in PLANS.items() if plan["unit"].get("kind") == "person"))
    for render in (to_pdf, certificate):
        now, before = (render(kept.receipt, "a4", kept.envelope, counting=said) for said in (True, False))
        assert now != before, "the result says it now"
        for page in (now, before):
            assert checked(page)["Page"].holds
            assert broken(checked(page.replace(b"/Title", b"/title", 1))) == ["Page"]


def test_a_page_of_another_statement_is_found_out(checked):
    kept, other = document("votes, rows, add or remove"), document("revenue, rows, add or remove")
    shown, attached = to_pdf(other.receipt, "a4", other.envelope), to_pdf(kept.receipt, "a4", kept.envelope)
    assert b"EmbeddedFile" in shown
    start = attached.index(b"/EmbeddedFile")
    part = attached[start : attached.index(b"endstream", start)]
    begin = shown.index(b"/EmbeddedFile")
    mixed = shown[:begin] + part + shown[shown.index(b"endstream", begin) :]
    assert broken(checked(mixed)) == ["Page"]


def test_tables_beside_a_receipt_are_made_again_and_compared(tmp_path):
    kept = document("columns")
    (tmp_path / "receipt.json").write_bytes(kept.content)
    (tmp_path / "a.csv").write_bytes(to_csv(kept.receipt))
    (tmp_path / "b.csv").write_bytes(to_csv(kept.receipt).replace(b"0.", b"1.", 1))
    found = verify([tmp_path / each for each in ("a.csv", "receipt.json", "b.csv")], KNOWN, lambda _: None)
    assert [(each.name, each.holds) for each in found] == [("receipt.json", True), ("a.csv", True), ("b.csv", False)]
    with pytest.raises(InputError, match="A table alone"):
        verify([tmp_path / "a.csv"], KNOWN, lambda _: None)


# ---- signatures


def test_a_signature_tells_whose_key_it_is_and_that_nothing_changed(checked):
    content = document("votes, rows, add or remove").content
    assert checked(content)["Signer"].holds
    unknown = checked(content, keys=Keys({}))["Signer"]
    assert unknown.holds is None
    assert "Intact, signer unknown" in unknown.why
    assert broken(checked(content, keys=Keys({OTHER.fingerprint: "another"}, required=True))) == ["Signer"]


def test_what_is_not_signed_is_found_out(checked):
    kept, other = document("votes, rows, add or remove"), document("revenue, rows, add or remove")
    for wrong in (
        Document(kept.receipt, None),
        Document(kept.receipt, other.envelope),
        Document(kept.receipt, replace(kept.envelope, signature=bytes(64))),
        Document(kept.receipt, replace(kept.envelope, key=OTHER.fingerprint)),
        Document(kept.receipt, ISSUER.sign("application/vnd.dpstudio.other+json", kept.envelope.payload)),
        Document(kept.receipt, replace(kept.envelope, payload_type="text/plain")),
        Document(replace(kept.receipt, signer=None), kept.envelope),
        Document(replace(kept.receipt, signer=None), None),
        signed(kept.receipt, OTHER),
    ):
        assert broken(checked(wrong.content)) == ["Signature"]


def test_a_private_tables_receipt_without_a_signature_is_wrong_though_no_key_is_asked_for(checked):
    kept = document("votes, rows, add or remove")
    assert broken(checked(Document(replace(kept.receipt, signer=None), None).content, keys=Keys({}))) == ["Signature"]


def test_a_fingerprint_of_another_key_than_the_one_that_signed_is_found_out(checked):
    """Else whoever signs would be called by the issuer's name."""
    receipt = document("votes, rows, add or remove").receipt
    claimed = SigningKey("Ed25519", base64.b64encode(OTHER.public).decode(), ISSUER.fingerprint)
    alien = replace(receipt, signer=claimed)
    envelope = OTHER.sign(payload_type(alien), canonical(alien.statement))
    assert broken(checked(Document(alien, envelope).content)) == ["Signature"]


def test_demonstrations_and_older_formats_are_unsigned_and_told_so(checked):
    shown = checked(document("votes, rows, add or remove", "sample").content, keys=Keys({}))
    assert (shown["Signature"].holds, shown["Signature"].why[:24]) == (None, "Unsigned: a demonstratio")
    assert broken(checked(document("votes, rows, add or remove", "sample").content)) == ["Signature"]
    two = [document(f"{name}, rows, add or remove", "sample").content for name in ("votes", "count")]
    assert broken(checked(*two, keys=Keys({}))) == [], "demonstrations of one table stand in no ledger"
    older = of_format(3, document("votes, rows, add or remove").receipt.statement)
    checks = checked(rfc8785.dumps(older), keys=Keys({}))
    assert checks["Signature"].why == "Unsigned, older format."
    assert broken(checks) == []
    assert broken(checked(rfc8785.dumps(older))) == ["Signature"]


# ---- several receipts


def test_receipts_that_follow_one_another_are_a_chain(checked):
    first = document("votes, rows, add or remove")
    second = following(first, document("revenue, rows, add or remove").receipt)
    third = following(second, document("count, rows, add or remove").receipt)
    together = checked(third.content, first.content, second.content)
    assert {name: each.holds for name, each in together.items()} == {"Chain": True, "Totals": True}
    gap = checked(third.content, first.content)
    assert (gap["Chain"].holds, gap["Totals"].holds) == (None, True)
    assert gap["Chain"].why.startswith("None of these follows another.")


def test_a_ledger_that_was_turned_back_shows_in_two_receipts(checked):
    first = document("votes, rows, add or remove")
    one, other = (following(first, document(f"{name}, rows, add or remove").receipt) for name in ("revenue", "count"))
    assert broken(checked(first.content, one.content, other.content)) == ["Chain", "Totals"]
    assert broken(checked(first.content, document("count, rows, add or remove").content)) == ["Chain", "Totals"]
    apart = following(first, document("count, rows, add or remove").receipt, spent=False).receipt
    account = replace(apart.accounting, dataset="6" * 32, ledger_counter=3)
    of_another_table = signed(replace(apart, accounting=account, ledger_head="b" * 64), ISSUER)
    assert broken(checked(first.content, of_another_table.content)) == []
    assert broken(checked(first.content, one.content, of_another_table.content)) == ["Chain"]


WRONG_ACCOUNTS = {
    "a total below the charge": {"total": Fraction(1, 10)}, "a total above the limit": {"cap": Fraction(1, 2)},
    "a δ above its limit": {"total_delta": Fraction(1, 10)}, "no counter": {"ledger_counter": 0},
    "another charge that cost nothing": {"forfeited_charges": 1}, "fewer than none": {"releases_not_exported": -1},
    "a ρ below the charge's": {"total_zcdp_rho": Fraction(0)}, "spent before the first": {"total": Fraction(2)},
    "a result before the first": {"total": Fraction(2), "total_zcdp_rho": Fraction(1, 4), "releases_not_exported": 1,
                                  "forfeited_charges": 1},
    "a rho for nothing": {"total_zcdp_rho": Fraction(5)}, "a δ that cost no ε": {"total_delta": Fraction(1, 10),
                                                                                "cap_delta": Fraction(1)},
    "others for no rho": {"total": Fraction(2), "forfeited_charges": 1},
    "others for too much rho": {"total": Fraction(2), "total_zcdp_rho": Fraction(2), "forfeited_charges": 1},
}  # fmt: skip


TENTH = Fraction(1, 10)
MORE = {"total": Fraction(2), "total_zcdp_rho": Fraction(1, 2)}
SAID = [
    ({"this_charge": Fraction(0)}, "The charge is not above 0"),
    ({"this_charge_delta": -TENTH}, "The charge is not above 0"),
    ({"total": TENTH}, "The total is smaller than this charge"),
    ({"this_charge_delta": TENTH}, "The total of δ is smaller than this charge's"),
    ({"total_zcdp_rho": Fraction(0)}, "The total of ρ is smaller than this charge's"),
    ({"cap": Fraction(1, 2)}, "The total is above the limit"),
    ({"total_delta": TENTH}, "The total of δ is above its limit"),
    ({"ledger_counter": 0}, "The counter is no number from 1 on"),
    ({"forfeited_charges": 1}, "It mentions other releases that cost nothing"),
    ({"total_delta": TENTH, "cap_delta": TENTH}, "No releases have these totals of ε, δ and ρ"),
    (MORE, "The first result mentions an earlier one"),
    (MORE | {"forfeited_charges": 2, "releases_not_exported": -1}, "A number of releases is below 0"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "said"), SAID)
def test_what_is_wrong_with_an_account_is_said_in_words(values, said):
    receipt = document("votes, rows, add or remove").receipt
    before = "a" * 64 if "below 0" in said else None
    wrong = replace(receipt, accounting=replace(receipt.accounting, **values), previous_receipt=before)
    found = accounts.of_account(wrong)
    assert (found.holds, found.why) == (False, f"{said}.")


@pytest.mark.parametrize("name", WRONG_ACCOUNTS)
def test_an_account_that_does_not_add_up_is_found_out(checked, name):
    receipt = document("votes, rows, add or remove").receipt
    wrong = replace(receipt, accounting=replace(receipt.accounting, **WRONG_ACCOUNTS[name]))
    assert "Limit" in broken(checked(signed(wrong, ISSUER).content))


def test_what_the_only_release_of_a_table_cost_are_the_totals(checked):
    """Also where results of other tables stand before it in its ledger."""
    receipt = replace(document("votes, rows, add or remove").receipt, previous_receipt="a" * 64)
    assert broken(checked(signed(receipt, ISSUER).content)) == []
    assert broken(checked(signed(of_account(receipt, total_zcdp_rho=Fraction(5)), ISSUER).content)) == ["Limit"]


def test_an_account_that_an_interrupted_release_leaves_holds(checked):
    """A charge whose draw was interrupted is completed later: its number is small, and others stand before it."""
    receipt = document("votes, rows, add or remove").receipt
    more = {"total": Fraction(2), "total_zcdp_rho": Fraction(5, 8), "forfeited_charges": 1}
    first = replace(receipt, accounting=replace(receipt.accounting, **more))
    later = replace(first, accounting=replace(first.accounting, releases_not_exported=2), previous_receipt="a" * 64)
    assert broken(checked(signed(first, ISSUER).content)) == broken(checked(signed(later, ISSUER).content)) == []


def test_whatever_was_released_before_and_however_the_ledger_was_begun_the_totals_hold():
    """Of every kind of question, with every other, with all others, and after a start from the receipts of others."""
    kinds = ("exponential", "noisy_max_laplace", "survey s", "columns", "sum, gaussian", "several, rows, add or remove")
    some = [loss_of(document(name).receipt) for name in kinds]
    for name, spent in zip(kinds, some, strict=True):
        this = document(name).receipt
        anew = replace(this, flags=(*this.flags, *BEGUN))
        assert_holds(this, total([spent, *some]))
        for one in some:
            assert_holds(this, total([spent, one]))
            for other in some:
                assert_holds(anew, larger([total([spent, one]), total([one, other])]))
                if other.epsilon > spent.epsilon:
                    assert_holds(anew, larger([spent, other]))


def loss_of(receipt):
    spent = receipt.accounting
    return PrivacyLoss(spent.this_charge, spent.this_charge_delta, receipt.privacy_parameters.zcdp_rho)


def assert_holds(receipt, spent):
    totals = {"total": spent.epsilon, "total_delta": spent.delta, "total_zcdp_rho": spent.rho}
    limits = {"cap": spent.epsilon, "cap_delta": spent.delta}
    told = replace(receipt.accounting, forfeited_charges=1, **totals, **limits)
    found = accounts.of_account(replace(receipt, accounting=told))
    assert found.holds, (found.why, spent)


def test_charges_that_are_more_than_a_later_total_are_found_out(checked):
    first = document("votes, rows, add or remove")
    forgotten = following(first, document("revenue, rows, add or remove").receipt)
    alone = forgotten.receipt.accounting.this_charge
    rho = forgotten.receipt.privacy_parameters.zcdp_rho
    account = replace(forgotten.receipt.accounting, total=alone, total_zcdp_rho=rho, releases_not_exported=0)
    wrong = signed(replace(forgotten.receipt, accounting=account), ISSUER)
    assert broken(checked(wrong.content)) == []
    assert broken(checked(first.content, wrong.content)) == ["Totals"]
    spent, lost = first.receipt.accounting.this_charge, first.receipt.privacy_parameters.zcdp_rho
    account = replace(forgotten.receipt.accounting, total=alone + spent / 2, total_zcdp_rho=rho + lost)
    half = signed(replace(forgotten.receipt, accounting=account), ISSUER)
    assert broken(checked(half.content)) == []
    assert broken(checked(first.content, half.content)) == ["Totals"]
    other_unit = following(first, document("votes, rows, replace one").receipt)
    assert broken(checked(first.content, other_unit.content)) == ["Totals"]


def test_charges_of_δ_that_are_more_than_a_later_total_are_found_out(checked):
    """Their ε and ρ are all counted, and one receipt alone could be right."""
    first = document("sum, gaussian")
    second = following(first, document("count, gaussian").receipt)
    assert broken(checked(first.content, second.content)) == []
    forgotten = of_account(second.receipt, total_delta=second.receipt.accounting.this_charge_delta)
    forgotten = signed(forgotten, ISSUER).content
    assert broken(checked(forgotten)) == []
    assert broken(checked(first.content, forgotten)) == ["Totals"]


UNITS = {
    "rows": {"rows_per_person": 7}, "reading": {"persons_are_read_as": Persons.WHOLE_NUMBER},
    "declaration": {"each_has_a_row": True}, "relation": {"neighbour_relation": Relation.REPLACE_ONE},
    "rows as people": {"identified_by": None}, "nothing": {},
}  # fmt: skip


@pytest.mark.parametrize("name", UNITS)
def test_receipts_of_one_table_protect_the_same_people_in_the_same_way(name):
    plan = next(name for name, plan in PLANS.items() if plan["unit"].get("kind") == "person" and "add" in name)
    first = document(plan)
    second = following(first, first.receipt).receipt
    assert getattr(second.privacy_unit, next(iter(UNITS[name]), ""), "") not in UNITS[name].values()
    other = replace(second, privacy_unit=replace(second.privacy_unit, **UNITS[name]))
    opened = [opening.opened("r", signed(each, ISSUER).content) for each in (first.receipt, other)]
    totals = accounts.together(opened)[-1]
    assert (totals.holds, "protect another unit" in totals.why) == (
        (True, False) if name == "nothing" else (False, True)
    )


def test_two_receipts_of_one_table_with_one_number_are_found_out_wherever_they_stand(checked):
    first = document("votes, rows, add or remove")
    second = following(first, document("revenue, rows, add or remove").receipt).receipt
    apart = signed(replace(of_account(second, ledger_counter=1), previous_receipt="c" * 64), ISSUER)
    found = checked(first.content, apart.content)
    assert broken(found) == ["Totals"]
    assert "the same counter" in found["Totals"].why


def test_after_a_start_from_receipts_no_total_of_ρ_is_beyond_what_its_ε_can_cost():
    receipt = replace(document("votes, rows, add or remove").receipt, flags=BEGUN)
    for rho, can_be in ((Fraction(2), True), (Fraction(3), False)):
        spent = of_account(receipt, total=Fraction(2), total_zcdp_rho=rho, forfeited_charges=1)
        assert accounts.of_account(spent).holds is can_be


WRONG_LINES = {
    "the limit rises": ("Totals", lambda r, b: of_account(r, cap=r.accounting.cap + 1)),
    "the limit of δ rises": ("Totals", lambda r, b: of_account(r, cap_delta=r.accounting.cap_delta + 1)),
    "the rho before is forgotten": ("Totals", lambda r, b: of_account(r, total_zcdp_rho=r.privacy_parameters.zcdp_rho)),
    "the ledger stands still": ("Chain", lambda r, b: replace(r, ledger_head=b.ledger_head)),
    "another table has the same number": ("Chain", lambda r, b: of_account(r, ledger_counter=1, dataset="6" * 32)),
}  # fmt: skip


def of_account(receipt, **values):
    return replace(receipt, accounting=replace(receipt.accounting, **values))


@pytest.mark.parametrize("name", WRONG_LINES)
def test_receipts_that_cannot_stand_in_one_ledger_are_found_out(checked, name):
    wrong, change = WRONG_LINES[name]
    first = document("votes, rows, add or remove")
    second = following(first, document("revenue, rows, add or remove").receipt)
    assert broken(checked(first.content, second.content)) == []
    other = signed(change(second.receipt, first.receipt), ISSUER)
    assert broken(checked(first.content, other.content)) == [wrong]


def test_a_ledger_that_was_begun_anew_is_said_to_be_so_on_every_later_receipt(checked):
    first = document("votes, rows, add or remove").receipt
    first = signed(replace(first, flags=BEGUN, previous_receipt="a" * 64), ISSUER)
    second = following(first, document("revenue, rows, add or remove").receipt)
    assert broken(checked(first.content, second.content)) == ["Chain"]
    assert broken(checked(first.content, signed(replace(second.receipt, flags=BEGUN), ISSUER).content)) == []


def after_a_look(dataset=None):
    """A receipt that tells of a look, one of another table (or the same), and one that tells of none."""
    receipt = document("votes, rows, add or remove").receipt
    first = signed(replace(receipt, flags=(INSPECTED,), trust=trust_beside(receipt.trust, (INSPECTED,))), ISSUER)
    second = following(first, document("revenue, rows, add or remove").receipt)
    if dataset is None:
        return first, second
    between = signed(of_account(second.receipt, dataset=dataset), ISSUER)
    return first, between, following(between, document("count, rows, add or remove").receipt)


@pytest.mark.parametrize(("before", "after"), [(1, 0), (1, 1), (2, 1), (2, 3), (0, 0)])
def test_format_checks_that_were_told_are_told_on_every_later_receipt_of_the_table(checked, before, after):
    receipts = []
    for name, times in (("votes, rows, add or remove", before), ("revenue, rows, add or remove", after)):
        receipt, flags = document(name).receipt, format_checked(times)
        receipt = replace(receipt, flags=flags, trust=trust_beside(receipt.trust, flags))
        receipts.append(following(receipts[0], receipt) if receipts else signed(receipt, ISSUER))
    assert broken(checked(*(each.content for each in receipts))) == (["Chain"] if after < before else [])


def test_a_look_that_was_told_is_told_on_every_later_receipt_of_the_table(checked):
    assert broken(checked(*(each.content for each in after_a_look()))) == ["Chain"]
    some = after_a_look("6" * 32)
    assert "Chain" not in broken(checked(*(each.content for each in some[:2])))
    assert "Chain" in broken(checked(*(each.content for each in some)))


def altered(whole):
    """The same file with another counter and limit in its statement, as anybody can write it."""
    data = json.loads(whole.content)
    data["statement"]["accounting"] |= {"cap": "9", "ledger_counter": 7}
    return rfc8785.dumps(data)


def test_a_changed_list_of_candidates_is_said_to_be_one(checked):
    data = json.loads(document("votes, rows, add or remove").content)
    labels = data["statement"]["question"]["candidates"]["labels"]
    labels[0] += " or another"
    said = checked(resigned(data["statement"]), keys=Keys({}))["Question"]
    assert said.holds is False
    assert said.why.startswith("The list of candidates that stands here is not the one whose SHA-256 is named")


@pytest.mark.parametrize("keys", [KNOWN, Keys({})])
def test_what_its_key_did_not_sign_is_no_evidence_against_a_ledger(checked, keys):
    first = document("votes, rows, add or remove")
    second = following(first, document("revenue, rows, add or remove").receipt)
    together = checked(first.content, second.content, altered(second), altered(first), keys=keys)
    assert {name: each.holds for name, each in together.items()} == {"Left out": None, "Chain": True, "Totals": True}
    assert re.search(r"here: (\S+)/2-receipt\.json, \1/3-receipt\.json\.", together["Left out"].why)


def test_a_contradiction_between_two_keys_is_not_laid_upon_one(checked):
    first = document("votes, rows, add or remove")
    one, other = (following(first, document(f"{name}, rows, add or remove").receipt) for name in ("revenue", "count"))
    alone = checked(first.content, one.content, other.content, keys=Keys({}))
    assert "may not be the issuer's" not in alone["Chain"].why + alone["Totals"].why
    contents = first.content, one.content, resigned(other.receipt.statement)
    both = checked(*contents, keys=Keys({}))
    assert broken(both) == ["Chain", "Totals"]
    assert all("signed with 2 keys: one of them may not be the issuer's" in both[each].why for each in broken(both))
    assert broken(checked(*contents)) == []


def test_another_key_within_one_ledger_is_said(checked):
    first = document("votes, rows, add or remove")
    second = following(first, document("revenue, rows, add or remove").receipt)
    assert "keys" not in checked(first.content, second.content)["Chain"].why
    both = json.loads(resigned(second.receipt.statement))
    assert "signed with 2 keys" in checked(first.content, rfc8785.dumps(both), keys=Keys({}))["Chain"].why


@pytest.mark.parametrize("key", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18, 1 + 2**255])
def test_a_key_with_which_anyone_can_sign_is_refused(checked, key):
    public = key.to_bytes(32, "little")
    receipt = document("votes, rows, add or remove").receipt
    named = SigningKey("Ed25519", base64.b64encode(public).decode(), fingerprint(public))
    anyones = replace(receipt, signer=named)
    envelope = Envelope(payload_type(anyones), canonical(anyones.statement), fingerprint(public), b"\1" + bytes(63))
    checks = checked(Document(anyones, envelope).content, keys=Keys({}))
    assert (checks["Signature"].holds, "small order" in checks["Signature"].why) == (False, True)
    assert not envelope.is_signed_by(public)


RESULTS = {
    "a winner that is no candidate": ("votes, rows, add or remove", lambda r: replace(r, winners=("Beer",))),
    "two winners for one": ("votes, rows, add or remove", lambda r: replace(r, winners=("Tea", "Milk"))),
    "another point of the grid": ("revenue, rows, add or remove", lambda r: replace(r, winners=("3",))),
    "half a row": ("histogram, rows, add or remove", lambda r: changed_line(r, value="0.5")),
    "a smaller error": ("histogram, rows, add or remove", lambda r: changed_line(r, error="1")),
    "another name": ("histogram, rows, add or remove", lambda r: changed_line(r, name="Beer")),
    "no line": ("histogram, rows, add or remove", lambda r: replace(r, lines=())),
    "another estimate": ("survey s", lambda r: changed_line(r, value="100")),
    "a row less": ("columns", lambda r: replace(r, table=replace(r.table, rows=r.table.rows[1:]))),
    "a cell that is no yes or no": ("columns", lambda r: replace(r, table=replace(r.table, rows=((2, 0),) * 9))),
}  # fmt: skip


def changed_line(result, **values):
    return replace(result, lines=(replace(result.lines[0], **values), *result.lines[1:]))


def test_a_result_that_the_question_cannot_have_is_found_out(checked):
    for name, change in RESULTS.values():
        receipt = document(name).receipt
        assert broken(checked(signed(replace(receipt, result=change(receipt.result)), ISSUER).content)) == ["Result"]


def under(names, header):
    """A receipt of a table that was read so: of its columns “c” is asked about."""
    plan = PLANS["votes, rows, add or remove"]
    statement = copy.deepcopy(of_plan(plan).receipt.statement)
    said = "no line names the columns"
    statement["reading"] |= {"names": names, "header": header}
    if not header:
        statement["words"]["reading"] = statement["words"]["reading"].replace("the first line names the columns", said)
    return statement


@pytest.mark.parametrize(
    ("names", "header", "can_be"),
    [([], True, True), (["", "c"], True, True), (["x"], True, True), (["x", "x"], True, False),
     (["c", " c "], True, False), ([], False, False), (["x"], False, False), (["x", "c"], False, True)],
)  # fmt: skip
def test_a_column_is_called_as_the_table_that_was_read_so_can_call_it(checked, names, header, can_be):
    assert broken(checked(resigned(under(names, header)), keys=Keys({}))) == ([] if can_be else ["Question"])


@pytest.mark.parametrize(("names", "can_be"), [((), True), (("",), True), (("", "x"), True), (("x",), False)])
def test_a_column_without_a_name_is_called_by_its_position(names, can_be):
    receipt = document("votes, rows, add or remove").receipt
    columns = (replace(receipt.question.columns[0], name="column 1"),)
    asked = replace(receipt.question, columns=columns, score_formula="count([column 1] = candidate)")
    so = replace(receipt, reading=replace(receipt.reading, names=names, header=False), question=asked)
    assert plan_of(so)[1][receipt.accounting.dataset].names == (("column 1",) if can_be else ())


# ---- hostile files


def as_text(change):
    """A receipt's statement with something changed in it, signed anew."""
    statement = copy.deepcopy(document("votes, rows, add or remove").receipt.statement)
    change(statement)
    return resigned(statement)


NO_RECEIPTS = {
    "nothing": b"", "text": b"receipt", "a list": b"[]", "a number": b"4", "null": b"null",
    "another object": b'{"kind": 1}',
    "deep": b"[" * 100_000, "deep objects": b'{"a":' * 100_000, "an unfinished text": b'{"kind": "dpstudio receipt',
    "no text": b"\xff\xfe{}", "a long number": b'{"kind": "dpstudio receipt", "format": ' + b"9" * 5000 + b"}",
    "not a number": b'{"kind": "dpstudio receipt", "format": NaN}',
    "a newer one": b'{"kind":"dpstudio receipt","format":99}',
    "a page without": b"%PDF-1.7\n", "a page with a broken one": b"%PDF-1.7 <</Type/EmbeddedFile>>\nstream\nabc",
}  # fmt: skip


@pytest.mark.parametrize("name", NO_RECEIPTS)
def test_what_is_no_receipt_is_refused_in_words(checked, name):
    with pytest.raises(InputError, match=r"receipt|newer"):
        checked(NO_RECEIPTS[name])


def test_a_file_larger_than_any_receipt_is_not_read(tmp_path):
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(100 << 20)
    with pytest.raises(InputError, match="larger than any receipt"):
        verify([huge], KNOWN, lambda _: None)
    with pytest.raises(InputError, match="is no file"):
        verify([tmp_path], KNOWN, lambda _: None)
    with pytest.raises(InputError, match=r"'gone\.json' is not there"):
        verify([tmp_path / "gone.json"], KNOWN, lambda _: None)


def test_a_page_that_swells_or_carries_two_files_is_refused(checked):
    import zlib

    swollen = zlib.compress(bytes(200 << 20))
    with pytest.raises(InputError, match="too large"):
        checked(b"%PDF-1.7 <</Type/EmbeddedFile/Filter/FlateDecode>>\nstream\n" + swollen)
    kept = document("votes, rows, add or remove")
    page = to_pdf(kept.receipt, "a4", kept.envelope)
    start = page.index(b"/EmbeddedFile")
    with pytest.raises(InputError, match="several files"):
        checked(page + b"<</Type" + page[start : page.index(b"endstream", start)])


WRONG_FORMS = {
    "a name twice": lambda text: text.replace(b'{"accounting":', b'{"accounting":{},"accounting":', 1),
    "spaces": lambda text: text.replace(b",", b", ", 1),
    "an escape": lambda text: text.replace(b"dpstudio receipt", b"dpstudio\\u0020receipt", 1),
    "half a sign": lambda text: text.replace(b'"name":""', b'"name":"\\ud800"', 1),
    "a field more": lambda text: text.replace(b'"kind":"dpstudio', b'"zeal":1,"kind":"dpstudio', 1),
}


@pytest.mark.parametrize("name", WRONG_FORMS)
def test_other_bytes_are_found_out(checked, name):
    text = document("votes, rows, add or remove").content
    assert WRONG_FORMS[name](text) != text
    assert "Form" in broken(checked(WRONG_FORMS[name](text)))


BEGUN = resumption(Resumed(7, "", "", 2, anew=True))
FLAGS = {
    "a look": ((INSPECTED,), True), "a change without a look": ((CHANGED,), False),
    "another order": ((CHANGED, INSPECTED), False), "twice": ((INSPECTED, INSPECTED), False),
    "another header line": ((HEADER_SHOWN,), True), "and a look": ((INSPECTED, CHANGED, HEADER_SHOWN), True),
    "a look after it": ((HEADER_SHOWN, INSPECTED), False),
    "a look and a change": ((INSPECTED, CHANGED), True), "any text": (("checked by a notary",), False),
    "format checks": (format_checked(2), True),
    "no number": (("before this release the curator made 0 format checks",), False),
    "a look and a check": ((INSPECTED, *format_checked(1)), True),
    "two numbers of checks": ((*format_checked(1), *format_checked(2)), False),
    "checks, with words added": ((format_checked(1)[0] + ", and no more",), False),
    "words added": ((f"{INSPECTED}, with permission",), False), "asserted though derived": ((ASSERTED,), False),
    "begun anew": (BEGUN, True), "begun anew under the same key": (BEGUN[:1], True), "half of it": (BEGUN[1:], False),
    "one receipt": (resumption(Resumed(7, "", "", 1, anew=False)), True),
    "more receipts than numbers": (resumption(Resumed(7, "", "", 8, anew=False)), False),
    "another folder": ((ELSEWHERE,), True), "everything": ((INSPECTED, CHANGED, ELSEWHERE, *BEGUN), True),
}  # fmt: skip


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_sentences_of_the_program_in_its_order(checked, name):
    flags, right = FLAGS[name]
    receipt = document("votes, rows, add or remove").receipt
    receipt = replace(receipt, flags=flags, previous_receipt="a" * 64, trust=trust_beside(receipt.trust, flags))
    assert (broken(checked(signed(receipt, ISSUER).content)) == []) is right


@pytest.mark.parametrize(
    ("flags", "beside"),
    [((INSPECTED,), ()), ((), (INSPECTED,)), ((HEADER_SHOWN,), ()), ((), (HEADER_SHOWN,))],
)
def test_a_receipt_says_that_nobody_looked_just_where_no_look_is_told(checked, flags, beside):
    receipt = document("votes, rows, add or remove").receipt
    assert any("not chosen by looking" in each and "But for the look" not in each for each in receipt.trust.assumptions)
    receipt = replace(receipt, flags=flags, trust=trust_beside(receipt.trust, beside))
    assert broken(checked(signed(receipt, ISSUER).content)) == ["Words"]


def test_a_ledger_that_was_begun_anew_follows_a_receipt(checked):
    receipt = replace(document("votes, rows, add or remove").receipt, flags=BEGUN)
    assert broken(checked(signed(receipt, ISSUER).content)) == ["Form"]


HOSTILE = {
    "a huge number": lambda s: s["privacy_unit"].update(rows_per_person="9" * 4000),
    "a number of rows": lambda s: s["privacy_unit"].update(rows_per_person=0),
    "no day": lambda s: s.update(date="2026-11-31"),
    "an endless ε": lambda s: s["privacy_parameters"].update(epsilon="1" * 4000),
    "no ε": lambda s: s["privacy_parameters"].update(epsilon="0"),
    "a small β": lambda s: s["accuracy"].update(beta=f"1/1{'0' * 3000}"),
    "an endless name": lambda s: s.update(name="a" * 5_000_000),
    "an endless formula": lambda s: s["question"].update(score_formula="(" * 1_000_000),
    "endless candidates": lambda s: s["question"]["candidates"].update(count=10**15),
    "a grid": lambda s: s["question"].update(candidates={"origin": "grid", "count": 10**15, "start": "0", "last": "1e9",
                                                         "step": "0.000001", "dates": False}),
    "no columns": lambda s: s["question"].update(columns=[]),
    "another relation": lambda s: s["privacy_unit"].update(neighbour_relation="none"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_receipt_is_refused_in_words(checked, name):
    checks = checked(as_text(HOSTILE[name]), keys=Keys({}))
    assert broken(checks)
    assert all(len(each.why) < 600 for each in checks.values())


def test_of_randomized_answers_nothing_is_said_to_be_derived_that_is_not_claimed(checked):
    checks = checked(document("survey c").content)
    assert "None is claimed" in checks["Δ and R"].why
    for name, each in checks.items():
        assert "noise" not in each.why, name


@pytest.mark.parametrize("name", ["households.csv", "notes.yaml"])
def test_a_table_that_is_no_receipts_is_not_called_wrong(tmp_path, name):
    (tmp_path / "receipt.json").write_bytes(document("votes, rows, add or remove").content)
    (tmp_path / name).write_bytes(b"street;smokes\nHill Road;yes\n")
    found = [each.verified for each in examine([tmp_path / "receipt.json", tmp_path / name], KNOWN, lambda _: None)]
    (check,) = found[1].checks
    assert (check.holds, check.why) == (None, "It is not a table of a receipt: nothing in it was checked.")
    assert verdict(found) == "Every check that was done holds. Nothing was checked in the files that are not receipts."
    assert verdict(found[1:]) == "Not a receipt: nothing was checked."


@pytest.mark.parametrize("name", ["receipt.csv", "other.csv"])
def test_an_altered_table_of_a_receipt_is_wrong_whatever_it_is_called(tmp_path, name):
    kept = document("votes, rows, add or remove")
    (tmp_path / "receipt.json").write_bytes(kept.content)
    (tmp_path / name).write_bytes(to_csv(kept.receipt) + b"x")
    found = [each.verified for each in examine([tmp_path / "receipt.json", tmp_path / name], KNOWN, lambda _: None)]
    assert verdict(found) == verdict(found[1:]) == "Something is wrong: do not rely on it."


@pytest.mark.parametrize("many", [200, 290, 295, 299, 300, 301, 5000])
def test_a_long_result_is_cut_between_two_words(many):
    kept = document("votes, rows, add or remove").receipt
    told = tell(replace(kept, name=" ".join(["Öffnungszeiten"] * (many // 10))))[0]
    whole, cut, _ = told.partition(" …")
    assert len(whole) <= 300
    assert bool(cut) == (many >= 200)
    assert set(whole.removeprefix("“").split()) <= {"Öffnungszeiten"} or not cut


# ---- the command line


def test_of_several_files_each_has_a_block_and_the_worst_decides(run, tmp_path):
    kept, good, text = document("votes, rows, add or remove"), tmp_path / "a" / "receipt.json", tmp_path / "note.pdf"
    good.parent.mkdir()
    good.write_bytes(kept.content)
    text.write_text("no page")
    code, out, _ = run("verify", text, good)
    assert (code, f"{text}\n  ✗ Form: This is not a receipt of dpstudio" in out, f"{good}\n" in out) == (2, True, True)
    assert "✓ Δ and R" in out
    assert "release 1, 2026-11-22, ε 0.7" in out
    assert out.rstrip().endswith("Nothing was checked in the files that are not receipts.")
    (tmp_path / "bad.json").write_bytes(as_text(lambda s: s["question"].update(range_sensitivity="0.5")))
    code, out, _ = run("verify", good, tmp_path / "bad.json", text)
    assert (code, "✗ Δ and R" in out, "do not rely" in out) == (3, True, True)
    code, out, _ = run("verify", text, "--json", text)
    assert (code, json.loads(out)["verdict"]) == (2, "Not a receipt: nothing was checked.")


def test_reasons_are_for_whoever_reads_a_receipt(checked):
    """What its author would have to do to mend it is nothing to them."""
    twice = as_text(lambda s: s["question"]["candidates"].update(labels=["Tea", "Tea", "Milk", "Cocoa"]))
    why = checked(twice, keys=Keys({}))["Question"].why
    assert "are the same" in why
    assert "Remove" not in why


def test_flags_come_first_with_a_mark_of_their_own(run, tmp_path):
    kept, file = document("votes, rows, add or remove").receipt, tmp_path / "receipt.json"
    flagged = replace(kept, flags=(INSPECTED,), trust=trust_beside(kept.trust, (INSPECTED,)))
    file.write_bytes(signed(flagged, ISSUER).content)
    sentence = f"{INSPECTED[0].upper()}{INSPECTED[1:]}."
    code, out, _ = run("verify", file)
    assert (code, out.splitlines()[1]) == (0, f"  ! {sentence}")
    assert json.loads(run("verify", file, "--json")[1])["verified"][0]["flags"] == [sentence]
    file.write_bytes(document("votes, rows, add or remove").content)
    assert "  !" not in run("verify", file)[1]


def test_the_command_line_ticks_crosses_and_exits_by_what_it_found(run, tmp_path):
    kept, file, key = document("votes, rows, add or remove"), tmp_path / "receipt.json", tmp_path / "key.pem"
    file.write_bytes(kept.content)
    key.write_text(public_text(ISSUER.public))
    code, out, _ = run("verify", file, "--key", key)
    assert (code, "✓ Δ and R" in out, "✗" in out) == (0, True, False)
    code, out, _ = run("verify", file)
    assert (code, "signer unknown" in out) == (0, True)
    key.write_text(public_text(OTHER.public))
    code, out, _ = run("verify", file, "--key", key)
    assert (code, "✗ Signer" in out) == (3, True)
    file.write_bytes(as_text(lambda s: s["question"].update(range_sensitivity="0.5")))
    code, out, _ = run("verify", file)
    assert (code, "✗ Δ and R" in out) == (3, True)
    code, out, _ = run("verify", file, "--json")
    said = json.loads(out)
    assert (code, said["holds"], said["verified"][0]["file"]) == (3, False, "receipt.json")
    assert {"name", "holds", "why"} == set(said["verified"][0]["checks"][0])
    code, _, err = run("verify", key)
    assert (code, "not a receipt of dpstudio" in err) == (2, True)
    code, _, err = run("verify", file, "--key", file)
    assert (code, "no public key" in err) == (2, True)
