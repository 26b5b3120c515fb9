"""Mechanisms side by side, as a preview tells of them."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Compared:
    """One mechanism on the scores; losses are in units of the score, None where a figure is not known.

    Args:
        best: the probability of a candidate with the best score.
        mean_loss: how far the chosen score falls below the best on average.
        common_loss: what the loss stays within except with probability beta, on these scores.
        bound: the same for every table.
        rho: the zero-concentrated differential privacy of one draw.
    """

    name: str
    best: float | None
    mean_loss: float | None
    common_loss: float | None
    bound: Fraction | None
    rho: Fraction


@dataclass(frozen=True)
class Comparison:
    """All mechanisms that a question allows, on the same scores.

    Args:
        rows: one a mechanism.
        weighted: whether those are left out that are not defined with weights.
    """

    rows: tuple[Compared, ...]
    weighted: bool
