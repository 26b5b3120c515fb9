"""Small-database release of Blum, Ligett and Roth: the exponential mechanism over small synthetic tables (MATH 3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import ceil, comb, isqrt, lgamma, log

import numpy as np
from numpy.typing import NDArray

from dpstudio.core import sampling
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.contract import Calibration, Mechanism, refuse_unusable
from dpstudio.core.quantities import counted, decimal_up, ln_upper, significant_up
from dpstudio.translation import phrase

MOST_TABLES = 10_000_000
SAYS_NOTHING = Fraction(1, 2)
"""An error of any share as large as that of a guess of one half."""
MOST_COLUMNS = 60
MOST_QUERIES = 4096
_MOST_TYPES = 256
_CHUNK = 1 << 16
_COUNTABLE = 2000
Table = tuple[int, ...]
Matrix = NDArray[np.int64]


class Queries(StrEnum):
    """Which shares of people the synthetic table must get right."""

    COLUMNS = "columns"
    PAIRS = "pairs"
    HALFSPACES = "halfspaces"


@dataclass(frozen=True)
class Synthesis:
    """What a synthetic table looks like.

    Args:
        width: the number of yes/no columns, k; a row is one of 2^k types, column j its bit j.
        queries: the class of counting queries.
        weights: the possible weights of a halfspace w_1 x_1 + ... + w_(k-1) x_(k-1) >= x_k; used by HALFSPACES alone.
        rows: how many rows it has, m.
    """

    width: int
    queries: Queries
    weights: tuple[int, ...]
    rows: int

    @property
    def types(self) -> int:
        """How many different rows there are."""
        return int(2**self.width)

    @property
    def tables(self) -> int | None:
        """How many synthetic tables there are (multisets of rows), or None where that is far beyond feasible."""
        if min(self.rows, self.types - 1) > _COUNTABLE:
            return None
        return comb(self.types + self.rows - 1, self.rows)

    @property
    def feasible(self) -> bool:
        """Whether all of them can be scored."""
        tables = self.tables
        small = self.types <= _MOST_TYPES and self.rows <= _COUNTABLE
        return small and tables is not None and tables <= MOST_TABLES

    @property
    def tables_text(self) -> str:
        """Their number for people."""
        tables = self.tables
        if tables is not None and tables < 10**12:
            return f"{tables:,}"
        digits = lgamma(self.types + self.rows) - lgamma(self.rows + 1) - lgamma(self.types)
        return phrase("about 10^{digits}", digits=f"{round(max(digits, 1.0) / log(10)):,}")

    def log_tables(self) -> Fraction:
        """At or above the natural logarithm of their number."""
        tables = self.tables
        return ln_upper(Fraction(tables)) if tables is not None else self.width * self.rows * ln_upper(Fraction(2))


def query_count(width: int, queries: Queries, weights: Sequence[int]) -> int:
    """The size of a class of queries; halfspaces that agree on every row count once where that can be seen."""
    match queries:
        case Queries.COLUMNS:
            return width
        case Queries.PAIRS:
            return width + width * (width - 1) // 2
        case Queries.HALFSPACES:
            declared = len(set(weights)) ** max(0, width - 1)
            small = 2**width <= _MOST_TYPES and declared <= MOST_QUERIES
            return len(query_matrix(width, queries, tuple(weights))) if small else declared


def rows_for(alpha: Fraction, queries: int) -> int:
    """The rows m = floor(2 ln(2 |Q|) / alpha^2) + 1: some table of that size is within alpha / 2 on every query.

    Source: MATH 3, Hoeffding's inequality and a union over the queries.
    """
    exact = 2 * ln_upper(Fraction(2 * queries)) / alpha**2
    return exact.numerator // exact.denominator + 1


@lru_cache(maxsize=16)
def query_matrix(width: int, queries: Queries, weights: tuple[int, ...]) -> Matrix:
    """One row a query, one column a type of row: 1 where the type counts."""
    bits = (np.arange(2**width)[:, None] >> np.arange(width)) & 1
    found: list[Matrix] = []
    if queries is Queries.HALFSPACES:
        for each in product(sorted(set(weights)), repeat=width - 1):
            met = bits[:, :-1] @ np.array(each, np.int64) >= bits[:, -1]
            found.append(met.astype(np.int64))
    else:
        found += [bits[:, j] for j in range(width)]
        if queries is Queries.PAIRS:
            found += [bits[:, i] & bits[:, j] for i, j in combinations(range(width), 2)]
    return np.unique(np.array(found, dtype=np.int64), axis=0)


class SmallDatabase(Mechanism):
    """Pr[table] proportional to exp(-epsilon * max_q |n q(x) - n q(table)| / 2) over all multisets of m rows."""

    key = "small_database"
    name = phrase("Small-database release")
    formula = phrase("Pr[ŷ] ∝ exp(−ε·max_q |n·q(x) − n·q(ŷ)| / 2) over all multisets ŷ of m rows")
    sentence = phrase(
        "All small tables of invented people are compared with the real one on the declared queries;"
        " those that answer alike are likelier, and one of them is drawn."
    )
    sampler = phrase("the exponential mechanism's exact sampler; tables are numbered, never stored")

    def law(self, synthesis: Synthesis, scores: Matrix, epsilon: Fraction) -> NDArray[np.float64]:
        """The probability of each synthetic table, in the order of `table`."""
        exponents = scores.astype(np.float64) * float(epsilon / 2 / synthesis.rows)
        chances: NDArray[np.float64] = np.exp(exponents - exponents.max())
        chances /= chances.sum()
        return chances

    def error_law(
        self, synthesis: Synthesis, scores: Matrix, epsilon: Fraction, people: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The probability of each largest error of any query, smallest error first, and those errors as shares."""
        distinct, many = _tallied(scores)
        logs = distinct * float(epsilon / 2 / synthesis.rows) + np.log(many)
        chances = np.exp(logs - logs.max())[::-1]
        return chances / chances.sum(), -distinct[::-1] / (max(1, people) * synthesis.rows)

    def draw(self, entropy: Entropy, synthesis: Synthesis, scores: Matrix, epsilon: Fraction) -> Table:
        """One synthetic table: how many rows of each type it has; drawn exactly."""
        return table(synthesis, sampling.exponential(entropy, scores, epsilon / 2 / synthesis.rows))

    def draw_many(
        self, entropy: Entropy, synthesis: Synthesis, scores: Matrix, epsilon: Fraction, draws: int
    ) -> Matrix:
        """The numbers of `draws` independent tables."""
        return sampling.exponential_draws(entropy, scores, epsilon / 2 / synthesis.rows, draws)

    def scores(
        self, synthesis: Synthesis, truth: Sequence[int], tick: Callable[[float], None] = lambda _: None
    ) -> Matrix:
        """M times the score of every table: -max over queries |m * (count in x) - n * (count in the table)|.

        Args:
            truth: how many people are of each type.

        Raises:
            InputError: there are too many tables.
        """
        refuse_infeasible(synthesis)
        matrix = query_matrix(synthesis.width, synthesis.queries, synthesis.weights)
        counted = matrix @ np.array(truth, np.int64) * synthesis.rows
        people, tables = sum(truth), synthesis.tables or 0
        found = np.empty(tables, np.int64)
        for start in range(0, tables, _CHUNK):
            stop = min(start + _CHUNK, tables)
            answers = _tables(synthesis, np.arange(start, stop)) @ matrix.T
            found[start:stop] = -np.abs(counted - people * answers).max(axis=1)
            tick(stop / tables)
        return found

    def accuracy(self, synthesis: Synthesis, epsilon: Fraction, people: int, beta: Fraction) -> Fraction:
        """With probability at least 1 - beta every query's share is within this of the truth; free of the data.

        Source: MATH 3: the best table's error, at most sqrt(ln(2 |Q|) / (2 m)), and the exponential mechanism's gap.
        """
        queries = query_count(synthesis.width, synthesis.queries, synthesis.weights)
        gap = 2 / epsilon * (synthesis.log_tables() + ln_upper(1 / beta)) / people
        return _best_error(queries, synthesis.rows) + gap

    def needed(self, synthesis: Synthesis, epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
        """How many people make it (alpha, beta)-useful: n >= 4 / (epsilon alpha) * (ln(tables) + ln(1 / beta))."""
        exact = 4 / (epsilon * alpha) * (synthesis.log_tables() + ln_upper(1 / beta))
        return -(-exact.numerator // exact.denominator)

    def epsilon_for(self, synthesis: Synthesis, alpha: Fraction, people: int, beta: Fraction) -> Fraction:
        """The least epsilon of three digits that makes `people` enough for (alpha, beta)-usefulness."""
        return significant_up(4 / (people * alpha) * (synthesis.log_tables() + ln_upper(1 / beta)))


@dataclass(frozen=True)
class SynthesisCalibration(Calibration):
    """One draw of a small table, fitted to a budget: R = 2 under replace-one with a public number of people (MATH 3).

    Args:
        synthesis: which tables may be drawn; a score is counted in its rows, `rows` steps make 1.
    """

    synthesis: Synthesis
    epsilon: Fraction

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon)

    @property
    def loss(self) -> PrivacyLoss:
        """Pure epsilon, of bounded range: zCDP epsilon^2 / 8."""
        return PrivacyLoss(self.epsilon, Fraction(0), self.epsilon**2 / 8)

    def draw(self, entropy: Entropy, scores: Matrix) -> Table:
        """One synthetic table; drawn exactly."""
        return SmallDatabase().draw(entropy, self.synthesis, scores, self.epsilon)


def _tallied(scores: Matrix) -> tuple[Matrix, Matrix]:
    """The distinct scores in ascending order, and how many tables have each; close together they need no sorting."""
    low, high = int(scores.min()), int(scores.max())
    if high - low > 4 * scores.size:
        return np.unique(scores, return_counts=True)
    many = np.bincount(scores - low)
    (found,) = many.nonzero()
    return found + low, many[found]


def refuse_infeasible(synthesis: Synthesis) -> None:
    """Raise InputError, with the largest setting that can be done, where there are too many tables to score."""
    if synthesis.feasible:
        return
    offered = largest_feasible(synthesis)
    remedy = phrase("Use fewer columns, or fewer queries.")
    if offered is not None and offered < SAYS_NOTHING:
        remedy = phrase(
            "With these columns and queries α = {offered} is the smallest that is possible.",
            offered=decimal_up(offered, 3),
        )
    elif offered is not None:
        remedy = phrase(
            "With these columns and queries α = {offered} is the smallest that is possible, and an error of"
            " {hundredths} in 100 says nothing: whoever guesses 50 in 100 for every share is never further off. Use"
            " fewer columns, or fewer queries.",
            offered=decimal_up(offered, 3),
            hundredths=ceil(100 * offered),
        )
    raise InputError(
        phrase(
            "There are {tables_text} synthetic tables of {rows}; at most {most_tables} can be compared.",
            tables_text=synthesis.tables_text,
            rows=counted(synthesis.rows, "rows"),
            most_tables=f"{MOST_TABLES:,}",
        ),
        remedy,
        "synthesis.alpha",
    )


def largest_feasible(synthesis: Synthesis) -> Fraction | None:
    """The least alpha of three decimals, below 1, whose tables can all be scored; None where there is none."""
    queries = query_count(synthesis.width, synthesis.queries, synthesis.weights)

    def feasible(thousandths: int) -> bool:
        rows = rows_for(Fraction(thousandths, 1000), queries)
        return Synthesis(synthesis.width, synthesis.queries, synthesis.weights, rows).feasible

    if not feasible(999):
        return None
    low, high = 0, 999
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if feasible(middle) else (middle, high)
    return Fraction(high, 1000)


def table(synthesis: Synthesis, number: int) -> Table:
    """The synthetic table with a number from 0: how many rows of each type it has."""
    return tuple(_tables(synthesis, np.array([number]))[0].tolist())


@lru_cache(maxsize=1)
def all_answers(synthesis: Synthesis) -> NDArray[np.int16]:
    """How many rows of every synthetic table each query counts: a line a query, a column a table.

    Raises:
        InputError: there are too many tables.
    """
    refuse_infeasible(synthesis)
    matrix, tables = query_matrix(synthesis.width, synthesis.queries, synthesis.weights), synthesis.tables or 0
    found = np.empty((len(matrix), tables), np.int16)
    for start in range(0, tables, _CHUNK):
        numbers = np.arange(start, min(start + _CHUNK, tables))
        found[:, numbers] = matrix @ _tables(synthesis, numbers).T
    return found


def _tables(synthesis: Synthesis, numbers: Matrix) -> Matrix:
    """The tables with these numbers, a line each: the combinatorial number system, one type at a time.

    The tables that give type j a count of v come after those with smaller v; `starts` holds, for each number of
    rows left, where each v begins.
    """
    found = np.zeros((numbers.size, synthesis.types), np.int64)
    left = np.full(numbers.size, synthesis.rows)
    numbers = numbers.copy()
    for place in range(synthesis.types - 1):
        keys, starts, offsets, span = _starts(synthesis.rows, synthesis.types - 1 - place)
        at = keys.searchsorted(left * span + numbers, side="right") - 1
        found[:, place] = at - offsets[left]
        numbers -= starts[at]
        left -= found[:, place]
    found[:, -1] = left
    return found


@lru_cache(maxsize=64)
def _starts(rows: int, others: int) -> tuple[Matrix, Matrix, Matrix, int]:
    """Where each count of one type begins, for 0 to `rows` rows left and `others` types after it."""
    span = comb(rows + others, others) + 1
    starts: list[int] = []
    offsets, keys = [], []
    for left in range(rows + 1):
        offsets.append(len(starts))
        begin = 0
        for count in range(left + 1):
            starts.append(begin)
            keys.append(left * span + begin)
            begin += comb(left - count + others - 1, others - 1)
    return np.array(keys), np.array(starts), np.array(offsets), span


def _best_error(queries: int, rows: int) -> Fraction:
    """At or above sqrt(ln(2 |Q|) / (2 m)), as a decimal of six places."""
    square = ln_upper(Fraction(2 * queries)) / (2 * rows)
    return Fraction(isqrt(int(square * 10**12)) + 1, 10**6)
