"""The text that a typed cell stands for; the one definition of docs/reading.md, "A cell is a text, or blank"."""

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa


def as_texts(cells: "pa.Array", what: str) -> "pa.Array":
    """Cells of any plain type as texts.

    Args:
        what: the file or column, for a message.

    Raises:
        InputError: they are lists, records, bytes or lengths of time.
    """
    import pyarrow as pa
    import pyarrow.compute as compute

    kind = cells.type
    if pa.types.is_dictionary(kind):
        cells, kind = cells.dictionary_decode(), kind.value_type
    if not _is_plain(kind):
        raise _not_plain(what)
    try:
        texts = compute.cast(cells, pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise _not_plain(what) from None
    if pa.types.is_floating(kind):
        return _written_out(texts.combine_chunks() if isinstance(texts, pa.ChunkedArray) else texts, cells)
    return _without_exponent(texts) if pa.types.is_decimal(kind) else texts


def number_text(value: float) -> str:
    """A floating-point number: a whole one exactly, another with the fewest digits that read back as the same."""
    if not math.isfinite(value):
        return str(value)
    return str(int(value)) if value.is_integer() else f"{Decimal(repr(value)):f}"


def _written_out(texts: "pa.Array", numbers: "pa.Array") -> "pa.Array":
    import pyarrow as pa
    import pyarrow.compute as compute

    odd = compute.fill_null(compute.match_substring_regex(texts, "e|^-0$"), False)
    if not compute.any(odd).as_py():
        return texts
    pairs = zip(texts.filter(odd).to_pylist(), numbers.filter(odd).to_pylist(), strict=True)
    plain = [str(int(value)) if float(value).is_integer() else f"{Decimal(text):f}" for text, value in pairs]
    return compute.replace_with_mask(texts, odd, pa.array(plain, pa.string()))


def _without_exponent(texts: "pa.Array") -> "pa.Array":
    import pyarrow as pa
    import pyarrow.compute as compute

    odd = compute.fill_null(compute.match_substring(texts, "E"), False)
    if not compute.any(odd).as_py():
        return texts
    plain = [f"{Decimal(text):f}" for text in texts.filter(odd).to_pylist()]
    return compute.replace_with_mask(texts, odd, pa.array(plain, pa.string()))


def _is_plain(kind: "pa.DataType") -> bool:
    import pyarrow as pa

    known: Any = pa.types
    strange = (known.is_nested, known.is_binary, known.is_large_binary, known.is_fixed_size_binary,
               known.is_binary_view, known.is_duration, known.is_interval)  # fmt: skip
    return not any(test(kind) for test in strange)


def _not_plain(what: str) -> InputError:
    return InputError(
        phrase("{what} has a column of lists, records or bytes.", what=what),
        phrase("Keep only columns of plain values."),
    )
