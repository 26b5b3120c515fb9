"""How numbers are written: marks, units, and what stands where none is known."""

from tests.judges.messy.case import Messy, lines, number, text

_PAYS = {"sum(pays)": "1236.5"}
_SEMICOLONS = {"delimiter": ";"}


def _written(*cells: str, mark: str = ";", **more: object) -> dict:
    """A file with one column of amounts beside the names, written so."""
    rows = [f"p{at}{mark}{cell}" for at, cell in enumerate(cells)]
    return {"name": "pays.csv", "content": lines(f"name{mark}pays", *rows), **more}


FILES = (
    Messy("decimal commas beside semicolons", **_written("1234,5", "2"), columns=(number("pays", ","),), truth=_PAYS,
          guess=_SEMICOLONS),
    Messy(
        "decimal commas, and points between thousands", **_written("1.234,50", "2,00"),
        columns=(number("pays", ",", "."),), truth=_PAYS, guess=_SEMICOLONS, where="column:pays:kind",
        guessed="1 of 2 cells shown in “pays” cannot be read as a decimal number, for example “1.234,50”. Check its"
        " type, and how its numbers are written.",
    ),
    Messy(
        "a Swiss office's apostrophes, straight and curly", **_written("1’234.5", "1'000.00", mark=","),
        columns=(number("pays", ".", "'"),), truth={"sum(pays)": "2234.5"}, where="column:pays:kind",
        guessed="2 of 2 cells shown in “pays” cannot be read as a decimal number, for example “1’234.5”.",
    ),
    Messy(
        "a French office's no-break spaces", **_written("1\u202f234,5", "1\u00a0000", "2\u00a0"),
        columns=(number("pays", ",", " "),), truth={"sum(pays)": "2236.5"}, guess=_SEMICOLONS, where="column:pays:kind",
        guessed="2 of 3 cells shown in “pays” cannot be read",
    ),
    Messy(
        "decimal commas in a file of commas, quoted", **_written('"1234,5"', "2", mark=","),
        columns=(number("pays", ","),), truth=_PAYS, where="column:pays:kind",
        guessed="1 of 2 cells shown in “pays” cannot be read as a decimal number, for example “1234,5”.",
    ),
    Messy(
        "points for decimals beside semicolons", **_written("1234.5", "2"), columns=(number("pays"),), truth=_PAYS,
        guess=_SEMICOLONS, guessed="1 of 2 cells shown in “pays” cannot be read", where="column:pays:kind",
    ),
    Messy(
        "1 beside 1.0, as a program with gaps writes whole numbers", "stars.csv",
        lines("stars,pays", "1,3", "1.0,4", "2,5"),
        ({"name": "stars", "kind": "integer", "decimal_mark": "."}, number("pays")),
        {"sum(pays where stars = 1)": "7", "sum(pays where stars = 2)": "5"},
    ),
    Messy(
        "1 beside 1.0, taken for texts", "stars.csv", lines("stars,pays", "1,3", "1.0,4", "2,5"),
        (text("stars"), number("pays")), {"sum(pays where stars = \"1\")": "3"},
        guessed="In “stars”, “1” and “1.0” are two texts. If they are numbers, choose a number as its type, and “.”",
        where="column:stars:kind",
    ),
    Messy(
        "N/A and a dash where nothing is known", **_written("N/A", "1234,5", "-", "2", ""),
        columns=(number("pays", ","),), truth=_PAYS, guess=_SEMICOLONS, where="column:pays:kind",
        guessed="2 of 4 cells shown in “pays” cannot be read as a decimal number, for example “N/A”.",
    ),
    Messy(
        "signs of currency in the cells", **_written("€ 1,50", "2,00 €", "3"), columns=(number("pays", ","),),
        truth={"sum(pays)": "3"}, guess=_SEMICOLONS, where="column:pays:kind",
        guessed="2 of 3 cells shown in “pays” cannot be read as a decimal number, for example “€ 1,50”. Check its type,"
        " and how its numbers are written.",
    ),
    Messy(
        "signs of percent in the cells", **_written("12 %", "15%"), columns=(number("pays", ","),),
        truth={"sum(pays)": "0"}, guess=_SEMICOLONS, where="column:pays:kind",
        guessed="2 of 2 cells shown in “pays” cannot be read as a decimal number, for example “12 %”.",
    ),
    Messy(
        "zeros before the numbers of people", "ids.csv", lines("id,drink", "007,Tea", "7,Mate", "0042,Tea"),
        (text("id"), text("drink")), {'count(id = "007")': "1", 'count(id = "7")': "1", 'count(drink = "Tea")': "2"},
    ),
    Messy(
        "numbers of people that lost and kept their zeros", "ids.csv",
        lines("id,drink", "007,Tea", "7,Mate", "0042,Tea"),
        ({"name": "id", "kind": "integer", "decimal_mark": "."}, text("drink")), {"count(id = 7)": "2"},
    ),
)  # fmt: skip
