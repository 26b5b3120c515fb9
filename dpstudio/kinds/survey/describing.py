"""What a receipt tells of randomized answers."""

from fractions import Fraction

from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt import columns
from dpstudio.core.receipt.claims import RandomizedUsed, SurveyAccuracy, SurveyAsked
from dpstudio.core.receipt.contract import Description, Prose
from dpstudio.core.receipt.errors import rounded_up
from dpstudio.core.receipt.receipt import Step, Symbol
from dpstudio.kinds.survey import errors, words
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase

_RANDOMIZED = phrase(
    "Randomized per row: each answer was kept or exchanged by a coin of its own, but by the curator, who held"
    " the table and saw the raw answers. It would be local only if people had randomized their answers"
    " themselves."
)
_TENTH = Fraction(1, 10)


def describe(question: SettledSurvey) -> Description:
    """The column, its answers, the coin and the estimates' error."""
    mechanism, many = RANDOMIZED_RESPONSE, len(question.answers)
    keep, other = mechanism.law(question.epsilon, many)
    return Description(
        SurveyAsked(
            kind="survey",
            columns=tuple(columns.shown(column) for column in question.columns),
            answers=question.answers,
            unlisted_counts_as=question.answers[question.blank],
        ),
        RandomizedUsed(mechanism.key, many, _chance(keep), _chance(other)),
        SurveyAccuracy(question.beta, rounded_up(question.error, _TENTH), errors.survey_error(question)),
        (Step(phrase("one answer"), None, None, words.SURVEY_WHY),),
        Prose(
            question=words.survey_sentence(question.columns[0], question.answers, question.answers[question.blank]),
            mechanism=mechanism.name,
            mechanism_sentence=mechanism.sentence,
            formula=mechanism.formula,
            symbols=(
                Symbol("ε", phrase("of each person's answer"), rational_text(question.epsilon)),
                Symbol("p", phrase("the chance that an answer is kept"), _chance(keep)),
                Symbol("q", phrase("the chance of each other answer in its place"), _chance(other)),
                Symbol("k", phrase("the number of possible answers"), str(many)),
                Symbol("n", phrase("the public number of people"), f"{question.people:,}"),
                Symbol("β", phrase("how rarely an error may be exceeded"), rational_text(question.beta)),
            ),
            sampler=mechanism.sampler,
            accuracy=words.survey_accuracy(question),
            accuracy_formula=phrase("√(n · ln(2k/β) / 2) · (e^ε + k − 1) / (e^ε − 1)"),
            model=_RANDOMIZED,
        ),
    )


def _chance(chance: float) -> str:
    """To twelve decimals, never certain and never impossible."""
    text = f"{chance:.12f}"
    if text == f"{1:.12f}":
        return phrase("more than 0.999999999999")
    return phrase("less than 0.000000000001") if text == f"{0:.12f}" else text
