"""Choices of a few good candidates before many bad ones: their scores, the moves of one person, their law."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import lru_cache

from tests.judges import laws
from tests.judges.release_cases import Case, text
from tests.judges.releasing import project


@lru_cache(maxsize=4096)
def law_of(form, counts, gaps):
    return laws.SELECTIONS[form](counts, gaps)


def peeled(form, groups, winners, rate):
    """The logarithm of the chance of these winners' groups, one after another.

    Args:
        groups: how many candidates have each score and weight.
    """
    left, total = Counter(groups), 0.0
    for group in winners:
        scores = tuple(sorted(each for each in left if left[each]))
        best = max(score for score, _ in scores)
        counts = tuple(left[each] * each[1] for each in scores)
        gaps = tuple(rate * (best - score) for score, _ in scores)
        total += math.log(law_of(form, counts, gaps)[scores.index(group)])
        left[group] -= 1
    return total


def votes(rows, labels):
    """How many rows name each candidate."""
    named = Counter(rows)
    return {label: named[label] for label in labels}


def spread(before, after):
    """How far one person moved two scores apart."""
    moves = [after[label] - before[label] for label in before]
    return max(moves) - min(moves)


def worst_votes(relation, rows, labels):
    """The largest spread over all neighbours of a table whose one row may name anything or nothing."""
    few = (*labels[:2], labels[-1], "nobody")
    taken = [rows] if relation == "add_remove" else [rows[1:], rows[:-1]]
    return max(spread(votes(rows, labels), votes([*left, new], labels)) for left in taken for new in few)


def even(form, good, bad):
    """The gap at which a good candidate and a bad one win alike."""
    low, high = 0.0, 60.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if laws.SELECTIONS[form]((good, bad), (0.0, middle))[0] < 0.5 else (low, middle)
    return high


def choosing(form, relation, winners, *, weighted=False, neighbour=False):
    """A few good candidates with ten votes each before many without a vote; the neighbour has a vote more or less."""
    good = 1 if winners == 1 else 3 * winners // 2
    bad = 400 if weighted else 9999 if winners == 1 else 5000 if "laplace" in form else 20000
    labels = tuple(f"c{place}" for place in range(good + bad))
    heavy = 200 if weighted else 1
    weights = {label: 1 if place < good else heavy for place, label in enumerate(labels)}
    spare = neighbour and relation == "replace_one"
    rows = [label for label in labels[:good] for _ in range(11 if spare else 10)]
    if neighbour:
        rows = [*rows, "c0"] if relation == "add_remove" else [*rows[1:], labels[-1]]
    moved = worst_votes(relation, rows, labels)
    each = Fraction(round(1000 * even(form, good, bad * heavy) * moved / 10), 1000)
    scores = votes(rows, labels)
    groups = Counter((scores[label], weights[label]) for label in labels)

    def make(folder, factor):
        return project(
            folder, ("who",), [(row,) for row in rows], [{"name": "who", "kind": "category"}],
            unit={"kind": "row", "relation": relation},
            candidates={
                "kind": "list", "text": "\n".join(labels),
                "weights": "\n".join(str(weights[label]) for label in labels) if weighted else "",
            },
            rule={"kind": "votes", "style": "one_column", "columns": ["who"]},
            privacy={"mechanism": form, "epsilon": text(winners * each * factor), "cap": "1000000",
                     "winners": str(winners)},
        )  # fmt: skip

    def likelihood(releases, loss, factor):
        rate = float(loss.epsilon / winners / moved) * factor
        found = ([(scores[w], weights[w]) for w in receipt["result"]["winners"]] for receipt, _ in releases)
        return sum(peeled(form, groups, drawn, rate) for drawn in found)

    def check(receipt, loss):
        used = receipt["mechanism"]
        assert loss.epsilon == winners * each
        assert Fraction(used["range_sensitivity_used"]) == moved
        assert Fraction(used["epsilon_of_each_draw"]) * used["draws"] == loss.epsilon
        assert Fraction(used["rate"]) * moved * winners == loss.epsilon

    return Case(make, likelihood, check, 90 if winners == 1 else 400 // winners)


def imbalance(values, point):
    """How evenly a point splits the values, at best 0."""
    return -abs(sum(value < point for value in values) - sum(value > point for value in values))


def choosing_on_a_line(relation):
    """Thirty values at one point of a line of 10^8 points."""
    place, many, points = 50, 30, 10**8
    small, moved = range(4), 0
    for size in range(4):
        for before in itertools.combinations_with_replacement(small, size):
            after = [[*before, new] for new in small]
            if relation == "replace_one":
                after = [[*before[:at], new, *before[at + 1 :]] for at in range(size) for new in small]
            moves = [[imbalance(a, y) - imbalance(before, y) for y in small] for a in after]
            moved = max([moved, *(max(each) - min(each) for each in moves)])
    epsilon = Fraction(round(1000 * even("exponential", 1, points) * moved / many), 1000)
    groups = {(0, 1): 1, (-many, 1): points - 1}

    def make(folder, factor):
        return project(
            folder, ("x",), [(place,)] * many, [{"name": "x", "kind": "integer"}],
            unit={"kind": "row", "relation": relation},
            candidates={"kind": "grid", "start": "1", "stop": str(points), "step": "1"},
            rule={"kind": "median", "columns": ["x"]},
            privacy={"epsilon": text(epsilon * factor), "cap": "1000000"},
        )  # fmt: skip

    def likelihood(releases, loss, factor):
        rate = float(loss.epsilon / moved) * factor
        drawn = [(0 if receipt["result"]["chosen"] == str(place) else -many, 1) for receipt, _ in releases]
        return sum(peeled("exponential", groups, [each], rate) for each in drawn)

    def check(receipt, loss):
        assert loss.epsilon == epsilon
        assert Fraction(receipt["mechanism"]["rate"]) * moved == epsilon

    return Case(make, likelihood, check, 60)
