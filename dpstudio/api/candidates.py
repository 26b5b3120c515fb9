"""Where candidates come from, if not from a list of names."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeAlias

from dpstudio.api.exact import Exact, named, typed
from dpstudio.core.errors import InputError
from dpstudio.core.plan import CandidatesPlan, TablePlan

Candidates: TypeAlias = Sequence[str] | Mapping[str, Exact] | CandidatesPlan
"""Names, names with their weights, or what `grid`, `dates`, `product` or `from_table` make."""


def grid(start: Exact, stop: Exact, step: Exact) -> CandidatesPlan:
    """The numbers from start to stop, both included, by a step."""
    texts = [typed(value, f"The {name}") for name, value in (("start", start), ("stop", stop), ("step", step))]
    return CandidatesPlan("grid", start=texts[0], stop=texts[1], step=texts[2])


def dates(start: str | date, stop: str | date, step: Exact = 1) -> CandidatesPlan:
    """The days from start to stop, both included, by a step in days; a day is a date or written 2026-12-31."""
    first, last = (each.isoformat() if isinstance(each, date) else each for each in (start, stop))
    return CandidatesPlan("dates", start=first, stop=last, step=typed(step, "The step"))


def product(*lists: Sequence[str]) -> CandidatesPlan:
    """Every choice of one name from each list; the lists are the attributes "part 1", "part 2", ..."""
    return CandidatesPlan("product", text="\n\n".join(_lines(each) for each in lists))


def from_table(public: TablePlan, names: str, weights: str = "") -> CandidatesPlan:
    """The rows of a public table, their names in one column and, where there are any, their weights in another.

    The table itself is given to the question too, as `public=[table]`.
    """
    return CandidatesPlan("table", table=public.handle, label_column=names, weight_column=weights)


def planned(candidates: Candidates) -> CandidatesPlan:
    """The plan of candidates, however they are given.

    Raises:
        InputError: a name is blank or holds a line break, or a single text stands in the place of a list.
    """
    if isinstance(candidates, CandidatesPlan):
        return candidates
    if isinstance(candidates, str):
        raise InputError("The candidates are one text.", 'Give a list of names: ["Tea", "Coffee"].')
    if isinstance(candidates, Mapping):
        weights = [typed(weight, f"The weight of {name}") for name, weight in candidates.items()]
        return CandidatesPlan("list", text=_lines(list(candidates)), weights=_lines(weights))
    return CandidatesPlan("list", text=_lines(candidates))


def _lines(texts: Sequence[str]) -> str:
    """One a line, as a person would type them."""
    for text in texts:
        named(text, "A candidate's name")
        if len(text.split("\n")) > 1 or len(text.splitlines()) != 1 or not text.strip():
            raise InputError(f"{text!r} cannot be typed on a line of its own.", "Write each name on one line.")
    return "\n".join(texts)
