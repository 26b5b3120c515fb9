"""The realised epsilon of every mechanism x rule x relation over small neighbouring tables, in intervals."""

import itertools
from fractions import Fraction

import mpmath
import pytest

from dpstudio.core.scores.derivation import derive
from dpstudio.core.tables.schema import PrivacyUnit
from tests.core.test_mechanisms import FORMS, exact_law
from tests.core.test_sensitivity import ADD, CASES, REPLACE, score


def worst_loss(key, rule, candidates, meanings, relation, bound):
    rows = list(itertools.product(*meanings))
    worst = mpmath.mpf(0)
    laws = {}

    def law(table):
        found = tuple(score(rule, candidates, table))
        if found not in laws:
            unit = Fraction(1, 10**6)
            laws[found] = exact_law(key, tuple(int(s / unit) for s in found), unit / bound)
        return laws[found]

    for size in range(2):
        for table in itertools.combinations_with_replacement(rows, size + 1):
            neighbours = [table[1:]] if relation is ADD else [(row, *table[1:]) for row in rows]
            for neighbour in neighbours:
                for p, q in zip(law(table), law(neighbour), strict=True):
                    worst = max(worst, mpmath.mpf(mpmath.iv.log(p / q).b), mpmath.mpf(mpmath.iv.log(q / p).b))
    return worst


@pytest.mark.long
@pytest.mark.parametrize("relation", [ADD, REPLACE])
@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("name", list(CASES))
def test_the_realised_epsilon_never_exceeds_the_claim(name, key, relation):
    rule, candidates, meanings, tight = CASES[name]
    bound = derive(rule, candidates, PrivacyUnit(relation)).range
    worst = worst_loss(key, rule, candidates, meanings, relation, bound)
    print(f"{name}, {key}, {relation}: realised {mpmath.nstr(worst, 6)} of 1")
    assert worst <= 1 + 1e-12
    if relation in tight and key == "permute_and_flip":
        assert worst_loss(key, rule, candidates, meanings, relation, bound / 2) > 1 + 1e-12
