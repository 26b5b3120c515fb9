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
from dpstudio.translation import joined, phrase, phrase_of

LARGE, LARGE_DELTA = 5, Fraction(1, 1000)
"""The largest epsilon and the largest delta that go without a warning."""
_NOBODY = phrase("Nobody: the table was declared a sample. A release from a private table would say: ")
_DELIMITERS = {",": phrase("commas"), ";": phrase("semicolons"), "\t": phrase("tabs"), " ": phrase("spaces")}
_SURER = ((1, phrase("only a little surer")), (3, phrase("surer")), (LARGE, phrase("much surer")))


def protected(unit: PrivacyUnit) -> str:
    """Who is protected, in one sentence."""
    who = phrase(
        "Each person, who has {most} in the table", most=phrase("at most one row") if unit.gaps else phrase("one row")
    )
    if unit.person is not None:
        some = phrase("at most {rows} of each person count", rows=counted(unit.rows, "rows"))
        rows = phrase("one row of each person counts") if unit.rows == 1 else some
        who = phrase("Each person, found by the column “{person}”; {rows}", person=unit.person, rows=rows)
    if unit.relation is Relation.ADD_REMOVE:
        return phrase("{who}. Whether the person is in the table at all is protected too.", who=who)
    if unit.everyone:
        return phrase(
            "{who}; the curator declares that each of them has one in every neighbouring table."
            " What the person's rows say is protected; how many people there are is not.",
            who=who,
        )
    if unit.may_have_none:
        return phrase("{who}. What the person's rows say is protected, and so is whether the person has any.", who=who)
    return phrase("{who}. What the person's rows say is protected; how many people there are is not.", who=who)


def who(question: Question) -> str:
    """Who a question protects."""
    said = protected(question.unit) if question.reads_people else whose_scores(question.unit)
    return phrase("{nobody}{said}", nobody=_NOBODY, said=said) if question.role is Role.SAMPLE else said


def whose_scores(unit: PrivacyUnit) -> str:
    """Who is protected where scores come ready-made."""
    how = phrase("added or removed") if unit.relation is Relation.ADD_REMOVE else phrase("replaced by another")
    return phrase(
        "Each person whose data went into the ready-made scores, {how}: as far as the bound that the"
        " curator asserted is right. It was not derived.",
        how=how,
    )


def odds(epsilon: Fraction) -> str:
    """How far the odds of any guess may change: "at most 2.72 to 1"."""
    shown = odds_up(epsilon)
    return (
        phrase("{shown} to 1", shown=shown) if shown.startswith("more") else phrase("at most {shown} to 1", shown=shown)
    )


def suspicion(epsilon: Fraction) -> str:
    """What a suspicion held at 50 of 100 can become, of 100: "at most 74"."""
    shown = chance_in_hundred(epsilon)
    return shown if shown.startswith("more") else phrase("at most {shown}", shown=shown)


def surer(epsilon: Fraction) -> str:
    """How much surer of something about one person a result can make anyone."""
    return next((word for most, word in _SURER if epsilon <= most), phrase("almost certain"))


def warning(epsilon: Fraction, delta: Fraction) -> str:
    """What must be said of an epsilon or a delta that protects little; "" for others."""
    found = []
    if epsilon > LARGE:
        found.append(
            phrase(
                "ε = {epsilon} is large and protects little: whoever suspects something about one person can"
                " become almost certain of it.",
                epsilon=rational_text(epsilon),
            )
        )
    if delta > LARGE_DELTA:
        found.append(
            phrase(
                "δ = {delta} is large and protects little: with that probability the result may give one person away,"
                " whatever ε is. It should be far below 1 divided by the number of people.",
                delta=rational_text(delta),
            )
        )
    return joined(" ", found)


def slip(loss: PrivacyLoss) -> str:
    """What a guarantee with a δ allows for, or nothing."""
    return (
        phrase(" The guarantee may fail with a probability of at most δ = {delta}.", delta=rational_text(loss.delta))
        if loss.delta
        else ""
    )


def cost(loss: PrivacyLoss) -> str:
    """What a release costs, its δ too: "ε = 1 and δ = 0.000001"."""
    slip = phrase(" and δ = {delta}", delta=rational_text(loss.delta)) if loss.delta else ""
    return phrase("ε = {epsilon}{slip}", epsilon=rational_text(loss.epsilon), slip=slip)


def from_what(loss: PrivacyLoss, role: Role = Role.PRIVATE) -> str:
    """What the guarantee limits."""
    epsilon = loss.epsilon
    factor = odds(epsilon).removesuffix(" to 1")
    of_what = phrase("A release from a private table would say: ") if role is Role.SAMPLE else ""
    return phrase(
        "{of_what}Anyone who sees this result, even knowing every other person's data, can become"
        " {surer} of anything about one person: the odds of any guess change by a factor of {factor}."
        " A suspicion held at 50 of 100 can become {suspicion} of 100.{slip}",
        of_what=of_what,
        surer=surer(epsilon),
        factor=factor,
        suspicion=suspicion(epsilon),
        slip=slip(loss),
    )


_READ_AS = {
    Persons.TEXT: phrase(
        "rows are of the same person where their texts are the same, byte for byte, but for blanks around them"
    ),
    Persons.FOLDED_TEXT: phrase(
        "rows are of the same person where their texts are the same, byte for byte, but for blanks around them and"
        " for the case of A to Z"
    ),
    Persons.EXACT_TEXT: phrase("rows are of the same person where their texts are the same, byte for byte"),
    Persons.EXACT_FOLDED_TEXT: phrase(
        "rows are of the same person where their texts are the same, byte for byte, but for the case of A to Z"
    ),
    Persons.WHOLE_NUMBER: phrase(
        "rows are of the same person where their whole numbers are the same; a row with another text there is without a"
        " person"
    ),
}


def rows_kept(question: Question) -> str:
    """Which rows of a person count."""
    if not question.reads_people:
        return phrase("as asserted: the scores were computed elsewhere, the table holds scores and not people")
    if question.unit.person is None and question.unit.gaps:
        return phrase("all of them but those that are all blank: each other row is one person")
    if question.unit.person is None:
        return phrase("all of them: each row is one person")
    many = phrase("row") if question.unit.rows == 1 else counted(question.unit.rows, "rows")
    verb = phrase("is") if question.unit.rows == 1 else phrase("are")
    return phrase(
        "of each person's rows the {many} whose SHA-256 of the person and the cells that are read is"
        " smallest {verb} kept; rows without a person are dropped; {read_as}",
        many=many,
        verb=verb,
        read_as=_READ_AS[question.unit.persons],
    )


NOT_FROM = phrase(
    "It does not protect from what the result says about everyone together, from other publications"
    " about the same people, or from whoever holds the table itself."
)


def gap(amount: str, winners: int) -> str:
    """How far from the best a choice may be, in few words."""
    return (
        phrase("within {amount} of the best", amount=amount)
        if winners == 1
        else phrase("each within {amount} of the best not chosen before it", amount=amount)
    )


def gap_told(at_most: Fraction, beta: Fraction, unit: str, winners: int) -> str:
    """How far from the best a choice may be and how rarely farther, in one line."""
    return phrase(
        "Error bound: {gap}, in at least {beta} of 100 runs.",
        gap=gap(with_unit(decimal_up(at_most, 2), unit), winners),
        beta=rational_text(100 * (1 - beta)),
    )


def shares_told(at_most: Fraction, beta: Fraction) -> str:
    """How far the shares of a synthetic table may be from the truth and how rarely farther, in one line."""
    if at_most >= 1:
        return phrase("Error bound: none. There are too few people for any promise.")
    return phrase(
        "Error bound: each query's share within {reached} in 100 of the truth, in at least {beta} of 100 runs.",
        reached=decimal_up(100 * at_most, 1),
        beta=rational_text(100 * (1 - beta)),
    )


def plus_minus_told(many: int) -> str:
    """How often so many ± beside figures or estimates hold, all together; "" of none."""
    if not many:
        return ""
    return phrase_of(
        many,
        "± holds in at least 95 of 100 runs",
        "all ± hold in at least 95 of 100 runs",
    )


def accuracy(gap: Fraction | None, beta: Fraction, unit: str, winners: int) -> str:
    """The accuracy that holds whatever the data are."""
    if gap is None:
        return phrase(
            "How far from the best a chosen candidate's score may be has no bound that holds for every table."
        )
    sure = rational_text(100 * (1 - beta))
    amount = with_unit(decimal_up(gap, 2), unit)
    if winners > 1:
        return phrase(
            "With a probability of at least {sure} in 100 each of the {winners} chosen candidates'"
            " scores is within {amount} of the best one not chosen before it. This holds for every"
            " table and says nothing about this one.",
            sure=sure,
            winners=winners,
            amount=amount,
        )
    return phrase(
        "With a probability of at least {sure} in 100 the chosen candidate's score is within {amount}"
        " of the best candidate's. This holds for every table and says nothing about this one.",
        sure=sure,
        amount=amount,
    )


def reading(claimed: Reading) -> str:
    """How the source was said to be written."""
    said = [phrase("as {format}", format=claimed.format.replace("_", " "))]
    if claimed.delimiter is not None:
        said.append(
            phrase("cells separated by {get}", get=_DELIMITERS.get(claimed.delimiter, f"“{claimed.delimiter}”"))
        )
    if claimed.encoding is not None:
        said.append(phrase("encoded as {encoding}", encoding=claimed.encoding))
    said += _first_line(claimed)
    if claimed.lines_left_out_at_end:
        said.append(phrase("{lines} left out at the end", lines=counted(claimed.lines_left_out_at_end, "lines")))
    if claimed.sheet is not None:
        said.append(
            phrase("sheet or table “{sheet}”", sheet=claimed.sheet)
            if claimed.sheet
            else phrase("the first sheet or table")
        )
    return joined("; ", said)


def _first_line(claimed: Reading) -> list[str]:
    """Which line names the columns, and where reading starts."""
    if claimed.header and (claimed.header_line or 1) > 1:
        return [
            phrase(
                "line {header_line} names the columns, and whatever stands above it is left out",
                header_line=claimed.header_line,
            )
        ]
    named = phrase("the first line names the columns") if claimed.header else phrase("no line names the columns")
    return ([] if claimed.header is None else [named]) + (
        []
        if claimed.header_line is None
        else [phrase("reading starts at line {header_line}", header_line=claimed.header_line)]
    )


def column_reading(column: ColumnClaim) -> str:
    """How the cells of a column were said to be written."""
    said = []
    if column.decimal_mark is not None:
        grouping = (
            phrase(", thousands “{grouping_mark}”", grouping_mark=column.grouping_mark) if column.grouping_mark else ""
        )
        said.append(
            phrase("decimal mark “{decimal_mark}”{grouping}", decimal_mark=column.decimal_mark, grouping=grouping)
        )
    if column.separator is not None:
        said.append(phrase("choices separated by “{separator}”", separator=column.separator))
    if column.capitals_matter is not None:
        said.append(phrase("capitals matter") if column.capitals_matter else phrase("capitals do not matter"))
    if column.date_order is not None:
        said.append(phrase("dates as {date_order}", date_order=column.date_order))
    if column.true_words is not None and column.false_words is not None:
        said.append(
            phrase(
                "yes: {listed}; no: {listed_2}", listed=listed(column.true_words), listed_2=listed(column.false_words)
            )
        )
    return joined("; ", said) or phrase("as it stands")


def standing(said: str, symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """The signs that stand in a formula, each by itself and not as a letter of a word."""
    return tuple(each for each in symbols if re.search(rf"(?<![^\W\d_]){re.escape(each.sign)}(?!\w)", said))


def formula(said: str, symbols: tuple[Symbol, ...]) -> str:
    """A formula and what its signs stand for, with their values: the same in the window as on the receipt."""
    return phrase("{said}\nwhere ", said=said) + joined(
        "; ",
        (
            phrase("{sign} {meaning}: {value}", sign=each.sign, meaning=each.meaning, value=each.value)
            for each in symbols
        ),
    )


def amount(value: Fraction, unit: str) -> str:
    """Exactly where that is short, else rounded up."""
    exact = rational_text(value)
    short = exact if "/" not in exact else decimal_up(value, 6).replace(",", "")
    return with_unit(grouped(short), unit)
