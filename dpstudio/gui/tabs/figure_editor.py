"""Figures on the Question tab: a line each, and below what is measured, under which conditions, and what follows."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.core.tables.schema import Kind
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, HelpLabel, Problem, button, clear, column, line
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.nested import put
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.translation import tr

_TESTS = [
    ("is", tr("is")),
    ("at_least", tr("is at least")),
    ("at_most", tr("is at most")),
    ("above", tr("is above")),
    ("below", tr("is below")),
]
_TEXTS: dict[str, tuple[str, str, str, int]] = {
    "name": (tr("Name in the receipt"), tr("made from the choices"), "", 190),
    "people": (
        tr("Public number of people"),
        tr("private"),
        tr("Leave empty if it is private: the count then uses part of ε."),
        200,
    ),
    "otherwise": (
        tr("If nobody is counted"),
        tr("middle of the bounds"),
        tr("Published where the noisy count is 0 or less."),
        200,
    ),
    "count_share": (tr("Part for the count"), "0.5", tr("How much of the figure's ε its noisy count gets."), 140),
    "share": (tr("Share of ε"), tr("even"), tr("1/2 is half of ε. Figures without a share split the rest evenly."), 80),
    "least": (tr("Not below"), "", tr("A noisy answer below it is raised to it."), 140),
    "greatest": (tr("Not above"), "", tr("A noisy answer above it is lowered to it."), 140),
    "rounding": (tr("Round to multiples of"), "", tr("The noisy answer is rounded."), 180),
}
_MOST, _BESIDE_TEST = 340, 240
"""How wide a list of columns may become where headers are long: alone, and in a condition's line."""
_RANGES, _NAMES = "0\n18\n65", tr("Tea\nCoffee\nWater")
_EXAMPLES: dict[str, str] = {
    Kind.CATEGORY: _NAMES,
    Kind.IDENTIFIER: _NAMES,
    Kind.CHOICES: _NAMES,
    Kind.YES_NO: tr("yes\nno"),
    Kind.DATE: "2026-01-01\n2026-07-01\n2027-01-01",
}
"""What is suggested as bins of a column of a type: categories, or the edges of ranges."""
_RARE = ("otherwise", "count_share", "least", "greatest", "rounding")
_COMMON = tuple(name for name in _TEXTS if name not in _RARE)


def fields_of(plan: FigurePlan, *, several: bool, countable: bool) -> set[str]:
    """Which fields a figure asks for; `countable` is whether the number of people may be public."""
    asked = {"name", *FIGURES[plan.kind].fields(plan), *(["share"] if several else [])}
    return asked if countable or plan.people.strip() else asked - {"people"}


class FigureEditor(QWidget):
    """Edits the figure that is chosen; there is one for all of them."""

    changed = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.place, self._plan = 0, FigurePlan()
        self.column = Field(
            tr("Column"), choice([]), width=170, most=_MOST, hint=tr("A column of the table with the people's data.")
        )
        self.column.edited.connect(lambda value: self._edit(column=value))
        self.group = Field(tr("Groups by the column"), choice([]), width=170, most=_MOST)
        self.group.edited.connect(lambda value: self._edit(group=value))
        self.texts: dict[str, Field] = {}
        wrong, wrong_of_rare = column(spacing=2), column(spacing=2)
        for name, (title, placeholder, hint, width) in _TEXTS.items():
            beneath = wrong_of_rare if name in _RARE else wrong
            made = Field(title, line(placeholder), hint=hint, width=width, below=beneath)
            made.edited.connect(lambda value, n=name: self._edit(n, **{n: value}))
            self.texts[name] = made
        self.bins = ListField(
            tr("Bins or groups, one per line: categories, or the edges of ranges"), _RANGES, width=300
        )
        self.bins.edited.connect(lambda value: self._edit("bins", bins=value))
        self.bins.split.connect(lambda value: self._edit(bins=value))
        self._rows = QVBoxLayout()
        scaled(self._rows.setSpacing, 6)
        self.conditions: list[tuple[Field, Field, Field]] = []
        self.add_button = button(tr("Add a condition"), "plus", kind="quiet")
        self.add_button.clicked.connect(self._add_condition)
        self.more = More(tr("what happens to the noisy answer"), *self._rare(), wrong_of_rare, apart=True)
        below = Flow(self.add_button, self.more.button)
        self.problem = Problem(self._first)
        above = Flow(self.column, self.group, *(self.texts[name] for name in _COMMON), spacing=16)
        self.setLayout(column(above, wrong, self.bins, self._rows, below, self.more, self.problem, spacing=6))

    def _rare(self) -> tuple[HelpLabel, Flow]:
        free = HelpLabel(tr("Keeping it between two ends, or rounding it, costs no privacy."))
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
        self,
        place: int,
        plan: FigurePlan,
        names: list[tuple[str, str]],
        *,
        several: bool,
        countable: bool,
        parted: str = "",
    ) -> None:
        """Show a figure.

        Args:
            place: which one it is.
            names: the table's columns.
            several: whether there are other figures, which it shares ε with.
            countable: whether the number of people may be public.
            parted: the type of the column whose bins or groups are asked for, "" where nobody has said it.
        """
        self.bins.suggest(_EXAMPLES.get(parted, _RANGES))
        another = place != self.place
        self.place, self._plan = place, plan
        self._ask(fields_of(plan, several=several, countable=countable))
        rare = any(getattr(plan, name).strip() for name in _RARE if not self.texts[name].isHidden())
        if another:
            self.more.fold()
        self.more.hold(something=rare)
        self.column.fill(names, tr("choose a column"))
        self.column.show_value(plan.column)
        self.group.fill(names, tr("choose a column"))
        self.group.show_value(plan.group)
        self.bins.show_value(plan.bins)
        for name, field in self.texts.items():
            field.show_value(getattr(plan, name))
        if len(plan.conditions) != len(self.conditions):
            self._build_conditions(len(plan.conditions))
        for (which, test, value), asked in zip(self.conditions, plan.conditions, strict=True):
            which.fill(names, tr("choose a column"))
            which.show_value(asked.column)
            test.show_value(asked.test)
            value.show_value(asked.value)

    def _ask(self, wanted: set[str]) -> None:
        for name, field in (("column", self.column), ("group", self.group), ("bins", self.bins)):
            field.setVisible(name in wanted)
        for name in set(_TEXTS) - {"least", "greatest", "rounding"}:
            self.texts[name].setVisible(name in wanted)

    def _build_conditions(self, count: int) -> None:
        clear(self._rows)
        self.conditions.clear()
        for at in range(count):
            wrong = column(spacing=2)
            which = Field(tr("Only rows whose"), choice([]), width=160, beside=True, most=_BESIDE_TEST, below=wrong)
            test = Field(tr("Test"), choice(_TESTS), width=112, below=wrong)
            value = Field(tr("Value"), line(tr("for example yes")), width=130, below=wrong)
            for each in (test, value):
                each.title.hide()
            which.edited.connect(lambda text, a=at: self._edit_condition(a, "", column=text))
            test.edited.connect(lambda text, a=at: self._edit_condition(a, "", test=text))
            value.edited.connect(lambda text, a=at: self._edit_condition(a, f"condition:{a}:value", value=text))
            remove = button("", "x", kind="quiet", hint=tr("Remove this condition"))
            remove.clicked.connect(lambda _=False, a=at: self._drop(a))
            self.conditions.append((which, test, value))
            put(self._rows, Flow(which, test, value, remove, spacing=8))
            put(self._rows, wrong)

    def _edit(self, typed: str = "", **values: Any) -> None:
        """Ask for a changed figure; what is typed in one field is undone together."""
        self.changed.emit(replace(self._plan, **values), f"figure:{self.place}:{typed}" if typed else "")

    def _add_condition(self) -> None:
        """One more, and the keyboard on it."""
        self._edit(conditions=(*self._plan.conditions, ConditionPlan()))
        if self.conditions:
            self.conditions[-1][0].editor.setFocus()

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
