"""What every tab of choices is: it shows what is resolved and asks for a changed plan."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import ColumnPlan, Plan
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.kit import Page
from dpstudio.gui.widgets.more import folds
from dpstudio.kinds import KINDS
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.missing import Missing
from dpstudio.planning.resolved import Resolved

Facts = Mapping[str, TableFacts]


class Tab(Page):
    """A page of fields; `change_requested` carries the plan as it should become and the field typed in."""

    change_requested = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Asked] = {}
        self.plan = Plan()

    def show_resolved(self, found: Resolved, facts: Facts) -> None:
        """Show a plan and what follows from it."""
        self.plan = found.plan
        self.show_values(found, facts)
        wrong = _wrong([item for item in found.missing if item.wrong and item.field in self.fields])
        problems = {asked: wrong[name] for name, asked in self.fields.items() if name in wrong}
        for asked in self.fields.values():
            asked.show_problem(problems.get(asked, ""))
            if asked in problems:
                unfold(asked)

    def quiet(self) -> None:
        """Call nothing wrong: what is asked has been answered."""
        for asked in self.fields.values():
            asked.show_problem("")

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """Put values into the fields; each tab has its own."""
        raise NotImplementedError

    def ask(self, field: str, build: Callable[[Plan], Plan]) -> None:
        """Ask for a changed plan."""
        self.change_requested.emit(build(self.plan), field)

    def part(self, part: str, name: str) -> Callable[[str], None]:
        """What a field of one part of the plan does when it is edited."""

        def changed(value: str) -> None:
            self.ask(f"{part}.{name}", lambda plan: with_part(plan, part, **{name: value}))

        return changed

    def reach(self, field: str) -> None:
        """Bring a field into sight and put the keyboard there."""
        asked = self.fields.get(field)
        if asked is not None:
            unfold(asked)
            self.ensureWidgetVisible(asked)
            asked.editor.setFocus()


def _wrong(found: Sequence[Missing]) -> dict[str, str]:
    """What is wrong, by field; a remedy that several fields share stands at the first of them."""
    told, shared = dict[str, str](), set[str]()
    for item in found:
        remedy = item.error.remedy if item.error is not None else ""
        told[item.field] = item.reason if remedy and remedy in shared else item.sentence
        shared.add(remedy)
    return told


def unfold(widget: QWidget) -> None:
    """Open whatever a widget is folded away in."""
    for each in folds(widget):
        each.open()


def with_part(plan: Plan, part: str, **values: Any) -> Plan:
    """The plan with some values of one of its parts replaced."""
    return replace(plan, **{part: replace(getattr(plan, part), **values)})


def declared(plan: Plan, names: Iterable[str]) -> Plan:
    """The plan with an editor open, on the Tables tab, for each column that is now read.

    An editor of which nothing was filled in goes with what asked for its column.
    """
    data = plan.data_table
    if data is None:
        return plan
    names = [name for name in names if name]
    read = {*names, *KINDS[plan.kind].columns(plan), plan.privacy_unit.person}
    kept = [column for column in data.columns if column != ColumnPlan(column.name) or column.name in read]
    fresh = [ColumnPlan(name) for name in dict.fromkeys(names) if data.column(name) is None]
    tables = tuple(
        replace(table, columns=(*kept, *fresh)) if table.handle == data.handle else table for table in plan.tables
    )
    return replace(plan, tables=tables)
