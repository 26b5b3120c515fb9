"""Names in a rule that no cell of their column can mean: refused in words, before anything is derived."""

from dataclasses import replace
from functools import lru_cache

from dpstudio.core.candidates.sets import refuse_unusable
from dpstudio.core.errors import InputError
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import Cell
from dpstudio.core.tables.cells import reader, same_text, separator_of
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind
from dpstudio.translation import joined, phrase


def wrong_literal(column: Column, text: str) -> tuple[str, str] | None:
    """Why no cell can mean a fixed text, and how to mend it; None where one can."""
    if not text.strip():
        return phrase("A cell of “{name}” cannot be compared with a blank.", name=column.name), instead_of_blank(column)
    shown = f"“{text[:30]}”"
    if _holds_separator(column, text):
        return (
            phrase(
                "{shown} contains the separator “{separator}” of “{name}”, so no choice can have this name.",
                shown=shown,
                separator=column.separator,
                name=column.name,
            ),
            phrase("Write one choice at a time, joined by and."),
        )
    if unreadable(column, (text,)) is not None:
        return phrase("{shown} cannot be read under the type of “{name}”.", shown=shown, name=column.name), phrase(
            "Change one of them."
        )
    return None


def instead_of_blank(column: Column) -> str:
    """What to write where a blank is asked for in vain."""
    if column.blank is None:
        return phrase("Write blank({cell}).", cell=text_of(Cell(column.name)))
    sign = "has" if column.kind is Kind.CHOICES else "="
    return phrase('A blank counts as “{blank}” there: write {sign} "{blank}".', blank=column.blank, sign=sign)


def refuse_unmatchable(column: Column, texts: tuple[str, ...], *, distinct: bool) -> None:
    """Raise InputError where a candidate's text can be no cell's meaning.

    Args:
        texts: what the candidates are compared by, one each.
        distinct: whether two candidates may not mean the same cell.
    """
    parted = _parted(column, texts)
    if parted is not None:
        raise InputError(
            phrase(
                "The candidate “{parted}” contains the separator “{separator}” of “{name}”.",
                parted=parted,
                separator=column.separator,
                name=column.name,
            ),
            phrase("Choose another separator."),
        )
    wrong = unreadable(column, texts)
    if wrong is not None:
        raise _unreadable(column, wrong)
    if distinct and column.kind in TEXTUAL and not column.match_case:
        refuse_unusable(texts, match_case=False)


def _unreadable(column: Column, candidate: str) -> InputError:
    """That a candidate can be no cell; of a yes/no column, under which words it could."""
    if column.kind is not Kind.YES_NO:
        told = phrase(
            "The candidate “{candidate}” cannot be read under the type of “{name}”.",
            candidate=candidate,
            name=column.name,
        )
        if "." in candidate and column.decimal_mark == ",":
            return InputError(
                told,
                phrase(
                    "Type the candidates as a list with its decimal mark: {candidate}.",
                    candidate=candidate.replace(".", ","),
                ),
            )
        return InputError(told, phrase("Change the column's type, or the candidate."))
    words = joined(", ", (*column.true_words, *column.false_words))
    return InputError(
        phrase(
            "The candidate “{candidate}” is not a word for yes or no in “{name}”.",
            candidate=candidate,
            name=column.name,
        ),
        phrase("Choose one of {words}, or add it to the words of that column, on the Tables tab.", words=words),
    )


@lru_cache(maxsize=16)
def unreadable(column: Column, texts: tuple[str, ...]) -> str | None:
    """The first text that means nothing under the column's type, or None."""
    meaning = reader(replace(column, blank=None, bounds=None))
    return next((text for text in texts if meaning(text) is None), None)


@lru_cache(maxsize=16)
def _parted(column: Column, texts: tuple[str, ...]) -> str | None:
    """The first text that a cell would part into several choices, or None."""
    return next((text for text in texts if _holds_separator(column, text)), None)


def _holds_separator(column: Column, text: str) -> bool:
    return column.kind is Kind.CHOICES and separator_of(column) in same_text(text, column.match_case)
