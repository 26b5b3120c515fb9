"""Figures with noise: c names a bin or none, x and y are whole numbers from 0 to 5; a blank x is none, a blank y 0."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np

from tests.judges import laws
from tests.judges.release_cases import DELTA, Case, text
from tests.judges.releasing import project

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
