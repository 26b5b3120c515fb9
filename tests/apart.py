"""How far frequencies lie from a law, by the plain formulas."""

import numpy as np


def apart(shares, chances) -> float:
    """The total variation distance; what lies beyond the outcomes counts as one more."""
    beyond = abs((1 - float(shares.sum())) - (1 - float(chances.sum())))
    return (float(np.abs(shares - chances).sum()) + beyond) / 2


def apart_by_chance(chances, draws: int) -> float:
    """What is to be expected of it, about: a chance p errs by sqrt(2p(1 - p) / (pi n)), and by 2p at most."""
    typical = np.sqrt(2 * chances * (1 - chances).clip(0) / (np.pi * draws))
    return float(np.minimum(typical, 2 * chances).sum()) / 2
