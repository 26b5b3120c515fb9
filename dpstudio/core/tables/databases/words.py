"""The expressions that every engine evaluates alike, on bytes: what an engine takes for equal decides nothing.

With `keeping` and the data engine the only places that know Ibis. What engines say differently is a few words: the
bytes of a cell's text, and byte strings joined. Ibis' own casts are none of them: string to binary reads escapes on
PostgreSQL, and string to string is left out, so that a collation survives it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables.schema import OwnType
from dpstudio.translation import phrase

ROWS = "number_of_rows"
_TEXTS = ("text", "character", "char", "varchar", "string", "citext", "name", "bpchar")
"""How the words of servers for types of texts begin."""


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

    @property
    def own_type(self) -> OwnType:
        """Whether its cells are texts, or numbers whose text has a point."""
        kind = self.kind.lower()
        if self.form in (Form.MONEY, Form.DOUBLE, Form.SINGLE) or kind.startswith(("numeric", "decimal")):
            return OwnType.POINTED
        return OwnType.TEXT if kind.startswith(_TEXTS) else OwnType.OTHER


@dataclass(frozen=True)
class Words:
    """How an engine says what Ibis cannot.

    Args:
        to_bytes: the bytes of a cell's text, whatever its type.
        encode, decode: the bytes of a plain text, and back.
        join: of two byte strings.
        digest: SHA-256; as bytes or as small hexadecimal digits, which have the same order.
    """

    dialect: str
    to_bytes: Callable[[Any, Form], Any]
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    join: Callable[[Any, Any], Any]
    digest: Callable[[Any], Any]


def postgres_words(encoding: str) -> Words:
    """PostgreSQL's words; `encoding` is the server's own, so that no text can fail to be converted."""
    text, convert = _word("text", [None], "string"), _word("convert_to", ["string", "string"], "binary")
    back = _word("convert_from", ["binary", "string"], "string")
    return Words(
        "postgres",
        lambda cell, form: convert(text(cell.cast("decimal") if form is Form.MONEY else cell), encoding),
        lambda plain: convert(plain, encoding),
        lambda cell: back(cell, encoding),
        _word("byteacat", ["binary", "binary"], "binary"),
        _word("sha256", ["binary"], "binary"),
    )


def spark_words() -> Words:
    """Spark's words."""
    encode, decode = _word("encode", ["string", "string"], "binary"), _word("decode", ["binary", "string"], "string")
    sha2 = _word("sha2", ["binary", "int32"], "string")
    return Words(
        "pyspark",
        lambda cell, form: encode(cell.cast("string"), "UTF-8"),
        lambda plain: encode(plain, "UTF-8"),
        lambda cell: decode(cell, "UTF-8"),
        _word("concat", ["binary", "binary"], "binary"),
        lambda cell: sha2(cell, 256),
    )


def duckdb_words() -> Words:
    """The embedded engine's words, for comparison."""
    encode = _word("encode", ["string"], "binary")
    return Words(
        "duckdb",
        lambda cell, form: encode(cell.cast("string")),
        encode,
        _word("decode", ["binary"], "string"),
        _word("concat", ["binary", "binary"], "binary"),
        _word("sha256", ["binary"], "string"),
    )


def length(cell: Any) -> Any:
    """How many bytes a byte string has."""
    return _word("octet_length", ["binary"], "int64")(cell)


def trimmed(text: Any, signs: str) -> Any:
    """A plain text without these signs at its ends."""
    return _word("btrim", ["string", "string"], "string")(text, signs)


def translated(text: Any, signs: str, others: str) -> Any:
    """A plain text with each of `signs` replaced by the one in its place."""
    return _word("translate", ["string", "string", "string"], "string")(text, signs, others)


def _word(name: str, takes: Sequence[str | None], gives: str) -> Callable[..., Any]:
    """A function of the engine under its own name; None takes any type."""
    import ibis

    shapes: Any = (lambda a: ..., lambda a, b: ..., lambda a, b, c: ...)
    shape = shapes[len(takes) - 1]
    word: Callable[..., Any] = ibis.udf.scalar.builtin(shape, name=name, signature=(tuple(takes), gives))
    return word


def table(parts: Sequence[str], columns: Sequence[Held]) -> Any:
    """A table of any engine by its name; no type of a column is told, so that no cast is taken for needless."""
    import ibis
    from ibis.expr.datatypes import int64, unknown

    types = {each.name: int64 if each.form is Form.MONEY else unknown for each in columns}
    return ibis.table(types, name=parts[-1], database=parts[-2] if len(parts) > 1 else None)


def query(expression: Any, say: Words) -> str:
    """The expression in the engine's own language."""
    import ibis

    return str(ibis.to_sql(expression, dialect=say.dialect))


def chosen(columns: Sequence[Held], names: Sequence[str], label: str) -> list[Held]:
    """The columns of these names.

    Raises:
        InputError: one is not there, or its cells have no text that is the same everywhere.
    """
    known = {each.name: each for each in columns}
    for name in names:
        if name not in known:
            raise InputError(
                phrase("{label} has no column “{name}”.", label=label, name=name),
                phrase("Choose another column on the Tables tab."),
            )
        if known[name].form is Form.REFUSED:
            raise InputError(
                phrase(
                    "“{name}” of {label} is a column of type {kind}, which is not a plain value.",
                    name=name,
                    label=label,
                    kind=known[name].kind,
                ),
                phrase("Use another column, or a view with a plain text or number in its place."),
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
