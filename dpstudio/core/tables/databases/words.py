"""The expressions that every engine evaluates alike, on bytes: what an engine takes for equal decides nothing.

With `core/tables/engine.py` the only place that knows Ibis. What engines say differently is a few words: the bytes of a
cell's text, and byte strings joined. Ibis' own casts are none of them: string to binary reads escapes on PostgreSQL,
and string to string is left out, so that a collation survives it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dpstudio.core.errors import InputError

ROWS = "number_of_rows"


class Form(StrEnum):
    """How the text of a cell comes about."""

    TEXT = "text"
    MONEY = "money"
    DOUBLE = "double"
    SINGLE = "single"
    REFUSED = ""


@dataclass(frozen=True)
class Held:
    """A column as the server tells it; `kind` is the server's own word for its type."""

    name: str
    form: Form
    kind: str


@dataclass(frozen=True)
class Words:
    """How an engine says what Ibis cannot."""

    dialect: str
    to_bytes: Callable[[Any, Form], Any]


def postgres_words(encoding: str) -> Words:
    """PostgreSQL's words; `encoding` is the server's own, so that no text can fail to be converted."""
    text, encode = _word("text", [None], "string"), _word("convert_to", ["string", "string"], "binary")

    def to_bytes(cell: Any, form: Form) -> Any:
        return encode(text(cell.cast("decimal") if form is Form.MONEY else cell), encoding)

    return Words("postgres", to_bytes)


def spark_words() -> Words:
    """Spark's words."""
    encode = _word("encode", ["string", "string"], "binary")
    return Words("pyspark", lambda cell, form: encode(cell.cast("string"), "UTF-8"))


def duckdb_words() -> Words:
    """The embedded engine's words, for comparison."""
    encode = _word("encode", ["string"], "binary")
    return Words("duckdb", lambda cell, form: encode(cell.cast("string")))


def _word(name: str, takes: Sequence[str | None], gives: str) -> Callable[..., Any]:
    """A function of the engine under its own name; None takes any type."""
    import ibis

    shape: Any = (lambda a: ...) if len(takes) == 1 else (lambda a, b: ...)
    word: Callable[..., Any] = ibis.udf.scalar.builtin(shape, name=name, signature=(tuple(takes), gives))
    return word


def table(parts: Sequence[str], columns: Sequence[Held]) -> Any:
    """A table of any engine by its name; no type of a column is told, so that no cast is taken for needless."""
    import ibis
    from ibis.expr.datatypes import int64, unknown

    types = {each.name: int64 if each.form is Form.MONEY else unknown for each in columns}
    return ibis.table(types, name=parts[-1], database=parts[-2] if len(parts) > 1 else None)


def chosen(columns: Sequence[Held], names: Sequence[str], label: str) -> list[Held]:
    """The columns of these names.

    Raises:
        InputError: one is not there, or its cells have no text that is the same everywhere.
    """
    known = {each.name: each for each in columns}
    for name in names:
        if name not in known:
            raise InputError(f"{label} has no column “{name}”.", "Choose another column on the Tables tab.")
        if known[name].form is Form.REFUSED:
            raise InputError(
                f"“{name}” of {label} is a column of type {known[name].kind}, which is no plain value.",
                "Use another column, or a view with a plain text or number in its place.",
            )
    return [known[name] for name in names]


def texts(rows: Any, columns: Sequence[Held], say: Words) -> Any:
    """The bytes of these columns' texts, named 0, 1, 2, ..."""
    return rows.select(**{str(at): say.to_bytes(rows[each.name], each.form) for at, each in enumerate(columns)})


def counted(rows: Any, columns: Sequence[Held], say: Words) -> Any:
    """The bytes of these columns' texts, and how many rows have each combination of them."""
    if not columns:
        return rows.aggregate(**{ROWS: rows.count().cast("int64")})
    cells = texts(rows, columns, say)
    return cells.group_by(list(cells.columns)).agg(**{ROWS: cells.count().cast("int64")})
