"""The law of noisy max with Laplace noise: one-dimensional quadrature between the kinks."""

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.errors import InputError
from dpstudio.core.sampling.comparison import Floats
from dpstudio.translation import phrase

MOST_DISTINCT = 10_000
_WIDEST = 0.25
_TAIL = 45.0
_FARTHEST = 800.0
_CHUNK = 512
_LN_2 = float(np.log(2.0))
Counts = NDArray[np.int64]
# Panels up to this width are integrated to double precision by this many nodes.
_RULES = tuple((width, *np.polynomial.legendre.leggauss(nodes)) for width, nodes in ((0.002, 4), (0.02, 6), (1.0, 16)))


def laplace_law(places: Floats) -> Floats:
    """Pr[place_y + Laplace(1) is the largest] for each y.

    p_y is the integral over t of h(t - place_y) * G(t), where G is the product of all distribution functions F(t -
    place_j) and h = f / F: 1 below 0, e^-x / (2 - e^-x) above. All terms are positive, so small probabilities
    keep their relative precision; equal places are computed once; below the lowest place G is one exponential. Places
    more than 800 below the best are moved there: their probability is below 1e-340 and theirs alone is touched.

    Args:
        places: rate * score, any shift; at most 0 for the best keeps the numbers small.

    Raises:
        InputError: more than 10,000 different places.
    """
    distinct, where, many = np.unique(
        np.maximum(places, places.max() - _FARTHEST), return_inverse=True, return_counts=True
    )
    if distinct.size > MOST_DISTINCT:
        raise InputError(
            phrase(
                "The distribution with Laplace noise is computed for at most {most_distinct} different scores.",
                most_distinct=f"{MOST_DISTINCT:,}",
            ),
            phrase("Preview another mechanism; the draw itself is exact for any number."),
        )
    nodes, weights = _grid(distinct, places.size)
    lowest = float((np.minimum(distinct[0] - distinct, 0.0) - _LN_2) @ many)
    chance = np.full(distinct.size, np.exp(lowest) / places.size)
    for start in range(0, nodes.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        _add(chance, distinct, many, nodes[part], weights[part])
    law: Floats = chance[where]
    return law


def _add(chance: Floats, places: Floats, many: Counts, points: Floats, weights: Floats) -> None:
    """Add the integral over some neighbouring nodes; only places near them need the full formulas."""
    near = slice(int(places.searchsorted(points[0] - _TAIL)), int(places.searchsorted(points[-1])))
    ahead = slice(near.stop, places.size)
    heads = float(many[ahead].sum())
    logs = heads * (points - _LN_2) - float(places[ahead] @ many[ahead])
    behind = np.exp(np.minimum(places[near] - points[:, None], 0.0))
    above = np.maximum(places[near] - points[:, None], 0.0)
    logs += np.where(above > 0, -above - _LN_2, np.log1p(-0.5 * behind)) @ many[near]
    height = weights * np.exp(logs)
    chance[ahead] += height.sum()
    chance[near] += height @ np.where(above > 0, 1.0, behind / (2.0 - behind))
    fading = float(height @ np.exp(points[0] - points)) / 2
    chance[: near.start] += fading * np.exp(places[: near.start] - points[0])


def _grid(places: Floats, count: int) -> tuple[Floats, Floats]:
    """Ascending nodes and weights from the lowest place to where nothing is left; panels end at every kink."""
    kinks = np.append(places, places[-1] + np.log(count) + _TAIL)
    widths = np.diff(kinks)
    pieces = np.maximum(1, np.ceil(widths / _WIDEST)).astype(np.int64)
    width = np.repeat(widths / pieces, pieces)
    turn = np.arange(width.size) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    left = np.repeat(kinks[:-1], pieces) + turn * width
    nodes, weights, least = [], [], 0.0
    for most, abscissas, shares in _RULES:
        chosen = (width > least) & (width <= most)
        half = width[chosen, None] / 2
        nodes.append((left[chosen, None] + half * (1 + abscissas)).ravel())
        weights.append((half * shares).ravel())
        least = most
    points, factors = np.concatenate(nodes), np.concatenate(weights)
    order = np.argsort(points)
    return points[order], factors[order]
