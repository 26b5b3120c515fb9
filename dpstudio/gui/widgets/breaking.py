"""Text that can be broken into lines: file names, paths and long numbers have no blanks of their own."""

import re
import unicodedata

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel

from dpstudio.gui.look.scaled import scaled
from dpstudio.translation import translated

BREAK = "\u200b"
_JOIN = "\u2060"
_LONGEST, _SLACK = 24, 2
_LONG_WORD = re.compile(rf"\S{{{_LONGEST + 1},}}")
_OPENED, _SIGNED = re.compile(r"(?<=\|)(?=\w)"), re.compile(r"(?<=\d) (?=[%$€])")
"""Where Qt would break a line: after a bar that begins something, as in |R|, and between a number and its sign."""
_JOINERS = "\u200d\ufe0e\ufe0f"


def breakable(text: str) -> str:
    """The text with places to break in words that may be wider than a page, and none in |R| or 5 %; nothing is seen.

    >>> breakable("in /home/anna") == "in /home/anna"
    True
    """
    return _SIGNED.sub(
        "\N{NO-BREAK SPACE}", _OPENED.sub(_JOIN, _LONG_WORD.sub(lambda word: _with_breaks(word[0]), text))
    )


def _with_breaks(word: str) -> str:
    """A word with a break after each few characters, none before a sign that joins the one before it."""
    parts, start = [], 0
    for at in range(1, len(word)):
        joined = word[at] in _JOINERS or word[at - 1] in _JOINERS or unicodedata.category(word[at]).startswith("M")
        if not joined and (at - start >= _LONGEST or word[at - 1] in "/\\_-."):
            parts.append(word[start:at])
            start = at
    return BREAK.join([*parts, word[start:]])


class PlainLabel(QLabel):
    """A label that shows a text in the language of the window, whatever marks it holds."""

    def __init__(self, text: str) -> None:
        super().__init__(translated(text))
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's
        """Show a text."""
        super().setText(translated(text))


class BreakingLabel(QLabel):
    """A label that never needs more width than a few characters; `text` is what was put in."""

    def __init__(self, text: str) -> None:
        self._text = translated(text)
        super().__init__(breakable(self._text))

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's
        """Show a text."""
        self._text = translated(text)
        super().setText(breakable(self._text))

    def text(self) -> str:
        """The text without the places to break."""
        return self._text


class Name(BreakingLabel):
    """A label that asks for one line, and breaks where it isn't given it.

    Args:
        height: its least, in pixels at 100 %.
    """

    def __init__(self, text: str, kind: str, height: int) -> None:
        super().__init__(text)
        self.setObjectName(kind)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        scaled(self.setMinimumHeight, height)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """All of it on one line."""
        width = self.fontMetrics().horizontalAdvance(QLabel.text(self)) + _SLACK
        return QSize(width, max(self.minimumHeight(), self.heightForWidth(width)))
