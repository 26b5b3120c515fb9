"""Garbage is collected on the window's thread alone: what is left of a closed window must not end on another one."""

from functools import cache

from pyqtgraph.util.garbage_collector import GarbageCollector
from PySide6.QtWidgets import QApplication

_SECONDS = 0.1


@cache
def collect_here(application: QApplication) -> GarbageCollector:
    """Python's collector waits for the window's thread from now on; it would run on whichever thread comes to it."""
    collector = GarbageCollector(_SECONDS)
    collector.timer.setParent(application)
    return collector
