"""The view Usefulness: how likely a synthetic table is right, against the number of people."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.cutting import cut
from tests.gui.hearing import offences
from tests.gui.test_draws import law, opened


def test_a_number_of_people_is_chosen_and_law_and_bound_are_said(studio):
    preview = opened(studio, "halfspaces", "useful")
    studio.settle()
    view, question = preview.useful, law(studio).question
    found = law(studio).useful(lambda _: None)
    assert view.isVisible()
    assert view.value.text() == f"{question.people} people"
    assert f"the bound asks for {question.needed} people" in view.said[1].text()
    assert f"There are {question.people} people." in view.said[1].text()
    view.slider.setFocus()
    QTest.keyClick(view.slider, Qt.Key.Key_Home)
    assert view.said[0].text().startswith(f"With {found.step} people and the shares of this table, every query's share")
    assert view.said[0].text().endswith("The bound says nothing.")
    places, chances = view.plot.curves[0].getData()
    assert places.tolist() == [(place + 1) * found.step for place in range(found.failing.size)]
    assert chances == pytest.approx(100 * (1 - found.failing))
    bound = view.plot.curves[1].getData()[1]
    assert all(bound <= chances)
    assert [mark.value() for mark in view.plot.marks] == [found.step, question.needed]
    QTest.keyClick(view.slider, Qt.Key.Key_End)
    assert "The bound promises 9" in view.said[0].text()
    assert cut(view) == []
    assert offences(view) == []


def test_it_is_there_for_synthetic_tables_alone(studio):
    preview = opened(studio, "halfspaces", "useful")
    assert not preview.views.buttons["loss"].isVisible()
    opened(studio, "colour", "loss")
    assert not preview.views.buttons["useful"].isVisible()
    assert preview.loss.isVisible()
