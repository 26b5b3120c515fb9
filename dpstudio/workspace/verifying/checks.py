"""What verifying finds: a check holds, is broken, or could not be done, each with its reason in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dpstudio.translation import joined, phrase

_TERMS = {
    "zcdp_rho": phrase("ρ of zCDP"),
    "total_zcdp_rho": phrase("total ρ of zCDP"),
    "zcdp_rho_rounded_up": phrase("ρ of zCDP rounded up"),
    "epsilon": "ε",
    "delta": "δ",
    "epsilon_of_each_draw": phrase("ε of each draw"),
    "epsilon_rounded_up": phrase("ε rounded up"),
    "sensitivity": "Δ",
    "range_sensitivity": "R",
    "range_sensitivity_used": phrase("R used"),
    "l1_sensitivity": "Δ₁",
    "l2_sensitivity_squared": "Δ₂²",
    "why_epsilon": phrase("why this ε"),
}
OLDER_WORDS = phrase("The sentences of this older format are not checked.")
_LONGEST, _BEFORE = 60, 20


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
        said, found = _quoted(self.said, self.found)
        return phrase("“{where}” says {said}; {found} follows", where=_named(self.where), said=said, found=found)


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


def _named(where: str) -> str:
    """A place of the statement in words, from the outside to the inside: "privacy parameters, ρ of zCDP"."""
    return joined(", ", (_TERMS.get(part, part.replace("_", " ")) for part in where.split(".")))


def _quoted(said: Any, found: Any) -> tuple[str, str]:
    """Both values as they are quoted: of long texts the part in which they differ."""
    start = 0
    if isinstance(said, str) and isinstance(found, str) and max(len(said), len(found)) > _LONGEST:
        pairs = enumerate(zip(said, found, strict=False))
        same = next((at for at, (one, other) in pairs if one != other), min(len(said), len(found)))
        start = max(0, same - _BEFORE) if same + _BEFORE > _LONGEST else 0
    return _shown(said, start), _shown(found, start)


def _shown(value: Any, start: int) -> str:
    if value is None:
        return phrase("nothing")
    if isinstance(value, dict | list):
        return phrase("other entries")
    text = str(value)
    before, after = "…" if start else "", "…" if len(text) > start + _LONGEST else ""
    return f"“{before}{text[start : start + _LONGEST]}{after}”"
