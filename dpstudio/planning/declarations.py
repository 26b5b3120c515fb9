"""Typed declarations of columns and rules become the core's own."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil

from dpstudio.core.errors import InputError, Unsaid
from dpstudio.core.plan import ColumnPlan, RulePlan, TablePlan
from dpstudio.core.quantities import parse_rational, rational_text, readable
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Ready, Revenue, Rule, Votes, VoteStyle
from dpstudio.core.tables.cells import reader, same_text
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, Column, Kind, Persons
from dpstudio.planning.column_bounds import STEPPED, bounds, number
from dpstudio.translation import joined, phrase

_MOST_UNIT = 40
_NO_MARKS = "0123456789+-\n\r"
_LIKE = dict.fromkeys(NUMERIC, phrase("a number")) | {
    Kind.DATE: phrase("a date"), Kind.LONGITUDE: phrase("a longitude"), Kind.LATITUDE: phrase("a latitude")
}  # fmt: skip
_WRITTEN = {
    "decimal_mark": phrase("the numbers"),
    "date_order": phrase("the dates"),
    "separator": phrase("the several choices in a cell"),
    "true_words": phrase("yes and no"),
}


def rule(asked: RulePlan, table: TablePlan, names: tuple[str, ...]) -> Rule:
    """The rule on declared columns.

    Raises:
        InputError: a declaration is missing or wrong, naming the column.
    """
    if asked.kind == "votes" and asked.style == VoteStyle.COLUMN_EACH:
        return Votes(tuple(yes_no_column(table, name) for name in names), VoteStyle.COLUMN_EACH)
    columns = tuple(column(table.column(name) or ColumnPlan(name)) for name in names)
    if asked.kind == "ready":
        return _ready(asked, columns)
    first = columns[0]
    if asked.kind == "votes":
        style = VoteStyle(asked.style)
        if (style is VoteStyle.CHOICES) != (first.kind is Kind.CHOICES):
            raise _other_style(first)
        return Votes((first,), style)
    if asked.kind == "agreement":
        return Agreement(columns, _attributes(asked, columns))
    for each in columns:
        if each.kind not in NUMERIC:
            raise InputError(
                phrase("“{name}” is not declared as a number or date.", name=each.name),
                phrase("Change its type."),
                f"column:{each.name}:kind",
            )
    attributes = _attributes(asked, columns)
    if asked.kind == "revenue":
        return Revenue(first, attributes[0])
    if asked.kind == "median":
        return Median(first, attributes[0])
    if asked.kind == "quantile":
        return Quantile(first, _share(asked.alpha), attributes[0])
    return Nearness(columns, attributes, of_sums=asked.kind == "nearness_of_sums")


def _other_style(column: Column) -> InputError:
    """The votes are said to stand otherwise than the column is declared: either may be meant."""
    if column.kind is Kind.CHOICES:
        return InputError(
            phrase("“{name}” holds several choices in a cell.", name=column.name),
            phrase("Choose “Several choices in a cell” for the votes, or another type for the column."),
            "rule.style",
        )
    return InputError(
        phrase("“{name}” is not declared as several choices in a cell.", name=column.name),
        phrase("Choose “One choice in a column” for the votes, or another type for the column."),
        "rule.style",
    )


def _ready(asked: RulePlan, columns: tuple[Column, ...]) -> Ready:
    """Ready-made scores under the bounds that were asserted, if any; R is twice Delta where it is blank."""
    if len(columns) != 2:
        raise InputError(phrase("Ready-made scores need a column of names and one of scores."), phrase("Choose both."))
    names, scores = columns
    if names.kind not in TEXTUAL or names.kind is Kind.CHOICES:
        raise InputError(
            phrase("“{name}” is not declared as one choice per cell.", name=names.name),
            phrase("Change its type."),
            f"column:{names.name}:kind",
        )
    if scores.kind not in NUMERIC or scores.kind is Kind.DATE:
        raise InputError(
            phrase("“{name}” is not declared as a number.", name=scores.name),
            phrase("Change its type."),
            f"column:{scores.name}:kind",
        )
    if not asked.sensitivity.strip():
        return Ready((names, scores), None, None)
    delta = number(asked.sensitivity, phrase("The asserted Δ"), "rule.sensitivity")
    typed = asked.range_sensitivity.strip()
    spread = number(typed, phrase("The asserted R"), "rule.range_sensitivity") if typed else 2 * delta
    if spread > 2 * delta:
        raise InputError(
            phrase(
                "R = {apart} is more than 2Δ = {twice}, and one person cannot move two scores further apart.",
                apart=readable(spread),
                twice=readable(2 * delta),
            ),
            phrase("Leave R blank, or type a Δ of {least} or more.", least=readable(spread / 2)),
            "rule.range_sensitivity",
        )
    for name, bound, field in (("Δ", delta, "rule.sensitivity"), ("R", spread, "rule.range_sensitivity")):
        if bound % scores.step:
            step, more = rational_text(scores.step), rational_text(ceil(bound / scores.step) * scores.step)
            raise InputError(
                phrase(
                    "Scores are read in steps of {step}, so the asserted {name} must be a multiple of it.",
                    step=step,
                    name=name,
                ),
                phrase("Type {more}, or choose a smaller step for “{name}”.", more=more, name=scores.name),
                field,
            )
    return Ready((names, scores), delta, spread)


def _share(text: str) -> Fraction:
    share = parse_rational(text, phrase("The share of the quantile"))
    if share >= 1:
        raise InputError(
            phrase("The share of the quantile must lie between 0 and 1; it is {share}.", share=readable(share)),
            phrase("Type 0.9, for example."),
            phrase("The share of the quantile"),
        )
    return share


def _attributes(asked: RulePlan, columns: tuple[Column, ...]) -> tuple[str, ...]:
    given = asked.attributes[: len(columns)]
    return given + ("",) * (len(columns) - len(given))


def yes_no_column(table: TablePlan, name: str) -> Column:
    """A column that is yes/no where nothing else is declared.

    Raises:
        InputError: it is declared as something else.
    """
    declared = table.column(name) or ColumnPlan(name)
    if declared.kind not in ("", Kind.YES_NO):
        raise InputError(
            phrase("“{name}” is not declared as yes/no.", name=name), phrase("Change its type."), f"column:{name}:kind"
        )
    return column(replace(declared, kind=Kind.YES_NO))


def own_columns(table: TablePlan, names: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns named like the candidates: all yes/no where none is declared as a number, else numbers of one kind.

    Raises:
        InputError: one is no number though another is, or they cannot be told in one unit.
    """
    declared = [table.column(name) or ColumnPlan(name) for name in names]
    first = next((each for each in declared if each.kind in NUMERIC), None)
    if first is None:
        return tuple(yes_no_column(table, name) for name in names)
    for each in declared:
        alike, number = Kind(first.kind) in (Kind.INTEGER, Kind.DECIMAL), each.kind in NUMERIC
        if not number or (each.kind != first.kind and not (alike and each.kind in (Kind.INTEGER, Kind.DECIMAL))):
            raise InputError(
                phrase(
                    "“{name}” is not declared as {like}, as “{first_name}” is, beside which it is read as"
                    " a candidate's own column.",
                    name=each.name,
                    like=_LIKE[Kind(first.kind)],
                    first_name=first.name,
                ),
                phrase("Declare all of them alike."),
                f"column:{each.name}:kind",
            )
    units = {each.unit.strip(): each for each in declared if each.unit.strip()}
    if len(units) > 1:
        (unit, one), (other, two) = list(units.items())[:2]
        raise InputError(
            phrase(
                "“{name}” is in {unit} and “{two_name}” in {other}, which cannot be compared.",
                name=one.name,
                unit=unit,
                two_name=two.name,
                other=other,
            ),
            phrase("Give the columns named like the candidates one unit."),
            f"column:{two.name}:unit",
        )
    return tuple(map(column, declared))


def unreadable(text: str, read: Column, field: str = "") -> InputError:
    """That a text is no cell of the column; of a yes/no column, where its words stand."""
    if read.kind is not Kind.YES_NO:
        return InputError(
            phrase("“{text}” cannot be read under the type of “{name}”.", text=text, name=read.name),
            phrase("Correct it."),
            field,
        )
    words = joined(", ", (*read.true_words, *read.false_words))
    return InputError(
        phrase("“{text}” is not a word for yes or no in “{name}”.", text=text, name=read.name),
        phrase("Type one of {words}, or add it to the words of that column, on the Tables tab.", words=words),
        field,
    )


def _unit(asked: ColumnPlan) -> str:
    """The unit as it stands behind numbers."""
    unit = asked.unit.strip()
    if len(unit) > _MOST_UNIT:
        raise InputError(
            phrase("The unit of “{name}” is too long.", name=asked.name),
            phrase("Use at most {most_unit} characters.", most_unit=_MOST_UNIT),
            f"column:{asked.name}:unit",
        )
    return unit


@lru_cache(maxsize=2048)
def column(asked: ColumnPlan) -> Column:
    """One column under its declared type; each declaration is read once, however often a plan that has it is resolved.

    Raises:
        InputError: naming the column and the declaration.
    """
    name = f"“{asked.name}”"
    if not asked.kind:
        raise InputError(
            phrase("The type of {name} is not declared.", name=name), phrase("Choose it."), f"column:{asked.name}:kind"
        )
    kind = Kind(asked.kind)
    step = Fraction(1)
    if kind in STEPPED:
        step = number(asked.step, phrase("The step of {name}", name=name), f"column:{asked.name}:step")
    found = Column(
        asked.name,
        kind,
        step,
        bounds(asked, kind, step),
        None,
        asked.decimal_mark,
        asked.grouping_mark,
        asked.separator,
        asked.match_case,
        _words(asked.true_words),
        _words(asked.false_words),
        _unit(asked),
        asked.date_order,
    )
    _refuse_unsaid(asked)
    _refuse_marks(asked, kind)
    _refuse_words(found)
    return replace(found, blank=_blank(asked, found))


def written_as(asked: ColumnPlan) -> Column:
    """A column of numbers or dates by its type, marks and order alone: as a format check reads it.

    Raises:
        InputError: it is none, or a mark is wrong.
    """
    if asked.kind not in NUMERIC:
        raise InputError(
            phrase(
                "The project declares no number or date column “{name}”, so there are no marks to check.",
                name=asked.name,
            ),
            phrase("Declare it on the Tables tab, or name another one."),
            f"column:{asked.name}:kind",
        )
    return column(replace(asked, step="1", lower="", upper="", blank="", unit=""))


def _refuse_words(found: Column) -> None:
    """Raise InputError where no cell of a yes/no column could mean yes, or one both: compared as cells are."""
    if found.kind is not Kind.YES_NO:
        return
    if not found.true_words:
        raise InputError(
            phrase("“{name}” has no word that means yes.", name=found.name),
            phrase("Type a word for yes."),
            f"column:{found.name}:true_words",
        )
    yes, no = ({same_text(word, match_case=False) for word in words} for words in (found.true_words, found.false_words))
    if yes & no:
        raise InputError(
            phrase("A word of “{name}” means both yes and no; capitals do not matter.", name=found.name),
            phrase("Remove it from one of the two lists."),
            f"column:{found.name}:false_words",
        )


def unsaid(asked: ColumnPlan) -> str:
    """The declaration that is missing of how a column's cells are written, which nothing is taken for granted of."""
    if asked.kind == Kind.DATE:
        return "" if asked.date_order else "date_order"
    if asked.kind == Kind.CHOICES:
        return "" if asked.separator else "separator"
    if asked.kind == Kind.YES_NO:
        return "" if asked.true_words.strip() or asked.false_words.strip() else "true_words"
    return "decimal_mark" if asked.kind in NUMERIC and not asked.decimal_mark else ""


def _refuse_unsaid(asked: ColumnPlan) -> None:
    """Raise InputError where nobody has said how a column's cells are written."""
    missing = unsaid(asked)
    if missing:
        raise Unsaid(
            phrase("Say how {written} of “{name}” are written.", written=_WRITTEN[missing], name=asked.name),
            phrase("Choose it, or confirm the guess."),
            f"column:{asked.name}:{missing}",
            command=f"Declare its {missing} in the project.",
            python=f"Give its {missing}.",
        )


def _refuse_marks(asked: ColumnPlan, kind: Kind) -> None:
    """Raise InputError where numbers written with the marks could not be told from others."""
    if kind not in NUMERIC or kind is Kind.DATE:
        return
    for mark, what, field in (
        (asked.decimal_mark, phrase("decimal mark"), "decimal_mark"),
        (asked.grouping_mark or "'", phrase("mark between thousands"), "grouping_mark"),
    ):
        if len(mark) != 1 or mark.isalpha() or mark in _NO_MARKS:
            raise InputError(
                phrase(
                    "The {what} of “{name}” must be one character, and not a letter, a digit, + or -.",
                    what=what,
                    name=asked.name,
                ),
                phrase("Type . or , for example."),
                f"column:{asked.name}:{field}",
            )
    if asked.grouping_mark == asked.decimal_mark:
        raise InputError(
            phrase("“{name}” has the same mark for decimals and for thousands.", name=asked.name),
            phrase("Choose another mark."),
            f"column:{asked.name}:grouping_mark",
        )


def persons(asked: ColumnPlan) -> Persons:
    """How cells of the column name persons, as it is declared; a text where nothing is.

    Raises:
        InputError: it is declared as what names nobody.
    """
    if asked.kind == Kind.INTEGER:
        return Persons.WHOLE_NUMBER
    if asked.kind not in ("", Kind.IDENTIFIER, Kind.CATEGORY):
        raise InputError(
            phrase("“{name}” identifies people, so it must be a text or a whole number.", name=asked.name),
            phrase("Change its type."),
        )
    if asked.trim:
        return Persons.TEXT if asked.match_case else Persons.FOLDED_TEXT
    return Persons.EXACT_TEXT if asked.match_case else Persons.EXACT_FOLDED_TEXT


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _blank(asked: ColumnPlan, found: Column) -> str | None:
    text, field = asked.blank.strip(), f"column:{asked.name}:blank"
    if not text:
        return None
    value = reader(replace(found, bounds=None))(text)
    if value is None:
        raise InputError(
            phrase("What a blank in “{name}” counts as cannot be read as its type.", name=asked.name),
            phrase("Write it as in a cell."),
            field,
        )
    if found.bounds is not None and found.kind not in TEXTUAL:
        low, high = found.bounds
        if not low <= int(value) * found.step <= high:
            raise InputError(
                phrase("What a blank in “{name}” counts as lies outside its bounds.", name=asked.name),
                phrase("Choose another."),
                field,
            )
    return text
