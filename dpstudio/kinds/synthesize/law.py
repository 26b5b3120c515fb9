"""The law of a synthetic table's largest error as numbers, and many draws of it."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.simulation import by_frequency
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.quantities import rational_text
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase


def law_table(question: SettledSynthesis, scores: NDArray[np.int64]) -> tuple[Row, list[Row]]:
    """Every largest error that some table has, with its chance."""
    return ("largest_error", phrase("probability")), _of_tables(question, scores)


def _of_tables(question: SettledSynthesis, scores: NDArray[np.int64]) -> list[Row]:
    """Every largest error that some table has, as a share of the people."""
    chances, _ = SMALL_DATABASE.error_law(question.synthesis, scores, question.epsilon, question.people)
    whole = question.people * question.synthesis.rows
    errors = np.unique(-scores)
    return [
        (rational_text(Fraction(int(error), whole)), chance_text(chance))
        for error, chance in zip(errors, chances, strict=True)
    ]


def simulated(question: SettledSynthesis, scores: NDArray[np.int64], draws: int, entropy: Entropy) -> Frequencies:
    """Frequencies of the largest error of any query."""
    drawn = SMALL_DATABASE.draw_many(entropy, question.synthesis, scores, question.epsilon, draws)
    whole = (question.people or 1) * question.synthesis.rows
    steps, times = np.unique(-scores[drawn], return_counts=True)
    shares = [rational_text(Fraction(int(step), whole)) for step in steps]
    return by_frequency([(share, phrase("largest error"), int(n)) for share, n in zip(shares, times, strict=True)])
