"""What was charged, interrupted and completed after later releases has honest receipts, to both verifiers."""

import datetime
import json
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.account import Limit
from dpstudio.core.candidates import parse_grid
from dpstudio.core.entropy import Entropy
from dpstudio.core.receipt.digest import plan_digest
from dpstudio.core.release import perform
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Sealed
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.workspace.computer import storage
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.questions import choice
from tests.verifying.receipts import ISSUER

ASKED = choice(Median(Column("x", Kind.INTEGER)), parse_grid("1", "9", "1"), PrivacyUnit(Relation.ADD_REMOVE),
               handle="7" * 32, score_unit="rows", epsilon=Fraction(1), cap=Fraction(10))  # fmt: skip


def released(pending=None) -> bytes:
    scores = Sealed(Scores(np.arange(9), Fraction(1)), ASKED.source)
    day = datetime.date(2026, 1, 1)
    return perform(ASKED, scores, storage.ledger(), Entropy(), day, pending, signer=ISSUER).document.content


@pytest.mark.parametrize("later", [0, 1, 2])
def test_a_release_that_is_completed_after_later_ones_holds(small, tmp_path, later):
    storage.ledger().charge(ASKED.handle, ASKED.unit, Limit(ASKED.cap, Fraction(0)), ASKED.loss, plan_digest(ASKED))
    files = [tmp_path / f"{place}.json" for place in range(later + 1)]
    for place, file in enumerate(files):
        file.write_bytes(released(pending=1 if place == later else None))
    found = verify(files, Keys({ISSUER.fingerprint: "the issuer's"}, required=True), lambda _: None)
    assert [(each.name, check.name, check.why) for each in found for check in each.checks if check.holds is False] == []
    assert small.main([*map(str, files)]) == 0


def test_the_first_charge_of_a_ledger_may_follow_later_ones_and_verify_says_why(tmp_path):
    """Number 1, another before it, and a total above its charge: no contradiction, so it is told and not refused."""
    storage.ledger().charge(ASKED.handle, ASKED.unit, Limit(ASKED.cap, Fraction(0)), ASKED.loss, plan_digest(ASKED))
    said = []
    for name, pending in (("later", None), ("first", 1)):
        file = tmp_path / f"{name}.json"
        file.write_bytes(released(pending))
        (found,) = verify([file], Keys({}), lambda _: None)
        said.append(next(check for check in found.checks if check.name == "Chain").why)
    account = json.loads(file.read_bytes())["statement"]["accounting"]
    assert (account["ledger_counter"], account["total"], account["this_charge"]) == (1, "2", "1")
    assert said[0].startswith("The first of its ledger.")
    assert said[1].endswith("It was charged first and interrupted; its result was drawn after a later one.")
