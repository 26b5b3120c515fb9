"""Tool tips: plain text, which readers hear without marks."""

import html

from PySide6.QtWidgets import QComboBox, QWidget

from dpstudio.translation import translated


def tip(widget: QWidget, text: str) -> None:
    """Say how a widget is used: in its tool tip, and to a reader, who would hear the tool tip's marks else."""
    widget.setToolTip(plain_tip(text) if text else "")
    widget.setAccessibleDescription(translated(text))


def plain_tip(text: str) -> str:
    """A tool tip that shows the text as it is, whatever marks it holds."""
    return f"<span>{html.escape(translated(text))}</span>"


def whole_tip(box: QComboBox) -> str:
    """What a list's tool tip says: all of the entry that it shows, and how it is used."""
    return "\n".join(filter(None, (box.currentText(), box.accessibleDescription())))
