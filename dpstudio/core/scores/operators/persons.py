"""The number of persons with a row for which a condition holds: persons(condition)."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.scores.exact import Exact
from dpstudio.core.scores.interval import ONE, ZERO, Interval
from dpstudio.core.scores.language.mistakes import RuleRefusal
from dpstudio.core.scores.language.tree import Node, Operation, operation
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Aggregate, Instead, Proved
from dpstudio.core.scores.operators.count import COUNT
from dpstudio.core.scores.operators.logic import AND
from dpstudio.core.scores.operators.written import Function
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.translation import phrase


class _Persons(Aggregate):
    of_persons = True
    adds_up = True  # what a condition adds does not change along a piece, so neither does the greatest

    def make_where(self, parts: tuple[Node, ...], at: int) -> Node:
        """persons(a where b) is persons(a and b)."""
        return self.make((operation(AND, *parts, at=at),), at)

    def of_person(self, node: Operation, added: Interval, unit: PrivacyUnit) -> Proved:
        if unit.person is None:
            raise RuleRefusal(
                phrase("persons( ) needs a column that says which rows belong to one person."),
                phrase("Use count( ), or say on the Tables tab that a person may have several rows."),
                node.at,
                node,
            )
        return of_persons(added), _why(added)

    def of_each(self, node: Operation, rows: Exact, counts: NDArray[np.int64], starts: NDArray[np.int64]) -> Exact:
        return rows.greatest(starts)

    def instead(self, node: Operation) -> Instead:
        why = phrase("Where each row is one person, rows and people are the same.")
        return Instead(operation(COUNT, *node.parts, at=node.at), phrase("Count rows"), why)


def of_persons(found: Interval) -> NodeSensitivity:
    """The number of persons with a row for which a condition holds: whatever their rows, they count once."""
    ordered = found.by_row is not None
    apart = ZERO if not found.candidate else ONE
    return NodeSensitivity(ZERO, found.high, ONE, apart, apart if ordered else 2 * apart).tightened()


def _why(found: Interval) -> str:
    """Why a number of persons moves as it does."""
    if not found.candidate:
        return phrase("A person counts once, and the same for every candidate.")
    if found.by_row is not None:
        return phrase("A person counts once. Replacing one moves all scores the same way.")
    return phrase(
        "A person counts once, whatever their rows; replacing one may take from one candidate and give to another."
    )


PERSONS = _Persons("persons")
CALL = Function("persons", range(1, 2), phrase("persons(a condition)"), PERSONS.make, where=PERSONS.make_where)
