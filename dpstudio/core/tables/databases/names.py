"""Names of tables: a schema and a name, written so that both can be told apart."""

import re
from collections.abc import Callable, Sequence

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

Parts = tuple[str, ...]


def written(parts: Sequence[str]) -> str:
    """A name as it is stored and shown: public.people, and in quotation marks what holds other signs than letters."""
    return ".".join(part if re.fullmatch(r"[\w$]+", part) else '"' + part.replace('"', '""') + '"' for part in parts)


def found_name(
    label: str, name: str, tables: Sequence[tuple[Parts, bool]], current: Callable[[], Sequence[str]]
) -> Parts:
    """The parts of the name of a table.

    Args:
        name: as `written`; older projects hold it without the schema.
        tables: those that are there, and whether each may be read.
        current: where a bare name is looked for.

    Raises:
        InputError: none was chosen, it is not there, or may not be read.
    """
    if not name:
        raise InputError(
            phrase("It is not said which table of {label} is meant.", label=label),
            phrase("Choose the table on the Tables tab."),
        )
    known = {written(parts): (parts, may) for parts, may in tables}
    found = known.get(name)
    if found is None and any(parts[-1] == name for parts, _ in tables):
        home = tuple(current())
        found = next((each for each in known.values() if each[0] == (*home, name)), None)
    if found is None:
        raise InputError(phrase("{label} has no such table any more.", label=label), phrase("Choose another table."))
    if not found[1]:
        raise InputError(
            phrase("{label} does not let your user read {name}.", label=label, name=name),
            phrase("Ask its administrator for the right SELECT."),
        )
    return found[0]
