"""From a receipt's claims about figures back to the plan, each figure read by its own sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.plan import ColumnPlan, ConditionPlan, FigurePlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import ColumnClaim, FigureAsked, FiguresAsked
from dpstudio.core.tables.schema import NUMERIC, PrivacyUnit
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.kinds.measure.resolving import MOST_FIGURES, built
from dpstudio.kinds.measure.words import figure_sentence
from dpstudio.planning.claimed import column_plan
from dpstudio.translation import phrase

_TESTS = {"is at least": "at_least", "is at most": "at_most", "is above": "above", "is below": "below", "is": "is"}


def figure_plans(asked: FiguresAsked, unit: PrivacyUnit, sentence: str) -> tuple[FigurePlan, ...]:
    """The figures as a person would type them.

    A receipt names the column of groups, and those of conditions, in sentences alone, and a name may hold anything.
    So each figure is read in every way in which it could have been asked: what holds is the way whose sentences are
    the receipt's, and that uses the columns in its order.

    Args:
        sentence: the receipt's about all figures, as this or another version writes it.

    Raises:
        InputError: a figure is about no column of the receipt, or there are too many.
    """
    if len(asked.figures) > MOST_FIGURES:
        raise InputError(phrase("There are more than {most_figures} figures.", most_figures=MOST_FIGURES))
    columns = _Columns(asked)
    read = [_read(each, columns, unit) for each in asked.figures]
    found = _fitting(read, columns, sentence) or _fitting(read, columns, None)
    return found or tuple(_first(each, sentence) for each in read)


class _Columns:
    """The receipt's columns: as claimed, as they would be declared, and which place each has."""

    def __init__(self, asked: FiguresAsked) -> None:
        self.claimed = {column.name: column for column in asked.columns}
        self.declared: Mapping[str, ColumnPlan] = {name: column_plan(each) for name, each in self.claimed.items()}
        self.places: Mapping[str, int] = {name: place for place, name in enumerate(self.claimed)}
        self._averaged = {each.column for each in asked.figures if FIGURES[each.kind].averages}

    def sentence(self, plan: FigurePlan, unit: PrivacyUnit) -> str | None:
        """What is written of a figure; None where it cannot be asked."""
        names = {plan.column, plan.group, *(each.column for each in plan.conditions)} - {""}
        declared = tuple(self.declared.get(name, ColumnPlan(name)) for name in sorted(names))
        averaged = frozenset(name for name in names if name in self._averaged)
        try:
            return figure_sentence(built(plan, declared, averaged, unit), unit)
        except (StudioError, ValueError, ArithmeticError):
            return None

    def after(self, seen: int, *names: str) -> int | None:
        """How many columns have been used once these are too; None where another one's turn came first."""
        for name in names:
            place = self.places.get(name, seen + 1)
            if place > seen:
                return None
            seen = max(seen, place + 1)
        return seen


@dataclass(frozen=True)
class _Read:
    """The ways to read one figure.

    Args:
        plans: without conditions, each of a column of groups or bins, with its sentence; None where none follows.
        conditions: of each condition the ways to read it; each way has the same text.
    """

    plans: tuple[tuple[FigurePlan, str | None], ...]
    conditions: tuple[tuple[ConditionPlan, ...], ...]

    def after(self, plan: FigurePlan, columns: _Columns, seen: int) -> Iterator[tuple[int, FigurePlan]]:
        """The plan with conditions, and how many columns have been used then, for each number that can be reached."""
        start = columns.after(seen, *(name for name in (plan.column, plan.group) if name))
        reached: dict[int, tuple[ConditionPlan, ...]] = {} if start is None else {start: ()}
        for ways in self.conditions:
            further: dict[int, tuple[ConditionPlan, ...]] = {}
            for now, chosen in reached.items():
                for way in ways:
                    then = columns.after(now, way.column)
                    if then is not None:
                        further.setdefault(then, (*chosen, way))
            reached = further
        for now, chosen in reached.items():
            yield now, replace(plan, conditions=chosen)


def _fitting(read: list[_Read], columns: _Columns, sentence: str | None) -> tuple[FigurePlan, ...]:
    """The figures read so that the columns are used in their order and, where it is given, so as the sentence says."""
    ways: dict[tuple[int, int], tuple[FigurePlan, ...]] = {(0, 0): ()}
    for figure in read:
        further: dict[tuple[int, int], tuple[FigurePlan, ...]] = {}
        for (at, seen), before in ways.items():
            for plan, said in figure.plans:
                if said is None or (sentence is not None and not sentence.startswith(said, at)):
                    continue
                end = 0 if sentence is None else at + len(said) + 1
                for now, whole in figure.after(plan, columns, seen):
                    further.setdefault((end, now), (*before, whole))
        ways = further
    return ways.get((0 if sentence is None else len(sentence) + 1, len(columns.places)), ())


def _first(read: _Read, sentence: str) -> FigurePlan:
    """A figure of a receipt that fits together in no way: what is wrong with it is said of this one."""
    named = (plan for plan, _ in read.plans if f" by “{plan.group}”, each value" in sentence)
    return replace(next(named, read.plans[0][0]), conditions=tuple(ways[0] for ways in read.conditions))


def _read(asked: FigureAsked, columns: _Columns, unit: PrivacyUnit) -> _Read:
    conditions = tuple(_conditions(text, columns, unit) for text in asked.conditions)
    first = tuple(ways[0] for ways in conditions)
    plans = tuple(
        (plan, columns.sentence(replace(plan, conditions=first), unit)) for plan in _parted(asked, columns.claimed)
    )
    return _Read(plans, conditions)


def _parted(asked: FigureAsked, columns: Mapping[str, ColumnClaim]) -> tuple[FigurePlan, ...]:
    """One figure without its conditions: of groups once for each column that they may be of."""
    plan = FigurePlan(
        kind=asked.kind,
        name=asked.name,
        column=asked.column or "",
        people="" if asked.people is None else str(asked.people),
        otherwise=_text(asked.otherwise),
        count_share=_text(asked.count_share),
        share=rational_text(asked.share_of_budget),
        least=_text(asked.least),
        greatest=_text(asked.greatest),
        rounding=_text(asked.rounding),
    )
    if asked.bins is None:
        return (plan,)
    if "group" in FIGURES[asked.kind].asks:
        found = tuple(replace(plan, group=n, bins=_lines(asked.bins, column)) for n, column in columns.items())
    else:
        found = tuple(replace(plan, bins=_lines(asked.bins, c)) for n, c in columns.items() if n == asked.column)
    if not found:
        raise InputError(phrase("A figure has bins of a column that the receipt does not name."))
    return found


def _lines(bins: tuple[str, ...], column: ColumnClaim) -> str:
    """The bins as typed: of numbers and dates the edges between them."""
    if column.type not in NUMERIC or not bins:
        return "\n".join(bins)
    return "\n".join([*(each.split(" to ")[0] for each in bins), bins[-1].split(" to ")[-1]])


def _text(value: Fraction | None) -> str:
    return "" if value is None else rational_text(value)


def _conditions(text: str, columns: _Columns, unit: PrivacyUnit) -> tuple[ConditionPlan, ...]:
    """The ways to read “x” is at least 3; those that can be asked, where there are any."""
    found = [
        ConditionPlan(name, test, value)
        for name in sorted(columns.claimed, key=lambda each: -len(each))
        for words, test in _TESTS.items()
        if (value := text.removeprefix(f"“{name}” {words} ")) != text
    ]
    if not found:
        raise InputError(phrase("A figure has a condition on a column that the receipt does not name."))
    alone = FigurePlan(name="-")
    asked = tuple(each for each in found if columns.sentence(replace(alone, conditions=(each,)), unit) is not None)
    return asked or tuple(found)
