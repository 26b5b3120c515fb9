"""Randomized answers on the Question tab."""

from PySide6.QtCore import Signal

from dpstudio.gui.tabs.yes_no_card import YesNoCard
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.kit import Card, Field, HelpLabel, choice, column, line, row
from dpstudio.gui.widgets.list_field import ListField
from dpstudio.planning.resolved import Resolved


class SurveyCard(Card):
    """Edits a SurveyPlan."""

    edited = Signal(str, str)
    split = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            "",
            "A coin toss of its own decides whether each person's answer is kept or exchanged. The counts of the"
            " randomized answers are published, with estimates of the true counts; never a row.",
        )
        self.column = Field("Column with the answers", choice([]), width=280)
        self.answers = ListField("Possible answers, one per line", "yes\nno", 92)
        self.people = Field(
            "Number of people (public)", line("for example 1000"), width=280, hint="The counts add up to it."
        )
        for name, field in (("column", self.column), ("answers", self.answers), ("people", self.people)):
            field.edited.connect(lambda value, n=name: self.edited.emit(n, value))
        self.answers.split.connect(self.split)
        beside = row(column(self.column, self.people, None), column(self.answers, None), spacing=16)
        beside.setStretch(1, 1)
        self.add(beside)
        self.yes_no = YesNoCard("plain")
        self.add(self.yes_no)
        self.add(
            HelpLabel(
                "Needs “replace one” and one row per person. A blank must count as one of the answers (Tables tab)."
            )
        )

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        return {"survey.column": self.column, "survey.answers": self.answers, "survey.people": self.people}

    def show_survey(self, found: Resolved, names: list[tuple[str, str]]) -> None:
        """Show what a plan asks; `names` are the table's columns."""
        plan = found.plan.survey
        self.column.fill(names, "choose a column")
        self.column.show_value(plan.column)
        self.answers.show_value(plan.answers)
        self.people.show_value(plan.people)
        self.yes_no.show_words(found)
