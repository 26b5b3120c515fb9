"""A synthetic table on the Question tab: columns, queries, accuracy, and what it takes."""

from fractions import Fraction
from math import ceil
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import (
    SAYS_NOTHING,
    Queries,
    Synthesis,
    largest_feasible,
    query_count,
    rows_for,
)
from dpstudio.core.plan import SynthesisPlan
from dpstudio.core.quantities import counted, rational_text
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.base import Facts, declared, with_part
from dpstudio.gui.tabs.kinds.page import KindPage, columns_of
from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, HelpLabel, Problem, button, clear, column, label, line, row
from dpstudio.gui.widgets.options import Options
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_EXAMPLE = Fraction(1, 10)
_QUERIES = [
    (Queries.COLUMNS.value, tr("Each column"), tr("The share of yes in each column.")),
    (
        Queries.PAIRS.value,
        tr("Each pair of columns"),
        tr("The share of yes in each column, and in each pair of columns together."),
    ),
    (
        Queries.HALFSPACES.value,
        tr("Halfspaces"),
        tr(
            "The share of people whose weighted sum of all columns but the last is at least the last one, for every"
            " choice of weights; yes counts as 1, no as 0."
        ),
    ),
]

_TYPED = ("weights", "alpha", "people")


class SynthesisPage(KindPage):
    """Edits a SynthesisPlan."""

    section = tr("Synthetic tables")

    def __init__(self) -> None:
        super().__init__("")
        self._plan, self._offer = SynthesisPlan(), ""
        self.columns: list[Field] = []
        self._list = Flow(spacing=8)
        self.add_button = button(tr("Add a column"), "plus", kind="quiet")
        self.add_button.clicked.connect(self._add_column)
        self.problem = Problem(lambda: self.columns[0].editor if self.columns else self.add_button)
        above = row(label(tr("Yes/no columns"), "strong", wrap=False), None, self.add_button)
        self.add(column(above, self._list, self.problem, spacing=4))
        self.yes_no = YesNoCard("plain")
        self.add(self.yes_no)
        self.queries = Options(tr("What it must get right"), _QUERIES)
        self.queries.chosen.connect(lambda value: self._edited("queries", value))
        title = label(tr("What it must get right"), "strong", wrap=False)
        scaled(title.setContentsMargins, 0, 6, 0, 0)
        right = row(title, self.queries, spacing=12)
        right.setAlignment(title, Qt.AlignmentFlag.AlignTop)
        right.setStretch(1, 1)
        self.add(right)
        self._wrong = column(spacing=4)  # a sentence needs more width than a number
        self.weights = Field(tr("Possible weights"), line("-1 0 1"), width=220, below=self._wrong)
        self.alpha = Field(
            tr("Error α of any share"),
            line("0.1"),
            width=160,
            hint=tr("0.1 means that no share is off by more than 10 in 100."),
            below=self._wrong,
        )
        people = line(tr("for example 1000"))
        self.people = Field(tr("Number of people (public)"), people, width=220, below=self._wrong)
        for name, field in (("weights", self.weights), ("alpha", self.alpha), ("people", self.people)):
            field.edited.connect(lambda value, n=name: self._edited(n, value))
        self.add(Flow(self.weights, self.alpha, self.people, spacing=16))
        self.add(self._wrong)
        self.offer_button = button("", "check")
        self.offer_button.clicked.connect(lambda: self._edited("alpha", self._offer))
        self.add(row(self.offer_button, None))
        self.size_label = label("", "strong")
        self.add(self.size_label)
        self.add(HelpLabel(tr("Needs “Replace one person by another” and one row per person.")))

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        return {
            "synthesis.columns": self.problem,
            "synthesis.weights": self.weights,
            "synthesis.alpha": self.alpha,
            "synthesis.people": self.people,
        }

    def _edited(self, name: str, value: Any) -> None:
        field = f"synthesis.{name}" if name in _TYPED else ""
        self.ask(field, lambda plan: declared(with_part(plan, "synthesis", **{name: value}), ()))

    def show_asked(self, found: Resolved, facts: Facts) -> None:
        """Show a plan and what it takes."""
        names, plan = columns_of(found, facts), found.plan.synthesis
        self._plan = plan
        wanted = self._wanted()
        if len(wanted) != len(self.columns):
            self._build(len(wanted))
        for field, name in zip(self.columns, wanted, strict=True):
            field.fill(names, tr("choose a column"))
            field.show_value(name)
        self.yes_no.show_words(found)
        self.queries.show_value(plan.queries)
        self.weights.setVisible(plan.queries == Queries.HALFSPACES)
        for name, field in (("weights", self.weights), ("alpha", self.alpha), ("people", self.people)):
            field.show_value(getattr(plan, name))
        if isinstance(self.alpha.editor, QLineEdit):
            self.alpha.editor.setPlaceholderText(_example(found))
        self._show_size(found)

    def _wanted(self) -> tuple[str, ...]:
        return self._plan.columns or ("",)

    def _build(self, count: int) -> None:
        clear(self._list)
        self.columns.clear()
        for place in range(count):
            field = Field(tr("Yes/no column {place}", place=place + 1), choice([]), width=172, most=340)
            field.title.hide()
            field.edited.connect(lambda value, p=place: self._chosen(p, value))
            remove = button("", "x", kind="quiet", hint=tr("Leave this column out"))
            remove.clicked.connect(lambda _=False, p=place: self._dropped(p))
            self.columns.append(field)
            both = QWidget()
            both.setLayout(row(field, remove, spacing=6))
            self._list.addWidget(both)

    def _add_column(self) -> None:
        """One more, and the keyboard on it."""
        self._edited("columns", (*self._wanted(), ""))
        self.columns[-1].editor.setFocus()

    def _chosen(self, place: int, value: str) -> None:
        kept = list(self._wanted())
        kept[place] = value
        self._edited("columns", tuple(kept))

    def _dropped(self, place: int) -> None:
        kept = self._wanted()
        self._edited("columns", kept[:place] + kept[place + 1 :])

    def _show_size(self, found: Resolved) -> None:
        """How many rows and candidate tables there are, and how many people are needed, before anything runs."""
        shape = found.synthetic.size
        self.size_label.setVisible(shape is not None)
        self.offer_button.hide()
        if shape is None:
            return
        queries = query_count(shape.width, shape.queries, shape.weights)
        text = tr(
            "{rows} · {queries} · {tables_text} candidate tables",
            rows=counted(shape.rows, "rows"),
            queries=counted(queries, "queries"),
            tables_text=shape.tables_text,
        )
        if found.budget.epsilon is not None and found.budget.beta is not None:
            needed = SMALL_DATABASE.needed(shape, found.budget.epsilon, found.synthetic.alpha, found.budget.beta)
            text += tr(" · needs {people}", people=counted(needed, "people"))
            if found.previewed is not None and needed > (found.previewed.people or 0):
                text += tr(": more than there are, so the error may be larger")
        if shape.feasible and found.synthetic.alpha >= SAYS_NOTHING:
            text += tr(
                " · an error of {hundredths} in 100 says nothing: who guesses 50 in 100 for every share is never"
                " further off",
                hundredths=ceil(100 * found.synthetic.alpha),
            )
        self.size_label.setText(text)
        offered = None if shape.feasible else largest_feasible(shape)
        if offered is not None and offered < SAYS_NOTHING:
            self._offer = rational_text(offered)
            self.offer_button.setText(tr(" Use α = {offer}", offer=self._offer))
            self.offer_button.show()


def _example(found: Resolved) -> str:
    """An error that can be asked for: a small one, or the smallest that is possible with the columns chosen."""
    width, asked, shape = len(found.synthetic.columns), found.plan.synthesis.queries, found.synthetic.size
    if shape is None and width and asked and asked != Queries.HALFSPACES:
        queries = Queries(asked)
        shape = Synthesis(width, queries, (), rows_for(_EXAMPLE, query_count(width, queries, ())))
    least = None if shape is None else largest_feasible(shape)
    return rational_text(max(least or _EXAMPLE, _EXAMPLE))
