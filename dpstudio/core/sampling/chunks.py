"""The best score of each of a few thousand interleaved chunks, found in one pass over the scores."""

import numpy as np
from numpy.typing import NDArray


def layout(size: int) -> tuple[int, int]:
    """How many bits a place within a chunk has, and how many chunks there are; the last places may be empty.

    Chunk c of k holds the members c, c + k, c + 2k, ..., so that the chunks' maxima are one pass over the rows of a
    matrix.
    """
    wanted = 8192 if size >= 1 << 18 else max(64, min(8192, size >> 5))
    place_bits = max(1, (size // wanted).bit_length())
    return place_bits, -(-size // (1 << place_bits))


def tops(scores: NDArray[np.int64], chunks: int) -> NDArray[np.int64]:
    """The best score of each chunk."""
    rows = scores.size // chunks
    best: NDArray[np.int64] = scores[: rows * chunks].reshape(rows, chunks).max(axis=0)
    rest = scores[rows * chunks :]
    np.maximum(best[: rest.size], rest, out=best[: rest.size])
    return best
