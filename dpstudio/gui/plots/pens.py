"""Pens of plots, as thick on a sharp screen as on any other: pyqtgraph's count dots, of which a pixel may have more."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget


def pen_of(part: QWidget, colour: str, width: float = 1, **more: Any) -> QPen:
    """A pen for what a part draws.

    Args:
        width: in pixels at 100 %.
        more: as for `pyqtgraph.mkPen`: `style`, `cap`.
    """
    found: QPen = pg.mkPen(colour, width=width * dots(part), **more)
    return found


def dots(part: QWidget) -> float:
    """How many dots a pixel of a part has in each direction: on its screen, or on the page that it is laid out for."""
    page: float = getattr(part, "page_dots", 0.0)
    return page or part.devicePixelRatioF()
