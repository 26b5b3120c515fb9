"""Errors in the cells of an .xlsx sheet: of those that the reader does not know, not one may stop it."""

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from dpstudio.core.tables.sheet_list import NO_ARCHIVE, part_of

_CHUNK, _LONGEST = 1 << 22, 1 << 22
_USUAL_END, _END = b"</c>", re.compile(rb"</(?:[\w.-]+:)?c\s*>")
_CALLED_ERROR = re.compile(rb"\st\s*=\s*[\"']e[\"']")
_SAID = rb"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))"
_ERROR = re.compile(
    rb"(<(?:[\w.-]+:)?c" + _SAID + rb"*?\s+t\s*=\s*(?:\"e\"|'e')" + _SAID + rb"*\s*>"
    rb"(?:(?!</(?:[\w.-]+:)?c\s*>).)*?<(?:[\w.-]+:)?v(?:\s[^<>]*)?>)([^<]+)(?=<)",
    re.DOTALL,
)
"""A whole cell that is called an error, and its name; what another attribute says is not read as one."""
_KNOWN = {b"#NULL!", b"#DIV/0!", b"#VALUE!", b"#REF!", b"#NAME?", b"#NUM!", b"#N/A"}


def with_known_errors(path: str, sheet: str) -> str | bytes:
    """The file itself, or what it would hold if every other error of the sheet's cells were `#N/A`.

    Args:
        path: of an .xlsx file; any other is left as it is.
        sheet: its name, or "" for the first.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            part = part_of(archive, sheet)
            if part is None or all(_known(text) == text for text in _pieces(archive, part)):
                return path
            return _rewritten(archive, part)
    except (*NO_ARCHIVE, ElementTree.ParseError):
        return path


def _pieces(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """The text of a sheet in pieces; none ends within a cell of a length that is read."""
    with archive.open(part) as stream:
        rest = b""
        while chunk := stream.read(_CHUNK):
            text = rest + chunk
            cut = max(_last_end(text), len(text) - _LONGEST)
            rest = text[cut:]
            yield text[:cut]
        yield rest


def _last_end(text: bytes) -> int:
    """Where the last cell ends, 0 where none does."""
    usual = text.rfind(_USUAL_END)
    return usual + len(_USUAL_END) if usual >= 0 else max((found.end() for found in _END.finditer(text)), default=0)


def _known(text: bytes) -> bytes:
    return _ERROR.sub(_as_known, text) if _CALLED_ERROR.search(text) else text


def _as_known(found: re.Match[bytes]) -> bytes:
    return found[0] if found[2] in _KNOWN else found[1] + b"#N/A"


def _rewritten(archive: zipfile.ZipFile, part: str) -> bytes:
    """The whole file anew, in memory: what a private table holds is written nowhere."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
        for entry in archive.infolist():
            with copy.open(entry.filename, "w", force_zip64=True) as into:
                if entry.filename == part:
                    for text in _pieces(archive, part):
                        into.write(_known(text))
                else:
                    with archive.open(entry) as stream:
                        shutil.copyfileobj(stream, into)
    return out.getvalue()
