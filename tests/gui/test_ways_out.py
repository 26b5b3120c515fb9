"""What is wrong names what to do, and a page is entered at what it asks."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from tests.gui.drinkers import asked_about


@pytest.fixture
def asked(studio, tmp_path):
    """A private table and a question about its column “drink”."""
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    return studio


def said(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def test_the_keys_of_a_page_lead_to_its_first_choice_not_to_its_glossary(asked):
    asked.come_forward()
    asked.tab("question")
    asked.window.question.fields["name"].editor.setFocus()
    asked.keys("Alt+3")
    assert QApplication.focusWidget() in asked.window.score.fields["rule.kind"].buttons.values()


def test_numbers_are_no_days(asked):
    asked.tab("question")
    question, kind = asked.window.question, asked.window.question.fields["candidates.kind"]
    asked.option(kind, "grid")
    for name, text in (("start", "1"), ("stop", "10"), ("step", "1")):
        asked.type(question.fields[f"candidates.{name}"], text)
    asked.option(kind, "dates")
    asked.settle()
    assert [question.fields[f"candidates.{name}"].typed for name in ("start", "stop", "step")] == ["", "", ""]
    assert question.fields["candidates.start"].editor.placeholderText() == "2026-12-01"
    asked.keys("Ctrl+Z")
    assert asked.plan.candidates.stop == "10", "one step back"


@pytest.mark.parametrize(("formula", "told"), [
    ("count(pasy = candidate)", "Did you mean “pays”?"), ("count(xyz = candidate)", "It has pays, drink."),
    ("COUNT(drink = candidate)", "Did you mean “count”?"), ("zzzz(drink = candidate)", "There are "),
    ("count(drink = candidat)", "Did you mean “candidate”?"), ("count(drink = 'Herb tea')", 'Write "Herb tea".'),
    ("sum(clip(pays; 0; 5))", "The parts of a function have commas between them: clip(x, 0, 5)."),
])  # fmt: skip
def test_what_is_misspelt_in_a_formula_is_told_as_it_is_meant(asked, formula, told):
    asked.tab("score")
    asked.option(asked.window.score.fields["rule.kind"], "formula")
    asked.type(asked.window.score.formula.field, formula)
    asked.settle()
    assert told in said(asked.window.score)


def test_votes_in_columns_that_are_not_there_say_what_to_do(asked):
    asked.tab("score")
    asked.option(asked.window.score.fields["rule.style"], "column_each")
    asked.settle()
    assert "name the candidates like these columns" in said(asked.window.score)


def test_a_blank_risk_suggests_a_small_one(asked):
    asked.tab("privacy")
    beta = asked.window.privacy.fields["privacy.beta"]
    asked.type(beta, "")
    asked.settle()
    assert "0.05" in beta._problem.text()


def test_at_a_small_window_no_column_of_the_ledger_is_cut(counted):
    counted.window.resize(1024, 700)
    counted.tab("ledger")
    counted.qtbot.wait(50)
    view = counted.window.ledger_tab.view
    assert view.horizontalHeader().length() <= view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
