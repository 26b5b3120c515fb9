"""What can go wrong with the words of a command before any of them is understood."""

import os
from collections.abc import Sequence
from pathlib import Path

from dpstudio.core.errors import InputError


def refuse_impossible(arguments: Sequence[str]) -> None:
    """Raise InputError for words that no system can take, and where there is no folder to work in."""
    if not all(map(_is_possible, arguments)):
        raise InputError("An argument holds a character that no name can have.", "Leave it out.")
    if not _is_somewhere():
        raise InputError("The folder that dpstudio was started in is gone.", "Change to another folder.")


def _is_somewhere() -> bool:
    """Whether the folder that it works in is there."""
    try:
        return bool(Path.cwd())
    except OSError:
        return False


def _is_possible(argument: str) -> bool:
    """Whether the system could have handed it over."""
    try:
        return b"\0" not in os.fsencode(argument)
    except UnicodeEncodeError:
        return False
