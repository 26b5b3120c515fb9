"""Waiting for something that may never answer, in a thread of its own, so that the wait can be given up."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_EVERY = 0.1


def wait_for(work: Callable[[], T], tick: Callable[[float], None], give_up: Callable[[], None]) -> T:
    """The result of `work`, asking `tick` ten times a second whether to go on.

    Args:
        work: runs in a thread of its own; its exceptions come out here.
        tick: may raise Cancelled.
        give_up: called once when it does, to stop the work where that is possible; the work is then left alone.
    """
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            failures.append(error)

    thread = threading.Thread(target=run, name="waiting for a database", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_EVERY)
            tick(0.0)
    except BaseException:
        give_up()
        raise
    if failures:
        raise failures[0]
    return results[0]
