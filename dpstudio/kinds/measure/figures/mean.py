"""A mean: a noisy sum over the public number of people, or over a noisy number of values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.figures.answers import number, total
from dpstudio.core.figures.bounds import Bounds, derive, every_row, of_sum, refuse_public_people
from dpstudio.core.figures.contract import Condition, Row, Vectors
from dpstudio.core.figures.of_rows import Cell
from dpstudio.core.plan import FigurePlan
from dpstudio.core.quantities import counted, readable
from dpstudio.core.receipt.claims import FigureAsked
from dpstudio.core.receipt.errors import WHOLE, before_rounding, onto, place_of, rounded_up
from dpstudio.core.receipt.words import amount
from dpstudio.core.tables.cells import grid_index
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation
from dpstudio.kinds.measure.figures.ahead import mean_within
from dpstudio.kinds.measure.figures.contract import Asked, Finish, MeasuredFigure, on_grid, result_line
from dpstudio.kinds.measure.figures.typed import end, number_column, positive
from dpstudio.planning.inputs import people_of
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.tables.counts import Counts

_OF_NUMBER = ("otherwise", "count_share")
"""What is asked for where the number of values is noised."""
_UNBOUNDED = (Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Mean(MeasuredFigure):
    """The mean of a clipped column: a noisy sum over the public number of people, or over a noisy count.

    Args:
        people: the public number of rows that contribute, or None where it is private.
        otherwise: what is released where the noisy count is 0 or less; within the bounds.
        count_share: the part of the figure's budget that its count takes; 0 with a public number.
    """

    column: Column
    conditions: tuple[Condition, ...] = ()
    people: int | None = None
    otherwise: Fraction = Fraction(0)
    count_share: Fraction = Fraction(1, 2)

    key, title, one = "mean", phrase("Mean"), phrase("a mean")
    explanation = phrase(
        "The average of a column, each value kept within its bounds; for a yes / no column, the share of yes."
    )
    asks = ("column", "people", *_OF_NUMBER)
    averages = True
    vectors: ClassVar = {"sum": phrase("sum"), "number of values": phrase("number of values")}

    @classmethod
    def fields(cls, plan: FigurePlan) -> tuple[str, ...]:
        """With a public number of people nothing of a noisy one."""
        return tuple(each for each in cls.asks if not (plan.people.strip() and each in _OF_NUMBER))

    @classmethod
    def built(cls, plan: FigurePlan, columns: Mapping[str, Column], conditions: tuple[Condition, ...]) -> Self:
        """Of a column of numbers, or of yes and no."""
        column = columns[plan.column]
        if column.kind is not Kind.YES_NO:
            number_column(column)
        if plan.people.strip():
            typed = people_of(plan.people, phrase("The public number of people"), "figure:people")
            return cls(column, conditions, typed, count_share=Fraction(0))
        otherwise = _otherwise(column, plan)
        share = positive(plan.count_share, phrase("The part for the count"), "count_share") or Fraction(1, 2)
        if share >= 1:
            raise InputError(
                phrase("The part for the count must lie below 1; it is {share}.", share=readable(share)),
                phrase("Type 0.5, for example."),
                "figure:count_share",
            )
        return cls(column, conditions, None, otherwise, share)

    def claimed(self, told: FigureAsked) -> FigureAsked:
        """With its number, or with what there is where that is noised."""
        if self.people is not None:
            return replace(told, people=self.people)
        return replace(told, otherwise=self.otherwise, count_share=self.count_share)

    @property
    def summed(self) -> Column:
        """Its column."""
        return self.column

    @property
    def split(self) -> tuple[Fraction, ...]:
        """A noisy number of values takes its part from the sum."""
        return (Fraction(1),) if self.people is not None else (1 - self.count_share, self.count_share)

    def unit_of(self, vector: int) -> str:
        """The number of values is one of rows."""
        return phrase("rows") if vector == 1 else self.unit

    # ---- its exact numbers

    @property
    def reads(self) -> Sequence[tuple[Column, tuple[Condition, ...]]]:
        """The column's values."""
        return ((self.column, ()),)

    def exact(self, found: Sequence["Counts"]) -> Vectors:
        """The sum, and how many values it has where that is private."""
        return [[total(found[0])], *([[number(found[0])]] if self.people is None else [])]

    def adds(self, row: Row) -> Vectors:
        """Its value, and 1 to the number of values."""
        cell = Cell(row[self.column])
        return [[cell.worth], *([[int(cell.meaning is not None)]] if self.people is None else [])]

    def moved_by_a_row(self, unit: PrivacyUnit) -> tuple[Bounds, ...]:
        """By a value at most, and by 1."""
        if self.people is not None:
            _refuse_public_count(self.column, self.conditions, unit)
            return (of_sum(self.column, self.conditions, unit),)
        count = _number_of_values(self, unit)
        return of_sum(self.column, self.conditions, unit), count

    # ---- what is published

    def plus_minus(self, asked: Asked, noise: Fraction) -> Fraction | None:
        """Over a noisy number None: its own result gives its error."""
        if self.people is None:
            return None
        place = self._place(noise)
        return rounded_up(noise / self.people + (asked.rounding or place) / 2, place)

    def _place(self, noise: Fraction) -> Fraction:
        """That of its error's second digit; where the sum is published as it is in 95 of 100 runs, of a step of it."""
        return place_of((noise or self.summed.step) / (self.people or 1))

    def plus_minus_of_parts(self, noise: list[Fraction]) -> str:
        """Of the sum and of the number."""
        return phrase(
            "sum ± {noise}, number ± {noise_1}",
            noise=amount(noise[0], self.unit),
            noise_1=amount(noise[1], ""),
        )

    def plus_minus_ahead(self, asked: Asked, noise: list[Fraction], rows: int, told: str) -> str:
        """Over a noisy number of values, if there are so many; as wide as the column's range it says nothing."""
        low, high = self.column.bounds or _UNBOUNDED
        wide = mean_within((low, high), (noise[0], noise[1]), asked.rounding, rows)
        if wide is None:
            return phrase(
                "{name}: no ± below its whole range of {range} if only {rows} count in it",
                name=asked.name,
                range=amount(high - low, self.unit),
                rows=told,
            )
        return phrase(
            "{name} ± {wide} if at least {rows} count in it",
            name=asked.name,
            wide=amount(wide, self.unit),
            rows=told,
        )

    def noise_for(self, asked: Asked, wanted: Fraction) -> Fraction:
        """Of a noisy number of people the sum and the number are published as they are."""
        if self.people is None:
            return wanted
        place = place_of(wanted)
        return self.people * before_rounding(wanted, asked.rounding or place, place)

    def finish(self, asked: Asked, noise: Fraction) -> Finish:
        """A sum or a number stays as it is; with a public number the mean has two digits of its error, or as asked."""
        if self.people is None:
            return Finish()
        rounding = self._place(noise) if asked.rounding is None else asked.rounding
        return asked.finish._replace(people=self.people, rounding=rounding)

    def lines(self, asked: Asked, noisy: list[list[Fraction]], noise: list[Fraction]) -> list[dict[str, str]]:
        """The mean, and where its number is private the noisy sum and number that it is made of."""
        name, total = asked.name, noisy[0][0]
        if self.people is not None:
            value = self.finish(asked, noise[0]).of(total)
            return [result_line(name, value, self.unit, self.plus_minus(asked, noise[0]))]
        value, error = over_noisy_number(asked, self, (total, noisy[1][0]), (noise[0], noise[1]))
        return [
            result_line(name, value, self.unit, error),
            result_line(phrase("{name}: sum", name=name), total, self.unit, noise[0]),
            result_line(phrase("{name}: number of values", name=name), noisy[1][0], "rows", noise[1]),
        ]

    def before_lines(self, asked: Asked, values: list[Fraction], unit: PrivacyUnit) -> list[list[Fraction]]:
        """The sum that leads to the mean, or the sum and the number as they are printed."""
        if self.people is not None:
            return [[asked.unfinished(values[0]) * self.people]]
        both = zip(values[1:], derive(self, unit), strict=True)
        return [on_grid([value], bounds.step) for value, bounds in both]

    def after(self, asked: Asked) -> list[str]:
        """It is divided, and rounded unless the person said how."""
        said = (
            phrase("{name}: the noisy sum divided by the public number of people", name=asked.name)
            if self.people is not None
            else phrase(
                "{name}: the noisy sum divided by the noisy number of values and clamped into the bounds;"
                " {otherwise} where that number is not above 0",
                name=asked.name,
                otherwise=readable(self.otherwise),
            )
        )
        rounded = phrase("{name}: rounded to the second digit of its error", name=asked.name)
        return [said] if asked.rounding is not None else [said, rounded]

    # ---- what is said

    def own_name(self, unit: PrivacyUnit | None) -> str:
        """By its column; of yes and no it is a share."""
        share = phrase("Share") if self.column.kind is Kind.YES_NO else phrase("Mean")
        return phrase("{share} of {name}", share=share, name=self.column.name)

    def sentence(self, name: str, rows: str) -> str:
        """What is averaged, and over how many."""
        mean_of, within = _mean_of(self.column), _within(self.column)
        if self.people is None:
            return phrase(
                "{name}: {mean_of} over {rows}{but}{within}; the number of values is noised too. Where that number is"
                " not above 0, {otherwise} is published.",
                name=name,
                mean_of=mean_of,
                rows=rows,
                but="" if self.column.blank is not None else phrase(", leaving out those without a value"),
                within=within,
                otherwise=amount(self.otherwise, self.unit),
            )
        people = counted(self.people, "people")
        return phrase(
            "{name}: {mean_of} over the {people}{within}.", name=name, mean_of=mean_of, people=people, within=within
        )


def _otherwise(column: Column, plan: FigurePlan) -> Fraction:
    """What the mean of nobody is: as typed, else the middle of the bounds."""
    typed = end(plan.otherwise, "otherwise")
    if column.bounds is None:
        return typed or Fraction(0)
    low, high = column.bounds
    if typed is None:
        middle = (low + high) / 2
        return middle if column.kind is Kind.YES_NO else grid_index(middle, column.step) * column.step
    if not low <= typed <= high:
        raise InputError(
            phrase("The mean of nobody, {typed}, lies outside the column's bounds.", typed=readable(typed)),
            phrase("Type one from {low} to {high}.", low=readable(low), high=readable(high)),
            "figure:otherwise",
        )
    return typed


def _number_of_values(figure: Mean, unit: PrivacyUnit) -> Bounds:
    if (
        unit.relation is Relation.REPLACE_ONE
        and not unit.may_have_fewer
        and every_row(figure.column, figure.conditions)
    ):
        raise Refusal(
            phrase(
                "Where one person is replaced by another the number of rows is not protected, so the mean needs no"
                " noisy count."
            ),
            phrase("Type the public number of people, or choose “Add or remove one person” on the Tables tab."),
            "figure:people",
        )
    why = phrase("One row contributes a value or it does not, so it moves the number of values by at most 1.")
    return Bounds(phrase("number of values of “{name}”", name=figure.column.name), 1, Fraction(1), 1, 1, why)


def _refuse_public_count(column: Column, conditions: tuple[Condition, ...], unit: PrivacyUnit) -> None:
    refuse_public_people(unit, may_be_blank=True)
    if not every_row(column, conditions):
        raise Refusal(
            phrase(
                "How many rows count in the mean of “{name}” is private: {why}.",
                name=column.name,
                why=phrase("its conditions leave rows out")
                if conditions
                else phrase("a blank in that column counts as nothing"),
            ),
            phrase("Leave the number of people blank, or remove the conditions.")
            if conditions
            else phrase("Leave the number of people blank, or declare what a blank counts as beside the column."),
            "figure:people",
        )


def over_noisy_number(
    asked: Asked, figure: Mean, noisy: tuple[Fraction, Fraction], errors: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """A noisy sum over a noisy number, clamped into the bounds, as it is printed, and how far the true mean can be.

    The true sum and number lie within their errors of the noisy ones and fit one another: each value is within the
    bounds. The true mean is then between the ends found here, or is the declared one where nobody contributes.
    """
    low, high = figure.column.bounds or _UNBOUNDED
    total, number = noisy
    least, most = _reach(figure, noisy, errors)
    exact = min(max(total / number, low), high) if number > 0 else figure.otherwise
    wide = max(most - exact, exact - least)
    value = exact
    if asked.rounding is None and number > 0 and wide:
        value = min(max(onto(exact, place_of(wide)), low), high)
    value = asked.finished(value)
    error = max(most - value, value - least)
    return value, rounded_up(error, place_of(wide or error))


def _reach(
    figure: Mean, noisy: tuple[Fraction, Fraction], errors: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """The least and the greatest that the true mean can be."""
    low, high = figure.column.bounds or _UNBOUNDED
    total, number = noisy
    fewest, most = number - errors[1], number + errors[1]
    if most < 1:
        return figure.otherwise, figure.otherwise
    ends = (max(fewest, WHOLE), max(most, WHOLE))
    least = min((total - errors[0]) / end for end in ends)
    greatest = max((total + errors[0]) / end for end in ends)
    least, greatest = min(max(least, low), high), max(min(greatest, high), low)
    if fewest <= 0:
        least, greatest = min(least, figure.otherwise), max(greatest, figure.otherwise)
    return least, greatest


def _mean_of(column: Column) -> str:
    return phrase(
        "the {share} “{name}”",
        share=phrase("share of yes in") if column.kind is Kind.YES_NO else phrase("mean of"),
        name=column.name,
    )


def _within(column: Column) -> str:
    return "" if column.kind is Kind.YES_NO else phrase(", each value within its bounds")
