"""What can go wrong with the words of a command before any of them is understood; what a start without a verb opens."""

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from dpstudio.core.errors import InputError


def refuse_impossible(arguments: Sequence[str]) -> None:
    """Raise InputError for words that no system can take, and where there is no folder to work in."""
    if not all(map(_is_possible, arguments)):
        raise InputError("An argument holds a character that no name can have.", "Leave it out.")
    if not _is_somewhere():
        raise InputError("The folder that dpstudio was started in is gone.", "Change to another folder.")


def path(word: str) -> Path:
    """A path that was typed.

    Raises:
        ArgumentTypeError: it is empty, as where a variable was not set; it would mean the folder that one is in.
    """
    if not word:
        raise argparse.ArgumentTypeError("a path is empty; type one, or . for this folder")
    return Path(word)


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


def project_of(words: Sequence[str], meant: Callable[[str], str] = lambda _: "") -> Path:
    """The project that a start without a verb is to open.

    Args:
        words: what stands after the program's name, at least one.
        meant: what to write instead of a first word that is nothing.

    Raises:
        InputError: the first word is no file; more words stand after it.
    """
    first = Path(words[0])
    try:
        there = first.exists()
    except (OSError, ValueError):
        there = False
    if not there:
        raise InputError(f"{words[0]!r} is neither a verb nor a project that is there.", meant(words[0]))
    if len(words) > 1:
        raise InputError("The window opens one project.", "Leave the other words out, or begin with a verb.")
    return first
