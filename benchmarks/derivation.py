"""What typing a rule costs: deriving the bound of random rules of some 50 nodes, as a ratio to reading their text.

python benchmarks/derivation.py

Three tables: few possible rows, so that all of them are tried; numbers in wide bounds; and wide bounds with a thousand
candidates. The falsifier searches the same rules, for half of the derived bound.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from statistics import median

from dpstudio.core.candidates import CandidateSet, Listed
from dpstudio.core.errors import StudioError
from dpstudio.core.scores.derivation import _derived, derive
from dpstudio.core.scores.falsifier import falsify
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of_operation
from dpstudio.core.scores.language.tree import OwnCell, cells_of, walk
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from tests.rule_trees import COLUMNS, POINTS, rule

WIDE = {
    name: replace(column, bounds=(Fraction(-1000), Fraction(10**6))) if column.bounds else column
    for name, column in COLUMNS.items()
}
MANY = Listed(
    tuple(f"c{i}" for i in range(1000)),
    attributes={
        "p": tuple(map(str, range(1000))),
        "q": tuple(str(i / 4 - 100) for i in range(1000)),
        "t": tuple(f"c{(7 * i) % 1000}" for i in range(1000)),
    },
)
CASES: dict[str, tuple[Mapping[str, Column], CandidateSet]] = {
    "few rows, 3 candidates": (COLUMNS, POINTS),
    "wide, 3 candidates": (WIDE, POINTS),
    "few rows, 1,000 candidates": (COLUMNS, MANY),
    "wide, 1,000 candidates": (WIDE, MANY),
}
UNITS = [
    PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE),
    PrivacyUnit(Relation.ADD_REMOVE, "who", 2), PrivacyUnit(Relation.REPLACE_ONE, "who", 2),
]  # fmt: skip


def texts(many: int) -> list[str]:
    """Rules of 45 to 55 nodes that do not read a candidate's own column."""
    pick, found = random.Random(5), []
    while len(found) < many:
        text = rule(pick, pick.choice([2, 3, 4]))
        nodes = list(walk(parse(text)))
        if 45 <= len(nodes) <= 55 and not any(isinstance(node, OwnCell) for node in nodes):
            found.append(text)
    return found


def seconds(work: Callable[..., object], *given: object) -> float:
    """The least of three runs, of which none knows anything of the one before."""
    best = 1e9
    for _ in range(3):
        _derived.cache_clear()
        text_of_operation.cache_clear()
        start = time.perf_counter()
        work(*given)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    print("of 100 rules of 45 to 55 nodes, in milliseconds: median, most; ÷ reading the text; falsifier, most")
    for name, (columns, candidates) in CASES.items():
        for unit in UNITS:
            spent, ratios, searched = [], [], [0.0]
            for text in texts(100):
                tree = parse(text)
                named = {cell: columns[cell] for cell in cells_of(tree)}
                try:
                    asked = Formula(tuple(named.values()), bind(tree, named, candidates))
                    known = derive(asked, candidates, unit)
                except StudioError:
                    continue
                spent.append(seconds(derive, asked, candidates, unit))
                ratios.append(spent[-1] / seconds(parse, text))
                start = time.perf_counter()
                falsify(asked, candidates, unit, known.range / 2)
                searched.append(time.perf_counter() - start)
            who = f"{unit.relation}, {'rows' if unit.person is None else 'persons'}"
            print(
                f"{name:27} {who:24} {1000 * median(spent):6.1f} {1000 * max(spent):6.1f}"
                f" {median(ratios):6.1f} {1000 * max(searched):7.0f}   ({len(spent)} rules)"
            )


if __name__ == "__main__":
    main()
