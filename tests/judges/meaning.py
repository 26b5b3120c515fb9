"""What one cell means under its declaration, and which rows of a person count: plain Python from docs/reading.md."""

import datetime
import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Meaning = str | bool | Fraction | frozenset[str] | None
Declared = Mapping[str, Any]
Cell = str | None
Raw = Sequence[Cell]

MOST = 1 << 62
WHITE = "".join(map(chr, [
    *range(0x09, 0x0E), *range(0x1C, 0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000,
]))  # fmt: skip
ASCII_WHITE = " \t\n\x0b\x0c\r"
_STEPPED = ("decimal", "longitude", "latitude")


def meaning(declared: Declared, cell: Cell, *, whole: bool = False) -> Meaning:
    """What the cell counts as, or None where it contributes nothing; `whole` takes a cell of choices for one choice."""
    found = _read(declared, cell or "", whole=whole)
    return _blank(declared) if found is None else found


def _blank(declared: Declared) -> Meaning:
    text = declared.get("blank", "").strip()
    return _read(declared, text, whole=False) if text else None


def _read(declared: Declared, text: str, *, whole: bool) -> Meaning:
    kind = declared["kind"]
    if kind in ("category", "identifier"):
        return name(text, declared) or None
    if kind == "choices":
        separator = declared.get("separator", ";")
        parts = [text] if whole else name(text, declared).split(name(separator, declared) or separator)
        return frozenset(found for part in parts if (found := name(part, declared))) or None
    if kind == "yes_no":
        return _yes_no(text.strip(WHITE), declared)
    value = day(text.strip(WHITE), declared) if kind == "date" else _number(text.strip(WHITE), declared)
    return None if value is None else grid(value, declared)


def name(text: str, declared: Declared) -> str:
    """A text without the blanks around it, in form C, case folded where capitals do not matter."""
    text = unicodedata.normalize("NFC", text.strip(WHITE)).strip(WHITE)
    return text if declared.get("match_case", True) else unicodedata.normalize("NFC", text.casefold())


def _yes_no(text: str, declared: Declared) -> bool | None:
    for answer, words, usual in ((True, "true_words", "yes, true, 1, y"), (False, "false_words", "no, false, 0, n")):
        if text.casefold() in [word.strip().casefold() for word in declared.get(words, usual).split(",")]:
            return answer
    return None


_MARKED = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})|([0-9]{4})([0-9]{2})([0-9]{2})")


def day(text: str, declared: Declared) -> Fraction | None:
    """A day as a number; the years' first form needs no declared order."""
    text = re.split(f"[T{WHITE}]", text, maxsplit=1)[0]
    if found := _YEAR_FIRST.fullmatch(text):
        parts = [int(part) for part in found.groups() if part and part.isdigit()]
    elif (found := _MARKED.fullmatch(text)) and declared.get("date_order", "") not in ("", "ymd"):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        parts = [year, second, first] if declared["date_order"] == "dmy" else [year, first, second]
    else:
        return None
    try:
        return Fraction(datetime.date(*parts).toordinal())
    except ValueError:
        return None


_BLANKS, _APOSTROPHES = " \u00a0\u2007\u2009\u202f", "'\u2019"


def _with_mark(text: str, grouping: str, decimal: str) -> str:
    """Marks between thousands that look alike are the declared one."""
    for alike in (_BLANKS, _APOSTROPHES):
        if grouping and grouping in alike:
            return "".join(grouping if sign in alike and sign != decimal else sign for sign in text)
    return text


def _number(text: str, declared: Declared) -> Fraction | None:
    decimal, grouping = declared.get("decimal_mark", "."), declared.get("grouping_mark", "")
    text = _with_mark(text, grouping, decimal)
    found = re.fullmatch(rf"([+-]?)([0-9]*|[0-9]{{1,3}}({re.escape(grouping)}[0-9]{{3}})+)"
                         rf"(?:{re.escape(decimal)}([0-9]*))?(?:[eE]([+-]?[0-9]{{1,3}}))?", text)  # fmt: skip
    if found is None or len(text) > 400:
        return None
    whole, part = found[2].replace(grouping, "") if grouping else found[2], found[4] or ""
    if not whole + part:
        return None
    return Fraction(f"{found[1]}{whole or 0}.{part or 0}e{found[5] or 0}")


def grid(value: Fraction, declared: Declared) -> Fraction:
    """The value on the column's grid and within its bounds."""
    step = Fraction(declared["step"]) if declared["kind"] in _STEPPED else Fraction(1)
    value = max(-MOST, min(MOST, (value / step + Fraction(1, 2)).__floor__())) * step
    if declared.get("lower", ""):
        value = max(number(declared["lower"]), min(number(declared["upper"]), value))
    return value


def number(text: str) -> Fraction:
    """A public number or date, as typed."""
    found = day(text, {}) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else None
    return Fraction(text) if found is None else found


def kept(raw: Sequence[Raw], who: int, declared: Declared, used: Sequence[int], most: int) -> list[Raw]:
    """At most `most` rows of each person, by the order that needs no key; rows of nobody are left out."""
    rows: dict[str, list[Raw]] = defaultdict(list)
    for row in raw:
        person = identity(declared, row[who])
        if person:
            rows[person].append(row)
    return [row for person, own in rows.items() for row in sorted(own, key=lambda r: _place(person, r, used))[:most]]


def identity(declared: Declared, cell: Cell) -> str:
    """Who the cell names; "" is nobody."""
    text = cell or ""
    if declared.get("trim", True) or declared["kind"] == "integer":
        text = text.strip(ASCII_WHITE)
    if declared.get("kind") != "integer":
        folded = {ord(sign): sign.lower() for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
        return text if declared.get("match_case", True) else text.translate(folded)
    found = re.fullmatch(r"([+-]?)([0-9]+)(?:\.0*)?", text)
    return str(int(found[1] + found[2])) if found else ""


def _place(person: str, row: Raw, used: Sequence[int]) -> tuple[Any, ...]:
    cells = [(row[at] or "").encode() for at in used]
    layout = b"".join(str(len(part)).encode() + b":" + part for part in (person.encode(), *cells))
    return hashlib.sha256(layout).digest(), cells
