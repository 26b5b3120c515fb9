"""One dpstudio for each data folder: a further start hands what it was to open to the first one, and ends.

They meet at a socket in a folder of the owner's alone. The first is whoever holds the lock beside it. The system takes
a lock from a process that ends, however it ends, so that a socket which was left behind stands in nobody's way.
"""

import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from dpstudio.arguments import project_of
from dpstudio.core.errors import InputError
from dpstudio.workspace.computer.files import alone

_LOCK, _SOCKET = "first.lock", "first"
_MOST_BYTES = 1 << 16
_TAKEN = b"taken\n"
_PATIENCE, _TRY = 10.0, 0.05
_VISIT = 5_000


class Meeting(QObject):
    """Where the starts of one data folder meet; `heard` has the words of a later one.

    Args:
        folder: of the owner's alone.

    Raises:
        OSError: it cannot be opened.
    """

    heard = Signal(object)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self._lock, self._held = folder / _LOCK, ExitStack()
        self._held.callback(os.close, opened)
        # a socket's name has room for a hundred letters, which a folder's may exceed
        place = f"/proc/self/fd/{opened}" if sys.platform == "linux" else str(folder)
        self._name = f"{place}/{_SOCKET}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._receive)

    def handed_over(self, words: Sequence[str]) -> bool:
        """Whether an earlier start has taken these words; else this one goes on, as the first or by itself.

        Args:
            words: a project's absolute path, or none.
        """
        until = time.monotonic() + _PATIENCE
        with suppress(OSError):  # where nothing can be locked
            while not self._is_first() and time.monotonic() < until:
                if self._told(words, until):
                    return True
                time.sleep(_TRY)
        return False

    def close(self) -> None:
        """Listen no more, and let another be the first."""
        self._server.close()
        self._held.close()

    def _is_first(self) -> bool:
        """Hold the lock and listen, unless another does; where there can be no socket nobody waits for one."""
        with ExitStack() as begun:
            if not begun.enter_context(alone(self._lock)):
                return False
            if self._server.listen(self._name):
                self._held.enter_context(begun.pop_all())
            return True

    def _told(self, words: Sequence[str], until: float) -> bool:
        """Whether the first has answered that it has taken the words."""
        socket, said = QLocalSocket(), b""
        socket.connectToServer(self._name)
        if not socket.waitForConnected():
            return False
        socket.write(json.dumps(list(words)).encode() + b"\n")
        while len(said) < len(_TAKEN) and socket.waitForReadyRead(max(1, round(1000 * (until - time.monotonic())))):
            said += bytes(socket.readAll().data())
        return said == _TAKEN

    def _receive(self) -> None:
        while self._server.hasPendingConnections():
            visitor = self._server.nextPendingConnection()
            visitor.setReadBufferSize(_MOST_BYTES)
            visitor.readyRead.connect(partial(self._hear, visitor))
            visitor.disconnected.connect(visitor.deleteLater)
            QTimer.singleShot(_VISIT, visitor, visitor.abort)

    def _hear(self, visitor: QLocalSocket) -> None:
        """Take a whole message that is one, and turn whoever says anything else away."""
        if not visitor.canReadLine():
            if visitor.bytesAvailable() >= _MOST_BYTES:
                visitor.abort()
            return
        try:
            words = understood(bytes(visitor.readLine().data()))
        except InputError:
            visitor.abort()
            return
        visitor.write(_TAKEN)
        visitor.flush()
        visitor.disconnectFromServer()
        self.heard.emit(words)


def understood(message: bytes) -> list[str]:
    """The words of a message, looked at as those of a command are: one project's absolute path, or none.

    Raises:
        InputError: it is anything else.
    """
    try:
        words = json.loads(message)
    except (ValueError, RecursionError):
        raise InputError("This is not a message of another start.") from None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InputError("A start says nothing but paths.")
    if words and not project_of(words).is_absolute():
        raise InputError("A path must begin at the root: nothing else is known here.")
    return words
