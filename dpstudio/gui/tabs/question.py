"""The Question tab: what is asked, and what it is asked of."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from dpstudio.core.mechanisms import with_weights
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import Role
from dpstudio.gui.tabs.base import Facts, Tab, declared, with_part
from dpstudio.gui.tabs.figure_card import FiguresPage
from dpstudio.gui.tabs.survey_card import SurveyCard
from dpstudio.gui.tabs.synthesis_card import SynthesisCard
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Field, HelpLabel, choice, column, fill_choice, label, line, row
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.options import Options
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.resolved import Resolved

_ASKED = [
    ("choose", "Choose the best", "One of several candidates, by a score from the people's data."),
    ("measure", "Publish figures", "Counts, sums, means and histograms, with noise; together they are one charge."),
    ("survey", "Ask each person", "How many give each answer; every answer is randomized."),
    (
        "synthesize",
        "A synthetic table",
        "Invented people, for anyone to use, who answer queries much as the real ones do.",
    ),
]
_KINDS = [
    ("list", "A list", "Typed or pasted, one candidate per line."),
    ("grid", "A grid of numbers", "From a start to a stop in equal steps, for example prices."),
    ("dates", "Dates", "From one day to another, a fixed number of days apart."),
    ("product", "Every combination of several lists", "One choice from each list; a blank line separates the lists."),
    ("table", "A public table", "One row per candidate, with attributes such as coordinates."),
]
_PAGES = {"": -1, "list": 0, "product": 0, "grid": 1, "dates": 1, "table": 2}
_EXAMPLES = {"product": "S\nM\n\nred\nblue"}
_EXAMPLE = "Red\nGreen\nBlue"


class QuestionTab(Tab):
    """Asks what is wanted, then for candidates, figures, answers or columns; none is read off the people's data."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Resolved, Facts] = Resolved(self.plan), {}
        kind = Options("What do you want?", _ASKED)
        kind.chosen.connect(lambda value: self.ask("", lambda plan: replace(plan, kind=value)))
        title = Field("A name for the receipt", line("for example: Price of an apple"), beside=True)
        title.edited.connect(lambda value: self.ask("name", lambda plan: replace(plan, name=value)))
        self.fields["kind"], self.fields["name"] = kind, title
        asked = Card("")
        asked.add(kind)
        asked.add(title)
        self.column.addWidget(asked)
        card = self._choose = Card(
            "What can be chosen", "The candidates are public: the receipt names them, and any of them may win."
        )
        self._kind = Options("Kind of candidates", _KINDS)
        self._kind.chosen.connect(self.part("candidates", "kind"))
        self.fields["candidates.kind"] = self._kind
        card.add(self._kind)
        self._pages = (self._list_page(), self._grid_page(), self._table_page())
        for page in self._pages:
            card.add(page)
        self._count = label("", "strong")
        card.add(self._count)
        self.column.addWidget(card)
        self._add_other_kinds()
        self.column.addStretch(1)

    def _add_other_kinds(self) -> None:
        self.figures, self.survey, self.synthesis = FiguresPage(), SurveyCard(), SynthesisCard()
        self.figures.changed.connect(self._figures_changed)
        self.figures.chosen.connect(lambda: self.show_resolved(*self._shown))
        self.survey.edited.connect(lambda name, value: self._part_edited("survey", name, value))
        self.survey.split.connect(lambda text: self.ask("", lambda plan: with_part(plan, "survey", answers=text)))
        self.synthesis.edited.connect(lambda name, value: self._part_edited("synthesis", name, value))
        for page in (self.figures, self.survey, self.synthesis):
            self.column.addWidget(page)
        self.fields |= self.survey.fields | self.synthesis.fields

    def _figures_changed(self, plans: tuple[FigurePlan, ...], merge: str, names: list[str]) -> None:
        self.ask(merge, lambda plan: declared(replace(plan, figures=plans), names))

    def _part_edited(self, part: str, name: str, value: Any) -> None:
        """Edit the survey or the synthetic table; a survey's column gets its editor on the Tables tab."""
        typed = name not in ("column", "columns", "queries")
        names = [value] if part == "survey" and name == "column" else []
        self.ask(
            f"{part}.{name}" if typed else "", lambda plan: declared(with_part(plan, part, **{name: value}), names)
        )

    def _field(self, part: str, name: str, made: Field) -> Field:
        made.edited.connect(self.part(part, name))
        self.fields[f"{part}.{name}"] = made
        return made

    def _list_field(self, name: str, made: ListField) -> ListField:
        made.split.connect(lambda text: self.ask("", lambda plan: with_part(plan, "candidates", **{name: text})))
        self._field("candidates", name, made)
        return made

    def _list_page(self) -> QWidget:
        text = self._text = self._list_field("text", ListField("Candidates, one per line", _EXAMPLE, 128))
        weights = self._list_field("weights", ListField("Weights, one per line", "none", 76))
        said = HelpLabel(f"They make some candidates likelier from the start. Only {with_weights()} takes them.")
        self._weights = More("weights", weights, said)
        page, beside = QWidget(), row(text, self._weights, spacing=16)
        beside.setStretch(0, 1)
        for each in (text, self._weights):
            beside.setAlignment(each, Qt.AlignmentFlag.AlignTop)
        page.setLayout(beside)
        return page

    def _grid_page(self) -> QWidget:
        start = self._field("candidates", "start", Field("Start", line("0.01"), width=160))
        stop = self._field("candidates", "stop", Field("Stop", line("5.00"), width=160))
        step = self._field("candidates", "step", Field("Step", line("0.01"), width=160))
        page = QWidget()
        self._step_help = HelpLabel("Write dates as 2026-12-31, and the step as a number of days.")
        page.setLayout(column(Flow(start, stop, step, spacing=16), self._step_help, None))
        return page

    def _table_page(self) -> QWidget:
        self._table_choice, self._label_choice, self._weight_choice = (choice([]) for _ in range(3))
        table = self._field("candidates", "table", Field("Public table", self._table_choice, width=280))
        names = self._field("candidates", "label_column", Field("Column of names", self._label_choice, width=280))
        self.fields["candidates.label"] = names
        weights = self._field("candidates", "weight_column", Field("Column of weights", self._weight_choice, width=280))
        self._weight_column = More("weights", weights)
        said = HelpLabel("Add the table on the Tables tab with the role Public; its other columns become attributes.")
        page = QWidget()
        page.setLayout(column(Flow(table, names, spacing=16), said, self._weight_column, None))
        return page

    def reach(self, field: str) -> None:
        """As `Tab.reach`; the figure that the field belongs to is chosen first."""
        if field.startswith("figure:"):
            self.figures.choose(int(field.split(":")[1]))
        super().reach(field)

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """As `Tab.show_values`."""
        self._shown = found, facts
        plan = found.plan
        self.fields["name"].show_value(plan.name)
        self.fields["kind"].show_value(plan.kind)
        for kind, page in (
            ("choose", self._choose),
            ("measure", self.figures),
            ("survey", self.survey),
            ("synthesize", self.synthesis),
        ):
            page.setVisible(plan.kind == kind)
        data = plan.data_table
        names = [(name, name) for name in (facts.get(data.handle, TableFacts()).names if data else ())]
        self.figures.show_figures(found, names)
        self.fields = {name: field for name, field in self.fields.items() if not name.startswith("figure")}
        self.fields |= self.figures.fields
        self.survey.show_survey(found, names)
        self.synthesis.show_synthesis(found, names)
        self._show_candidates(found, facts)

    def _show_candidates(self, found: Resolved, facts: Facts) -> None:
        plan, asked = found.plan, found.plan.candidates
        self._kind.show_value(asked.kind)
        for place, page in enumerate(self._pages):
            page.setVisible(place == _PAGES[asked.kind])
        self._text.editor.setPlaceholderText(_EXAMPLES.get(asked.kind, _EXAMPLE))
        self._weights.setVisible(asked.kind == "list")
        self._weights.hold(something=bool(asked.weights.strip()))
        self._weight_column.hold(something=bool(asked.weight_column))
        self._step_help.setVisible(asked.kind == "dates" and HelpLabel.shown)
        for name in ("text", "weights", "start", "stop", "step"):
            self.fields[f"candidates.{name}"].show_value(getattr(asked, name))
        public = [(table.handle, table.label) for table in plan.tables if table.role == Role.PUBLIC]
        fill_choice(self._table_choice, public, "choose a table" if public else "no public table yet")
        self.fields["candidates.table"].show_value(asked.table)
        names = [(name, name) for name in facts.get(asked.table, TableFacts()).names]
        fill_choice(self._label_choice, names, "choose a column")
        self.fields["candidates.label_column"].show_value(asked.label_column)
        fill_choice(self._weight_choice, [("", "none"), *names], "none")
        self.fields["candidates.weight_column"].show_value(asked.weight_column)
        self._show_count(found)

    def _show_count(self, found: Resolved) -> None:
        candidates = found.scores.candidates
        if candidates is None:
            self._count.setText("")
            return
        first, last = candidates.label(0), candidates.label(candidates.count - 1)
        stepped = found.plan.candidates.kind in ("grid", "dates")
        between = ", " if candidates.count == 2 else " … "
        ends = f", {first} to {last}" if stepped else f": {first}{between}{last}"
        weighted = ", weighted" if candidates.weights is not None else ""
        shown = ends if candidates.count > 1 else ""
        self._count.setText(f"{counted(candidates.count, 'candidates')}{shown}{weighted}")
