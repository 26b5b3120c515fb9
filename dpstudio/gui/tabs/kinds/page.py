"""What the Question tab's page of one kind of question is."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from dpstudio.core.plan import Plan
from dpstudio.gui.tabs.base import Facts
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.kit import Card
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.resolved import Resolved


class KindPage(Card):
    """Shows what a plan asks in its own kind's words, and asks for a changed plan.

    Attributes:
        section: the glossary's heading for what is asked.
    """

    section: str

    change_requested = Signal(object, str)
    """How a plan is to be changed, and the field typed in; "" for a step that is undone by itself."""
    again = Signal()
    """The same plan is to be shown once more."""
    figure_edited = Signal(int)
    """Another of several figures is edited now."""

    @property
    def fields(self) -> dict[str, Asked]:
        """Its fields by name."""
        raise NotImplementedError

    def show_asked(self, found: Resolved, facts: Facts) -> None:
        """Put values into the fields."""
        raise NotImplementedError

    def bring(self, field: str) -> None:
        """Bring a field onto the page that is not always on it."""

    def ask(self, field: str, build: Callable[[Plan], Plan]) -> None:
        """Ask for a changed plan."""
        self.change_requested.emit(build, field)


def columns_of(found: Resolved, facts: Facts) -> list[tuple[str, str]]:
    """The columns of the people's table, as a list of choices takes them."""
    data = found.plan.data_table
    return [(name, name) for name in (facts.get(data.handle, TableFacts()).names if data else ())]
