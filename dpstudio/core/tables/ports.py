"""Which ports of TCP whoever asks a PostgreSQL turns to, before its address is looked into any further."""

import os
import re
from urllib.parse import unquote, urlsplit

_USUAL = 5432
_NAMES_AND_TICKETS = (53, 88)
"""Where a long answer about a name comes from, and Kerberos."""
_PORT = re.compile("[1-9][0-9]{0,4}")


def ports_of(address: str) -> tuple[int, ...]:
    """The server's port as the driver finds it, and those of names and tickets; none where it may be any."""
    try:
        parts = urlsplit(address.strip())
        pieces = re.split("[&;]", f"{parts.query}&{parts.path.partition(';')[2]}")
        asked = [
            unquote(value) for name, _, value in (each.partition("=") for each in pieces) if unquote(name) == "port"
        ]
        named = [*asked, *([str(parts.port)] if parts.port else []), *_surrounding()]
    except ValueError:
        return ()
    known = bool(named) and len(asked) < 2 and _PORT.fullmatch(named[0]) is not None and int(named[0]) < 1 << 16
    return tuple(sorted({int(named[0]), *_NAMES_AND_TICKETS})) if known else ()


def _surrounding() -> list[str]:
    """What the driver goes by where the address names no port; nothing where it is told in a file of services."""
    return [] if os.environ.get("PGSERVICE") else [os.environ.get("PGPORT") or str(_USUAL)]
