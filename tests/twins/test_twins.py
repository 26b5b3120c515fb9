"""The program's tests notice what they are there for: each small break of the list fails the test named beside it.

Ten of them, others every day, in the ordinary run; all of them in the long one.
"""

import datetime

import pytest

from tests.twins.catalogue import TWINS
from tests.twins.twin import ROOT, broken, copied, outcome

LEAST, A_DAY = 400, 10
TURNS = -(-len(TWINS) // A_DAY)
TODAY = TWINS[datetime.datetime.now(datetime.UTC).date().toordinal() % TURNS :: TURNS]


def notices(tmp_path, twin):
    copy = copied(tmp_path)
    broken(copy, twin)
    found = outcome(copy, twin.test)
    assert found.returncode == 1, f"{twin.name}: {twin.test} ended with {found.returncode}\n{found.stdout[-2000:]}"


def test_the_list_is_long_and_no_twin_stands_twice():
    assert len(TWINS) >= LEAST
    assert len({twin.name for twin in TWINS}) == len({(twin.file, twin.old, twin.new) for twin in TWINS}) == len(TWINS)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_every_change_of_the_list_can_still_be_made(twin):
    assert (ROOT / twin.file).read_text("utf-8").count(twin.old) == 1
    assert twin.new != twin.old


@pytest.mark.parametrize("twin", TODAY, ids=lambda twin: twin.name)
def test_todays_broken_twins_are_noticed(tmp_path, twin):
    notices(tmp_path, twin)


@pytest.mark.long
@pytest.mark.parametrize("twin", [twin for twin in TWINS if twin not in TODAY], ids=lambda twin: twin.name)
def test_every_broken_twin_is_noticed(tmp_path, twin):
    notices(tmp_path, twin)


@pytest.mark.long
def test_the_judges_of_the_twins_hold_where_nothing_is_broken(tmp_path):
    """A test that fails in every copy would notice anything."""
    tests = sorted({twin.test for twin in TWINS})
    copy = copied(tmp_path)
    for start in range(0, len(tests), 10):
        assert outcome(copy, *tests[start : start + 10]).returncode == 0
