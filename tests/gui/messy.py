"""A messy file through the window: its guesses looked at, its columns declared, what it needs said, all by clicks."""

from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpstudio.core.plan import CandidatesPlan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.gui.tabs.column_editor import KINDS
from tests.judges.messy import FILES
from tests.judges.projects import Program

CASES = {case.what: case for case in FILES}
MARKS = {
    (",", ""): "1234,5", (".", ""): "1234.5", (",", "."): "1.234,5", (",", " "): "1 234,5",
    "dmy": "31/12/2026 or 31.12.2026 (day first)", "mdy": "12/31/2026 (month first)", "ymd": "2026-12-31 (year first)",
    ";": "Tea;Coffee", ",": "Tea,Coffee",
}  # fmt: skip
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
NAMES = "name,w\nthis,1\nnone,0\n"
UNSAID = {"date": "date_order", "choices": "separator", "integer": "decimal_mark", "decimal": "decimal_mark"}
TYPED = ("lower", "upper", "true_words", "false_words", "blank")


def opened(studio, file, role="sample"):
    """The card of a file whose role is said, and nothing else."""
    studio.window.show_tab("tables")
    studio.answers["open_files"] = [[str(file)]]
    studio.click(studio.window.tables.open_button)
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, role)
    studio.settle()
    return card


def guessed_only(studio, card, case) -> None:
    """The page shows its guesses as guesses, and has taken nothing for granted."""
    reading, table = card.reading, studio.plan.tables[0]
    assert (table.header, studio.window.session.facts[card.handle].names) == ("", ())
    assert f"Say whether the first line of {case.name} is a header." in studio.missing
    assert reading.header.isVisible()
    assert reading.confirm_button.isVisible()
    if table.format == "text":
        assert reading.delimiter.title.text() == "Delimiter (guess)"
        assert reading.delimiter.editor.currentText() == DELIMITERS[case.guess.get("delimiter", ",")]
        assert reading.encoding.title.text() == "Encoding (guess)"
        assert reading.encoding.editor.currentData() == case.guess.get("encoding", "utf-8")


def declare(studio, card, column) -> None:
    """Click a column and its type; how its cells are written is a guess until it is said."""
    studio.choose(card.declare, column["name"])
    editor = card.editor(column["name"])
    studio.choose(editor.kind, dict(KINDS)[column["kind"]])
    for field in ("lower", "upper"):
        if field in column:
            studio.type(editor.fields[field], column[field])
    unsaid = UNSAID.get(column["kind"], "")
    assert not unsaid or getattr(studio.plan.tables[0].column(column["name"]), unsaid) == ""


def shown(card, where: str) -> str:
    """What is said, visibly, at a field of the page."""
    part, _, rest = where.partition(":")
    if part == "column":
        editor = card.editor(rest.rpartition(":")[0])
        label = editor.remark
    elif part == "":
        label = card._names_label
    elif part == "names":
        label = card.reading.names.problem._text
    else:
        label = card.reading.fields[f"{part}:{card.handle}"]._problem
    return label.text() if label.isVisible() else ""


def heard(card, where: str) -> str:
    """What a reader says of a column at its type; of another field that is tried elsewhere."""
    part, _, rest = where.partition(":")
    column = card.editor(rest.rpartition(":")[0]) if part == "column" else None
    return column.kind.editor.accessibleDescription() if column else shown(card, where)


def said(studio, card, case) -> None:
    """Say of the file what it needs, by clicks and keys."""
    for name, value in sorted(case.said.items(), key=lambda item: item[0] == "names"):
        field = card.reading.fields[f"{name}:{card.handle}"]
        if name in ("first_line", "left_out"):
            studio.type(field, value)
        elif name == "header":
            studio.option(field, value)
        elif name == "names":
            rename(studio, card, value)
        elif name == "encoding":
            studio.choose(field, field.editor.itemText(field.editor.findData(value)))
        elif name != "delimiter":
            studio.choose(field, value)
        elif studio.plan.tables[0].delimiter != value:
            studio.choose(field, DELIMITERS[value])
        studio.settle()
    studio.read_so(card)


def rename(studio, card, names) -> None:
    for place, name in enumerate(names):
        if not name:
            continue
        shown = card.reading.names
        if place not in shown.editors:
            studio.choose(shown.choose, shown._called(place))
        studio.type(shown.editors[place], name)
        QTest.keyClick(shown.editors[place].editor, Qt.Key.Key_Return)
        studio.settle()


def written(studio, card, column) -> None:
    """Say how a column's cells are written, where that is not what was guessed."""
    marks = card.reading.marks
    for what, key in (
        ("numbers", (column.get("decimal_mark"), column.get("grouping_mark", ""))),
        ("dates", column.get("date_order")), ("choices", column.get("separator")),
    ):  # fmt: skip
        if not marks[what].isHidden() and key in MARKS and marks[what].editor.currentText() != MARKS[key]:
            studio.choose(marks[what], MARKS[key])
    editor = card.editor(column["name"])
    for field in TYPED:
        if field in column and editor.fields[field].isVisible():
            studio.type(editor.fields[field], column[field])
    studio.settle()


def answers(studio, case, project) -> list[Fraction]:
    """The case's formulas, asked of the table as the window has it, saved, and worked out by the command line."""
    public = TablePlan("b" * 32, "names", "text", text=NAMES, role="public", header="yes")
    found = []
    for formula in case.truth:
        studio.window.session.change(
            replace(
                studio.plan,
                tables=(studio.plan.tables[0], public),
                privacy_unit=UnitPlan("row", relation="add_remove"),
                candidates=CandidatesPlan("table", table="b" * 32, label_column="name"),
                rule=RulePlan("formula", formula=f"candidate.w * {formula}"),
                privacy=PrivacyPlan(epsilon="1", cap="10"),
            )
        )
        studio.settle()
        assert studio.missing == []
        studio.answers["save_file"] = [str(project)]
        studio.keys("Ctrl+S")
        studio.qtbot.waitUntil(lambda: not studio.window.session.document.unsaved)
        law = Program(project.parent).say("law", project)["law"]
        found.append(next(Fraction(row["score"]) for row in law if row["candidate"] == "this"))
    return found
