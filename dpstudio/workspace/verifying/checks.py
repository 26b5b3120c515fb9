"""What verifying finds: a check holds, is broken, or could not be done, each with its reason in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dpstudio.translation import phrase

OLDER_WORDS = phrase("The sentences of this older format are not checked.")
_LONGEST = 60


@dataclass(frozen=True)
class Check:
    """One check.

    Args:
        name: what is checked, in a word or two.
        holds: None where it was not done.
        why: the reason, in words.
        needed: whether nothing holds as a whole until it was done.
    """

    name: str
    holds: bool | None
    why: str
    needed: bool = False


@dataclass(frozen=True)
class Difference:
    """A place where a receipt says something else than what follows from it."""

    where: str
    said: Any
    found: Any

    @property
    def text(self) -> str:
        """In words."""
        if self.where == "question.candidates.sha256":
            return phrase(
                "The list of candidates that stands here is not the one whose SHA-256 is named: it was changed"
            )
        return phrase(
            "“{where}” says {said}; {found} follows", where=self.where, said=_shown(self.said), found=_shown(self.found)
        )


def differences(said: Any, found: Any, where: str = "") -> Iterator[Difference]:
    """All places where two JSON values differ."""
    if isinstance(said, dict) and isinstance(found, dict):
        for name in sorted({*said, *found}):
            yield from differences(said.get(name), found.get(name), f"{where}.{name}" if where else name)
    elif isinstance(said, list) and isinstance(found, list) and len(said) == len(found):
        for place, (one, other) in enumerate(zip(said, found, strict=True), 1):
            yield from differences(one, other, f"{where}.{place}")
    elif said != found or type(said) is not type(found):
        yield Difference(where, said, found)


def told(found: list[Difference]) -> str:
    """The first of several differences, and how many more there are."""
    more = phrase(" (and {found} more)", found=len(found) - 1) if len(found) > 1 else ""
    return phrase("{text}{more}.", text=found[0].text, more=more)


def _shown(value: Any) -> str:
    if value is None:
        return phrase("nothing")
    if isinstance(value, dict | list):
        return phrase("other entries")
    text = str(value)
    return f"“{text}”" if len(text) <= _LONGEST else f"“{text[:_LONGEST]}…”"
