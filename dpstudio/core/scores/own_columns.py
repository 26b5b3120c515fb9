"""The columns that are named like the candidates: own_column() is the cell in the one that is the candidate's."""

from collections.abc import Mapping

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.tables.schema import NUMERIC, Column


def own_columns(columns: Mapping[str, Column], candidates: CandidateSet) -> tuple[Column, ...]:
    """In the candidates' order; none where a candidate has no column."""
    if candidates.count > len(columns):
        return ()
    found = tuple(columns[label] for label in candidates.texts("") if label in columns)
    return found if len(found) == candidates.count else ()


def are_numbers(own: tuple[Column, ...]) -> bool:
    """Whether the candidates' own columns are numbers; else they are yes or no."""
    return bool(own) and own[0].kind in NUMERIC
