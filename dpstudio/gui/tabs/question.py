"""The Question tab: what is asked, and what it is asked of."""

from dataclasses import replace

from dpstudio.gui.tabs.base import Facts, Tab
from dpstudio.gui.tabs.kinds import PAGES, KindPage
from dpstudio.gui.widgets.kit import Card, Field, line
from dpstudio.gui.widgets.options import Options
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved


class QuestionTab(Tab):
    """Asks what is wanted, then whatever its kind of question needs."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Resolved, Facts] = Resolved(self.plan), {}
        kind = Options("What do you want?", [(key, each.name, each.sentence) for key, each in KINDS.items()])
        kind.chosen.connect(lambda value: self.ask("", lambda plan: replace(plan, kind=value)))
        title = Field("A name for the receipt", line("for example: Price of an apple"), beside=True)
        title.edited.connect(lambda value: self.ask("name", lambda plan: replace(plan, name=value)))
        self.fields["kind"], self.fields["name"] = kind, title
        asked = Card("")
        asked.add(kind)
        asked.add(title)
        self.column.addWidget(asked)
        self.pages = {key: self._placed(made()) for key, made in PAGES.items()}
        self._own = dict(self.fields)
        self.column.addStretch(1)

    def _placed(self, page: KindPage) -> KindPage:
        page.change_requested.connect(lambda build, field: self.ask(field, build))
        page.again.connect(lambda: self.show_resolved(*self._shown))
        self.column.addWidget(page)
        return page

    def reach(self, field: str) -> None:
        """As `Tab.reach`; its page makes room for the field first."""
        self.pages[self.plan.kind].bring(field)
        super().reach(field)

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """As `Tab.show_values`."""
        self._shown = found, facts
        self.fields["name"].show_value(found.plan.name)
        self.fields["kind"].show_value(found.plan.kind)
        self.fields = dict(self._own)
        for kind, page in self.pages.items():
            page.setVisible(found.plan.kind == kind)
            page.show_asked(found, facts)
            self.fields |= page.fields
