"""dpstudio from Python: what window and command line use, under the same refusals and the same ledger.

    from dpstudio import choose, column, rows, table, votes

Nothing here computes or checks by itself: a question becomes the plan that a person would have typed (docs/python.md).
"""

from dpstudio.api.asked import Asked, Drawn, complete, open_project
from dpstudio.api.candidates import dates, from_table, grid, product
from dpstudio.api.figures import count, figure, groups, histogram, mean, total, where
from dpstudio.api.questions import choose, measure, survey, synthesize
from dpstudio.api.receipts import accounts, verify
from dpstudio.api.scores import agreement, median, nearness, quantile, ready, revenue, votes
from dpstudio.api.tables import column, persons, rows, table
from dpstudio.core.errors import Cancelled, InputError, Lost, Refusal, StudioError

__all__ = [
    "Asked",
    "Cancelled",
    "Drawn",
    "InputError",
    "Lost",
    "Refusal",
    "StudioError",
    "accounts",
    "agreement",
    "choose",
    "column",
    "complete",
    "count",
    "dates",
    "figure",
    "from_table",
    "grid",
    "groups",
    "histogram",
    "mean",
    "measure",
    "median",
    "nearness",
    "open_project",
    "persons",
    "product",
    "quantile",
    "ready",
    "revenue",
    "rows",
    "survey",
    "synthesize",
    "table",
    "total",
    "verify",
    "votes",
    "where",
]
