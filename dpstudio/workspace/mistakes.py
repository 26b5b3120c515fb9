"""Errors that nobody expected: a fault of the system in words; a mistake of our own without what the data said."""

import os
import traceback
from pathlib import Path

from dpstudio.core.errors import InputError, StudioError


def describe(error: BaseException) -> str:
    """The kind of error and the place in the program; messages may quote data and are left out."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name} (line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{place}"


def in_words(error: BaseException) -> StudioError | None:
    """What the system refuses, in words, the name of the file last; None where dpstudio itself is at fault."""
    if isinstance(error, StudioError):
        return error
    if isinstance(error, MemoryError):
        return InputError("There is not enough memory for this.", "Close other programs, or ask a smaller question.")
    if not isinstance(error, OSError):
        return None
    reason = (error.strerror or type(error).__name__).lower()
    name = f" ({Path(os.fsdecode(error.filename)).name})" if isinstance(error.filename, str | bytes) else ""
    return InputError(f"The system refuses: {reason}{name}.", "Check that it is there, and that there is room.")
