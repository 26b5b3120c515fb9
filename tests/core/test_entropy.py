"""Random words for vectors of any length, from any number of threads."""

import threading

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from dpstudio.core.entropy import Entropy, KeyStream
from tests.conftest import Seeded


def stream_of(key, nonce, count):
    return Cipher(ChaCha20(key, bytes(4) + nonce), mode=None).encryptor().update(bytes(count))


class Asked(Seeded):
    """Remembers what it was asked for."""

    def __init__(self, seed):
        super().__init__(seed)
        self.given = []

    def read(self, count):
        self.given.append(super().read(count))
        return self.given[-1]


def test_long_vectors_are_the_key_stream_from_its_first_block_on():
    entropy = Asked("first block")
    drawn = entropy.words(20_000)
    key, nonce = entropy.given
    assert (len(key), len(nonce)) == (32, 12)
    assert drawn.tobytes() == stream_of(key, nonce, 160_000)
    assert entropy.words(2000).tobytes() == stream_of(key, nonce, 176_000)[160_000:]


@pytest.mark.parametrize("blocks", [1, 3, 1024, 1025])
def test_a_key_is_exchanged_before_its_counter_runs_out(blocks):
    entropy = Asked("small counter")
    stream, wanted = KeyStream(entropy.read, blocks), 5 * 64 * blocks + 17
    drawn = bytearray(wanted)
    view = memoryview(drawn)
    stream.fill(view[: wanted // 3])
    stream.fill(view[wanted // 3 :])
    keys = [part for part in entropy.given if len(part) == 32]
    nonces = [part for part in entropy.given if len(part) == 12]
    assert len(keys) == len(nonces) == 6
    whole = b"".join(stream_of(key, nonce, 64 * blocks) for key, nonce in zip(keys, nonces, strict=True))
    assert bytes(drawn) == whole[:wanted]


def test_a_thousand_million_words_fit_one_key_wherever_it_starts():
    """The counter has 32 bits and starts at 0, so a key serves 2^32 blocks of 64 bytes: 34 thousand million words."""
    stream = KeyStream(Asked("default").read)
    stream.fill(memoryview(bytearray(64)))
    assert stream._left == 64 * 2**32 - 64 > 8 * 10**9


class Counted(Entropy):
    """Notes how many bytes of the system are asked for."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def read(self, count):
        self.asked.append(count)
        return super().read(count)


def test_threads_share_an_entropy_and_never_a_number():
    entropy, found, ready = Counted(), [], threading.Barrier(8)

    def draw():
        ready.wait()
        for _ in range(20):
            found.append(entropy.words(5000))

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 160
    assert np.unique(np.concatenate(found)).size == 160 * 5000
    assert entropy.asked.count(32) == 8  # a key for each thread
    late = threading.Thread(target=entropy.words, args=(5000,))  # no other is at work: whatever they share is there
    late.start()
    late.join()
    assert entropy.asked.count(32) == 9
