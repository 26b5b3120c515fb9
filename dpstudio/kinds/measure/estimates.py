"""All figures of a release with their ±, for the picture: from a sample's true figures, else from an invented table."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.answers import Answers
from dpstudio.core.figures.of_rows import adds
from dpstudio.core.preview.estimates import Estimates, Group, Line
from dpstudio.kinds.measure import releasing
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.possible import possible_rows
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import joined, phrase

_EVENLY = phrase("Its people are spread evenly over rows that the declarations allow.")
_AS_ASKED = phrase("each figure is rounded and clamped as it asks; an end that cuts one makes its whiskers too short")
_MOST_ROWS, _TOLD = 5_000, 3
"""How many rows an invented table has at most, and of how many figures on one scale it is told what is done to each."""


def estimates_of(question: SettledMeasurement, truth: Answers | None) -> Callable[[int], Estimates] | None:
    """What a result looks like, given how many people are assumed where their number is private.

    None of a single number: its law shows as much.

    Args:
        truth: the exact figures of a sample, or None for an invented table.
    """
    if sum(asked.figure.many_lines for asked in question.figures) == 1:
        return None
    return cache(partial(_estimates, question, truth))


def _estimates(question: SettledMeasurement, sample: Answers | None, people: int) -> Estimates:
    truth = _invented(question, question.people or people) if sample is None else sample
    steps = [part.bounds.step for part in question.parts]
    exact = [[Fraction(each) * step for each in vector] for vector, step in zip(truth, steps, strict=True)]
    lines = releasing.shown(question, exact)["lines"]
    groups, places = _groups(question, lines)

    def draw(entropy: Entropy) -> tuple[Line, ...]:
        return tuple(releasing.draw(question, truth, entropy)["lines"])

    return Estimates(
        tuple(line["name"] for line in lines),
        groups,
        tuple(places[at] for at in _of_vectors(question)),
        draw,
        () if sample is None else tuple(line["value"] for line in lines),
        _EVENLY if sample is None else "",
        _numbers(question),
    )


def _numbers(question: SettledMeasurement) -> dict[int, int]:
    """For the line of each mean over a noisy number of values the line of that number, which is its last."""
    found, at = {}, 0
    for asked in question.figures:
        last = at + asked.figure.many_lines - 1
        if asked.figure.made_of_several:
            found[at] = last
        at = last + 1
    return found


def _of_vectors(question: SettledMeasurement) -> list[int]:
    """For each noised vector the first line of its figure."""
    found, at = [], 0
    for asked in question.figures:
        found += [at] * len(asked.figure.split)
        at += asked.figure.many_lines
    return found


def _groups(question: SettledMeasurement, lines: list[Line]) -> tuple[tuple[Group, ...], list[int]]:
    """Lines on one scale, and in which group each line is.

    The bins of a figure share one, and figures of one unit, the sum and the number that a mean is made of among them;
    the mean is not of their size, and what has no unit is of no kind with another figure.
    """
    together: dict[tuple[str, str], list[int]] = {}
    labels: list[str] = []
    whole: set[int] = set()
    for number, asked in enumerate(question.figures):
        for own in range(asked.figure.many_lines):
            place = len(labels)
            unit = lines[place]["unit"]
            alone, made = asked.figure.parts or not unit, asked.figure.made_of_several
            key = f"{number}.{own}" if made and not own else f"{number}" if alone else ""
            whole |= set() if made and own else {place}
            together.setdefault((key, unit), []).append(place)
            labels.append(asked.figure.parts[own].text if asked.figure.parts else lines[place]["name"])
    by_line = [asked for asked in question.figures for _ in range(asked.figure.many_lines)]
    groups = []
    for (_, unit), places in together.items():
        figures = list({id(by_line[place]): by_line[place] for place in places if place in whole}.values())
        told = tuple(labels[place] for place in places)
        groups.append(Group(_name(by_line[places[0]], lines, places), unit, tuple(places), told, _after(figures)))
    of_line = {place: at for at, group in enumerate(groups) for place in group.places}
    return tuple(groups), [of_line[place] for place in range(len(labels))]


def _after(figures: list[Asked]) -> str:
    """What is done to figures once they are noisy, in words, or ""."""
    said = [text for asked in figures for text in releasing.after_of(asked)]
    return _AS_ASKED if said and len(figures) > _TOLD else joined("; ", said)


def _name(first: Asked, lines: list[Line], places: list[int]) -> str:
    """What lines on one scale are, given the figure that the first of them is of."""
    if first.figure.parts:
        return first.name
    if len(places) == 1:
        return lines[places[0]]["name"]
    return phrase("figures in {unit}", unit=lines[places[0]]["unit"])


def _invented(question: SettledMeasurement, people: int) -> Answers:
    """The figures of people who are spread evenly over the rows that the declarations allow."""
    rows = possible_rows(question, _MOST_ROWS)
    found = [[0] * part.bounds.components for part in question.parts]
    each, more = divmod(people, len(rows))
    for at, row in enumerate(rows):
        cells, many = dict(zip(question.columns, row, strict=True)), each + (at < more)
        added = [vector for asked in question.figures for vector in adds(asked.figure, cells)]
        found = [[a + many * b for a, b in zip(*both, strict=True)] for both in zip(found, added, strict=True)]
    return found
