"""How the command line says things: results on stdout, an error as one line, or one JSON object, on stderr."""

import io
import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.system_reasons import reason
from dpstudio.foreign_texts import harmless, on_one_line

_MOST = 400


def say(as_json: bool, facts: dict[str, Any], lines: Iterable[str]) -> None:
    """Print and hand over at once: what comes after may fail. A reader that has gone away changes nothing.

    Args:
        lines: none is more than one, whatever the names in it hold.
    """
    shown = json.dumps(facts, ensure_ascii=False) if as_json else "\n".join(map(on_one_line, lines))
    if sys.stdout is None:
        raise InputError("The output cannot be written (standard output is closed).", "Leave it open.")
    try:
        print(_printable(shown, sys.stdout.encoding), flush=True)
    except OSError as error:
        sys.stdout = io.StringIO()
        if not isinstance(error, BrokenPipeError):
            raise InputError(f"The output cannot be written: {reason(error)}.", "Make room.") from None


def complain(error: StudioError, as_json: bool) -> None:
    """Say what is wrong and how to mend it."""
    message, remedy, where = map(_short, (error.message, error.command, error.field))
    facts = {"error": message, "remedy": remedy, "field": where}
    line = json.dumps(facts, ensure_ascii=False) if as_json else f"dpstudio: {message} {remedy}".rstrip()
    _beside(line)


def remark(text: str) -> None:
    """Say beside a result what is to be known of it, on one line."""
    _beside(f"dpstudio: {' '.join(text.split())}")


def _beside(line: str) -> None:
    with suppress(OSError, AttributeError):  # closed or full: the exit code says it
        print(_printable(line, sys.stderr.encoding), file=sys.stderr)


def _short(text: str) -> str:
    """On one line, its middle left out where a name in it is endless."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[: _MOST // 2]} … {line[-_MOST // 2 :]}"


def _printable(text: str, encoding: str | None) -> str:
    """The text with what a terminal would obey, and what the reader's encoding cannot hold, written as escapes."""
    name = encoding or "utf-8"
    return harmless(text).encode(name, "backslashreplace").decode(name)
