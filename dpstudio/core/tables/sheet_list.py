"""What the parts of an .xlsx file tell that its reader does not: hidden sheets, and formulas without a value."""

import re
import struct
import zipfile
import zlib
from xml.etree import ElementTree

_LARGEST_LIST = 16 << 20
_CHUNK, _END, _LONGEST = 1 << 22, b"</c>", 1 << 16
_UNVALUED = re.compile(rb"(?:</f>|<f\b[^<>]*/>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_LISTED, _TARGETS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
NO_ARCHIVE = (
    zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError, KeyError, EOFError, struct.error,
    zlib.error,
)  # fmt: skip
"""All that `zipfile` raises over what is none, or only looks like one."""


def hidden_sheets(path: str) -> tuple[str, ...]:
    """The names of the hidden sheets, as far as the file's list tells them: other formats than .xlsx tell of none."""
    return tuple(name for name, is_hidden in _states(path) if is_hidden)


def first_visible(path: str) -> str:
    """The first sheet that is not hidden, where one above it is; else "", which is the first."""
    states = _states(path)
    if not states or not states[0][1]:
        return ""
    return next((name for name, is_hidden in states if not is_hidden), "")


def unvalued_formulas(path: str, sheet: str) -> int:
    """How many cells of a sheet, the first one for "", hold a formula but not what it comes to."""
    try:
        with zipfile.ZipFile(path) as archive:
            part = part_of(archive, sheet)
            return 0 if part is None else _unvalued(archive, part)
    except (*NO_ARCHIVE, ElementTree.ParseError):
        return 0


def _unvalued(archive: zipfile.ZipFile, part: str) -> int:
    found, rest = 0, b""
    with archive.open(part) as stream:
        while chunk := stream.read(_CHUNK):
            text = rest + chunk
            cut = text.rfind(_END) + len(_END) if _END in text else 0
            found += len(_UNVALUED.findall(text[:cut]))
            rest = text[cut:][-_LONGEST:]
    return found


def part_of(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """The file in the archive that holds a sheet, the first one for ""."""
    found = next((each for each in _sheets(archive) if not sheet or each.get("name") == sheet), None)
    if found is None:
        return None
    wanted = found.get(f"{_RELATIONS}id")
    for each in _parsed(archive, _TARGETS):
        if each.get("Id") == wanted:
            target = each.get("Target", "")
            return _written(archive, target[1:] if target.startswith("/") else f"xl/{target}")
    return None


def _states(path: str) -> list[tuple[str, bool]]:
    try:
        with zipfile.ZipFile(path) as archive:
            return [(each.get("name", ""), each.get("state", "visible") != "visible") for each in _sheets(archive)]
    except (*NO_ARCHIVE, ElementTree.ParseError):
        return []


def _sheets(archive: zipfile.ZipFile) -> list[ElementTree.Element]:
    """What the list says of each sheet; nothing where there is no list, or one too long to be one."""
    lists = [_written(archive, each) for each in (_LISTED, _TARGETS)]
    if any(each is None or archive.getinfo(each).file_size > _LARGEST_LIST for each in lists):
        return []
    return [each for each in _parsed(archive, _LISTED).iter() if each.tag.endswith("}sheet")]


def _written(archive: zipfile.ZipFile, part: str) -> str | None:
    """How the archive writes a part's name: in capitals or not, with either slash, as its reader finds it."""
    names = archive.namelist()
    if part in names:
        return part
    return next((name for name in names if name.replace("\\", "/").lower() == part.lower()), None)


def _parsed(archive: zipfile.ZipFile, part: str) -> ElementTree.Element:
    """A short list of the archive."""
    return ElementTree.fromstring(archive.read(_written(archive, part) or part))  # noqa: S314 - expat itself bounds what entities may grow to
