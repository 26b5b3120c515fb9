"""Rules of the language: exact scores, derived bounds that hold, wrong bounds refuted, refusals that teach."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import Cancelled, Refusal, StudioError
from dpstudio.core.scores import derivation, falsifier, formula
from dpstudio.core.scores import node_sensitivity as moves
from dpstudio.core.scores.analysis import Analysis
from dpstudio.core.scores.contribution import contribution
from dpstudio.core.scores.counterexample import counterexample
from dpstudio.core.scores.derivation import derive, whole_sensitivity
from dpstudio.core.scores.evaluation import evaluate, formula_scores
from dpstudio.core.scores.exhaustive import table_of
from dpstudio.core.scores.falsifier import Broken, Unbroken, falsify
from dpstudio.core.scores.formula import Method, aggregates_of, method_of, reads_single_columns
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.mistakes import RuleRefusal
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.tree import cells_of
from dpstudio.core.scores.moves import Moves
from dpstudio.core.scores.operators import absolute, comparisons, extremes
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula, Nearness, Revenue
from dpstudio.core.scores.tuples import Tuples
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from tests.core.test_sensitivity import counts
from tests.rule_trees import COLUMNS, MEANINGS, POINTS, observed, plain_scores, random_world, rule

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
TWO = PrivacyUnit(Relation.ADD_REMOVE, "who", 2)
UNITS = [ADD, REPLACE, TWO, PrivacyUnit(Relation.REPLACE_ONE, "who", 1), PrivacyUnit(Relation.REPLACE_ONE, "who", 2)]
UNITS += [PrivacyUnit(Relation.REPLACE_ONE, "who", rows, everyone=True) for rows in (1, 2)]


def settled(text, candidates=POINTS, columns=COLUMNS):
    bound = bind(parse(text), columns, candidates)
    return Formula(tuple(columns[name] for name in columns if name in cells_of(bound)), bound)


def scores_of(made, candidates, people):
    """The program's scores of a table of people, each a list of rows."""
    names = [column.name for column in made.columns]
    rows = [(tuple(row[name] for name in names), who) for who, rows in enumerate(people) for row in rows]
    tuples = table_of(list(made.columns), [], [row for row, _ in rows])
    tuples = Tuples(tuples.cells, (), tuples.counts, np.array([who for _, who in rows], dtype=np.int64))
    found = formula_scores(made, candidates, tuples)
    return [int(step) * found.unit for step in found.steps]


def random_table(pick, made, people):
    names = [column.name for column in made.columns]
    return [
        [{name: pick.choice(MEANINGS[name]) for name in names} for _ in range(pick.choice([1, 1, 2]))]
        for _ in range(people)
    ]


def test_scores_are_what_the_words_say():
    """Three hundred random rules on random tables, against a second way to work them out."""
    pick = random.Random(11)
    done = 0
    for _ in range(500):
        try:
            made = settled(rule(pick, pick.choice([0, 1, 2]), persons=True))
        except StudioError:
            continue
        for people in (0, 1, 12):
            table = random_table(pick, made, people)
            assert scores_of(made, POINTS, table) == plain_scores(made.tree, COLUMNS, POINTS, table)
        done += 1
    assert done >= 300


@pytest.mark.parametrize("part", range(6))
def test_no_derived_figure_of_a_random_rule_is_too_small(part):
    pick = random.Random(f"random rules {part}")
    done = 0
    for _ in range(40):
        unit = pick.choice(UNITS)
        try:
            derived, delta, spread = observed(
                rule(pick, pick.choice([0, 1, 2]), unit.person is not None), unit, 8, 6, pick
            )
        except StudioError:
            continue
        assert delta <= derived.delta
        assert spread <= derived.range <= 2 * derived.delta
        done += 1
    assert done >= 20


def test_no_derived_figure_is_too_small_whatever_the_bounds():
    """Columns that exclude 0, or hold one value; attributes of either sign."""
    pick = random.Random(6)
    done = 0
    for _ in range(120):
        unit = pick.choice(UNITS)
        text, world = rule(pick, pick.choice([0, 1]), unit.person is not None), random_world(pick)
        try:
            derived, delta, spread = observed(text, unit, 8, 6, pick, world)
        except StudioError:
            continue
        assert delta <= derived.delta, (text, world)
        assert spread <= derived.range, (text, world)
        done += 1
    assert done >= 60


# each method of evaluation, and rules that take it
METHODS = [
    ("count(w = candidate)", Method.GROUPS),
    ("sum(x where w = candidate.t and f)", Method.GROUPS),
    ("count(x >= candidate.p)", Method.THRESHOLD),
    ("sum([z z] where 2 * x + 1 < candidate.q and w = \"a\")", Method.THRESHOLD),
    ("count(candidate.p > x)", Method.THRESHOLD),
    ("sum(x where f)", Method.ONCE),
    ("sum(abs(x - candidate.p))", Method.DISTANCES),
    ("sum(abs(candidate.q - 2 * x) where f and w = \"a\")", Method.DISTANCES),
    ("sum(x - candidate.p)", Method.ADDED),
    ("sum(candidate.q - x where f)", Method.ADDED),
    ("sum([z z] + candidate.q)", Method.ADDED),
    ("sum(abs(x - candidate.p) where w = candidate)", Method.BLOCKS),
    ("sum(abs(x + candidate.p))", Method.BLOCKS),
    ("count(x + candidate.p > 1)", Method.THRESHOLD),
    ("count(likes has candidate)", Method.PARTED),
    ("sum(x where likes has candidate and f)", Method.PARTED),
    ("count(not likes has candidate)", Method.BLOCKS),
    ("count(x * candidate.p > 1)", Method.BLOCKS),
    ("count(w = candidate or f)", Method.BLOCKS),
]  # fmt: skip


@pytest.mark.parametrize(("text", "method"), [m for m in METHODS if "x + candidate" not in m[0]])
def test_each_sum_takes_its_cheapest_method_and_all_agree(text, method, monkeypatch):
    made = settled(text)
    (aggregate,) = aggregates_of(made.tree)
    assert method_of(aggregate, COLUMNS) is method
    pick = random.Random(2)
    table = random_table(pick, made, 40)
    found = scores_of(made, POINTS, table)
    monkeypatch.setattr(formula, "method_of", lambda *_: Method.BLOCKS)
    assert scores_of(made, POINTS, table) == found
    monkeypatch.setattr(formula, "BLOCK", 5)
    assert scores_of(made, POINTS, table) == found


ALONE = [
    "count(w = candidate) - 2 * sum(abs(x - candidate.p))",
    "min(count(likes has candidate), 3) + count(f)",
    "median(x, candidate.p) * 2 - abs(sum([z z] - candidate.q))",
    "count(own_column()) * 2 - count(x >= candidate.p)",
    "sum(clip(x, 0, 1) * candidate.q) / 3",
]


@pytest.mark.parametrize("text", ALONE)
def test_a_rule_whose_every_sum_reads_one_column_scores_columns_by_themselves_as_it_scores_whole_rows(text):
    plain = settled(text)
    own = tuple(Column(label, Kind.YES_NO) for label in POINTS.labels if "own_column" in text)
    made = Formula((*plain.columns, *own), plain.tree)
    assert reads_single_columns(made.tree)
    assert not reads_single_columns(settled("count(f and x > candidate.p)").tree)
    pick, domains = random.Random(6), [*(MEANINGS[column.name] for column in plain.columns), *[[0, 1, None]] * len(own)]
    for size in (0, 1, 7, 40):
        rows = [tuple(map(pick.choice, domains)) for _ in range(size)]
        each = [counts(column, [row[place] for row in rows]) for place, column in enumerate(made.columns)]
        apart, joint = evaluate(made, POINTS, each), table_of(list(plain.columns), list(own), rows)
        whole = formula_scores(made, POINTS, joint)
        assert (list(apart.steps), apart.unit) == (list(whole.steps), whole.unit)


def test_the_order_of_rows_changes_no_bit():
    made = settled("min(3, sum(x * candidate.q)) - sum(abs([z z] - candidate.p))")
    pick = random.Random(4)
    table = random_table(pick, made, 30)
    first = scores_of(made, POINTS, table)
    for _ in range(5):
        pick.shuffle(table)
        assert scores_of(made, POINTS, table) == first


WIDE = [
    "sum(v * v * v * candidate)",
    "sum(v where v < candidate) * 4",
    "sum(v where f = candidate)",
    "max(sum(v), -sum(v)) * candidate - sum(abs(v - candidate))",
]


@pytest.mark.parametrize("text", WIDE)
def test_numbers_beyond_64_bits_stay_exact(text):
    big = 1 << 62
    columns = {
        "v": Column("v", Kind.INTEGER, bounds=(Fraction(-big), Fraction(big))),
        "f": Column("f", Kind.INTEGER),
    }
    candidates = Listed(("3", "-5", str(big // 2)))
    made = settled(text, candidates, columns)
    table = [[{"v": value, "f": 3}] for value in (big, big, big, -big, big - 1, 7)]
    assert scores_of(made, candidates, table) == plain_scores(made.tree, columns, candidates, table)


def test_a_form_and_its_formula_give_the_same_scores_and_bounds():
    x = COLUMNS["x"]
    whole = Grid(Fraction(-1), Fraction(1), 4)
    for form, text, candidates in (
        (Revenue(x, "p"), "candidate.p * count(x >= candidate.p)", POINTS),
        (Nearness((x,), ("p",)), "-sum(abs(x - candidate.p))", POINTS),
        (Nearness((x,), ("",), of_sums=True), "-abs(sum(x - candidate))", whole),
    ):
        made = settled(text, candidates)
        for unit in UNITS:
            one, other = derive(form, candidates, unit), derive(made, candidates, unit)
            assert (one.delta, one.range) == (other.delta, other.range)
        rows = [-1, 0, 0, 2, None, 1]
        found = evaluate(form, candidates, [counts(x, rows)])
        assert [int(step) * found.unit for step in found.steps] == scores_of(
            made, candidates, [[{"x": value}] for value in rows]
        )


WRONG = [
    ("count(w = candidate)", REPLACE, Fraction(3, 2)),
    ("candidate.p * count(x >= candidate.p)", ADD, 1),
    ("sum(x where w = candidate)", ADD, Fraction(3, 2)),
    ("sum(x where w = candidate)", REPLACE, 3),
    ("sum(x * candidate.q)", REPLACE, 4),
    ("-sum(abs(x - candidate.p))", ADD, 1),
    ("-abs(sum(x - candidate.p))", ADD, 3),
    ("median(x, candidate.p)", ADD, 1),
    ("quantile(x, candidate.p, 0.75)", ADD, 1),
    ("quantile(x, candidate.p, 0.75)", REPLACE, 1),
    ("count(likes has candidate)", REPLACE, 1),
    ("max(count(w = candidate), count(x >= candidate.p))", ADD, Fraction(1, 2)),
    ("clip(sum(x * candidate.p), -1, 3)", ADD, 2),
    ("clip(sum(x * candidate.p), -1, 3)", REPLACE, 3),
    ("count(w = candidate) - count(w = candidate.t)", REPLACE, 3),
    ("2 * count(w = candidate) + count(f and w = candidate)", ADD, 2),
    ("candidate.q * sum(x)", REPLACE, 4),
    ("sum(if(w = candidate, x, -x))", ADD, 3),
    ("sum(if(w = candidate, x, -x))", REPLACE, 6),
    ("min(count(w = candidate), 3)", REPLACE, 1),
    ("sum(max(x, candidate.p))", ADD, 1),
    ("sum(x * [z z] where w = candidate)", ADD, 1),
    ("count(not (w = candidate))", ADD, Fraction(1, 2)),
    ("count(w = candidate or x > candidate.p)", REPLACE, 1),
    ("-abs(count(w = candidate) - 2)", REPLACE, 1),
    ("persons(w = candidate)", TWO, Fraction(1, 2)),
    ("persons(w = candidate)", PrivacyUnit(Relation.REPLACE_ONE, "who", 2), 1),
    ("sum(x where w = candidate)", TWO, 3),
    ("count(x between candidate.q and 1)", REPLACE, Fraction(1, 2)),
    ("sum(clip(x, 0, 1) where w = candidate) / 2", REPLACE, Fraction(1, 2)),
    ("-1 * sum(far * candidate.r)", PrivacyUnit(Relation.REPLACE_ONE, "who", 1), 4),
    ("-2 * sum(far * candidate.r)", PrivacyUnit(Relation.REPLACE_ONE, "who", 2), 19),
]


@pytest.mark.parametrize(("text", "unit", "claimed"), WRONG)
def test_a_wrong_bound_is_refuted_by_two_tables(text, unit, claimed):
    made = settled(text)
    derived = derive(made, POINTS, unit)
    assert claimed < derived.range
    found = falsify(made, POINTS, unit, Fraction(claimed))
    assert isinstance(found, Broken)
    assert claimed < found.moved <= derived.range
    assert isinstance(falsify(made, POINTS, unit, derived.range), Unbroken)
    assert isinstance(falsify(made, POINTS, unit, derived.delta, spread=False), Unbroken)


def test_a_search_goes_on_in_the_background_and_can_be_stopped():
    def stop(share):
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        falsify(settled("sum(x * candidate.q)"), POINTS, ADD, Fraction(1), tick=stop)


def test_scoring_can_be_stopped():
    def stop(share):
        raise Cancelled("stopped")

    made = settled("sum(min(x, candidate.p))")
    with pytest.raises(Cancelled):
        formula_scores(made, POINTS, table_of(list(made.columns), [], [(1,), (2,)]), stop)


def test_a_score_that_ignores_the_candidate_is_refused():
    for text in (
        "sum(x)",
        "count(f) + candidate.p",
        "max(sum(x), 3)",
        "sum(candidate.p where f) - candidate.p * count(f)",
    ):
        with pytest.raises(Refusal, match=r"does not depend|scores of two candidates apart"):
            derive(settled(text), POINTS, ADD)


def test_a_sum_without_bounds_is_refused_and_a_clipped_one_is_not():
    columns = {"v": Column("v", Kind.DECIMAL, Fraction(1, 100)), "w": COLUMNS["w"]}
    with pytest.raises(Refusal, match="no bounds"):
        derive(settled("sum(v where w = candidate)", POINTS, columns), POINTS, ADD)
    derived = derive(settled("sum(clip(v, 0, 5) where w = candidate)", POINTS, columns), POINTS, ADD)
    assert (derived.delta, derived.range) == (5, 5)
    assert derive(settled("count(v >= candidate.p)", POINTS, columns), POINTS, ADD).range == 1


def test_persons_need_a_column_that_tells_them_apart():
    with pytest.raises(RuleRefusal, match="belong to one person"):
        derive(settled("persons(w = candidate)"), POINTS, ADD)
    assert derive(settled("persons(w = candidate)"), POINTS, TWO).delta == 1


def test_every_line_of_a_derivation_says_why():
    for text, unit in itertools.product(("min(2 * sum(clip(x, 0, 1) where w = candidate), 1) - abs(count(f))",), UNITS):
        steps = derive(settled(text), POINTS, unit).steps
        assert all(step.what and step.why.endswith(".") for step in steps)
        assert steps[-1].depth == 0
        assert {"x", "clip(x, 0, 1)", "w = candidate", "count(f)"} <= {step.what for step in steps}


# ---- refusals that teach

CITY = {
    "lat": Column("lat", Kind.LATITUDE, Fraction(1), (Fraction(24), Fraction(50))),
    "lon": Column("lon", Kind.LONGITUDE, Fraction(1), (Fraction(-125), Fraction(-66))),
}
CITIES = Listed(("Memphis", "Boston"), attributes={"lat": ("35", "42"), "lon": ("-90", "-71")})


def refused(text, columns=COLUMNS, candidates=POINTS):
    with pytest.raises(RuleRefusal) as caught:
        bind(parse(text), columns, candidates)
    return caught.value


def test_one_over_the_distance_grows_without_limit_as_the_candidate_comes_near_the_mean():
    """The document's u = 1/d with four people: 66, 696, 6996."""
    error = refused("1 / ((abs(sum(lat - candidate.lat)) + abs(sum(lon - candidate.lon))) / 4)", CITY, CITIES)
    found = counterexample(error.node, CITY, CITIES)
    assert [int(shift.moved) for shift in found.shifts] == [66, 696, 6996]
    assert "4 people" in found.sentence


@pytest.mark.parametrize(("relation", "joins"), [(Relation.ADD_REMOVE, True), (Relation.REPLACE_ONE, False)])
def test_what_one_person_does_lies_on_a_map_where_the_score_reads_two_coordinates(relation, joins):
    """A longitude lies across; the person moves along the coordinate that is read first, and the candidate is near."""
    error = refused("1 / ((abs(sum(lat - candidate.lat)) + abs(sum(lon - candidate.lon))) / 4)", CITY, CITIES)
    shown = counterexample(error.node, CITY, CITIES, relation).on_map
    assert shown.names == ("lon", "lat")
    assert (shown.people, shown.there) == ((-96, 37), (-96, 38))
    assert [shown.people[1] - up for _, up in shown.candidates] == [
        Fraction(1, 70),
        Fraction(1, 700),
        Fraction(1, 7000),
    ]
    assert {across for across, _ in shown.candidates} == {-96}
    assert shown.joins is joins


@pytest.mark.parametrize("text", ["1 / abs(sum(lat - candidate.lat))", "count(lat > 30) / count(lon > -90)"])
def test_there_is_no_map_of_one_coordinate_or_none(text):
    assert counterexample(refused(text, CITY, CITIES).node, CITY, CITIES).on_map is None


def test_a_share_of_a_private_number_breaks_down_near_the_empty_table():
    """One person moves it by a thousandth among a thousand people, and by a whole when there is one."""
    error = refused("count(w = candidate) / count(f)")
    moved = [shift.moved for shift in counterexample(error.node, COLUMNS, POINTS).shifts]
    assert moved == [Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), 1]


@pytest.mark.parametrize("relation", [Relation.ADD_REMOVE, Relation.REPLACE_ONE])
def test_what_one_person_does_is_a_step_of_the_relation_chosen(relation):
    """Among n rows one more makes n + 1 of them, one replaced leaves n."""
    joins = relation is Relation.ADD_REMOVE
    found = counterexample(
        refused("(2 + count(w = candidate)) / count(x >= 0 or x < 0)").node, COLUMNS, POINTS, relation
    )
    assert ("joins" in found.sentence) == joins
    sizes = [int(shift.where.replace(",", "")) for shift in found.shifts]
    for shift, many in zip(found.shifts, sizes, strict=True):
        counted = [many + joins, many + joins - 1]  # a blank x is neither
        assert any(rows and rows % shift.after.denominator == 0 for rows in counted)
    near = counterexample(refused("1 / abs(sum(lat - candidate.lat))", CITY, CITIES).node, CITY, CITIES, relation)
    assert ("joins" in near.sentence) == joins
    assert [1 / shift.before for shift in near.shifts] == [4 * Fraction(shift.where) for shift in near.shifts]
    apart = 5 if joins else 4
    assert [1 / shift.after for shift in near.shifts] == [apart * Fraction(shift.where) + 1 for shift in near.shifts]


def test_a_product_of_two_sums_grows_with_the_table():
    shifts = counterexample(refused("count(w = candidate) * count(f)").node, COLUMNS, POINTS).shifts
    assert [shift.moved for shift in shifts] == [3, 21, 201, 2001]


@pytest.mark.parametrize("above", ["sum(x)", "persons(w = candidate)", "count(own_column())", "1"])
@pytest.mark.parametrize("below", ["persons(f)", "count(own_column() or f)"])
def test_persons_and_own_columns_are_counted_among_the_people_of_an_example(above, below):
    """One more person among a thousand moves a quotient by little, among one or none by much."""
    columns = COLUMNS | {name: Column(name, Kind.YES_NO) for name in POINTS.labels}
    found = counterexample(refused(f"{above} / {below}", columns).node, columns, POINTS)
    moved = [shift.moved for shift in found.shifts]
    assert moved[0] < Fraction(1, 100)
    assert moved[-1] is None or moved[-1] > moved[0]


# ---- the closer look

HALVES = Listed(
    tuple(f"c{i}" for i in range(40)),
    attributes={
        "p": tuple(str(i) for i in range(40)),
        "q": tuple(str(40 - i) for i in range(40)),
        "t": tuple("ab"[i % 2] for i in range(40)),
    },
)


def test_a_closer_look_sees_what_all_candidates_together_hide():
    """p and q add up to 40 for every candidate: alone each weighs at most 40, together they might weigh 79."""
    wide = {"v": Column("v", Kind.DATE, bounds=(Fraction(1), Fraction(10**6)))}
    made = settled("(candidate.p + candidate.q) * count(month(v) >= candidate.p)", HALVES, wide)
    first = derive(made, HALVES, ADD)
    found = refine(made, HALVES, ADD).sensitivity
    assert first.delta == 79
    assert (found.delta, found.range) == (40, 40)
    assert "candidate by candidate" in found.steps[-1].why
    assert isinstance(falsify(made, HALVES, ADD, found.range), Unbroken)
    assert isinstance(falsify(made, HALVES, ADD, found.range - 1), Broken)


def test_a_closer_look_is_never_too_small():
    pick = random.Random(21)
    done = 0
    while done < 60:
        unit = pick.choice(UNITS)
        text = rule(pick, pick.choice([0, 1, 2]), unit.person is not None)
        try:
            _, delta, spread = observed(text, unit, 8, 4, pick)
            made = settled(text)
        except StudioError:
            continue
        found = refine(made, POINTS, unit)
        assert found.fits(made, POINTS, unit)
        assert not found.fits(made, HALVES, unit)
        quick = derive(made, POINTS, unit)
        assert delta <= found.sensitivity.delta <= quick.delta
        assert spread <= found.sensitivity.range <= quick.range
        done += 1


@pytest.mark.parametrize(("rows", "delta", "spread"), [(1, 15, Fraction(5, 1)), (3, 45, 15)])
def test_who_takes_a_persons_place_may_have_no_row_so_a_whole_value_may_go(rows, delta, spread):
    """Values of 3 to 5: replacing one row by another moves them by 2, a person without rows by 5."""
    unit = PrivacyUnit(Relation.REPLACE_ONE, "who", rows)
    for look in (derive, lambda *given: refine(*given).sensitivity):
        found = look(settled("-1 * sum(far * candidate.r)"), POINTS, unit)
        assert (found.delta, found.range) == (delta, spread)
        for text in ("abs(sum(far * candidate.r))", "min(sum(far * candidate.r), 1000)", "-3 * sum(far * candidate.r)"):
            found = look(settled(text), POINTS, unit)
            assert found.delta >= delta, text


def test_a_closer_look_can_be_given_up():
    def stop(share):
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        refine(settled("abs(sum(x * candidate.q))"), POINTS, ADD, stop)


# ---- the judges: a deliberately broken twin fails each of them


def halved(found):
    half = Fraction(1, 2)
    return replace(found, range_replaced=found.range_replaced * half, range_added=found.range_added * half)


def test_every_figure_on_the_way_to_a_bound_is_exact():
    """Whole numbers are integers on the way, which divided by one another would be floats."""
    pick, seen = random.Random(12), set()
    for _ in range(200):
        try:
            made = settled(rule(pick, pick.choice([1, 2, 3])))
            found = whole_sensitivity(made, POINTS, pick.choice(UNITS))
        except StudioError:
            continue
        known = Analysis(COLUMNS, POINTS)
        rows = [known.of(contribution(each, COLUMNS)) for each in aggregates_of(made.tree)]
        seen |= {type(each) for value in [found, *rows] for each in vars(value).values()}
    assert seen <= {int, Fraction, tuple, str, type(None)}
    assert {int, Fraction} <= seen


def narrow_cell(self, column):
    found = plain_cell(self, column)
    return replace(found, high=found.low + Fraction(found.high - found.low) / 2, row=Fraction(found.row) / 2)


plain_cell, plain_row, plain_rows, plain_extreme, plain_apart = (
    Analysis._cell, moves.of_row, moves.of_rows, extremes.extreme, Moves.apart,
)  # fmt: skip
TWINS = {
    "half of what two candidates differ by": (moves, "of_row", lambda found: halved(plain_row(found))),
    "columns half as wide": (Analysis, "_cell", narrow_cell),
    "min and max take the lesser move": (
        extremes, "extreme", lambda parts: min((plain_extreme([each]) for each in parts), key=lambda one: one.added),
    ),
    "one person's moves half as far apart": (Moves, "apart", lambda self: plain_apart(self) / 2),
    "a person who always has a row": (
        moves, "of_rows", lambda row, most, replaced_by_fewer: plain_rows(row, most, replaced_by_fewer=False),
    ),
    "an absolute value that only grows": (absolute, "absolute", lambda found: replace(found, low=Fraction(0))),
}  # fmt: skip


@pytest.mark.parametrize("name", list(TWINS))
def test_a_broken_derivation_is_caught(name, monkeypatch):
    place, what, twin = TWINS[name]
    derivation._derived.cache_clear()
    monkeypatch.setattr(place, what, twin)
    pick = random.Random(8)
    caught = False
    for _ in range(600):
        unit = pick.choice(UNITS)
        try:
            derived, delta, spread = observed(rule(pick, pick.choice([0, 1])), unit, 8, 6, pick)
        except StudioError:
            continue
        caught = delta > derived.delta or spread > derived.range
        if caught:
            break
    derivation._derived.cache_clear()
    assert caught


def test_a_broken_evaluation_is_caught(monkeypatch):
    """A price that is paid only from above: > for >=."""
    monkeypatch.setattr(comparisons.AT_LEAST, "compare", np.greater)
    made = settled("sum(x where x >= candidate.p or f)")
    table = [[{"x": value, "f": 0}] for value in (0, 1, 2)]
    assert scores_of(made, POINTS, table) != plain_scores(made.tree, COLUMNS, POINTS, table)


def test_a_falsifier_that_looks_at_no_other_people_misses_a_wrong_bound(monkeypatch):
    made = settled("clip(sum(x * candidate.p), -1, 3) - clip(count(w = candidate), 1, 2)")
    right = falsify(made, POINTS, REPLACE, Fraction(0)).moved
    monkeypatch.setattr(falsifier.Search, "_contexts", lambda self: [()])
    assert falsify(made, POINTS, REPLACE, Fraction(0)).moved < right


def test_a_person_who_may_have_no_row_takes_a_whole_value_away():
    """Each value lies between 3 and 5: one that is exchanged moves the sum by 2, one that comes or goes by 5."""
    column = Column("x", Kind.INTEGER, bounds=(Fraction(3), Fraction(5)), blank="3")
    candidates = Listed(("none", "all"), attributes={"q": ("0", "1")})
    made = settled("candidate.q * sum(x)", candidates, {"x": column})
    person, sheet = PrivacyUnit(Relation.REPLACE_ONE, "who", 1), PrivacyUnit(Relation.REPLACE_ONE, gaps=True)
    moved = {unit: derive(made, candidates, unit) for unit in (ADD, REPLACE, person, sheet)}
    assert [(each.delta, each.range) for each in moved.values()] == [(5, 5), (2, 2), (5, 5), (5, 5)]
    assert derive(made, candidates, replace(person, everyone=True)).range == 2
    assert derive(made, candidates, replace(sheet, everyone=True)).range == 2
