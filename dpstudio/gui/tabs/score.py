"""The Score tab: what makes a candidate good, and how much one person can move it."""

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.candidates import Listed
from dpstudio.core.plan import ColumnPlan, Plan, RulePlan
from dpstudio.core.scores.rules import VoteStyle
from dpstudio.core.tables.schema import Kind
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.base import Facts, Tab, declared, with_part
from dpstudio.gui.tabs.derivation_card import DerivationCard
from dpstudio.gui.tabs.formula_card import FormulaCard
from dpstudio.gui.tabs.moved_card import MovedCard
from dpstudio.gui.tabs.reference_rule_card import ReferenceRuleCard
from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import beside
from dpstudio.gui.widgets.kit import Card, Field, Problem, button, clear, column, label, line, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.options import Options
from dpstudio.kinds import KINDS
from dpstudio.kinds.choose.reference_rule import retold
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import columns_read, typed
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_RULES = [
    ("votes", tr("Votes"), tr("The candidate that most people name. A cell that names none of them counts for none.")),
    ("revenue", tr("Revenue at a price"), tr("The price times the number of people who would pay it.")),
    ("median", tr("Middle value"), tr("The number that splits people most evenly into smaller and larger.")),
    ("quantile", tr("Quantile"), tr("The number that leaves a given share of the people below it.")),
    ("nearness", tr("Nearness to people"), tr("The least sum of distances to the people.")),
    (
        "nearness_of_sums",
        tr("Nearness to people as a whole"),
        tr("The least distance to where people are on average."),
    ),
    ("agreement", tr("Agreement"), tr("The most cells that equal the candidate's attributes.")),
    ("formula", tr("Own formula"), tr("Anything the language can say, with its bound proved.")),
    (
        "ready",
        tr("Ready-made scores"),
        tr("The table holds the candidates' scores; how far one person can move them is asserted."),
    ),
]
_STYLES = [
    (VoteStyle.ONE_COLUMN.value, tr("One choice in a column"), ""),
    (VoteStyle.CHOICES.value, tr("Several choices in a cell"), ""),
    (VoteStyle.COLUMN_EACH.value, tr("A yes/no column per candidate"), ""),
]
_COLUMN, _READY = tr("Column"), (tr("Candidates' names"), tr("Their scores"))
_DECLARED = tr("A column's type, step, bounds and the meaning of a blank are declared on the Tables tab.")
_COMPARED = tr("What the column is compared with: one of the candidate's attributes.")
_SEVERAL = ("nearness", "nearness_of_sums", "agreement")


class ScoreTab(Tab):
    """Asks for the rule and its columns; shows the derivation."""

    def __init__(self) -> None:
        super().__init__()
        card = Card("")
        card.add(beside(label(tr("What makes a candidate good"), "heading"), tr("Scores")))
        kind = Options(tr("Score rule"), _RULES)
        kind.chosen.connect(self._kind_chosen)
        self.fields["rule.kind"] = kind
        card.add(kind)
        self.column.addWidget(card)
        self._rule = card
        self._reads = QWidget()
        card.add(self._reads)
        self._style = Options(tr("How votes are recorded"), _STYLES)
        self._style.chosen.connect(self.part("rule", "style"))
        self.fields["rule.style"] = self._style
        wrong, share = column(spacing=2), line(tr("for example 0.9"))
        self._alpha = Field(tr("Share below (between 0 and 1)"), share, width=200, below=wrong)
        self._alpha.edited.connect(self.part("rule", "alpha"))
        self.fields["rule.alpha"] = self._alpha
        self._asserted = {
            "sensitivity": Field(
                tr("Asserted Δ"),
                line(tr("for example 1")),
                width=200,
                hint=tr("The most that one person can move any score."),
                below=wrong,
            ),
            "range_sensitivity": Field(
                tr("Asserted R (optional)"),
                line("2Δ"),
                width=200,
                hint=tr("The most that one person can move two scores apart."),
                below=wrong,
            ),
        }
        for name, field in self._asserted.items():
            field.edited.connect(self.part("rule", name))
            self.fields[f"rule.{name}"] = field
        self._pairs = QVBoxLayout()
        scaled(self._pairs.setSpacing, 8)
        asked = Flow(self._alpha, *self._asserted.values(), spacing=16)
        self.columns: list[Field] = []
        self.attributes: list[Field] = []
        self._more = button(tr("Add a column"), "plus", kind="quiet")
        self._more.clicked.connect(self._add_pair)
        problems = []
        for name, fields in (("rule.columns", self.columns), ("rule.attributes", self.attributes)):
            self.fields[name] = problem = Problem(partial(self._first, fields))
            problems.append(problem)
        self._reads.setLayout(column(self._style, self._pairs, row(self._more, None), asked, wrong, *problems))
        self.yes_no = YesNoCard()
        self.column.addWidget(self.yes_no)
        self._add_formula()
        self.column.addStretch(1)
        self._shape: tuple[object, ...] = ()
        self._names: tuple[str, ...] = ()
        self._written = ""

    def _first(self, fields: list[Field]) -> QWidget:
        return fields[0].editor if fields else self._more

    def _add_formula(self) -> None:
        self.formula = FormulaCard()
        self.formula.changed.connect(self._formula_typed)
        self.formula.safe_wanted.connect(lambda text: self._formula_typed(text, merge=""))
        self.fields["rule.formula"] = self.formula.field
        self.column.addWidget(self.formula)
        self.reference = ReferenceRuleCard()
        self.reference.changed.connect(self._reference_typed)
        self.reference.safe_wanted.connect(lambda text: self._reference_typed(text, merge=""))
        self.reference.declared.connect(self._reference_column_declared)
        self.fields["rule.reference"] = self.reference.field
        self._told = More(tr("the rule that they were computed by"), self.reference)
        self.column.addWidget(self._told)
        self.derivation = DerivationCard()
        self.column.addWidget(self.derivation)
        self.moved = MovedCard()
        self.column.addWidget(self.moved)

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """As `Tab.show_values`."""
        asked, choosing = found.plan.rule, KINDS[found.plan.kind].scored
        self._rule.setVisible(choosing)
        self.moved.show_moved(found)
        self.fields["rule.kind"].show_value(asked.kind)
        self._style.show_value(asked.style)
        self._style.setVisible(asked.kind == "votes")
        self._alpha.show_value(asked.alpha)
        self._alpha.setVisible(asked.kind == "quantile")
        for name, field in self._asserted.items():
            field.show_value(getattr(asked, name))
            field.setVisible(asked.kind == "ready")
        self._reads.setVisible(choosing and asked.kind not in ("", "formula"))
        self._more.setVisible(asked.kind in _SEVERAL)
        self._show_pairs(found, facts)
        self.yes_no.show_words(found)
        self.formula.show_rule(found)
        self.reference.show_rule(found)
        self._told.setVisible(choosing and asked.kind == "ready")
        self._told.hold(something=bool(asked.reference))
        self.fields = {name: field for name, field in self.fields.items() if not name.startswith("reference:")}
        self.fields |= self.reference.column_fields
        self.derivation.show_derivation(found)
        self._written = found.written

    def _show_pairs(self, found: Resolved, facts: Facts) -> None:
        asked, data = found.plan.rule, found.plan.data_table
        each_own = asked.kind == "votes" and asked.style == VoteStyle.COLUMN_EACH
        count = (
            0
            if each_own or asked.kind in ("", "formula")
            else 2
            if asked.kind == "ready"
            else max(1, len(asked.columns))
        )
        attributes = list(found.scores.candidates.attributes) if isinstance(found.scores.candidates, Listed) else []
        paired = asked.kind not in ("", "votes", "ready") and bool(attributes)
        titles = _READY if asked.kind == "ready" else (_COLUMN,) * count
        if (titles, paired) != self._shape:
            self._shape = (titles, paired)
            self._build_pairs(titles, paired, removable=count > 1 and asked.kind != "ready")
        self._names = facts.get(data.handle, TableFacts()).names if data else ()
        names = [(name, name) for name in self._names]
        own = tr("the candidate itself")
        for place, field in enumerate(self.columns):
            field.fill(names, tr("choose a column"))
            field.show_value(asked.columns[place] if place < len(asked.columns) else "")
        for place, field in enumerate(self.attributes):
            field.fill([("", own), *((name, name) for name in attributes)])
            field.show_value(asked.attributes[place] if place < len(asked.attributes) else "")

    def _build_pairs(self, titles: tuple[str, ...], paired: bool, *, removable: bool) -> None:
        clear(self._pairs)
        self.columns.clear()
        self.attributes.clear()
        pairs = [self._pair(place, title, paired, removable) for place, title in enumerate(titles)]
        for items in [[each for pair in pairs for each in pair]] if titles == _READY else pairs:
            put(self._pairs, Flow(*items, spacing=16))

    def _pair(self, place: int, title: str, paired: bool, removable: bool) -> list[QWidget]:
        """A column that is read, what it is compared with, and the button that takes both out."""
        field = Field(title, choice([]), hint=_DECLARED, width=200, beside=True, most=340)
        field.edited.connect(lambda value: self._pair_edited("columns", place, value))
        self.columns.append(field)
        items: list[QWidget] = [field]
        if paired:
            other = Field(tr("Candidate's"), choice([]), hint=_COMPARED, width=180, beside=True, most=340)
            other.edited.connect(lambda value: self._pair_edited("attributes", place, value))
            self.attributes.append(other)
            items.append(other)
        if removable:
            remove = button("", "x", kind="quiet", hint=tr("Take this column out of the score"))
            remove.clicked.connect(lambda: self._remove_pair(place))
            items.append(remove)
        return items

    def _kind_chosen(self, kind: str) -> None:
        if kind == "formula":
            self.ask("", lambda plan: with_part(plan, "rule", kind=kind, formula=self._written))
            return
        keep = self.plan.rule.columns[: None if kind in _SEVERAL else 2 if kind == "ready" else 1]
        several = self._of_choices() if kind == "votes" and not self.plan.rule.style else ""
        as_declared = {"style": VoteStyle.CHOICES.value, "columns": (several,)} if several else {"columns": keep}
        self.ask("", lambda plan: with_part(plan, "rule", kind=kind, **as_declared))

    def _of_choices(self) -> str:
        """The only column whose cells are declared to hold several choices, or ""."""
        data = self.plan.data_table
        found = [each.name for each in data.columns if each.kind == Kind.CHOICES] if data else []
        return found[0] if len(found) == 1 else ""

    def _formula_typed(self, text: str, merge: str = "rule.formula") -> None:
        def build(plan: Plan) -> Plan:
            return declared(replace(plan, rule=typed(plan.rule, text, self._names)), columns_read(text, self._names))

        self.ask(merge, build)

    def _reference_typed(self, text: str, merge: str = "rule.reference") -> None:
        self.ask(merge, lambda plan: replace(plan, rule=retold(plan.rule, text)))

    def _reference_column_declared(self, column: ColumnPlan, field: str) -> None:
        def build(plan: Plan) -> Plan:
            columns = tuple(column if each.name == column.name else each for each in plan.rule.reference_columns)
            return with_part(plan, "rule", reference_columns=columns)

        self.ask(f"reference:{column.name}:{field}", build)

    def _pair_edited(self, which: str, place: int, value: str) -> None:
        def build(plan: Plan) -> Plan:
            placed = replace(plan, rule=_placed(plan.rule, which, place, value))
            return declared(placed, [value]) if which == "columns" else placed

        self.ask("", build)

    def _add_pair(self) -> None:
        """One more column, and the keyboard on it."""
        self.ask("", lambda plan: replace(plan, rule=_placed(plan.rule, "columns", max(1, len(plan.rule.columns)), "")))
        self.columns[-1].editor.setFocus()

    def _remove_pair(self, place: int) -> None:
        def without(values: tuple[str, ...]) -> tuple[str, ...]:
            return values[:place] + values[place + 1 :]

        def build(plan: Plan) -> Plan:
            rule = plan.rule
            return with_part(plan, "rule", columns=without(rule.columns), attributes=without(rule.attributes))

        self.ask("", build)


def _placed(rule: RulePlan, which: str, place: int, value: str) -> RulePlan:
    """The rule with one of its columns or attributes replaced; gaps are blank."""
    values = list(getattr(rule, which))
    values += [""] * (place + 1 - len(values))
    values[place] = value
    changed: dict[str, Any] = {which: tuple(values)}
    return replace(rule, **changed)
