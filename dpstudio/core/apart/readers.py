"""All readers of this process: a warm one is taken, or another is started."""

import atexit
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from dpstudio.core.apart.calls import Call
from dpstudio.core.apart.reader import Reader

_MOST_IDLE = 2


class Readers:
    """Readers by what they may do.

    Attributes:
        are_apart: whether marked functions are done by a reader; a reader itself does them.
    """

    def __init__(self) -> None:
        self.are_apart = True
        self._idle: list[Reader] = []
        self._lock = threading.Lock()
        self._starter: ThreadPoolExecutor | None = None

    def ask(self, call: Call) -> Any:
        """What a marked function gives, done by a reader; see `Reader.ask`."""
        reader = self._taken(at_server=call.asks_server)
        try:
            return reader.ask(call)
        finally:
            self._put_back(reader)

    def close(self) -> None:
        """End the idle readers."""
        with self._lock:
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.end()

    def _taken(self, *, at_server: bool) -> Reader:
        with self._lock:
            for reader in self._idle:
                if reader.at_server == at_server:
                    self._idle.remove(reader)
                    return reader
            if self._starter is None:
                atexit.register(self.close)
                self._starter = ThreadPoolExecutor(1, "starting readers")
        # a reader dies with the thread that started it: that one lives as long as the program
        return self._starter.submit(Reader, at_server=at_server).result()

    def _put_back(self, reader: Reader) -> None:
        with self._lock:
            kept = reader.lives and sum(each.at_server == reader.at_server for each in self._idle) < _MOST_IDLE
            if kept:
                self._idle.append(reader)
        if reader.lives and not kept:
            reader.end()


READERS = Readers()
