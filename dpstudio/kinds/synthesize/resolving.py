"""Synthesizing: the columns, queries and size of a plan's synthetic table, and how many people it needs."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms.small_database import (
    MOST_COLUMNS,
    Queries,
    Synthesis,
    query_count,
    refuse_infeasible,
    rows_for,
)
from dpstudio.core.plan import TablePlan
from dpstudio.core.quantities import parse_rational, readable
from dpstudio.core.tables.schema import Column
from dpstudio.kinds.synthesize.question import SyntheticTable
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import people_of, public_people
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved, Shape
from dpstudio.translation import phrase

_LARGEST_WEIGHT = 1000
_MOST_WEIGHTS = 100


def synthesizing(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what a synthetic table needs."""
    asked, data = found.plan.synthesis, found.plan.data_table
    if not public_people(found, phrase("A synthetic table"), notes):
        return found
    names = tuple(name for name in asked.columns if name)
    if not names:
        notes.ask("question", "synthesis.columns", phrase("Choose the yes/no columns of the synthetic table."))
    if not asked.alpha.strip():
        notes.ask("question", "synthesis.alpha", phrase("Type how wrong any share may be, for example 0.1."))
    if not asked.people.strip():
        notes.ask(
            "question", "synthesis.people", phrase("Type the number of people: for a synthetic table it is public.")
        )
    if data is None or not names or not found.known.has_header:
        return found
    columns = notes.attempt("question", "synthesis.columns", lambda: _columns(data, names, found.known.names))
    found = replace(found, synthetic=Shape(columns or ()))
    if columns is None or not asked.alpha.strip():
        return found
    shape = notes.attempt("question", "synthesis.alpha", lambda: _shape(found, len(columns)))
    if shape is None:
        return found
    size, alpha = shape
    found = replace(found, synthetic=Shape(columns, alpha, size))
    if notes.attempt("question", "synthesis.alpha", lambda: _feasible(size)) is None:
        return found
    return _with(found, columns, notes) if asked.people.strip() else found


def _columns(data: TablePlan, names: tuple[str, ...], known: tuple[str, ...]) -> tuple[Column, ...]:
    if len(names) > MOST_COLUMNS:
        raise InputError(
            phrase("There are more than {most_columns} columns.", most_columns=MOST_COLUMNS), phrase("Choose fewer.")
        )
    for place, name in enumerate(names):
        if name not in known:
            raise InputError(phrase("The table has no column “{name}”.", name=name), phrase("Choose another."))
        if name in names[:place]:
            raise InputError(phrase("“{name}” is chosen twice.", name=name), phrase("Remove one."))
    return tuple(declarations.yes_no_column(data, name) for name in names)


def _shape(found: Resolved, width: int) -> tuple[Synthesis, Fraction]:
    """The synthetic table's size for the accuracy wanted."""
    asked = found.plan.synthesis
    alpha = parse_rational(asked.alpha, phrase("The error α"))
    if alpha >= 1:
        raise InputError(
            phrase("The error α must lie below 1; it is {alpha}.", alpha=readable(alpha)),
            phrase("Type 0.5, for example."),
        )
    queries = Queries(asked.queries)
    weights = _weights(asked.weights) if queries is Queries.HALFSPACES else ()
    if queries is Queries.HALFSPACES and width < 2:
        raise InputError(phrase("A halfspace needs at least two columns."), phrase("Add a column."))
    rows = rows_for(alpha, query_count(width, queries, weights))
    return Synthesis(width, queries, weights, rows), alpha


def _weights(text: str) -> tuple[int, ...]:
    """Whole numbers on one line."""
    found = set()
    for word in text.replace(",", " ").split():
        value = parse_rational(word, phrase("A weight"), negative=True, zero=True)
        if value.denominator != 1 or abs(value) > _LARGEST_WEIGHT:
            raise InputError(
                phrase(
                    "A weight must be a whole number from −{largest_weight} to {largest_weight}.",
                    largest_weight=_LARGEST_WEIGHT,
                ),
                phrase("Type −1 0 1, say."),
            )
        found.add(value.numerator)
    if not 1 <= len(found) <= _MOST_WEIGHTS:
        raise InputError(
            phrase("There must be 1 to {most_weights} weights.", most_weights=_MOST_WEIGHTS),
            phrase("Type −1 0 1, say."),
        )
    return tuple(sorted(found))


def _feasible(synthesis: Synthesis) -> bool:
    refuse_infeasible(synthesis)
    return True


def _with(found: Resolved, columns: tuple[Column, ...], notes: Notes) -> Resolved:
    """The question, once the number of people, epsilon and risk are known."""
    text = found.plan.synthesis.people
    people = notes.attempt("question", "synthesis.people", lambda: people_of(text, phrase("The number of people"), ""))
    common, shape = found.common, found.synthetic.size
    if people is None or common is None or shape is None:
        return found

    def settled() -> SyntheticTable:
        return SyntheticTable(**common, columns=columns, synthesis=shape, alpha=found.synthetic.alpha, people=people)

    return replace(found, previewed=notes.attempt("question", "synthesis.people", settled))
