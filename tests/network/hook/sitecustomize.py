"""Python starts with this in the tests and in every program that they start: no socket but to this computer."""

import ipaddress
import os
import sys
from pathlib import Path

LOG = "DPSTUDIO_TESTS_NETWORK"
_WITH_ADDRESS = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
_WITH_NAME = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


class InternetError(Exception):
    """A test, or the program, turns to another computer."""


def is_here(host: object) -> bool:
    """Whether a host is this computer, or a name that by its ending is none (RFC 6761)."""
    if not isinstance(host, str | bytes) or not host:
        return True
    name = host.decode("utf-8", "replace") if isinstance(host, bytes) else host
    if name == "localhost" or name.endswith((".localhost", ".invalid")):
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _refuse(event: str, args: tuple[object, ...]) -> None:
    if event in _WITH_ADDRESS and isinstance(args[1], tuple):
        host = args[1][0]
    elif event in _WITH_NAME:
        host = args[0]
    else:
        return
    if is_here(host):
        return
    log = os.environ.get(LOG)
    if log:
        with Path(log).open("a", encoding="utf-8") as stream:
            stream.write(f"{event} {host!r}\n")
    raise InternetError(f"{event} {host!r}")


sys.addaudithook(_refuse)
