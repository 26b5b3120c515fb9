"""A file that is dropped anywhere on the window opens, as what it is."""

import pytest

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


def test_a_table_dropped_anywhere_becomes_one_of_the_project(at_work, people):
    window = at_work.window
    assert set(PLACES) == set(places(window))
    for count, place in enumerate(PLACES, 2):
        page, onto = places(window)[place]
        window.show_welcome() if page == "welcome" else window.show_tab(page)
        at_work.settle()
        assert drop(onto, people), place
        at_work.settle()
        assert [table.label for table in at_work.plan.tables][1:] == [people.name] * (count - 1), place
        assert window.tab == "tables"


@pytest.mark.parametrize("place", ["the welcome page", "the picture", "the ledger's lines"])
def test_a_project_dropped_anywhere_is_opened(at_work, tmp_path, place):
    mine = demonstrations.write("colour", tmp_path)
    page, onto = places(at_work.window)[place]
    at_work.window.show_welcome() if page == "welcome" else at_work.window.show_tab(page)
    assert drop(onto, mine)
    at_work.settle()
    assert at_work.window.session.document.path == mine
    assert at_work.plan.name == "Favourite colour"
