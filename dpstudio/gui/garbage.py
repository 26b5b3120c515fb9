"""Garbage is collected on the window's thread alone: what is left of a closed window must not end on another one."""

import gc
from functools import cache

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

_AGAIN = 100


@cache
def collect_here(application: QApplication) -> QTimer:
    """Python's collector waits for the window's thread from now on; it would run on whichever thread comes to it."""
    gc.disable()
    gc.freeze()  # what was loaded for the window stays, and is looked through no more
    timer = QTimer(application, interval=_AGAIN)
    timer.timeout.connect(_collect)
    timer.start()
    return timer


def _collect() -> None:
    """Collect as far as Python would: the next older objects where those before them were collected often enough."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation, (count, threshold) in enumerate(zip(counts, thresholds, strict=True)):
        if count <= threshold:
            return
        gc.collect(generation)
