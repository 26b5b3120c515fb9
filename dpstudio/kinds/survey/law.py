"""The law of randomized answers as numbers, and many draws of it."""

from collections import Counter

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.simulation import by_frequency
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase


def law_table(question: SettledSurvey) -> tuple[Row, list[Row]]:
    """What is counted of a person who would say so."""
    return (phrase("truth"), phrase("answer"), phrase("probability")), _of_answers(question)


def _of_answers(question: SettledSurvey) -> list[Row]:
    """What is counted of a person who would say so."""
    keep, other = RANDOMIZED_RESPONSE.law(question.epsilon, len(question.answers))
    return [
        (truth, answer, chance_text(keep if truth == answer else other))
        for truth in question.answers
        for answer in question.answers
    ]


def simulated(question: SettledSurvey, counts: list[int], draws: int, entropy: Entropy) -> Frequencies:
    """How often each answer was counted how often."""
    given = [question.calibration.draw(entropy, counts) for _ in range(draws)]
    return [
        line
        for place, answer in enumerate(question.answers)
        for line in by_frequency([(str(many), answer, n) for many, n in Counter(row[place] for row in given).items()])
    ]
