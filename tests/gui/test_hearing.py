"""What a screen reader finds: every control has a name, a role and its value, and nothing is said with marks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QSlider

from dpstudio.gui.pages import SettingsDialog
from tests.gui.hearing import controls, name, offences, tabs, told

ROLE, TEXT = QAccessible.Role, QAccessible.Text
DEMONSTRATIONS = ["apples", "city", "ages", "survey", "halfspaces"]


def opened(studio, demonstration: str):
    studio.window.projects.open_demonstration(demonstration)
    studio.settle()
    return studio.window


def on_every_page(studio):
    """Each page, as it stands and with everything unfolded."""
    from dpstudio.gui.widgets.fold import Fold

    for tab in studio.window.workplace.names:
        studio.tab(tab)
        studio.qtbot.wait(30)
        yield tab
        for fold in studio.window.workplace.page.findChildren(Fold):
            if fold.isVisible() and not fold.isChecked():
                studio.click(fold)
        studio.qtbot.wait(30)
        yield f"{tab}, unfolded"


@pytest.mark.parametrize("demonstration", DEMONSTRATIONS)
def test_every_control_of_every_page_has_a_name_a_role_and_its_value(studio, demonstration):
    window = studio.window
    assert offences(window) == []
    opened(studio, demonstration)
    seen = set()
    for page in on_every_page(studio):
        assert offences(window) == [], page
        seen |= {type(each).__name__ for each in controls(window)}
    assert {"EpsilonSlider", "Segment", "DropList", "QLineEdit", "TableView", "Fold", "StepBar"} <= seen


def test_a_control_without_a_name_is_noticed(studio):
    page = studio.window.welcome
    made = [QPushButton(page), QSlider(page)]
    for each in made:
        each.show()
    assert len(offences(studio.window)) == 2
    for each in made:
        each.deleteLater()


def test_every_control_of_the_settings_has_a_name(studio):
    dialog = SettingsDialog(studio.window, studio.window.settings, lambda _: None)
    dialog.show()
    assert offences(dialog) == []
    assert "Appearance" in {name(each) for each in controls(dialog)}
    dialog.close()


def test_the_value_of_the_slider_is_epsilon(studio):
    window = opened(studio, "apples")
    studio.tab("privacy")
    slider, epsilon = window.privacy.slider, window.privacy.fields["privacy.epsilon"]
    value = told(slider).valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0.01, 1.0, 10.0)
    assert told(slider).text(TEXT.Value) == "1"
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert value.currentValue() == float(studio.plan.privacy.epsilon) > 1
    studio.type(epsilon, "1/3")
    assert value.currentValue() == pytest.approx(1 / 3)
    assert told(slider).text(TEXT.Value) == "1/3"
    studio.type(epsilon, "20")
    assert value.currentValue() == value.maximumValue() == 20.0


def test_a_reader_can_set_epsilon(studio):
    opened(studio, "apples")
    studio.tab("privacy")
    told(studio.window.privacy.slider).valueInterface().setCurrentValue(0.1)
    studio.settle()
    assert studio.plan.privacy.epsilon == "0.1"


def test_options_are_radio_buttons_in_a_group_that_has_a_name(studio):
    window = opened(studio, "apples")
    studio.tab("question")
    options = window.question.fields["candidates.kind"]
    group = told(options)
    assert (group.role(), group.text(TEXT.Name)) == (ROLE.Grouping, "Kind of candidates")
    chosen = [each for each in options.buttons.values() if told(each).state().checked]
    assert [told(each).text(TEXT.Name) for each in chosen] == ["A grid of numbers"]
    for option in options.buttons.values():
        assert told(option).role() == ROLE.RadioButton
        assert told(option).text(TEXT.Description)
        assert told(option).parent().text(TEXT.Name) == "Kind of candidates"


def test_titles_are_headings(studio):
    window = opened(studio, "apples")
    studio.tab("privacy")
    labels = [each for each in window.findChildren(QLabel) if each.isVisible() and told(each).role() == ROLE.Heading]
    assert {"Mechanism", "How much privacy, how much accuracy"} <= {told(each).text(TEXT.Name) for each in labels}
    assert told(labels[0]).attributesInterface().attributeValue(QAccessible.Attribute.Level) == 2


def test_what_is_folded_away_says_that_it_is_open_or_closed(studio):
    window = opened(studio, "apples")
    studio.tab("privacy")
    fold = window.privacy.more.button
    assert told(fold).role() == ROLE.Button
    assert told(fold).state().collapsed
    studio.focus(fold)
    QTest.keyClick(fold, Qt.Key.Key_Space)
    assert told(fold).state().expanded
    assert window.privacy.more.is_open


def test_the_steps_say_how_they_stand_and_what_was_chosen(studio):
    window = opened(studio, "apples")
    assert tabs(window.workplace.steps)[1:4] == [
        "2 Question, done, 500 candidates", "3 Score, done, revenue", "4 Privacy, done, ε = 1, Exponential mechanism",
    ]  # fmt: skip
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "x")
    assert tabs(window.workplace.steps)[3].startswith("4 Privacy, wrong")


def test_a_field_says_what_is_wrong_with_it_before_how_it_is_used(studio):
    window = opened(studio, "apples")
    studio.tab("privacy")
    field = window.privacy.fields["privacy.beta"]
    assert told(field.editor).text(TEXT.Description) == "The chance that the error bound fails."
    studio.type(field, "7")
    wrong = told(field.editor).text(TEXT.Description)
    assert wrong == field._problem.text() != ""
    studio.type(field, "0.1")
    assert told(field.editor).text(TEXT.Description) == "The chance that the error bound fails."
