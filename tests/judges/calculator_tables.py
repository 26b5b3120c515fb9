"""What a reader works out from the receipt of a synthetic table, as `calculator` does for the other kinds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

import mpmath

from tests.judges.calculator import Law, Receipt, differs, number, rounded_up


def of_a_synthetic_table(receipt: Receipt, law: Law, truth: dict[tuple[int, ...], int]) -> Iterator[str]:
    """`truth` says how many people are of each type; the law needs it, the other figures do not."""
    asked, used, said = receipt["question"], receipt["mechanism"], receipt["accuracy"]
    width, rows, people = len(asked["columns"]), used["rows"], receipt["privacy_unit"]["public_number_of_people"]
    epsilon, beta = number(receipt["privacy_parameters"]["epsilon"]), number(said["beta"])
    types = list(product((0, 1), repeat=width))
    queries = _queries(asked, types)
    tables, many = comb(len(types) + rows - 1, rows), len(queries)
    yield from differs("number of tables", used["candidate_tables"], tables)
    yield from differs("number of queries", asked["number_of_queries"], many)
    best = mpmath.sqrt(mpmath.log(2 * many) / (2 * rows))
    spread = number(used["range_sensitivity"])
    gap = spread / epsilon * mpmath.log(tables / beta) / people
    yield from rounded_up("error", number(said["error_at_most"]), best + gap, mpmath.mpf("4e-6"))
    alpha = number(said["alpha"])
    yield from rounded_up("people needed", said["people_needed"], 4 / (epsilon * alpha) * mpmath.log(tables / beta), 1)
    chances: dict[Fraction, Any] = {}
    for table in combinations_with_replacement(types, rows):
        worst = max(
            abs(Fraction(sum(map(query, table)), rows) - Fraction(sum(n for t, n in truth.items() if query(t)), people))
            for query in queries
        )
        chances[worst] = chances.get(worst, 0) + mpmath.exp(-epsilon * people * number(worst) / spread)
    whole = sum(chances.values())
    told = {Fraction(row["largest_error"]): mpmath.mpf(row["probability"]) for row in law}
    if set(told) != set(chances):
        yield "the law tells other errors"
        return
    for error, chance in chances.items():
        yield from differs(f"chance of {error}", told[error], chance / whole)


def _queries(asked: Receipt, types: list[tuple[int, ...]]) -> list[Callable[[tuple[int, ...]], bool]]:
    """The queries, those that agree on every type once."""
    width = len(asked["columns"])
    found: list[Callable[[tuple[int, ...]], bool]] = []
    if asked["queries"] == "halfspaces":
        for each in product(asked["weights"], repeat=width - 1):
            found.append(lambda t, w=each: sum(a * b for a, b in zip(w, t[:-1], strict=True)) >= t[-1])
        return list({tuple(map(query, types)): query for query in found}.values())
    found += [lambda t, j=j: bool(t[j]) for j in range(width)]
    if asked["queries"] == "pairs":
        found += [lambda t, i=i, j=j: bool(t[i] and t[j]) for i, j in combinations(range(width), 2)]
    return found
