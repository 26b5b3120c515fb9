"""Which law a release must have, worked out from the definitions alone, and whether outcomes speak against it.

Candidates, or tables, of one score and weight are a group; a law is given as the chances of the groups.
"""

import math

import numpy as np

# By Markov's inequality an alternative that the data favour by this factor is believed wrongly once in 2 * 10^8 times.
SURE = math.log(2e8)


def exponential(counts, gaps):
    """Pr proportional to exp(-gap): counts may be weights."""
    shares = np.array(counts) * np.exp(-np.array(gaps))
    return shares / shares.sum()


def permute_and_flip(counts, gaps):
    """Everybody throws a coin of chance exp(-gap) at a uniform time; the earliest head wins."""
    counts, heads = np.array(counts), np.exp(-np.array(gaps))
    reach = min(1.0, 80 / float(counts @ heads))
    times, weights = _nodes(0.0, reach)
    misses = np.log1p(-np.outer(times, np.minimum(heads, 1 - 1e-16)))
    none = np.exp((misses @ counts)[:, None] - misses)
    return counts * heads * (weights @ none)


def laplace(counts, gaps):
    """Everybody's score gets noise of scale 1; the largest wins."""
    counts, gaps = np.array(counts), np.array(gaps, float)
    points, weights = _nodes(-float(gaps.max()) - 45, 60.0, 400)
    above = points[:, None] + gaps
    logs = np.where(above > 0, np.log1p(-np.exp(-np.abs(above)) / 2), -np.abs(above) - math.log(2))
    density = np.exp(-np.abs(above)) / 2
    others = np.exp((logs @ counts)[:, None] - logs)
    return counts * (weights @ (density * others))


SELECTIONS = {
    "exponential": exponential,
    "noisy_max_gumbel": exponential,
    "permute_and_flip": permute_and_flip,
    "noisy_max_exponential": permute_and_flip,
    "noisy_max_laplace": laplace,
}


def _nodes(low, high, panels=60):
    nodes, weights = np.polynomial.legendre.leggauss(20)
    edges = np.linspace(low, high, panels + 1)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + nodes)).ravel(), (half * weights).ravel()


def two_sided_geometric(steps, rate):
    """The logarithms of Pr[k] proportional to exp(-rate |k|)."""
    return -rate * np.abs(steps) + math.log(math.tanh(rate / 2))


def discrete_gaussian(steps, sigma):
    """The logarithms of Pr[k] proportional to exp(-k^2 / (2 sigma^2))."""
    wide = np.arange(-int(40 * sigma) - 2, int(40 * sigma) + 3)
    whole = np.exp(-(wide**2) / (2 * sigma**2)).sum()
    return -(np.asarray(steps, float) ** 2) / (2 * sigma**2) - math.log(whole)


def gaussian_delta(sigma, moved, epsilon):
    """The least delta of discrete Gaussian noise on one number."""
    wide = np.arange(-int(40 * sigma) - moved - 2, int(40 * sigma) + moved + 3)
    here = np.exp(discrete_gaussian(wide, sigma))
    there = np.exp(discrete_gaussian(wide + moved, sigma))
    return float(np.maximum(0, here - math.exp(epsilon) * there).sum())


def zcdp_epsilon(rho, delta):
    """The epsilon that rho gives at delta, over a grid of orders (Canonne, Kamath and Steinke 2020, corollary 13)."""
    orders = 1 + np.geomspace(1e-4, 1e8, 20000)
    tail = (math.log(1 / delta) + (orders - 1) * np.log1p(-1 / orders) - np.log(orders)) / (orders - 1)
    return float((orders * rho + tail).min())


def verdict(likelihood, less, more):
    """What outcomes say of a claim.

    Args:
        likelihood: the logarithm of the outcomes' chance if noise were smaller by a factor; 1 is the claim.
        less, more: the factors that the claim is held against, above and below 1.
    """
    claim = likelihood(1.0)
    if likelihood(less) - claim > SURE:
        return "less noise than charged"
    if likelihood(more) - claim > SURE:
        return "more noise than charged"
    return "as charged"
