"""The chain: each entry's digest covers the one before, so that none can be changed, moved, added or taken away.

A digest of data, even a keyed one, goes into the chain only under the entry's own random salt; the salts stay in the
file, so that the head, which receipts carry, says nothing of what the entries hold.
"""

import hashlib
import secrets
from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple

START = bytes(32)
_LENGTHS = Struct(">4Q")


@dataclass(frozen=True)
class Head:
    """Where a ledger stands: its name, how many entries it has, and the digest of the last."""

    book: str
    entries: int
    digest: str


class Link(NamedTuple):
    """An entry as it is kept.

    Args:
        position: from 1.
        salt: 128 random bits, in hexadecimal.
        kind, body: what it says.
    """

    position: int
    salt: str
    kind: str
    body: str

    def digest(self, before: bytes) -> bytes:
        """SHA-256 of the digest before, of the lengths of all that is kept, and of it."""
        return digest_after(before, str(self.position), self.salt, self.kind, self.body)


def digest_after(before: bytes, position: str, salt: str, kind: str, body: str) -> bytes:
    """As `Link.digest`, of a link that is not made for it: a ledger has very many."""
    whole = f"{position}{salt}{kind}{body}"
    if whole.isascii():
        lengths = _LENGTHS.pack(len(position), len(salt), len(kind), len(body))
    else:
        lengths = _LENGTHS.pack(*(len(part.encode()) for part in (position, salt, kind, body)))
    return hashlib.sha256(before + lengths + whole.encode()).digest()


def fresh(position: int, kind: str, body: str) -> Link:
    """A new entry, under a salt of its own."""
    return Link(position, secrets.token_hex(16), kind, body)
