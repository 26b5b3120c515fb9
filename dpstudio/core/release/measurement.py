"""Measuring: exact figures in whole steps, then noise, then what happens to the noisy answers."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.answers import Answers, answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import Asked, GroupSums, Histogram, Mean, Total
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Measurement
from dpstudio.core.tables.cells import grid_index

_MEAN_DIGITS = 4


def read(question: Measurement, work_file: Path) -> Answers:
    """The true figures; private where the table is private."""
    rows = None if question.unit.person is None else question.unit.rows
    return answers([asked.figure for asked in question.figures], question.columns, work_file, rows)


def draw(question: Measurement, truth: Answers, entropy: Entropy) -> dict[str, Any]:
    """Every figure with noise, as a receipt's result."""
    return shown(question, question.calibration.draw(entropy, truth))


def shown(question: Measurement, noisy: list[list[Fraction]]) -> dict[str, Any]:
    """The result of noisy vectors: only post-processing happens here."""
    vectors, errors = iter(noisy), iter(question.errors)
    lines: list[dict[str, str]] = []
    after: list[str] = []
    for asked in question.figures:
        bounds = derive(asked.figure, question.unit)
        own = [next(vectors) for _ in bounds]
        wide = [next(errors) * each.step for each in bounds]
        lines += _lines(asked, own, wide)
        after += _after(asked)
    return {"lines": lines, "post_processing": "; ".join(after) or "none"}


def _lines(asked: Asked, noisy: list[list[Fraction]], errors: list[Fraction]) -> list[dict[str, str]]:
    figure, error = asked.figure, rational_text(errors[0])
    if isinstance(figure, Histogram | GroupSums):
        parts_ = figure.bins if isinstance(figure, Histogram) else figure.groups
        unit = "rows" if isinstance(figure, Histogram) else figure.column.unit
        pairs = zip([f"{asked.name}: {each.text}" for each in parts_], noisy[0], strict=True)
        return [_line(name, _finished(asked, value), unit, error) for name, value in pairs]
    if isinstance(figure, Mean):
        unit = figure.column.unit
        value = _finished(asked, _mean(figure, noisy))
        if figure.people is not None:
            return [_line(asked.name, value, unit, rational_text(_rounded_up(errors[0] / figure.people)))]
        parts = [
            _line(f"{asked.name}: sum", noisy[0][0], unit, error),
            _line(f"{asked.name}: number of values", noisy[1][0], "rows", rational_text(errors[1])),
        ]
        return [_line(asked.name, value, unit, ""), *parts]
    unit = figure.column.unit if isinstance(figure, Total) else "rows"
    return [_line(asked.name, _finished(asked, noisy[0][0]), unit, error)]


def _line(name: str, value: Fraction, unit: str, error: str) -> dict[str, str]:
    return {"name": name, "value": rational_text(value), "unit": unit, "error": error}


def _mean(figure: Mean, noisy: list[list[Fraction]]) -> Fraction:
    """Sum over number, on a grid of a ten-thousandth of the column's step; the declared value where there is none."""
    people = noisy[1][0] if figure.people is None else Fraction(figure.people)
    if people <= 0:
        return figure.otherwise
    step = figure.column.step / Fraction(10**_MEAN_DIGITS)
    value = grid_index(noisy[0][0] / people, step) * step
    if figure.people is None and figure.column.bounds is not None:
        low, high = figure.column.bounds
        return min(max(value, low), high)
    return value


def _rounded_up(value: Fraction) -> Fraction:
    return Fraction(-(-value.numerator * 10**6 // value.denominator), 10**6)


def _finished(asked: Asked, value: Fraction) -> Fraction:
    """Rounded, then clamped."""
    if asked.rounding is not None:
        value = grid_index(value, asked.rounding) * asked.rounding
    if asked.least is not None:
        value = max(value, asked.least)
    if asked.greatest is not None:
        value = min(value, asked.greatest)
    return value


def _after(asked: Asked) -> list[str]:
    """What happened to the noisy answer, in words."""
    said = []
    if isinstance(asked.figure, Mean):
        said.append(
            f"{asked.name}: the noisy sum divided by the public number of people"
            if asked.figure.people is not None
            else f"{asked.name}: the noisy sum divided by the noisy number of values and clamped into the bounds;"
            f" {rational_text(asked.figure.otherwise)} where that number is not above 0"
        )
    if asked.rounding is not None:
        said.append(f"{asked.name}: rounded to multiples of {rational_text(asked.rounding)}")
    ends = [None if end is None else rational_text(end) for end in (asked.least, asked.greatest)]
    if ends[0] is not None and ends[1] is not None:
        said.append(f"{asked.name}: clamped between {ends[0]} and {ends[1]}")
    elif ends[0] is not None:
        said.append(f"{asked.name}: raised to {ends[0]} where below")
    elif ends[1] is not None:
        said.append(f"{asked.name}: lowered to {ends[1]} where above")
    return said
