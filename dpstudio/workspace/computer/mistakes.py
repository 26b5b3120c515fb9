"""Errors that nobody expected: a fault of the system in words; a mistake of our own without what the data said."""

import os
import platform
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from dpstudio import __version__
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.system_reasons import unkept
from dpstudio.translation import phrase

_PROGRAM = Path(__file__).resolve().parents[2]
_PACKAGES = ("site-packages", "dist-packages")
_LIBRARIES = ("PySide6_Essentials", "numpy", "pyarrow", "duckdb", "ibis-framework", "typst", "cryptography")
_MOST_PLACES, _MOST_ERRORS = 40, 8


def describe(error: BaseException) -> str:
    """The kind of error and the place in the program; messages may quote data and are left out."""
    ours = [place for place in _places(error) if "line" in place]
    return phrase("{kind} in {ours}", kind=_kind(error), ours=ours[-1]) if ours else _kind(error)


def report(error: BaseException) -> str:
    """What a person can hand on of an error: kinds, places in dpstudio, names of libraries, versions; nothing else."""
    told = [f"{_kind(each)}\n" + "".join(f"  {place}\n" for place in _shortened(_places(each))) for each in _all(error)]
    return "after\n".join(told) + "\n" + _versions()


def in_words(error: BaseException) -> StudioError | None:
    """What the system refuses, in words, the name of the file last; None where dpstudio itself is at fault."""
    if isinstance(error, StudioError):
        return error
    if isinstance(error, MemoryError):
        return InputError(
            phrase("There is not enough memory for this."), phrase("Close other programs, or ask a smaller question.")
        )
    if isinstance(error, ImportError):
        return InputError(
            phrase("A part of the program cannot be loaded."),
            phrase(
                "Close other programs, because the memory may be full; if that does not help, install dpstudio again."
            ),
        )
    if not isinstance(error, OSError):
        return None
    reason, remedy = unkept(error)
    named = isinstance(error.filename, str | bytes)
    what = Path(os.fsdecode(error.filename)).name if named else phrase("A file that dpstudio needs")
    return InputError(phrase("{what} cannot be used: {reason}.", what=what, reason=reason), remedy)


def _kind(error: BaseException) -> str:
    """The name of the error's class, with that of its library."""
    kind = type(error)
    library = kind.__module__.split(".")[0]
    return kind.__qualname__ if library in ("builtins", "__main__") else f"{library}: {kind.__qualname__}"


def _all(error: BaseException) -> list[BaseException]:
    """The error and those that led to it."""
    found: list[BaseException] = []
    left = [error]
    while left and len(found) < _MOST_ERRORS:
        each = left.pop(0)
        if each in found:
            continue
        found.append(each)
        inside = list(each.exceptions) if isinstance(each, BaseExceptionGroup) else []
        left += [*inside, *(cause for cause in (each.__cause__, each.__context__) if cause is not None)]
    return found


def _places(error: BaseException) -> Iterator[str]:
    """From the outermost: file, line and function within dpstudio; of anything else the library's name."""
    before = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        here = _place(frame.f_code.co_filename, line, frame.f_code.co_name)
        if here != before or "line" in here:
            yield here
        before = here


def _place(file: str, line: int, function: str) -> str:
    path = Path(file)
    if path.is_relative_to(_PROGRAM):
        return phrase(
            "dpstudio/{as_posix}, line {line}, {function}",
            as_posix=path.relative_to(_PROGRAM).as_posix(),
            line=line,
            function=function,
        )
    for folder in _PACKAGES:
        if folder in path.parts[:-1]:
            return path.parts[path.parts.index(folder) + 1].removesuffix(".py")
    return "Python" if path.is_relative_to(sysconfig.get_path("stdlib")) or file.startswith("<frozen") else "elsewhere"


def _shortened(places: Iterator[str]) -> list[str]:
    found = list(places)
    left_out = len(found) - _MOST_PLACES
    if left_out <= 0:
        return found
    half = _MOST_PLACES // 2
    return [*found[:half], phrase("… {left_out} more …", left_out=left_out), *found[-half:]]


def _versions() -> str:
    """Of the program and what it stands on."""
    lines = [
        phrase("dpstudio {version}", version=__version__),
        phrase(
            "Python {python_version} on {platform}, {machine}",
            python_version=platform.python_version(),
            platform=sys.platform,
            machine=platform.machine(),
        ),
    ]
    for name in _LIBRARIES:
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return "\n".join(lines) + "\n"
