"""The program's side of one reader: its process, how long it is waited for, and nothing believed of what it says."""

import contextlib
import errno
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from dpstudio.core.apart import frames, limits
from dpstudio.core.apart.calls import Call
from dpstudio.core.apart.frames import Kind, Leave
from dpstudio.core.errors import Cancelled, InputError, Refusal
from dpstudio.translation import phrase, received

_PROGRAM = Path(__file__).resolve().parents[2]
_BEGIN = f"""\
import importlib.util, sys
spec = importlib.util.spec_from_file_location(
    "dpstudio", {str(_PROGRAM / "__init__.py")!r}, submodule_search_locations=[{str(_PROGRAM)!r}]
)
sys.modules["dpstudio"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["dpstudio"])
sys.path.append({str(_PROGRAM.parent)!r})
from dpstudio.core.apart import child
child.main(sys.argv[1], sys.argv[2], int(sys.argv[3]), tuple(map(int, sys.argv[4:])))
"""
"""This very program, wherever else another one of its name lies."""
_SETTINGS = {"MIMALLOC_ARENA_EAGER_COMMIT": "0", "OPENBLAS_NUM_THREADS": "1"}
"""Else what Arrow sets aside at its start counts as memory."""
_NAMED = {kind.__name__: kind for kind in (InputError, Refusal, Cancelled)}
_EVERY, _GENTLY, _SILENT = 0.1, 1.0, 600.0
_PLACE = re.compile(r"[a-z_/]{1,200}(\.py, line [0-9]{1,6})?", re.ASCII)
_FAULTS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGSYS)
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WHOLE = phrase("Check that the file is whole, and of the kind that its name says.")


class Reader:
    """One child process; it is asked one thing at a time.

    Args:
        leave: what it may turn to.
        room: the folder in which it may write; None for nowhere.
        ports: of the server that it asks; none where it may be any.
    """

    def __init__(self, leave: Leave, room: Path | None, ports: tuple[int, ...] = ()) -> None:
        hears, self._to = os.pipe()
        self._from, tells = os.pipe()
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-c", _BEGIN, leave, str(room or ""), str(limits.most_memory()), *map(str, ports)],
            stdin=hears,
            stdout=tells,
            stderr=subprocess.DEVNULL,
            env=os.environ | _SETTINGS,
            start_new_session=True,
        )
        os.close(hears)
        os.close(tells)
        self._heard = select.poll()
        self._heard.register(self._from, select.POLLIN)
        self._held: tuple[str, ...] | None = None
        self._share = 0.0
        self.leave, self.room, self.ports, self.lives = leave, room, ports, True

    @property
    def held(self) -> tuple[str, ...]:
        """What it has forbidden itself, once it is ready."""
        if self._held is None:
            kind, body = self._frame(time.monotonic() + _SILENT, None)
            if kind is not Kind.READY:
                raise ValueError(kind)
            self._held = tuple(json.loads(bytes(body)))
        return self._held

    def ask(self, call: Call) -> Any:
        """What the function gives.

        Raises:
            InputError: it died, took too much memory, was silent for too long, sent what was not asked for, or met
                what nobody expected: then its kind and its place in dpstudio are told.
            StudioError: what the function raises, and what the call's tick does.
        """
        message, self._share = call.message, 0.0
        try:
            if self.held is not None:
                self._say(frames.ASK + frames.LENGTH.pack(len(message)) + message)
            kind, body = self._answer(call)
            if kind is Kind.ANSWER:
                return call.result(body)
            error = _error(json.loads(bytes(body)), call.subject)
        except OSError:
            raise self._died(call.subject) from None
        except (ValueError, TypeError, KeyError, struct.error):
            self.end()
            raise InputError(
                phrase("Reading {subject} failed: the result cannot be used.", subject=call.subject), _WHOLE
            ) from None
        except _SilentError:
            self.end()
            raise InputError(
                phrase("Reading {subject} took too long: ten minutes without a sign of life.", subject=call.subject),
                _WHOLE,
            ) from None
        except BaseException:
            self._give_up()
            raise
        raise error from None

    def _died(self, subject: str) -> InputError:
        """Why the process ended, as far as it can be told: by a fault that a file led to, or from outside."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_GENTLY)
        code = self._child.poll()
        self.end()
        if code is not None and -code in _FAULTS:
            return InputError(phrase("Reading {subject} made a library fail.", subject=subject), _WHOLE)
        return InputError(
            phrase("The process that was reading {subject} was ended, by the system or by someone.", subject=subject),
            phrase("Try again; should it happen again, close other programs: the memory may be full."),
        )

    def end(self) -> None:
        """End the process."""
        if not self.lives:
            return
        self.lives = False
        self._child.kill()
        self._child.wait()
        for pipe in (self._to, self._from):
            os.close(pipe)

    def _answer(self, call: Call) -> tuple[Kind, memoryview]:
        while True:
            kind, body = self._frame(time.monotonic() + _SILENT, call)
            if kind in (Kind.ANSWER, Kind.ERROR):
                return kind, body
            (self._share,) = frames.SHARE.unpack(body)
            call.tick(self._share)

    def _give_up(self) -> None:
        """The answer is not wanted any more; a reader that does not hear that at once is ended."""
        until = time.monotonic() + _GENTLY
        try:
            self._say(frames.STOP)
            while self._frame(until, None)[0] not in (Kind.ANSWER, Kind.ERROR):
                continue
        except (OSError, ValueError, _SilentError):
            self.end()
        except BaseException:
            self.end()
            raise

    def _frame(self, until: float, call: Call | None) -> tuple[Kind, memoryview]:
        letter, length = frames.HEAD.unpack(self._read(frames.HEAD.size, until, call))
        kind = Kind(letter)
        if length > frames.MOST[kind]:
            raise ValueError(length)
        return kind, self._read(length, until, call)

    def _read(self, length: int, until: float, call: Call | None) -> memoryview:
        """So many bytes; while there are none the call's tick is asked whether to go on."""
        body = memoryview(bytearray(length))
        got = 0
        while got < length:
            if self._heard.poll(_EVERY * 1000):
                some = os.readv(self._from, [body[got:]])
                if not some:
                    raise OSError("the reader has ended")
                got += some
            elif time.monotonic() > until:
                raise _SilentError
            elif call is not None:
                call.tick(self._share)
        return body

    def _say(self, message: bytes) -> None:
        view = memoryview(message)
        while view:
            view = view[os.write(self._to, view) :]


class _SilentError(Exception):
    """Nothing was heard for too long."""


def _error(told: Any, subject: str) -> Exception:
    """The error that a reader told of.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    match told:
        case ["words", str(kind), message, remedy, str(field)]:
            error: Exception = _NAMED[kind](received(message), received(remedy), field)
        case ["memory"]:
            error = InputError(
                phrase("Reading this takes more memory than one table may have."),
                phrase("Close other programs, or keep fewer columns."),
            )
        case ["system", int(number), str(_)] if number in _FULL:
            error = InputError(
                phrase(
                    "No room for the work files of {subject}: the disk with the cache folder is full.", subject=subject
                ),
                phrase("Make room on it, or keep fewer rows or columns."),
            )
        case ["system", int(number), str(name)]:
            error = OSError(number, os.strerror(number), name or None)
        case ["mistake", str(kind), str(place)] if kind.isidentifier() and _PLACE.fullmatch(place):
            error = InputError(
                phrase(
                    "Reading {subject} failed ({kind} in dpstudio/{place}).", subject=subject, kind=kind, place=place
                ),
                _WHOLE,
            )
        case _:
            raise ValueError("no error")
    return error
