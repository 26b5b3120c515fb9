"""What a release that was not made has cost is said, however far it came."""

import pytest

from dpstudio.core.errors import InputError, Refusal
from dpstudio.gui.project.charging import Charging

WRONG, REFUSED = InputError("The disk is full."), Refusal("The limit is reached.")
BEFORE = "The earlier charge stands; nothing more was charged."
UNKNOWN = "The Ledger tab says whether it was charged."
LEFT = "Entry 3 of the ledger was charged but has no result; complete it at no further cost."
STORED = "Entry 3 of the ledger was charged and has its result: see the Ledger tab."


def came(pending=None, *, begun=False, number=None, stored=False):
    charging = Charging(pending)
    if begun:
        with charging.whole():
            pass
    charging.number, charging.stored = number, stored
    return charging


@pytest.mark.parametrize(
    ("charging", "error", "cost"),
    [
        (came(), WRONG, "Nothing was charged."),
        (came(), REFUSED, "Nothing was charged."),
        (came(begun=True), REFUSED, "Nothing was charged."),
        (came(begun=True), WRONG, UNKNOWN),
        (came(begun=True, number=3), WRONG, LEFT),
        (came(begun=True, number=3, stored=True), WRONG, STORED),
        (came(2), WRONG, BEFORE),
        (came(2, begun=True), REFUSED, BEFORE),
    ],
)
def test_what_a_release_that_was_not_made_has_cost_is_said(charging, error, cost):
    assert charging.said(error) == f"{error} {cost}"
    assert charging.said(error).count("harged") == cost.count("harged")


def test_what_an_error_says_already_is_not_said_twice():
    assert came().said(InputError("Not now; nothing was charged.")) == "Not now; nothing was charged."
    told = InputError("The disk is full.", LEFT)
    assert came(begun=True, number=3).said(told) == str(told)


@pytest.mark.parametrize(("pending", "cost"), [(None, "nothing was charged"), (2, "the earlier charge stands")])
def test_a_release_that_was_stopped_says_what_it_has_cost(pending, cost):
    assert cost in Charging(pending).stopped()
