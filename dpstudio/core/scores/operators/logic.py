"""Conditions of conditions: a and b, a or b, not a."""

import numpy as np

from dpstudio.core.scores import interval, pieces
from dpstudio.core.scores.interval import ONE, ZERO, Interval
from dpstudio.core.scores.language.tree import Node, Operation
from dpstudio.core.scores.operators.branch import chosen
from dpstudio.core.scores.operators.contract import Condition
from dpstudio.core.scores.operators.walks import Along, Intervals, Rows, Truth
from dpstudio.core.scores.operators.written import Binds, Write, infix
from dpstudio.core.scores.pieces import Pieces

_TRUE, _FALSE = interval.constant(ONE), interval.constant(ZERO)


class _OfConditions(Condition):
    def pieces(self, node: Operation, along: Along) -> Pieces | None:
        parts = along.all_of(node)
        return None if parts is None else pieces.holding(tuple(line for part in parts for line in part.breaks))


class _Joint(_OfConditions):
    """Two conditions, written with a word between them."""

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return infix(self.name, self.binds, parts, write)


class _And(_Joint):
    binds = Binds.AND

    def truth(self, node: Operation, rows: Rows) -> Truth:
        return np.asarray(np.logical_and(*map(rows.truth, node.parts)), dtype=bool)

    def interval(self, node: Operation, known: Intervals) -> Interval:
        one, two = map(known.of, node.parts)
        return chosen(one, two, _FALSE)

    def conjuncts(self, node: Operation) -> tuple[Node, ...]:
        return node.parts


class _Or(_Joint):
    binds = Binds.OR

    def truth(self, node: Operation, rows: Rows) -> Truth:
        return np.asarray(np.logical_or(*map(rows.truth, node.parts)), dtype=bool)

    def interval(self, node: Operation, known: Intervals) -> Interval:
        one, two = map(known.of, node.parts)
        return chosen(one, _TRUE, two)


class _Not(_OfConditions):
    binds = Binds.NOT

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        return "not " + write(parts[0], self.binds)

    def truth(self, node: Operation, rows: Rows) -> Truth:
        return np.logical_not(rows.truth(node.parts[0]))

    def interval(self, node: Operation, known: Intervals) -> Interval:
        return interval.plus(_TRUE, interval.scaled(known.of(node.parts[0]), -1))


AND, OR, NOT = _And("and"), _Or("or"), _Not("not")
