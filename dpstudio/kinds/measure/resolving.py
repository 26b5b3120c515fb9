"""Measuring: the figures of a plan, their sensitivities and the noise made for them."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.plan import ColumnPlan, FigurePlan
from dpstudio.core.quantities import parse_rational, rational_text, readable
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.figures.typed import condition_of, end, positive
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.measure.settled import parts_of
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, phrase

MOST_FIGURES = 100
_NO_DELTA = phrase("The limit for δ is fixed at 0 for this table, and this noise needs a δ. Choose noise without δ.")
_SHORT = 2_000
"""A figure with longer bins is not kept once it is built."""
_MOST_SHARE_DIGITS = 400
_NO_AND_YES = (Fraction(0), Fraction(1))
"""The values whose mean is the share of yes."""


def measuring(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what figures need."""
    asked, takes_delta = found.plan.figures, NOISES[found.plan.privacy.noise].takes_delta
    delta = _delta(found, notes) if takes_delta else Fraction(0)
    found = replace(found, budget=replace(found.budget, delta=delta or Fraction(0)))
    if not asked:
        *some, last = (each.one for each in FIGURES.values())
        first = joined(", ", some)
        notes.ask("question", "figures", phrase("Add a figure: {first} or {last}.", first=first, last=last))
        return found
    if len(asked) > MOST_FIGURES:
        notes.refuse(
            "question", "figures", phrase("There are more than {most_figures} figures.", most_figures=MOST_FIGURES)
        )
        return found
    figures = [one_asked(found, place, notes) for place in range(len(asked))]
    if not found.known.has_header or any(figure is None for figure in figures):
        return found
    whole = [figure for figure in figures if figure is not None]
    typed = [None if not plan.share.strip() else figure.share for plan, figure in zip(asked, whole, strict=True)]
    shares = notes.attempt("question", _first_share(typed), lambda: shares_of(typed))
    if shares is None:
        return found
    named = tuple(
        replace(figure, name=name, share=share)
        for figure, name, share in zip(whole, apart_names([figure.name for figure in whole]), shares, strict=True)
    )
    return found if delta is None else _noised(found, named, notes)


def _first_share(typed: list[Fraction | None]) -> str:
    """The field of the first share that was typed."""
    return f"figure:{next((place for place, share in enumerate(typed) if share is not None), 0)}:share"


def shares_of(typed: list[Fraction | None]) -> list[Fraction]:
    """The figures' shares of ε, which add up to 1: those without one part what is left evenly; one figure has it all.

    Raises:
        InputError: what was typed is too long to be kept, does not add up to 1, or leaves nothing for the others.
    """
    if len(typed) == 1:
        return [Fraction(1)]
    total, blank = sum((share for share in typed if share is not None), Fraction(0)), typed.count(None)
    if total.denominator >= 10**_MOST_SHARE_DIGITS:
        raise InputError(
            phrase("The shares of ε have too many digits together."), phrase("Type shorter ones: 0.1 or 1/3.")
        )
    if blank and total >= 1:
        raise InputError(
            phrase(
                "The shares of ε add up to {total}, so nothing is left for the figures without one.",
                total=rational_text(total),
            ),
            phrase("Type shares that add up to less than 1: the figures without a share split the rest evenly."),
        )
    if not blank and total != 1:
        raise InputError(
            phrase("The shares of ε add up to {total}; they must add up to 1.", total=rational_text(total)),
            phrase("Type others, or leave one blank: it gets the rest."),
        )
    return [(1 - total) / blank if share is None else share for share in typed]


def _noised(found: Resolved, figures: tuple[Asked, ...], notes: Notes) -> Resolved:
    """The sensitivities and the calibrated noise."""
    if found.unit is None:
        return found
    for place, asked in enumerate(figures):
        if notes.attempt("question", f"figure:{place}", partial(parts_of, asked, found.unit)) is None:
            return found
    mechanism, common, delta = NOISES[found.plan.privacy.noise], found.common, found.budget.delta
    if common is None:
        return found
    question = notes.attempt(
        "question", "figures", lambda: Measurement(**common, figures=figures, mechanism=mechanism.key, delta=delta)
    )
    return found if question is None else replace(found, previewed=question)


def _delta(found: Resolved, notes: Notes) -> Fraction | None:
    text, account = found.plan.privacy.delta, found.account
    if account is not None and not account.limit.delta:
        notes.refuse("privacy", "privacy.noise", _NO_DELTA, refused=True)
        return None
    if not text.strip():
        notes.ask(
            "privacy", "privacy.delta", phrase("Type δ, the chance that the guarantee fails: 0.000001, for example.")
        )
        return None

    def typed() -> Fraction:
        delta = parse_rational(text, "δ")
        if delta >= 1:
            raise InputError(
                phrase("δ must lie below 1; it is {delta}.", delta=readable(delta)),
                phrase("Type a small one, for example 0.000001."),
            )
        return delta

    return notes.attempt("privacy", "privacy.delta", typed)


def one_asked(found: Resolved, place: int, notes: Notes) -> Asked | None:
    """One figure as typed, its share not yet normalized; None where something is missing, which is noted."""
    asked, field = found.plan.figures[place], f"figure:{place}"
    which = phrase("the figure") if len(found.plan.figures) == 1 else phrase("figure {place}", place=place + 1)
    kind = FIGURES[asked.kind]
    if "column" in kind.asks and not asked.column:
        notes.ask("question", f"{field}:column", phrase("Choose the column that {which} is about.", which=which))
        return None
    for at, condition in enumerate(asked.conditions):
        if not condition.column:
            notes.ask(
                "question",
                f"{field}:condition:{at}:column",
                phrase("Choose the column of a condition of {which}.", which=which),
            )
            return None
        if not condition.value.strip():
            notes.ask(
                "question",
                f"{field}:condition:{at}:value",
                phrase("Type the value of a condition of {which}.", which=which),
            )
            return None
    if not found.known.has_header:
        return None
    if "group" in kind.asks and not asked.group:
        notes.ask(
            "question",
            f"{field}:group",
            phrase("Choose the column that says which group of {which} a row is in.", which=which),
        )
        return None
    used = [asked.column] if "column" in kind.asks else []
    used += [asked.group] if "group" in kind.asks else []
    absent = next((n for n in (*used, *(c.column for c in asked.conditions)) if n not in found.known.names), None)
    if absent is not None:
        notes.refuse("question", field, phrase("The table has no column “{absent}”.", absent=absent))
        return None
    if "bins" in kind.asks and not asked.bins.strip():
        asking = phrase("Type the {asked_for} of {which}, one per line.", asked_for=kind.parts_called, which=which)
        notes.ask("question", f"{field}:bins", asking)
        return None
    return notes.attempt("question", field, lambda: _built(found, asked))


def _built(found: Resolved, asked: FigurePlan) -> Asked:
    """Raise where a declaration or a number is missing or wrong."""
    data, names = found.plan.data_table, {asked.column, asked.group, *(each.column for each in asked.conditions)} - {""}
    declared = tuple((data.column(name) if data else None) or ColumnPlan(name) for name in sorted(names))
    averaged = {each.column for each in found.plan.figures if each.column in names and FIGURES[each.kind].averages}
    return built(asked, declared, frozenset(averaged), found.unit)


def built(
    asked: FigurePlan, declared: tuple[ColumnPlan, ...], averaged: frozenset[str], unit: PrivacyUnit | None
) -> Asked:
    """One figure as typed, its share not yet normalized.

    Args:
        declared: the columns that it names.
        averaged: those of them that are averaged by some figure.
        unit: a count that nobody named is called by the rows of a person that count.

    Raises:
        StudioError: a declaration or a number is missing or wrong.
    """
    build = _of_declared if len(asked.bins) <= _SHORT else _of_declared.__wrapped__
    return build(asked, declared, averaged, unit)


@lru_cache(maxsize=4 * MOST_FIGURES)
def _of_declared(
    asked: FigurePlan, declared: tuple[ColumnPlan, ...], averaged: frozenset[str], unit: PrivacyUnit | None
) -> Asked:
    """As `built`, once while the figure and the columns that it reads stay: a step changes one of many."""
    columns = _Columns(declared, averaged)
    conditions = tuple(
        condition_of(columns[each.column], each, f"figure:condition:{at}:value")
        for at, each in enumerate(asked.conditions)
    )
    figure = FIGURES[asked.kind].built(asked, columns, conditions)
    least, greatest = end(asked.least, "least"), end(asked.greatest, "greatest")
    if least is not None and greatest is not None and least > greatest:
        raise InputError(
            phrase(
                "The least answer {least} is above the greatest {greatest}.",
                least=readable(least),
                greatest=readable(greatest),
            ),
            phrase("Swap them, or type a smaller least answer."),
            "figure:least",
        )
    return Asked(
        asked.name.strip() or figure.own_name(unit),
        figure,
        positive(asked.share, phrase("The share of ε"), "share") or Fraction(1),
        least,
        greatest,
        positive(asked.rounding, phrase("The rounding"), "rounding"),
    )


class _Columns(dict[str, Column]):
    """The columns that a figure names, each read under its declared type once it is asked for."""

    def __init__(self, declared: tuple[ColumnPlan, ...], averaged: frozenset[str]) -> None:
        super().__init__()
        self._declared, self._averaged = {each.name: each for each in declared}, averaged

    def __missing__(self, name: str) -> Column:
        if name not in self._declared:
            raise InputError(phrase("A figure names no column."), phrase("Choose the column that it is of."))
        column = declarations.column(self._declared[name])
        if column.kind is Kind.YES_NO and name in self._averaged:
            return replace(column, bounds=_NO_AND_YES)
        return column


def apart_names(names: list[str]) -> list[str]:
    """Each name once: later ones get a number."""
    found: list[str] = []
    for name in names:
        same, number = name, 2
        while same in found:
            same, number = phrase("{name} ({number})", name=name, number=number), number + 1
        found.append(same)
    return found


def names_so_far(found: Resolved) -> tuple[str, ...]:
    """What each figure of a plan will be called, "" for one that is not complete."""
    asked = [one_asked(found, place, Notes()) for place in range(len(found.plan.figures))]
    given = iter(apart_names([each.name for each in asked if each is not None]))
    return tuple("" if each is None else next(given) for each in asked)
