"""Random bits from the operating system: directly, or for long vectors stretched by a stream cipher under its key."""

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpstudio.translation import phrase

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext

Words = NDArray[np.uint64]
SOURCE = phrase("operating system; vectors of more than 1,024 numbers by ChaCha20 under a key of it")
_LONG = 1024
_ZEROS = bytes(1 << 16)
_BLOCK_BYTES, _BLOCKS = 64, 1 << 32


class KeyStream:
    """ChaCha20's key stream from block 0 on (RFC 8439), under a new key before its counter of blocks is used up.

    Args:
        read: where keys and nonces come from.
        blocks: how many blocks a key may serve; the counter has 32 bits.
    """

    def __init__(self, read: Callable[[int], bytes], blocks: int = _BLOCKS) -> None:
        self._read, self._most = read, blocks * _BLOCK_BYTES
        self._left = 0
        self._cipher: CipherContext

    def fill(self, view: memoryview) -> None:
        """Overwrite every byte."""
        start = 0
        while start < len(view):
            if not self._left:
                self._rekey()
            part = view[start : start + min(len(_ZEROS), self._left)]
            self._cipher.update_into(_ZEROS[: len(part)], part)
            self._left -= len(part)
            start += len(part)

    def _rekey(self) -> None:
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

        counter = bytes(4)
        self._cipher = Cipher(ChaCha20(self._read(32), counter + self._read(12)), mode=None).encryptor()
        self._left = self._most


class _Streams(threading.local):
    """A key stream for each thread, and for each process: neither may repeat another's numbers or wait for it."""

    owner = 0
    stream: KeyStream

    def of(self, entropy: "Entropy") -> KeyStream:
        if self.owner != os.getpid():
            self.owner, self.stream = os.getpid(), KeyStream(entropy.read)
        return self.stream


class Entropy:
    """Exact uniform integers, for any number of threads; make a new one for each release, so no key serves twice."""

    def __init__(self) -> None:
        self._streams = _Streams()

    def read(self, count: int) -> bytes:
        """`count` random bytes of the operating system."""
        return os.urandom(count)

    def words(self, count: int) -> Words:
        """`count` uniform integers below 2^64."""
        if count <= _LONG:
            return np.frombuffer(self.read(8 * count), np.uint64)
        drawn = np.empty(count, np.uint64)
        self._streams.of(self).fill(drawn.view(np.uint8).data)
        return drawn

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
