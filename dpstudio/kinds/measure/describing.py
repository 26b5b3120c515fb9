"""What a receipt tells of figures."""

from fractions import Fraction
from typing import Literal

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.quantities import rational_text, readable
from dpstudio.core.receipt import columns
from dpstudio.core.receipt.claims import (
    FigureAsked,
    FigureError,
    FiguresAccuracy,
    FiguresAsked,
    NoiseOfVector,
    NoiseUsed,
    VectorError,
)
from dpstudio.core.receipt.contract import Description, Prose
from dpstudio.core.receipt.receipt import Step, Symbol
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure import words as figure_words
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.kinds.measure.words import VECTORS, vectors
from dpstudio.translation import joined, phrase

_CALIBRATION: dict[bool, Literal["zcdp", "exact delta"]] = {True: "exact delta", False: "zcdp"}
_MOST_TOLD = 12


def describe(question: SettledMeasurement) -> Description:
    """The figures, their sensitivities, the noise and its error."""
    mechanism = NOISES[question.mechanism]
    return Description(
        FiguresAsked(
            kind="measure",
            columns=tuple(columns.shown(column) for column in question.columns),
            figures=tuple(_asked(asked) for asked in question.figures),
        ),
        NoiseUsed(mechanism.key, _calibration(question), _noises(question)),
        FiguresAccuracy(question.beta, _errors(question), _plus_minus(question)),
        tuple(
            Step(phrase("{name}: {what}", name=name, what=part.bounds.what), None, None, part.bounds.why)
            for (name, _), part in zip(vectors(question), question.parts, strict=True)
        ),
        Prose(
            question=joined(" ", (figure_words.figure_sentence(asked, question.unit) for asked in question.figures)),
            mechanism=mechanism.name,
            mechanism_sentence=mechanism.sentence,
            formula=mechanism.formula,
            symbols=_symbols(question),
            sampler=mechanism.sampler,
            accuracy=figure_words.figures_accuracy(question),
            accuracy_formula=_error_formula(question),
            calibration=question.calibration.proof,
        ),
    )


def _asked(asked: Asked) -> FigureAsked:
    figure = asked.figure
    told = FigureAsked(
        name=asked.name,
        kind=figure.key,
        column=None if figure.about is None else figure.about.name,
        conditions=tuple(condition.text for condition in figure.conditions),
        bins=tuple(each.text for each in figure.parts) or None,
        people=None,
        otherwise=None,
        count_share=None,
        share_of_budget=asked.share,
        least=asked.least,
        greatest=asked.greatest,
        rounding=asked.rounding,
    )
    return figure.claimed(told)


def _calibration(question: SettledMeasurement) -> Literal["l1", "zcdp", "exact delta"]:
    if not NOISES[question.mechanism].takes_delta:
        return "l1"
    return _CALIBRATION["exact" in question.calibration.proof]


def _noises(question: SettledMeasurement) -> tuple[NoiseOfVector, ...]:
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


def _scale(question: SettledMeasurement, step: Fraction, size: Fraction) -> Fraction:
    """B = step / rate of Laplace noise, the variance of Gaussian noise, in the figure's unit."""
    return size * step**2 if NOISES[question.mechanism].takes_delta else step / size


def _errors(question: SettledMeasurement) -> tuple[VectorError, ...]:
    lines = zip(vectors(question), question.parts, question.errors, strict=True)
    return tuple(VectorError(name, vector, steps * part.bounds.step) for (name, vector), part, steps in lines)


def _plus_minus(question: SettledMeasurement) -> tuple[FigureError, ...]:
    wide = errors.vector_errors(question)
    first = [vectors(question).index((asked.name, next(iter(asked.figure.vectors)))) for asked in question.figures]
    return tuple(
        FigureError(asked.name, asked.figure.plus_minus(asked, wide[place]))
        for asked, place in zip(question.figures, first, strict=True)
    )


def _error_formula(question: SettledMeasurement) -> str:
    """How the error of each vector is found, with how many there are and how many numbers they hold."""
    sizes = [part.bounds.components for part in question.parts]
    least, most = min(sizes), max(sizes)
    many = f"{least}" if least == most else phrase("{least} to {most}", least=least, most=most)
    return phrase(
        "the step times the least whole number m, or one more where noise is wide, with 1 − (1 − Pr[k"
        " < −m or k > m])^K ≤ β / V; V = {parts}, the parts that get noise of their own (a mean's sum"
        " and its number of values are two); K = {many}, the numbers in a part",
        parts=len(question.parts),
        many=many,
    )


def _of_each(values: list[Fraction]) -> str:
    """The value that all vectors share, else where to find it."""
    return readable(values[0]) if len(set(values)) == 1 else phrase("beside each figure")


def beside_each(question: SettledMeasurement) -> list[str]:
    """The signs of the law for each vector, as they stand beside the figures of a receipt."""
    gaussian, lines = NOISES[question.mechanism].takes_delta, []
    for each in _noises(question):
        signs = [f"g = {readable(each.step)}", f"s = {readable(each.share_of_budget)}"]
        size = ("σ²", each.scale) if gaussian else ("Δ₁", each.l1_sensitivity)
        signs.append(phrase("{size} = {size_1}", size=size[0], size_1=readable(size[1])))
        lines.append(
            phrase(
                "{figure} ({vector}): {signs}",
                figure=each.figure,
                vector=VECTORS[each.vector],
                signs=joined(", ", signs),
            )
        )
    more = [phrase("and {lines} more", lines=len(lines) - _MOST_TOLD)] if len(lines) > _MOST_TOLD else []
    return lines[:_MOST_TOLD] + more


def _symbols(question: SettledMeasurement) -> tuple[Symbol, ...]:
    loss = question.loss
    noises = _noises(question)
    common = [
        Symbol("k", phrase("a whole number, the noise in steps"), phrase("drawn")),
        Symbol("g", phrase("one step of the figure's grid"), _of_each([each.step for each in noises])),
    ]
    if NOISES[question.mechanism].takes_delta:
        sizes, shares = [each.scale for each in noises], [each.share_of_budget for each in noises]
        common.append(Symbol("σ²", phrase("the variance of the noise"), _of_each(sizes)))
        common += [Symbol("s", phrase("the figure's share of ρ"), _of_each(shares))] if len(noises) > 1 else []
    else:
        shares, moved = [each.share_of_budget for each in noises], [each.l1_sensitivity for each in noises]
        common += [
            Symbol("ε", phrase("of the whole release"), rational_text(loss.epsilon)),
            Symbol("s", phrase("the figure's share of ε"), _of_each(shares)),
            Symbol("Δ₁", phrase("how far one person moves the figure"), _of_each(moved)),
        ]
    return (*common, Symbol("β", phrase("how rarely an error may be exceeded"), rational_text(question.beta)))
