"""Tables of a database or cluster, by its address: the engine there groups and counts, exact integers come back.

Everything is compared as bytes there (`words`), meanings are given here. `address` says what an address may hold,
`failures` what went wrong, `postgres` and `spark` how a server is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.tables.databases import words
from dpstudio.core.tables.databases.address import SCHEMES, Address, check_address, label, parsed, without_credentials
from dpstudio.core.tables.databases.failures import failed, no_driver
from dpstudio.core.tables.databases.keeping import can_keep, kept_counts
from dpstudio.core.tables.databases.names import found_name, written
from dpstudio.core.tables.databases.texts import decoded
from dpstudio.core.tables.databases.words import Held, Words
from dpstudio.core.tables.schema import OwnType, Persons
from dpstudio.core.tables.waiting import wait_for
from dpstudio.translation import phrase

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "SCHEMES", "batches", "check_address", "columns", "counted_batches", "identities", "identity", "keeps_rows",
    "kept_batches", "label", "own_types", "table_names", "without_credentials",
]  # fmt: skip
Tick = Callable[[float], None]
T = TypeVar("T")


class Server(Protocol):
    """A server that answers; each of its methods may wait for ever."""

    encoding: str
    words: Words

    def tables(self) -> list[tuple[tuple[str, ...], bool]]: ...
    def current(self) -> tuple[str, ...]: ...
    def columns(self, table: tuple[str, ...]) -> list[Held]: ...
    def identities(self, table: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]: ...
    def run(self, query: str) -> Iterator[tuple[list[Any], ...]]: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...


class Asked:
    """A server together with a way of asking it that can be given up."""

    def __init__(self, at: Address, tick: Tick) -> None:
        self.at, self._tick = at, tick
        self._opened: list[Server] = []

    @property
    def server(self) -> Server:
        """The server, opened."""
        return self._opened[0]

    def ask(self, work: Callable[[], T]) -> T:
        """What the server answers; `tick` is asked meanwhile whether to go on."""
        return wait_for(work, self._tick, self._stop)

    def open(self) -> None:
        """Connect."""
        self.ask(lambda: self._opened.append(_open(self.at)))

    def table(self, name: str) -> tuple[str, ...]:
        """The parts of the name of a table that is there and may be read."""
        return found_name(self.at.label, name, self.ask(self.server.tables), lambda: self.ask(self.server.current))

    def answer(self, expression: Any, columns: Sequence[Held]) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
        """Texts of columns, some rows at a time, and how many rows each line of them stands for."""
        import pyarrow as pa

        parts = self.server.run(words.query(expression, self.server.words))
        while (part := self.ask(lambda: next(parts, None))) is not None:
            cells = [decoded(each, self.server.encoding, held.form) for each, held in zip(part, columns, strict=False)]
            counts = pa.array(part[len(columns)] if len(part) > len(columns) else [1] * len(part[0]), pa.int64())
            cells = cells or [pa.nulls(len(part[0]), pa.string())]
            yield pa.RecordBatch.from_arrays(cells, names=[str(at) for at in range(len(cells))]), counts

    def _stop(self) -> None:
        for server in self._opened:
            with suppress(Exception):
                server.cancel()

    def close(self) -> None:
        """Leave."""
        for server in self._opened:
            with suppress(Exception):
                server.close()


def _open(at: Address) -> Server:
    from dpstudio.core.tables.databases.postgres import Postgres
    from dpstudio.core.tables.databases.spark import Spark

    return Postgres(at) if at.scheme == "postgresql" else Spark(at)


@contextmanager
def _connected(address: str, tick: Tick) -> Iterator[Asked]:
    """A server; what it says about a failure may quote rows, so none of it is passed on."""
    at = parsed(address)
    asked = Asked(at, tick)
    try:
        asked.open()
        yield asked
    except StudioError:
        raise
    except ImportError:
        raise no_driver(at) from None
    except Exception as error:  # noqa: BLE001 - drivers share no base, and their texts may quote rows
        raise failed(at, error) from None
    finally:
        asked.close()


def table_names(address: str, tick: Tick = lambda _: None) -> list[str]:
    """The tables and views that may be read, with their schema ("public.people"), in the order of their names.

    Raises:
        InputError: the database cannot be reached, or holds none.
    """
    with _connected(address, tick) as asked:
        names = sorted(written(parts) for parts, may in asked.ask(asked.server.tables) if may)
    if not names:
        raise InputError(
            phrase("{address} holds no table that you may read.", address=label(address)),
            phrase("Choose another database."),
        )
    return names


def columns(address: str, table: str, tick: Tick = lambda _: None) -> list[str]:
    """The columns' names of a table.

    Raises:
        InputError: there is no such table, or none was chosen.
    """
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        return [each.name for each in asked.ask(lambda: asked.server.columns(parts))]


def own_types(address: str, table: str, tick: Tick = lambda _: None) -> list[OwnType]:
    """Of each column of a table its own type."""
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        return [each.own_type for each in asked.ask(lambda: asked.server.columns(parts))]


def identity(address: str, table: str, tick: Tick = lambda _: None) -> str:
    """What the server itself says this table is: equal for all addresses and spellings that lead to the same table.

    PostgreSQL: the number that the server was given when it was made (its replicas share it), the names of database,
    schema and table. Where the role may not ask for that number it stays blank, so that tables of equal names on such
    servers are taken for one. Spark: the names of catalogue, database and table; clusters that name them alike are
    taken for one. A table made anew under its old name stays the same; a renamed one is another.

    Args:
        table: as `table_names` writes it.

    Raises:
        InputError: the database cannot be reached, or there is no such table.
    """
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        return asked.ask(lambda: asked.server.identities(parts))[0][0]


def identities(address: str, table: str, tick: Tick = lambda _: None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All names that a table is known by, and those of the tables that it shows rows of.

    Returns:
        first its own: the `identity`, and on PostgreSQL one by the server's numbers of database and table, which a
            renaming leaves. Then those of the tables beneath a view or a materialized view, and of the table whose
            partition it is, or which are its partitions.
    """
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        return asked.ask(lambda: asked.server.identities(parts))


def keeps_rows(address: str, table: str, names: Sequence[str], tick: Tick = lambda _: None) -> bool:
    """Whether the server can keep a person's rows by itself where these columns are read: not with binary points."""
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        return can_keep(words.chosen(asked.ask(lambda: asked.server.columns(parts)), names, written(parts)))


def batches(address: str, table: str, tick: Tick = lambda _: None) -> "Iterator[pa.RecordBatch]":
    """All rows of a table, as text."""
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        held = asked.ask(lambda: asked.server.columns(parts))
        words.chosen(held, [each.name for each in held], written(parts))
        rows = words.texts(words.table(parts, held), held, asked.server.words)
        for batch, _ in asked.answer(rows, held):
            yield batch


def counted_batches(
    address: str, table: str, names: Sequence[str], tick: Tick
) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
    """Each combination of texts in some columns, with the number of rows that have it.

    Args:
        names: of columns, one perhaps twice; with none the rows alone are counted, under one blank column.
    """
    once = list(dict.fromkeys(names))
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        held = words.chosen(asked.ask(lambda: asked.server.columns(parts)), once, written(parts))
        rows = words.counted(words.table(parts, held), held, asked.server.words)
        for batch, counts in asked.answer(rows, held):
            yield batch.select([str(once.index(name)) for name in names] or ["0"]), counts


def kept_batches(
    address: str, table: str, names: Sequence[str], persons: tuple[str, Persons, int], tick: Tick
) -> "Iterator[tuple[pa.RecordBatch, pa.Array]]":
    """Each combination of texts in the kept rows, with the number of kept rows that have it; no person travels.

    Args:
        names: of columns that the server `keeps_rows` of; the order of rows depends on them and on their order.
        persons: the column that identifies persons, how it is read, and how many rows of each are kept.
    """
    person, reading, most = persons
    with _connected(address, tick) as asked:
        parts = asked.table(table)
        known = asked.ask(lambda: asked.server.columns(parts))
        held = words.chosen(known, names, written(parts))
        (owner,) = words.chosen(known, [person], written(parts))
        rows = words.table(parts, known)
        kept = kept_counts(rows, owner, reading, held, most, asked.server.words)
        yield from asked.answer(kept, held)
