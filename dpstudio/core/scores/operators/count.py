"""The number of rows for which a condition holds: count(condition)."""

from dpstudio.core.scores.language.tree import Node, operation
from dpstudio.core.scores.operators.contract import Aggregate
from dpstudio.core.scores.operators.logic import AND
from dpstudio.core.scores.operators.written import Function
from dpstudio.translation import phrase


class _Count(Aggregate):
    adds_up = True

    def make_where(self, parts: tuple[Node, ...], at: int) -> Node:
        """count(a where b) is count(a and b)."""
        return self.make((operation(AND, *parts, at=at),), at)


COUNT = _Count("count")
CALL = Function("count", range(1, 2), phrase("count(a condition)"), COUNT.make, where=COUNT.make_where)
