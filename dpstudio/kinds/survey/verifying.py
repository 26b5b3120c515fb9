"""From a receipt's claims about randomized answers back to the plan, and from its counts back to the result."""

from typing import Any

from dpstudio.core.plan import SurveyPlan
from dpstudio.core.receipt.claims import SurveyAsked
from dpstudio.core.receipt.receipt import Receipt3, Surveyed
from dpstudio.kinds.survey.releasing import shown
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.planning.claimed import first_column, people_typed


def survey_plan(asked: SurveyAsked, receipt: Receipt3) -> SurveyPlan:
    """What was asked, as a person would type it."""
    return SurveyPlan(first_column(asked.columns).name, "\n".join(asked.answers), people_typed(receipt))


def again(question: SettledSurvey, result: Surveyed) -> dict[str, Any]:
    """The result of the randomized counts in it.

    Raises:
        ValueError: they are not those of all people.
    """
    given = [each.count for each in result.randomized_counts]
    if min(given) < 0 or sum(given) != question.people:
        raise ValueError("the randomized answers are not those of all people")
    return shown(question, given)
