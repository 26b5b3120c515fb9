"""What a receipt tells of figures."""

from fractions import Fraction
from typing import Literal

from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.figures import Asked, Count, Figure, GroupSums, Histogram, Mean, Total
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Measurement
from dpstudio.core.receipt import columns, errors, words
from dpstudio.core.receipt.claims import (
    FigureAsked,
    FigureError,
    FiguresAccuracy,
    FiguresAsked,
    NoiseOfVector,
    NoiseUsed,
    VectorError,
)
from dpstudio.core.receipt.receipt import Step, Symbol
from dpstudio.core.receipt.told import Prose, Told

Vector = Literal["count", "sum", "number of values", "counts of bins", "sums of groups"]
_CALIBRATION: dict[bool, Literal["zcdp", "exact delta"]] = {True: "exact delta", False: "zcdp"}
_ERROR = (
    "the least whole number m of steps with 1 − (1 − Pr[|noise| > m])^K ≤ β / V, times the step: K numbers in a vector,"
    " V vectors"
)


def describe(question: Measurement) -> Told:
    """The figures, their sensitivities, the noise and its error."""
    mechanism = NOISES[question.mechanism]
    return Told(
        FiguresAsked(
            kind="measure",
            columns=tuple(columns.shown(column) for column in question.columns),
            figures=tuple(_asked(asked) for asked in question.figures),
        ),
        NoiseUsed(mechanism.key, _calibration(question), _noises(question)),
        FiguresAccuracy(question.beta, _errors(question), _plus_minus(question)),
        tuple(
            Step(f"{name}: {part.bounds.what}", None, None, part.bounds.why)
            for (name, _), part in zip(vectors(question), question.parts, strict=True)
        ),
        Prose(
            question=" ".join(words.figure_sentence(asked) for asked in question.figures),
            mechanism=mechanism.name,
            mechanism_sentence=mechanism.sentence,
            formula=mechanism.formula,
            symbols=_symbols(question),
            sampler=mechanism.sampler,
            accuracy=words.figures_accuracy(question),
            accuracy_formula=_ERROR,
            calibration=question.calibration.proof,
        ),
    )


def vectors(question: Measurement) -> list[tuple[str, Vector]]:
    """For each vector that is noised its figure's name, and which vector of the figure it is."""
    return [
        (asked.name, each)
        for asked in question.figures
        for each in _vectors(asked.figure)[: len(derive(asked.figure, question.unit))]
    ]


def _vectors(figure: Figure) -> tuple[Vector, ...]:
    match figure:
        case Count():
            return ("count",)
        case Total():
            return ("sum",)
        case Mean():
            return ("sum", "number of values")
        case Histogram():
            return ("counts of bins",)
        case GroupSums():
            return ("sums of groups",)


_KINDS: dict[type, Literal["count", "total", "mean", "histogram", "groups"]] = {
    Count: "count", Total: "total", Mean: "mean", Histogram: "histogram", GroupSums: "groups",
}  # fmt: skip


def _asked(asked: Asked) -> FigureAsked:
    figure = asked.figure
    parted = figure.bins if isinstance(figure, Histogram) else figure.groups if isinstance(figure, GroupSums) else None
    private_mean = isinstance(figure, Mean) and figure.people is None
    return FigureAsked(
        name=asked.name,
        kind=_KINDS[type(figure)],
        column=None if isinstance(figure, Count) else figure.columns[0].name,
        conditions=tuple(condition.text for condition in figure.conditions),
        bins=None if parted is None else tuple(each.text for each in parted),
        people=figure.people if isinstance(figure, Mean) else None,
        otherwise=figure.otherwise if isinstance(figure, Mean) and private_mean else None,
        count_share=figure.count_share if isinstance(figure, Mean) and private_mean else None,
        share_of_budget=asked.share,
        least=asked.least,
        greatest=asked.greatest,
        rounding=asked.rounding,
    )


def _calibration(question: Measurement) -> Literal["l1", "zcdp", "exact delta"]:
    if not NOISES[question.mechanism].takes_delta:
        return "l1"
    return _CALIBRATION["exact" in question.calibration.proof]


def _noises(question: Measurement) -> tuple[NoiseOfVector, ...]:
    lines = zip(vectors(question), question.parts, question.calibration.sizes, strict=True)
    return tuple(
        NoiseOfVector(
            figure=name,
            vector=vector,
            components=part.bounds.components,
            step=part.bounds.step,
            l1_sensitivity=part.bounds.l1 * part.bounds.step,
            l2_sensitivity_squared=part.bounds.l2_squared * part.bounds.step**2,
            share_of_budget=part.share,
            size_in_steps=size,
            scale=_scale(question, part.bounds.step, size),
        )
        for (name, vector), part, size in lines
    )


def _scale(question: Measurement, step: Fraction, size: Fraction) -> Fraction:
    """B = step / rate of Laplace noise, the variance of Gaussian noise, in the figure's unit."""
    return size * step**2 if NOISES[question.mechanism].takes_delta else step / size


def _errors(question: Measurement) -> tuple[VectorError, ...]:
    lines = zip(vectors(question), question.parts, question.errors, strict=True)
    return tuple(VectorError(name, vector, steps * part.bounds.step) for (name, vector), part, steps in lines)


def _plus_minus(question: Measurement) -> tuple[FigureError, ...]:
    wide = errors.vector_errors(question)
    first = [vectors(question).index((asked.name, _vectors(asked.figure)[0])) for asked in question.figures]
    return tuple(
        FigureError(asked.name, errors.figure_error(asked, wide[place]))
        for asked, place in zip(question.figures, first, strict=True)
    )


def _symbols(question: Measurement) -> tuple[Symbol, ...]:
    loss = question.loss
    common = [
        Symbol("k", "a whole number, the noise in steps", "drawn"),
        Symbol("g", "one step of the figure's grid", "beside each figure"),
    ]
    if NOISES[question.mechanism].takes_delta:
        common.append(Symbol("σ²", "the variance of the noise", "beside each figure"))
    else:
        common += [
            Symbol("ε", "of the whole release", rational_text(loss.epsilon)),
            Symbol("s", "the figure's share of ε", "beside each figure"),
            Symbol("Δ₁", "how far one person moves the figure", "beside each figure"),
        ]
    return (*common, Symbol("β", "how rarely an error may be exceeded", rational_text(question.beta)))
