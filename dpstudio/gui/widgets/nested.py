"""A filled layout within another one.

PySide has Python know every item of a layout that is put into one whose widget is there, and keep it; Qt deletes the
item without a word. A later object at the same address is then taken for it, and its end is the end of the program.
"""

from typing import Any

from PySide6.QtWidgets import QBoxLayout, QLayout
from shiboken6 import Shiboken


def put(layout: QBoxLayout, inner: QLayout, stretch: int = 0) -> None:
    """Put a filled layout at the end of another one."""
    layout.addLayout(inner, stretch)
    _forget_items(inner)


def _forget_items(layout: QLayout) -> None:
    """Let Python know none of the items that are Qt's own."""
    for place in range(layout.count()):
        item: Any = layout.itemAt(place)
        if item.layout() is not None:
            _forget_items(item.layout())
        elif not Shiboken.createdByPython(item):
            Shiboken.invalidate(item)
