"""What a person may do with one table, in any order; and the sequences of it that are tried."""

import random
from itertools import product

ACTIONS = (
    "private", "public", "sample", "changed file", "same file again", "pasted", "undo", "save", "reopen",
    "other ledger", "inspect",
)  # fmt: skip
_RANDOM = 300


def up_to(length: int) -> list[tuple[str, ...]]:
    """All sequences of just this length: what they begin with is judged on the way."""
    return list(product(ACTIONS, repeat=length))


def at_random(length: int, count: int, seed: str) -> list[tuple[str, ...]]:
    """Random sequences, the same ones in every run."""
    rng = random.Random(seed)
    return [tuple(rng.choice(ACTIONS) for _ in range(length)) for _ in range(count)]


def rotation(seed: str) -> list[tuple[str, ...]]:
    """Twenty-four of length 3 to 6, for ordinary runs."""
    return [each for length in (3, 4, 5, 6) for each in at_random(length, 6, seed)]


def long_ones(seed: str) -> list[tuple[str, ...]]:
    """Every sequence of length 3, and 300 of length 6."""
    return [*up_to(3), *at_random(6, _RANDOM, seed)]
