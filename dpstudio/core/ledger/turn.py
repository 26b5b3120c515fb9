"""Whose turn at a file it is: this program's threads one by one, and none of them while another program has it.

A thread that draws a window waits for another program for a moment only, because the window stands still meanwhile.
"""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar
from dataclasses import dataclass
from threading import RLock

from dpstudio.core.ledger.file import transaction
from dpstudio.core.ledger.waiting import tried

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
_LONG = 30.0
_MOMENT, _MOMENT_TO_WRITE = 0.03, 0.25
_DRAWS = ContextVar("_DRAWS", default=False)


def draw(*, window: bool) -> None:
    """Say whether this thread draws a window from now on."""
    _DRAWS.set(window)


def timeout(begin: str) -> float:
    """For how many seconds this thread waits for a transaction to begin."""
    if not _DRAWS.get():
        return _LONG
    return _MOMENT if begin == READ else _MOMENT_TO_WRITE


@dataclass(frozen=True)
class Turns:
    """The turns at a file.

    Args:
        lock: one for the file, or for all of its kind.
        connected: opens it, waiting for so many seconds; raises Held where another program has it.
    """

    lock: "RLock"
    connected: Callable[[float], AbstractContextManager[sqlite3.Connection]]

    def take(self, begin: str, seconds: float, held: ExitStack) -> tuple[sqlite3.Connection, ExitStack]:
        """Begin a transaction; nobody else in this program is at the file until `held` is left.

        Returns:
            The connection, and what ends the transaction.

        Raises:
            Held: another program had the file for as many seconds.
        """

        def take(wait: float) -> tuple[sqlite3.Connection, ExitStack]:
            with ExitStack() as taken, ExitStack() as begun:
                taken.enter_context(self.lock)
                connection = taken.enter_context(self.connected(wait))
                begun.enter_context(transaction(connection, begin))
                connection.execute("SELECT 1 FROM sqlite_master").fetchone()
                connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
                held.enter_context(taken.pop_all())
                return connection, begun.pop_all()

        return tried(take, seconds)
