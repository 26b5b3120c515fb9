"""The words of lectures and papers are translated, one click from where the program's own stand."""

import re

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton

from dpstudio.gui.pages import TextDialog
from dpstudio.resources import resource

TEXT = resource("glossary.md").read_text("utf-8")
HEADINGS = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
THEIRS = (
    "Quality", "Utility", "Global sensitivity", "2Δ", "Lap(b)", "Privacy budget", "Trusted curator", "Base measure",
    "Predicate query", "Usefulness", "Gibbs", "Report noisy max", "Composition", "Neighboring",
)  # fmt: skip
OURS = ("table", "row", "person", "candidate", "score", "limit", "error bound", "mechanism")


def links(page) -> list[QPushButton]:
    """The small buttons of a page that lead to the glossary and are seen."""
    return [each for each in page.findChildren(QPushButton)
            if each.accessibleName().startswith("Glossary: ") and each.isVisibleTo(page)]  # fmt: skip


def opened(studio, link: QPushButton) -> TextDialog:
    """The dialog after a click."""
    studio.click(link)
    studio.qtbot.waitUntil(lambda: any(each.isVisible() for each in studio.window.findChildren(TextDialog)))
    return next(each for each in studio.window.findChildren(TextDialog) if each.isVisible())


def first_heading(dialog: TextDialog) -> str:
    """The topmost heading that is seen, which is where a reader begins."""
    text = dialog.text
    seen = (text.cursorForPosition(QPoint(20, y)).block() for y in range(0, text.viewport().height(), 8))
    return next(block.text() for block in seen if block.blockFormat().headingLevel())


def test_every_word_of_the_documents_and_of_the_program_is_there():
    assert [word for word in THEIRS if word.lower() not in TEXT.lower()] == []
    assert [word for word in OURS if word not in TEXT] == []


@pytest.mark.parametrize(
    ("tab", "sections"), [("score", {"Scores", "Δ and R"}), ("privacy", {"ε, δ and the limit", "Mechanisms"})]
)
def test_a_click_beside_a_word_opens_the_glossary_at_that_word(studio, tab, sections):
    studio.window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab(tab)
    found = links(studio.window.workplace.page)
    assert {each.accessibleName().partition(": ")[2] for each in found} == sections
    for link in found:
        section = link.accessibleName().partition(": ")[2]
        dialog = opened(studio, link)
        assert section in HEADINGS
        studio.qtbot.waitUntil(lambda d=dialog, s=section: first_heading(d) == s)
        dialog.close()


def test_a_synthetic_table_and_figures_lead_there_too(studio):
    for name, tab, section in (("halfspaces", "question", "Synthetic tables"), ("debts", "score", "Δ and R"),
                               ("debts", "privacy", "Mechanisms")):  # fmt: skip
        studio.window.projects.open_demonstration(name)
        studio.settle()
        studio.tab(tab)
        assert f"Glossary: {section}" in {each.accessibleName() for each in links(studio.window.workplace.page)}


QUESTIONS = {
    "choose": "Scores", "measure": "Figures", "survey": "Mechanisms", "synthesize": "Synthetic tables",
}  # fmt: skip


def test_each_kind_of_question_the_tables_and_a_result_lead_there(studio):
    studio.demonstration("likes")
    window = studio.window
    studio.tab("tables")
    assert [each.accessibleName() for each in links(window.tables)] == ["Glossary: Tables and people"]
    studio.release()
    assert [each.accessibleName() for each in links(window.release_tab.result)] == ["Glossary: ε, δ and the limit"]
    studio.tab("question")
    for kind, section in QUESTIONS.items():
        studio.option(window.question.fields["kind"], kind)
        (link,) = links(window.question)
        assert link.accessibleName() == f"Glossary: {section}"
        assert section in HEADINGS
        opened(studio, link).close()


def test_the_menu_and_a_key_open_it_at_its_beginning(studio):
    studio.keys("Shift+F1")
    studio.qtbot.waitUntil(lambda: any(each.isVisible() for each in studio.window.findChildren(TextDialog)))
    dialog = next(each for each in studio.window.findChildren(TextDialog) if each.isVisible())
    assert first_heading(dialog) == "Glossary"
    dialog.close()
