"""Which lines of a private table it may begin and end with: what they tell is little, and the same of any table."""

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.schema import NAMED, Role
from dpstudio.translation import phrase

MOST_ABOVE = 10
"""A header stands in the first so many lines of a private table, and without one it begins there."""
_MOST_BELOW = 10
"""So many lines at its end may be left out."""


def header_line(table: TablePlan) -> int:
    """The line of a private table that comes into view where its columns are named; 0 where none does."""
    if table.role != Role.PRIVATE or table.format in NAMED or table.header != "yes":
        return 0
    return max(table.source.first_line, 1)


def refuse_far_header(line: int) -> None:
    """Raise InputError where no header of a private table stands so far below."""
    if line > MOST_ABOVE:
        raise InputError(
            phrase(
                "A private table's header stands in its first {most_above} lines: any line below may be a person's.",
                most_above=MOST_ABOVE,
            ),
            phrase("Type a number up to {most_above}.", most_above=MOST_ABOVE),
            "first_line",
        )


def refuse_far_lines(table: TablePlan) -> None:
    """Raise InputError where trying whether a private table has so many lines would tell how many rows it has."""
    if table.role != Role.PRIVATE or table.format in NAMED:
        return
    if table.header != "no":
        refuse_far_header(table.source.first_line)
    if table.source.first_line > MOST_ABOVE:
        raise InputError(
            phrase(
                "A private table begins in its first {most_above} lines: where it ends tells how many rows it has.",
                most_above=MOST_ABOVE,
            ),
            phrase("Type a number up to {most_above}.", most_above=MOST_ABOVE),
            "first_line",
        )
    if table.source.left_out > _MOST_BELOW:
        raise InputError(
            phrase(
                "At most {most_below} lines at the end of a private table are left out: with more it would be told how"
                " many rows it has.",
                most_below=_MOST_BELOW,
            ),
            phrase("Type a number up to {most_below}, or take these lines out of the file.", most_below=_MOST_BELOW),
            "left_out",
        )


def shown_before(table: TablePlan, before: int) -> Refusal:
    """That another line than the one that is asked for was shown as the header of a private table."""
    line = header_line(table)
    return Refusal(
        phrase(
            "Line {before} of {label} was shown as its header: to show line {line} as well is a look at its rows.",
            before=before,
            label=table.label,
            line=line,
        ),
        phrase(
            "Type {before} again, or have the look noted in the ledger: every later receipt says so.", before=before
        ),
        "first_line",
        command=f"Give first_line {before} again; another line is shown in the window, where the look is noted.",
        python=f"Give first_line={before} again; another line is shown in the window, where the look is noted.",
    )
