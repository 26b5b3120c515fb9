"""How often each meaning stands in a column: what scores and figures are worked out from."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Counts:
    """How many kept rows have each meaning in one column; None stands for "contributes nothing".

    `values` is an Arrow array of int64 or text, `counts` one of int64, in no particular order; no meaning stands there
    twice.
    """

    values: "pa.Array"
    counts: "pa.Array"
