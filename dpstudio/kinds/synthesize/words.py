"""The sentences about synthetic tables."""

from fractions import Fraction

from dpstudio.core.mechanisms.small_database import Queries, Synthesis
from dpstudio.core.quantities import counted, decimal_up, rational_text, readable, there_are
from dpstudio.core.tables.schema import Column
from dpstudio.translation import joined, phrase

SYNTHESIS_WHY = phrase(
    "Replacing one person moves n·q(x) by at most 1 for every query, so each table's score moves by at"
    " most 1, and two tables' scores can move apart by 2."
)


def synthesis_sentence(columns: tuple[Column, ...], synthesis: Synthesis) -> str:
    """What the synthetic table is to get right."""
    names = joined(", ", (f"“{column.name}”" for column in columns))
    what = {
        Queries.COLUMNS: phrase("the share of people who say yes in each column"),
        Queries.PAIRS: phrase("the share who say yes in each column and in each two of them together"),
        Queries.HALFSPACES: phrase(
            "the share of people whose weighted sum of all columns but the last is at least the last one"
            " (yes is 1, no is 0), for all weights among "
        )
        + joined(", ", (readable(Fraction(weight)) for weight in synthesis.weights)),
    }[synthesis.queries]
    no = [f"“{column.name}”" for column in columns if column.blank is None]
    where = "" if len(no) == len(columns) else phrase(" in {no}", no=joined(", ", no))
    blank = (
        phrase(" Any cell that is not a word for yes, a blank one too, counts as no{where}.", where=where) if no else ""
    )
    many = counted(synthesis.rows, phrase("invented people"))
    return phrase(
        "A table of {many} with the columns {names}, close to the real one in {what}.{blank}",
        many=many,
        names=names,
        what=what,
        blank=blank,
    )


def synthesis_accuracy(reached: Fraction, alpha: Fraction, beta: Fraction, needed: int, people: int) -> str:
    """What every share is within, and whether that is what was asked for."""
    sure = rational_text(100 * (1 - beta))
    wanted = phrase("{alpha} in 100", alpha=rational_text(100 * alpha))
    if reached >= 1:
        return phrase(
            "No promise: to be within {wanted} on every query takes {people}; {people_2}.",
            wanted=wanted,
            people=counted(needed, "people"),
            people_2=there_are(people, "people"),
        )
    within = phrase(
        "With a probability of at least {sure} in 100 every query's share is within {reached} in 100 of the truth.",
        sure=sure,
        reached=decimal_up(100 * reached, 1),
    )
    takes = phrase("takes") if people >= needed else phrase("would take")
    return phrase(
        "{within} The aim was {wanted}, which {takes} {people}; {people_2}.",
        within=within,
        wanted=wanted,
        takes=takes,
        people=counted(needed, "people"),
        people_2=there_are(people, "people"),
    )
