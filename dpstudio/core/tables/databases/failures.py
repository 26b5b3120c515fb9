"""What went wrong between us and a database, one sentence each; what the server said may quote rows and is left out."""

import re
import socket

from dpstudio.core.errors import InputError
from dpstudio.core.tables.databases.address import Address
from dpstudio.translation import phrase

CONNECT_SECONDS = 10
_PORTS = {"postgresql": 5432, "spark": 7077, "sc": 15002}
_SIGN_IN = (
    (r"invalid response|expected authentication request", phrase("does not answer as PostgreSQL does."),
     phrase("Check host and port.")),
    (r"password authentication failed|SCRAM|no password supplied|28P01",
     phrase("refused the password of that user."),
     phrase("Check ~/.pgpass or the variable PGPASSWORD, and the user's name in the address.")),
    (r'database ".*" does not exist|3D000', phrase("has no database of that name."), phrase("Check the name behind the"
                                                                                            " host.")),
    (r"no pg_hba.conf entry|role \".*\" (does not exist|is not permitted)|authentication failed|28000",
     phrase("does not let that user in from this computer."),
     phrase("Check the user's name in the address; who may connect is decided by the server's administrator.")),
    (r"(?i)certificate|ssl|tls", phrase("could not agree on encryption as the address asks, or could not prove who"
                                        " it is."),
     phrase("Check sslmode and sslrootcert in the address, or ask the server's administrator for its" " certificate.")),
    (r"permission denied for database|42501", phrase("does not let that user into this database."),
     phrase("Ask its administrator for the right CONNECT.")),
    (r"too many|remaining connection slots|starting up|shutting down|53300|57P03",
     phrase("accepts no connection at the moment."), phrase("Try again later.")),
    (r"(?i)timeout|timed out", phrase("did not answer in time."),
     phrase("Check host and port, and that no firewall is in between.")),
)  # fmt: skip
_QUERIES = {
    "42501": (phrase("does not let your user read this table."), phrase("Ask its administrator for the right SELECT.")),
    "57014": (phrase("ended the question: the time limit of your user there was reached."),
              phrase("Ask its administrator for more time, or use fewer columns.")),
    "42P01": (phrase("has no such table any more."), phrase("Choose another table.")),
    "42703": (phrase("has no such column any more."), phrase("Choose another column on the Tables tab.")),
    "40001": (phrase("could not keep a consistent view of the table while it was read."), phrase("Try again.")),
    "57": (phrase("ended the connection."), phrase("Check that it is running, and try again.")),
    "08": (phrase("ended the connection."), phrase("Check that it is running, and try again.")),
    "25": (phrase("ended the connection: a time limit of your user there was reached."),
           phrase("Ask its administrator for more time.")),
    "53": (phrase("has no memory, disk or connection left."), phrase("Try again later, or use fewer columns.")),
}  # fmt: skip


def no_driver(at: Address) -> InputError:
    """The driver is not installed."""
    extra = "postgres" if at.scheme == "postgresql" else "spark"
    return InputError(
        phrase("This copy of dpstudio has no driver for {label}.", label=at.label),
        phrase("Install its part “{extra}”.", extra=extra),
    )


def failed(at: Address, error: Exception) -> InputError:
    """What a driver's failure means, told from its state, its class, and whether the host answers at all."""
    state = str(getattr(error, "sqlstate", None) or "")
    for start in (state, state[:2]):
        if start in _QUERIES:
            return InputError(
                phrase("{label} {queries}", label=at.label, queries=_QUERIES[start][0]), _QUERIES[start][1]
            )
    if not state and type(error).__name__ in ("OperationalError", "ConnectionTimeout"):
        return _not_connected(at, error)
    return InputError(
        phrase("{label} could not be read ({name}).", label=at.label, name=type(error).__name__),
        phrase("Check the address, your rights there, and that it is running."),
    )


def _not_connected(at: Address, error: Exception) -> InputError:
    """Why no connection came about: the server's words are compared with known ones, and not repeated."""
    if getattr(getattr(error, "pgconn", None), "needs_password", False):
        return InputError(
            phrase("{label} asks for a password, and none was found.", label=at.label),
            phrase("Put it into ~/.pgpass (readable by you alone) or the variable PGPASSWORD."),
        )
    said = str(error)
    if type(error).__name__ == "ConnectionTimeout":
        said = "timeout"
    elif unreachable(at) is not None:
        return unreachable(at) or InputError("")
    for pattern, what, remedy in _SIGN_IN:
        if re.search(pattern, said):
            return InputError(phrase("{label} {what}", label=at.label, what=what), remedy)
    return InputError(
        phrase("{label} refused the connection.", label=at.label),
        phrase("Check user, database and options in the address, and that it is PostgreSQL."),
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
        return InputError(
            phrase("The host “{host}” is not known.", host=host),
            phrase("Check its name, and that this computer is online."),
        )
    except TimeoutError:
        return InputError(
            phrase("{label} did not answer in time.", label=at.label),
            phrase("Check host and port, and that no firewall is in between."),
        )
    except OSError:
        return InputError(
            phrase("Nothing answers at {host}, port {port}.", host=host, port=port),
            phrase("Check host and port, and that it is running."),
        )
    return None
