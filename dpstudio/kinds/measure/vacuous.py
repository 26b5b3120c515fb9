"""Where the ± of a figure is so wide that it says nothing: as much as all people together could move the figure."""

from fractions import Fraction

from dpstudio.core.quantities import counted
from dpstudio.core.receipt.words import amount
from dpstudio.kinds.measure.errors import vector_errors
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import joined, phrase

_MOST_TOLD = 2


def says_nothing(question: SettledMeasurement, people: int, whose: str) -> str:
    """Which ± say nothing of a table of so many people, in a sentence; "" where all of them say something.

    Args:
        whose: which people these are: "in the sample".
    """
    names = [
        _with_error(asked, at, error)
        for (asked, at), part, error in zip(question.vectors, question.parts, vector_errors(question), strict=True)
        if error >= people * part.bounds.l1 * part.bounds.step
    ]
    if not names:
        return ""
    more = phrase(", nor {more} more", more=len(names) - _MOST_TOLD) if len(names) > _MOST_TOLD else ""
    return phrase(
        "All {people} {whose} together could not move {names}{more}: here {it}.",
        people=counted(people, "people"),
        whose=whose,
        names=joined(phrase(", nor "), names[:_MOST_TOLD]),
        it=phrase("it says nothing") if len(names) == 1 else phrase("they say nothing"),
        more=more,
    )


def _with_error(asked: Asked, at: int, error: Fraction) -> str:
    """What is noised, with its ±: "the sum of “Mean of age” by more than its ± of 593 years"."""
    figure, vectors = asked.figure, [*asked.figure.vectors.values()]
    shown = None if figure.made_of_several else figure.plus_minus(asked, error)
    return phrase(
        "{vector}“{name}” by more than its ± of {wide}",
        vector=phrase("the {vector} of ", vector=vectors[at]) if figure.made_of_several else "",
        name=asked.name,
        wide=amount(error if shown is None else shown, figure.unit_of(at)),
    )
