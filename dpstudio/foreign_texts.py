"""Texts that others wrote, shown so that they pretend to be nothing else: no line, colour or direction of their own."""

import re
from unicodedata import category

_CONTROLS = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_ALL, _BUT_OURS = re.compile(f"[{_CONTROLS}]"), re.compile(f"(?![\n\t])[{_CONTROLS}]")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def on_one_line(text: str) -> str:
    """The text with every control character as an escape: line breaks, what a terminal obeys, turns of direction."""
    return _ALL.sub(_escaped, text)


def line_of(text: str) -> str:
    """A typed text as one line: one blank between its words, and no control character."""
    return " ".join("".join(sign for sign in text if sign.isspace() or category(sign) != "Cc").split())


def harmless(text: str) -> str:
    """As `on_one_line`, of a text whose line breaks and tabs are the program's own."""
    return _BUT_OURS.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    """As JSON writes it, so that JSON stays what it is."""
    return _SHORT.get(found[0], f"\\u{ord(found[0]):04x}")
