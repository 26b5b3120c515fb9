"""The three ways in which work is turned down; each says what is wrong and how to mend it."""

import re
from copy import copy
from typing import Self

from dpstudio.foreign_texts import harmless
from dpstudio.translation import phrase

_TAB = re.compile(r",? on the [A-Z][a-z]+ tab")


class StudioError(Exception):
    """Work was turned down in words for the person at the screen; as a text it is what the window says.

    Args:
        message: what is wrong and where, one sentence.
        remedy: how to mend it, one sentence.
        field: the name of the choice it concerns, where there is one.
        command: how it is mended on the command line, where that is another way.
        python: how it is mended from Python, where that is another way than on the command line.
    """

    exit_code = 1

    def __init__(self, message: str, remedy: str = "", field: str = "", command: str = "", python: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.field = field
        self.command = command or remedy
        self.python = python or self.command

    def followed_by(self, told: str) -> Self:
        """The same error, with a sentence more after its remedies."""
        error = copy(self)
        error.remedy, error.command, error.python = (
            phrase("{each} {told}", each=each, told=told).strip() for each in (self.remedy, self.command, self.python)
        )
        return error

    def say_in_python(self) -> None:
        """Say from now on what helps where there is no window: no tab is named, and nothing in it moves a terminal."""
        self.message, self.remedy = (harmless(_TAB.sub("", each)) for each in (self.message, self.python))

    def __str__(self) -> str:
        return phrase("{message} {remedy}", message=self.message, remedy=self.remedy).strip()


class InputError(StudioError):
    """What was typed or opened is wrong."""

    exit_code = 2


class Unsaid(InputError):
    """Something has not been said yet; nothing is wrong."""


class Held(InputError):
    """Another program has a file of ours at this moment."""


class Lost(InputError):
    """What the program keeps is gone, damaged or older than it was.

    Args:
        remedy: what helps beside a backup, where something does.
        command: the same on the command line.
    """

    def __init__(self, message: str, remedy: str = "", command: str = "") -> None:
        super().__init__(
            message,
            phrase("{restore} (Ledger, Start from receipts). {remedy}", restore=_RESTORE, remedy=remedy).strip(),
            command=f"{_RESTORE}: dpstudio resume RECEIPT ... {command}".strip(),
        )


RESTORE = phrase("Restore the newest backup of the whole data folder")
"""A ledger alone would be older than the marks beside it."""
_RESTORE = phrase("{restore}, or start from signed receipts", restore=RESTORE)


class Refusal(StudioError):
    """What was asked for would break the privacy promise or the budget."""

    exit_code = 3


class OverLimit(Refusal):
    """A release would cost more than is left of a table's limit."""


class Cancelled(StudioError):
    """The person stopped the work."""

    exit_code = 130
