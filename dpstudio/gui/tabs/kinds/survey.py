"""Randomized answers on the Question tab."""

from PySide6.QtWidgets import QWidget

from dpstudio.gui.tabs.base import Facts, declared, with_part
from dpstudio.gui.tabs.kinds.page import KindPage, columns_of
from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, HelpLabel, column, line
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_PART = "survey"


class SurveyPage(KindPage):
    """Edits a SurveyPlan."""

    section = tr("Mechanisms")

    def __init__(self) -> None:
        super().__init__(
            "",
            tr(
                "A coin toss of its own decides whether each person's answer is kept or exchanged. The counts of the"
                " randomized answers are published, with estimates of the true counts; never a row."
            ),
        )
        self.column = Field(tr("Column with the answers"), choice([]), width=280)
        self.answers = ListField(tr("Possible answers, one per line"), "yes\nno", 92)
        self.people = Field(
            tr("Number of people (public)"),
            line(tr("for example 1000")),
            width=280,
            hint=tr("The counts add up to it."),
        )
        for name, field in (("column", self.column), ("answers", self.answers), ("people", self.people)):
            field.edited.connect(lambda value, n=name: self._edited(n, value))
        self.answers.split.connect(lambda text: self.ask("", lambda plan: with_part(plan, _PART, answers=text)))
        asked = QWidget()
        asked.setLayout(column(self.column, self.people, None))
        self.add(Flow(asked, self.answers, spacing=16, fill=self.answers))
        self.yes_no = YesNoCard("plain")
        self.add(self.yes_no)
        self.add(
            HelpLabel(
                tr(
                    "Needs “Replace one person by another” and one row per person. A blank must count as one of the"
                    " answers (Tables tab)."
                )
            )
        )

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        return {f"{_PART}.{each}": getattr(self, each) for each in ("column", "answers", "people")}

    def _edited(self, name: str, value: str) -> None:
        """The column that is chosen gets its editor on the Tables tab."""
        chosen = name == "column"
        names = [value] if chosen else []
        field = "" if chosen else f"{_PART}.{name}"
        self.ask(field, lambda plan: declared(with_part(plan, _PART, **{name: value}), names))

    def show_asked(self, found: Resolved, facts: Facts) -> None:
        """Show what a plan asks."""
        plan = found.plan.survey
        self.column.fill(columns_of(found, facts), tr("choose a column"))
        self.column.show_value(plan.column)
        self.answers.show_value(plan.answers)
        self.people.show_value(plan.people)
        self.yes_no.show_words(found)
