"""Codes of one or two letters for many things by what they are called; no code is the beginning of another."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, count, product
from string import ascii_lowercase
from typing import TypeVar
from unicodedata import normalize

Thing = TypeVar("Thing")
_MORE = "x"
"""What codes of more than two letters begin with, and no other."""
_HEADS = ascii_lowercase.replace(_MORE, "")
_SINGLE = 16
"""How many codes of one letter there are at most: others need letters to begin with."""


class _Given:
    """The codes that are given so far."""

    def __init__(self, codes: Iterable[str]) -> None:
        self._codes, self._beginnings, self.single = set[str](), set[str](), 0
        for code in codes:
            self.add(code)

    def add(self, code: str) -> str:
        """Give a code."""
        self._codes.add(code)
        self._beginnings.update(_beginnings(code))
        self.single += len(code) == 1
        return code

    def is_free(self, code: str) -> bool:
        """Whether it neither begins another code, nor another one it."""
        apart = code not in self._codes and code not in self._beginnings
        return apart and self._codes.isdisjoint(_beginnings(code))


def codes(names: Mapping[Thing, str], kept: Mapping[Thing, str]) -> dict[Thing, str]:
    """A code for each name, of its own letters where that can be; where two letters do not suffice some have more.

    Args:
        kept: codes that are given already, which stay as they are.
    """
    found, given = dict(kept), _Given(kept.values())
    asked = {thing: _letters(name) for thing, name in names.items() if thing not in kept}
    heads, most = Counter(letters[:1] for letters in asked.values()), _most_single(len(asked) + len(kept))
    for thing, letters in asked.items():
        head = letters[:1] or _MORE
        if head in _HEADS and heads[head] == 1 and given.single < most and given.is_free(head):
            found[thing] = given.add(head)
    for thing, letters in asked.items():
        if thing not in found:
            found[thing] = given.add(next(filter(given.is_free, _wanted(letters))))
    return found


def _most_single(number: int) -> int:
    """How many of so many codes may have one letter, so that two letters suffice for the others."""
    fitting = (most for most in range(_SINGLE, 0, -1) if number - most <= len(ascii_lowercase) * (len(_HEADS) - most))
    return next(fitting, 0)


def _wanted(letters: str) -> Iterator[str]:
    """Codes of two letters, the better ones first: those of a name, in their order, then all; then longer ones."""
    pairs = ["".join(each) for each in product(_HEADS, ascii_lowercase)]
    yield from ("".join(each) for each in combinations(letters, 2) if each[0] in _HEADS)
    yield from (pair for pair in pairs if letters.startswith(pair[0]))
    yield from pairs
    for longer in count(1):
        yield from (_MORE * longer + pair for pair in pairs)


def _letters(name: str) -> str:
    """The letters from a to z in a name, accents left aside."""
    return "".join(each for each in normalize("NFKD", name).lower() if each in ascii_lowercase)


def _beginnings(code: str) -> list[str]:
    """All that a code begins with, without itself."""
    return [code[:end] for end in range(1, len(code))]
