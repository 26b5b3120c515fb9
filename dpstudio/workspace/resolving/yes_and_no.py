"""Which cells the question reads as yes and which as no, in words: nothing is read under words that nobody is shown."""

from collections.abc import Collection, Sequence

from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Column, Kind
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, phrase

_MOST_NAMED = 6
Reading = tuple[tuple[str, ...], tuple[str, ...], str]


def words_read(found: Resolved, only: Collection[str] | None = None) -> tuple[str, ...]:
    """What is read as yes and as no, a sentence for all columns that are read alike; nothing where no column is.

    Args:
        only: the names of the columns that it is told of; None is all.
    """
    by_no = KINDS[found.plan.kind].unread_is_no(found)
    alike: dict[Reading, list[str]] = {}
    for column in dict.fromkeys(found.read):
        if column.kind is Kind.YES_NO and (only is None or column.name in only):
            alike.setdefault(_reading(column, unread_is_no=by_no), []).append(column.name)
    return tuple(_sentence(names, *reading) for reading, names in alike.items())


def _reading(column: Column, *, unread_is_no: bool) -> Reading:
    other = phrase("as no") if unread_is_no else phrase("neither as yes nor as no")
    if column.blank is not None:
        other = phrase("as yes") if reader(column)(column.blank) else phrase("as no")
    return column.true_words, column.false_words, other


def _sentence(names: Sequence[str], yes: Sequence[str], no: Sequence[str], other: str) -> str:
    shown = [f"“{name}”" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        shown.append(phrase("{names} more columns", names=f"{len(names) - _MOST_NAMED:,}"))
    as_no = phrase(", and as no where it is {words}", words=_words(no)) if no else ""
    return phrase(
        "In {joined} a cell is read as yes where it is {words}{as_no}; capitals, and blanks around a"
        " word, do not matter. Any other cell, also a blank one, counts {other}.",
        joined=_joined(shown, phrase(" and ")),
        words=_words(yes),
        as_no=as_no,
        other=other,
    )


def _words(words: Sequence[str]) -> str:
    return _joined([f"“{word}”" for word in words], phrase(" or "))


def _joined(parts: Sequence[str], last: str) -> str:
    return joined(last, [joined(", ", parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
