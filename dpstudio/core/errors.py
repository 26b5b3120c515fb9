"""The three ways in which work is turned down; each says what is wrong and how to mend it."""

from copy import copy
from typing import Self


class StudioError(Exception):
    """Work was turned down in words for the person at the screen; as a text it is what the window says.

    Args:
        message: what is wrong and where, one sentence.
        remedy: how to mend it, one sentence.
        field: the name of the choice it concerns, where there is one.
        command: how it is mended on the command line, where that is another way.
    """

    exit_code = 1

    def __init__(self, message: str, remedy: str = "", field: str = "", command: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.field = field
        self.command = command or remedy

    def followed_by(self, told: str) -> Self:
        """The same error, with a sentence more after its remedies."""
        error = copy(self)
        error.remedy, error.command = f"{self.remedy} {told}".strip(), f"{self.command} {told}".strip()
        return error

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class InputError(StudioError):
    """What was typed or opened is wrong."""

    exit_code = 2


class Lost(InputError):
    """What the program keeps is gone, damaged or older than it was.

    Args:
        remedy: what helps beside a backup, where something does.
        command: the same on the command line.
    """

    def __init__(self, message: str, remedy: str = "", command: str = "") -> None:
        super().__init__(
            message,
            f"{_RESTORE} (Ledger, Start from receipts). {remedy}".strip(),
            command=f"{_RESTORE}: dpstudio resume RECEIPT ... {command}".strip(),
        )


RESTORE = "Restore the newest backup of the whole data folder"
"""A ledger alone would be older than the marks beside it."""
_RESTORE = f"{RESTORE}, or start from signed receipts"


class Refusal(StudioError):
    """What was asked for would break the privacy promise or the budget."""

    exit_code = 3


class Cancelled(StudioError):
    """The person stopped the work."""

    exit_code = 130
