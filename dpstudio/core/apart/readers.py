"""All readers of this process: a warm one is taken, or another is started."""

import atexit
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from dpstudio.core.apart.calls import Call
from dpstudio.core.apart.forked import PROCESS
from dpstudio.core.apart.frames import Leave
from dpstudio.core.apart.reader import Reader

_MOST_IDLE = 2


class Readers:
    """Readers by what they may do.

    Attributes:
        are_apart: whether marked functions are done by a reader; a reader itself does them.
        room: the folder in which readers may write; None for nowhere.
    """

    def __init__(self) -> None:
        self.are_apart = True
        self.room: Path | None = None
        self._idle: list[Reader] = []
        self._lock = threading.Lock()
        self._starter: ThreadPoolExecutor | None = None

    def ask(self, call: Call) -> Any:
        """What a marked function gives, done by a reader; see `Reader.ask`.

        Raises:
            InputError: this process was forked from one that has readers.
        """
        PROCESS.use()
        reader = self._taken(call.leave, call.ports)
        try:
            return reader.ask(call)
        finally:
            self._put_back(reader)

    def write_within(self, folder: Path) -> None:
        """Let the readers that are started from now on write in a folder, and outside of it nowhere."""
        whole = folder.resolve()
        if self.room is None or not whole.is_relative_to(self.room):
            self.room = whole

    def close(self) -> None:
        """End the idle readers; those of the process that this one was forked from are not its own."""
        if PROCESS.is_fork:
            return
        with self._lock:
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.end()

    def _taken(self, leave: Leave, ports: tuple[int, ...]) -> Reader:
        with self._lock:
            for reader in self._idle:
                if (reader.leave, reader.ports, reader.room) == (leave, ports, self.room):
                    self._idle.remove(reader)
                    return reader
            if self._starter is None:
                atexit.register(self.close)
                self._starter = ThreadPoolExecutor(1, "starting readers")
        # a reader dies with the thread that started it: that one lives as long as the program
        return self._starter.submit(Reader, leave, self.room, ports).result()

    def _put_back(self, reader: Reader) -> None:
        """Keep it warm, or end it; with it those that may write elsewhere only, and would take its place."""
        with self._lock:
            waiting, self._idle = [*self._idle, reader], []
            for each in waiting:
                like = sum(kept.leave == each.leave for kept in self._idle)
                if each.lives and each.room == self.room and like < _MOST_IDLE:
                    self._idle.append(each)
            ended = [each for each in waiting if each not in self._idle]
        for each in ended:
            each.end()


READERS = Readers()
