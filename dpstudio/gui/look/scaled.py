"""Sizes that follow the size of the text, also where it is changed while the window is open."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLabel, QLayout, QWidget

from dpstudio.gui.look.theme import theme_of

_KEPT = "scaled_"


def scaled(setter: Callable[..., Any], *sizes: int) -> None:
    """Set sizes of a widget or layout, in pixels at 100 %, now and whenever the size of the text changes.

    Args:
        setter: the method of Qt that sets them.
    """
    owner: Any = getattr(setter, "__self__")  # noqa: B009 - a method's own, which its type does not tell
    owner.setProperty(f"{_KEPT}{setter.__name__}", list(sizes))
    setter(*map(theme_of(owner if isinstance(owner, QWidget) else owner.parentWidget()).px, sizes))


def rescale(root: QWidget) -> None:
    """Set all of these sizes below `root` anew."""
    theme = theme_of(root)
    for each in (root, *root.findChildren(QWidget), *root.findChildren(QLayout)):
        kept = [word for name in each.dynamicPropertyNames() if (word := name.toStdString()).startswith(_KEPT)]
        for word in kept:
            getattr(each, word.removeprefix(_KEPT))(*map(theme.px, each.property(word)))
        if kept and isinstance(each, QLabel):
            each.setIndent(each.indent())  # else it keeps the size that it asked for with its least height before
