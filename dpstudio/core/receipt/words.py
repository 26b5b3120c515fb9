"""The sentences of a receipt that a layperson reads first."""

import re
from fractions import Fraction

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.quantities import (
    chance_in_hundred,
    counted,
    decimal_up,
    grouped,
    listed,
    odds_up,
    rational_text,
    with_unit,
)
from dpstudio.core.question import Question
from dpstudio.core.receipt.claims import ColumnClaim, Reading
from dpstudio.core.receipt.receipt import Symbol
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation, Role

LARGE = 5
_NOBODY = "Nobody: the table was declared a sample. Of a release from a private table this would be said: "
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", " ": "spaces"}
_SURER = ((1, "only a little surer"), (3, "surer"), (LARGE, "much surer"))


def protected(unit: PrivacyUnit) -> str:
    """Who is protected, in one sentence."""
    who = f"Each person, who has {'at most one row' if unit.gaps else 'one row'} in the table"
    if unit.person is not None:
        some = f"at most {counted(unit.rows, 'rows')} of each person count"
        rows = "one row of each person counts" if unit.rows == 1 else some
        who = f"Each person, found by the column “{unit.person}”; {rows}"
    if unit.relation is Relation.ADD_REMOVE:
        return f"{who}. Protected is also whether the person is in the table at all."
    if unit.everyone:
        return (
            f"{who}; the curator declares that each of them has one in every neighbouring table. Protected is what the"
            " person's rows say; how many people there are is not."
        )
    if unit.may_have_none:
        return f"{who}. Protected is what the person's rows say, and whether the person has any."
    return f"{who}. Protected is what the person's rows say; how many people there are is not."


def who(question: Question) -> str:
    """Who a question protects."""
    said = protected(question.unit) if question.reads_people else whose_scores(question.unit)
    return f"{_NOBODY}{said}" if question.role is Role.SAMPLE else said


def whose_scores(unit: PrivacyUnit) -> str:
    """Who is protected where scores come ready-made."""
    how = "added or removed" if unit.relation is Relation.ADD_REMOVE else "replaced by another"
    return (
        f"Each person whose data went into the ready-made scores, {how}: as far as the bound that the curator asserted"
        " is right. It was not derived."
    )


def odds(epsilon: Fraction) -> str:
    """How far the odds of any guess may change: "at most 2.72 to 1"."""
    shown = odds_up(epsilon)
    return f"{shown} to 1" if shown.startswith("more") else f"at most {shown} to 1"


def suspicion(epsilon: Fraction) -> str:
    """What a suspicion held at 50 of 100 can become, of 100: "at most 74"."""
    shown = chance_in_hundred(epsilon)
    return shown if shown.startswith("more") else f"at most {shown}"


def surer(epsilon: Fraction) -> str:
    """How much surer of something about one person a result can make anyone."""
    return next((word for most, word in _SURER if epsilon <= most), "almost certain")


def warning(epsilon: Fraction) -> str:
    """What must be said of an epsilon that protects little; "" for others."""
    if epsilon <= LARGE:
        return ""
    return (
        f"ε = {rational_text(epsilon)} is large and protects little: whoever suspects something about one person can"
        " become almost certain of it."
    )


def slip(loss: PrivacyLoss) -> str:
    """What a guarantee with a δ allows for, or nothing."""
    return f" A slip of at most δ = {rational_text(loss.delta)} of probability is allowed for." if loss.delta else ""


def cost(loss: PrivacyLoss) -> str:
    """What a release costs, its δ too: "ε = 1 and δ = 0.000001"."""
    slip = f" and δ = {rational_text(loss.delta)}" if loss.delta else ""
    return f"ε = {rational_text(loss.epsilon)}{slip}"


def from_what(loss: PrivacyLoss, role: Role = Role.PRIVATE) -> str:
    """What the guarantee limits."""
    epsilon = loss.epsilon
    factor = odds(epsilon).removesuffix(" to 1")
    of_what = "Of a release from a private table this would be said: " if role is Role.SAMPLE else ""
    return (
        f"{of_what}Anyone who sees this result, and even knows every other person's data, can become {surer(epsilon)}"
        f" of anything about one person: the odds of any guess change by a factor of {factor}."
        f" A suspicion held at 50 of 100 can become {suspicion(epsilon)} of 100.{slip(loss)}"
    )


_READ_AS = {
    Persons.TEXT: "persons are the same where their texts are, byte for byte, but for blanks around them",
    Persons.FOLDED_TEXT: "persons are the same where their texts are, byte for byte, but for blanks around them and for"
    " the case of A to Z",
    Persons.EXACT_TEXT: "persons are the same where their texts are, byte for byte",
    Persons.EXACT_FOLDED_TEXT: "persons are the same where their texts are, byte for byte, but for the case of A to Z",
    Persons.WHOLE_NUMBER: "persons are the same where their whole numbers are; a row with another text there is"
    " without a person",
}


def rows_kept(question: Question) -> str:
    """Which rows of a person count."""
    if not question.reads_people:
        return "as asserted: the scores were computed elsewhere, the table holds scores and not people"
    if question.unit.person is None and question.unit.gaps:
        return "all of them but those that are all blank: each other row is one person"
    if question.unit.person is None:
        return "all of them: each row is one person"
    many = "row" if question.unit.rows == 1 else counted(question.unit.rows, "rows")
    verb = "is" if question.unit.rows == 1 else "are"
    return (
        f"of each person's rows the {many} whose SHA-256 of the person and the cells that are read is smallest {verb}"
        f" kept; rows without a person are dropped; {_READ_AS[question.unit.persons]}"
    )


NOT_FROM = (
    "It does not protect from what the result says about everyone together, from other publications about the same"
    " people, or from whoever holds the table itself."
)


def gap(amount: str, winners: int) -> str:
    """How far from the best a choice may be, in few words."""
    return f"within {amount} of the best" if winners == 1 else f"each within {amount} of the best not chosen before it"


def accuracy(gap: Fraction | None, beta: Fraction, unit: str, winners: int) -> str:
    """The accuracy that holds whatever the data are."""
    if gap is None:
        return "How far from the best a chosen candidate's score may be has no bound that holds for every table."
    sure = rational_text(100 * (1 - beta))
    amount = with_unit(decimal_up(gap, 2), unit)
    if winners > 1:
        return (
            f"With a probability of at least {sure} in 100 each of the {winners} chosen candidates' scores is within"
            f" {amount} of the best one not chosen before it. This holds for every table and says nothing about this"
            " one."
        )
    return (
        f"With a probability of at least {sure} in 100 the chosen candidate's score is within {amount} of the best"
        " candidate's. This holds for every table and says nothing about this one."
    )


def reading(claimed: Reading) -> str:
    """How the source was said to be written."""
    said = [f"as {claimed.format.replace('_', ' ')}"]
    if claimed.delimiter is not None:
        said.append(f"cells parted by {_DELIMITERS.get(claimed.delimiter, f'“{claimed.delimiter}”')}")
    if claimed.encoding is not None:
        said.append(f"encoded as {claimed.encoding}")
    said += _first_line(claimed)
    if claimed.lines_left_out_at_end:
        said.append(f"{counted(claimed.lines_left_out_at_end, 'lines')} left out at the end")
    if claimed.sheet is not None:
        said.append(f"sheet or table “{claimed.sheet}”" if claimed.sheet else "the first sheet or table")
    return "; ".join(said)


def _first_line(claimed: Reading) -> list[str]:
    """Which line names the columns, and where reading starts."""
    if claimed.header and (claimed.header_line or 1) > 1:
        return [f"line {claimed.header_line} names the columns, and whatever stands above it is left out"]
    named = "the first line names the columns" if claimed.header else "no line names the columns"
    return ([] if claimed.header is None else [named]) + (
        [] if claimed.header_line is None else [f"reading starts at line {claimed.header_line}"]
    )


def column_reading(column: ColumnClaim) -> str:
    """How the cells of a column were said to be written."""
    said = []
    if column.decimal_mark is not None:
        grouping = f", thousands “{column.grouping_mark}”" if column.grouping_mark else ""
        said.append(f"decimal mark “{column.decimal_mark}”{grouping}")
    if column.separator is not None:
        said.append(f"choices parted by “{column.separator}”")
    if column.capitals_matter is not None:
        said.append("capitals matter" if column.capitals_matter else "capitals do not matter")
    if column.date_order is not None:
        said.append(f"dates as {column.date_order}")
    if column.true_words is not None and column.false_words is not None:
        said.append(f"yes: {listed(column.true_words)}; no: {listed(column.false_words)}")
    return "; ".join(said) or "as it stands"


def standing(said: str, symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """The signs that stand in a formula, each by itself and not as a letter of a word."""
    return tuple(each for each in symbols if re.search(rf"(?<![^\W\d_]){re.escape(each.sign)}(?!\w)", said))


def formula(said: str, symbols: tuple[Symbol, ...]) -> str:
    """A formula and what its signs stand for, with their values: the same in the window as on the receipt."""
    return f"{said}\nwhere " + "; ".join(f"{each.sign} {each.meaning}: {each.value}" for each in symbols)


def amount(value: Fraction, unit: str) -> str:
    """Exactly where that is short, else rounded up."""
    exact = rational_text(value)
    short = exact if "/" not in exact else decimal_up(value, 6).replace(",", "")
    return with_unit(grouped(short), unit)
