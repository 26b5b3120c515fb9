"""What a result is called wherever it is shown, printed or copied; a sample's is never called private."""

import re
from fractions import Fraction

from dpstudio.core.account import HEADER_LOOK
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.claims import FigureAsked, NoiseOfVector
from dpstudio.core.receipt.receipt import AnyReceipt, Receipt3
from dpstudio.translation import capital, joined, phrase, phrase_of

DEMONSTRATION = phrase("demonstration, not private")
INSPECTED = phrase("before this release the curator looked into the table (Inspect)")
HEADER_SHOWN = phrase("before this release more lines than the header were shown to the curator, to find the header")
CHANGED = phrase("what is asked, its ε or its mechanism is not what it was when the curator looked into the table")

_MOST_NAMED = 3
_CHECKED = re.compile(r"before this release the curator made ([1-9][0-9]{0,8}) format check.*")


def is_demonstration(flags: tuple[str, ...]) -> bool:
    """Whether a receipt with these flags is of a table that was declared a sample."""
    return any(flag.startswith(DEMONSTRATION) for flag in flags)


def looked(looks: tuple[str, ...], plan: str) -> tuple[str, ...]:
    """What a receipt says of the curator's looks into the table: that there were any, and if the plan changed since.

    Args:
        looks: digest of the plan at each of them, or HEADER_LOOK.
        plan: digest of the one that is released.
    """
    plans = {*looks} - {HEADER_LOOK}
    inspected = ((INSPECTED,) if plans == {plan} else (INSPECTED, CHANGED)) if plans else ()
    return (*inspected, *((HEADER_SHOWN,) if HEADER_LOOK in looks else ()))


def checked(times: int) -> tuple[str, ...]:
    """What a receipt says of the format checks that the curator made of the table: how many there were."""
    said = phrase_of(
        times,
        "before this release the curator made {number} format check: whether most cells of a number or date column can"
        " be read",
        "before this release the curator made {number} format checks: whether most cells of a number or date column can"
        " be read",
        number=times,
    )
    return (said,) if times else ()


def checks_in(flags: tuple[str, ...]) -> int:
    """How many format checks a receipt with these flags tells of."""
    found = next(filter(None, map(_CHECKED.fullmatch, flags)), None)
    return 0 if found is None else int(found[1])


def is_unsigned(remarks: tuple[str, ...]) -> bool:
    """Whether these flags, or what is said of a ledger, are of a demonstration: a sample, or a table that ships."""
    return any(remark.startswith("demonstration") for remark in remarks)


def headline(flags: tuple[str, ...], winners: tuple[str, ...] | None) -> str:
    """The line above a result.

    Args:
        winners: who was chosen, or None where figures or rows are published.
    """
    if is_demonstration(flags):
        return capital(DEMONSTRATION)
    order = phrase(", in this order") if winners is not None and len(winners) > 1 else ""
    return phrase(
        "{published} with differential privacy{order}",
        published=phrase("Published") if winners is None else phrase("Chosen"),
        order=order,
    )


def at_result(receipt: AnyReceipt) -> str:
    """What nobody may overlook at a result: how many rows of a person count, which means are stand-ins, or ""."""
    return joined(" ", filter(None, (_rows_that_count(receipt), not_measured(stood_in(receipt)))))


def stood_in(receipt: AnyReceipt) -> tuple[str, ...]:
    """The means in whose place what was typed for a mean of nobody is published: their noisy number is not above 0."""
    figures: tuple[FigureAsked, ...] = getattr(getattr(receipt, "question", None), "figures", ())
    noises: tuple[NoiseOfVector, ...] = getattr(getattr(receipt, "mechanism", None), "noises", ())
    found, place, lines = [], 0, receipt.lines
    for figure in figures:
        own = sum(each.components for each in noises if each.figure == figure.name)
        several = figure.otherwise is not None
        if several and Fraction(lines[place + own]["value"]) <= 0:
            found.append(figure.name)
        place += own + several
    return tuple(found)


def not_measured(means: tuple[str, ...]) -> str:
    """That these means are none of the table: a sentence, or "" of none."""
    if not means:
        return ""
    more = len(means) - _MOST_NAMED
    named = joined(", ", (phrase("“{name}”", name=each) for each in means[:_MOST_NAMED]))
    return phrase_of(
        len(means),
        "{named}{more} is a stand-in and no mean of this table: its noisy number of values is not above 0.",
        "{named}{more} are stand-ins and no means of this table: their noisy numbers of values are not above 0.",
        named=named,
        more=phrase(" and {more} more", more=more) if more > 0 else "",
    )


def _rows_that_count(receipt: AnyReceipt) -> str:
    """What stands at a result of which not every row counts: "At most 3 rows of each person count."; "" of others."""
    unit = receipt.privacy_unit if isinstance(receipt, Receipt3) else None
    if unit is None or unit.identified_by is None or unit.asserted:
        return ""
    if unit.rows_per_person == 1:
        return phrase("One row of each person counts.")
    return phrase("At most {rows} of each person count.", rows=counted(unit.rows_per_person, "rows"))


def note(flags: tuple[str, ...]) -> str:
    """What stands behind a result on a line of its own: " (demonstration, not private)", or nothing."""
    return phrase(" ({demonstration})", demonstration=DEMONSTRATION) if is_demonstration(flags) else ""
