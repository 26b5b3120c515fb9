"""F1 tells of the field in which the keyboard is, on every page; Esc leads back to it."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QSlider

from dpstudio.gui.helping import HelpDialog, entries, names_of, place_about
from dpstudio.gui.widgets.kit import Field
from dpstudio.gui.widgets.options import Options
from dpstudio.resources import resource

BY_THEMSELVES = (QCheckBox, QComboBox, QSlider)


def asked(studio) -> tuple[str, object]:
    """Press F1, read, press Esc: at which line the help was open, and where the keyboard is then."""
    seen = []

    def read():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, HelpDialog):
            return
        waiting.stop()
        in_sight = dialog.text.viewport().rect().contains(dialog.text.cursorRect())
        seen.append((dialog.told, dialog.text.textCursor().block().text(), in_sight))
        QTest.keyClick(dialog.text, Qt.Key.Key_Escape)

    waiting = QTimer(interval=50)
    waiting.timeout.connect(read)
    waiting.start()
    studio.keys("F1")
    waiting.stop()
    ((told, cursor, in_sight),) = seen
    assert in_sight
    assert told == cursor, "who reads by ear begins where the eye does"
    return told, QApplication.focusWidget()


@pytest.mark.parametrize(
    ("tab", "field", "line"),
    [
        ("tables", "privacy_unit.relation", "Neighbour relation: what the guarantee compares."),
        ("question", "candidates.step", "Start · Stop · Step: the candidates from the first to the last"),
        ("score", "rule.kind", "Score rule: what makes a candidate good."),
        ("score", "rule.formula", "Score of a candidate, as a formula: the same rule on one line"),
        ("privacy", "privacy.epsilon", "Privacy ε · ε: how much the result may change"),
        ("privacy", "privacy.cap", "Limit of this table: what all releases"),
    ],
)
def test_f1_tells_of_the_field_and_esc_leads_back_to_it(studio, tab, field, line):
    window = studio.window
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab(tab)
    editor = window.workplace.page.fields[field].editor
    studio.unfold(editor)
    studio.focus(editor)
    told, back = asked(studio)
    assert told.startswith(line)
    assert back is editor


def test_where_no_field_is_known_the_page_is_told_of(studio):
    assert asked(studio)[0].startswith("Open a table: CSV, TSV, Excel")
    studio.window.projects.open_demonstration("apples")
    studio.settle()
    for name in studio.window.workplace.names:
        studio.tab(name)
        studio.focus(studio.window.workplace.steps)
        assert asked(studio)[0] == name.capitalize()


def fields_of(page):
    """Everything on a page that asks for something."""
    found = [*page.findChildren(Field), *page.findChildren(Options)]
    return found + [each for kind in BY_THEMSELVES for each in page.findChildren(kind) if not inside(each)]


def inside(widget) -> bool:
    """Whether it is a part of a field."""
    above = widget.parentWidget()
    return above is not None and (isinstance(above, Field | Options) or inside(above))


KINDS = ("apples", "colour", "smokers", "ages", "survey", "likes", "halfspaces", "debts", "drugs", "city")


def test_the_help_tells_of_every_field_of_every_page(studio, people):
    document = QTextDocument()
    document.setMarkdown(resource("help.md").read_text("utf-8"))
    known, untold, seen = entries(document), set(), 0
    headings = {entry.block for entry in known if not entry.names}

    def look():
        nonlocal seen
        for tab, page in studio.window.workplace._pages.items():
            for field in [*fields_of(page), studio.window.workplace.people.slider]:
                names = list(names_of(field))
                seen += 1
                if place_about(known, tab.capitalize(), names[:2]) in headings | {0}:
                    untold.add((tab, names[0]))

    for name in KINDS:
        studio.answers["choose"] = ["Discard"]
        studio.window.projects.open_demonstration(name)
        studio.settle()
        look()
    assert seen > 300
    assert untold == set()


def test_a_name_that_begins_with_a_shorter_one_is_told_of_by_itself():
    document = QTextDocument()
    score = "## Score\n- **Column**: a.\n- **Column with the names**: b.\n"
    document.setMarkdown(f"{score}\n## Words\n- **Column · Unit**: c.")
    known = entries(document)

    def told(page, *names):
        return document.findBlockByNumber(place_about(known, page, names)).text()

    assert told("Score", "Column") == told("Score", "", "Column of x") == "Column: a."
    assert told("Score", "Column with the names (2)") == "Column with the names: b."
    assert told("Score", "Columns", "Unit") == "Column · Unit: c."
    assert told("Words", "Column with the names") == "Column · Unit: c."
    assert told("Score", "Nothing") == "Score"
    assert told("Nowhere", "Nothing") == "Score"
