"""Figures on the Question tab: a line each, buttons that add one, and an editor of the chosen one."""

from dataclasses import replace
from fractions import Fraction

from dpstudio.core.figures.bounds import may_be_public
from dpstudio.core.plan import FigurePlan
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.base import Facts, declared
from dpstudio.gui.tabs.figure_editor import FigureEditor, figure_columns
from dpstudio.gui.tabs.figure_list import FigureLine, FigureList
from dpstudio.gui.tabs.kinds.page import KindPage, columns_of
from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Problem, button
from dpstudio.kinds import KINDS
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.kinds.measure.moved import share_told
from dpstudio.planning.missing import Missing
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated


def figure_lines(found: Resolved) -> list[FigureLine]:
    """What each figure's line says, with its name and share as far as they are settled, and what is wrong with it."""
    plans = found.plan.figures
    kind = KINDS[found.plan.kind]
    shares = kind.shares(found.previewed) or [None] * len(plans)
    wanted: dict[str, Missing] = {}
    for item in found.missing:
        if item.field.startswith("figure:"):
            wanted.setdefault(item.field.split(":")[1], item)
    return [
        FigureLine(
            name or plan.name.strip() or tr("named once complete"),
            translated(FIGURES[plan.kind].title),
            ", ".join(dict.fromkeys(figure_columns(plan))),
            _share(plan, share, alone=len(plans) == 1),
            *_problem(wanted.get(str(place))),
        )
        for place, (plan, share, name) in enumerate(zip(plans, shares, kind.called(found), strict=True))
    ]


def _share(plan: FigurePlan, settled: Fraction | None, *, alone: bool) -> str:
    known = Fraction(1) if alone else settled
    share = plan.share.strip() if known is None else share_told(plan.share, known)
    return tr("{share} of ε", share=share) if share else ""


def _problem(item: Missing | None) -> tuple[str, str]:
    """What is wrong or missing, and which of both."""
    return ("", "") if item is None else (item.sentence, "wrong" if item.wrong else "missing")


class FiguresPage(KindPage):
    """All figures of a release in lines, the buttons that add one, and an editor of the chosen one."""

    section = tr("Figures")

    def __init__(self) -> None:
        super().__init__("")
        scaled(self.body.setSpacing, 6)
        self.place, self._edits = 0, 0
        self._plans: tuple[FigurePlan, ...] = ()
        self.add_buttons = {
            kind: button(translated(each.title), "plus", hint=translated(each.explanation))
            for kind, each in FIGURES.items()
        }
        for kind, made in self.add_buttons.items():
            made.setAccessibleName(tr("Add a figure: {titles}", titles=translated(FIGURES[kind].title)))
            made.clicked.connect(lambda _=False, k=kind: self._emit((*self._plans, FigurePlan(k))))
        self.problem = Problem(lambda: next(iter(self.add_buttons.values())))
        self.list = FigureList()
        self.list.chosen.connect(self._chosen)
        self.list.removed.connect(lambda place: self._emit(self._plans[:place] + self._plans[place + 1 :]))
        self.editor = FigureEditor()
        self.editor.changed.connect(self._edited)
        self.yes_no = YesNoCard("plain")
        self.add(Flow(*self.add_buttons.values(), spacing=8))
        for each in (self.problem, self.list, self.editor, self.yes_no):
            self.add(each)

    @property
    def fields(self) -> dict[str, Asked]:
        """The fields of the chosen figure by name, and what concerns all figures."""
        found: dict[str, Asked] = {"figures": self.problem}
        return found | self.editor.fields if self._plans else found

    def show_asked(self, found: Resolved, facts: Facts) -> None:
        """Show all figures of a plan and edit the chosen one."""
        names = columns_of(found, facts)
        plans, unit = found.plan.figures, found.unit
        countable = unit is None or may_be_public(unit)
        self.place = _place(self._plans, plans, self.place)
        self._plans = plans
        self.list.setVisible(bool(plans))
        self.editor.setVisible(bool(plans))
        self.list.show_lines(figure_lines(found), self.place)
        if plans:
            plan = plans[self.place]
            column = found.plan.data_table and found.plan.data_table.column(plan.group or plan.column)
            parted = column.kind if column else ""
            self.editor.show_figure(self.place, plan, names, several=len(plans) > 1, countable=countable, parted=parted)
        self.yes_no.show_words(found, figure_columns(plans[self.place]) if plans else ())
        if plans and self.place != self._edits:
            self._edits = self.place
            self.figure_edited.emit(self.place)

    def bring(self, field: str) -> None:
        """Edit the figure that a field belongs to."""
        if field.startswith("figure:") and (place := int(field.split(":")[1])) < len(self._plans):
            self.list.choose(place)

    def _chosen(self, place: int) -> None:
        if place not in (self.place, -1):
            self.place = place
            self.again.emit()

    def _edited(self, plan: FigurePlan, merge: str) -> None:
        kept = list(self._plans)
        kept[self.place] = plan
        self._emit(tuple(kept), merge, figure_columns(plan))

    def _emit(self, plans: tuple[FigurePlan, ...], merge: str = "", names: list[str] | None = None) -> None:
        self.ask(merge, lambda plan: declared(replace(plan, figures=plans), names or []))


def _place(before: tuple[FigurePlan, ...], now: tuple[FigurePlan, ...], place: int) -> int:
    """Which figure is chosen after a change: one that was added, else the one that was, or the next."""
    if len(now) == len(before):
        return place
    same = next((at for at, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), None)
    first = min(len(before), len(now)) if same is None else same
    if len(now) > len(before):
        return first
    return max(0, min(place - (first < place), len(now) - 1))
