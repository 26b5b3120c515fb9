"""Year, month and weekday of a date in a rule: what the calendar says, and no farther than one person can move it."""

import datetime
import random
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import Refusal, StudioError
from dpstudio.core.scores.analysis import Analysis
from dpstudio.core.scores.cells import values
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.rules import Formula
from dpstudio.core.scores.tuples import Attributes
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_formula import UNITS, scores_of
from tests.rule_trees import DATED, dated, observed, plain_scores, rule

SAID = {"year": lambda day: day.year, "month": lambda day: day.month, "weekday": lambda day: day.isoweekday()}
ANY = Column("d", Kind.DATE)
POINTS = Listed(("a", "b"), attributes={"n": ("1", "2")})
ADD = PrivacyUnit(Relation.ADD_REMOVE)


@pytest.mark.parametrize("name", SAID)
def test_it_is_what_the_calendar_says_on_every_day_of_four_centuries_and_at_both_ends(name):
    last = datetime.date.max.toordinal()
    days = [1, 2, *range(last - 146_100, last + 1)]
    found = values(parse(f"{name}(d)"), table_of([ANY], [], [(day,) for day in days]), Attributes(POINTS))
    assert found.unit == 1
    said = [SAID[name](datetime.date.fromordinal(day)) for day in days]
    assert np.array_equal(np.broadcast_to(found.steps, (len(days), 1))[:, 0], said)


@pytest.mark.parametrize("name", SAID)
def test_it_lies_between_the_least_and_the_greatest_of_the_days_within_the_bounds(name):
    first = datetime.date(2023, 11, 20).toordinal()
    said = [SAID[name](datetime.date.fromordinal(day)) for day in range(first, first + 1_200)]
    for start in (*range(30, 50), *range(90, 500, 27)):
        for size in (*range(1, 12), 28, 31, 32, 60, 364, 365, 366, 367, 368, 700):
            bounds = (Fraction(first + start), Fraction(first + start + size - 1))
            found = Analysis({"d": Column("d", Kind.DATE, bounds=bounds)}, POINTS).of(parse(f"{name}(d)"))
            window = said[start : start + size]
            assert (found.low, found.high, found.row) == (min(window), max(window), max(window) - min(window))
            assert found.candidate == found.both == 0


def test_random_rules_with_dates_score_as_their_words_say_and_move_no_farther_than_derived():
    pick, tried = random.Random(16), 0
    for turn in range(40):
        text = dated(rule(pick, pick.choice([0, 1, 2])), pick)
        unit = UNITS[turn % len(UNITS)]
        try:
            derived, delta, spread = observed(text, unit, 8, 1, pick, DATED)
        except StudioError:
            continue
        tried += "(d)" in text
        assert delta <= derived.delta, text
        assert spread <= derived.range, text
        bound = bind(parse(text), DATED.columns, DATED.points)
        used = tuple(column for name, column in DATED.columns.items() if name in cells_of(bound))
        people = [[{name: pick.choice(DATED.meanings[name]) for name in DATED.columns}] for _ in range(6)]
        made = Formula(used, bound)
        assert scores_of(made, DATED.points, people) == plain_scores(bound, DATED.columns, DATED.points, people), text
    assert tried > 15


def test_a_month_needs_no_bounds_and_a_year_does():
    def derived(text):
        return derive(Formula((ANY,), bind(parse(text), {"d": ANY}, POINTS)), POINTS, ADD)

    assert derived("sum(month(d) * candidate.n)").delta == 24
    assert derived("sum(weekday(d) where month(d) = candidate.n)").delta == 7
    with pytest.raises(Refusal, match="no bounds"):
        derived("sum(year(d) * candidate.n)")


@pytest.mark.parametrize("inner", ["x", '"2024-01-01"', "candidate", "d + 1", "month(d)", "count(d > 3)", "w"])
def test_what_is_no_column_of_dates_has_no_month(inner):
    with pytest.raises(RuleError, match="not a column of dates") as caught:
        bind(parse(f"count(month({inner}) = 1)"), DATED.columns, DATED.points)
    assert caught.value.at == len("count(month(")
