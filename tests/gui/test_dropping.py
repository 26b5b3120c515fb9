"""A file that is dropped anywhere on the window opens, as what it is."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from dpstudio.workspace.project import demonstrations
from tests.gui.test_verifying import drop


def places(window):
    """Where a person may let go of a file: what lies under the mouse there."""
    return {
        "the welcome page": ("welcome", window.welcome.viewport()),
        "a demonstration": ("welcome", window.welcome.demonstration_buttons["apples"]),
        "the table's rows": ("tables", next(iter(window.tables._cards.values())).rows.viewport()),
        "a list of candidates": ("question", window.question.fields["candidates.text"].editor.viewport()),
        "a line to type in": ("privacy", window.privacy.fields["privacy.epsilon"].editor),
        "a formula": ("score", window.score.formula.editor.viewport()),
        "the picture": ("privacy", window.preview.law.bars.viewport()),
        "the steps": ("privacy", window.workplace.steps),
        "the release": ("release", window.release_tab.viewport()),
        "the ledger's lines": ("ledger", window.ledger_tab.view.viewport()),
        "the foot": ("ledger", window.workplace.foot),
    }


PLACES = ("the welcome page", "a demonstration", "the table's rows", "a list of candidates", "a line to type in",
          "a formula", "the picture", "the steps", "the release", "the ledger's lines", "the foot")  # fmt: skip


@pytest.fixture
def at_work(studio):
    studio.window.projects.open_demonstration("apples")
    studio.settle()
    return studio


@pytest.fixture
def own(at_work, tmp_path):
    """A project of the person's own: the demonstration's question, asked of a table that does not ship."""
    (table,) = at_work.plan.tables
    file = tmp_path / "own.csv"
    file.write_bytes(Path(table.path).read_bytes() + b"7\n")
    at_work.window.session.change(replace(at_work.plan, tables=(replace(table, handle="own", path=str(file)),)))
    at_work.settle()
    return at_work


@pytest.mark.parametrize("place", PLACES)
def test_a_table_dropped_onto_a_persons_own_project_joins_it_and_on_the_welcome_page_begins_one(own, people, place):
    window = own.window
    assert set(PLACES) == set(places(window))
    page, onto = places(window)[place]
    window.show_welcome() if page == "welcome" else window.show_tab(page)
    own.settle()
    own.answers["choose"] = ["Discard"]
    before = [] if page == "welcome" else [own.plan.tables[0].label]
    assert drop(onto, people)
    own.settle()
    assert [table.label for table in own.plan.tables] == [*before, people.name]
    assert bool(own.answers["choose"]) == bool(before), "asked about what is unsaved only where that would be left"
    assert window.tab == "tables"


@pytest.mark.parametrize("answer", ["New project", "Use it in the demonstration", "Cancel"])
def test_a_table_dropped_onto_a_demonstration_never_stands_beside_the_invented_one(at_work, people, answer):
    before = at_work.plan
    at_work.answers["choose"] = [answer]
    assert drop(at_work.window.workplace.steps, people)
    at_work.settle()
    asked = bool(at_work.plan.candidates.text or at_work.plan.candidates.kind)
    found = [table.label for table in at_work.plan.tables], at_work.plan == before, asked
    assert (
        found
        == {
            "New project": ([people.name], False, False),
            "Use it in the demonstration": ([people.name], False, True),
            "Cancel": ([before.tables[0].label], True, True),
        }[answer]
    )


def test_unsaved_choices_that_are_not_left_stay_as_they_are(own, people, tmp_path):
    second = tmp_path / "cities.csv"
    second.write_text("city\nRome\n", "utf-8")
    own.window.show_welcome()
    before = own.plan
    own.answers["open_files"], own.answers["choose"] = [[str(people)]], ["Cancel"]
    own.click(own.window.welcome.open_button)
    own.settle()
    assert own.plan == before
    own.answers["open_files"], own.answers["choose"] = [[str(people), str(second)]], ["Discard"]
    own.click(own.window.welcome.open_button)
    own.settle()
    assert {table.label for table in own.plan.tables} == {people.name, second.name}


def test_a_table_that_is_pasted_on_the_welcome_page_begins_a_project(at_work):
    at_work.window.show_welcome()
    QGuiApplication.clipboard().setText("city\nRome\n")
    at_work.keys("Ctrl+Shift+V")
    at_work.settle()
    assert [table.label for table in at_work.plan.tables] == ["pasted table"]


def test_of_files_from_the_welcome_page_the_first_that_is_a_table_begins_the_project(studio, people, tmp_path):
    empty = tmp_path / "empty.csv"
    empty.touch()
    studio.answers["open_files"] = [[str(empty), str(people)]]
    studio.click(studio.window.welcome.open_button)
    studio.settle()
    assert [table.label for table in studio.plan.tables] == [people.name]


@pytest.mark.parametrize("place", ["the welcome page", "the picture", "the ledger's lines"])
def test_a_project_dropped_anywhere_is_opened(at_work, tmp_path, place):
    mine = demonstrations.write("colour", tmp_path)
    page, onto = places(at_work.window)[place]
    at_work.window.show_welcome() if page == "welcome" else at_work.window.show_tab(page)
    assert drop(onto, mine)
    at_work.settle()
    assert at_work.window.session.document.path == mine
    assert at_work.plan.name == "Favourite colour"
