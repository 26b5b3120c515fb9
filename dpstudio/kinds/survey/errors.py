"""The ± beside an estimate: what 95 of 100 runs keep, rounding included."""

from fractions import Fraction

from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.receipt.errors import RARE, WHOLE, before_rounding, onto, place_of, rounded_up
from dpstudio.kinds.survey.settled import SettledSurvey


def survey_error_for(wanted: Fraction) -> Fraction:
    """The most that an estimate may be off before rounding for its ± to be at most the one wanted."""
    place = min(WHOLE, place_of(wanted))
    return before_rounding(wanted, place, place)


def survey_error(question: SettledSurvey) -> Fraction:
    """What every printed estimate is within in 95 of 100 runs."""
    exact = RANDOMIZED_RESPONSE.accuracy(question.epsilon, len(question.answers), question.people, RARE)
    place = survey_place(question)
    return rounded_up(exact + place / 2, place)


def survey_place(question: SettledSurvey) -> Fraction:
    """What estimates are rounded to: two digits of their error, and never coarser than one person."""
    exact = RANDOMIZED_RESPONSE.accuracy(question.epsilon, len(question.answers), question.people, RARE)
    return min(WHOLE, place_of(exact))


def estimate(question: SettledSurvey, value: Fraction) -> Fraction:
    """An estimate as it is printed."""
    return onto(value, survey_place(question))
