"""Random bits from the operating system, the only source a release uses."""

import os

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


class Entropy:
    """Exact uniform integers made of the operating system's random bytes."""

    def read(self, count: int) -> bytes:
        """`count` random bytes."""
        return os.urandom(count)

    def words(self, count: int) -> Words:
        """`count` uniform integers below 2^64."""
        return np.frombuffer(self.read(8 * count), np.uint64)

    def bits(self, count: int) -> int:
        """A uniform integer below 2^count."""
        size = -(-count // 8)
        return int.from_bytes(self.read(size), "little") >> (8 * size - count)

    def below(self, limit: int) -> int:
        """A uniform integer below `limit`, by rejection."""
        size = (limit - 1).bit_length()
        while True:
            value = self.bits(size) if size else 0
            if value < limit:
                return value
