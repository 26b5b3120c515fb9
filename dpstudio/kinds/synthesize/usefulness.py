"""How useful a synthetic table is, by the law and as is proven: for other numbers of people, or within other errors."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.loss_bounds import exp_upper
from dpstudio.core.preview.loss import kept_below, round_steps
from dpstudio.core.preview.tail import Tail
from dpstudio.core.preview.usefulness import Usefulness
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase

_CERTAIN = 1 - 1e-9
"""Floats err by far less than a billionth of a small probability."""


def usefulness_of(question: SettledSynthesis, answers: Shown[NDArray[np.int64]], people: int, tick: Tick) -> Usefulness:
    """The law and the bound for numbers of people up to a little more than the proof needs.

    Args:
        answers: the scores of all tables, for a table of `people`.
    """
    errors, many = np.unique(-looked_at(answers), return_counts=True)
    law = _Law(question, errors, many, max(1, people), tick)
    end = Fraction(max(question.needed, min(people, 2 * question.needed)))
    step, places = round_steps(end * Fraction(11, 10), Fraction(1))
    numbers = [ceil(place * step) for place in range(1, places + 1)]
    bounds = tuple(law.bound(number) for number in numbers)
    failing = np.array([kept_below(law.fails(number), each) for number, each in zip(numbers, bounds, strict=True)])
    return Usefulness(int(step), failing, bounds, law.enough(), question.needed, people, question.alpha, question.beta)


def tail_of(
    question: SettledSynthesis, answers: Shown[NDArray[np.int64]], people: int, width: float, bins: int
) -> Tail:
    """How likely a table is drawn that is wrong by t or more, in percent.

    Some table of so many rows is wrong by alpha / 2 at most (MATH 3), and all that are wrong by t lie below it by the
    rest: the exponential mechanism draws one of these with probability tables * e^(-epsilon n (t - alpha / 2) / 2).

    Args:
        answers: the scores of all tables, for a table of `people`.
        width: of a bin of the picture, as a share.
        bins: how many there are.
    """
    chances, errors = SMALL_DATABASE.error_law(question.synthesis, looked_at(answers), question.epsilon, people)
    tails = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
    tables, best = Fraction(question.synthesis.tables or 0), question.alpha / 2

    def bound(t: Fraction) -> Fraction:
        beyond = t / 100 - best
        return tables * exp_upper(question.epsilon * people * beyond / 2) if beyond > 0 else tables

    def chance(t: Fraction) -> float:
        return kept_below(float(tails[np.searchsorted(errors, float(t / 100) * _CERTAIN)]), bound(t))

    reached = SMALL_DATABASE.accuracy(question.synthesis, question.epsilon, max(1, people), question.beta)
    step, last = round_steps(100 * min(Fraction(1), reached * Fraction(11, 10)), Fraction(1, 10))
    mostly = Fraction(float(errors[int(np.argmax(tails[1:] <= float(question.beta)))]))
    start = min(last, max(1, floor(100 * mostly / step))) * step
    far = partial(_beyond, width, bins)
    return Tail(
        step, last, start, "%", phrase("Wrong by {t} or more"), phrase("the number of tables"), chance, bound, far
    )


def _beyond(width: float, bins: int, t: Fraction) -> NDArray[np.bool_]:
    """Which bins begin at an error of t percent, or beyond it."""
    found: NDArray[np.bool_] = np.arange(bins) * width >= float(t / 100) * _CERTAIN
    return found


@dataclass(frozen=True)
class _Law:
    """Of every largest error that some table has, in the question's steps, how many tables have it."""

    question: SettledSynthesis
    errors: NDArray[np.int64]
    many: NDArray[np.int64]
    people: int
    tick: Tick

    def fails(self, number: int) -> float:
        """How likely an error beyond alpha is drawn: the shares stay, so errors in people grow with their number."""
        self.tick(0.5)
        rate = self.question.epsilon / 2 / self.question.synthesis.rows * number / self.people
        logs = np.log(self.many) - self.errors * float(rate)
        chances = np.exp(logs - logs.max())
        most = self.question.alpha * self.question.synthesis.rows * self.people
        return float(chances[self.errors > most.numerator // most.denominator].sum() / chances.sum())

    def bound(self, number: int) -> Fraction:
        """The number of tables times e^(-epsilon alpha n / 4)."""
        return (self.question.synthesis.tables or 0) * exp_upper(
            self.question.epsilon * self.question.alpha * number / 4
        )

    def enough(self) -> int:
        """The least number for which that is at most beta; it is never more than the proof needs."""
        low, high = 0, self.question.needed
        while high - low > 1:
            middle = (low + high) // 2
            fits = self.fails(middle) <= float(self.question.beta) * _CERTAIN
            low, high = (low, middle) if fits else (middle, high)
        return high
