"""What docs/documents.md says of the five documents is live where it says: each of its lines is opened and read."""

import json
import re
from itertools import groupby
from pathlib import Path

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QTableView

from tests.gui.test_draws import opened
from tests.gui.turning import each_turn

ROOT = Path(__file__).parents[2]
VIEWS = {"Scene": "scene", "Law": "law", "Draws": "draws", "Figures": "figures", "Neighbours": "neighbours",
         "ε": "epsilon", "Scale b": "scale", "Loss": "loss", "Queries": "queries", "Usefulness": "useful",
         "You": "you", "Table": "table"}  # fmt: skip
PAGES = {"Question": "question", "Score": "score", "Privacy": "privacy"}
PAGE_FIELDS = {"R": "bound", "β": "beta", "δ": "delta", "ε": "epsilon"}
TYPED = {"formula": "score", "weights": "question"}
_LEFT_OUT = "not shown"


def lines():
    """The cells of each line of the table: number, what is said, where, what stands there."""
    found = (line for line in (ROOT / "docs/documents.md").read_text("utf-8").split("\n") if re.match(r"\| \d", line))
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in found]


LINES = lines()
SHOWN = [each for each in LINES if each[2] != _LEFT_OUT]


def places(line) -> list[list[str]]:
    """Where to go, one after another."""
    return [each.split(" › ") for each in re.findall(r"`([^`]*)`", line[2])]


def place(line) -> list[str]:
    return places(line)[0]


def wanted(line) -> list[str]:
    return re.findall(r"`([^`]*)`", line[3])


DEMONSTRATIONS = sorted({place(line)[0] for line in SHOWN})
BY_DEMONSTRATION = {key: [line for line in SHOWN if place(line)[0] == key] for key in DEMONSTRATIONS}


def seen(window) -> str:
    """Everything that can be read in the window, a line each; of tables whatever is in them."""
    found = [each.text() for each in window.findChildren(QLabel) if each.isVisible()]
    found += [each.text() for each in window.findChildren(QLineEdit) if each.isVisible()]
    found += [each.text() for each in window.findChildren(QAbstractButton) if each.isVisible()]
    found += [each.toPlainText() for each in window.findChildren(QPlainTextEdit) if each.isVisible()]
    for table in window.findChildren(QTableView):
        model = table.model()
        across = range(model.columnCount())
        if table.isVisibleTo(table.window()) and model.rowCount():
            found.append(" ".join(str(model.headerData(at, Qt.Orientation.Horizontal)) for at in across))
            found += [" ".join(str(model.index(row, at).data()) for at in across) for row in range(model.rowCount())]
    for plot in window.findChildren(pg.PlotWidget):
        if plot.isVisible():
            items = plot.getPlotItem().items
            found += [each.toPlainText() for each in items if isinstance(each, pg.TextItem) and each.isVisible()]
            axes = [plot.getAxis(side) for side in ("left", "bottom")]
            found += [text for axis in axes for level in axis._tickLevels or [] for _, text in level]
    found += [text for bar in (window.workplace.steps,) for at in range(bar.count()) for text in (bar.tabText(at),)]
    return "\n".join(each.replace("\u200b", "").replace("\xa0", " ") for each in found)


def reads(text: str, words: str) -> bool:
    """Whether words stand there, "…" for anything within a line."""
    parts = [re.escape(part.strip()) for part in words.split("…") if part.strip()]
    pattern = r"(?![\w.]).*?(?<![\w.])".join(parts)
    return re.search(rf"^{pattern}(?![\w.])" if "…" in words else pattern, text, re.MULTILINE) is not None


def go(studio, where: list[str]) -> None:
    """Open a place and do there what it says."""
    demonstration, view, *acts = where
    mechanisms = [act for act in acts if act in named(studio.window)]
    studio.answers["choose"] = ["Discard"]  # what the line before has changed
    preview = opened(studio, demonstration, "law")
    for act in mechanisms:
        studio.choose(named(studio.window)[act], act)
        studio.settle()
    page = [act for act in acts if act[:1] in PAGE_FIELDS and act[1:2] == " " and not in_view(view, act, acts)]
    for act in page:
        studio.type(studio.window.privacy.fields[f"privacy.{PAGE_FIELDS[act[0]]}"], act[2:])
        studio.settle()
    typed = [act for act in acts if act.partition(" ")[0] in TYPED]
    for act in typed:
        write(studio, act)
    if view in PAGES:
        studio.tab(PAGES[view])
        return
    studio.option(preview.views, VIEWS[view])
    studio.settle()
    studio.qtbot.wait(30)
    parts = preview.loss.parts.buttons.values() if view == "Loss" else ()
    begin = [each.text() for each in parts][:1]  # the part that a place names none of
    for act in (*begin, *acts):
        if act not in (*mechanisms, *page, *typed):
            do(studio, preview, VIEWS[view], act)


def write(studio, act: str) -> None:
    """Type a formula on Score, or weights on Question, one a line."""
    verb, _, what = act.partition(" ")
    studio.tab(TYPED[verb])
    if verb == "formula":
        studio.option(studio.window.score.fields["rule.kind"], "formula")
        studio.settle()
    window = studio.window
    field = window.score.formula.field if verb == "formula" else window.question.fields["candidates.weights"]
    studio.type(field, what.replace(" ", "\n") if verb == "weights" else what)
    studio.settle()
    if verb == "weights":
        studio.tab("privacy")


def in_view(view: str, act: str, acts: list[str]) -> bool:
    """Whether R is typed in the picture: behind a change of rows."""
    before = acts[: acts.index(act)]
    return (
        view == "Neighbours" and act.startswith("R ") and any(each.startswith(("remove", "worst")) for each in before)
    )


def named(window) -> dict:
    """The lists in which mechanisms and noises stand."""
    lists = [window.privacy.fields[name].editor for name in ("privacy.mechanism", "privacy.noise")]
    return {box.itemText(at): box for box in lists for at in range(box.count())}


def do(studio, preview, view: str, act: str) -> None:
    """One act in a view, by clicks and keys."""
    shown = getattr(preview, view)
    verb, _, what = act.partition(" ")
    if act == "★":
        studio.click(preview.foot.best)
    elif verb == "figure":
        studio.choose(preview.parts.which, what)
        studio.settle()
    elif act in ("worst row", "proof", "step"):
        buttons = {"worst row": "worst_button", "step": "buttons"}
        pressed = shown.proof.button if act == "proof" else getattr(shown, buttons[act])
        studio.click(pressed.step if act == "step" else pressed)
        studio.settle()
    elif verb == "next":
        for _ in range(int(what)):
            studio.click(shown.proof.next)
    elif verb == "remove":
        studio.click_cell(shown.rows, int(what) - 1)
        studio.click(shown.remove_button)
    elif verb in ("add", "answer"):
        studio.type(shown.new, what)
        studio.click(shown.add_button if verb == "add" else shown.exchange_button)
    elif verb in ("Δ", "R"):
        studio.type(shown.bound, what)
    elif verb in ("t", "b", "y"):
        shown = shown.slack if view == "scene" else shown
        slide({"t": "slider", "b": "scale", "y": "result"}[verb], shown, float(what))
    else:
        parts = shown.pictures.choice if view == "neighbours" else shown.parts
        studio.click(next(each for each in parts.buttons.values() if each.text() == act))
    studio.settle()
    studio.qtbot.wait(30)


def slide(name: str, view, number: float) -> None:
    """Move a slider by its keys; that of results has their places."""
    slider = getattr(view, name)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    numbers = [float(each) for each in view._scale.values] if name == "result" else None
    at = numbers.index(number) if numbers else round(number / float(slider.at(1)))
    for _ in range(at - slider.minimum()):
        QTest.keyClick(slider, Qt.Key.Key_Right)


@pytest.mark.parametrize("demonstration", list(BY_DEMONSTRATION))
def test_each_line_is_live_where_it_says(studio, demonstration):
    missing = []
    for line in BY_DEMONSTRATION[demonstration]:
        text = ""
        for where in places(line):
            go(studio, where)
            text += "".join(seen(studio.window) + "\n" for _ in each_turn(studio, studio.window))
        missing += [(line[0], words) for words in wanted(line) if not reads(text, words)]
    assert missing == []


def test_every_document_has_its_lines_in_their_order_and_each_says_where_or_why_not():
    numbers = [tuple(map(int, line[0].split("."))) for line in LINES]
    assert numbers == sorted(set(numbers))
    assert [document for document, _ in groupby(first for first, _ in numbers)] == [0, 1, 2, 3, 4]
    for first, found in groupby(numbers, key=lambda each: each[0]):
        counted = [at for _, at in found]
        assert counted == list(range(1, len(counted) + 1)), first
    keys = {each["key"] for each in json.loads((ROOT / "resources/demonstrations/index.json").read_text("utf-8"))}
    for line in LINES:
        if line[2] == _LEFT_OUT:
            assert line[3].endswith("."), "a reason"
        else:
            assert place(line)[0] in keys and all(each[1] in VIEWS | PAGES for each in places(line))
            assert wanted(line), line[0]
