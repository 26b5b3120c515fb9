"""The rows of an invented table may be taken out, replaced and added, however many columns the score reads."""

import pytest

from dpstudio.core.candidates import Listed, Origin
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.scores.rules import Agreement, Nearness, Ready
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from tests.core.test_invented_order import (
    DRINK,
    GRID,
    NAMED,
    ON_AN_AXIS,
    TEAMS,
    WITHOUT_NAMES,
    X,
    Y,
    cases,
    formula,
    own,
)
from tests.questions import choice

PEOPLE = 1000
PAIRS = Listed(TEAMS, Origin.TYPED, {"pick": TEAMS, "day": ("Mon", "Tue", "Wed", "Thu")})
SEVERAL = [
    ("own columns", own(NAMED), NAMED),
    ("agreement in two columns", Agreement((DRINK, Column("day", Kind.CATEGORY)), ("pick", "day")), PAIRS),
    ("a map", Nearness((X, Y), ("level", "other")), NAMED),
    ("a formula of two columns", formula("count(x >= candidate and y < 50)", GRID, X, Y), GRID),
]


def rows_of(rule, candidates, relation):
    question = choice(rule, candidates, PrivacyUnit(relation), role=Role.PRIVATE)
    (found,) = question.preview(question.stand_in(PEOPLE, lambda _: None), Badge.SIMULATED)
    return found.people((), (), PEOPLE) if found.people else None


@cases([each for each in (*WITHOUT_NAMES, *ON_AN_AXIS) if not isinstance(each[1], Ready)])
def test_whatever_the_score_the_people_of_an_invented_table_are_rows(rule, candidates):
    people = rows_of(rule, candidates, Relation.ADD_REMOVE)
    assert people is not None
    assert people.names[: len(rule.columns)] == people.read
    assert len(people.lines) == len(people.many)


@pytest.mark.parametrize("relation", list(Relation))
@cases(SEVERAL)
def test_a_row_of_several_columns_comes_and_goes_within_what_epsilon_allows(rule, candidates, relation):
    people = rows_of(rule, candidates, relation)
    assert sum(people.many) == PEOPLE
    assert len(people.lines) > 1
    first, last = people.cells(0), people.cells(len(people.lines) - 1)
    assert len(first) == len(rule.columns) > 1
    replaced = relation is Relation.REPLACE_ONE
    changes = [Change(0, last), Change(0, len(people.lines) - 1)] if replaced else [Change(0, None), Change(None, last)]
    for change in (*changes, people.worst(people.bound, lambda _: None)):
        laws = people.laws(change, people.bound)
        assert not laws.broken.any()
    assert abs(laws.ratios).max() > 0, "the worst of them is seen"


def test_own_columns_of_an_invented_table_are_called_by_their_places_alone():
    people = rows_of(own(NAMED), NAMED, Relation.ADD_REMOVE)
    assert people.names == ("1st", "2nd", "3rd", "4th", "rows")
    votes = [
        sum(many for line, many in zip(people.lines, people.many, strict=True) if line[at] == "yes") for at in range(4)
    ]
    assert votes == sorted(votes, reverse=True)
    assert votes[0] > votes[-1]
