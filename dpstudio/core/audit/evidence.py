"""What draws prove of an event's chance: bounds that hold for every number of draws, and what they could have found.

Source: Hoeffding 1963, theorem 1 (Chernoff's bound): a share x of n independent draws of an event of chance p has
Pr[share >= x] <= exp(-n KL(x || p)) for x >= p, and Pr[share <= x] the same for x <= p, where
KL(x || p) = x ln(x / p) + (1 - x) ln((1 - x) / (1 - p)). It is the Clopper-Pearson bound with its binomial tail
replaced by this larger number, so it is never the narrower one.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_HALVINGS = 60
_TINY = 1e-300


def divergence(share: float, chance: float) -> float:
    """KL(share || chance) of two coins."""
    found = 0.0
    for x, p in ((share, chance), (1 - share, 1 - chance)):
        if x > 0:
            found += x * math.log(x / p) if p > 0 else math.inf
    return max(0.0, found)


def chance_at_least(share: float, draws: int, error: float) -> float:
    """A chance that the true one is below with probability at most `error`."""
    return _last(lambda chance: _likely(share, chance, draws, error), share, 0.0)


def chance_at_most(share: float, draws: int, error: float) -> float:
    """A chance that the true one is above with probability at most `error`."""
    return _last(lambda chance: _likely(share, chance, draws, error), share, 1.0)


def share_at_least(chance: float, draws: int, error: float) -> float:
    """A share that so many draws fall below with probability at most `error`."""
    return _last(lambda share: _likely(share, chance, draws, error), chance, 0.0)


def share_at_most(chance: float, draws: int, error: float) -> float:
    """A share that so many draws rise above with probability at most `error`."""
    return _last(lambda share: _likely(share, chance, draws, error), chance, 1.0)


def _likely(share: float, chance: float, draws: int, error: float) -> bool:
    return draws * divergence(share, chance) <= -math.log(error)


def _last(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """The farthest point towards `outside` that holds, or a little beyond it: errors of floats widen the bound."""
    if holds(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return min(1.0, max(0.0, outside + (outside - inside) + math.copysign(1e-12, outside - inside) * outside))


def proven_loss(first: float, second: float, draws: int, delta: float, error: float) -> float:
    """At most the least epsilon for which Pr[event] <= e^epsilon Pr'[event] + delta, except with probability `error`.

    Args:
        first, second: the shares of the draws of the first and of the second table in which the event occurred.
        draws: of each table.
    """
    likely = chance_at_least(first, draws, error / 2) - delta
    return math.log(likely / chance_at_most(second, draws, error / 2)) if likely > 0 else -math.inf


def loss_that_shows(claim: float, second: float, draws: int, delta: float, error: float, missed: float) -> float | None:
    """The least loss on an event that `proven_loss` would put above the claim, except with probability `missed`.

    Args:
        second: the share of the second table's draws in which the event occurred; its chance is taken to be the
            worst for us of those that this share allows.

    Returns:
        None where no loss would show, because the event is too common, or too rare, for so many draws.
    """
    share = missed / 3
    rarest = chance_at_least(second, draws, share / 2)
    if rarest <= 0 or _needed(claim, rarest, draws, delta, error, share) is None:
        return None
    chances = (rarest, second, chance_at_most(second, draws, share / 2))
    # Where nothing would show there is no larger loss either: an event's chance is at most 1.
    return max(
        _needed(claim, chance, draws, delta, error, share) or math.log((1 - delta) / chance) for chance in chances
    )


def _needed(claim: float, chance: float, draws: int, delta: float, error: float, missed: float) -> float | None:
    often = share_at_most(chance, draws, missed)

    def shows(loss: float) -> bool:
        likely = min(1.0, math.exp(loss) * chance + delta)
        return proven_loss(share_at_least(likely, draws, missed), often, draws, delta, error) > claim

    low, high = claim, math.log((1 - delta) / chance)
    if high <= low or not shows(high):
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high


def promising(first: Floats, second: Floats, draws: int, delta: float, deviations: float) -> Floats:
    """About the loss that events of these chances would let so many draws prove; it picks events and proves nothing.

    Args:
        deviations: how many standard deviations a bound lies away.
    """
    wide = [deviations * np.sqrt(p * (1 - p) / draws) + deviations**2 / 2 / draws for p in (first, second)]
    found: Floats = np.log(np.maximum(first - wide[0] - delta, _TINY) / (second + wide[1]))
    return found
