"""The mechanisms from outside: which random words lead to which outcome is found by bisection, and is the exact law.

Nothing of the samplers' inside is known here but that the first word of a draw decides it, or asks for another one.
"""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.small_database import Queries, Synthesis, SynthesisCalibration, table
from tests.judges.scripted import PLACES, WORD, Scripted, exact

POINTS = 512
SCORES = np.array([5, 9, 8, 6], np.int64)
WEIGHTS = (Fraction(3), Fraction(1, 2), Fraction(2), Fraction(5))


def first_true(low, high, test):
    """The least number above `low` for which a test that stays true once it is true is true; it is at `high`."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high


def stretches(outcome):
    """For each outcome how many first words lead to it for certain, and how many more may, asking for a second word.

    `outcome(word, more, after)` is what follows from a first word, a second one and any number of a third. A proposal
    that is turned down goes on with the next words; for the first outcome, which low words lead to, these are others.
    """
    starts = {}
    for place in range(POINTS):
        word = place * (WORD // POINTS) + 12345
        starts.setdefault(outcome(word, 0, 0), word)
    order = sorted(starts, key=starts.get)
    found = {}
    for at, kind in enumerate(order):
        inside, last = starts[kind], starts[order[at + 1]] if at + 1 < len(order) else WORD
        after = 0 if at else starts[order[-1]]

        def certain(w, k=kind, a=after):
            return outcome(w, WORD - 1, a) == k

        begin = 0 if at == 0 else first_true(starts[order[at - 1]], inside, certain)
        end = first_true(inside, last, lambda w, c=certain: not c(w))
        asks = first_true(end - 1, last, lambda w, k=kind: outcome(w, 0, 0) != k) if at else end
        found[kind] = (end - begin, asks - end)
    return found


def holds(found, law):
    """Whether every stretch is its share of the widest to the last unit, the rest left to a second word."""
    widest = max(length for length, _ in found.values())
    assert widest & (widest - 1) == 0, "the likeliest outcome has a power of two"
    cell = max(cell for _, cell in found.values())
    assert cell and cell & (cell - 1) == 0
    best = max(law.values())
    for kind, (length, left) in found.items():
        with mpmath.workprec(PLACES):
            share = law[kind] / best
            assert left in (0, cell)
            assert length == int(mpmath.floor(share * widest / cell)) * cell


def weighted(scores, rate, weights):
    with mpmath.workprec(PLACES):
        return {
            i: exact(weights[i] if weights else Fraction(1)) * mpmath.exp(exact(rate * int(scores[i])))
            for i in range(len(scores))
        }


@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_the_first_word_leads_to_each_candidate_as_often_as_the_law_says(weights):
    made = SelectionCalibration(SELECTIONS["exponential"], Fraction(7), Fraction(2))
    rate = Fraction(2, 7) / 2

    def outcome(word, more, after):
        return made.draw(Scripted([word, more, *[after] * 9]), SCORES, Fraction(1, 2), weights)[0]

    holds(stretches(outcome), weighted(SCORES, rate, weights))


@pytest.mark.parametrize("weights", [None, WEIGHTS])
@pytest.mark.parametrize("gone", [0, 1, 3])
def test_the_second_of_two_winners_follows_the_law_of_those_left(weights, gone):
    """With its own weights, at half of epsilon."""
    made = SelectionCalibration(SELECTIONS["exponential"], Fraction(3), Fraction(2), 2)
    rate, left = Fraction(1, 3), [i for i in range(4) if i != gone]
    words = (place * (WORD // POINTS) for place in range(POINTS))
    first = next(w for w in words if made.draw(Scripted([w, 0, 0, 0]), SCORES, Fraction(1), weights)[0] == gone)

    def outcome(word, more, after):
        drawn = made.draw(Scripted([first, word, more, *[after] * 9]), SCORES, Fraction(1), weights)
        assert drawn[0] == gone
        return drawn[1]

    law = weighted(SCORES, rate, weights)
    holds(stretches(outcome), {kind: law[kind] for kind in left})


def test_a_small_table_is_drawn_as_often_as_the_law_says():
    """Scores are counted in rows: m of them make 1, and R is 2."""
    made = SynthesisCalibration(Synthesis(1, Queries.COLUMNS, (), 3), Fraction(3))
    scores = np.array([-2, 0, -1, -4], np.int64)
    tables = {table(made.synthesis, number): number for number in range(4)}
    assert sorted(tables) == [(0, 3), (1, 2), (2, 1), (3, 0)]

    def outcome(word, more, after):
        return tables[made.draw(Scripted([word, more, *[after] * 9]), scores)]

    holds(stretches(outcome), weighted(scores, Fraction(3) / 2 / 3, None))


@pytest.mark.parametrize(
    ("name", "same"), [("noisy_max_gumbel", "exponential"), ("noisy_max_exponential", "permute_and_flip")]
)
def test_two_forms_of_noisy_max_are_drawn_as_the_mechanisms_they_are(name, same):
    rate = Fraction(1, 2)
    for seed in range(60):
        first = SELECTIONS[name].draw(Scripted(seed=str(seed)), SCORES, rate)
        assert first == SELECTIONS[same].draw(Scripted(seed=str(seed)), SCORES, rate)
    many = SELECTIONS[name].draw_many(Scripted(seed="many"), SCORES, rate, 500)
    assert np.unique(many).size == 4
