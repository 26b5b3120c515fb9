"""A mistake of dpstudio's own, told without what the data said."""

import traceback


def describe(error: BaseException) -> str:
    """The kind of error and the place in the program; messages may quote data and are left out."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name} (line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{place}"
