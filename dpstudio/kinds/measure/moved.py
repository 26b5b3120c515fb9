"""How far one person moves each vector of figures, beside its share of ε and its noise."""

from fractions import Fraction
from math import isqrt

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Noise, Part
from dpstudio.core.quantities import readable, significant_up, with_unit
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.planning.moved import Moved
from dpstudio.translation import capital, phrase

_BITS = 64
_DIGITS = 3


def moved_of(question: SettledMeasurement) -> tuple[Moved, ...]:
    """Each vector that is noised, in the order of the figures."""
    each = zip(question.vectors, question.parts, question.calibration.sizes, strict=True)
    return tuple(_moved(NOISES[question.mechanism], asked, at, part, size) for (asked, at), part, size in each)


def _moved(noise: Noise, asked: Asked, at: int, part: Part, size: Fraction) -> Moved:
    unit, step, what = asked.figure.unit_of(at), part.bounds.step, part.bounds.what
    alone = len(asked.figure.vectors) == 1
    one, square = part.bounds.l1 * step, part.bounds.l2_squared * step**2
    sign, most = ("Δ₂", _root_up(square)) if noise.takes_delta else ("Δ₁", one)
    off = significant_up(Fraction(noise.mean_size(size)) * step, _DIGITS)
    share, whole = phrase("all") if part.share == 1 else readable(part.share), "ρ" if noise.takes_delta else "ε"
    return Moved(
        asked.name if alone else phrase("{name}: {what}", name=asked.name, what=what),
        f"{sign} = {with_unit(readable(most), unit)}",
        (
            phrase("{share} of {whole}", share=share, whole=whole),
            phrase("noise ≈ {off}", off=with_unit(readable(off), unit)),
        ),
        (
            phrase("{what}: {why}", what=capital(what), why=part.bounds.why) if alone else part.bounds.why,
            phrase(
                "Δ₁ = {one}, Δ₂² = {square}; the noise comes in steps of {step} and lies on average {off} from 0.",
                one=with_unit(readable(one), unit),
                square=readable(square),
                step=with_unit(readable(step), unit),
                off=with_unit(readable(off), unit),
            ),
        ),
    )


def _root_up(square: Fraction) -> Fraction:
    """The square root, exact where it is rational, else rounded up."""
    exact = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if exact**2 == square:
        return exact
    near = Fraction(isqrt((square.numerator << 2 * _BITS) // square.denominator) + 1, 1 << _BITS)
    return significant_up(near, _DIGITS)
