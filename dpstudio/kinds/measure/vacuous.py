"""Where the ± of a figure is so wide that it says nothing: as much as all people together could move the figure."""

from collections import Counter

from dpstudio.core.quantities import counted
from dpstudio.kinds.measure.errors import vector_errors
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.kinds.measure.words import VECTORS, vectors
from dpstudio.translation import joined, phrase

_MOST_TOLD = 3


def says_nothing(question: SettledMeasurement, people: int, whose: str) -> str:
    """Which ± say nothing of a table of so many people, in a sentence; "" where all of them say something.

    Args:
        whose: which people these are: "in the sample".
    """
    noised = vectors(question)
    parts = Counter(name for name, _ in noised)
    names = [
        phrase("“{name}” ({vector})", name=name, vector=VECTORS[vector]) if parts[name] > 1 else f"“{name}”"
        for (name, vector), part, error in zip(noised, question.parts, vector_errors(question), strict=True)
        if error >= people * part.bounds.l1 * part.bounds.step
    ]
    if not names:
        return ""
    more = phrase(" and {more} more", more=len(names) - _MOST_TOLD) if len(names) > _MOST_TOLD else ""
    return phrase(
        "All {people} {whose} together could not move {names}{more} by more than the ±: here it says nothing.",
        people=counted(people, "people"),
        whose=whose,
        names=joined(", ", names[:_MOST_TOLD]),
        more=more,
    )
