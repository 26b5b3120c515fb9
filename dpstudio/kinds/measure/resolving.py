"""Measuring: the figures of a plan, their sensitivities and the noise made for them."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

from dpstudio.core.errors import InputError
from dpstudio.core.figures.figures import Asked, Condition, Count, Figure, GroupSums, Histogram, Mean, Total
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.plan import ColumnPlan, ConditionPlan, FigurePlan
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.tables.cells import grid_index, reader
from dpstudio.core.tables.schema import NUMERIC, Column, Kind, PrivacyUnit
from dpstudio.kinds.measure.naming import apart_names, end, own_name, positive
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.measure.settled import parts_of
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import people_of
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase

MOST_FIGURES = 100
_NO_DELTA = phrase("The limit for δ is fixed at 0 for this table, and this noise needs a δ. Choose noise without δ.")
MOST_BINS = 10_000
_SHORT = 2_000
"""A figure with longer bins is not kept once it is built."""
_MOST_SHARE_DIGITS = 400
_TESTS = {
    "is": phrase("is"),
    "at_least": phrase("is at least"),
    "at_most": phrase("is at most"),
    "above": phrase("is above"),
    "below": phrase("is below"),
}

MOST_GROUPS = 200
_NO_AND_YES = (Fraction(0), Fraction(1))
"""The values whose mean is the share of yes."""


def measuring(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what figures need."""
    asked = found.plan.figures
    if not asked:
        notes.ask("question", "figures", phrase("Add a figure: a count, a sum, a mean, a histogram or a sum by group."))
        return found
    if len(asked) > MOST_FIGURES:
        notes.refuse(
            "question", "figures", phrase("There are more than {most_figures} figures.", most_figures=MOST_FIGURES)
        )
        return found
    figures = [_asked(found, place, notes) for place in range(len(asked))]
    if not found.known.names or any(figure is None for figure in figures):
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
    return _noised(found, named, notes)


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
    mechanism, common = NOISES[found.plan.privacy.noise], found.common
    delta = _delta(found, notes) if mechanism.takes_delta else Fraction(0)
    if common is None or delta is None:
        return found
    question = notes.attempt(
        "question", "figures", lambda: Measurement(**common, figures=figures, mechanism=mechanism.key, delta=delta)
    )
    return found if question is None else replace(found, previewed=question, budget=replace(found.budget, delta=delta))


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
            raise InputError(phrase("δ must lie below 1."), phrase("Type a small one, for example 0.000001."))
        return delta

    return notes.attempt("privacy", "privacy.delta", typed)


def _asked(found: Resolved, place: int, notes: Notes) -> Asked | None:
    """One figure as typed, its share not yet normalized."""
    asked, field = found.plan.figures[place], f"figure:{place}"
    which = phrase("the figure") if len(found.plan.figures) == 1 else phrase("figure {place}", place=place + 1)
    if asked.kind != "count" and not asked.column:
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
    if not found.known.names:
        return None
    if asked.kind == "groups" and not asked.group:
        notes.ask(
            "question",
            f"{field}:group",
            phrase("Choose the column that says which group of {which} a row is in.", which=which),
        )
        return None
    used = [asked.column] if asked.kind != "count" else []
    used += [asked.group] if asked.kind == "groups" else []
    absent = next((n for n in (*used, *(c.column for c in asked.conditions)) if n not in found.known.names), None)
    if absent is not None:
        notes.refuse("question", field, phrase("The table has no column “{absent}”.", absent=absent))
        return None
    if asked.kind in ("histogram", "groups") and not asked.bins.strip():
        asked_for = phrase("bins") if asked.kind == "histogram" else phrase("groups")
        asking = phrase("Type the {asked_for} of {which}, one per line.", asked_for=asked_for, which=which)
        notes.ask("question", f"{field}:bins", asking)
        return None
    return notes.attempt("question", field, lambda: _built(found, asked))


def _built(found: Resolved, asked: FigurePlan) -> Asked:
    """Raise where a declaration or a number is missing or wrong."""
    data, names = found.plan.data_table, {asked.column, asked.group, *(each.column for each in asked.conditions)}
    declared = tuple((data.column(name) if data else None) or ColumnPlan(name) for name in sorted(names) if name)
    averaged = names & {each.column for each in found.plan.figures if each.kind == "mean"}
    return built(asked, declared, frozenset(averaged), found.unit)


def built(
    asked: FigurePlan, declared: tuple[ColumnPlan, ...], averaged: frozenset[str], unit: PrivacyUnit | None
) -> Asked:
    """One figure as typed, its share not yet normalized.

    Args:
        declared: the columns that it names.
        averaged: those of them that a mean is asked of.
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
        _condition(columns[each.column], each, f"figure:condition:{at}:value")
        for at, each in enumerate(asked.conditions)
    )
    figure = _figure(columns, asked, conditions)
    least, greatest = end(asked.least, "least"), end(asked.greatest, "greatest")
    if least is not None and greatest is not None and least > greatest:
        raise InputError(
            phrase("The clamp's ends are not in order."), phrase("Type the least answer first."), "figure:least"
        )
    return Asked(
        asked.name.strip() or own_name(figure, unit),
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
        column = declarations.column(self._declared[name])
        if column.kind is Kind.YES_NO and name in self._averaged:
            return replace(column, bounds=_NO_AND_YES)
        return column


def _figure(columns: _Columns, asked: FigurePlan, conditions: tuple[Condition, ...]) -> Figure:
    if asked.kind == "count":
        return Count(conditions)
    column = columns[asked.column]
    if asked.kind == "histogram":
        return Histogram(_bins(column, asked.bins), conditions)
    if asked.kind == "mean" and column.kind is Kind.YES_NO:
        return _mean(column, asked, conditions)
    if column.kind not in NUMERIC or column.kind is Kind.DATE:
        share = phrase("Count the rows where it is yes, or ask for its mean, the share of yes.")
        raise InputError(
            phrase("“{name}” is not declared as a number.", name=column.name),
            share if column.kind is Kind.YES_NO else phrase("Change its type."),
            f"column:{column.name}:kind",
        )
    if asked.kind == "total":
        return Total(column, conditions)
    if asked.kind == "groups":
        return GroupSums(column, _groups(columns[asked.group], asked.bins), conditions)
    return _mean(column, asked, conditions)


def _groups(column: Column, text: str) -> tuple[Condition, ...]:
    """Disjoint groups, few enough to be asked for one by one."""
    found = _bins(column, text)
    if len(found) > MOST_GROUPS:
        raise InputError(
            phrase("There are more than {most_groups} groups.", most_groups=MOST_GROUPS),
            phrase("Type fewer."),
            "figure:bins",
        )
    return found


def _mean(column: Column, asked: FigurePlan, conditions: tuple[Condition, ...]) -> Mean:
    if asked.people.strip():
        typed = people_of(asked.people, phrase("The public number of people"), "figure:people")
        return Mean(column, conditions, typed, count_share=Fraction(0))
    otherwise = end(asked.otherwise, "otherwise")
    if column.bounds is not None:
        low, high = column.bounds
        if otherwise is None:
            middle = (low + high) / 2
            otherwise = middle if column.kind is Kind.YES_NO else grid_index(middle, column.step) * column.step
        elif not low <= otherwise <= high:
            raise InputError(
                phrase("The mean of nobody lies outside the column's bounds."),
                phrase("Choose one within them."),
                "figure:otherwise",
            )
    share = positive(asked.count_share, phrase("The part for the count"), "count_share") or Fraction(1, 2)
    if share >= 1:
        raise InputError(
            phrase("The part for the count must lie below 1."), phrase("Type 0.5, for example."), "figure:count_share"
        )
    return Mean(column, conditions, None, otherwise or Fraction(0), share)


def _condition(column: Column, asked: ConditionPlan, field: str) -> Condition:
    """A condition on the column's declared meaning."""
    text = phrase("“{name}” {tests} {value}", name=column.name, tests=_TESTS[asked.test], value=asked.value.strip())
    if asked.test == "is":
        return Condition(column, text, values=(_meaning(column, asked.value, field),))
    if column.kind not in NUMERIC:
        raise InputError(
            phrase("“{name}” is not a number or date, so it has no order.", name=column.name),
            phrase("Use “is”."),
            field,
        )
    ratio = _value(column, asked.value, field) / column.step
    floor, ceiling = ratio.numerator // ratio.denominator, -(-ratio.numerator // ratio.denominator)
    match asked.test:
        case "at_least":
            return Condition(column, text, low=ceiling)
        case "at_most":
            return Condition(column, text, high=floor)
        case "above":
            return Condition(column, text, low=floor + 1)
        case _:
            return Condition(column, text, high=ceiling - 1)


def _meaning(column: Column, text: str, field: str) -> int | str:
    if column.kind is Kind.CHOICES:
        raise InputError(
            phrase("“{name}” holds several choices in a cell.", name=column.name),
            phrase("Declare it as one choice per cell."),
            field,
        )
    meaning = reader(replace(column, blank=None, bounds=None))(text.strip())
    if meaning is None:
        raise declarations.unreadable(text.strip(), column, field)
    return meaning


def _value(column: Column, text: str, field: str) -> Fraction:
    if column.kind is Kind.DATE:
        return Fraction(int(_meaning(column, text, field)))
    try:
        return parse_rational(text, phrase("The value"), negative=True, zero=True)
    except InputError as error:
        raise InputError(error.message, error.remedy, field) from None


def _bins(column: Column, text: str) -> tuple[Condition, ...]:
    """The categories typed, or the ranges between the edges typed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_BINS:
        raise InputError(
            phrase("There are more than {most_bins} bins.", most_bins=f"{MOST_BINS:,}"),
            phrase("Use fewer."),
            "figure:bins",
        )
    if column.kind not in NUMERIC:
        meanings = [_meaning(column, line, "figure:bins") for line in lines]
        for place, meaning in enumerate(meanings):
            if meaning in meanings[:place]:
                raise InputError(
                    phrase("The bin “{lines}” is listed twice.", lines=lines[place]),
                    phrase("Remove one."),
                    "figure:bins",
                )
        return tuple(Condition(column, line, values=(m,)) for line, m in zip(lines, meanings, strict=True))
    edges = [_value(column, line, "figure:bins") for line in lines]
    if len(edges) < 2 or any(a >= b for a, b in pairwise(edges)):
        raise InputError(
            phrase("The edges of the bins are not in order."), phrase("Type at least two, ascending."), "figure:bins"
        )
    ratios = [edge / column.step for edge in edges]
    ceilings = [-(-ratio.numerator // ratio.denominator) for ratio in ratios]
    last = len(edges) - 2
    return tuple(
        Condition(
            column,
            phrase("{lines} to {lines_2}", lines=lines[i], lines_2=lines[i + 1])
            if i == last
            else phrase("{lines} to below {lines_2}", lines=lines[i], lines_2=lines[i + 1]),
            low=ceilings[i],
            high=ratios[i + 1].numerator // ratios[i + 1].denominator if i == last else ceilings[i + 1] - 1,
        )
        for i in range(last + 1)
    )


def names_so_far(found: Resolved) -> tuple[str, ...]:
    """What each figure of a plan will be called, "" for one that is not complete."""
    asked = [_asked(found, place, Notes()) for place in range(len(found.plan.figures))]
    given = iter(apart_names([each.name for each in asked if each is not None]))
    return tuple("" if each is None else next(given) for each in asked)
