"""What is altered in a receipt is found out, by dpstudio and by the small verifier, however it is signed anew."""

import copy
import json
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
import rfc8785

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.document import signed
from dpstudio.core.receipt.headline import INSPECTED
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.alterations import altered, derived_places, dotted, others, places
from tests.verifying.receipts import ISSUER, PLANS, document, resigned

CHOSEN = (
    "votes, rows, add or remove", "revenue, persons, replace one", "nearness, rows, replace one",
    "quantile, persons, add or remove", "noisy_max_laplace", "weights", "several, persons, add or remove",
    "mean, persons, replace one", "public mean, rows, replace one", "groups, rows, replace one",
    "several, gaussian", "count, gaussian", "survey c", "halfspaces",
)  # fmt: skip
# What both derive from the rest: figures, and the sentences that are made of figures alone. Of a bound that is not its
# form's own the small verifier says that it does not know.
BOTH = (
    "privacy_parameters.epsilon", "privacy_parameters.delta", "privacy_parameters.variant",
    "privacy_parameters.zcdp_rho", "accounting.this_charge", "accounting.this_charge_delta", "question.sensitivity",
    "question.range_sensitivity", "mechanism.range_sensitivity_used", "mechanism.epsilon_of_each_draw",
    "mechanism.rate", "mechanism.law", "mechanism.noises.components", "mechanism.noises.step",
    "mechanism.noises.vector", "mechanism.noises.figure", "question.figures.kind",
    "mechanism.noises.l1_sensitivity", "mechanism.noises.l2_sensitivity_squared", "mechanism.noises.share_of_budget",
    "mechanism.noises.size_in_steps", "mechanism.noises.scale", "mechanism.answers", "mechanism.chance_of_keeping",
    "mechanism.chance_of_each_other_answer", "mechanism.rows", "mechanism.candidate_tables", "mechanism.sensitivity",
    "mechanism.range_sensitivity", "accuracy.score_gap_at_most", "accuracy.errors.error_at_most",
    "accuracy.error_at_most", "words.odds", "words.epsilon_rounded_up",
    "question.figures.share_of_budget", "accuracy.beta",
)  # fmt: skip
# What only the ledger, the day, or whoever made the receipt knows: another value is another receipt.
OF_ITSELF = (
    "date", "accounting.dataset", "accounting.cap", "accounting.cap_delta", "accounting.total",
    "accounting.total_delta", "accounting.total_zcdp_rho", "accounting.ledger_counter", "previous_receipt",
    "accounting.releases_not_exported", "accounting.forfeited_charges", "ledger_head", "software.version",
    "software.python", "signer.algorithm", "signer.public_key", "signer.fingerprint", "name",
)  # fmt: skip
ANY = Keys({})


@pytest.fixture
def broken(tmp_path, small):
    """What dpstudio and the small verifier find broken."""

    def check(content, keys=ANY):
        file = tmp_path / "receipt.json"
        file.write_bytes(content)
        public = [ISSUER.public] if keys.required else []
        try:
            ours = [check.name for check in verify([file], keys, lambda _: None)[0].checks if check.holds is False]
        except InputError:
            ours = ["no receipt"]
        try:
            theirs = [name for name, held, _ in small.Receipt(file).checks(public) if held is False]
        except small.WRONG:
            theirs = ["no receipt"]
        return ours, theirs

    return check


@pytest.fixture
def ticked(tmp_path, small):
    """Whether the small verifier ticks all of a name in the receipt that was looked at last."""

    def ticked(wanted):
        return all(held for name, held, _ in small.Receipt(tmp_path / "receipt.json").checks() if name == wanted)

    return ticked


def alterations(name, wanted):
    """Every alteration of the wanted values of a receipt that follow from others, with the altered statement."""
    receipt = document(name).receipt
    for place, value in derived_places(receipt) if wanted is None else places(receipt.statement):
        if dotted(place) not in OF_ITSELF if wanted is None else dotted(place) in wanted:
            for other in others(value):
                if other != value:
                    yield f"{'.'.join(map(str, place))} = {other!r}", altered(receipt.statement, place, other)


@pytest.mark.parametrize("name", [name for name in CHOSEN if "several, gauss" not in name])
def test_both_accept_the_receipt_of_every_question(broken, name):
    assert broken(document(name).content, Keys({ISSUER.fingerprint: "the issuer's"}, required=True)) == ([], [])


def test_far_more_than_150_receipts_are_altered_and_signed_anew():
    """All of these, and those of the other questions, in the long run; a fifth of them in the ordinary one."""
    assert sum(len(list(alterations(name, BOTH))) for name in CHOSEN if "gaussian" not in name) >= 600


def test_150_alterations_that_are_signed_anew_are_crossed_by_both(broken):
    """Counted where both cross them: a dash of either is not enough."""
    every = (each for name in CHOSEN if "gaussian" not in name for _, each in alterations(name, BOTH))
    assert sum(all(broken(resigned(statement))) for statement in islice(every, 0, None, 4)) >= 150


@pytest.mark.parametrize("name", [name for name in CHOSEN if "gaussian" not in name])
def test_what_both_derive_is_found_out_by_both_though_it_is_signed_anew(broken, ticked, name):
    seen = 0
    for what, statement in islice(alterations(name, BOTH), CHOSEN.index(name) % 5, None, 5):
        ours, theirs = broken(resigned(statement))
        assert ours, f"{what}: dpstudio accepts it"
        assert theirs or not ticked("Δ and R"), f"{what}: the small verifier accepts it"
        seen += 1
    assert seen >= 5


@pytest.mark.parametrize("name", ["mean, rows, add or remove", "mean, persons, replace one"])
def test_the_small_noise_of_a_count_in_place_of_that_of_a_sum_is_found_out_by_both(broken, name):
    statement = copy.deepcopy(document(name).receipt.statement)
    assert broken(resigned(statement)) == ([], [])
    for each in (statement["mechanism"]["noises"], statement["accuracy"]["errors"]):
        each[0] = each[1]
    assert all(broken(resigned(statement)))


@pytest.mark.parametrize("name", ["count, rows, add or remove", "mean, rows, add or remove"])
def test_noise_that_nobody_knows_is_found_out_by_both(broken, name):
    statement = copy.deepcopy(document(name).receipt.statement)
    statement["mechanism"]["key"] = "no_noise"
    assert all(broken(resigned(statement)))


@pytest.mark.long
@pytest.mark.parametrize("name", PLANS)
def test_both_accept_the_receipt_of_each_of_all_questions(broken, name):
    assert broken(document(name).content) == ([], [])


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in PLANS if "gaussian" not in name])
def test_everything_that_both_derive_is_found_out_by_both(broken, ticked, name):
    for what, statement in alterations(name, BOTH):
        ours, theirs = broken(resigned(statement))
        assert ours, f"{what}: dpstudio accepts it"
        assert theirs or not ticked("Δ and R"), f"{what}: the small verifier accepts it"


@pytest.mark.long
@pytest.mark.parametrize("name", PLANS)
def test_every_value_that_follows_from_others_is_found_out(broken, name):
    for what, statement in alterations(name, None):
        assert broken(resigned(statement))[0], f"{what}: dpstudio accepts it"


@pytest.mark.parametrize("name", CHOSEN[:6])
def test_a_rotating_part_of_all_values_that_follow_from_others(broken, name):
    for what, statement in islice(alterations(name, None), CHOSEN.index(name), None, 20):
        assert broken(resigned(statement))[0], f"{what}: dpstudio accepts it"


FIXED = {
    "composition": lambda s: s["accounting"].update(composition="only the largest ε counts"),
    "no day": lambda s: s.update(date="2026-13-01"),
    "a flag of somebody else": lambda s: s.update(flags=["checked by a notary"]),
    "words added to a flag": lambda s: s.update(flags=[f"{INSPECTED}, with permission"]),
    "a day without dashes": lambda s: s.update(date="20261122"),
    "a day and a time": lambda s: s.update(date="2026-11-22T10:00"),
    "a head in capitals": lambda s: s.update(ledger_head="A" * 64),
    "a short head": lambda s: s.update(ledger_head="a" * 63),
    "a receipt before that is none": lambda s: s.update(previous_receipt="the one before"),
    "a digest of candidates": lambda s: s["question"]["candidates"].update(sha256="A" * 64),
}


@pytest.mark.parametrize("name", FIXED)
def test_what_has_a_form_of_its_own_has_it(broken, name):
    statement = copy.deepcopy(document(CHOSEN[0]).receipt.statement)
    FIXED[name](statement)
    ours, theirs = broken(resigned(statement))
    assert "Form" in ours and theirs == ([] if "flag" in name else ["Form"])


def test_the_account_of_an_interrupted_release_holds_for_both(broken):
    """Completed later, its number is small and others stand before it; a first that tells of results is seen by one."""
    receipt = document(CHOSEN[0]).receipt
    more = {"total": Fraction(2), "total_zcdp_rho": Fraction(1, 2), "forfeited_charges": 1}
    first = replace(receipt, accounting=replace(receipt.accounting, **more))
    later = replace(first, accounting=replace(first.accounting, releases_not_exported=2))
    following_one = replace(later, previous_receipt="a" * 64)
    assert broken(signed(first, ISSUER).content) == broken(signed(following_one, ISSUER).content) == ([], [])
    assert broken(signed(later, ISSUER).content) == (["Limit"], [])


def test_hostile_sizes_are_refused_at_once_by_both(broken, ticked):
    tables = document("columns").receipt.statement
    persons = document("votes, persons, add or remove").receipt.statement
    many = [tables["question"]["columns"][0] | {"name": f"c{place}"} for place in range(60)]
    for statement in (
        altered(tables, ("question", "columns"), many),
        altered(tables, ("accuracy", "alpha"), f"0.{'0' * 30}1"),
        altered(document("survey s").receipt.statement, ("privacy_parameters", "epsilon"), "1" + "0" * 39),
        altered(persons, ("privacy_unit", "rows_per_person"), 2**50),
    ):
        ours, theirs = broken(resigned(statement))
        assert ours and (theirs or not ticked("Δ and R"))


def test_without_the_key_nothing_at_all_can_be_altered(broken):
    """50 alterations under the signature that stands there, of whatever value."""
    kept = json.loads(document(CHOSEN[0]).content)
    every = list(places(kept["statement"]))
    tried = every[:: max(1, len(every) // 50)]
    assert len(tried) >= 50
    for place, value in tried:
        whole = kept | {"statement": altered(kept["statement"], place, next(o for o in others(value) if o != value))}
        ours, theirs = broken(rfc8785.dumps(whole))
        assert ours and theirs, place


def test_a_receipt_signed_anew_is_not_the_issuers(broken):
    ours, theirs = broken(
        resigned(document(CHOSEN[0]).receipt.statement), Keys({ISSUER.fingerprint: "x"}, required=True)
    )
    assert (ours, theirs) == (["Signer"], ["Signature"])
