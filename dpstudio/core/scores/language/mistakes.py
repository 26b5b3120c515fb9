"""Mistakes in a score rule, each at its character."""

from typing import TYPE_CHECKING

from dpstudio.core.errors import InputError, Refusal
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from dpstudio.core.scores.language.tree import Operation


class RuleError(InputError):
    """The text of a score rule is wrong at one character.

    Args:
        at: the character, counted from 0.
    """

    def __init__(self, message: str, remedy: str = "", at: int = 0) -> None:
        super().__init__(message, remedy, "rule.formula")
        self.at = at


class Misplaced(RuleError):
    """A mistake whose sentence begins with its place, which whoever has the text around it can tell."""

    def within(self, text: str) -> RuleError:
        """The mistake with its place in the text."""
        told = phrase("{place}: {mistake}", place=place_of(text, self.at), mistake=self.message)
        return RuleError(told, self.remedy, self.at)


def place_of(text: str, at: int) -> str:
    """Where a character stands, counted as a person counts: with its line where the text has several."""
    if "\n" not in text.rstrip():
        return phrase("Character {place}", place=at + 1)
    before = text[:at]
    line, place = before.count("\n") + 1, at - before.rfind("\n")
    return phrase("Line {line}, character {place}", line=line, place=place)


class NoBound(Refusal):
    """One person could move a score without limit: only a mechanism that needs no bound may choose by it."""


class RuleRefusal(Refusal):
    """A rule that no noise could protect, at the character that makes it so.

    Args:
        at: the character, counted from 0.
        node: the part that was refused, or None.
    """

    def __init__(self, message: str, remedy: str = "", at: int = 0, node: "Operation | None" = None) -> None:
        super().__init__(message, remedy, "rule.formula")
        self.at = at
        self.node = node


class UnboundedRule(RuleRefusal, NoBound):
    """A rule that no noise could protect, which has a value on every table."""
