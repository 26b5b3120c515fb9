"""Which line of a private table comes into view as its header, and what is said where that would be a second one."""

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables.schema import NAMED, Role
from dpstudio.translation import phrase

MOST_ABOVE = 10
"""A header stands in the first so many lines of a private table."""


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
            phrase("Type a number up to {most_above}, or say that there is no header.", most_above=MOST_ABOVE),
            "first_line",
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
