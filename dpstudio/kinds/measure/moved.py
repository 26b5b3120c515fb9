"""How far one person moves each vector of figures, beside its share of ε and its noise."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import isqrt

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Noise, Part
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import readable, significant_up, with_unit
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.resolving import MOST_FIGURES, apart_names, one_asked
from dpstudio.kinds.measure.settled import SettledMeasurement, parts_of
from dpstudio.planning.missing import Missing, Notes
from dpstudio.planning.moved import Moved
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import capital, phrase

_BITS = 64
_DIGITS = 3


def moved_of(question: SettledMeasurement, typed: Sequence[FigurePlan]) -> Iterator[Moved]:
    """Each vector that is noised, in the order of the figures, with its share of ε as it was typed."""
    each = zip(question.vectors, question.parts, question.calibration.sizes, strict=True)
    shares = {asked.name: plan.share for asked, plan in zip(question.figures, typed, strict=True)}
    noise = NOISES[question.mechanism]
    return (_moved(noise, asked, at, part, size, shares[asked.name]) for (asked, at), part, size in each)


def share_told(typed: str, share: Fraction) -> str:
    """A share of ε as it was typed, else as an exact fraction; all of it is "all"."""
    return phrase("all") if share == 1 else typed.strip() or str(share)


def moved_so_far(found: Resolved) -> Iterator[Moved]:
    """Each figure by itself while there is no question of them all: how far it moves, or why that is not known yet."""
    unit, many, noise = found.unit, len(found.plan.figures), NOISES[found.plan.privacy.noise]
    if unit is None or many > MOST_FIGURES or not found.known.has_header:
        return
    notes = [Notes() for _ in range(many)]
    asked = [one_asked(found, place, notes[place]) for place in range(many)]
    names = iter(apart_names([each.name for each in asked if each is not None]))
    for place, each in enumerate(asked):
        called = found.plan.figures[place].name.strip() or phrase("Figure {place}", place=place + 1)
        name = called if each is None else next(names)
        parts = each and notes[place].attempt("question", "", partial(parts_of, each, unit))
        if each is None or not parts:
            yield _unknown(name, notes[place].items[0])
        else:
            yield from (_bounded(noise, each, name, at, part) for at, part in enumerate(parts))


def _unknown(name: str, why: Missing) -> Moved:
    return Moved(name, phrase("refused") if why.wrong else phrase("not complete"), (), (why.sentence,), unknown=True)


def _bounded(noise: Noise, asked: Asked, name: str, at: int, part: Part) -> Moved:
    """What is known of a vector by itself."""
    unit, step, what = asked.figure.unit_of(at), part.bounds.step, part.bounds.what
    alone = len(asked.figure.vectors) == 1
    one, square = part.bounds.l1 * step, part.bounds.l2_squared * step**2
    sign, most = ("Δ₂", _root_up(square)) if noise.takes_delta else ("Δ₁", one)
    return Moved(
        name if alone else phrase("{name}: {what}", name=name, what=what),
        phrase("{sign} = {most}", sign=sign, most=with_unit(readable(most), unit)),
        (),
        (phrase("{what}: {why}", what=capital(what), why=part.bounds.why) if alone else part.bounds.why,),
    )


def _moved(noise: Noise, asked: Asked, at: int, part: Part, size: Fraction, typed: str) -> Moved:
    unit, step = asked.figure.unit_of(at), part.bounds.step
    one, square = part.bounds.l1 * step, part.bounds.l2_squared * step**2
    off = significant_up(Fraction(noise.mean_size(size)) * step, _DIGITS)
    share = share_told("" if asked.figure.made_of_several else typed, part.share)
    whole = "ρ" if noise.takes_delta else "ε"
    known = _bounded(noise, asked, asked.name, at, part)
    return replace(
        known,
        beside=(
            phrase("{share} of {whole}", share=share, whole=whole),
            phrase("noise ≈ {off}", off=with_unit(readable(off), unit)),
        ),
        steps=(
            *known.steps,
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
