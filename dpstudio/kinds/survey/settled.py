"""Randomized answers with nothing missing: their loss and their coin follow from what is asked."""

from dataclasses import dataclass, field
from fractions import Fraction

from dpstudio.core.figures.bounds import refuse_public_people
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.mechanisms.randomized_response import ResponseCalibration
from dpstudio.core.question import Question
from dpstudio.core.tables.schema import Column


@dataclass(frozen=True, kw_only=True)
class SettledSurvey(Question):
    """Ask each person: the answers of one column, randomized row by row.

    Args:
        column: the one with the answers.
        answers: the possible answers as shown; `meanings` are their cells' meanings, in the same order.
        blank: the place of the answer that a blank or unlisted cell counts as.
        people: the public number of people.

    Attributes:
        error: how far each estimate lies from the truth at most, except with probability beta.

    Raises:
        Refusal: the unit does not allow a public number of people.
    """

    column: Column
    answers: tuple[str, ...]
    meanings: tuple[int | str, ...]
    blank: int
    people: int
    calibration: ResponseCalibration = field(init=False, compare=False, repr=False)
    error: Fraction = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_public_people(self.unit)
        many = len(self.answers)
        if len(set(self.meanings)) != many or len(self.meanings) != many or not 0 <= self.blank < many:
            raise ValueError("each answer has a meaning of its own, and one of them is that of a blank")
        made = ResponseCalibration(self.epsilon, many)
        error = RANDOMIZED_RESPONSE.accuracy(self.epsilon, many, self.people, self.beta)
        self._derive(columns=(self.column,), mechanism=RANDOMIZED_RESPONSE.key, calibration=made, error=error)
