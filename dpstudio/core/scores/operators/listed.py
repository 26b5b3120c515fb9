"""Whether something equals one of several: a in (b, c); once bound, one = or another."""

from functools import reduce

from dpstudio.core.scores.language.tree import Node, Operation, operation
from dpstudio.core.scores.language.types import Bound, Level, Type
from dpstudio.core.scores.operators.comparisons import EQUAL
from dpstudio.core.scores.operators.contract import Operator
from dpstudio.core.scores.operators.logic import OR
from dpstudio.core.scores.operators.walks import Binder
from dpstudio.core.scores.operators.written import Binds, Write


class _In(Operator):
    binds = Binds.COMPARED

    def text(self, parts: tuple[Node, ...], write: Write) -> str:
        options = ", ".join(write(part, Binds.ADDED) for part in parts[1:])
        return f"{write(parts[0], Binds.ADDED)} in ({options})"

    def bound(self, node: Operation, binder: Binder) -> Bound:
        cell, *options = node.parts
        equal = [EQUAL.bound(operation(EQUAL, cell, each, at=node.at), binder).node for each in options]
        return Bound(reduce(lambda one, two: operation(OR, one, two, at=node.at), equal), Type.TRUTH, Level.ROW)


IN = _In("in")
