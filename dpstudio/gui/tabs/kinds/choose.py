"""Candidates on the Question tab: a list, a grid, dates, combinations, or a public table."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from dpstudio.core.mechanisms import with_weights
from dpstudio.core.quantities import counted
from dpstudio.core.tables.schema import Role
from dpstudio.foreign_texts import on_one_line
from dpstudio.gui.tabs.base import Facts, with_part
from dpstudio.gui.tabs.kinds.page import KindPage
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, HelpLabel, column, label, line, row
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.options import Options
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated

_KINDS = [
    ("list", tr("A list"), tr("Typed or pasted, one candidate per line.")),
    ("grid", tr("A grid of numbers"), tr("From a start to a stop in equal steps, for example prices.")),
    ("dates", tr("Dates"), tr("From one day to another, a fixed number of days apart.")),
    (
        "product",
        tr("Every combination of several lists"),
        tr("One choice from each list; a blank line separates the lists."),
    ),
    ("table", tr("A public table"), tr("One row per candidate, with attributes such as coordinates.")),
]
_PAGES = {"": -1, "list": 0, "product": 0, "grid": 1, "dates": 1, "table": 2}
_EXAMPLES = {"product": tr("S\nM\n\nred\nblue")}
_EXAMPLE = tr("Red\nGreen\nBlue")


_RANGED = ("grid", "dates")
_NUMBERS, _DAYS = ("0.01", "5.00", "0.01"), ("2026-12-01", "2026-12-31", "1")


class CandidatesPage(KindPage):
    """Edits a CandidatePlan; no candidate is read off the people's data."""

    section = tr("Scores")

    def __init__(self) -> None:
        super().__init__(
            tr("What can be chosen"), tr("The candidates are public: the receipt names them, and any of them may win.")
        )
        self._fields: dict[str, Asked] = {}
        self._kind = Options(tr("Kind of candidates"), _KINDS)
        self._kind.chosen.connect(self._choose)
        self._ranged = ""
        self._fields["candidates.kind"] = self._kind
        self.add(self._kind)
        self._pages = (self._list_page(), self._grid_page(), self._table_page())
        for page in self._pages:
            self.add(page)
        self.count_label = label("", "strong")
        self.add(self.count_label)

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        return self._fields

    def _choose(self, kind: str) -> None:
        """Another kind of candidates; numbers are no days, and days are no numbers."""
        begun = {"start": "", "stop": "", "step": ""} if kind in _RANGED and self._ranged not in ("", kind) else {}
        self.ask("candidates.kind", lambda plan: with_part(plan, "candidates", kind=kind, **begun))

    def _edited(self, name: str, value: str) -> None:
        self.ask(f"candidates.{name}", lambda plan: with_part(plan, "candidates", **{name: value}))

    def _field(self, name: str, made: Field) -> Field:
        made.edited.connect(lambda value: self._edited(name, value))
        self._fields[f"candidates.{name}"] = made
        return made

    def _list_field(self, name: str, made: ListField) -> ListField:
        made.split.connect(lambda text: self.ask("", lambda plan: with_part(plan, "candidates", **{name: text})))
        self._field(name, made)
        return made

    def _list_page(self) -> QWidget:
        text = self._text = self._list_field("text", ListField(tr("Candidates, one per line"), _EXAMPLE, 128))
        weights = self._list_field("weights", ListField(tr("Weights, one per line"), tr("none"), 76))
        said = HelpLabel(
            tr(
                "They make some candidates likelier from the start. Only {with_weights} takes them.",
                with_weights=with_weights(),
            )
        )
        self.weights = More(tr("weights"), weights, said)
        page, beside = QWidget(), row(text, self.weights, spacing=16)
        beside.setStretch(0, 1)
        for each in (text, self.weights):
            beside.setAlignment(each, Qt.AlignmentFlag.AlignTop)
        page.setLayout(beside)
        return page

    def _grid_page(self) -> QWidget:
        start = self._field("start", Field(tr("Start"), line(), width=160))
        stop = self._field("stop", Field(tr("Stop"), line(), width=160))
        step = self._field("step", Field(tr("Step"), line(), width=160))
        page = QWidget()
        self._step_help = HelpLabel(tr("Write dates as 2026-12-31, and the step as a number of days."))
        page.setLayout(column(Flow(start, stop, step, spacing=16), self._step_help, None))
        return page

    def _table_page(self) -> QWidget:
        self._table_choice, self._label_choice, self._weight_choice = (choice([]) for _ in range(3))
        table = self._field("table", Field(tr("Public table"), self._table_choice, width=280))
        names = self._field("label_column", Field(tr("Column of names"), self._label_choice, width=280))
        self._fields["candidates.label"] = names
        weights = self._field("weight_column", Field(tr("Column of weights"), self._weight_choice, width=280))
        self._weight_column = More(tr("weights"), weights)
        said = HelpLabel(
            tr("Add the table on the Tables tab with the role Public; its other columns become attributes.")
        )
        page = QWidget()
        page.setLayout(column(Flow(table, names, spacing=16), said, self._weight_column, None))
        return page

    def show_asked(self, found: Resolved, facts: Facts) -> None:
        """Show the candidates that a plan asks for, and how many there are."""
        plan, asked = found.plan, found.plan.candidates
        self._kind.show_value(asked.kind)
        if asked.kind in _RANGED or not asked.start:
            self._ranged = asked.kind if asked.kind in _RANGED else ""
        shown = {"dates": _DAYS}.get(asked.kind, _NUMBERS)
        for name, example in zip(("start", "stop", "step"), shown, strict=True):
            editor = self.fields[f"candidates.{name}"].editor
            if isinstance(editor, QLineEdit):
                editor.setPlaceholderText(example)
        for place, page in enumerate(self._pages):
            page.setVisible(place == _PAGES[asked.kind])
        self._text.editor.setPlaceholderText(_EXAMPLES.get(asked.kind, _EXAMPLE))
        self.weights.setVisible(asked.kind == "list")
        self.weights.hold(something=bool(asked.weights.strip()))
        self._weight_column.hold(something=bool(asked.weight_column))
        self._step_help.setVisible(asked.kind == "dates" and HelpLabel.shown)
        for name in ("text", "weights", "start", "stop", "step"):
            self.fields[f"candidates.{name}"].show_value(getattr(asked, name))
        public = [(table.handle, table.label) for table in plan.tables if table.role == Role.PUBLIC]
        fill_choice(self._table_choice, public, tr("choose a table") if public else tr("no public table yet"))
        self.fields["candidates.table"].show_value(asked.table)
        names = [(name, name) for name in facts.get(asked.table, TableFacts()).names]
        fill_choice(self._label_choice, names, tr("choose a column"))
        self.fields["candidates.label_column"].show_value(asked.label_column)
        fill_choice(self._weight_choice, [("", tr("none")), *names], tr("none"))
        self.fields["candidates.weight_column"].show_value(asked.weight_column)
        self._show_count(found)

    def _show_count(self, found: Resolved) -> None:
        candidates = found.scores.candidates
        if candidates is None:
            self.count_label.setText("")
            return
        first, last = (on_one_line(candidates.label(place)) for place in (0, candidates.count - 1))
        stepped = found.plan.candidates.kind in ("grid", "dates")
        between = ", " if candidates.count == 2 else " … "
        ends = tr(", {first} to {last}", first=first, last=last) if stepped else f": {first}{between}{last}"
        weighted = tr(", weighted") if candidates.weights is not None else ""
        shown = ends if candidates.count > 1 else ""
        self.count_label.setText(translated(counted(candidates.count, "candidates")) + shown + weighted)
