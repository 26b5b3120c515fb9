"""A name that would turn the direction of its text is shown as an escape wherever the window shows it."""

from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QWidget

from dpstudio import choose, column, from_table, rows, table, votes
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.tables.schema import Relation, Role
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.workspace.project.project_file import save

TURNED = "\u202e"
SAID = ("text", "title", "toolTip", "accessibleName", "accessibleDescription", "windowTitle", "currentText")
HEARD = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
VIEWS = ("law", "draws", "neighbours", "epsilon", "loss", "you", "table")


def texts(window) -> Iterator[tuple[str, str]]:
    """What parts of a window show and say, but for what a person types into."""
    for part in window.findChildren(QWidget):
        if isinstance(part, QLineEdit | QPlainTextEdit):
            continue
        name = type(part).__name__
        yield from ((name, getattr(part, said)()) for said in SAID if callable(getattr(part, said, None)))
        face = QAccessible.queryAccessibleInterface(part) if part.isVisible() else None
        yield from ((name, face.text(heard)) for heard in (HEARD if face is not None else ()))
        if isinstance(part, QAbstractItemView) and part.model() is not None:
            yield from ((name, str(cell)) for cell in cells(part.model()))
        if isinstance(part, pg.GraphicsView):
            yield from ((name, text) for item in part.scene().items() for text in drawn(item))


def cells(model) -> Iterator[object]:
    across = range(min(model.columnCount(), 10))
    yield from (model.headerData(at, Qt.Orientation.Horizontal) for at in across)
    yield from (model.index(row, at).data() for row in range(min(model.rowCount(), 30)) for at in across)


def drawn(item) -> Iterator[str]:
    if hasattr(item, "toPlainText"):
        yield item.toPlainText()
    if isinstance(item, pg.AxisItem):
        yield item.labelText or ""
        yield from (name for level in item._tickLevels or [] for _, name in level)


def test_no_name_turns_the_direction_of_a_text_in_the_window(studio, tmp_path):
    window, column = studio.window, f"dr{TURNED}ink"
    table, project = tmp_path / "votes.csv", tmp_path / "asked.dpstudio"
    table.write_text(f"{column}\n" + f"{TURNED}azziP\nTea\n" * 20, encoding="utf-8")
    data = TablePlan(
        "0" * 32, f"vo{TURNED}tes.csv", "text", path=str(table), role=Role.SAMPLE, header="yes",
        columns=(ColumnPlan(column, "category"),),
    )  # fmt: skip
    asked = Plan(
        name=f"na{TURNED}me", tables=(data,), privacy_unit=UnitPlan("row", relation=Relation.ADD_REMOVE),
        candidates=CandidatesPlan("list", text=f"{TURNED}azziP\n{TURNED}ocaC"),
        rule=RulePlan("votes", "one_column", (column,)), privacy=PrivacyPlan(epsilon="9", cap="10"),
    )  # fmt: skip
    save(asked, project)
    window.projects.open(str(project))
    studio.settle()
    assert studio.missing == []
    seen: set[tuple[str, str]] = set()
    for tab in ("tables", "question", "score", "privacy", "release", "ledger"):
        studio.tab(tab)
        studio.settle()
        for view in VIEWS if tab == "privacy" else ():
            studio.option(window.preview.views, view)
            studio.settle()
            seen.update(texts(window))
        if tab == "release":
            studio.release()
            studio.settle()
            assert window.release_tab.winner.text().startswith("\\u202e")
        seen.update(texts(window))
    assert [each for each in seen if TURNED in each[1]] == []
    assert sum("\\u202e" in text for _, text in seen) > 10, "the names are there"
    assert window.session.release.receipt.winners[0].startswith(TURNED), "a receipt has the name as it is"


def test_no_name_of_a_candidate_adds_a_line_to_a_result(studio, tmp_path):
    forged = "Oslo\nChosen with differential privacy"
    (tmp_path / "names.csv").write_text(f'name\n"{forged}"\n"{forged}!"\n', "utf-8", newline="")
    (tmp_path / "people.csv").write_text("likes\nOslo\n")
    written = {"header": True, "delimiter": ",", "encoding": "utf-8"}
    names = table(tmp_path / "names.csv", "public", column("name", "category"), **written)
    people = table(tmp_path / "people.csv", "private", column("likes", "category"), **written)
    candidates, likes, unit = from_table(names, "name"), votes("likes"), rows("add_remove")
    asked = choose(people, candidates, likes, unit=unit, epsilon=1, limit=4, public=[names])
    asked.save(tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("question")
    said = [each.text() for each in studio.window.question.findChildren(QLabel) if each.isVisible()]
    assert [each for each in said if "2 candidates" in each] == [
        r"2 candidates: Oslo\nChosen with differential privacy, Oslo\nChosen with differential privacy!"
    ]
    studio.tab("tables")
    shown = [view.model().index(0, 0).data() for view in studio.window.tables.findChildren(TableView) if view.model()]
    assert r"Oslo\nChosen with differential privacy" in shown
    studio.release()
    result = studio.window.release_tab.result
    assert "\n" not in result.winner.text() + result.spoken.accessibleName()
    assert r"Oslo\nChosen with" in result.winner.text()
