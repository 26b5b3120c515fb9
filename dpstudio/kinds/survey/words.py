"""The sentences about randomized answers."""

from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.receipt.errors import RARE
from dpstudio.core.receipt.words import amount
from dpstudio.core.tables.schema import Column
from dpstudio.kinds.survey import errors
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import joined, phrase

SURVEY_WHY = phrase(
    "An answer is kept with probability p, and becomes each other one with probability q, where p / q"
    " = e^ε. Whatever a person's true answer is, each outcome has one of these two probabilities: had"
    " the person answered otherwise, it would be at most e^ε times as likely or as unlikely. The other"
    " people's coins are independent of that."
)


def survey_sentence(column: Column, answers: tuple[str, ...], blank: str) -> str:
    """What people are asked, and what counts as what."""
    listed = joined(", ", (f"“{answer}”" for answer in answers))
    return phrase(
        "How many people gave each of the answers {listed} in “{name}”; a blank or any other answer counts as"
        " “{blank}”.",
        listed=listed,
        name=column.name,
        blank=blank,
    )


def survey_accuracy(question: SettledSurvey) -> str:
    """The error that holds whatever the answers are; where another risk was typed, its own too."""
    said = phrase(
        "In at least 95 of 100 runs every estimate is within {survey_error} of the true number: the ± beside it.",
        survey_error=amount(errors.survey_error(question), phrase("people")),
    )
    if question.beta == RARE:
        return said
    return phrase(
        "{said} With a probability of at least {beta} in 100 it is, before rounding, within {error}.",
        said=said,
        beta=rational_text(100 * (1 - question.beta)),
        error=decimal_up(question.error, 1),
    )
