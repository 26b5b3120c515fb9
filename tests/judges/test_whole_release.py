"""What is charged is what is drawn: whole releases on neighbouring tables, their outcomes against the ledger's charge.

Each case is judged from three sides: as charged, and with a release of 30 % less and of 30 % more noise in its place,
both of which must be told apart from the claim. Scores, moves of one person and laws are worked out here, from
the definitions alone (MATH 1 to 4); a wrong alarm is rarer than one in 10^6 over all cases, and the words are fixed.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest

from tests.judges import laws
from tests.judges.releasing import by_command_line, by_the_core, charged, project

RELATIONS = ("add_remove", "replace_one")
DELTA = Fraction(1, 10**6)
THIRTY, TWICE = (Fraction(10, 7), Fraction(10, 13)), (Fraction(2), Fraction(1, 2))


@dataclass(frozen=True)
class Case:
    """One kind of release.

    Args:
        make: writes the project into a folder, with epsilon times a factor.
        likelihood: of releases' outcomes, if noise were a factor smaller than what the loss allows.
        check: what receipt and ledger say, held against the moves of one person.
        times: how many releases of it say enough.
        sides: by which factors too much and too little epsilon is to be told from what is charged.
    """

    make: Callable
    likelihood: Callable
    check: Callable
    times: int
    door: Callable = by_the_core
    sides: tuple[Fraction, Fraction] = THIRTY


def text(value):
    """An epsilon as it is typed."""
    return f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)


def judged(case, folder):
    """Hold a case against its claim from all three sides."""
    honest = case.door(case.make(folder / "honest", Fraction(1)), case.times, "honest")
    loss = charged(honest)
    for receipt, _ in honest:
        case.check(receipt, loss)
    less, more = map(float, case.sides)
    assert laws.verdict(lambda factor: case.likelihood(honest, loss, factor), less, more) == "as charged"
    for factor, said in zip(case.sides, ("less", "more"), strict=True):
        other = case.door(case.make(folder / said, factor), case.times, said)
        found = laws.verdict(lambda share, found=other: case.likelihood(found, loss, share), less, more)
        assert found == f"{said} noise than charged"


# ---- choosing


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


# ---- measuring: c names a bin or none, x and y are whole numbers from 0 to 5; a blank x is none, a blank y is 0

BINS = {"histogram": 400, "groups": 200}
COPIES = {"histogram": 1, "groups": 1, "count": 100, "total": 100, "mean": 50, "public mean": 100}
ROWS = [("b0", "5", "5"), ("b1", "2", "0"), ("zz", "", ""), ("b0", "1", "4")] * 2 + [("b3", "3", "3")]
POSSIBLE = [(c, x, x) for c in ("b0", "b1", "zz") for x in ("0", "5", "")]


def answers(kind, rows):
    """The vectors of one figure, by name of their lines."""
    x = [(c, int(x)) for c, x, _ in rows if x]
    if kind == "histogram":
        named = Counter(c for c, _, _ in rows)
        return {"counts": {f"f: b{i}": named[f"b{i}"] for i in range(BINS[kind])}}
    if kind == "groups":
        return {"sums": {f"f: b{i}": sum(v for c, v in x if c == f"b{i}") for i in range(BINS[kind])}}
    if kind == "count":
        return {"count": {"f": sum(c == "b0" for c, _, _ in rows)}}
    total = {"f": sum(v for _, v in x)}
    if kind == "mean":
        return {"sum": {"f: sum": total["f"]}, "number": {"f: number of values": len(x)}}
    return {"sum": total if kind == "total" else {"f": sum(int(y or 0) for _, _, y in rows)}}


def worst_moves(kind, relation, most):
    """For each vector how far one person of up to `most` rows moves it, in all and as squares."""
    own = [part for n in range(most + 1) for part in itertools.combinations_with_replacement(POSSIBLE, n)]
    if relation == "add_remove":
        pairs = [((), part) for part in own]
    else:
        pairs = list(itertools.combinations([part for part in own if most > 1 or part], 2))
    vectors = {part: answers(kind, part) for part in own}
    found = dict.fromkeys(vectors[()], (0, 0))
    for first, second in pairs:
        for name, (l1, squared) in found.items():
            both = zip(vectors[first][name].values(), vectors[second][name].values(), strict=True)
            moves = [abs(a - b) for a, b in both if a != b]
            found[name] = max(l1, sum(moves)), max(squared, sum(move**2 for move in moves))
    return found


def figures(kind):
    """The figures as the project holds them."""
    bins = "\n".join(f"b{i}" for i in range(BINS.get(kind, 0)))
    asked = {
        "histogram": {"kind": "histogram", "column": "c", "bins": bins},
        "groups": {"kind": "groups", "column": "x", "group": "c", "bins": bins},
        "count": {"kind": "count", "conditions": [{"column": "c", "test": "is", "value": "b0"}]},
        "total": {"kind": "total", "column": "x"},
        "mean": {"kind": "mean", "column": "x"},
        "public mean": {"kind": "mean", "column": "y", "people": str(len(ROWS))},
    }[kind]  # fmt: skip
    return [asked | {"name": f"f{copy}"} for copy in range(COPIES[kind])]


def zcdp_rho(epsilon):
    """The largest rho that gives epsilon at DELTA."""
    low, high = 0.0, epsilon
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if laws.zcdp_epsilon(middle, float(DELTA)) <= epsilon else (low, middle)
    return low


def measuring(kind, noise, relation, rows=None):
    """Copies of one figure with equal shares of epsilon; `rows` is how many a person may have."""
    moved, copies, epsilon = worst_moves(kind, relation, rows or 1), COPIES[kind], Fraction(2)
    share = Fraction(1, copies * len(moved))
    unit = {"kind": "person", "person": "who", "rows": str(rows)} if rows else {"kind": "row"}
    table = [(f"p{place}", *row) for place, row in enumerate(ROWS)]
    bounds = {"kind": "integer", "lower": "0", "upper": "5"}
    gaussian = noise == "discrete_gaussian"

    def make(folder, factor):
        return project(
            folder, ("who", "c", "x", "y"), table,
            [{"name": "c", "kind": "category"}, {"name": "x", **bounds}, {"name": "y", **bounds, "blank": "0"}],
            unit={**unit, "relation": relation}, kind="measure", figures=figures(kind),
            privacy={
                "noise": noise, "epsilon": text(epsilon * factor), "cap": "1000000",
                **({"delta": text(DELTA), "delta_cap": "0.5"} if gaussian else {}),
            },
        )  # fmt: skip

    def noises(releases):
        exact = answers(kind, ROWS)
        for name, vector in exact.items():
            found = []
            for receipt, _ in releases:
                said = {line["name"]: Fraction(line["value"]) for line in receipt["result"]["lines"]}
                for copy, (line, true) in itertools.product(range(copies), vector.items()):
                    value = said[line.replace("f", f"f{copy}", 1)]
                    value = value * len(ROWS) if kind == "public mean" else value
                    found.append(round(value - true))
            yield name, np.array(found)

    def likelihood(releases, loss, factor):
        total = 0.0
        for name, found in noises(releases):
            l1, squared = moved[name]
            if gaussian:
                rho = zcdp_rho(float(loss.epsilon))
                sigma = math.sqrt(squared / (2 * rho * float(share))) / factor
                total += float(laws.discrete_gaussian(found, sigma).sum())
            else:
                total += float(laws.two_sided_geometric(found, float(loss.epsilon * share / l1) * factor).sum())
        return total

    def check(receipt, loss):
        assert (loss.epsilon, loss.delta) == (epsilon, DELTA if gaussian else 0)
        claimed = receipt["mechanism"]["noises"]
        worst = list(moved.values()) * copies
        assert len(claimed) == len(worst)
        sizes = [Fraction(each["size_in_steps"]) for each in claimed]
        if gaussian:
            rho = sum(Fraction(squared) / (2 * size) for size, (_, squared) in zip(sizes, worst, strict=True))
            assert rho <= loss.rho
            assert laws.zcdp_epsilon(float(loss.rho), float(DELTA)) <= float(epsilon) * (1 + 1e-6)
        else:
            assert sum(size * l1 for size, (l1, _) in zip(sizes, worst, strict=True)) == epsilon

    samples = copies * sum(len(vector) for vector in answers(kind, []).values())
    return Case(make, likelihood, check, -(-1600 // samples))


def one_number(relation):
    """A single count with Gaussian noise, whose delta is exact."""
    epsilon = Fraction(1)

    def make(folder, factor):
        return project(
            folder, ("c",), [(row[0],) for row in ROWS], [{"name": "c", "kind": "category"}],
            unit={"kind": "row", "relation": relation}, kind="measure", figures=figures("count")[:1],
            privacy={
                "noise": "discrete_gaussian", "epsilon": text(epsilon * factor), "cap": "1000000",
                "delta": text(DELTA), "delta_cap": "0.5",
            },
        )  # fmt: skip

    def least():
        low, high = 0.1, 100.0
        for _ in range(50):
            middle = (low + high) / 2
            enough = laws.gaussian_delta(middle, 1, float(epsilon)) <= float(DELTA)
            low, high = (low, middle) if enough else (middle, high)
        return high

    def likelihood(releases, loss, factor):
        true = answers("count", ROWS)["count"]["f"]
        found = [int(receipt["result"]["lines"][0]["value"]) - true for receipt, _ in releases]
        return float(laws.discrete_gaussian(np.array(found), least() / factor).sum())

    def check(receipt, loss):
        assert (loss.epsilon, loss.delta) == (epsilon, DELTA)
        (noise,) = receipt["mechanism"]["noises"]
        sigma = math.sqrt(Fraction(noise["size_in_steps"]))
        assert laws.gaussian_delta(sigma, 1, float(epsilon)) <= float(DELTA) * (1 + 1e-9)
        assert laws.gaussian_delta(sigma * 0.99, 1, float(epsilon)) > float(DELTA)

    return Case(make, likelihood, check, 400)


# ---- asking each person, and synthesizing


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
