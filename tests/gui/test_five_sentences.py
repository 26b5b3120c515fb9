"""Before a release of several figures the page says five sentences at most, and nothing on it scrolls."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, SMOKER, of_clinic
from tests.gui.test_moved import FOUR
from tests.gui.test_whole_window import COMMON, resized, too_long

CASES = {"two": FOUR[1:3], "three": FOUR[1:], "four": FOUR}


@pytest.fixture(params=CASES)
def asked(request, studio, tmp_path):
    """The Release page of several figures, in the window of a small screen."""
    resized(studio, COMMON)
    plan = of_clinic(tmp_path, AGE, SMOKER, COSTS, kind="measure", figures=CASES[request.param], name="Several")
    save(plan, tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("release")
    return studio


def fits(studio) -> None:
    studio.settle()
    studio.qtbot.waitUntil(lambda: too_long(studio.window) == [], timeout=5000)


def test_five_sentences_say_it_and_nothing_scrolls_before_the_release_or_after_another_epsilon(asked):
    page = asked.window.release_tab
    said = [each.text() for each in page.summary._sentences.labels]
    assert len(said) <= 5
    assert "noisy figures are published: " in said[1]
    assert said[1].count("Sum of costs ± ") == 1
    assert said[1].count(" ± ") >= len(asked.plan.figures)
    assert "in at least 95 of 100 runs every figure is within its ±" in said[2]
    assert "Mean of age" not in said[1] or "1,000 rows count is assumed: type how many you expect" in said[2]
    fits(asked)
    asked.click(page.release_button)
    fits(asked)
    assert "In “smoker” a cell is read as yes" in page._question.text(), "before it is agreed to"
    asked.click(page.confirm_button)
    asked.settle()
    asked.tab("privacy")
    asked.type(asked.window.privacy.fields["privacy.epsilon"], "2")
    asked.tab("release")
    fits(asked)
    asked.click(page.release_button)
    fits(asked)


def test_each_figure_and_how_yes_and_no_are_read_is_one_click_away(asked):
    page = asked.window.release_tab
    each = page.summary.each
    assert not each.is_open
    QTest.mouseClick(each.button, Qt.MouseButton.LeftButton)
    told = "\n".join(line.text() for line in page.summary._each.labels if line.isVisible())
    assert "Sum of costs: the sum of “costs” over all rows" in told
    assert "In “smoker” a cell is read as yes" in told
