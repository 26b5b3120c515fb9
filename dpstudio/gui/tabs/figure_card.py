"""Figures on the Question tab: a line each, and below what is measured, under which conditions, and what follows."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.figures.bounds import may_be_public
from dpstudio.core.figures.figures import Asked as Settled
from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.core.quantities import rational_text
from dpstudio.gui.scaled import scaled
from dpstudio.gui.tabs.figure_list import FigureLine, FigureList
from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import (
    Card,
    Field,
    HelpLabel,
    Problem,
    button,
    choice,
    clear,
    column,
    line,
    row,
)
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.nested import put
from dpstudio.kinds import KINDS
from dpstudio.planning.missing import Missing
from dpstudio.planning.resolved import Resolved

FIGURES = [
    ("count", "Count", "How many rows meet your conditions."),
    ("total", "Sum", "The sum of a column, each value kept within its bounds."),
    (
        "mean",
        "Mean",
        "The average of a column, each value kept within its bounds; for a yes / no column, the share of yes.",
    ),
    ("histogram", "Histogram", "How many rows fall into each of several bins."),
    ("groups", "Sum by group", "The sum of a column in each of several disjoint groups, for the cost of one."),
]
_TITLES = {kind: title for kind, title, _ in FIGURES}
_TESTS = [
    ("is", "is"),
    ("at_least", "is at least"),
    ("at_most", "is at most"),
    ("above", "is above"),
    ("below", "is below"),
]
_TEXTS: dict[str, tuple[str, str, str, int]] = {
    "name": ("Name in the receipt", "made from the choices", "", 190),
    "people": (
        "Public number of people",
        "private",
        "Leave empty if it is private: the count then uses part of ε.",
        200,
    ),
    "otherwise": (
        "If nobody is counted",
        "middle of the bounds",
        "Published where the noisy count is 0 or less.",
        200,
    ),
    "count_share": ("Part for the count", "0.5", "How much of the figure's ε its noisy count gets.", 140),
    "share": ("Share of ε", "even", "1/2 is half of ε. Figures without a share split the rest evenly.", 80),
    "least": ("Not below", "", "A noisy answer below it is raised to it.", 140),
    "greatest": ("Not above", "", "A noisy answer above it is lowered to it.", 140),
    "rounding": ("Round to multiples of", "", "The noisy answer is rounded.", 180),
}
_RARE = ("otherwise", "count_share", "least", "greatest", "rounding")
_COMMON = tuple(name for name in _TEXTS if name not in _RARE)


def fields_of(kind: str, people: str, *, several: bool, countable: bool) -> list[str]:
    """Which texts a figure asks for; `countable` is whether the number of people may be public."""
    asked = ["people"] if countable or people.strip() else []
    mean = [] if kind != "mean" else asked if people.strip() else [*asked, "otherwise", "count_share"]
    return ["name", *mean, *(["share"] if several else [])]


class FigureEditor(QWidget):
    """Edits the figure that is chosen; there is one for all of them."""

    changed = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.place, self._plan = 0, FigurePlan()
        self.column = Field("Column", choice([]), width=170, hint="A column of the table with the people's data.")
        self.column.edited.connect(lambda value: self._edit(column=value))
        self.group = Field("Groups by the column", choice([]), width=170)
        self.group.edited.connect(lambda value: self._edit(group=value))
        self.texts: dict[str, Field] = {}
        for name, (title, placeholder, hint, width) in _TEXTS.items():
            made = Field(title, line(placeholder), hint=hint, width=width)
            made.edited.connect(lambda value, n=name: self._edit(n, **{n: value}))
            self.texts[name] = made
        self.bins = ListField(
            "Bins or groups, one per line: categories, or the edges of ranges", "0\n18\n65\n120", 72, width=300
        )
        self.bins.edited.connect(lambda value: self._edit("bins", bins=value))
        self.bins.split.connect(lambda value: self._edit(bins=value))
        self._rows = QVBoxLayout()
        scaled(self._rows.setSpacing, 6)
        self.conditions: list[tuple[Field, Field, Field]] = []
        self.add_button = button("Add a condition", "plus", kind="quiet")
        self.add_button.clicked.connect(lambda: self._edit(conditions=(*self._plan.conditions, ConditionPlan())))
        self.more = More("what happens to the noisy answer", *self._rare(), apart=True)
        below = row(self.add_button, self.more.button, None)
        self.problem = Problem(self._first)
        above = Flow(self.column, self.group, *(self.texts[name] for name in _COMMON), spacing=16)
        self.setLayout(column(above, self.bins, self._rows, below, self.more, self.problem, spacing=6))

    def _rare(self) -> tuple[HelpLabel, Flow]:
        free = HelpLabel("Keeping it between two ends, or rounding it, costs no privacy.")
        return free, Flow(*(self.texts[name] for name in _RARE), spacing=16)

    def _first(self) -> QWidget:
        """Where the keyboard goes for what concerns the figure as a whole."""
        return self.texts["name"].editor if self.column.isHidden() else self.column.editor

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        start = f"figure:{self.place}"
        found: dict[str, Asked] = {start: self.problem, f"{start}:column": self.column, f"{start}:bins": self.bins}
        found[f"{start}:group"] = self.group
        found |= {f"{start}:{name}": field for name, field in self.texts.items()}
        for at, (which, test, value) in enumerate(self.conditions):
            found |= {
                f"{start}:condition:{at}:{n}": f for n, f in (("column", which), ("test", test), ("value", value))
            }
        return found

    def show_figure(
        self, place: int, plan: FigurePlan, names: list[tuple[str, str]], *, several: bool, countable: bool
    ) -> None:
        """Show a figure.

        Args:
            place: which one it is.
            names: the table's columns.
            several: whether there are other figures, which it shares ε with.
            countable: whether the number of people may be public.
        """
        another = place != self.place
        self.place, self._plan = place, plan
        self._ask(fields_of(plan.kind, plan.people, several=several, countable=countable))
        rare = any(getattr(plan, name).strip() for name in _RARE if not self.texts[name].isHidden())
        if another:
            self.more.fold()
        self.more.hold(something=rare)
        self.column.fill(names, "choose a column")
        self.column.show_value(plan.column)
        self.group.fill(names, "choose a column")
        self.group.show_value(plan.group)
        self.bins.show_value(plan.bins)
        for name, field in self.texts.items():
            field.show_value(getattr(plan, name))
        if len(plan.conditions) != len(self.conditions):
            self._build_conditions(len(plan.conditions))
        for (which, test, value), asked in zip(self.conditions, plan.conditions, strict=True):
            which.fill(names, "choose a column")
            which.show_value(asked.column)
            test.show_value(asked.test)
            value.show_value(asked.value)

    def _ask(self, wanted: list[str]) -> None:
        plan = self._plan
        self.column.setVisible(plan.kind != "count")
        self.group.setVisible(plan.kind == "groups")
        self.bins.setVisible(plan.kind in ("histogram", "groups"))
        for name in set(_TEXTS) - {"least", "greatest", "rounding"}:
            self.texts[name].setVisible(name in wanted)

    def _build_conditions(self, count: int) -> None:
        clear(self._rows)
        self.conditions.clear()
        for at in range(count):
            which = Field("Only rows whose", choice([]), width=160, beside=True)
            test = Field("Test", choice(_TESTS), width=112)
            value = Field("Value", line("for example yes"), width=130)
            for each in (test, value):
                each.title.hide()
            which.edited.connect(lambda text, a=at: self._edit_condition(a, "", column=text))
            test.edited.connect(lambda text, a=at: self._edit_condition(a, "", test=text))
            value.edited.connect(lambda text, a=at: self._edit_condition(a, f"condition:{a}:value", value=text))
            remove = button("", "x", kind="quiet", hint="Remove this condition")
            remove.clicked.connect(lambda _=False, a=at: self._drop(a))
            self.conditions.append((which, test, value))
            put(self._rows, Flow(which, test, value, remove, spacing=8))

    def _edit(self, typed: str = "", **values: Any) -> None:
        """Ask for a changed figure; what is typed in one field is undone together."""
        self.changed.emit(replace(self._plan, **values), f"figure:{self.place}:{typed}" if typed else "")

    def _edit_condition(self, at: int, typed: str, **values: Any) -> None:
        kept = list(self._plan.conditions)
        kept[at] = replace(kept[at], **values)
        self._edit(typed, conditions=tuple(kept))

    def _drop(self, at: int) -> None:
        kept = self._plan.conditions
        self._edit(conditions=kept[:at] + kept[at + 1 :])


def figure_columns(plan: FigurePlan) -> list[str]:
    """The columns that a figure names."""
    return [name for name in (plan.column, plan.group, *(each.column for each in plan.conditions)) if name]


def figure_lines(found: Resolved) -> list[FigureLine]:
    """What each figure's line says, with its name and share as far as they are settled, and what is wrong with it."""
    plans = found.plan.figures
    asked = KINDS[found.plan.kind].figures(found.previewed) or [None] * len(plans)
    wanted: dict[str, Missing] = {}
    for item in found.missing:
        if item.field.startswith("figure:"):
            wanted.setdefault(item.field.split(":")[1], item)
    return [
        FigureLine(
            figure.name if figure else plan.name.strip() or "no name yet",
            _TITLES[plan.kind],
            ", ".join(dict.fromkeys(figure_columns(plan))),
            _share(plan, figure, alone=len(plans) == 1),
            *_problem(wanted.get(str(place))),
        )
        for place, (plan, figure) in enumerate(zip(plans, asked, strict=True))
    ]


def _share(plan: FigurePlan, figure: Settled | None, *, alone: bool) -> str:
    share = "1" if alone else rational_text(figure.share) if figure else plan.share.strip()
    return f"{'all' if share == '1' else share} of ε" if share else ""


def _problem(item: Missing | None) -> tuple[str, str]:
    """What is wrong or missing, and which of both."""
    return ("", "") if item is None else (item.sentence, "wrong" if item.wrong else "missing")


class FiguresPage(Card):
    """All figures of a release in lines, the buttons that add one, and an editor of the chosen one."""

    changed = Signal(object, str, object)
    chosen = Signal()

    def __init__(self) -> None:
        super().__init__("")
        scaled(self.body.setSpacing, 6)
        self.place = 0
        self._plans: tuple[FigurePlan, ...] = ()
        self.add_buttons = {kind: button(title, "plus", hint=text) for kind, title, text in FIGURES}
        for kind, made in self.add_buttons.items():
            made.setAccessibleName(f"Add a figure: {_TITLES[kind]}")
            made.clicked.connect(lambda _=False, k=kind: self._emit((*self._plans, FigurePlan(k))))
        self.problem = Problem(lambda: self.add_buttons["count"])
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

    def show_figures(self, found: Resolved, names: list[tuple[str, str]]) -> None:
        """Show all figures of a plan and edit the chosen one; `names` are the table's columns."""
        plans, unit = found.plan.figures, found.unit
        countable = unit is None or may_be_public(unit)
        self.place = _place(self._plans, plans, self.place)
        self._plans = plans
        self.list.setVisible(bool(plans))
        self.editor.setVisible(bool(plans))
        self.list.show_lines(figure_lines(found), self.place)
        if plans:
            plan = plans[self.place]
            self.editor.show_figure(self.place, plan, names, several=len(plans) > 1, countable=countable)
        self.yes_no.show_words(found)

    def choose(self, place: int) -> None:
        """Edit another figure."""
        if place < len(self._plans):
            self.list.choose(place)

    def _chosen(self, place: int) -> None:
        if place not in (self.place, -1):
            self.place = place
            self.chosen.emit()

    def _edited(self, plan: FigurePlan, merge: str) -> None:
        kept = list(self._plans)
        kept[self.place] = plan
        self._emit(tuple(kept), merge, figure_columns(plan))

    def _emit(self, plans: tuple[FigurePlan, ...], merge: str = "", names: list[str] | None = None) -> None:
        self.changed.emit(plans, merge, names or [])


def _place(before: tuple[FigurePlan, ...], now: tuple[FigurePlan, ...], place: int) -> int:
    """Which figure is chosen after a change: one that was added, else the one that was, or the next."""
    if len(now) == len(before):
        return place
    same = next((at for at, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), None)
    first = min(len(before), len(now)) if same is None else same
    if len(now) > len(before):
        return first
    return max(0, min(place - (first < place), len(now) - 1))
