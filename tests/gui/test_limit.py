"""The limit on the Privacy page: a bar of what is spent, costs now and is left; a mechanism is picked from a list."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from dpstudio.gui.look.theme import LOOKS
from tests.gui.drinkers import asked_about
from tests.gui.seeing import contrast, place_of
from tests.gui.test_large_text import text_to
from tests.gui.test_seen import ask_for_a_drug, clinic
from tests.gui.test_whole_window import COMMON, resized

ROOM = 534


def bar_of(studio):
    return studio.window.privacy.limit.bar


def told(studio) -> str:
    return studio.window.privacy.limit.said.text()


def colours(widget, start: float, end: float) -> set[str]:
    """What is painted from one share of a bar to another, along its middle lines."""
    picture, middle = widget.grab().toImage(), widget.height() // 2
    along = range(round(start * widget.width()) + 4, round(end * widget.width()) - 4)
    return {picture.pixelColor(QPoint(x, y)).name() for x in along for y in range(middle - 3, middle + 3)}


def test_the_bar_says_what_is_spent_what_this_costs_and_what_is_left(counted):
    counted.tab("privacy")
    bar, parts = bar_of(counted), bar_of(counted).parts
    assert bar.isVisible()
    assert (parts.spent, parts.now, parts.limit) == (1, 1, 10)
    assert told(counted).startswith("1 spent, this 1, 8 left")
    face = QAccessible.queryAccessibleInterface(bar)
    value = face.valueInterface()
    assert face.role() == QAccessible.Role.ProgressBar
    assert face.text(QAccessible.Text.Name).startswith("Limit: 1 spent, this 1, 8 left")
    assert face.text(QAccessible.Text.Value) == "2 of 10"
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 2, 10)


@pytest.mark.parametrize("look", LOOKS)
def test_every_part_of_the_bar_is_seen_in_every_look(studio, look):
    studio.window.settings.set("appearance", look)
    studio.window._restyle()
    studio.demonstration("apples")
    studio.tab("privacy")
    privacy, palette = studio.window.privacy, LOOKS[look]
    studio.type(privacy.fields["privacy.epsilon"], "5")
    left, now = colours(bar_of(studio), 0.5, 1), colours(bar_of(studio), 0, 0.5)
    assert left == {palette.sunken}
    assert max(contrast(each, palette.sunken) for each in now) >= 3
    studio.type(privacy.fields["privacy.epsilon"], "20")
    assert max(contrast(each, palette.sunken) for each in colours(bar_of(studio), 0.55, 1)) >= 3
    assert "this 20: 10 more than is left" in told(studio)


def test_of_a_used_up_limit_nothing_is_left(counted):
    counted.tab("privacy")
    privacy = counted.window.privacy
    counted.type(privacy.fields["privacy.epsilon"], "9")
    counted.release()
    counted.tab("privacy")
    assert told(counted).startswith("10 spent: nothing is left")
    assert (bar_of(counted).parts.now, bar_of(counted).parts.left) == (0, 0), "what cannot be asked costs nothing"


def test_without_a_limit_there_is_no_bar(studio):
    studio.demonstration("apples")
    studio.tab("privacy")
    assert bar_of(studio).isVisible()
    studio.type(studio.window.privacy.fields["privacy.cap"], "")
    assert not bar_of(studio).isVisible()
    assert told(studio).startswith("Nothing has been released from this table yet.")


def test_mechanisms_stand_in_a_list_on_one_row_and_the_highlighted_one_is_explained(studio):
    studio.window.resize(1280, 660)
    studio.demonstration("apples")
    studio.tab("privacy")
    privacy = studio.window.privacy
    chooser, page = privacy.fields["privacy.mechanism"], privacy.verticalScrollBar()
    assert chooser.editor.height() <= 40
    assert page.maximum() == 0
    assert privacy.viewport().height() <= ROOM
    assert chooser.explanation.text().startswith("Every candidate can win")
    before = chooser.height()
    studio.focus(chooser.editor)
    chooser.editor.showPopup()
    QTest.keyClick(chooser.editor.view(), Qt.Key.Key_Down)
    assert chooser.explanation.text().startswith("Candidates are visited in random order")
    assert studio.plan.privacy.mechanism == "exponential"
    QTest.keyClick(chooser.editor.view(), Qt.Key.Key_Escape)
    studio.qtbot.waitUntil(lambda: chooser.explanation.text().startswith("Every candidate can win"))
    studio.pick(chooser, "noisy_max_gumbel")
    assert studio.plan.privacy.mechanism == "noisy_max_gumbel"
    assert chooser.explanation.text().endswith("This is the exponential mechanism, exactly.")
    assert chooser.height() == before, "nothing below moves"


def test_text_made_small_again_leaves_no_hole(studio):
    studio.demonstration("apples")
    studio.tab("privacy")
    chooser = studio.window.privacy.fields["privacy.mechanism"]
    before = chooser.height()
    text_to(studio, "200")
    text_to(studio, "100")
    studio.qtbot.waitUntil(lambda: chooser.height() == before)


def test_page_and_picture_keep_their_widths_whatever_is_said_above_the_picture(studio):
    studio.window.resize(1280, 660)
    studio.demonstration("likes")
    studio.tab("question")
    split, badge = studio.window.workplace._both, studio.window.preview.badge
    before = split.sizes()
    studio.type(studio.window.question.fields["candidates.text"], "")
    studio.settle()
    assert badge.text() == "before the change"
    assert split.sizes() == before
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.12345")
    assert split.sizes() == before


def test_a_used_up_table_says_so_before_anything_is_asked_of_it(counted, tmp_path):
    window = counted.window
    counted.tab("privacy")
    counted.type(window.privacy.fields["privacy.epsilon"], "9")
    counted.settle()
    counted.release()
    counted.answers["choose"] = ["Discard"]
    counted.keys("Ctrl+N")
    counted.settle()
    window.show_tab("tables")
    counted.answers["open_files"] = [[str(tmp_path / "drinkers.csv")]]
    counted.click(window.tables.open_button)
    counted.settle()
    counted.option(window.tables.card(counted.plan.tables[0].handle).role, "private")
    counted.settle()
    counted.read_so(window.tables.card(counted.plan.tables[0].handle))
    counted.tab("privacy")
    assert window.session.asked is None
    assert window.workplace.steps.status(3) == "wrong"
    (said,) = [item.sentence for item in window.session.resolved.missing if item.tab == "privacy"]
    assert "used up" in said
    assert "another table" in said, "the way out"
    shown = window.privacy.findChildren(QLabel)
    assert said in [each.text() for each in shown if each.isVisible()]


def test_another_question_says_at_once_that_the_epsilon_kept_is_more_than_is_left(studio, tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.tab("privacy")
    privacy = studio.window.privacy
    studio.type(privacy.fields["privacy.epsilon"], "9")
    studio.release()
    studio.click(studio.window.release_tab.result.next_button)
    studio.settle()
    studio.tab("privacy")
    assert studio.window.session.asked is None
    assert studio.window.workplace.steps.status(3) == "wrong"
    said = "ε = 9 is more than the 1 left of the limit 10. Type 1 or less."
    assert said in [each.text() for each in privacy.findChildren(QLabel) if each.isVisible()]
    assert told(studio).startswith("9 spent, this 9: 8 more than is left")
    studio.type(privacy.fields["privacy.epsilon"], "1")
    assert studio.window.workplace.steps.status(3) == "done"
    assert told(studio).startswith("9 spent, this 1, 0 left")


def test_the_bar_of_a_used_up_limit_stays_in_the_line_of_its_field(studio, tmp_path):
    resized(studio, COMMON)
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="1")
    studio.release()
    studio.tab("privacy")
    row = studio.window.privacy.limit
    studio.qtbot.waitUntil(lambda: row.said.height() > 2 * row.cap.editor.height())
    middle = [place_of(each).center().y() for each in (row.bar, row.cap.editor)]
    assert abs(middle[0] - middle[1]) <= 2
