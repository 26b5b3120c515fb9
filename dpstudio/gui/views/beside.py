"""Two columns for an audience, whose screen is wide and low: what is said and pressed beside the pictures."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.nested import put

Parts = Sequence[tuple[QWidget, int]]
"""Widgets from top to bottom, each with its share of the height."""


def beside(inside: QVBoxLayout, left: Parts, right: Parts, shares: tuple[int, int]) -> None:
    """Stand widgets that lie one above the other in two columns.

    Args:
        shares: of the width.
    """
    both = QHBoxLayout()
    scaled(both.setSpacing, SPACE)
    for parts, share in zip((left, right), shares, strict=True):
        if len(parts) == 1:  # one that is not there leaves its width to the other column
            inside.removeWidget(parts[0][0])
            both.addWidget(parts[0][0], share)
            continue
        column = QVBoxLayout()
        scaled(column.setSpacing, SPACE // 2)
        for part, tall in parts:
            inside.removeWidget(part)
            column.addWidget(part, tall)
        if not any(tall for _, tall in parts):
            column.addStretch()
        put(both, column, share)
    put(inside, both, 1)
