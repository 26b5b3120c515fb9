"""Randomized answers and synthetic tables: what they hold, the moves of one person, their law."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

from tests.judges import laws
from tests.judges.release_cases import Case, text
from tests.judges.releasing import by_command_line, project


def surveying(answered):
    """Thousands of people who all answer alike, of whom one may answer anything else on a neighbouring table."""
    people, epsilon, names = 12_000, Fraction(3, 2), [f"a{place}" for place in range(answered)]

    def make(folder, factor):
        return project(
            folder, ("a",), [("a0",)] * people, [{"name": "a", "kind": "category", "blank": "a0"}],
            unit={"kind": "row", "relation": "replace_one"}, kind="survey",
            survey={"column": "a", "answers": "\n".join(names), "people": str(people)},
            privacy={"epsilon": text(epsilon * factor), "cap": "1000000"},
        )  # fmt: skip

    def likelihood(releases, loss, factor):
        kept = 1 / (1 + (answered - 1) * math.exp(-float(loss.epsilon) * factor))
        chances = [kept] + [(1 - kept) / (answered - 1)] * (answered - 1)
        counts = [[int(each["count"]) for each in receipt["result"]["randomized_counts"]] for receipt, _ in releases]
        assert all(sum(given) == people for given in counts)
        return sum(n * math.log(chance) for given in counts for n, chance in zip(given, chances, strict=True))

    def check(receipt, loss):
        assert loss.epsilon == epsilon
        used = receipt["mechanism"]
        ratio = float(used["chance_of_keeping"]) / float(used["chance_of_each_other_answer"])
        assert math.log(ratio) == pytest.approx(float(epsilon), abs=1e-9)

    return Case(make, likelihood, check, 1, door=by_command_line)


TYPES = ((0, 0), (1, 0), (0, 1), (1, 1))


def table_scores(people, rows):
    """For each multiset of rows -max over columns |people who say yes - people * share of rows that say yes|."""
    true = [sum(person[j] for person in people) for j in range(2)]
    scores = {}
    for drawn in itertools.combinations_with_replacement(sorted(TYPES), rows):
        said = [Fraction(len(people) * sum(row[j] for row in drawn), rows) for j in range(2)]
        scores[drawn] = -max(abs(true[j] - said[j]) for j in range(2))
    return scores


def synthesizing(alpha, rows):
    """Twenty people in two columns; every table of `rows` rows may be drawn."""
    people = [TYPES[1]] * 9 + [TYPES[2]] * 4 + [TYPES[3]] * 3 + [TYPES[0]] * 4
    scores = table_scores(people, rows)
    moves = []
    for place, new in itertools.product((0, 9, 13, 16), TYPES):
        after = table_scores([*people[:place], new, *people[place + 1 :]], rows)
        shifts = [after[drawn] - scores[drawn] for drawn in scores]
        moves.append(max(shifts) - min(shifts))
    moved, best = max(moves), max(scores.values())
    values, counts = zip(*sorted(Counter(scores.values()).items()), strict=True)
    epsilon = Fraction(4)

    def make(folder, factor):
        said = [["yes" if cell else "no" for cell in person] for person in people]
        return project(
            folder, ("s", "t"), said, [{"name": n, "kind": "yes_no", "blank": "no"} for n in "st"],
            unit={"kind": "row", "relation": "replace_one"}, kind="synthesize",
            synthesis={"columns": ["s", "t"], "queries": "columns", "alpha": alpha, "people": str(len(people))},
            privacy={"epsilon": text(epsilon * factor), "cap": "1000000"},
        )  # fmt: skip

    def likelihood(releases, loss, factor):
        rate = float(loss.epsilon / moved) * factor
        shares = laws.exponential(counts, [rate * float(best - value) for value in values])
        drawn = [tuple(sorted(map(tuple, receipt["result"]["table"]["rows"]))) for receipt, _ in releases]
        return sum(math.log(shares[values.index(scores[each])]) for each in drawn)

    def check(receipt, loss):
        assert loss.epsilon == epsilon
        assert moved == 2 == Fraction(receipt["mechanism"]["range_sensitivity"])
        assert len(receipt["result"]["table"]["rows"]) == rows

    return Case(make, likelihood, check, 400)
