"""The first page: what was worked on last, and demonstrations that open where chance is seen at work."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from dpstudio.core.scores.exact import Exact
from dpstudio.workspace.project.demonstrations import TIMES, demonstrations

CHOOSING = ["apples", "corona", "city", "likes", "median"]  # not the mascot, whose figures are those of example 1.5


def spread(scores: Exact) -> float:
    """How much worse the worst candidate is than the best."""
    return float((int(scores.steps.max()) - int(scores.steps.min())) * scores.unit)


@pytest.mark.parametrize("name", [each.key for each in demonstrations()])
def test_a_tile_opens_its_demonstration_where_it_is_seen_what_chance_does(studio, name):
    studio.click(studio.window.welcome.demonstration_buttons[name])
    studio.settle()
    assert studio.window.tab == "privacy"
    assert studio.missing == []
    shown = studio.window.session.preview.shown[0]
    assert 1.2 / len(shown.chances) < shown.chances.max() < 0.9


@pytest.mark.parametrize("name", CHOOSING)
def test_a_demonstration_opens_with_a_bound_that_says_something(studio, name):
    """What may be lost at most is less than what the worst candidate loses."""
    studio.click(studio.window.welcome.demonstration_buttons[name])
    studio.settle()
    bound = studio.window.session.resolved.scores.accuracy
    assert float(bound) < spread(studio.window.session.preview.shown[0].scores)


def test_the_arrow_keys_give_a_demonstration_more_people_and_each_table_an_account_of_its_own(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    assert window.workplace.people.said.text() == "×25: 100 people"
    handles, slider = [studio.plan.tables[0].handle], window.workplace.people.slider
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_Home)
    studio.settle()
    for times in TIMES:
        assert window.workplace.people.said.text() == f"×{times:,}: {4 * times:,} people"
        assert len(Path(studio.plan.tables[0].path).read_text("utf-8").splitlines()) == 4 * times + 1
        assert window.session.facts[studio.plan.tables[0].handle].shipped
        assert studio.missing == []
        handles.append(studio.plan.tables[0].handle)
        assert window.focusWidget() is slider
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Right)
        studio.settle()
    assert len(set(handles)) == len(TIMES) + 1
    assert window.session.preview.shown[0].scores.steps.max() > 0


def test_a_number_of_people_that_was_typed_follows_only_if_it_was_the_tables(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["survey"])
    studio.settle()
    assert studio.plan.survey.people == "1000"
    QTest.keyClick(window.workplace.people.slider, Qt.Key.Key_Home)
    studio.settle()
    assert studio.plan.survey.people == "100"
    assert studio.missing == []
    studio.tab("question")
    studio.type(window.question.fields["survey.people"], "99")
    QTest.keyClick(window.workplace.people.slider, Qt.Key.Key_Right)
    studio.settle()
    assert studio.plan.survey.people == "99"


def test_whoever_cannot_see_the_slider_hears_how_many_people_there_are_and_can_say_so(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    heard = QAccessible.queryAccessibleInterface(window.workplace.people.slider)
    assert heard.text(QAccessible.Text.Name) == "People in the demonstration"
    assert heard.text(QAccessible.Text.Value) == "100"
    heard.valueInterface().setCurrentValue(390)
    studio.settle()
    assert heard.valueInterface().currentValue() == 400
    assert window.workplace.people.said.text() == "×100: 400 people"


def test_undo_takes_the_people_back(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    before = studio.plan
    QTest.keyClick(window.workplace.people.slider, Qt.Key.Key_End)
    studio.settle()
    assert window.workplace.people.said.text() == "×1,000: 4,000 people"
    studio.keys("Ctrl+Z")
    studio.settle()
    assert studio.plan == before
    assert window.workplace.people.said.text() == "×25: 100 people"


def test_a_table_of_ones_own_has_no_slider_of_people(studio, people):
    studio.open_private(people)
    studio.tab("question")
    assert not studio.window.workplace.people.isVisible()


def test_recent_projects_stand_above_the_demonstrations_and_open(studio, tmp_path):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["colour"])
    studio.settle()
    studio.answers["save_file"] = [str(tmp_path / "colours of the club")]
    studio.keys("Ctrl+S")
    window.projects.new()
    window.show_welcome()
    entries = [each for each in window.welcome.findChildren(type(window.welcome.open_button)) if each.isVisible()]
    recent = next(each for each in entries if "colours of the club" in each.text())
    tiles = window.welcome.demonstration_buttons.values()
    assert all(
        recent.mapTo(window, recent.rect().bottomLeft()).y() < tile.mapTo(window, tile.pos()).y() for tile in tiles
    )
    studio.click(recent)
    studio.settle()
    assert studio.plan.candidates.text


def test_all_demonstrations_are_seen_at_once_in_the_smallest_common_window(studio):
    window = studio.window
    window.settings.remember("/somewhere/prices.dpstudio")
    window.resize(1280, 660)
    window.show_welcome()
    studio.settle()
    assert window.welcome.verticalScrollBar().maximum() == 0


def test_tiles_beside_one_another_are_equally_high(studio):
    studio.window.resize(1280, 720)
    studio.settle()
    tiles = studio.window.welcome.demonstration_buttons.values()
    assert len({tile.height() for tile in tiles}) == 1


def test_from_the_first_page_a_way_leads_back_to_the_open_project(studio):
    window = studio.window
    assert not window.welcome.back_button.isVisible()
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    plan = studio.plan
    window.show_welcome()
    studio.click(window.welcome.back_button)
    assert window.tab == "privacy"
    assert window.workplace.isVisible()
    assert studio.plan == plan


def test_a_result_is_not_shown_beside_another_number_of_people_and_the_ledger_tells_the_tables_apart(studio):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["apples"])
    studio.settle()
    studio.tab("release")
    studio.release()
    assert window.session.release is not None
    QTest.keyClick(window.workplace.people.slider, Qt.Key.Key_End)
    studio.settle()
    assert window.session.release is None
    studio.release()
    labels = [table.label for table in studio.plan.tables]
    assert labels == ["×1,000 apple-buyers.csv"]
    studio.tab("ledger")
    model = window.ledger_tab.view.model()
    lines = range(model.rowCount()), range(model.columnCount())
    texts = {str(model.index(line, place).data()) for line in lines[0] for place in lines[1]}
    assert [any(each.startswith(times) for each in texts) for times in ("×25 apple", "×1,000 apple")] == [True, True]


def test_a_tile_says_at_once_that_its_demonstration_is_opened(studio):
    """Before anything else is done the tile that was clicked is painted anew, and afterwards it is as it was."""
    window, tile = studio.window, studio.window.welcome.demonstration_buttons["apples"]
    before, seen = tile.grab().toImage(), []
    load = window.projects._waited_for

    def noted(*arguments):
        seen.append((tile._kind.text(), tile.grab().toImage() != before))
        return load(*arguments)

    window.projects._waited_for = noted
    studio.click(tile)
    studio.settle()
    assert seen == [("Opening …", True)]
    assert tile._kind.text() == "Choose a price"


def test_headings_and_what_stands_beside_them_have_one_base_line(studio, tmp_path):
    project = tmp_path / "clinic.dpstudio"
    project.write_text("{}")
    studio.window.settings.remember(str(project))
    studio.window.show_welcome()
    page = studio.window.welcome
    studio.qtbot.waitUntil(lambda: any(each.text() == "Recent projects" for each in page.findChildren(QLabel)))
    labels = {each.text()[:15]: each for each in page.findChildren(QLabel)}
    (link,) = [each for each in page.findChildren(QPushButton) if each.text().strip() == "clinic"]
    for one, other in (("Demonstrations", labels["Nobody in these"]), ("Recent projects", link)):
        studio.qtbot.waitUntil(lambda a=labels[one], b=other: abs(base_line(a) - base_line(b)) <= 1)


def base_line(widget) -> int:
    """Where the letters of the first line stand, in the window."""
    metrics, top = widget.fontMetrics(), widget.mapTo(widget.window(), widget.contentsRect().topLeft()).y()
    if isinstance(widget, QLabel) and widget.alignment() & Qt.AlignmentFlag.AlignTop:
        return top + metrics.ascent()
    lines = widget.contentsRect().height() // metrics.lineSpacing() if isinstance(widget, QLabel) else 1
    return top + (widget.contentsRect().height() - max(1, lines) * metrics.height()) // 2 + metrics.ascent()
