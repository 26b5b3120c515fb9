"""The program's tests notice what they are there for: each small break of the list fails the test named beside it.

Ten of them, others every day, in the ordinary run; all of them in the long one.
"""

import subprocess
import sys

import pytest

from tests.conftest import FOUND
from tests.turns import DAY
from tests.twins.catalogue import TWINS
from tests.twins.twin import ROOT, broken, copied, outcome

LEAST, A_DAY = 400, 10
MUST = {
    "a factor left out": {"the unit of the scores is left out of the rate", "each of k winners at the full epsilon"},
    "half the R": {"half the range", "sensitivity stands in for the range"},
    "no permutation": {"the first head in the order of the list wins", "a uniform subset in the order of its places"},
    "another parity or sign of a coin": {
        "a coin is heads while it is still undecided", "a coin is tails while it is still undecided",
        "fair coins are joined by or",
    },
    "less than for at most": {
        "a buyer whose limit is the price does not buy", "a coin is heads below or at its threshold",
        "the upper end of a bin is left out",
    },
    "epsilon in floats": {"the sum of all ε is a float"},
    "halves to even": {"halves are rounded to even", "halves of a whole batch are rounded to even"},
    "unclipped": {
        "a number is not clipped", "numbers of a whole batch are not clipped",
        "whole numbers of a Parquet file are not clipped", "what the engine adds up is not clipped",
    },
    "untruncated": {
        "all rows of a person count", "a line that stands for many is not cut to the rows of a person",
    },
    "charge after draw": {"the charge comes after the draw"},
    "refund on a crash": {"a charge whose draw fails is refunded"},
    "epsilon rounded down": {"decimals are rounded down", "the sum of all ε is rounded down"},
}  # fmt: skip
TURNS = -(-len(TWINS) // A_DAY)
TODAY = TWINS[DAY % TURNS :: TURNS]


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """One copy for all twins: of more than a thousand each would take 40 MB."""
    return copied(tmp_path_factory.mktemp("twins"))


def notices(copy, twin):
    with broken(copy, twin):
        found = outcome(copy, twin.test)
    assert found.returncode == 1, f"{twin.name}: {twin.test} ended with {found.returncode}\n{found.stdout[-2000:]}"


def test_the_list_is_long_and_no_twin_stands_twice():
    assert len(TWINS) >= LEAST
    assert len({twin.name for twin in TWINS}) == len({(twin.file, twin.old, twin.new) for twin in TWINS}) == len(TWINS)


def test_the_breaks_that_every_judge_must_notice_are_on_the_list():
    """Those by which a mechanism or an account is most easily wrong."""
    names = {twin.name for twin in TWINS}
    assert {place for place, wanted in MUST.items() if not wanted <= names} == set()


def test_every_change_of_the_list_can_still_be_made():
    texts = {file: (ROOT / file).read_text("utf-8") for file in {twin.file for twin in TWINS}}
    assert [twin.name for twin in TWINS if texts[twin.file].count(twin.old) != 1 or twin.new == twin.old] == []


def test_every_test_that_is_to_notice_a_twin_is_there(pytestconfig):
    """By its whole name, parameters included: one that nobody finds would notice nothing."""
    listed = set(pytestconfig.stash[FOUND])
    files = {twin.test.partition("::")[0] for twin in TWINS} - {name.partition("::")[0] for name in listed}
    collecting = ["-o", "addopts=", "--collect-only", "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *collecting, *sorted(files)]
    if files:  # else this very run has found them all
        listed |= set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines())
    known = listed | {name.partition("[")[0] for name in listed}
    assert [twin.name for twin in TWINS if twin.test not in known] == []


@pytest.mark.parametrize("twin", TODAY, ids=lambda twin: twin.name)
def test_todays_broken_twins_are_noticed(copy, twin):
    notices(copy, twin)


@pytest.mark.long
@pytest.mark.parametrize("twin", [twin for twin in TWINS if twin not in TODAY], ids=lambda twin: twin.name)
def test_every_broken_twin_is_noticed(copy, twin):
    notices(copy, twin)


@pytest.mark.long
def test_the_judges_of_the_twins_hold_where_nothing_is_broken(copy):
    """A test that fails in every copy would notice anything."""
    tests = sorted({twin.test for twin in TWINS})
    for start in range(0, len(tests), 10):
        assert outcome(copy, *tests[start : start + 10]).returncode == 0
