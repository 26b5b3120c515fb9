"""Plainly written numbers of a whole batch at once, exactly; what is written otherwise is left to `cells.reader`."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.tables.cells import reach_of_cells
from dpstudio.core.tables.schema import NUMERIC, Column, Kind

if TYPE_CHECKING:
    import pyarrow as pa

_PLACES = 9
_UNIT = Fraction(1, 10**_PLACES)
_MOST = 1 << 60
Steps = NDArray[np.int64]


def plain_steps(texts: "pa.Array", column: Column) -> tuple[Steps, NDArray[np.bool_]] | None:
    """The steps of the cells that are plain decimals, and which cells are; None where no cell can be done this way.

    A plain decimal has at most nine digits before and after the mark, no sign but a minus, no thousands marks. It is
    a whole number of billionths, so it fits 64 bits; the rounding onto the grid is the same floor(v / step + 1/2).

    Args:
        texts: an Arrow array of text.
    """
    import pyarrow as pa
    import pyarrow.compute as compute

    ratio = _UNIT / column.step
    top, bottom = ratio.numerator, ratio.denominator
    if column.kind not in NUMERIC or column.kind is Kind.DATE or top > 4 or bottom >= _MOST:
        return None
    shape = rf"^-?[0-9]{{1,{_PLACES}}}(?:{re.escape(column.decimal_mark)}[0-9]{{1,{_PLACES}}})?\z"
    plain = compute.fill_null(compute.match_substring_regex(texts, shape), False)
    written = texts.filter(plain)
    if column.decimal_mark != ".":
        written = compute.replace_substring(written, column.decimal_mark, ".", max_replacements=1)
    exact = compute.cast(written, pa.decimal128(2 * _PLACES, _PLACES))
    billionths = np.zeros(0, np.int64)
    if len(exact):
        billionths = np.frombuffer(exact.buffers()[1], np.int64)[2 * exact.offset :: 2][: len(exact)]
    low, high = reach_of_cells(column)
    mask: NDArray[np.bool_] = plain.to_numpy(zero_copy_only=False)
    steps = np.zeros(len(texts), np.int64)
    steps[mask] = np.clip((2 * top * billionths + bottom) // (2 * bottom), low, high)
    return steps, mask
