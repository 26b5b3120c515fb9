"""A receipt that names its candidates by a digest alone claims nothing that is not looked at."""

import json
from itertools import islice

import pytest

from dpstudio import cli
from dpstudio.core.errors import InputError
from dpstudio.core.receipt.receipt import read
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.alterations import altered, derived_places, dotted, others
from tests.verifying.receipts import PLANS, document, many, resigned
from tests.verifying.test_alterations import OF_ITSELF

NAMES = tuple(f"name {place:05}" for place in range(10_001))
PRICES = tuple(str(place) for place in range(1, 10_002))
WEIGHTS = "\n".join(str(place % 7 + 1) for place in range(10_001))
KINDS = {
    **{f"{name}, {unit}": NAMES if name == "votes" else PRICES
       for unit in ("rows, add or remove", "persons, replace one")
       for name in ("votes", "revenue", "median", "quantile", "nearness of sums", "formula")},
    "noisy_max_laplace": NAMES,
}  # fmt: skip
VOTES = "votes, rows, add or remove"
# What only the list tells: whatever stands there makes the verdict open, never good.
OF_THE_LIST = ("question.candidates", "derivation")
FORGED = {
    "odds": ("words", "odds", "at most 1.01 to 1"), "suspicion": ("words", "suspicion", "at most 51"),
    "who is protected": ("words", "protected", "Everyone, wholly and for ever."),
    "no warning": ("words", "from_what", "Nobody can learn anything."), "model": ("words", "model", "Local."),
    "Δ": ("question", "sensitivity", "0.001"), "R": ("question", "range_sensitivity", "0.001"),
    "R above twice Δ": ("question", "range_sensitivity", "3"), "rate": ("mechanism", "rate", "0.000001"),
    "gap": ("accuracy", "score_gap_at_most", "0.001"), "ρ": ("privacy_parameters", "zcdp_rho", "0"),
    "ε": ("privacy_parameters", "epsilon", "0.000001"), "assumptions": ("trust", "assumptions", ["None is needed."]),
    "the derivation": ("derivation", []), "winners": ("result", "winners", ["name 00001", "name 00002"]),
    "few": ("question", "candidates", "count", 10_000), "too many": ("question", "candidates", "count", 10**12),
}  # fmt: skip


@pytest.fixture
def found(tmp_path):
    def found(content):
        file = tmp_path / "receipt.json"
        file.write_bytes(content)
        return verify([file], Keys({}), lambda _: None)[0]

    return found


@pytest.mark.parametrize("name", KINDS)
def test_all_but_the_bound_and_the_winner_is_checked_and_it_is_not_said_to_hold(found, name):
    seen = found(many(name, KINDS[name]).content)
    assert not seen.broken, [each.why for each in seen.checks if each.holds is False]
    assert not seen.holds
    assert {each.name for each in seen.checks if each.needed} == {"Δ and R", "Result"}
    assert {"ε and δ", "Scale", "Error bound", "Odds", "Words"} <= {each.name for each in seen.checks if each.holds}


def test_weighted_candidates_are_checked_too(found):
    seen = found(many("weights", NAMES, WEIGHTS).content)
    assert [each.name for each in seen.checks if each.needed] == ["Δ and R", "Result"]
    assert not seen.broken


@pytest.mark.parametrize("name", FORGED)
def test_what_is_forged_beside_a_digest_is_found_out(found, name):
    *place, value = FORGED[name]
    assert found(resigned(altered(many(VOTES, NAMES).receipt.statement, tuple(place), value))).broken


def test_a_bound_below_what_the_named_candidates_move_is_found_out(found):
    """Δ, R, and all that follows from them, but one vote moves a score by 1 already."""
    honest = many(VOTES, NAMES).receipt
    statement = honest.statement
    for place in (("question", "sensitivity"), ("question", "range_sensitivity"),
                  ("mechanism", "range_sensitivity_used")):  # fmt: skip
        statement = altered(statement, place, "0.5")
    statement["derivation"][-1] |= {"sensitivity": "0.5", "range_sensitivity": "0.5"}
    broken = [each for each in found(resigned(statement)).checks if each.name == "Δ and R"]
    assert "are named lead to" in broken[0].why


@pytest.mark.parametrize("name", ["revenue, rows, add or remove", "noisy_max_laplace"])
def test_a_rotating_part_of_all_that_follows_from_others(found, name):
    receipt = many(name, KINDS[name]).receipt
    for place, value in islice(derived_places(receipt), 1, None, 9):
        if dotted(place) not in OF_ITSELF and not dotted(place).startswith(OF_THE_LIST):
            for other in filter(lambda other: other != value, others(value)):
                assert is_broken(found, altered(receipt.statement, place, other)), (place, other)


def is_broken(found, statement):
    try:
        return found(resigned(statement)).broken
    except InputError:
        return True


def test_a_short_list_cannot_be_left_out(found):
    digest = altered(many(VOTES, NAMES).receipt.statement, ("question", "candidates", "count"), 10_000)
    assert found(resigned(digest)).checks[0].holds is False
    statement = document(VOTES).receipt.statement
    for name in ("labels", "attributes"):
        assert found(resigned(altered(statement, ("question", "candidates", name), None))).broken


def test_with_attributes_that_nobody_can_know_it_is_not_said_to_hold(found):
    """The candidates of a public table, turned into more than a receipt lists."""
    statement = document("agreement, rows, add or remove").receipt.statement
    asked = statement["question"]["candidates"]
    named = {"count": 10_001, "first": asked["labels"][0], "last": asked["labels"][-1], "list": "candidates.json",
             "origin": asked["origin"], "sha256": "0" * 64, "weights": None}  # fmt: skip
    seen = found(resigned(altered(statement, ("question", "candidates"), named)))
    assert not seen.holds


def test_the_command_line_says_that_not_all_could_be_checked(capsys, tmp_path):
    (tmp_path / "receipt.json").write_bytes(many(VOTES, NAMES).content)
    assert cli.main(["verify", str(tmp_path / "receipt.json"), "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert (said["holds"], said["verdict"][:14]) == (False, "Not everything")
    assert "candidates.json" in json.dumps(said)
    assert cli.main(["verify", str(tmp_path / "receipt.json")]) == 3
    assert "Not everything that must be checked" in capsys.readouterr().out


def test_the_plans_are_receipts_without_a_list():
    for name, labels in KINDS.items():
        assert name in PLANS
        asked = read(many(name, labels).content).question
        assert (asked.candidates.count, asked.candidates.list) == (10_001, "candidates.json")
