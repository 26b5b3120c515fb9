"""The view Usefulness: how likely a synthetic table is right, against the number of people."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpstudio.gui.views.usefulness import UsefulnessSheet
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
    assert (
        view.said[1]
        .text()
        .endswith("But an error of 50 in 100 says nothing: who guesses 50 in 100 for every share is never further off.")
    )
    studio.focus(view.slider)
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


def test_no_number_of_people_is_told_who_cannot_have_these_shares(studio):
    opened(studio, "halfspaces", "useful")
    found = replace(law(studio).useful(lambda _: None), alpha=Fraction(2, 5))
    people = found.people
    for needed in (people - 1, people + 9):
        for enough, told in (
            (1, f"With these shares the {people} people that there are would do."),
            (people, f"With these shares the {people} people that there are would do."),
            (people + 1, f"{people + 1} people would do. There are {people} people."),
        ):
            said = UsefulnessSheet(replace(found, enough=enough, needed=needed)).sentences(1)[1]
            assert said.endswith(told)
            assert f"the bound asks for {needed} people" in said


def test_the_law_s_probability_and_the_bound_s_are_not_taken_for_one_another(studio):
    opened(studio, "halfspaces", "useful")
    found = replace(
        law(studio).useful(lambda _: None), failing=np.array([0.375, 0.125]), bounds=(Fraction(1), Fraction(3, 4))
    )
    sheet = UsefulnessSheet(found)
    assert sheet.sentences(1)[0].endswith("of the truth with probability 62.5 %. The bound says nothing.")
    assert sheet.sentences(2)[0].endswith("of the truth with probability 87.5 %. The bound promises 25 %.")


def test_the_name_of_a_mark_stands_beside_the_curves(studio):
    view = opened(studio, "halfspaces", "useful").useful
    studio.settle()
    QTest.keyClick(view.slider, Qt.Key.Key_End)
    plot = view.plot
    for name in filter(lambda each: each.isVisible(), plot.texts):
        frame = plot.getViewBox().mapSceneToView(name.mapRectToScene(name.boundingRect())).boundingRect()
        for curve in plot.curves[:2]:
            places, heights = curve.getData()
            beneath = heights[(frame.left() <= places) & (places <= frame.right())]
            assert not ((frame.top() <= beneath) & (beneath <= frame.bottom())).any(), name.toPlainText()


def test_it_is_there_for_synthetic_tables_alone(studio):
    preview = opened(studio, "halfspaces", "useful")
    assert not preview.views.buttons["loss"].isVisible()
    opened(studio, "colour", "loss")
    assert not preview.views.buttons["useful"].isVisible()
    assert preview.loss.isVisible()
