"""What is said of a table's people before it is released, carried out: that they are those of another table, or not."""

from collections.abc import Callable
from dataclasses import dataclass

from dpstudio.core.errors import InputError
from dpstudio.core.ledger import Ledger
from dpstudio.core.plan import TablePlan
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase
from dpstudio.workspace.guarding import same_people
from dpstudio.workspace.guarding.gate import Gate
from dpstudio.workspace.project.opening import SamePeople


@dataclass(frozen=True)
class Said:
    """What is said; nothing where every part is left out.

    Args:
        same: a file that has changed holds the same people.
        same_as: the entry whose table holds the same people.
        others: no other table, nor the file before it changed, holds these people.
    """

    same: bool = False
    same_as: int | None = None
    others: bool = False

    def of_changed(self, ledger: Ledger) -> SamePeople | None:
        """What it says of a table whose file has changed, or None."""
        number = self.same_as
        if number is None:
            return (lambda _: self.same) if self.same or self.others else None
        return lambda table: ledger.entry(number).handle == table.handle


def carried_out(said: Said, found: Resolved, gate: Gate, again: Callable[[], Resolved]) -> Resolved:
    """The project after what was said of its people.

    Args:
        found: it was opened with `said.of_changed`.
        again: opens it once more, the same way.

    Raises:
        StudioError: the table cannot go on with that account, or has no people's table.
    """
    if said.same_as is not None:
        return _linked(said.same_as, found, gate, again)
    return _parted(found, gate, again) if said.others else found


def refuse_unanswered(found: Resolved, gate: Gate) -> None:
    """Raise Refusal before a first charge where another account seems to hold the people and nobody has said."""
    asked = same_people.wanted(found, gate.key)
    if asked is not None:
        same_people.noticed(asked, gate, lambda _: None)
    same_people.refuse_unanswered(asked, gate)


def people_table(found: Resolved) -> TablePlan:
    """The table whose people are protected.

    Raises:
        InputError: the project has none.
    """
    if found.plan.data_table is None:
        raise InputError(phrase("The project has no table with people."), phrase("Open it in the window and add one."))
    return found.plan.data_table


def _linked(number: int, found: Resolved, gate: Gate, again: Callable[[], Resolved]) -> Resolved:
    """The table goes on with the account of the entry that was named."""
    table = people_table(found)
    if gate.ledger.account(table.handle) is None:
        same_people.refuse_otherwise(found, number, gate)
    same_people.link(table, found.unit, number, gate, lambda _: None)
    return again()


def taken_back(found: Resolved, gate: Gate, again: Callable[[], Resolved]) -> Resolved:
    """The project once its table holds other people than the account's, where that can still be said.

    Args:
        again: opens it once more, as it was opened.
    """
    table = found.plan.data_table
    if table is None or gate.linked_by(table, found.known.digests) is None:
        return found
    same_people.part(table, gate)
    return again()


def _parted(found: Resolved, gate: Gate, again: Callable[[], Resolved]) -> Resolved:
    """The table has an account of its own: a link that can be taken back is."""
    people_table(found)
    found = taken_back(found, gate, again)
    asked = same_people.wanted(found, gate.key)
    while asked is not None and (alike := same_people.noticed(asked, gate, lambda _: None)) is not None:
        same_people.set_apart(asked.table, alike.number, gate)
    return found
