"""What went wrong between us and a database, one sentence each; what the server said may quote rows and is left out."""

import re
import socket

from dpstudio.core.errors import InputError
from dpstudio.core.tables.databases.address import Address

CONNECT_SECONDS = 10
_PORTS = {"postgresql": 5432, "spark": 7077, "sc": 15002}
_SIGN_IN = (
    (r"invalid response|expected authentication request", "does not answer as PostgreSQL does.",
     "Check host and port."),
    (r"password authentication failed|SCRAM|no password supplied|28P01",
     "refused the password of that user.",
     "Check ~/.pgpass or the variable PGPASSWORD, and the user's name in the address."),
    (r'database ".*" does not exist|3D000', "has no database of that name.", "Check the name behind the host."),
    (r"no pg_hba.conf entry|role \".*\" (does not exist|is not permitted)|authentication failed|28000",
     "does not let that user in from this computer.",
     "Check the user's name in the address; who may connect is decided by the server's administrator."),
    (r"(?i)certificate|ssl|tls", "could not agree on encryption as the address asks, or could not prove who it is.",
     "Check sslmode and sslrootcert in the address, or ask the server's administrator for its certificate."),
    (r"permission denied for database|42501", "does not let that user into this database.",
     "Ask its administrator for the right CONNECT."),
    (r"too many|remaining connection slots|starting up|shutting down|53300|57P03",
     "accepts no connection at the moment.", "Try again later."),
    (r"(?i)timeout|timed out", "did not answer in time.",
     "Check host and port, and that no firewall is in between."),
)  # fmt: skip
_QUERIES = {
    "42501": ("does not let your user read this table.", "Ask its administrator for the right SELECT."),
    "57014": ("ended the question: the time limit of your user there was reached.",
              "Ask its administrator for more time, or use fewer columns."),
    "42P01": ("has no such table any more.", "Choose another table."),
    "42703": ("has no such column any more.", "Choose another column on the Tables tab."),
    "40001": ("could not keep a consistent view of the table while it was read.", "Try again."),
    "57": ("ended the connection.", "Check that it is running, and try again."),
    "08": ("ended the connection.", "Check that it is running, and try again."),
    "25": ("ended the connection: a time limit of your user there was reached.",
           "Ask its administrator for more time."),
    "53": ("has no memory, disk or connection left.", "Try again later, or use fewer columns."),
}  # fmt: skip


def no_driver(at: Address) -> InputError:
    """The driver is not installed."""
    extra = "postgres" if at.scheme == "postgresql" else "spark"
    return InputError(f"This copy of dpstudio has no driver for {at.label}.", f"Install its part “{extra}”.")


def failed(at: Address, error: Exception) -> InputError:
    """What a driver's failure means, told from its state, its class, and whether the host answers at all."""
    state = str(getattr(error, "sqlstate", None) or "")
    for start in (state, state[:2]):
        if start in _QUERIES:
            return InputError(f"{at.label} {_QUERIES[start][0]}", _QUERIES[start][1])
    if not state and type(error).__name__ in ("OperationalError", "ConnectionTimeout"):
        return _not_connected(at, error)
    return InputError(
        f"{at.label} could not be read ({type(error).__name__}).",
        "Check the address, your rights there, and that it is running.",
    )


def _not_connected(at: Address, error: Exception) -> InputError:
    """Why no connection came about: the server's words are compared with known ones, and not repeated."""
    if getattr(getattr(error, "pgconn", None), "needs_password", False):
        return InputError(
            f"{at.label} asks for a password, and none was found.",
            "Put it into ~/.pgpass (readable by you alone) or the variable PGPASSWORD.",
        )
    said = str(error)
    if type(error).__name__ == "ConnectionTimeout":
        said = "timeout"
    elif unreachable(at) is not None:
        return unreachable(at) or InputError("")
    for pattern, what, remedy in _SIGN_IN:
        if re.search(pattern, said):
            return InputError(f"{at.label} {what}", remedy)
    return InputError(
        f"{at.label} refused the connection.",
        "Check user, database and options in the address, and that it is PostgreSQL.",
    )


def unreachable(at: Address) -> InputError | None:
    """Why nothing answers at the host and port, or None where something does."""
    host = at.option.get("hostaddr") or at.option.get("host") or at.host or "localhost"
    if at.scheme == "spark-local" or host.startswith("/"):
        return None
    port = int(at.option.get("port") or at.port or _PORTS[at.scheme])
    try:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
    except (socket.gaierror, UnicodeError):
        return InputError(f"The host “{host}” is not known.", "Check its name, and that this computer is online.")
    except TimeoutError:
        return InputError(
            f"{at.label} did not answer in time.",
            "Check host and port, and that no firewall is in between.",
        )
    except OSError:
        return InputError(f"Nothing answers at {host}, port {port}.", "Check host and port, and that it is running.")
    return None
