"""The letters of a file: encodings that are told by the header, and those that are not."""

from tests.judges.messy.case import Messy, lines, number, text

_VIENNA = ("Straße;Größe;zahlt", "Köln;1;1,94", "Köln;2;2,06", "Mühl;3;10")
_LATIN = ("city;pays", "Köln;1,94", "Köln;2,06", "Wien;10")
_UNICODE = ("city\tpays", "Köln\t1.94", "Łódź\t2.06", "Łódź\t10")
_CZECH = ("město;platí", "Řež;1,94", "Řež;2,06", "Brno;10")
_GREEK = ("πόλη;pays", "Πάτρα;1,94", "Πάτρα;2,06", "Βόλος;10")
_GERMAN = {'count([Straße] = "Köln")': "2", "sum([zahlt])": "14"}
_POLISH = {'count(city = "Łódź")': "2", "sum(pays)": "14"}

FILES = (
    Messy(
        "a clinic's list in latin-1 with umlauts in the header", "list.csv", lines(*_VIENNA, encoding="latin-1"),
        (text("Straße"), number("zahlt", ",")), _GERMAN,
        {"delimiter": ";", "encoding": "cp1252"},
    ),
    Messy(
        "latin-1 whose header is plain and whose rows are not", "list.csv", lines(*_LATIN, encoding="latin-1"),
        (text("city"), number("pays", ",")), {"count(city = \"Köln\")": "2", "sum(pays)": "14"},
        {"delimiter": ";"}, {"encoding": "cp1252"},
        "list.csv, line 2: a character cannot be read as utf-8. Choose another encoding: try cp1252, then utf-16.",
        "encoding",
    ),
    Messy(
        "Unicode text from Excel, UTF-16 with its mark", "list.txt", lines(*_UNICODE, encoding="utf-16"),
        (text("city"), number("pays")), _POLISH, {"delimiter": "\t", "encoding": "utf-16"},
    ),
    Messy(
        "UTF-16 without a mark, small end first", "list.csv", lines(*_UNICODE, encoding="utf-16-le"),
        (text("city"), number("pays")), _POLISH, {"delimiter": "\t", "encoding": "utf-16-le"},
    ),
    Messy(
        "UTF-16 without a mark, large end first", "list.csv", lines(*_UNICODE, end="\r\n", encoding="utf-16-be"),
        (text("city"), number("pays")), _POLISH, {"delimiter": "\t", "encoding": "utf-16-be"},
    ),
    Messy(
        "UTF-8 with a mark before a quoted header", "list.csv",
        lines('"city","pays"', '"Köln","1.94"', '"Köln","2.06"', encoding="utf-8-sig"),
        (text("city"), number("pays")), {"count(city = \"Köln\")": "2", "sum(pays)": "4"},
    ),
    Messy(
        "a Czech office's list in cp1250", "list.csv", lines(*_CZECH, end="\r\n", encoding="cp1250"),
        (text("město"), number("platí", ",")), {"count([město] = \"Řež\")": "2", "sum([platí])": "14"},
        {"delimiter": ";", "encoding": "cp1252"}, {"encoding": "cp1250"},
        "list.csv has no column “město”", "column:město:kind",
    ),
    Messy(
        "a Greek office's list in cp1253", "list.csv", lines(*_GREEK, end="\r\n", encoding="cp1253"),
        (text("πόλη"), number("pays", ",")), {"count([πόλη] = \"Πάτρα\")": "2", "sum(pays)": "14"},
        {"delimiter": ";", "encoding": "cp1252"}, {"encoding": "cp1253"},
        "list.csv has no column “πόλη”", "column:πόλη:kind",
    ),
    Messy(
        "an old Mac's list, lines ended with CR alone", "list.csv",
        lines("größe;pays", "klein;1,94", "groß;2,06", "groß;10", end="\r", encoding="mac-roman"),
        (text("größe"), number("pays", ",")), {"count([größe] = \"groß\")": "2", "sum(pays)": "14"},
        {"delimiter": ";", "encoding": "cp1252"}, {"encoding": "mac-roman"},
        "list.csv has no column “größe”", "column:größe:kind",
    ),
)  # fmt: skip
