"""A name on one line, or on two where that is too wide."""

from PySide6.QtGui import QFontMetrics


def narrow(name: str, room: float, metrics: QFontMetrics) -> str:
    """A name as it is, or broken between two words where it is wider than so many pixels."""
    if metrics.horizontalAdvance(name) <= room:
        return name
    words = name.split(" ")
    broken = [f"{' '.join(words[:at])}\n{' '.join(words[at:])}" for at in range(1, len(words))]
    return min(broken, key=lambda each: wide(each, metrics), default=name)


def wide(name: str, metrics: QFontMetrics) -> int:
    """How many pixels the longest line of a name takes."""
    return max(map(metrics.horizontalAdvance, name.split("\n")))
