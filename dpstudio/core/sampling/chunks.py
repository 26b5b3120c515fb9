"""The best score of each of a few thousand chunks, found in one pass over the scores.

Segments of the scores are read as matrices of `width` columns; a chunk is one column of one segment. The running maxima
of a segment then fit the fastest cache, so that the pass costs about what one maximum of all scores does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.sampling.comparison import gaps

_WIDTH_BITS = 10
_WORST = np.iinfo(np.int64).min
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Chunks:
    """How `size` scores are cut; the last chunks may have empty places.

    Args:
        width_bits: a segment has 2^width_bits chunks.
        place_bits: a chunk has 2^place_bits places.
        tops: the best score of each chunk.
    """

    size: int
    width_bits: int
    place_bits: int
    tops: NDArray[np.int64]

    @property
    def best(self) -> int:
        """The best score of all."""
        return int(self.tops.max())

    @property
    def gaps(self) -> NDArray[np.float64]:
        """How far each chunk's best lies below the best of all."""
        distance: NDArray[np.float64] = gaps(self.tops, self.best).astype(np.float64)
        return distance

    def member(self, chunk: Places, place: Places) -> Places:
        """The candidate at a place of a chunk; at or above `size` where the place is empty."""
        width = self.width_bits
        segment, column = chunk >> width, chunk & ((1 << width) - 1)
        found: Places = (segment << (width + self.place_bits)) + (place << width) + column
        return found

    def members(self, chunks: Places) -> Places:
        """All candidates of some chunks."""
        found = self.member(chunks, np.arange(1 << self.place_bits, dtype=np.int64)[:, None]).ravel()
        return found[found < self.size]


def cut(scores: NDArray[np.int64]) -> Chunks:
    """Cut the scores and find each chunk's best."""
    wanted = 8192 if scores.size >= 1 << 22 else max(64, min(2048, scores.size >> 5))
    width_bits = min(_WIDTH_BITS, wanted.bit_length() - 1)
    place_bits = max(1, (scores.size // wanted).bit_length())
    width, span = 1 << width_bits, 1 << (width_bits + place_bits)
    tops = np.full(-(-scores.size // span) * width, _WORST)
    for segment, start in enumerate(range(0, scores.size, span)):
        part, best = scores[start : start + span], tops[segment * width : (segment + 1) * width]
        rows = part.size // width
        if rows:
            np.max(part[: rows * width].reshape(rows, width), axis=0, out=best)
        rest = part[rows * width :]
        np.maximum(best[: rest.size], rest, out=best[: rest.size])
    return Chunks(scores.size, width_bits, place_bits, tops)
