"""Dates of three orders, words for yes and no, several choices in a cell, names with blanks around them."""

from tests.judges.messy.case import Messy, day, lines, text

_BORN = {'count(born = "2025-12-03")': "2", 'count(born = "2024-02-29")': "1"}
_SEMICOLONS = {"delimiter": ";"}
_LIKES = {'count(likes has "Tea")': "2", 'count(likes has "Coffee")': "2"}


def _dates(order: str, mark: str, *cells: str, **more: object) -> dict:
    rows = [f"p{at}{mark}{cell}" for at, cell in enumerate(cells)]
    given = {"content": lines(f"name{mark}born", *rows), "columns": (day("born", order),), "truth": _BORN}
    return {"name": "born.csv", "where": "column:born:kind", **given, **more}


def _many(separator: str, name: str = "likes") -> dict:
    return {"name": name, "kind": "choices", "separator": separator}


def _yes(words: str, no: str, **more: str) -> dict:
    return {"name": "vegan", "kind": "yes_no", "true_words": words, "false_words": no, **more}


FILES = (
    Messy("dates with the year first", **_dates("ymd", ",", "2025-12-03", "2025/12/3", "20240229")),
    Messy("an Austrian office's dates", **_dates("dmy", ";", "03.12.2025", "3.12.2025", "29.2.2024"),
          guess=_SEMICOLONS),
    Messy("an American office's dates", **_dates("mdy", ",", "12/03/2025", "12/3/2025", "2/29/2024"),
          guessed="3 of 3 cells shown in “born” cannot be read as a date, for example “12/03/2025”. Check its type, and"
          " how its dates are written."),
    Messy("a British office's dates", **_dates("dmy", ",", "03/12/2025", "3-12-2025", "29/02/2024 10:15"),
          guessed="3 of 3 cells shown in “born” cannot be read as a date"),
    Messy(
        "dates whose years have two digits", **_dates("dmy", ";", "03.12.25", "29.2.24") | {"truth": {
            'count(born = "2025-12-03")': "0"}}, guess=_SEMICOLONS,
        guessed="2 of 2 cells shown in “born” cannot be read as a date, for example “03.12.25”.",
    ),
    Messy(
        "ja and nein", "vegan.csv", lines("name;vegan", "Ann;ja", "Ben;Nein", "Cem; JA ", "Dan;"),
        (_yes("ja", "nein"),), {"count(vegan)": "2", "count(not vegan)": "1"}, _SEMICOLONS,
        guessed="3 of 3 cells shown in “vegan” cannot be read as yes or no, for example “ja”. Check its words for yes"
        " and no.", where="column:vegan:kind",
    ),
    Messy(
        "a cross or nothing", "vegan.csv", lines("name;vegan", "Ann;X", "Ben;", "Cem;x", "Dan;"),
        (_yes("x", "-", blank="-"),), {"count(vegan)": "2", "count(not vegan)": "2"}, _SEMICOLONS,
        guessed="2 of 2 cells shown in “vegan” cannot be read as yes or no, for example “X”.",
        where="column:vegan:kind",
    ),
    Messy(
        "several choices with semicolons in a file of semicolons", "likes.csv",
        lines("name;likes", 'Ann;"Tea; Coffee"', "Ben;Tea", 'Cem;"Coffee;Mate;"'), (_many(";"),), _LIKES, _SEMICOLONS,
        guessed="No cell shown in “likes” is separated by “,”: “Tea; Coffee” is one choice. Check what stands between"
        " several choices.",
        where="column:likes:separator",
    ),
    Messy(
        "a form's several choices with commas in a file of commas", "likes.csv",
        lines("name,likes", 'Ann,"Tea, Coffee"', "Ben,Tea", 'Cem,"Coffee, Mate"'), (_many(","),), _LIKES,
        guessed="No cell shown in “likes” is separated by “;”: “Tea, Coffee” is one choice. Check what stands between"
        " several choices.",
        where="column:likes:separator",
    ),
    Messy(
        "another form's several choices, a semicolon behind each", "likes.csv",
        lines("name,likes", "Ann,Tea;Coffee;", "Ben,Tea;", "Cem,Coffee;Mate;"), (_many(";"),), _LIKES,
    ),
    Messy(
        "names with blanks and no-break spaces around them", "drinks.csv",
        lines("drink ;city", "Tea ;Rome", "\u00a0Tea;Oslo\u00a0", "\tTea\u3000;Rome", "Mate;Rome "),
        (text("drink"), text("city")), {'count(drink = "Tea")': "3", 'count(city = "Rome")': "3"}, _SEMICOLONS,
    ),
)  # fmt: skip
