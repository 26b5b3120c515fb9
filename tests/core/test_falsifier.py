"""The falsifier: every wrong bound is refuted by a pair of tables that really breaks it, no right one ever."""

from fractions import Fraction

import pytest

from dpstudio.core.candidates import Grid, Listed, parse_dates
from dpstudio.core.errors import Cancelled
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.falsifier import Broken, Unbroken, falsify
from dpstudio.core.scores.rules import Median, Revenue, Votes, VoteStyle
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_sensitivity import CASES, score

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
PERSON = PrivacyUnit(Relation.ADD_REMOVE, "who", 2)
UNITS = {
    "add": ADD,
    "replace": REPLACE,
    "two rows": PERSON,
    "two rows exchanged": PrivacyUnit(Relation.REPLACE_ONE, "who", 2),
}


@pytest.mark.parametrize("unit", list(UNITS.values()), ids=list(UNITS))
@pytest.mark.parametrize("name", list(CASES))
def test_a_derived_bound_is_never_refuted(name, unit):
    rule, candidates, _, _ = CASES[name]
    derived = derive(rule, candidates, unit)
    for claimed, spread in ((derived.range, True), (derived.delta, False)):
        found = falsify(rule, candidates, unit, claimed, spread=spread)
        assert isinstance(found, Unbroken)
        assert found.tried > 50
        assert found.moved <= claimed


# Wrong claims: the rule, the relation, and a bound that someone might believe.
WRONG = [
    (name, unit, share)
    for name in CASES
    for unit in ("add", "replace", "two rows")
    for share in (Fraction(1, 3), Fraction(1, 2))
    if not (name in ("plane", "sums, candidates inside", "sums") and share == Fraction(1, 2))
]


def test_there_are_enough_wrong_bounds():
    assert len(WRONG) >= 25


@pytest.mark.parametrize(("name", "unit", "share"), WRONG)
def test_a_wrong_bound_is_refuted_by_a_pair_that_breaks_it(name, unit, share):
    rule, candidates, _, _ = CASES[name]
    claimed = derive(rule, candidates, UNITS[unit]).range * share
    found = falsify(rule, candidates, UNITS[unit], claimed)
    assert isinstance(found, Broken)
    assert found.moved > claimed
    (a0, a1), (b0, b1) = found.scores
    assert abs((a1 - a0) - (b1 - b0)) == found.moved
    if isinstance(rule, Votes) and rule.style is VoteStyle.COLUMN_EACH:
        return
    before, after = (
        [tuple(_meaning(c, cell) for c, cell in zip(rule.columns, row, strict=True)) for row in table]
        for table in (found.before, found.after)
    )
    labels = [candidates.label(i) for i in range(candidates.count)]
    for candidate, told in zip(found.names, found.scores, strict=True):
        place = labels.index(candidate)
        assert (score(rule, candidates, before)[place], score(rule, candidates, after)[place]) == told


def _meaning(column, cell):
    return None if cell == "(blank)" else reader(column)(cell)


@pytest.mark.parametrize(
    ("rule", "candidates", "unit", "right"),
    [
        (Votes((Column("w", Kind.CATEGORY),), VoteStyle.ONE_COLUMN), Listed(("a", "b")), REPLACE, 2),
        (Revenue(Column("x", Kind.DECIMAL, Fraction(1, 100))), Grid(Fraction(0), Fraction(1, 100), 501), ADD, 5),
        (Median(Column("x", Kind.INTEGER)), Grid(Fraction(0), Fraction(1), 10**6), ADD, 2),
        (Median(Column("d", Kind.DATE)), parse_dates("2020-01-01", "2030-01-01", "1"), REPLACE, 4),
    ],
)
def test_one_less_than_the_right_bound_is_refuted_also_among_many_candidates(rule, candidates, unit, right):
    assert derive(rule, candidates, unit).range == right
    found = falsify(rule, candidates, unit, right - Fraction(1, 1000))
    assert isinstance(found, Broken)
    assert found.moved == right
    assert isinstance(falsify(rule, candidates, unit, Fraction(right)), Unbroken)


def test_a_claim_about_one_score_names_one_candidate():
    rule, candidates, _, _ = CASES["revenue"]
    found = falsify(rule, candidates, ADD, Fraction(2), spread=False)
    assert found.names[0] == found.names[1] == "3"
    assert found.moved == 3


def test_a_search_can_be_cancelled():
    def stop(share):
        raise Cancelled("stopped")

    rule, candidates, _, _ = CASES["votes"]
    with pytest.raises(Cancelled):
        falsify(rule, candidates, ADD, Fraction(1), tick=stop)
