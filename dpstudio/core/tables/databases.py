"""Tables of a database or cluster, by its address: the engine there groups and counts, exact integers come back.

With the engine beside it the only place that knows Ibis. One expression serves every engine (`counted`), made of
operations that all of them do alike: a cast to text, a grouping, a count.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.tables.patience import wait_for

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMES = ("postgresql", "spark", "sc", "spark-local")
_CONNECT_SECONDS = 10
_QUERY_MILLISECONDS = 3_600_000
_ROWS = "number_of_rows"
Tick = Callable[[float], None]


def check_address(address: str) -> None:
    """Refuse what cannot be an address, and one that holds a password: it would be stored in the project.

    Raises:
        InputError: saying how an address is written.
    """
    try:
        parts = urlsplit(address.strip())
        known = parts.scheme in SCHEMES and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known:
        raise InputError(
            "That is not the address of a database.",
            "Write postgresql://user@host:5432/database, spark://host:7077, sc://host:15002 or spark-local://.",
        )
    if parts.password:
        raise InputError(
            "The address holds a password, which would be stored in the project.",
            "Leave it out, and put it into ~/.pgpass or the variable PGPASSWORD.",
        )


def label(address: str) -> str:
    """How messages name the database: its host and name."""
    parts = urlsplit(address)
    return (parts.hostname or parts.scheme) + parts.path.rstrip("/")


def table_names(address: str, tick: Tick = lambda _: None) -> list[str]:
    """The tables of the database, in the order of their names.

    Raises:
        InputError: it cannot be reached, or holds none.
    """
    with _connected(address, tick) as (connection, ask):
        names = sorted(ask(connection.list_tables))
    if not names:
        raise InputError(f"{label(address)} holds no table.", "Choose another database.")
    return names


def columns(address: str, table: str, tick: Tick = lambda _: None) -> list[str]:
    """The columns' names of a table, the first one for "".

    Raises:
        InputError: there is no such table.
    """
    with _connected(address, tick) as (connection, ask):
        return list(ask(lambda: _chosen(connection, address, table).columns))


def batches(address: str, table: str, tick: Tick = lambda _: None) -> "Iterator[pa.RecordBatch]":
    """All rows of a table, as text."""
    with _connected(address, tick) as (connection, ask):
        rows: Any = ask(lambda: _texts(_chosen(connection, address, table)).to_pyarrow())
    yield from rows.to_batches()


def counted_batches(
    address: str, table: str, names: Sequence[str], tick: Tick
) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
    """Each combination of texts in some columns, with the number of rows that have it."""
    once = list(dict.fromkeys(names))
    with _connected(address, tick) as (connection, ask):
        found: Any = ask(lambda: counted(_chosen(connection, address, table), once).to_pyarrow())
    for batch in found.to_batches():
        yield batch.select([str(once.index(name)) for name in names]), batch.column(_ROWS)


def counted(table: Any, names: Sequence[str]) -> Any:
    """The one expression that every engine evaluates: texts of some columns, and how many rows have each.

    Args:
        table: an Ibis table of any engine.
    """
    texts = _texts(table.select([table[name] for name in names]))
    return texts.group_by(list(texts.columns)).agg(**{_ROWS: texts.count().cast("int64")})


def _texts(table: Any) -> Any:
    """The table's columns as text, named 0, 1, 2, ..."""
    return table.select(**{str(place): table[name].cast("string") for place, name in enumerate(table.columns)})


def _chosen(connection: Any, address: str, table: str) -> Any:
    names = sorted(connection.list_tables())
    if table and table not in names:
        raise InputError(f"{label(address)} has no such table any more.", "Choose another table.")
    if not names:
        raise InputError(f"{label(address)} holds no table.", "Choose another database.")
    return connection.table(table or names[0])


@contextmanager
def _connected(address: str, tick: Tick) -> Iterator[tuple[Any, Callable[[Callable[[], Any]], Any]]]:
    """A connection, and a way to ask it something that can be given up.

    What the engine says about a failure may quote rows, so none of it is passed on.
    """
    check_address(address)
    opened: list[Any] = []

    def open_it() -> None:
        opened.append(_open(address))

    def ask(work: Callable[[], Any]) -> Any:
        return wait_for(work, tick, lambda: _stop(opened))

    try:
        ask(open_it)
        yield opened[0], ask
    except StudioError:
        raise
    except ImportError:
        extra = "postgres" if address.startswith("postgresql") else "spark"
        raise InputError(
            f"This copy of dpstudio has no driver for {label(address)}.", f"Install its part “{extra}”."
        ) from None
    except Exception as error:  # noqa: BLE001 - drivers share no base, and their texts may quote rows
        raise InputError(
            f"{label(address)} could not be read ({type(error).__name__}).",
            "Check the address, your rights there, and that it is running.",
        ) from None
    finally:
        for connection in opened:
            _close(connection)


def _open(address: str) -> Any:
    import ibis

    parts = urlsplit(address.strip())
    if parts.scheme == "postgresql":
        return ibis.postgres.connect(
            host=parts.hostname or "localhost",
            port=parts.port or 5432,
            user=unquote(parts.username) if parts.username else None,
            database=unquote(parts.path.strip("/")) or None,
            connect_timeout=_CONNECT_SECONDS,
            options=f"-c statement_timeout={_QUERY_MILLISECONDS} -c default_transaction_read_only=on",
            tcp_user_timeout=1000 * _CONNECT_SECONDS,
        )
    return ibis.pyspark.connect(_spark(address.strip(), parts.scheme))


def _spark(address: str, scheme: str) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("dpstudio").config("spark.ui.enabled", "false")
    if scheme == "sc":
        return builder.remote(address).getOrCreate()
    session = builder.master("local[2]" if scheme == "spark-local" else address).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def _stop(opened: list[Any]) -> None:
    """Ask the engine to drop what it is doing."""
    for connection in opened:
        session = getattr(connection, "_session", None)
        raw = getattr(connection, "con", None)
        try:
            if session is not None:
                session.sparkContext.cancelAllJobs()
            elif raw is not None:
                raw.cancel()
        except Exception:  # noqa: BLE001, S110 - it is being given up anyway
            pass


def _close(connection: Any) -> None:
    try:
        if getattr(connection, "_session", None) is None:
            connection.disconnect()
    except Exception:  # noqa: BLE001, S110 - nothing depends on a connection that is no longer used
        pass
