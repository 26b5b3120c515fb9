"""What is charged is what is drawn: whole releases on neighbouring tables, their outcomes against the ledger's charge.

Each case is judged from three sides: as charged, and with a release of 30 % less and of 30 % more noise in its place,
both of which must be told apart from the claim. Scores, moves of one person and laws are worked out here, from
the definitions alone (MATH 1 to 4); a wrong alarm is rarer than one in 10^6 over all cases, and the words are fixed.
"""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.judges import laws
from tests.judges.release_answering import surveying, synthesizing
from tests.judges.release_cases import RELATIONS, judged
from tests.judges.release_choosing import choosing, choosing_on_a_line
from tests.judges.release_measuring import COPIES, measuring, one_number
from tests.judges.releasing import by_command_line

TWICE = (Fraction(2), Fraction(1, 2))
CASES = {
    **{
        f"{form}, {relation}, {winners} of many": lambda f=form, r=relation, w=winners: choosing(f, r, w)
        for form, relation, winners in itertools.product(laws.SELECTIONS, RELATIONS, (1, 40))
    },
    **{
        f"{form}, {relation}, the neighbour": lambda f=form, r=relation: choosing(f, r, 1, neighbour=True)
        for form, relation in itertools.product(laws.SELECTIONS, RELATIONS)
    },
    **{
        f"weights, {relation}, {many} of many": lambda r=relation, k=many: choosing("exponential", r, k, weighted=True)
        for relation, many in itertools.product(RELATIONS, (1, 10))
    },
    **{f"a line, {relation}": lambda r=relation: choosing_on_a_line(r) for relation in RELATIONS},
    **{
        f"{kind}, {noise}, {relation}": lambda k=kind, n=noise, r=relation: measuring(k, n, r)
        for kind, noise, relation in itertools.product(COPIES, ("two_sided_geometric", "discrete_gaussian"), RELATIONS)
        if (kind, relation) != ("public mean", "add_remove")
    },
    **{
        f"{kind}, {noise}, {relation}, three rows a person": lambda k=kind, n=noise, r=relation: measuring(k, n, r, 3)
        for kind, noise, relation in itertools.product(
            ("histogram", "total"), ("two_sided_geometric", "discrete_gaussian"), RELATIONS
        )
    },
    **{f"one number, {relation}": lambda r=relation: one_number(r) for relation in RELATIONS},
    **{f"{answered} answers": lambda a=answered: surveying(a) for answered in (2, 5)},
    "a synthetic table": lambda: synthesizing("0.5", 12),
}  # fmt: skip


# One for each kind and mechanism; the long run takes them all.
ORDINARY = (
    "exponential, add_remove, 40 of many", "permute_and_flip, replace_one, 40 of many",
    "noisy_max_laplace, add_remove, 40 of many", "noisy_max_gumbel, replace_one, 40 of many",
    "noisy_max_exponential, add_remove, 40 of many", "weights, replace_one, 10 of many", "a line, add_remove",
    "histogram, two_sided_geometric, replace_one", "histogram, discrete_gaussian, add_remove", "2 answers",
    "a synthetic table",
)  # fmt: skip


SLOW = {"a synthetic table": 120, "weights, replace_one, 10 of many": 10, "a line, add_remove": 40}


def ordinary(name):
    """A case as the ordinary run has time for it: where releases are slow, fewer of them and held against twice."""
    case = CASES[name]()
    return replace(case, times=SLOW[name], sides=TWICE) if name in SLOW else case


@pytest.mark.parametrize("name", ORDINARY)
def test_what_comes_out_has_the_epsilon_that_was_charged(name, tmp_path):
    judged(ordinary(name), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in CASES if name not in ORDINARY or name in SLOW])
def test_whatever_comes_out_has_the_epsilon_that_was_charged(name, tmp_path):
    judged(CASES[name](), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in ORDINARY if "40" in name or "histogram" in name])
def test_what_the_command_line_releases_has_the_epsilon_that_was_charged(name, tmp_path):
    judged(replace(CASES[name](), door=by_command_line), tmp_path)
