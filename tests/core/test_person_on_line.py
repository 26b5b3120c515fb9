"""What one person changes of a median: the law of every single candidate, and of a bin the one that moves farthest."""

from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Grid, sets
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.kinds.choose.people import people_of
from dpstudio.kinds.choose.previewing import of_choice
from dpstudio.kinds.choose.stand_in import stand_in_scores
from tests.questions import choice

AGE = Column("age", Kind.INTEGER, Fraction(1), (Fraction(0), Fraction(99)))
LINE = Grid(Fraction(0), Fraction(1), 1000)
NAMES, AGES = ("who", "age"), (3, 20, 21, 21, 40, 77)
LINES = tuple((f"person {place}", str(age)) for place, age in enumerate(AGES))
ADD, EXCHANGE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)


@pytest.fixture(autouse=True)
def short_lines(monkeypatch):
    """Every grid of more than three points counts as a line."""
    monkeypatch.setattr(sets, "MOST_CANDIDATES", 3)


def point_law(ages, bound, epsilon=1.0):
    """The law of each candidate by the definition: minus the distance of the numbers below and above, or half of it."""
    points = np.arange(LINE.count)[:, None]
    below, above = (np.array(ages) < points).sum(axis=1), (np.array(ages) > points).sum(axis=1)
    scores = -np.abs(below - above).astype(float)
    weights = np.exp(epsilon * (scores - scores.max()) / float(bound))
    return weights / weights.sum()


def scores_of(people):
    return Shown(people.scores())


def asked(unit=ADD, role=Role.SAMPLE):
    return choice(Median(AGE), LINE, unit, role=role)


def opened(unit=ADD):
    question = asked(unit)
    made = people_of(question, scores_of(unchecked(question)), NAMES, LINES, 0)
    assert made is not None
    return made


def unchecked(question):
    from dpstudio.kinds.choose.people import _sample

    return _sample(question, NAMES, LINES)


CHANGES = [
    (ADD, Change(1, None), [3, 21, 21, 40, 77]),
    (ADD, Change(None, ("50",)), [*AGES, 50]),
    (EXCHANGE, Change(5, ("0",)), [3, 20, 21, 21, 40, 0]),
]


@pytest.mark.parametrize(("unit", "change", "after"), CHANGES)
def test_bins_hold_all_candidates_and_each_shows_the_one_that_moves_farthest(unit, change, after):
    people = opened(unit)
    found = people.laws(change, people.bound)
    old, new = point_law(AGES, people.bound), point_law(after, people.bound)
    bins = found.outcomes.bins
    ends = [tuple(map(int, bins.ends(place))) for place in range(found.before.size)]
    assert [first for first, _ in ends] == [0, *(last + 1 for _, last in ends[:-1])]
    assert ends[-1][1] == LINE.count - 1
    for place, (first, last) in enumerate(ends):
        part = slice(first, last + 1)
        assert found.before[place] == pytest.approx(old[part].sum())
        assert found.after[place] == pytest.approx(new[part].sum())
        logs = np.log(new[part] / old[part])
        assert found.ratios[place] == pytest.approx(logs[np.abs(logs).argmax()])
    assert not found.broken.any()


@pytest.mark.parametrize("unit", [ADD, EXCHANGE])
def test_the_worst_row_is_found_and_a_bound_that_is_too_small_breaks_the_guarantee(unit):
    people = opened(unit)
    worst = people.worst(people.bound, lambda _: None)
    farthest = np.abs(people.laws(worst, people.bound).ratios).max()
    lines, every = range(len(AGES)), [(str(age),) for age in (*AGES, 0, 99)]
    tried = (
        [Change(one, cells) for one in lines for cells in every]
        if unit is EXCHANGE
        else [Change(line, None) for line in lines] + [Change(None, cells) for cells in every]
    )
    assert farthest >= 0.999999 * (max(np.abs(people.laws(each, people.bound).ratios).max() for each in tried))
    small = people.bound / 4
    assert people.laws(people.worst(small, lambda _: None), small).broken.any()


def test_a_ratio_is_that_of_the_scores_where_no_float_holds_a_chance():
    """All weights but the largest are next to nothing: a chance's logarithm is how far its score is below the best."""
    bound, points = Fraction(1, 10**6), np.arange(LINE.count)[:, None]
    logs = []
    for ages in (AGES, AGES[1:]):
        below, above = (np.array(ages) < points).sum(axis=1), (np.array(ages) > points).sum(axis=1)
        scores = -np.abs(below - above)
        far = [int(each) / bound for each in scores - scores.max()]
        logs.append([float(each) - np.log(far.count(0)) for each in far])
    ratios = np.subtract(logs[1], logs[0])
    found = opened().laws(Change(0, None), bound)
    assert np.abs(found.ratios).max() == pytest.approx(np.abs(ratios).max(), rel=1e-9)
    assert np.abs(ratios).max() > 10**5
    assert found.broken.any()


def test_the_proof_of_a_bin_multiplies_to_the_ratio_of_its_candidate():
    people, change = opened(), Change(4, None)
    found = people.laws(change, people.bound)
    for place in range(0, found.before.size, 7):
        proof = people.proof(change, people.bound, place)
        first, second, both = (each.log for each in proof.factors)
        assert both == pytest.approx(first + second)
        assert both == pytest.approx(found.ratios[place])


def test_the_law_beside_that_of_a_sample_is_of_the_bins_that_are_drawn_in():
    question = asked()
    shown = of_choice(question, scores_of(unchecked(question)), Badge.SAMPLE)
    beside = shown.beside(NAMES, LINES, Change(1, None))
    assert beside.shown is None
    assert beside.laws.before == pytest.approx(shown.chances)
    new = point_law([3, 21, 21, 40, 77], people_bound())
    ends = [
        tuple(map(int, shown.bins.ends(place) if shown.bins else (shown.label(place),) * 2))
        for place in range(shown.chances.size)
    ]
    assert beside.laws.after == pytest.approx([new[first : last + 1].sum() for first, last in ends])
    tail = shown.tail()
    middles = [(first + last) // 2 for first, last in ends]
    points = np.array(AGES)
    distance = np.array([abs(int((points < each).sum()) - int((points > each).sum())) for each in range(LINE.count)])
    below = (distance - distance.min())[middles]
    for t in range(1, int(below.max()) + 1):
        assert tail.far(Fraction(t)).tolist() == (below >= t).tolist()


def people_bound():
    return opened().bound


def test_of_a_private_line_invented_rows_are_changed():
    question = asked(role=Role.PRIVATE)
    answers = stand_in_scores(Median(AGE), LINE, 100)
    people = people_of(question, answers, NAMES, LINES, 100)
    assert people.names == ("age", "rows")
    assert not people.laws(people.worst(people.bound, lambda _: None), people.bound).broken.any()
    assert of_choice(question, answers, Badge.SIMULATED).beside(NAMES, LINES, Change(0, None)) is None
