"""At most k rows of each person, kept inside the engine by the order of docs/reading.md, which files have too."""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from dpstudio.core.tables.databases.words import ROWS, Form, Held, Words, length, translated, trimmed
from dpstudio.core.tables.persons import BLANKS, EXACT, FOLDED
from dpstudio.core.tables.schema import Persons

PERSON = "person"
_WHOLE = "^[+-]?[0-9]+([.]0*)?"
_LEFT_OUT = "^[+-]?0*|[.]0*"


def can_keep(columns: Sequence[Held]) -> bool:
    """Whether the server writes these columns' texts byte for byte as files do, so that rows have the same order.

    Numbers with a binary point it writes in its own way; their rows are kept by the program.
    """
    return all(each.form not in (Form.DOUBLE, Form.SINGLE) for each in columns)


def kept_counts(rows: Any, person: Held, reading: Persons, columns: Sequence[Held], most: int, say: Words) -> Any:
    """The bytes of the columns' texts in the kept rows, and how many of these have each combination.

    The order is that of the SHA-256 of each row's layout, then of its cells, blanks first: a function of the person's
    own rows. Rows without a person are left out.

    Args:
        most: how many rows of a person are kept.
    """
    import ibis

    none = say.encode(ibis.literal(""))
    cells = {name: ibis.coalesce(cell, none) for name, cell in _cells(rows, columns, say).items()}
    owned = rows.select(**{PERSON: _identified(say.to_bytes(rows[person.name], person.form), reading, say)}, **cells)
    known = owned.filter(owned[PERSON].notnull(), owned[PERSON] != none)
    marked = known.mutate(digest=say.digest(_layout([known[PERSON], *(known[name] for name in cells)], say)))
    order = [marked.digest, *(marked[name] for name in cells)]
    window = ibis.window(group_by=marked[PERSON], order_by=order)
    ranked = marked.mutate(place=ibis.row_number().over(window))
    first = ranked.filter(ranked.place < most)
    if not cells:
        return first.aggregate(**{ROWS: first.count().cast("int64")})
    return first.group_by(list(cells)).agg(**{ROWS: first.count().cast("int64")})


def _cells(rows: Any, columns: Sequence[Held], say: Words) -> dict[str, Any]:
    return {str(at): say.to_bytes(rows[each.name], each.form) for at, each in enumerate(columns)}


def _layout(parts: Sequence[Any], say: Words) -> Any:
    """Each part after the number of its bytes and a colon."""
    whole = None
    for part in parts:
        piece = say.join(say.encode(length(part).cast("string") + ":"), part)
        whole = piece if whole is None else say.join(whole, piece)
    return whole


def _identified(cell: Any, reading: Persons, say: Words) -> Any:
    """The bytes of the person that a cell names; nothing where it cannot be read."""
    if reading is Persons.EXACT_TEXT:
        return cell
    text = say.decode(cell)
    if reading not in EXACT:
        text = trimmed(text, BLANKS)
    if reading in FOLDED:
        text = translated(text, ascii_uppercase, ascii_lowercase)
    if reading is Persons.WHOLE_NUMBER:
        text = _whole_number(text)
    return say.encode(text)


def _whole_number(text: Any) -> Any:
    """The shortest text of a whole number; nothing for other texts.

    No end of a text is asked for: the engines' signs for it differ.
    """
    import ibis

    digits = text.re_replace(_LEFT_OUT, "")
    signed = text.re_search("^-").ifelse(ibis.literal("-") + digits, digits)
    whole = (text != "") & (text.re_replace(_WHOLE, "") == "")
    return ibis.cases((~whole, ibis.null("string")), (digits == "", "0"), else_=signed)
