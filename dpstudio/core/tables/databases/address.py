"""What an address of a database says; every part of it is honoured or refused, and none is a secret."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from dpstudio.core.errors import InputError
from dpstudio.translation import joined, phrase

SCHEMES = ("postgresql", "spark", "sc", "spark-local")
_FORMS = phrase("Write postgresql://user@host:5432/database, spark://host:7077, sc://host:15002 or spark-local://.")
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_POSTGRES = (
    "host", "hostaddr", "port", "user", "dbname", "sslmode", "sslnegotiation", "sslrootcert", "sslcert", "sslkey",
    "sslcrl", "sslcrldir", "sslsni", "ssl_min_protocol_version", "ssl_max_protocol_version", "channel_binding",
    "require_auth", "requirepeer", "gssencmode", "krbsrvname", "target_session_attrs", "connect_timeout",
)  # fmt: skip
_CONNECT = ("use_ssl", "user_id")
_SECRET = re.compile(r"pass|pwd|token|secret|credential|api[_-]?key", re.IGNORECASE)
_PLAIN_NAME = re.compile(r"[a-z][a-z_]{1,40}")


@dataclass(frozen=True)
class Address:
    """The parts of an address, decoded; `options` are those of the driver, in the driver's own names."""

    scheme: str
    host: str
    port: int | None
    user: str
    database: str
    options: tuple[tuple[str, str], ...]

    @property
    def label(self) -> str:
        """How messages name the database: its host and name, and nothing else of the address."""
        return (self.host or self.scheme) + (f"/{self.database}" if self.database else "")

    @property
    def option(self) -> dict[str, str]:
        """The options by their names."""
        return dict(self.options)


def parsed(address: str) -> Address:
    """The parts of an address.

    Raises:
        InputError: it is none, holds a password or token of any form, or an option that would not be honoured.
    """
    written = address.strip()
    try:
        parts = urlsplit(written)
        known = parts.scheme in SCHEMES and (parts.port is None or parts.port > 0) and not parts.fragment
        credential = parts.password is not None
    except ValueError:
        known = credential = False
    if not known or any(sign.isspace() or not sign.isprintable() for sign in written):
        raise InputError(phrase("That is not the address of a database."), _FORMS)
    path, _, tail = parts.path.partition(";")
    pieces = [piece for piece in (*parts.query.split("&"), *tail.split(";")) if piece]
    names = [unquote(piece.partition("=")[0]) for piece in pieces]
    if credential or any(_SECRET.search(name) for name in names):
        raise InputError(
            phrase("The address holds a password or token, which would be stored in the project."),
            phrase("Leave it out; PostgreSQL takes a password from ~/.pgpass or the variable PGPASSWORD."),
        )
    options = tuple(zip(names, (unquote(piece.partition("=")[2]) for piece in pieces), strict=True))
    _check_options(parts.scheme, options)
    user, at, _ = parts.netloc.rpartition("@")
    host = parts.netloc.rpartition("@")[2].removesuffix(f":{parts.port}").removesuffix(":").strip("[]")
    return Address(
        parts.scheme, unquote(host), parts.port, unquote(user) if at else "", unquote(path.strip("/")), options
    )


def _check_options(scheme: str, options: tuple[tuple[str, str], ...]) -> None:
    known = {"postgresql": _POSTGRES, "sc": _CONNECT}.get(scheme, ())
    names = [name for name, _ in options]
    for place, (name, value) in enumerate(options):
        told = f"“{name}”" if _PLAIN_NAME.fullmatch(name) and value else phrase("something")
        if name not in known:
            raise InputError(
                phrase("The address asks for {told} that dpstudio cannot honour.", told=told),
                phrase("Leave it out; known here: {known}.", known=joined(", ", known) or phrase("no options at all")),
            )
        if not value or name in names[:place]:
            raise InputError(
                phrase("The address gives {told} no value, or two.", told=told),
                phrase("Write each option once: ?name=value."),
            )
        if name == "sslmode" and value not in _SSL_MODES:
            raise InputError(
                phrase("The address has an unknown sslmode."),
                phrase("Write one of {ssl_modes}.", ssl_modes=joined(", ", _SSL_MODES)),
            )
        if name in ("port", "connect_timeout") and not re.fullmatch("[1-9][0-9]{0,4}", value):
            raise InputError(
                phrase("The address gives “{name}” no whole number.", name=name),
                phrase("Write a number from 1 to 99999."),
            )


def check_address(address: str) -> None:
    """Refuse what cannot be an address, one that holds a password or token, and options that would not be honoured.

    Raises:
        InputError: saying how an address is written.
    """
    parsed(address)


def label(address: str) -> str:
    """How messages name the database: its host and name; of an address that is refused only that it is one."""
    try:
        return parsed(address).label
    except InputError:
        return phrase("the database")


def without_credentials(address: str) -> str:
    """The address without any password or token, for projects that were written with one; "" where that is unclear."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    rest = address.strip().partition("://")[2][len(parts.netloc) :]
    if "@" in rest or not parts.scheme or not address.strip().isprintable():
        return ""
    user, at, host = parts.netloc.rpartition("@")
    start, *pieces = re.split("(?=[?&;])", rest)
    kept = [piece for piece in pieces if not _SECRET.search(unquote(piece.partition("=")[0]))]
    options = "".join(kept).replace("&", "?", 1) if not any(piece.startswith("?") for piece in kept) else "".join(kept)
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{start}{options}"
