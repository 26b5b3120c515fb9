"""Randomized answers on the Question tab."""

from PySide6.QtCore import Signal

from dpstudio.core.plan import SurveyPlan
from dpstudio.gui.widgets.asked import Asked
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Field, HelpLabel, choice, line, lines


class SurveyCard(Card):
    """Edits a SurveyPlan."""

    edited = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(
            "Ask each person",
            "Each person's answer is kept or exchanged by a coin of its own. Published are the counts of the randomized"
            " answers and an estimate of the true ones, never a row.",
        )
        self.column = Field("Column with the answers", choice([]), width=280)
        self.answers = Field("Possible answers, one a line", lines("yes\nno", 110), width=280)
        self.people = Field(
            "Number of people (public)", line("for example 1000"), width=220, hint="The counts add up to it."
        )
        for name, field in (("column", self.column), ("answers", self.answers), ("people", self.people)):
            field.edited.connect(lambda value, n=name: self.edited.emit(n, value))
        self.add(Flow(self.column, self.people, spacing=16))
        self.add(self.answers)
        self.add(
            HelpLabel(
                "Needs “replace one” and one row a person. A blank must count as one of the answers (Tables tab)."
            )
        )

    @property
    def fields(self) -> dict[str, Asked]:
        """All fields by name."""
        return {"survey.column": self.column, "survey.answers": self.answers, "survey.people": self.people}

    def show_survey(self, plan: SurveyPlan, names: list[tuple[str, str]]) -> None:
        """Show a plan; `names` are the table's columns."""
        self.column.fill(names, "choose a column")
        self.column.show_value(plan.column)
        self.answers.show_value(plan.answers)
        self.people.show_value(plan.people)
