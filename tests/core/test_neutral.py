"""An invented table says nothing of any candidate: whoever is typed first is no favourite."""

import itertools
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.quantities import grouped, rational_text, with_unit
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Median, Nearness, Quantile, Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.kinds.choose.neutral import nth
from tests.questions import choice

NAMES = ("Tea", "Coffee", "Milk", "Water")
DRINK = Column("drink", Kind.CATEGORY)
VOTES = Votes((DRINK,), VoteStyle.ONE_COLUMN)
PAYS = Column("pays", Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(4)))


def shown(candidates, rule=VOTES, badge=Badge.SIMULATED):
    question = choice(
        rule,
        candidates,
        PrivacyUnit(Relation.ADD_REMOVE),
        role=Role.PRIVATE if badge is Badge.SIMULATED else Role.SAMPLE,
    )
    (found,) = question.preview(question.stand_in(1000, lambda _: None), badge)
    return found


def told(found):
    return [(found.label(place), float(chance)) for place, chance in enumerate(found.chances)]


def test_in_whichever_order_names_are_typed_the_picture_is_the_same():
    pictures = {tuple(told(shown(Listed(names)))) for names in itertools.permutations(NAMES)}
    assert len(pictures) == 1
    (picture,) = pictures
    assert [name for name, _ in picture] == ["1st", "2nd", "3rd", "4th"]


def test_no_candidate_is_named_in_an_invented_row_either():
    found = shown(Listed(NAMES))
    people = found.people(("drink",), (("Tea",),), 1000)
    assert [line[0] for line in people.lines] == ["1st", "2nd", "3rd", "4th"]
    laws = people.laws(Change(None, ("2nd",)), Fraction(1))
    assert laws.after[1] > laws.before[1]


RULES = {
    "one choice": VOTES,
    "several choices": Votes((Column("drink", Kind.CHOICES),), VoteStyle.CHOICES),
    "a column each": Votes(tuple(Column(name, Kind.YES_NO) for name in NAMES), VoteStyle.COLUMN_EACH),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_closer_look_at_the_bound_leaves_the_rows_of_an_invented_table_there(rule):
    """The look was at candidates with names; of those without it is taken again."""
    unit = PrivacyUnit(Relation.ADD_REMOVE)
    question = choice(rule, Listed(NAMES), unit, role=Role.PRIVATE)
    looked = replace(question, refinement=refine(question.rule, question.candidates, question.unit))
    (plain,), (closer,) = (
        each.preview(each.stand_in(1000, lambda _: None), Badge.SIMULATED) for each in (question, looked)
    )
    names = tuple(column.name for column in rule.columns)
    one, other = (found.people(names, (), 1000) for found in (plain, closer))
    assert (one and one.lines) == (other and other.lines)


def test_what_is_assumed_is_said_with_the_gap():
    found = shown(Listed(NAMES))
    best, second, *_ = sorted(map(int, found.scores.steps), reverse=True)
    assert (
        found.assumed.endswith(f"assumed to lead the 2nd by {best - second}.")
        or f"by {best - second} " in found.assumed
    )


@pytest.mark.parametrize("count", [2, 5, 40])
@pytest.mark.parametrize("people", [40, 1000, 100_000])
def test_an_invented_vote_is_so_close_that_chance_is_seen_at_work(count, people):
    question = choice(VOTES, Listed(tuple(map(str, range(count)))), PrivacyUnit(Relation.ADD_REMOVE), role=Role.PRIVATE)
    (found,) = question.preview(question.stand_in(people, lambda _: None), Badge.SIMULATED)
    assert int(found.scores.steps.sum()) == people
    best, second = found.chances[:2]
    assert 0.01 < second <= best < 0.95


def test_a_sample_names_its_candidates_and_assumes_nothing():
    found = shown(Listed(NAMES), badge=Badge.SAMPLE)
    assert [name for name, _ in told(found)] == list(NAMES)
    assert found.assumed == ""


_TEAMS = Listed(NAMES, attributes=dict.fromkeys("xyz", ("0", "1", "2", "3")))
_ONE = Column("pays", Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(4)))


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        (Revenue(_ONE, "x"), False),
        (Median(_ONE, "x"), False),
        (Quantile(_ONE, Fraction(1, 4), "x"), False),
        (Nearness((_ONE,), ("x",)), False),
        (Nearness(tuple(replace(_ONE, name=each) for each in "abc"), tuple("xyz")), False),
        (Nearness(tuple(replace(_ONE, name=each) for each in "ab"), tuple("xy")), True),
    ],
    ids=["revenue", "median", "quantile", "nearness", "three coordinates", "map"],
)
def test_names_with_a_number_beside_them_get_no_order_and_places_on_a_map_keep_theirs(rule, named):
    found = shown(_TEAMS, rule)
    names = {name for name, _ in told(found)}
    assert names == (set(NAMES) if named else {"1st", "2nd", "3rd", "4th"})
    assert (found.spots is not None) == named
    assert found.label(int(found.chances.argmax())) == "1st" or named
    people = found.people(tuple(column.name for column in rule.columns), (), 1000)
    assert people is None or not {cell for line in people.lines for cell in line} & set(NAMES)


@pytest.mark.parametrize("rule", [Revenue(_ONE), Median(_ONE), Nearness((_ONE,), ("",))])
def test_numbers_of_a_list_stay_on_their_own_axis(rule):
    assert [name for name, _ in told(shown(Listed(("0", "1", "3")), rule))] == ["0", "1", "3"]


def test_on_a_grid_the_axis_is_real_and_the_note_says_where_people_are_assumed():
    found = shown(Grid(Fraction(0), Fraction(1), 5), Revenue(PAYS))
    assert [name for name, _ in told(found)] == ["0", "1", "2", "3", "4"]
    assert "around the middle of the declared bounds" in found.assumed
    unbounded = shown(Grid(Fraction(0), Fraction(1), 5), Revenue(Column("pays", Kind.DECIMAL, Fraction(1))))
    assert unbounded.assumed.startswith("Nothing is declared")
    assert "around the middle of the candidates" in unbounded.assumed


@pytest.mark.parametrize("numbers", [("1", "5", "20"), ("2.5", "3"), tuple(map(str, range(10, 100, 7)))])
@pytest.mark.parametrize("rule", [Revenue, Median, partial(Quantile, alpha=Fraction(1, 4))])
def test_an_invented_table_of_numbers_is_so_close_that_chance_is_seen_at_work(numbers, rule):
    column = Column("pays", Kind.DECIMAL, Fraction(1, 100))
    unit = PrivacyUnit(Relation.ADD_REMOVE)
    question = choice(rule(column), Listed(numbers), unit, role=Role.PRIVATE)
    (found,) = question.preview(question.stand_in(1000, lambda _: None), Badge.SIMULATED)
    second, best = sorted(map(float, found.chances))[-2:]
    assert 0.03 < second <= best < 0.95


_DAYS = Grid(Fraction(739_000), Fraction(1), 5, dates=True)
_DAY = Column("day", Kind.DATE, date_order="ymd")
_PLACES = Listed(("A", "B", "C"), attributes={"x": ("0", "1", "2"), "y": ("0", "1", "2")})
_AXES = tuple(Column(name, Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(4))) for name in "xy")


@pytest.mark.parametrize(
    ("candidates", "rule"),
    [
        (Listed(NAMES), VOTES),
        (Grid(Fraction(0), Fraction(1), 5), Votes((PAYS,), VoteStyle.ONE_COLUMN)),
        (Grid(Fraction(0), Fraction(1), 5), Revenue(PAYS)),
        (_DAYS, Median(_DAY)),
        (_PLACES, Nearness(_AXES, ("x", "y"))),
    ],
    ids=["list", "grid", "prices", "dates", "map"],
)
def test_the_gap_that_is_assumed_is_written_of_every_kind_of_candidates(candidates, rule):
    found = shown(candidates, rule)
    second, best = sorted(map(int, found.scores.steps))[-2:]
    if best == second:
        assert "assumed to be level with the" in found.assumed
    else:
        gap = with_unit(grouped(rational_text((best - second) * found.scores.unit)), found.score_unit)
        assert found.assumed.endswith((f"assumed to lead the next by {gap}.", f"assumed to lead the 2nd by {gap}."))
    if not isinstance(rule, Votes):
        middle = "declared bounds" if all(column.bounds for column in rule.columns) else "candidates"
        assert f"to lie around the middle of the {middle}." in found.assumed


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (112, "112th"), (1003, "1,003rd")],
)  # fmt: skip
def test_places_are_written_as_people_write_them(number, text):
    assert nth(number) == text
