"""A judge is only a judge if a deliberately broken twin fails it: each twin of the list, before its judge."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest

from dpstudio.core.accounting import PrivacyLoss, total
from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.bounds import derive
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.quantities import decimal_up, odds_up
from dpstudio.core.tables.cells import grid_index
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.total import Total
from tests.core.test_figures import FIGURES, neighbours, plain
from tests.core.test_mechanisms import exact_law
from tests.receipts import saying

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
EPSILON = Fraction(1)
iv = mpmath.iv


def worst_loss(law):
    """Over all score vectors in a box and all moves of one person of range 1."""
    worst = mpmath.mpf(0)
    for scores in itertools.product(range(3), repeat=3):
        for move in itertools.product((0, 1), repeat=3):
            after = tuple(s + m for s, m in zip(scores, move, strict=True))
            for p, q in zip(law(scores), law(after), strict=True):
                worst = max(worst, abs(mpmath.mpf(iv.log(p / q).b)), abs(mpmath.mpf(iv.log(p / q).a)))
    return worst


def without_permutation(scores):
    """Permute-and-flip that visits the candidates in the order of the list: those after a best one never win."""
    left, law = 1.0, []
    for score in scores:
        head = math.exp(score - max(scores))
        law.append(left * head)
        left *= 1 - head
    return law


@pytest.mark.parametrize("key", ["exponential", "permute_and_flip", "noisy_max_laplace"])
def test_half_of_the_range_is_caught(key):
    assert worst_loss(lambda scores: exact_law(key, scores, EPSILON)) <= 1 + 1e-12
    assert worst_loss(lambda scores: exact_law(key, scores, 2 * EPSILON)) > 1 + 1e-12


def test_visiting_without_a_permutation_is_caught():
    before, after = without_permutation((1, 0)), without_permutation((1, 1))
    assert before[1] == 0
    assert without_permutation((0, 1))[1] > 0
    assert after[0] == 1, "which of two equal candidates wins would depend on the list, and its neighbours' on a person"
    moved = [p / q for p, q in zip(without_permutation((0, 1, 0)), without_permutation((1, 1, 0)), strict=True) if q]
    assert min(moved) < math.exp(-1) * (1 + 1e-9)
    assert without_permutation((1, 1, 0))[1] == 0 < without_permutation((0, 1, 0))[1], "an infinite loss"


def promise_kept(figure, unit, key, scale=Fraction(1), answer=plain):
    """Whether the noise made for a figure (times `scale`) keeps the promise on every neighbouring pair."""
    mechanism, delta = NOISES[key], Fraction(1, 1000)
    parts = tuple(Part(bounds, Fraction(1, len(derive(figure, unit)))) for bounds in derive(figure, unit))
    made = mechanism.calibrate(parts, EPSILON, delta if mechanism.takes_delta else Fraction(0))
    for before, after in neighbours(figure, unit):
        spent = Fraction(0)
        for size, a, b in zip(made.sizes, answer(figure, before), answer(figure, after), strict=True):
            moves = [abs(p - q) for p, q in zip(a, b, strict=True)]
            if mechanism.takes_delta:
                spent += sum(m * m for m in moves) / (2 * size * scale**2)
            else:
                spent += size / scale * sum(moves)
        if spent > (made.loss.rho if mechanism.takes_delta else EPSILON):
            return False
    return True


@pytest.mark.parametrize("key", list(NOISES))
@pytest.mark.parametrize(
    "unit", [ADD, REPLACE, PrivacyUnit(Relation.ADD_REMOVE, "p", 2)], ids=["add", "replace", "two rows"]
)
@pytest.mark.parametrize("name", list(FIGURES))
def test_noise_of_every_figure_keeps_the_promise_and_less_noise_is_caught(name, unit, key):
    assert promise_kept(FIGURES[name], unit, key)
    if unit.person is None and len(derive(FIGURES[name], unit)) == 1:
        assert not promise_kept(FIGURES[name], unit, key, Fraction(99, 100))


def test_values_that_are_not_clipped_are_caught():
    column = Column("x", Kind.INTEGER, bounds=(Fraction(0), Fraction(2)), blank="0")

    def unclipped(figure, rows):
        return [[sum(5 if row[0] == 2 else row[0] for row in rows)]]

    assert promise_kept(Total(column), ADD, "two_sided_geometric")
    assert not promise_kept(Total(column), ADD, "two_sided_geometric", answer=unclipped)


def test_persons_whose_rows_are_not_truncated_are_caught():
    """One row a person is promised; the twin counts both of a person's rows."""
    figure, one, two = (
        FIGURES["count"],
        PrivacyUnit(Relation.ADD_REMOVE, "p", 1),
        PrivacyUnit(Relation.ADD_REMOVE, "p", 2),
    )
    (bound,) = derive(figure, one)
    moves = [abs(plain(figure, a)[0][0] - plain(figure, b)[0][0]) for a, b in neighbours(figure, two)]
    assert max(moves) > bound.l1


def test_rounding_is_half_up_and_half_to_even_is_caught():
    """floor(v + 1/2) keeps whole distances whole; half to even does not, and moves 0.5 and 1.5 two steps apart."""
    halves = [Fraction(place, 2) for place in range(-9, 10)]
    ours = [grid_index(value, Fraction(1)) for value in halves]
    assert ours == [math.floor(value + Fraction(1, 2)) for value in halves]
    assert ours != [round(value) for value in halves]
    shifts = {grid_index(value + 1, Fraction(1)) - grid_index(value, Fraction(1)) for value in halves}
    assert shifts == {1}
    assert {round(value + 1) - round(value) for value in halves} != {1}


def test_an_epsilon_kept_in_floats_is_caught(tmp_path):
    ledger, tenth = Ledger(tmp_path / "l"), PrivacyLoss(Fraction(1, 10), Fraction(0), Fraction(1, 200))
    for _ in range(10):
        ledger.charge("t", ADD, Limit(Fraction(1)), tenth, "p")
    assert ledger.account("t").spent == 1
    assert sum([0.1] * 10) != 1


def test_an_epsilon_rounded_down_is_caught():
    for text in ("1/3", "0.12345", "2/7"):
        value = Fraction(text)
        assert Fraction(decimal_up(value, 4)) >= value
        assert Fraction(f"{math.floor(value * 10**4) / 10**4:.4f}") < value
    assert float(odds_up(Fraction(1))) >= math.e


def test_drawing_before_the_charge_is_caught(tmp_path):
    """The judge: after an interrupted draw the ledger holds the charge. The twin that draws first has none."""
    ledger, loss = Ledger(tmp_path / "l"), PrivacyLoss(EPSILON, Fraction(0), Fraction(1, 8))

    class Interrupted(Entropy):
        def read(self, count):
            raise KeyboardInterrupt

    def twin():
        Interrupted().below(10)
        ledger.charge("t", ADD, Limit(EPSILON), loss, "p")

    with pytest.raises(KeyboardInterrupt):
        twin()
    assert ledger.account("t") is None


def test_a_refund_after_a_crash_is_caught(tmp_path):
    """The judge: a charge without a result still counts. A twin that leaves unfinished charges out spends less."""
    ledger, loss = Ledger(tmp_path / "l"), PrivacyLoss(EPSILON, Fraction(0), Fraction(1, 8))
    ledger.charge("t", ADD, Limit(Fraction(3)), loss, "p")
    done = ledger.charge("t", ADD, Limit(Fraction(3)), loss, "p").number
    ledger.complete(done, saying("{}"))
    account = ledger.account("t")
    assert account.spent == 2
    assert total(charge.loss for charge in account.charges if charge.statement is not None).epsilon == 1


@pytest.mark.parametrize("wrong", [False, True])
def test_less_than_for_at_least_is_caught(wrong):
    """Revenue counts buyers whose limit is at least the price; the twin leaves out those whose limit is the price."""
    from dpstudio.core.scores.rules import Revenue
    from tests.core.test_sensitivity import score

    limits, prices = [1, 2, 2], (1, 2, 3)
    from dpstudio.core.candidates import parse_grid

    ours = score(Revenue(Column("x", Kind.INTEGER)), parse_grid("1", "3", "1"), [(limit,) for limit in limits])
    expected = [p * sum(x > p if wrong else x >= p for x in limits) for p in prices]
    assert (list(ours) == expected) is not wrong
