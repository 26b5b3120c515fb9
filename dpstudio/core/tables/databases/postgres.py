"""PostgreSQL: one read-only picture of the database for everything asked on a connection."""

import json
from collections.abc import Iterator
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables.databases.address import Address
from dpstudio.core.tables.databases.failures import CONNECT_SECONDS
from dpstudio.core.tables.databases.words import Form, Held, Words, postgres_words
from dpstudio.translation import phrase

_SETTINGS = {
    "search_path": "pg_catalog",
    "datestyle": "ISO, YMD",
    "intervalstyle": "iso_8601",
    "timezone": "UTC",
    "extra_float_digits": "3",
    "bytea_output": "hex",
    "standard_conforming_strings": "on",
}
_LOST_CLIENT = ("client_connection_check_interval", "5s")
_BATCH = 50_000
_ENCODINGS = {
    "SQL_ASCII": "utf-8", "UTF8": "utf-8", "LATIN1": "latin-1", "LATIN2": "iso8859-2", "LATIN5": "iso8859-9",
    "LATIN9": "iso8859-15", "WIN1250": "cp1250", "WIN1251": "cp1251", "WIN1252": "cp1252", "KOI8R": "koi8-r",
    "EUC_JP": "euc_jp", "EUC_KR": "euc_kr", "EUC_CN": "gb2312",
}  # fmt: skip
_PLAIN = (
    "bool", "int2", "int4", "int8", "oid", "numeric", "text", "varchar", "bpchar", "name", "char", "uuid", "inet",
    "cidr", "macaddr", "macaddr8", "date", "time", "timetz", "timestamp", "timestamptz", "interval", "json", "jsonb",
    "xml", "bit", "varbit",
)  # fmt: skip
_FORMS = {"money": Form.MONEY, "float8": Form.DOUBLE, "float4": Form.SINGLE}
_TABLES = """
SELECT n.nspname, c.relname, has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND n.nspname !~ '^pg_(toast|temp)'
"""
_COLUMNS = """
WITH RECURSIVE base AS (
    SELECT a.attnum, a.attname, a.atttypid AS type, format_type(a.atttypid, a.atttypmod) AS shown
    FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT b.attnum, b.attname, t.typbasetype, b.shown FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type
    WHERE t.typtype = 'd'
)
SELECT b.attname, t.typname, t.typtype, n.nspname = 'pg_catalog', b.shown
FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE t.typtype <> 'd' ORDER BY b.attnum
"""
_BENEATH = """
WITH RECURSIVE below AS (
    SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s
    UNION
    SELECT next.oid FROM below, LATERAL (
        SELECT d.refobjid AS oid FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_depend d ON d.objid = r.oid
        WHERE r.ev_class = below.oid AND d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
        UNION ALL SELECT inhparent FROM pg_catalog.pg_inherits WHERE inhrelid = below.oid
        UNION ALL SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = below.oid
    ) AS next
)
SELECT current_database(), b.oid, n.nspname, c.relname, c.oid
FROM below JOIN pg_catalog.pg_class c ON c.oid = below.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_database b ON b.datname = current_database()
"""


class Postgres:
    """A connection in one REPEATABLE READ READ ONLY transaction, with its own ways of writing dates and numbers.

    `lc_monetary` is left alone, because a money column's decimals are read by it; such a column is cast to a decimal
    first. No time limit is set: the role's own holds.
    """

    def __init__(self, at: Address) -> None:
        import psycopg

        asked: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, "dbname": at.database or None}
        asked |= {"host": at.host or "localhost", "port": at.port, "user": at.user or None, **at.option}
        self._connection: psycopg.Connection[Any] = psycopg.connect(
            **{name: value for name, value in asked.items() if value is not None},
            application_name="dpstudio",
            client_encoding="utf8",
            tcp_user_timeout=1000 * CONNECT_SECONDS,
            prepare_threshold=None,
        )
        self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        self._connection.read_only = True
        self._settle()
        self.encoding, self.words = self._encoding(at.label)

    def _settle(self) -> None:
        import psycopg

        for name, value in _SETTINGS.items():
            self._connection.execute("SELECT set_config(%s, %s, true)", (name, value))
        if self._connection.info.server_version >= 140_000:
            try:
                with self._connection.transaction():
                    self._connection.execute("SELECT set_config(%s, %s, true)", _LOST_CLIENT)
            except psycopg.Error:
                return  # the server's system cannot notice a lost client while it works

    def _encoding(self, label: str) -> tuple[str, Words]:
        name = str(self._rows("SELECT current_setting('server_encoding')")[0][0])
        if name not in _ENCODINGS:
            raise InputError(
                phrase("{label} keeps its texts in {name}.", label=label, name=name),
                phrase("Only UTF-8 and common encodings can be read."),
            )
        return _ENCODINGS[name], postgres_words(name)

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self._connection.execute(query, values).fetchall()
        return found

    def tables(self) -> list[tuple[tuple[str, ...], bool]]:
        """Tables, views and materialized views of all schemas by schema and name, and whether they may be read."""
        return [((schema, name), bool(may)) for schema, name, may in self._rows(_TABLES)]

    def current(self) -> tuple[str, ...]:
        """The schema that a bare name is looked for in first, where it is there."""
        with self._connection.transaction(force_rollback=True):
            self._connection.execute("RESET search_path")
            return tuple(name for (name,) in self._rows("SELECT current_schema()") if name)

    def columns(self, table: tuple[str, ...]) -> list[Held]:
        """The columns of a table in their order; a domain is what it stands on."""
        return [
            Held(name, _form(kind, sort, own), shown) for name, kind, sort, own, shown in self._rows(_COLUMNS, *table)
        ]

    def identities(self, table: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The server's number with the names of database, schema and table, then with their numbers; so beneath."""
        own: list[str] = []
        beneath: list[str] = []
        server = self._server()
        for database, number, schema, name, table_number in self._rows(_BENEATH, *table):
            into = own if (schema, name) == table else beneath
            into.append(_known(server, database, schema, name))
            into.append(_known(server, str(number), str(table_number)))
        return tuple(own), tuple(sorted(beneath))

    def _server(self) -> str:
        import psycopg

        try:
            with self._connection.transaction():
                return str(self._rows("SELECT system_identifier FROM pg_control_system()")[0][0])
        except psycopg.errors.InsufficientPrivilege:
            return ""

    def run(self, query: str) -> Iterator[tuple[list[Any], ...]]:
        """The columns of a query's answer, some rows at a time."""
        with self._connection.cursor("dpstudio", binary=True) as cursor:
            cursor.execute(query)
            while rows := cursor.fetchmany(_BATCH):
                yield tuple(list(column) for column in zip(*rows, strict=True))

    def cancel(self) -> None:
        """Ask the server to drop what it is doing."""
        self._connection.cancel_safe(timeout=CONNECT_SECONDS)

    def close(self) -> None:
        """Leave."""
        self._connection.close()


def _known(*parts: str) -> str:
    return json.dumps(["postgresql", *parts], ensure_ascii=False)


def _form(kind: str, sort: str, own: bool) -> Form:
    """How a type's text comes about; `sort` is PostgreSQL's kind of type, `own` whether it came with it."""
    if sort == "e" or (kind == "citext" and sort == "b") or (own and sort == "b" and kind in _PLAIN):
        return Form.TEXT
    return _FORMS.get(kind, Form.REFUSED) if own else Form.REFUSED
