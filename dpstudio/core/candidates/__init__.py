"""What may be chosen: public lists, grids and tables, with their origin and weights."""

from dpstudio.core.candidates.numbers import Numbers
from dpstudio.core.candidates.sets import (
    MOST_CANDIDATES,
    CandidateSet,
    Grid,
    Listed,
    Origin,
    parse_dates,
    parse_grid,
    parse_list,
    parse_product,
    parse_weights,
)

__all__ = [
    "MOST_CANDIDATES",
    "CandidateSet",
    "Grid",
    "Listed",
    "Numbers",
    "Origin",
    "parse_dates",
    "parse_grid",
    "parse_list",
    "parse_product",
    "parse_weights",
]
