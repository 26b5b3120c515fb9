"""The candidates of a plan: typed, a grid, a product, or a public table's."""

from collections.abc import Mapping
from functools import lru_cache, partial

from dpstudio.core.candidates import (
    CandidateSet,
    Listed,
    Origin,
    parse_dates,
    parse_grid,
    parse_list,
    parse_product,
    parse_weights,
)
from dpstudio.core.candidates.sets import refuse_unusable
from dpstudio.core.errors import InputError
from dpstudio.core.plan import CandidatesPlan, Plan
from dpstudio.core.quantities import parse_rational
from dpstudio.core.tables.schema import Role
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.planning.missing import Notes
from dpstudio.translation import phrase


def candidates_of(plan: Plan, facts: Mapping[str, TableFacts], notes: Notes) -> CandidateSet | None:
    """The candidates, or None where they are missing or wrong."""
    asked = plan.candidates
    if asked.kind in ("grid", "dates"):
        return _stepped(asked, notes)
    if asked.kind in ("list", "product"):
        if not asked.text.strip():
            notes.ask("question", "candidates.text", phrase("Type the candidates, one per line."))
            return None
        if asked.kind == "product":
            return notes.attempt("question", "candidates.text", lambda: _product(asked.text))
        return notes.attempt("question", "candidates.text", lambda: _listed(asked.text, asked.weights))
    if asked.kind == "table":
        return _from_table(plan, asked, facts, notes)
    notes.ask(
        "question", "candidates.kind", phrase("Say what can be chosen: a list, a grid of numbers, or a public table.")
    )
    return None


def _stepped(asked: CandidatesPlan, notes: Notes) -> CandidateSet | None:
    """A grid of numbers or dates, once its three fields are typed."""
    blank = [name for name in ("start", "stop", "step") if not getattr(asked, name).strip()]
    for name in blank:
        notes.ask("question", f"candidates.{name}", phrase("Type the {name} of the candidates.", name=name))
    if blank:
        return None
    build = _dates if asked.kind == "dates" else _grid
    if build is _grid and not _are_numbers(asked, notes):
        return None
    return notes.attempt("question", "candidates.start", lambda: build(asked.start, asked.stop, asked.step))


def _are_numbers(asked: CandidatesPlan, notes: Notes) -> bool:
    """Whether each of the fields of a grid is a number by itself; each that is none says so."""
    fields = (("start", phrase("The start")), ("stop", phrase("The stop")), ("step", phrase("The step")))
    read = [
        notes.attempt(
            "question",
            f"candidates.{name}",
            partial(parse_rational, getattr(asked, name), what, negative=name != "step", zero=name != "step"),
        )
        for name, what in fields
    ]
    return None not in read


_grid = lru_cache(maxsize=8)(parse_grid)
_dates = lru_cache(maxsize=8)(parse_dates)
_product = lru_cache(maxsize=4)(parse_product)


@lru_cache(maxsize=8)
def _listed(text: str, weights: str) -> Listed:
    labels = parse_list(text)
    lines = tuple(line.strip() for line in weights.splitlines() if line.strip())
    return Listed(labels, weights=parse_weights(lines, labels) if lines else None)


def _from_table(
    plan: Plan, asked: CandidatesPlan, facts: Mapping[str, TableFacts], notes: Notes
) -> CandidateSet | None:
    table = next((table for table in plan.tables if table.handle == asked.table), None)
    if table is None:
        notes.ask("question", "candidates.table", phrase("Choose the public table with the candidates."))
        return None
    if table.role != Role.PUBLIC:
        notes.refuse(
            "question",
            "candidates.table",
            phrase("Candidates taken from the people's own data would void the guarantee. Choose a public table."),
            refused=True,
        )
        return None
    known = facts.get(table.handle, TableFacts())
    if not known.texts:
        return None
    if asked.label_column not in known.texts:
        notes.ask("question", "candidates.label", phrase("Choose the column with the candidates' names."))
        return None

    return notes.attempt(
        "question", "candidates.label", lambda: _of_table(known.texts, asked.label_column, asked.weight_column)
    )


@lru_cache(maxsize=4)
def _of_table(texts: PublicColumns, label_column: str, weight_column: str) -> Listed:
    labels = tuple(text.strip() for text in texts[label_column])
    refuse_unusable(labels)
    if weight_column and weight_column not in texts:
        raise InputError(
            phrase("The public table has no column “{weight_column}”.", weight_column=weight_column),
            phrase("Choose another column of weights."),
        )
    weights = parse_weights(texts[weight_column], labels) if weight_column else None
    return Listed(labels, Origin.PUBLIC_TABLE, texts, weights)
