"""Gives a demonstration's table more people, or fewer."""

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.plan import Plan
from dpstudio.core.tables.schema import Role
from dpstudio.gui import ask
from dpstudio.gui.project.session import Session
from dpstudio.gui.widgets.people_slider import PeopleSlider
from dpstudio.translation import tr
from dpstudio.workspace.computer import storage
from dpstudio.workspace.guarding.shipped import Shipped, shipped_as
from dpstudio.workspace.project import demonstrations

_JOB = "people"


class MorePeople(QObject):
    """Shows the slider where the open table is a demonstration's, and makes the table that is asked for."""

    def __init__(self, window: QWidget, session: Session, slider: PeopleSlider) -> None:
        super().__init__(window)
        self._window, self._session, self._slider = window, session, slider
        self._seen: tuple[str, Shipped | None] = ("", None)
        slider.chosen.connect(self._make)
        session.resolved_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        found = self._shipped()
        self._slider.setVisible(found is not None)
        if found is not None and not self._session.runner.busy(_JOB):  # then the slider stands where it was moved to
            self._slider.show_people(found.people, found.times)

    def _shipped(self) -> Shipped | None:
        """Which table that ships is open as a sample; a path is looked at once.

        One that was made here is known before it is read, so that the slider stays under the hand.
        """
        data, facts = self._session.document.plan.data_table, self._session.facts
        if data is None or data.role != Role.SAMPLE:
            return None
        known = facts[data.handle].shipped if data.handle in facts else data.path == self._seen[0]
        if not known:
            return None
        if data.path != self._seen[0] or not data.path:
            self._seen = data.path, shipped_as(data)
        return self._seen[1]

    def _make(self, times: int) -> None:
        plan = self._session.document.plan
        job = partial(demonstrations.with_people, plan, times, storage.demonstrations_folder())
        self._session.runner.run(_JOB, lambda _: job(), partial(self._made, plan), self._not_made)

    def _made(self, before: Plan, after: Plan) -> None:
        """The table takes the place of the one that is open, unless the plan has changed meanwhile."""
        table = after.data_table
        if self._session.document.plan != before or table is None:
            self._show()
            return
        self._seen = table.path, shipped_as(table)
        self._session.put_result_away()  # it is another table's
        self._session.change(after)

    def _not_made(self, error: StudioError) -> None:
        self._show()
        ask.complain(self._window, tr("The demonstration has as many people as before"), str(error))
