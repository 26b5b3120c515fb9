"""The two proofs of the documents step by step, with the numbers of two neighbouring tables (MATH 1 and 2)."""

from fractions import Fraction
from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.quantities import readable, with_unit
from dpstudio.core.sampling.comparison import float_of
from dpstudio.translation import phrase

_LARGE, _HUGE, _FAR = 1_000, 1_000_000, 100
_TOLD = 12
"""How many characters an exact number may have in a sentence."""


class Factor(NamedTuple):
    """A factor of the ratio: what it is called, and its natural logarithm."""

    name: str
    log: float


class Step(NamedTuple):
    """A step of a proof.

    Args:
        said: in sentences.
        lit: which factors it is about.
        everyone: whether it is about all outcomes, and not about one.
    """

    said: str
    lit: tuple[int, ...]
    everyone: bool = False


class Proof(NamedTuple):
    """The factors, the last of which is the product of the others, and the steps."""

    factors: tuple[Factor, ...]
    steps: tuple[Step, ...]


class Moved(NamedTuple):
    """What a proof begins with.

    Args:
        name: the outcome.
        epsilon: of this draw.
        bound: R or Δ.
        unit: what scores or figures count.
        all_of: what all outcomes are.
    """

    name: str
    epsilon: Fraction
    bound: Fraction
    unit: str
    all_of: str = "candidates"


def factor_text(logarithm: float) -> str:
    """A factor of at least 1 in few digits, given its logarithm; a huge one as a power of e."""
    if logarithm >= log(_HUGE):
        return f"e^{logarithm:,.0f}" if logarithm >= _FAR else f"e^{logarithm:.3g}"
    factor = exp(logarithm)
    return f"{factor:,.0f}" if factor >= _LARGE else f"{factor:.3g}"


def times_text(logarithm: float) -> str:
    """How many times as likely, of the logarithm: ×2.72, or ÷2.72 where it is less likely."""
    text = factor_text(abs(logarithm))
    return f"{'×' if logarithm >= 0 or text == '1' else '÷'}{text}"


def _power(above: str, value: Fraction) -> str:
    """A power of e as it is written, and what it is."""
    return phrase(
        "e^({above}) = {value}", above=above, value=times_text(float_of(value) if value >= 0 else -float_of(-value))
    )


def of_exponential(
    moved: Moved,
    scores: tuple[NDArray[np.object_], NDArray[np.object_]],
    place: int,
    weights: NDArray[np.float64] | None,
) -> Proof:
    """That of the exponential mechanism: an outcome's own weight, then the sum of all weights.

    Args:
        scores: exact ones, old and new.
        place: the outcome.
        weights: logarithms of the candidates' weights.
    """
    old, new = scores
    shifts = new - old
    own, least, most = shifts[place], min(shifts), max(shifts)
    rate = moved.epsilon / moved.bound
    first = float(rate * own)
    second = _log_sum(old, rate, weights) - _log_sum(new, rate, weights)
    within = most - least <= moved.bound
    steps = (
        Step(
            phrase(
                "How likely is “{name}” now, compared with before? {first}. Both times its probability is"
                " its weight, e^(ε·score/R), divided by the sum of all weights. So there are two factors.",
                name=moved.name,
                first=times_text(first + second),
            ),
            (2,),
        ),
        Step(
            phrase(
                "Its own weight: its score moves by s = {own}, from {old} to {new}, so its weight changes"
                " by e^(ε·s/R) = {power}.",
                own=_with(own, moved.unit),
                old=_told(old[place]),
                new=_told(new[place]),
                power=_power(f"{_told(moved.epsilon)}·({_told(own)})/{_told(moved.bound)}", rate * own),
            ),
            (0,),
        ),
        _of_the_sum(moved, shifts, rate, second),
        Step(
            phrase(
                "Together {first} and {second} make {first_2}. M − m = {most} is {fits} R = {bound}, so"
                " {conclusion}{halves}",
                first=times_text(first),
                second=times_text(second),
                first_2=times_text(first + second),
                most=_with(most - least, moved.unit),
                fits=phrase("at most") if within else phrase("more than"),
                bound=_told(moved.bound),
                conclusion=_conclusion(moved, within=within),
                halves=_halves(moved, least, most),
            ),
            (0, 1, 2),
        ),
    )
    logs = (phrase("its weight"), first), (phrase("the sum"), second), (phrase("both"), first + second)
    return Proof(tuple(Factor(*each) for each in logs), steps)


def _of_the_sum(moved: Moved, shifts: NDArray[np.object_], rate: Fraction, second: float) -> Step:
    """How the sum of all weights moves."""
    least, most = min(shifts), max(shifts)
    low, high = (times_text(float(rate * each)) for each in (least, most))
    return Step(
        phrase(
            "The sum: the scores of all {all_of} move by m = {least} at least and by M = {most} at"
            " most, so each weight changes by a factor from {low} to {high}, and so does their sum:"
            " {second}. What is divided by it changes by {second_2}.",
            all_of=moved.all_of,
            least=_told(least),
            most=_told(most),
            low=low,
            high=high,
            second=times_text(-second),
            second_2=times_text(second),
        ),
        (1,),
        everyone=True,
    )


def _halves(moved: Moved, least: Fraction, most: Fraction) -> str:
    """The documents' form of it, where it holds here."""
    if 2 * max(most, -least) > moved.bound:
        return ""
    half = factor_text(float(moved.epsilon / 2))
    return phrase(
        " R is at least twice as far as any score moves, so each of both factors is within e^(ε/2) = {half}.", half=half
    )


def of_laplace(moved: Moved, truths: tuple[Fraction, Fraction], value: Fraction) -> Proof:
    """That of the Laplace mechanism: a factor for the distance from each true figure.

    Args:
        truths: the old and the new figure.
        value: the outcome.
    """
    rate = moved.epsilon / moved.bound
    far, near = (abs(value - each) for each in (truths[1], truths[0]))
    apart = abs(truths[1] - truths[0])
    total = float(rate * (near - far))
    sign = f"ε·({_told(near)} − {_told(far)})/{_told(moved.bound)}"
    steps = (
        Step(
            phrase(
                "How likely is {name} now, compared with before? {total}. Both times its probability is"
                " the same constant times e^(−ε·distance/Δ), where the distance is that from the true"
                " figure. The constant cancels, and two factors remain.",
                name=moved.name,
                total=times_text(total),
            ),
            (2,),
        ),
        Step(
            phrase(
                "It is {far} away from the new true figure, which makes {power}.",
                far=_with(far, moved.unit),
                power=_power(f"−ε·{_told(far)}/{_told(moved.bound)}", -rate * far),
            ),
            (0,),
        ),
        Step(
            phrase(
                "It is {near} away from the old one. To divide by that one's factor is to multiply by {power}.",
                near=_with(near, moved.unit),
                power=_power(f"+ε·{_told(near)}/{_told(moved.bound)}", rate * near),
            ),
            (1,),
        ),
        Step(
            phrase(
                "Together {power}. Both distances never differ by more than the figures do: by {apart}"
                " (the triangle inequality).",
                power=_power(sign, rate * (near - far)),
                apart=_with(apart, moved.unit),
            ),
            (0, 1, 2),
            everyone=True,
        ),
        _of_the_figure(moved, apart),
    )
    names = (phrase("new distance"), phrase("old distance"), phrase("both"))
    logs = -float(rate * far), float(rate * near), total
    return Proof(tuple(map(Factor, names, logs)), steps)


def _of_the_figure(moved: Moved, apart: Fraction) -> Step:
    """How far one person moves the figure, against what the noise is made for."""
    fits = phrase("at most") if apart <= moved.bound else phrase("more than")
    return Step(
        phrase(
            "One person moves the figure by {apart} here, {fits} Δ = {bound}. So {conclusion}",
            apart=_with(apart, moved.unit),
            fits=fits,
            bound=_told(moved.bound),
            conclusion=_conclusion(moved, within=apart <= moved.bound),
        ),
        (2,),
        everyone=True,
    )


def _conclusion(moved: Moved, *, within: bool) -> str:
    most = factor_text(float_of(moved.epsilon))
    if within:
        return phrase("no outcome becomes more likely or more unlikely than by the factor e^ε = {most}.", most=most)
    return phrase("nothing keeps an outcome within e^ε = {most}: the guarantee is broken.", most=most)


def _told(value: Fraction) -> str:
    """A number exactly where it is short."""
    text = readable(value)
    return text if len(text) <= _TOLD else f"{float(value):,.6g}"


def _with(value: Fraction, unit: str) -> str:
    return with_unit(_told(value), unit)


def _log_sum(scores: NDArray[np.object_], rate: Fraction, weights: NDArray[np.float64] | None) -> float:
    """The logarithm of the sum of all weights."""
    best = max(scores)
    logs = np.array([float(rate * (each - best)) for each in scores])
    likely = np.exp(logs if weights is None else logs + weights)
    return float(rate * best) + float(np.log(likely.sum()))
