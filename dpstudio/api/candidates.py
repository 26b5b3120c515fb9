"""Where candidates come from, if not from a list of names."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeAlias

from dpstudio.api.arguments import as_declared
from dpstudio.api.exact import Exact, lines_of, typed
from dpstudio.core.plan import CandidatesPlan, TablePlan

Candidates: TypeAlias = Sequence[str] | Mapping[str, Exact] | CandidatesPlan
"""Names, names with their weights, or what `grid`, `dates`, `product` or `from_table` make."""


@as_declared
def grid(start: Exact, stop: Exact, step: Exact) -> CandidatesPlan:
    """The numbers from start to stop, both included, by a step."""
    return CandidatesPlan("grid", start=typed(start), stop=typed(stop), step=typed(step))


@as_declared
def dates(start: str | date, stop: str | date, step: Exact = 1) -> CandidatesPlan:
    """The days from start to stop, both included, by a step in days; a day is a date or written 2026-12-31."""
    first, last = (each.isoformat() if isinstance(each, date) else each for each in (start, stop))
    return CandidatesPlan("dates", start=first, stop=last, step=typed(step))


@as_declared
def product(*lists: Sequence[str]) -> CandidatesPlan:
    """Every choice of one name from each list; the lists are the attributes "part 1", "part 2", ..."""
    return CandidatesPlan("product", text="\n\n".join(lines_of(each) for each in lists))


@as_declared
def from_table(public: TablePlan, names: str, weights: str = "") -> CandidatesPlan:
    """The rows of a public table, their names in one column and, where there are any, their weights in another.

    The table itself is given to the question too, as `public=[table]`.
    """
    return CandidatesPlan("table", table=public.handle, label_column=names, weight_column=weights)


def planned(candidates: Candidates) -> CandidatesPlan:
    """The plan of candidates, however they are given.

    Raises:
        InputError: a name is blank or holds a line break.
    """
    if isinstance(candidates, CandidatesPlan):
        return candidates
    weights = lines_of(candidates.values()) if isinstance(candidates, Mapping) else ""
    return CandidatesPlan("list", text=lines_of(candidates), weights=weights)
