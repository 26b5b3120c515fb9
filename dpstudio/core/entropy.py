"""Random bits from the operating system: directly, or for long vectors stretched by a stream cipher under its key."""

import os
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext

Words = NDArray[np.uint64]
SOURCE = "operating system; vectors of more than 1,024 numbers by ChaCha20 under a key of it"
_LONG = 1024
_ZEROS = bytes(1 << 16)


class Entropy:
    """Exact uniform integers; make a new one for each release, so that no key serves twice."""

    def __init__(self) -> None:
        self._owner = os.getpid()

    def read(self, count: int) -> bytes:
        """`count` random bytes of the operating system."""
        return os.urandom(count)

    def words(self, count: int) -> Words:
        """`count` uniform integers below 2^64."""
        if count <= _LONG:
            return np.frombuffer(self.read(8 * count), np.uint64)
        if os.getpid() != self._owner:  # a forked child must not repeat its parent's numbers
            self._owner = os.getpid()
            self.__dict__.pop("_stream", None)
        drawn = np.empty(count, np.uint64)
        view = memoryview(drawn.view(np.uint8))  # type: ignore[arg-type]
        for start in range(0, len(view), len(_ZEROS)):
            part = view[start : start + len(_ZEROS)]
            self._stream.update_into(_ZEROS[: len(part)], part)
        return drawn

    @cached_property
    def _stream(self) -> "CipherContext":
        """ChaCha20's key stream under a key and nonce of the operating system (RFC 8439)."""
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

        return Cipher(ChaCha20(self.read(32), self.read(16)), mode=None).encryptor()

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
