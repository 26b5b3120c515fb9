"""What led to a winner, so that it can be watched: noise on every score, or coins thrown one after another.

The winner is drawn before, and as every release draws it. Noise or coins are then drawn from their law given that
winner, by floats: no release takes part in them. Winner and story together have the law of the mechanism's definition.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.sampling.comparison import Floats

_LN_2 = float(np.log(2.0))
_STEP, _FAR, _CELLS, _REACH, _NEVER = 0.04, 40.0, 2048, 60.0, -1e4


@dataclass(frozen=True)
class Noisy:
    """Noise on every score, of which the largest sum wins.

    Args:
        noise: one for each candidate, in steps of the scores.
    """

    winner: int
    noise: Floats


@dataclass(frozen=True)
class Coins:
    """Candidates whose coins were thrown one after another; the last one's alone showed heads.

    Args:
        thrown: the candidates in the order of their coins.
        heads: how likely each of these coins shows heads.
    """

    thrown: tuple[int, ...]
    heads: Floats


Story = Noisy | Coins


class Shape(NamedTuple):
    """A noise of scale 1 by logarithms: its density, the chance to lie below, and where it lies below by a chance."""

    density: Callable[[Floats], Floats]
    below: Callable[[Floats], Floats]
    quantile: Callable[[Floats], Floats]


def _laplace_below(at: Floats) -> Floats:
    return np.where(at < 0, at - _LN_2, np.log1p(-0.5 * np.exp(-np.maximum(at, 0))))


def _laplace_quantile(logs: Floats) -> Floats:
    above = -_LN_2 - np.log(-np.expm1(np.maximum(logs, -_LN_2)))
    return np.where(logs < -_LN_2, logs + _LN_2, above)


def _one_sided_below(at: Floats) -> Floats:
    return np.where(at > 0, np.log(-np.expm1(-np.maximum(at, 1e-300))), _NEVER)


GUMBEL = Shape(lambda at: -at - np.exp(-at), lambda at: -np.exp(-at), lambda logs: -np.log(-logs))
TWO_SIDED = Shape(lambda at: -np.abs(at) - _LN_2, _laplace_below, _laplace_quantile)
ONE_SIDED = Shape(lambda at: np.where(at > 0, -at, _NEVER), _one_sided_below, lambda logs: -np.log(-np.expm1(logs)))


def noisy(shape: Shape, exponents: Floats, winner: int, entropy: Entropy) -> Noisy:
    """Noise of scale 1 on every score that makes the winner the largest; in units of the exponents.

    The largest sum has the density f(m - a_w) times the product of F(m - a_y) over all others; below it every other
    noise has its own law, cut off there.

    Args:
        exponents: rate * (best - score) for each candidate, so a_y is minus that.
    """
    places = -exponents
    room = _largest(shape, places, winner, entropy) - places
    found = shape.quantile(np.log(uniform(entropy, places.size)) + shape.below(room))
    found = np.minimum(found, np.nextafter(room, -np.inf))
    found[winner] = room[winner]
    return Noisy(winner, found)


def _largest(shape: Shape, places: Floats, winner: int, entropy: Entropy) -> float:
    """The winner's sum, on a fine grid of which 0 is an edge, uniform within its cell."""
    cells = np.arange(-int(_FAR / _STEP), int((np.log(places.size) + _FAR) / _STEP))
    middles = (cells + 0.5) * _STEP
    distinct, many = np.unique(np.delete(places, winner), return_counts=True)
    logs = shape.density(middles - places[winner])
    logs = logs + np.maximum(shape.below(middles[:, None] - distinct), _NEVER) @ many
    return float(middles[_cell(logs, entropy)] + (uniform(entropy, 1)[0] - 0.5) * _STEP)


def coins(exponents: Floats, winner: int, entropy: Entropy) -> Coins:
    """The coins that were thrown until the winner's showed heads, in an order that knows nothing of the scores.

    Each candidate comes at a uniform time. The winner comes at t with a density that is the product of 1 - t * q over
    all others, q the chance of heads; another one came before t, and showed tails, by t(1 - q) / (1 - tq).

    Args:
        exponents: rate * (best - score) for each candidate.
    """
    heads = np.exp(-exponents)
    time = _time(np.delete(heads, winner), entropy)
    before = uniform(entropy, heads.size) < time * (1 - heads) / (1 - time * heads)
    before[winner] = False
    tails = np.flatnonzero(before)
    order = tails[np.argsort(uniform(entropy, tails.size))]
    thrown = (*order.tolist(), winner)
    return Coins(thrown, heads[list(thrown)])


def _time(others: Floats, entropy: Entropy) -> float:
    """When the winner came, uniform within a cell of a fine grid."""
    width = min(1.0, _REACH / max(1.0, float(others.sum()))) / _CELLS
    middles = (np.arange(_CELLS) + 0.5) * width
    distinct, many = np.unique(others, return_counts=True)
    logs: Floats = np.log1p(-middles[:, None] * distinct) @ many.astype(np.float64)
    return float(middles[_cell(logs, entropy)] + (uniform(entropy, 1)[0] - 0.5) * width)


def _cell(logs: Floats, entropy: Entropy) -> int:
    """A place with a chance proportional to e to its logarithm."""
    reached = np.cumsum(np.exp(logs - logs.max()))
    return int(np.searchsorted(reached, uniform(entropy, 1)[0] * reached[-1]))


def uniform(entropy: Entropy, count: int) -> Floats:
    """Numbers between 0 and 1, for pictures alone."""
    drawn: Floats = ((entropy.words(count) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    return drawn
