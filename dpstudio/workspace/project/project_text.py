"""The JSON of a project read within bounds, and its places found again: hostile text costs bounded work."""

import json
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.system_reasons import unread
from dpstudio.translation import phrase

MOST_BYTES = 64 << 20
_MOST_ENTRIES = 100_000
_MOST_DEPTH = 200
_MOST_MAPPED = 4 << 20
_NONE_OF_OURS = phrase("This is not a project file.")
_ANOTHER = phrase("Choose a *.dpstudio file.")


def text_of(path: Path) -> str:
    """The text of a project file.

    Raises:
        InputError: it is not there, no file, too large, or no text.
    """
    name = printable(path.name)
    try:
        if path.exists() and not path.is_file():
            raise InputError(phrase("{name} is not a file.", name=name), _ANOTHER)
        if path.stat().st_size > MOST_BYTES:
            raise InputError(phrase("{name} is larger than 64 MiB.", name=name), _NONE_OF_OURS)
        return path.read_text("utf-8")
    except OSError as error:
        reason, remedy = unread(error)
        raise InputError(phrase("{name} cannot be opened: {reason}.", name=name, reason=reason), remedy) from None
    except UnicodeDecodeError:
        raise InputError(phrase("{name} is not a project file: it is not text in UTF-8.", name=name)) from None
    except ValueError:
        raise InputError(
            phrase("{name} cannot be opened: no file can have this name.", name=name), phrase("Check its name.")
        ) from None


def content_of(text: str, name: str) -> Any:
    """What the JSON says.

    Raises:
        InputError: it is no JSON, has a field twice, too many entries or too deep ones, or texts that are none.
    """
    try:
        content = json.loads(text, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith("{"):  # a table, say: nothing in it is to be corrected
            raise InputError(phrase("{name} is not a project file.", name=name), _ANOTHER) from None
        raise InputError(
            phrase("{name}, line {lineno}: {msg}.", name=name, lineno=error.lineno, msg=error.msg),
            phrase("Correct the JSON there."),
        ) from None
    except _TwinError as error:
        raise InputError(
            phrase("{name}: the field {error} appears twice in one place.", name=name, error=f"{str(error)!r}"),
            phrase("Remove one."),
        ) from None
    except RecursionError:
        raise InputError(phrase("{name} is nested too deeply.", name=name), _NONE_OF_OURS) from None
    except ValueError:
        raise InputError(phrase("{name} holds a number with too many digits.", name=name), _NONE_OF_OURS) from None
    _refuse_endless(content, text, name)
    return content


def where(text: str, name: str, path: list[Any]) -> str:
    """The file and the line of a field; of a very long file its name alone."""
    if len(text) > _MOST_MAPPED:
        return name
    import json_source_map

    pointer = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
    entry = json_source_map.calculate(text).get(pointer)
    if entry is None:  # a name that is written with escapes
        return name
    return phrase("{name}, line {int}", name=name, int=int((entry.key_start or entry.value_start).line) + 1)


def printable(text: str) -> str:
    """A name as it can be shown: what is no text is an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _refuse_endless(content: Any, text: str, name: str) -> None:
    """Look at every entry once, and at no more than a project can have."""
    seen = 0
    left: list[tuple[Any, int, tuple[Any, ...]]] = [(content, 1, ())]
    while left:
        value, depth, path = left.pop()
        seen += 1
        if depth > _MOST_DEPTH:
            raise InputError(phrase("{name} is nested too deeply.", name=name), _NONE_OF_OURS)
        if isinstance(value, str):
            _refuse_no_text(value, text, name, path)
        elif isinstance(value, dict | list):
            if seen + len(left) + len(value) > _MOST_ENTRIES:
                raise InputError(
                    phrase(
                        "{name} has more than {most_entries} entries.", name=name, most_entries=f"{_MOST_ENTRIES:,}"
                    ),
                    _NONE_OF_OURS,
                )
            steps = value.items() if isinstance(value, dict) else enumerate(value)
            left += [(item, depth + 1, (*path, step)) for step, item in steps]


def _refuse_no_text(value: str, text: str, name: str, path: tuple[Any, ...]) -> None:
    """Half of a pair of UTF-16, and NUL, are JSON but nothing that can be printed, stored or named so."""
    if "\0" not in value and value.isprintable():
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        pass
    else:
        if "\0" not in value:
            return
    place = printable(".".join(map(str, path)))
    raise InputError(
        phrase(
            "{where}: {place} holds a character that is not text.", where=where(text, name, list(path)), place=place
        ),
        phrase("Remove it."),
        place,
    )


class _TwinError(ValueError):
    """A field that stands twice."""


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwinError(printable(key))
        found[key] = value
    return found
