"""Raw source text, nothing of which is a meaning yet: what people, programs and keyboards really leave in cells.

Everything comes from the `Random` that is passed in, so one seed is one table.
"""

import unicodedata
from collections.abc import Sequence
from random import Random

Cell = str | None
NBSP, EM, ZERO_WIDTH, BOM, LINE, NEL = "\u00a0", "\u2003", "\u200b", "\ufeff", "\u2028", "\u0085"
BLANKS = (" ", "  ", "\t", NBSP, EM, ZERO_WIDTH, BOM, LINE, NEL, "\n", "\r\n", "\x1f", "\x0b")
CONTROLS = ("\x01", "\x1b", "\x7f", "\x00", "\u200f")
SEPARATORS = (";", "|", ",", "--", "; ", "ab", "::", "-", "a", "\u00b7", "=>", " ")
NAMES = (
    "Tea", "Coffee", "A-", "-A", "Te\u0301a", "T\u00e9a", "stra\u00dfe", "\u0130stanbul", "\u212aelvin", "Kelvin",
    "a--b", "x;y", "1", "07", "7", "yes", "null", "NaN", "Mate \u00b7 x", "caf\ufb01", "B", "b", "ab", "'q'",
    'say "hi"',
    "#N/A", "=1+1", "\\N", "\\x41", "%", "_", "\U0001f375", "Coffee and a rather long name, with a comma",
)  # fmt: skip
PERSONS = (
    "Ann", "ann", "ANN", " Ann", "Ann ", "A nn", "Jos\u00e9", "Jose\u0301", "\u212a", "K", "k", "7", "07", "7.0", "7.",
    "+7", " 7", "-7", "-07", "0", "-0", "00", "7e0", "7,0", "stra\u00dfe", "STRASSE", "\u0130", "i", "I", "\u0131",
    "'", '"', "12345678901234567890", "12345678901234567891", "Ann\t", "Ann" + NBSP, "Ann\x01", "\\x41", "A",
)  # fmt: skip


def blank(pick: Random) -> Cell:
    """A cell that holds nothing, in one of the ways to hold nothing."""
    return pick.choice([None, "", "", *BLANKS, pick.choice(BLANKS) + pick.choice(BLANKS)])


def around(pick: Random, text: str) -> str:
    """The text with blanks before or after it."""
    before, after = (pick.choice(["", "", pick.choice(BLANKS)]) for _ in range(2))
    return before + text + after


def disguised(pick: Random, text: str) -> str:
    """The text in another case, another normal form, with a sign more or less."""
    ways = [
        str.upper, str.lower, str.swapcase, str.casefold,
        lambda t: unicodedata.normalize("NFD", t), lambda t: unicodedata.normalize("NFC", t),
        lambda t: unicodedata.normalize("NFKC", t), lambda t: around(pick, t), lambda t: t[:-1], lambda t: t + t[-1:],
        lambda t: t[: len(t) // 2] + pick.choice(BLANKS + CONTROLS) + t[len(t) // 2 :], lambda t: '"' + t + '"',
        lambda t: t + pick.choice(CONTROLS),
    ]  # fmt: skip
    return pick.choice(ways)(text)


def name(pick: Random, known: Sequence[str]) -> Cell:
    """A cell of a column of names: one of the known, one in disguise, another, nothing."""
    chance = pick.random()
    if chance < 0.1:
        return blank(pick)
    if chance < 0.5:
        return pick.choice(known)
    return disguised(pick, pick.choice(known if chance < 0.85 else NAMES))


def choices(pick: Random, known: Sequence[str], separator: str) -> Cell:
    """Several names in a cell, with empty parts, halves of a separator, and separators alone."""
    if pick.random() < 0.1:
        return blank(pick)
    parts = [pick.choice(["", *known, *known, name(pick, known) or "", around(pick, pick.choice(known))])
             for _ in range(pick.choice([1, 1, 2, 2, 3, 5]))]  # fmt: skip
    text = separator.join(parts)
    return pick.choice([text, text, text, text + separator, separator + text, text + separator * 2,
                        text + separator[:1], separator[-1:] + text])  # fmt: skip


def number(pick: Random, values: Sequence[str], decimal: str = ".", grouping: str = "") -> Cell:
    """A number as somebody may have written it; values are plain, with a point."""
    chance = pick.random()
    if chance < 0.08:
        return blank(pick)
    if chance < 0.2:
        return pick.choice(_ODD_NUMBERS)
    return _written(pick, pick.choice(values), decimal, grouping)


_ODD_NUMBERS = (
    "NaN", "nan", "inf", "-Infinity", "1e400", "1e-400", "-1e5", "1E3", "9" * 30, "-" + "9" * 30, "0." + "0" * 30 + "1",
    "4611686018427387904", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0x10", "1_000",
    "\u0661\u0662", "\uff11", "\u00bd", "1/2", "--1", "+-1", "1.2.3", "1,2,3", ".", "-", "+", ",", "e5", "1e",
    "\u22121",
    "- 1", "(1)", "1%", "\u20ac1", "1 000", "1" + NBSP + "000", "1'000", "1.000,5", "1,000.5", "TRUE", "-0", "-0.0",
    ".5",
    "5.", "00", "0e0", "1e999999999", "Tea", "2026-01-01",
)  # fmt: skip


def _written(pick: Random, value: str, decimal: str, grouping: str) -> str:
    sign, plain = ("-", value[1:]) if value.startswith("-") else ("", value)
    whole, _, part = plain.partition(".")
    if grouping and len(whole) > 3 and pick.random() < 0.5:
        whole = f"{int(whole):,}".replace(",", grouping)
    text = whole + (decimal + part if part else "")
    ways = [
        text, text, text, "0" + text, "000" + text, text + ("0" if part else decimal + "0"),
        text + ("" if part else decimal), text + "e0", text + "E+0", plain, plain + "0" * 25 if part else plain,
    ]  # fmt: skip
    return around(pick, pick.choice([sign, sign, sign, sign or "+"]) + pick.choice(ways))


def date(pick: Random, days: Sequence[str]) -> Cell:
    """A day as somebody may have written it; days are ISO."""
    chance = pick.random()
    if chance < 0.1:
        return blank(pick)
    year, month, day = pick.choice(days).split("-")
    ways = [
        f"{year}-{month}-{day}", f"{year}-{month}-{day}", f"{year}-{month}-{day}", f"{day}.{month}.{year}",
        f"{month}/{day}/{year}", f"{year}-{int(month)}-{int(day)}", f"{year}{month}{day}",
        f"{year}-{month}-{day}T00:00",
        f"{year}-{month}-{day} 00:00:00", f"{year[2:]}-{month}-{day}", "2026-02-30", "0000-00-00", "9999-12-31",
        "0001-01-01", f"{year}-{month}-{day}\n", f"+{year}-{month}-{day}", "\uff12026-01-01",
    ]  # fmt: skip
    return around(pick, pick.choice(ways)) if chance < 0.7 else pick.choice(ways)


def yes_no(pick: Random, words: Sequence[str] = ("yes", "no", "true", "false", "1", "0", "y", "n")) -> Cell:
    """A word for yes or no, or something like one."""
    chance = pick.random()
    if chance < 0.1:
        return blank(pick)
    word = pick.choice(words)
    return word if chance < 0.6 else pick.choice([disguised(pick, word), around(pick, word), "1.0", "ja", "-1", "2"])


def person(pick: Random) -> str:
    """Who a row is of, as written; never a row that is nobody's."""
    return pick.choice(PERSONS)
