"""What one person's true answer changes of the answer that is counted; no table is needed for it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.tables.cells import Meaning, reader
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import joined, phrase

_BEGIN = phrase(
    "Choose the true answer of one person, then put another one in its place. What is counted hardly tells which."
)
_NAMES = (phrase("true answer"),)


class PeopleOfSurvey(People):
    """The rows of a sample, each with the answer that it gives; else one person, who may have any of the answers.

    Args:
        truth: the answer that the other views show.
        names, lines: of a sample.
        places: which answer each of its lines gives.
    """

    sign, begin, bound, replaced = "", _BEGIN, None, True

    def __init__(
        self,
        question: SettledSurvey,
        truth: int,
        names: Texts = _NAMES,
        lines: tuple[Texts, ...] = (),
        places: Sequence[int] = (),
    ) -> None:
        self._question, self._truth = question, truth
        self.names, self.read = names, (question.column.name,) if lines else _NAMES
        self.lines = lines or tuple((answer,) for answer in question.answers)
        self._places = places or range(len(self.lines))
        self.many = (1,) * len(self.lines)

    def cells(self, line: int) -> Texts:
        """As `People.cells`: the answer as it counts."""
        return (self._question.answers[self._places[line]],)

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`: of the answer that is counted; no bound takes part."""
        answers = self._question.answers
        old = self._truth if change.taken is None else self._places[change.taken]
        new = old if change.put is None else self._place(change.put)
        told = (
            phrase("The true answer is “{lines}” and no longer “{lines_0}”.", lines=answers[new], lines_0=answers[old])
            if old != new
            else ""
        )
        return Laws(self._law(old), self._law(new), float(self._question.epsilon), told=told)

    def _place(self, put: Texts | int) -> int:
        if isinstance(put, int):
            return self._places[put]
        answers = self._question.answers
        if len(put) != 1 or put[0] not in answers:
            raise InputError(
                phrase("That is not one of the answers."),
                phrase("Type one of: {answers}.", answers=joined(", ", answers)),
            )
        return answers.index(put[0])

    def _law(self, truth: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        many = len(self._question.answers)
        keep, other = RANDOMIZED_RESPONSE.law(self._question.epsilon, many)
        return np.array([keep if place == truth else other for place in range(many)])

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`: any two answers lie equally far apart."""
        line = next((line for line, place in enumerate(self._places) if place == self._truth), 0)
        answers = self._question.answers
        return Change(line, (answers[(self._places[line] + 1) % len(answers)],))


def people_of(question: SettledSurvey, truth: int, names: Texts, lines: tuple[Texts, ...]) -> PeopleOfSurvey:
    """The rows of a sample, by their names; of any other table one person.

    Args:
        names, lines: of the sample; for a private table nothing of them is taken.
    """
    if question.role is not Role.SAMPLE or not lines or question.column.name not in names:
        return PeopleOfSurvey(question, truth)
    return PeopleOfSurvey(question, truth, names, lines, places_of(question, names, lines))


def places_of(question: SettledSurvey, names: Texts, lines: Iterable[Texts]) -> list[int]:
    """Which answer each line counts as; a blank one, or one that is not listed, as the question says."""
    at, read = names.index(question.column.name), reader(question.column)
    places: dict[Meaning, int] = {meaning: place for place, meaning in enumerate(question.meanings)}
    return [places.get(read(line[at]), question.blank) for line in lines]
