"""What one person's true answer changes of the answer that is counted; no table is needed for it."""

from fractions import Fraction

import numpy as np

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import joined, phrase

_BEGIN = phrase(
    "Choose the true answer of one person, then put another one in its place. What is counted hardly tells which."
)


class PeopleOfSurvey(People):
    """One person, who may have any of the answers.

    Args:
        truth: the answer that the other views show.
    """

    names = read = (phrase("true answer"),)
    sign, begin, bound, replaced = "", _BEGIN, None, True

    def __init__(self, question: SettledSurvey, truth: int) -> None:
        self._question, self._truth = question, truth
        self.lines = tuple((answer,) for answer in question.answers)
        self.many = (1,) * len(self.lines)

    def cells(self, line: int) -> Texts:
        """As `People.cells`."""
        return self.lines[line]

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`: of the answer that is counted; no bound takes part."""
        old = self._truth if change.taken is None else change.taken
        new = old if change.put is None else self._place(change.put)
        told = (
            phrase(
                "The true answer is “{lines}” and no longer “{lines_0}”.",
                lines=self.lines[new][0],
                lines_0=self.lines[old][0],
            )
            if old != new
            else ""
        )
        return Laws(self._law(old), self._law(new), float(self._question.epsilon), told=told)

    def _place(self, put: Texts | int) -> int:
        if isinstance(put, int):
            return put
        if put not in self.lines:
            answers = joined(", ", self._question.answers)
            raise InputError(
                phrase("That is not one of the answers."), phrase("Type one of: {answers}.", answers=answers)
            )
        return self.lines.index(put)

    def _law(self, truth: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        keep, other = RANDOMIZED_RESPONSE.law(self._question.epsilon, len(self.lines))
        return np.array([keep if place == truth else other for place in range(len(self.lines))])

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`: any two answers lie equally far apart."""
        return Change(self._truth, (self._truth + 1) % len(self.lines))
