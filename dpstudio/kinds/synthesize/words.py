"""The sentences about synthetic tables."""

from fractions import Fraction

from dpstudio.core.mechanisms.small_database import Queries, Synthesis
from dpstudio.core.quantities import counted, decimal_up, rational_text, there_are
from dpstudio.core.tables.schema import Column

SYNTHESIS_WHY = (
    "Replacing one person moves n·q(x) by at most 1 for every query, so each table's score moves by at most 1, and two"
    " tables' scores can move apart by 2."
)


def synthesis_sentence(columns: tuple[Column, ...], synthesis: Synthesis) -> str:
    """What the synthetic table is to get right."""
    names = ", ".join(f"“{column.name}”" for column in columns)
    what = {
        Queries.COLUMNS: "the share of people who say yes in each column",
        Queries.PAIRS: "the share who say yes in each column and in each two of them together",
        Queries.HALFSPACES: "the share of people whose weighted sum of all columns but the last is at least the last"
        " one (yes is 1, no is 0), for all weights among " + ", ".join(map(str, synthesis.weights)),
    }[synthesis.queries]
    no = [f"“{column.name}”" for column in columns if column.blank is None]
    where = "" if len(no) == len(columns) else f" in {', '.join(no)}"
    blank = f" Any cell that is no word for yes, also a blank one, counts as no{where}." if no else ""
    many = counted(synthesis.rows, "invented people")
    return f"A table of {many} over {names} that is about right on {what}.{blank}"


def synthesis_accuracy(reached: Fraction, alpha: Fraction, beta: Fraction, needed: int, people: int) -> str:
    """What every share is within, and whether that is what was asked for."""
    sure = rational_text(100 * (1 - beta))
    wanted = f"{rational_text(100 * alpha)} in 100"
    if reached >= 1:
        return (
            f"No promise: to be within {wanted} on every query takes {counted(needed, 'people')};"
            f" {there_are(people, 'people')}."
        )
    within = (
        f"With a probability of at least {sure} in 100 every query's share is within {decimal_up(100 * reached, 1)} in"
        " 100 of the truth."
    )
    takes = "takes" if people >= needed else "would take"
    return f"{within} Asked for was {wanted}: that {takes} {counted(needed, 'people')}; {there_are(people, 'people')}."
