"""One figure on the Question tab: what is measured, under which conditions, and what happens to the noisy answer."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.figures.bounds import may_be_public
from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.gui.theme import THEME
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
    label,
    line,
    lines,
    row,
)

KINDS = [
    ("count", "Count", "How many rows meet conditions of yours."),
    ("total", "Sum", "The sum of a column, each value within its bounds."),
    ("mean", "Mean", "The average of a column, each value within its bounds; of a yes / no column the share of yes."),
    ("histogram", "Histogram", "How many rows lie in each of several bins."),
    ("groups", "Sum by group", "The sum of a column in each of several disjoint groups, for the cost of one."),
]
_TITLES = {kind: title for kind, title, _ in KINDS}
_TESTS = [
    ("is", "is"),
    ("at_least", "is at least"),
    ("at_most", "is at most"),
    ("above", "is above"),
    ("below", "is below"),
]
_TEXTS: dict[str, tuple[str, str, str, int]] = {
    "name": ("Name in the receipt", "made from the choices", "", 300),
    "people": ("Public number of people", "private", "Leave empty where it is private: the count then costs too.", 200),
    "otherwise": (
        "If nobody is counted",
        "middle of the bounds",
        "Published where the noisy count is 0 or less.",
        200,
    ),
    "count_share": ("Part for the count", "0.5", "How much of the figure's ε its noisy count gets.", 160),
    "share": ("Share of ε", "even", "1/2 is half of ε. Figures without one part the rest evenly.", 120),
    "least": ("Not below", "", "The noisy answer is raised to it.", 140),
    "greatest": ("Not above", "", "The noisy answer is lowered to it.", 140),
    "rounding": ("Round to multiples of", "", "The noisy answer is rounded.", 180),
}
_AFTERWARDS = ("least", "greatest", "rounding")
_ABOVE = tuple(name for name in _TEXTS if name not in _AFTERWARDS)


def fields_of(kind: str, people: str, *, several: bool, countable: bool) -> list[str]:
    """Which texts a figure asks for; `countable` is whether the number of people may be public."""
    asked = ["people"] if countable or people.strip() else []
    mean = [] if kind != "mean" else asked if people.strip() else [*asked, "otherwise", "count_share"]
    return ["name", *mean, *(["share"] if several else [])]


class FigureCard(Card):
    """Edits one FigurePlan."""

    changed = Signal(object, str)
    removed = Signal()

    def __init__(self, place: int, kind: str) -> None:
        super().__init__("")
        self.place = place
        self._plan = FigurePlan(kind)
        self._names: list[tuple[str, str]] = []
        self._title = label(_TITLES[kind], "heading", wrap=False)
        remove = button("Remove", "trash-2", kind="quiet", hint="Take this figure out of the release")
        remove.clicked.connect(lambda: self.removed.emit())
        self.add(row(self._title, None, remove))
        self.column = Field("Column of the people's table", choice([]), width=280)
        self.column.edited.connect(lambda value: self._edit(column=value))
        self.group = Field("Groups by the column", choice([]), width=280)
        self.group.edited.connect(lambda value: self._edit(group=value))
        self.texts: dict[str, Field] = {}
        for name, (title, placeholder, hint, width) in _TEXTS.items():
            made = Field(title, line(placeholder), hint=hint, width=width)
            made.edited.connect(lambda value, n=name: self._edit(f"figure:{self.place}:{n}", **{n: value}))
            self.texts[name] = made
        self.add(Flow(self.column, self.group, *(self.texts[name] for name in _ABOVE), spacing=16))
        self.bins = Field(
            "Bins or groups, one a line: categories, or the edges of ranges", lines("0\n18\n65\n120", 110), width=300
        )
        self.bins.edited.connect(lambda value: self._edit(f"figure:{place}:bins", bins=value))
        self.add(self.bins)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(THEME.px(8))
        self.conditions: list[tuple[Field, Field, Field]] = []
        self.add_button = button("Add a condition", "plus", kind="quiet")
        self.add_button.clicked.connect(lambda: self._edit(conditions=(*self._plan.conditions, ConditionPlan())))
        self.add(column(self._rows, row(self.add_button, None), spacing=6))
        self.add(HelpLabel("Afterwards, if you want; it costs no privacy:"))
        self.add(Flow(*(self.texts[name] for name in _AFTERWARDS), spacing=16))
        self.problem = Problem(lambda: self.column.editor)
        self.add(self.problem)

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

    def show_figure(self, plan: FigurePlan, names: list[tuple[str, str]], *, several: bool, countable: bool) -> None:
        """Show a figure.

        Args:
            names: the table's columns.
            several: whether there are other figures: then each title bears the number that sentences call it by.
            countable: whether the number of people may be public.
        """
        self._plan, self._names = plan, names
        title = _TITLES[plan.kind]
        self._title.setText(f"Figure {self.place + 1}: {title}" if several else title)
        wanted = fields_of(plan.kind, plan.people, several=several, countable=countable)
        self._ask(wanted)
        self.column.fill(names, "choose a column")
        self.column.show_value(plan.column)
        self.group.fill(names, "choose a column")
        self.group.show_value(plan.group)
        self.bins.setVisible(plan.kind in ("histogram", "groups"))
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
        self.column.setVisible(self._plan.kind != "count")
        self.group.setVisible(self._plan.kind == "groups")
        for name in _ABOVE:
            self.texts[name].setVisible(name in wanted)

    def _build_conditions(self, count: int) -> None:
        clear(self._rows)
        self.conditions.clear()
        for at in range(count):
            which = Field("Only rows whose", choice([]), width=220)
            test = Field("Test", choice(_TESTS), width=140)
            value = Field("Value", line("for example yes"), width=180)
            which.edited.connect(lambda text, a=at: self._edit_condition(a, "", column=text))
            test.edited.connect(lambda text, a=at: self._edit_condition(a, "", test=text))
            value.edited.connect(lambda text, a=at: self._edit_condition(a, f":{a}:value", value=text))
            remove = button("", "x", kind="quiet", hint="Drop this condition")
            remove.clicked.connect(lambda _=False, a=at: self._drop(a))
            self.conditions.append((which, test, value))
            self._rows.addLayout(Flow(which, test, value, remove, spacing=12))

    def _edit(self, merge: str = "", **values: Any) -> None:
        self.changed.emit(replace(self._plan, **values), merge)

    def _edit_condition(self, at: int, merge: str, **values: Any) -> None:
        kept = list(self._plan.conditions)
        kept[at] = replace(kept[at], **values)
        self._edit(f"figure:{self.place}:condition{merge}" if merge else "", conditions=tuple(kept))

    def _drop(self, at: int) -> None:
        kept = self._plan.conditions
        self._edit(conditions=kept[:at] + kept[at + 1 :])


def figure_columns(plan: FigurePlan) -> list[str]:
    """The columns that a figure names."""
    return [name for name in (plan.column, plan.group, *(each.column for each in plan.conditions)) if name]


class FiguresPage(QWidget):
    """All figures of a release, and the buttons that add one."""

    changed = Signal(object, str, object)

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[FigureCard] = []
        self._plans: tuple[FigurePlan, ...] = ()
        self._list = QVBoxLayout()
        self._list.setSpacing(THEME.px(14))
        adding = Card("Add a figure", "All figures of one release share its ε and are one charge.")
        self.add_buttons = {kind: button(title, "plus", hint=text) for kind, title, text in KINDS}
        for kind, made in self.add_buttons.items():
            made.clicked.connect(lambda _=False, k=kind: self._emit((*self._plans, FigurePlan(k))))
        self.problem = Problem(lambda: self.add_buttons["count"])
        adding.add(Flow(*self.add_buttons.values(), spacing=8))
        adding.add(self.problem)
        self.setLayout(column(self._list, adding, spacing=14))

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        found: dict[str, Asked] = {"figures": self.problem}
        for card in self.cards:
            found |= card.fields
        return found

    def show_figures(
        self, plans: tuple[FigurePlan, ...], names: list[tuple[str, str]], unit: PrivacyUnit | None = None
    ) -> None:
        """Show all figures of a plan; `unit` is whom it protects, as far as that is known."""
        countable = unit is None or may_be_public(unit)
        if [plan.kind for plan in plans] != [plan.kind for plan in self._plans]:
            self._build(plans)
        self._plans = plans
        for card, plan in zip(self.cards, plans, strict=True):
            card.show_figure(plan, names, several=len(plans) > 1, countable=countable)

    def _build(self, plans: tuple[FigurePlan, ...]) -> None:
        clear(self._list)
        self.cards = [FigureCard(place, plan.kind) for place, plan in enumerate(plans)]
        for card in self.cards:
            card.changed.connect(lambda plan, merge, c=card: self._edited(c.place, plan, merge))
            card.removed.connect(lambda c=card: self._emit(self._plans[: c.place] + self._plans[c.place + 1 :]))
            self._list.addWidget(card)

    def _edited(self, place: int, plan: FigurePlan, merge: str) -> None:
        kept = list(self._plans)
        kept[place] = plan
        self._emit(tuple(kept), merge, figure_columns(plan))

    def _emit(self, plans: tuple[FigurePlan, ...], merge: str = "", names: list[str] | None = None) -> None:
        self.changed.emit(plans, merge, names or [])
