"""What one person changes of a synthetic table: every table is scored again, and its chance moves by e^ε at most."""

from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import Queries, Synthesis
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.synthesize.previewing import of_tables, stand_in_tables
from dpstudio.kinds.synthesize.question import SyntheticTable

WORDS = {"true_words": ("yes",), "false_words": ("no",)}
COLUMNS = tuple(Column(name, Kind.YES_NO, **WORDS) for name in ("a", "b"))
NAMES = ("who", "a", "b")
LINES = tuple((f"person {at}", *row) for at, row in enumerate([("yes", "no")] * 3 + [("no", "no"), ("yes", "yes")]))
TYPES = (1, 1, 1, 0, 3)
SYNTHESIS = Synthesis(2, Queries.PAIRS, (), 6)


def asked(role=Role.SAMPLE):
    return SyntheticTable(
        name="", handle="h" * 32, source=Source("text", text=""), role=role, unit=PrivacyUnit(Relation.REPLACE_ONE),
        epsilon=Fraction(1), beta=Fraction(1, 20), cap=Fraction(3), columns=COLUMNS, synthesis=SYNTHESIS,
        alpha=Fraction(1, 2), people=len(LINES),
    )  # fmt: skip


def truth_of(types):
    return [list(types).count(kind) for kind in range(4)]


def scores_of(types):
    return SMALL_DATABASE.scores(SYNTHESIS, truth_of(types))


def drawn(role=Role.SAMPLE, times=1):
    many = times * len(LINES)
    (shown,) = of_tables(asked(role), Shown(scores_of(TYPES * times)), many, Badge.SAMPLE)
    return shown


def law(types, bound=2):
    exponents = scores_of(types) / SYNTHESIS.rows / bound
    weights = np.exp(exponents - exponents.max())
    return weights / weights.sum()


@pytest.mark.parametrize(("line", "put"), [(0, ("no", "yes")), (3, ("yes", "yes")), (4, 0)])
def test_both_laws_and_the_farthest_ratio_of_each_error_are_those_of_all_tables(line, put):
    shown = drawn()
    people = shown.people(NAMES, LINES, len(LINES))
    found = people.laws(Change(line, put), people.bound)
    new = list(TYPES)
    new[line] = TYPES[put] if isinstance(put, int) else (put[0] == "yes") + 2 * (put[1] == "yes")
    old_law, new_law = law(TYPES), law(new)
    wrong = -scores_of(TYPES) / (len(LINES) * SYNTHESIS.rows)
    width = shown.line.step / 100
    places = np.minimum(wrong / width, shown.chances.size - 1).astype(int)
    logs = np.log(new_law / old_law)
    for place in range(shown.chances.size):
        there = places == place
        assert found.before[place] == pytest.approx(old_law[there].sum())
        assert found.after[place] == pytest.approx(new_law[there].sum())
        if there.any():
            assert found.ratios[place] == pytest.approx(logs[there][np.abs(logs[there]).argmax()])
        else:
            assert found.ratios[place] == 0
    assert found.before == pytest.approx(shown.chances)
    assert not found.broken.any()
    beside = shown.beside(NAMES, LINES, Change(line, put))
    assert beside.shown is None
    assert beside.laws.after == pytest.approx(found.after)


def test_the_worst_row_moves_a_table_farthest_and_too_small_an_r_breaks_the_guarantee():
    people = drawn().people(NAMES, LINES, len(LINES))
    assert people.bound == 2
    worst = people.worst(people.bound, lambda _: None)
    rows = [("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")]
    tried = [Change(line, put) for line in range(len(LINES)) for put in rows]
    moved = [np.abs(people.laws(each, people.bound).ratios).max() for each in tried]
    assert np.abs(people.laws(worst, people.bound).ratios).max() == pytest.approx(max(moved))
    assert people.laws(people.worst(Fraction(1, 4), lambda _: None), Fraction(1, 4)).broken.any()


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("bound", [Fraction(2), Fraction(1, 4), Fraction(1, 10**6)])
def test_of_many_people_the_worst_row_is_as_bad_as_the_worst_of_all_changes_one_by_one(times, bound):
    people = drawn(times=times).people(NAMES, LINES * times, len(LINES))
    ticks: list[float] = []
    worst = people.worst(bound, ticks.append)
    first = [people.lines.index(line) for line in dict.fromkeys(people.lines)]
    rows = [("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")]
    moved = [np.abs(people.laws(Change(line, put), bound).ratios).max() for line in first for put in rows]
    assert np.abs(people.laws(worst, bound).ratios).max() == pytest.approx(max(moved), rel=1e-9)
    assert ticks[-1] == 1


@pytest.mark.parametrize("bound", [Fraction(1, 100), Fraction(1, 10**6)])
def test_a_ratio_is_that_of_the_scores_where_no_float_holds_a_chance(bound):
    """All weights but the largest are next to nothing: a chance's logarithm is how far its score is below the best."""
    people = drawn().people(NAMES, LINES, len(LINES))
    found = people.laws(Change(0, ("no", "yes")), bound)
    logs = []
    for types in (TYPES, (2, *TYPES[1:])):
        scores = [Fraction(int(each), SYNTHESIS.rows) / bound for each in scores_of(types)]
        best = max(scores)
        logs.append([each - best - Fraction(np.log(scores.count(best))) for each in scores])
    ratios = [float(new - old) for old, new in zip(*logs, strict=True)]
    assert np.abs(found.ratios).max() == pytest.approx(max(map(abs, ratios)), rel=1e-6)
    assert found.broken.any()
    assert found.before.sum() == pytest.approx(1)
    assert found.after.sum() == pytest.approx(1)


def test_rows_count_only_where_the_scores_that_are_shown_follow_from_them():
    shown = drawn()
    other = (("person 0", "no", "no"), *LINES[1:])
    assert shown.people(NAMES, other, len(LINES)) is None
    assert shown.beside(NAMES, other, Change(0, 4)) is None
    assert shown.people(NAMES, (), len(LINES)) is None


def test_both_laws_and_all_rows_one_by_one_are_there_of_a_sample_of_any_size():
    shown = drawn(times=50)
    assert shown.people(NAMES, LINES * 50, len(LINES)).lines == LINES * 50
    assert shown.people(NAMES, (LINES * 50)[:200], len(LINES)) is None, "a part of the rows is not the table"
    assert shown.beside(NAMES, (LINES * 50)[:200], Change(0, 3)) is None, "a part of the rows is not the table"
    found = shown.beside(NAMES, LINES * 50, Change(7, 3)).laws
    new = list(TYPES * 50)
    new[7] = TYPES[3]
    wrong = -scores_of(TYPES * 50) / (len(new) * SYNTHESIS.rows)
    places = np.minimum(wrong / (shown.line.step / 100), shown.chances.size - 1).astype(int)
    logs = np.log(law(new) / law(TYPES * 50))
    for place in set(places):
        there = logs[places == place]
        assert found.after[place] == pytest.approx(law(new)[places == place].sum())
        assert found.ratios[place] == pytest.approx(there[np.abs(there).argmax()])
    assert np.abs(found.ratios).max() > 0.5


@pytest.mark.parametrize("bound", [Fraction(2), Fraction(1, 4)])
def test_the_proof_multiplies_to_the_ratio_of_the_table_that_moves_farthest_in_each_bin(bound):
    people = drawn().people(NAMES, LINES, len(LINES))
    assert people.proves
    change = Change(0, ("no", "yes"))
    found = people.laws(change, bound)
    proofs = [people.proof(change, bound, place) for place in range(found.before.size)]
    assert any(proofs)
    for proof, chance, ratio in zip(proofs, found.before, found.ratios, strict=True):
        assert (proof is None) == (chance == 0), "no table is so wrong"
        if proof is not None:
            first, second, both = (each.log for each in proof.factors)
            assert first + second == pytest.approx(both)
            assert both == pytest.approx(ratio)
            assert "all synthetic tables" in proof.steps[2].said
            assert ("the guarantee is broken" in proof.steps[-1].said) == (bound < 2)


def test_what_lies_at_least_t_off_is_as_likely_as_these_tables_are_and_the_bound_is_that_of_usefulness_at_alpha():
    shown = drawn(times=50)
    tail, many = shown.tail(), 50 * len(LINES)
    wrong = -scores_of(TYPES * 50) / (many * SYNTHESIS.rows)
    chances = law(TYPES * 50)
    for at in range(1, tail.last + 1):
        t = at * tail.step
        true = chances[wrong * 100 >= float(t) - 1e-9].sum()
        assert tail.chance(t) == pytest.approx(true)
        assert true <= float(tail.bound(t)) * (1 + 1e-9)
        assert shown.chances[tail.far(t)].sum() <= true + 1e-9, "of several together all are so far off"
    alpha, tables = asked().alpha, SYNTHESIS.tables
    assert float(tail.bound(100 * alpha)) == pytest.approx(tables * np.exp(-float(alpha) * many / 4))
    assert tail.bound(50 * alpha) >= 1, "the best table may be as wrong as that"


def test_a_new_row_of_too_many_values_says_which_are_wanted():
    people = drawn().people(NAMES, LINES, len(LINES))
    with pytest.raises(InputError, match="2 values"):
        people.laws(Change(0, ("yes",)), people.bound)


def test_of_a_private_table_the_rows_are_invented_and_there_is_no_scene():
    question = asked(Role.PRIVATE)
    (shown,) = of_tables(question, stand_in_tables(question, 50, lambda _: None), 50, Badge.SIMULATED)
    people = shown.people(NAMES, LINES, 50)
    assert people.names == ("a", "b", "rows")
    assert sum(people.many) == 50
    assert "who" not in people.names
    assert not people.laws(people.worst(people.bound, lambda _: None), people.bound).broken.any()
    assert shown.beside is None
