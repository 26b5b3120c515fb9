"""Whose rows a table holds, as far as it takes to notice the same people again: the smallest of their keyed digests.

The least digests of two tables are a fair sample of both, so what these share estimates what the tables share.
"""

import hashlib
from fractions import Fraction

from dpstudio.core.apart import apart
from dpstudio.core.tables.importing import Tick, places_of
from dpstudio.core.tables.persons import identified
from dpstudio.core.tables.reading import text_batches
from dpstudio.core.tables.schema import Persons, Source

KEPT = 1024
_BYTES = 8
_DOMAIN = b"dpstudio persons"


@apart
def crowd(source: Source, person: str, reading: Persons, key: bytes, tick: Tick) -> tuple[bytes, ...]:
    """The smallest keyed digests of a table's persons, each person once, in rising order.

    Args:
        person: the column that identifies persons, its cells read by `reading`.
        key: of this machine; without it a digest says nothing.
    """
    kept: set[bytes] = set()
    [place] = places_of(source, [person])
    for batch in text_batches(source):
        persons = identified(batch.column(place), reading).drop_null().unique().to_pylist()
        kept |= {_digest(each, key) for each in persons}
        kept = set(sorted(kept)[:KEPT])
        tick(0.5)
    return tuple(sorted(kept))


def _digest(person: str, key: bytes) -> bytes:
    return hashlib.blake2b(person.encode(), digest_size=_BYTES, key=key, person=_DOMAIN).digest()


def share_in_common(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> Fraction:
    """Which share of the smaller table's persons both have: exact where both are kept whole, else an estimate.

    Only below the lesser of the two greatest digests that are kept are both known whole.
    """
    reach = min((each[-1] for each in (one, other) if len(each) == KEPT), default=b"\xff" * _BYTES)
    first, second = ({digest for digest in each if digest <= reach} for each in (one, other))
    return Fraction(len(first & second), min(len(first), len(second))) if first and second else Fraction(0)
