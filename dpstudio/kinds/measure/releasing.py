"""Measuring: exact figures in whole steps, then noise, then what happens to the noisy answers."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.figures.answers import Answers, answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.quantities import readable
from dpstudio.core.release.reading import imported
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure import words as figure_words
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import joined, phrase


def read(question: SettledMeasurement, work_file: Path, tick: Tick) -> Answers:
    """The true figures; private where the table is private."""
    imported(question, work_file, tick)
    rows = None if question.unit.person is None else question.unit.rows
    return answers([asked.figure for asked in question.figures], question.columns, work_file, rows)


def draw(question: SettledMeasurement, truth: Answers, entropy: Entropy) -> dict[str, Any]:
    """Every figure with noise, as a receipt's result."""
    return shown(question, question.calibration.draw(entropy, truth))


def shown(question: SettledMeasurement, noisy: list[list[Fraction]]) -> dict[str, Any]:
    """The result of noisy vectors: only post-processing happens here."""
    vectors, wide = iter(noisy), iter(errors.vector_errors(question))
    lines: list[dict[str, str]] = []
    after: list[str] = []
    for asked in question.figures:
        bounds = derive(asked.figure, question.unit)
        lines += asked.figure.lines(asked, [next(vectors) for _ in bounds], [next(wide) for _ in bounds])
        after += after_of(asked)
    return {"lines": lines, "post_processing": joined("; ", after) or "none"}


def after_of(asked: Asked) -> list[str]:
    """What happened to the noisy answer, in words."""
    said = asked.figure.after(asked)
    if asked.rounding is not None:
        said.append(
            phrase("{name}: rounded to multiples of {rounding}", name=asked.name, rounding=readable(asked.rounding))
        )
    ends = [None if end is None else readable(end) for end in (asked.least, asked.greatest)]
    if ends[0] is not None and ends[1] is not None:
        said.append(
            phrase("{name}: clamped between {ends} and {ends_1}", name=asked.name, ends=ends[0], ends_1=ends[1])
        )
    elif ends[0] is not None:
        said.append(phrase("{name}: raised to {ends} where below", name=asked.name, ends=ends[0]))
    elif ends[1] is not None:
        said.append(phrase("{name}: lowered to {ends} where above", name=asked.name, ends=ends[1]))
    if where := figure_words.where_uncut(asked):
        said.append(phrase("{name}: its ± holds where the true figure {where}", name=asked.name, where=where))
    return said


def invented(question: SettledMeasurement) -> Answers:
    """Figures of a table without rows."""
    return [[0] * part.bounds.components for part in question.parts]
