"""Where the table stands in its file: titles, totals, headers, delimiters, lines."""

from tests.judges.messy.case import SEEN, Messy, lines, number, text

_PAYS = (text("name"), number("pays", ","))
_TRUTH = {"sum(pays)": "5.5", 'count(name = "Ann")': "1"}
_ROWS = ("Ann;1,5", "Ben;4")
_SEMICOLONS = {"delimiter": ";"}
_LONG = "Which of these would you most like us to offer? " * 40

FILES = (
    Messy(
        "a report with its title above the header", "report.csv",
        lines("Visits, clinic north, 2025", "", "name;pays", *_ROWS), _PAYS, _TRUTH, {},
        {"first_line": "3", "delimiter": ";"}, "report.csv, line 3: 1 cell where line 1 has 3.", "first_line",
    ),
    Messy(
        "a report with its total below", "report.csv", lines("name;pays", *_ROWS, "Total;5,5"), _PAYS, _TRUTH,
        _SEMICOLONS, {"left_out": "1"}, SEEN,
    ),
    Messy(
        "a report with a title above and two lines below", "report.csv",
        lines("Visits of 2025", "name;pays", *_ROWS, "", "printed on 3 May"), _PAYS, _TRUTH,
        {}, {"first_line": "2", "left_out": "2", "delimiter": ";"},
        "report.csv, line 3: 2 cells where line 1 has 1.", "first_line",
    ),
    Messy(
        "a file of Excel's that tells its delimiter first", "excel.csv",
        lines("sep=;", "name;pays", *_ROWS, end="\r\n"), _PAYS, _TRUTH, {"delimiter": ";", "first_line": "2"},
    ),
    Messy(
        "a header in which two columns have one name", "twice.csv", lines("pays;name;pays", "1,5;Ann;9", "4;Ben;9"),
        _PAYS, _TRUTH, _SEMICOLONS, {"names": ["", "", "pays again"]},
        "twice.csv: columns 1 and 3 are both called “pays”. Give one of them another name", "names",
    ),
    Messy(
        "a header that leaves a column without a name", "nameless.csv", lines(";pays", *_ROWS),
        (text("column 1"), number("pays", ",")), {"sum(pays)": "5.5", "count([column 1] = \"Ann\")": "1"}, _SEMICOLONS,
    ),
    Messy(
        "a form's export with a separator at the end of each line", "form.csv",
        lines("name;pays;", "Ann;1,5;", "Ben;4;", end="\r\n"), _PAYS, _TRUTH, _SEMICOLONS,
    ),
    Messy(
        "a form's export with a separator at the end of its rows alone", "form.csv",
        lines("name;pays", "Ann;1,5;", "Ben;4;"), _PAYS, _TRUTH, _SEMICOLONS,
        {"first_line": "2", "header": "no", "names": ["name", "pays"]},
        "form.csv, line 2 ends with a delimiter, and the header in line 1 does not. Say that the table begins on line 2"
        " without a header", "first_line",
    ),
    Messy("blank lines in the middle", "gaps.csv", lines("name;pays", "Ann;1,5", "", "", "Ben;4"), _PAYS, _TRUTH,
          _SEMICOLONS, guessed="2 of 4 rows shown are blank and still counted."),
    Messy(
        "blank rows at the end", "gaps.csv", lines("name;pays", *_ROWS, ";", ";", ""), _PAYS,
        {**_TRUTH, "count(blank(name))": "0"}, _SEMICOLONS, {"left_out": "3"},
        "3 of 5 rows shown are blank and still counted. Leave out those at the end.",
    ),
    Messy("lines ended with CR and LF", "dos.csv", lines("name;pays", *_ROWS, end="\r\n"), _PAYS, _TRUTH, _SEMICOLONS),
    Messy("lines ended with CR alone", "mac.csv", lines("name;pays", *_ROWS, end="\r"), _PAYS, _TRUTH, _SEMICOLONS),
    Messy("a last line without an end", "open.csv", lines("name;pays", *_ROWS).rstrip(), _PAYS, _TRUTH, _SEMICOLONS),
    Messy("tabs under the name of commas", "tabs.csv", lines("name\tpays", "Ann\t1.5", "Ben\t4"),
          (text("name"), number("pays")), _TRUTH, {"delimiter": "\t"}),
    Messy("semicolons under the name of tabs", "semi.tsv", lines("name;pays", *_ROWS), _PAYS, _TRUTH, _SEMICOLONS),
    Messy("bars between the cells", "bars.txt", lines("name|pays", "Ann|1.5", "Ben|4"), (text("name"), number("pays")),
          _TRUTH, {"delimiter": "|"}),
    Messy(
        "separators, quotes and line breaks in quoted cells", "quoted.csv",
        b'name,note,pays\r\n"Ann","home, then\r\nwork",1.5\r\n"O""Neil","says ""no""",4\r\n',
        (text("name"), number("pays")), {"sum(pays)": "5.5", 'count(name = "O""Neil")': "1"},
    ),
    Messy(
        "a question of two thousand letters for a header", "form.csv", lines(f"name;{_LONG}", *_ROWS), _PAYS, _TRUTH,
        _SEMICOLONS, {"names": ["", "pays"]},
        "form.csv: the name of column 2 has more than 1,000 characters. Give it another name", "names",
    ),
    Messy(
        "a header with no-break spaces", "form.csv", 'name;"what do you\u00a0pay?"\r\nAnn;1,5\r\nBen;4\r\n'.encode(),
        (text("name"), number("what do you pay?", ",")), {"sum([what do you pay?])": "5.5"}, _SEMICOLONS,
    ),
    Messy(
        "a header with line breaks", "form.csv", b'name;"what do\r\nyou pay?"\r\nAnn;1,5\r\nBen;4\r\n', _PAYS, _TRUTH,
        _SEMICOLONS, {"header": "no", "first_line": "3", "names": ["name", "pays"]},
        "form.csv, line 1: a quotation mark of the header is not closed in that line. Close it. If a name goes over"
        " several lines, say that the table begins below them without a header, and name its columns.", "first_line",
    ),
    Messy("one column alone", "drinks.csv", lines("drink", "Tea", "Mate", "Tea"), (text("drink"),),
          {'count(drink = "Tea")': "2"}),
    Messy(
        "one column of decimal commas", "pays.csv", lines("pays", "1,5", "4", ""), (number("pays", ","),),
        {"sum(pays)": "5.5"}, {}, {"delimiter": ";", "left_out": "1"},
        "pays.csv, line 2: 2 cells where line 1 has 1. Choose another delimiter", "first_line",
    ),
    Messy(
        "no header at all", "plain.csv", lines(*_ROWS), _PAYS, _TRUTH, _SEMICOLONS,
        {"header": "no", "names": ["name", "pays"]}, "plain.csv has no column “name”", "column:name:kind",
    ),
)  # fmt: skip
