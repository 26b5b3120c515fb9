"""The law of randomized answers: what one person's answer may become; no table is needed for it."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.bounds import Bounds
from dpstudio.core.mechanisms import NOISES, RANDOMIZED_RESPONSE
from dpstudio.core.mechanisms.noise import Part
from dpstudio.core.preview.distribution import Badge, Beside, Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.core.preview.neighbours import Change, People, Texts
from dpstudio.core.preview.over_epsilon import Bar, Contrast, Curve, OverEpsilon
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.errors import RARE
from dpstudio.core.receipt.words import amount
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.survey.errors import survey_error
from dpstudio.kinds.survey.estimates import estimates_of
from dpstudio.kinds.survey.one_person import PeopleOfSurvey, people_of, places_of
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase

_LOST = phrase("Answers that are changed, of 100")
_WORDS = phrase(
    "In at least 95 of 100 runs, at the same ε, for {people}: the true answers are counted and noise is added"
    " to the counts; or each answer is changed by a coin of its own before it is counted, as people"
    " could do for themselves."
)

_AGREES = phrase("1 for the true answer and 0 for any other, so that another truth moves one up by 1 and one down by 1")


def of_answers(question: SettledSurvey, counts: Shown[list[int]] | None = None) -> tuple[Distribution, ...]:
    """One distribution for each true answer.

    Args:
        counts: how many people of a sample gave each answer, for its estimates alone; None for an invented table.
    """
    found: list[Distribution] = []
    estimates = estimates_of(question, None if counts is None else looked_at(counts))
    for place, answer in enumerate(question.answers):
        found.append(
            Distribution(
                question,
                Badge.DATA_FREE,
                _chances(question, place, question.epsilon),
                question.answers.__getitem__,
                phrase("answer counted"),
                name=phrase("who says “{answer}”", answer=answer),
                draws=_draws(question, place),
                people=_people(question, place),
                beside=partial(_beside, question, found),
                over=_over(question, place),
                estimates=estimates,
                local=True,
            )
        )
    return tuple(found)


def _beside(
    question: SettledSurvey, shown: list[Distribution], names: Texts, lines: tuple[Texts, ...], change: Change
) -> Beside | None:
    """What becomes of the answer of one person of a sample, and of the answer in its place."""
    if change.taken is None or not isinstance(change.put, int) or question.column.name not in names:
        return None
    old, new = places_of(question, names, [lines[change.taken], lines[change.put]])
    made = PeopleOfSurvey(question, old).laws(Change(old, new), Fraction(1))
    return Beside(made, shown[old])


def _people(question: SettledSurvey, truth: int) -> Callable[[Texts, tuple[Texts, ...], int], People]:
    """The rows of a sample; one person of any other table."""
    return lambda names, lines, _: people_of(question, truth, names, lines)


def _chances(question: SettledSurvey, truth: int, epsilon: Fraction) -> NDArray[np.float64]:
    keep, other = RANDOMIZED_RESPONSE.law(epsilon, len(question.answers))
    chances = np.full(len(question.answers), other)
    chances[truth] = keep
    return chances


def _over(question: SettledSurvey, truth: int) -> OverEpsilon:
    """What becomes of one answer at another ε, and how many are exchanged for others."""
    many = len(question.answers)

    def exchanged(epsilon: Fraction) -> float:
        return 100 * (many - 1) * RANDOMIZED_RESPONSE.law(epsilon, many)[1]

    curve = Curve((RANDOMIZED_RESPONSE.name,), exchanged)
    law = partial(_chances, question, truth)
    return OverEpsilon(
        law, (curve,), 0, _LOST, settings=(many,), contrast=lambda _: _kept_together(question), instance=_AGREES
    )


def _kept_together(question: SettledSurvey) -> Contrast:
    """The coins beside noise on the counts of all answers, which one person moves by 2 in all (MATH 2)."""
    many, noise = len(question.answers), NOISES["two_sided_geometric"]
    part = Part(Bounds(phrase("counts of answers"), many, Fraction(1), 2, 2, ""), Fraction(1))
    (central,) = noise.calibrate((part,), question.epsilon).errors(RARE)
    local = survey_error(question)
    bars = (
        Bar(
            phrase("Noise on the counts (central)"),
            Fraction(central),
            phrase("±{fraction}", fraction=amount(Fraction(central), phrase("people"))),
        ),
        Bar(phrase("A coin for each answer (local)"), local, phrase("±{local}", local=amount(local, phrase("people")))),
    )
    return Contrast(phrase("Where the noise is added"), bars, _WORDS.format(people=counted(question.people, "people")))


def _draws(question: SettledSurvey, truth: int) -> Draws:
    """Coins of people who would all say the same."""

    def tally(entropy: Entropy, many: int) -> Tally:
        told = [many if place == truth else 0 for place in range(len(question.answers))]
        given = np.array(question.calibration.draw(entropy, told), np.int64)
        return np.flatnonzero(given).astype(np.int64), given[given > 0]

    return Draws(tally)
