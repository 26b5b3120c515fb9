"""The Question tab: what is asked, and what it is asked of."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.tabs.base import Facts, Tab
from dpstudio.gui.tabs.kinds import PAGES, KindPage
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import glossary_link
from dpstudio.gui.widgets.kit import Card, Field, line
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.options import Options
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_EXAMPLE = 210
"""Pixels at 100 % that the example in the field of the name needs."""


class _Pages(dict[str, KindPage]):
    """The pages of the kinds that were asked for so far."""

    def __init__(self, placed: Callable[[KindPage], KindPage]) -> None:
        super().__init__()
        self._placed = placed

    def __missing__(self, kind: str) -> KindPage:
        made = self[kind] = self._placed(PAGES[kind]())
        return made


class QuestionTab(Tab):
    """Asks what is wanted, then whatever its kind of question needs."""

    figure_edited = Signal(int)
    """As `KindPage.figure_edited`."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Resolved, Facts] = Resolved(self.plan), {}
        kind = Options(tr("What do you want?"), [(key, each.name, each.sentence) for key, each in KINDS.items()])
        kind.chosen.connect(lambda value: self.ask("", lambda plan: replace(plan, kind=value)))
        title = Field(tr("A name for the receipt"), line(tr("for example: Price of an apple")), beside=True)
        title.edited.connect(lambda value: self.ask("name", lambda plan: replace(plan, name=value)))
        self.fields["kind"], self.fields["name"] = kind, title
        asked = Card("")
        asked.add(kind)
        scaled(title.editor.setMinimumWidth, _EXAMPLE)
        self._named = Flow(title, spacing=SPACE, fill=title)
        asked.add(self._named)
        self.column.addWidget(asked)
        self._words: dict[KindPage, Link] = {}
        self.pages = _Pages(self._placed)
        self._own = dict(self.fields)
        self.column.addStretch(1)

    def _placed(self, page: KindPage) -> KindPage:
        page.change_requested.connect(lambda build, field: self.ask(field, build))
        page.figure_edited.connect(self.figure_edited)
        page.again.connect(lambda: self.show_resolved(*self._shown))
        self.column.insertWidget(1, page)
        self._words[page] = words = glossary_link(page.section)
        self._named.addWidget(words)
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
        asked = self.pages[found.plan.kind]
        asked.show_asked(found, facts)
        self.fields = dict(self._own)
        for page in self.pages.values():
            page.setVisible(page is asked)
            self._words[page].setVisible(page is asked)
            self.fields |= page.fields
