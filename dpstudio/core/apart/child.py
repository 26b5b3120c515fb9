"""A reader: it is told calls on its standard input and answers in frames, until its input ends.

Whatever a library prints goes nowhere: it might quote a cell, and would garble the frames.
"""

import importlib
import json
import os
import queue
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpstudio.core.apart import codec, frames, limits
from dpstudio.core.apart.calls import arguments_of
from dpstudio.core.apart.frames import Kind
from dpstudio.core.apart.marking import marked
from dpstudio.core.apart.readers import READERS
from dpstudio.core.errors import Cancelled, InputError, Refusal, StudioError
from dpstudio.translation import sent

_PROGRAM = Path(__file__).resolve().parents[2]
_NAMED = (Cancelled, Refusal, InputError)
_EVERY = 0.05


class Reader:
    """One call after the other.

    Args:
        hear, tell: where it is told calls, and where it answers.
    """

    def __init__(self, hear: Any, tell: int) -> None:
        self._hear, self._tell = hear, tell
        self._calls: queue.Queue[bytes] = queue.Queue()
        self._stop = threading.Event()
        self._told = 0.0

    def run(self, held: tuple[str, ...]) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self._listen, name="hearing", daemon=True).start()
        self._send(Kind.READY, json.dumps(held).encode())
        while True:
            call = codec.opened(memoryview(self._calls.get()))
            try:
                self._send(Kind.ANSWER, codec.packed(self._done(call)))
            except BaseException as error:  # noqa: BLE001 - whatever it is, the program is told of it
                self._send(Kind.ERROR, _told(error))

    def _done(self, call: codec.Parts) -> Any:
        module, name, _ = call.value
        self._told = 0.0  # the first tick of a call is always told
        work: Callable[..., Any] = marked(importlib.import_module(module), name)
        return work(**arguments_of(work, call, self._tick))

    def _tick(self, share: float) -> None:
        if self._stop.is_set():
            raise Cancelled("Stopped.")
        now = time.monotonic()
        if now - self._told >= _EVERY:
            self._told = now
            self._send(Kind.PROGRESS, frames.SHARE.pack(share))

    def _listen(self) -> None:
        """Hear calls and stops beside the work; at the end of the input the process ends, whatever it does."""
        while word := self._hear.read(1):
            if word == frames.STOP:
                self._stop.set()
                continue
            self._stop.clear()
            (length,) = frames.LENGTH.unpack(self._hear.read(frames.LENGTH.size))
            self._calls.put(self._hear.read(length))
        os._exit(0)

    def _send(self, kind: Kind, body: bytes) -> None:
        for part in (frames.HEAD.pack(kind.value, len(body)), body):
            view = memoryview(part)
            while view:
                view = view[os.write(self._tell, view) :]


def _told(error: BaseException) -> bytes:
    """An error in words of dpstudio's own; of any other its kind and its place in the program."""
    for kind in _NAMED:
        if isinstance(error, kind):
            return json.dumps(["words", kind.__name__, *_words(error)]).encode()
    if isinstance(error, StudioError):
        return json.dumps(["words", "InputError", *_words(error)]).encode()
    if isinstance(error, MemoryError):
        return b'["memory"]'
    if isinstance(error, OSError):
        return json.dumps(["system", error.errno or 0, os.fspath(error.filename or "")]).encode()
    lines = traceback.extract_tb(error.__traceback__)
    ours = [each for each in lines if Path(each.filename).is_relative_to(_PROGRAM)]
    at = f"{Path(ours[-1].filename).relative_to(_PROGRAM).as_posix()}, line {ours[-1].lineno}" if ours else "elsewhere"
    return json.dumps(["mistake", type(error).__name__, at]).encode()


def _words(error: StudioError) -> tuple[Any, Any, str]:
    return sent(error.message), sent(error.remedy), error.field


def main(leave: str, room: str, memory: int, ports: tuple[int, ...]) -> None:
    """Be a reader."""
    READERS.are_apart = False
    hear, tell = os.fdopen(os.dup(0), "rb"), os.dup(1)
    for place in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), place)
    # before a library starts threads that it would not count for
    held = limits.confine(frames.Leave(leave), room, ports)
    importlib.import_module("pyarrow")  # before that limit: what loads its numbers under it may end the process
    Reader(hear, tell).run((*limits.hold(memory), *held))
