"""Random own formulas as trees: their text is what a person would type, and the plain evaluator walks them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.judges.projects import printed

Tree = tuple[Any, ...]
_OPERATORS = ("<", "<=", ">", ">=")


def formula(pick: Random, names: Sequence[str], *, persons: bool) -> tuple[str, Tree, list[str]]:
    """A formula's text, its tree, and the columns that it reads, in the order in which they stand there."""
    tree: Tree = ("const", "0")
    while not (_reads(tree) and _depends(tree)):
        tree = _outer(pick, names, 2)
    if persons and pick.random() < 0.4:
        tree = _of_persons(tree)
    return printed(tree), tree, list(dict.fromkeys(_reads(tree)))


def _reads(tree: Any) -> list[str]:
    if not isinstance(tree, tuple):
        return []
    if tree[0] in ("cell", "yes", "is", "has", "is text", "has text", "blank"):
        return [tree[1]]
    if tree[0] == "same":
        return [*tree[1:]]
    if tree[0] == "distinct":
        return [tree[1], *_reads(tree[2])]
    return [name for part in tree[1:] for name in _reads(part)]


def _of_persons(tree: Tree) -> Tree:
    """Different persons are counted where rows were."""
    kind, *parts = tree
    if kind in ("count", "sum"):
        return ("persons", *parts) if kind == "count" else tree
    return (kind, *(_of_persons(part) if isinstance(part, tuple) else part for part in parts))


def _depends(tree: Any) -> bool:
    """Whether a candidate's own figures can tell the sums apart (by no means all that name it depend on it)."""
    return isinstance(tree, tuple) and (tree[0] in ("is", "has", "attribute") or any(map(_depends, tree[1:])))


def _outer(pick: Random, names: Sequence[str], depth: int) -> Tree:
    if depth == 0 or pick.random() < 0.35:
        return _sum(pick, names)
    kind = pick.choice(["+", "-", "*", "abs", "max", "min", "clip", "neg"])
    inner = _outer(pick, names, depth - 1)
    if kind in ("+", "-", "max", "min"):
        return kind, inner, pick.choice([_outer(pick, names, depth - 1), ("attribute", "w"), ("const", "3")])
    if kind == "*":
        return kind, pick.choice([("attribute", "w"), ("const", "2"), ("const", "0.5")]), inner
    if kind == "clip":
        return kind, inner, "0", "4"
    return kind, inner


def _sum(pick: Random, names: Sequence[str]) -> Tree:
    if pick.random() < 0.12:
        return "distinct", pick.choice(["n", "d", "x", "Tea"]), _condition(pick, names, 1)
    if pick.random() < 0.08:
        counted = _condition(pick, names, 1)
        return "ratio", ("cell", pick.choice(["n", "x"])), counted, pick.choice(["1", "2", "5"])
    if pick.random() < 0.6:
        return "count", _condition(pick, names, 2)
    amount = _amount(pick, names, 2)
    while not _reads(amount):
        amount = _amount(pick, names, 2)
    where = () if pick.random() < 0.5 else (_condition(pick, names, 1),)
    if pick.random() < 0.3:
        return "capped", ("max", amount, ("const", "0")), pick.choice(["1", "2.5", "7", "100"]), *where
    return "sum", amount, *where


def _condition(pick: Random, names: Sequence[str], depth: int) -> Tree:
    chance = pick.random()
    if depth and chance < 0.4:
        kind = pick.choice(["and", "or", "not"])
        parts = [_condition(pick, names, depth - 1) for _ in range(1 if kind == "not" else 2)]
        return (kind, *parts)
    return pick.choice([
        ("is", "choice"), ("has", "likes"), ("is text", "choice", pick.choice(names)), ("yes", "Tea"),
        ("has text", "likes", pick.choice(names)), (pick.choice(_OPERATORS), ("cell", "x"), ("attribute", "p")),
        (pick.choice(_OPERATORS), ("cell", "n"), ("attribute", "q")),
        (pick.choice(_OPERATORS), ("cell", "n"), ("const", "3")),
        (pick.choice(_OPERATORS), ("cell", "d"), ("attribute", "t")),
        ("blank", "rest"), ("blank", "rest"), ("same", "choice", "home"), ("not", ("same", "home", "choice")),
    ])  # fmt: skip


def _amount(pick: Random, names: Sequence[str], depth: int) -> Tree:
    if depth == 0 or pick.random() < 0.3:
        return pick.choice([("cell", "n"), ("cell", "x"), ("cell", "n"), ("attribute", "q"), ("const", "2")])
    kind = pick.choice(["+", "-", "*", "abs", "max", "if"])
    inner = _amount(pick, names, depth - 1)
    if kind in ("+", "-", "max"):
        return kind, inner, _amount(pick, names, depth - 1)
    if kind == "*":
        return kind, ("const", pick.choice(["2", "0.5"])), inner
    if kind == "if":
        return kind, _condition(pick, names, 0), inner, ("const", "1")
    return kind, inner
