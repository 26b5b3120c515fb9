"""Spark: local, a cluster's, or by Spark Connect."""

import json
from collections.abc import Iterator
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.tables.databases.address import Address
from dpstudio.core.tables.databases.failures import unreachable
from dpstudio.core.tables.databases.words import Form, Held, spark_words
from dpstudio.translation import phrase

_SETTINGS = {"spark.sql.session.timeZone": "UTC", "spark.sql.ansi.enabled": "true"}
_PLAIN = ("string", "char", "varchar", "boolean", "byte", "short", "integer", "long", "decimal", "date", "timestamp",
          "timestamp_ntz")  # fmt: skip
_FORMS = {"double": Form.DOUBLE, "float": Form.SINGLE} | dict.fromkeys(_PLAIN, Form.TEXT)
_NAME = "dpstudio"


class Spark:
    """A session; its time zone and number rules are set, because texts follow them."""

    encoding = "utf-8"

    def __init__(self, at: Address) -> None:
        missing = unreachable(at)
        if missing is not None:
            raise missing
        self._remote = at.scheme == "sc"
        self._session: Any = _remote(at) if self._remote else _classic(at)
        self.words = spark_words()
        for name, value in _SETTINGS.items():
            self._session.conf.set(name, value)

    def tables(self) -> list[tuple[tuple[str, ...], bool]]:
        """The tables of all databases of the catalogue by database and name; a temporary view has its name alone."""
        catalog = self._session.catalog
        found = {
            ((*(each.namespace or ()), each.name) if not each.isTemporary else (each.name,))
            for database in catalog.listDatabases()
            for each in catalog.listTables(database.name)
        }
        return [(parts, True) for parts in found]

    def current(self) -> tuple[str, ...]:
        """The database that a bare name is looked for in."""
        return (str(self._session.catalog.currentDatabase()),)

    def columns(self, table: tuple[str, ...]) -> list[Held]:
        """The columns of a table in their order."""
        fields = self._session.table(".".join(_quoted(part) for part in table)).schema.fields
        return [Held(each.name, _FORMS.get(_kind(each), Form.REFUSED), _kind(each)) for each in fields]

    def identities(self, table: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The catalogue's name, database and table; what lies beneath a view Spark does not tell."""
        catalog = str(self._session.catalog.currentCatalog()) if len(table) > 1 else ""
        return (json.dumps(["spark", catalog, *table], ensure_ascii=False),), ()

    def run(self, query: str) -> Iterator[tuple[list[Any], ...]]:
        """The columns of a query's answer."""
        found = self._session.sql(query).toArrow()
        for batch in found.to_batches():
            yield tuple(column.to_pylist() for column in batch.columns)

    def cancel(self) -> None:
        """Ask the cluster to drop what it is doing."""
        if self._remote:
            self._session.interruptAll()
        else:
            self._session.sparkContext.cancelAllJobs()

    def close(self) -> None:
        """Leave; a local session stays, because starting one takes seconds."""
        if self._remote:
            self._session.stop()


def _kind(field: Any) -> str:
    return str(field.dataType.typeName())


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _classic(at: Address) -> Any:
    from pyspark.sql import SparkSession

    master = "local[2]" if at.scheme == "spark-local" else f"spark://{at.host}:{at.port or 7077}"
    active = SparkSession.getActiveSession()
    if active is not None and active.sparkContext.master != master:
        if active.sparkContext.appName != _NAME:
            raise InputError(
                phrase("Another Spark is in use in this run of the program."), phrase("Close it, or restart dpstudio.")
            )
        active.stop()
    session = SparkSession.builder.master(master).appName(_NAME).config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def _remote(at: Address) -> Any:
    from pyspark.sql import SparkSession

    options = "".join(f";{name}={value}" for name, value in at.options)
    user = f";user_id={at.user}" if at.user else ""
    return SparkSession.builder.remote(f"sc://{at.host}:{at.port or 15002}/{user}{options}").create()
