"""The same people in another file: told on the Release tab before the first charge, and answered there."""

from dataclasses import replace

import pytest

from dpstudio.core.question import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.workspace.same_people import crowds

ASKED = {
    "unit": UnitPlan("person", person="who", rows="1", relation="add_remove"),
    "candidates": CandidatesPlan("list", text="Tea\nCoffee"),
    "rule": RulePlan("votes", "one_column", ("drink",)),
    "privacy": PrivacyPlan(epsilon="1", cap="2"),
}


def open_people(studio, folder, first, last):
    """A new project about a private file of these people."""
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.new()
    file = folder / f"people{first}.csv"
    file.write_text("who,drink\n" + "".join(f"person {place},Tea\n" for place in range(first, last)))
    studio.open_private(file)
    tables = tuple(replace(table, columns=(ColumnPlan("drink", "category"),)) for table in studio.plan.tables)
    studio.window.session.change(replace(studio.plan, tables=tables, **ASKED))
    studio.settle()
    studio.tab("release")


@pytest.fixture
def again(studio, tmp_path):
    """People of whom nearly all stand in a table that was released from already."""
    open_people(studio, tmp_path, 0, 9)
    assert not studio.window.release_tab.same_people.isVisible()
    studio.release()
    open_people(studio, tmp_path, 1, 10)
    return studio


def test_linked_the_table_goes_on_with_that_account(again):
    card = again.window.release_tab.same_people
    assert "table of release 1" in card._said.text()
    assert again.window.session.resolved.account is None
    again.click(card.same_button)
    again.settle()
    assert not card.isVisible()
    assert again.window.session.resolved.account.spent == 1
    again.release()
    [account] = again.window.session.ledger.accounts().values()
    assert account.spent == 2


def test_other_people_are_not_asked_about_again(again):
    card = again.window.release_tab.same_people
    again.click(card.other_button)
    assert not card.isVisible()
    again.window.recognising._asked = None
    again.window.session.refresh()
    again.settle()
    assert not card.isVisible()
    again.release()
    assert len(again.window.session.ledger.accounts()) == 2


@pytest.mark.long
def test_unanswered_it_stops_nothing_and_is_gone_after_the_charge(again):
    again.release()
    assert not again.window.release_tab.same_people.isVisible()
    assert len(again.window.session.ledger.accounts()) == 2


def test_what_is_kept_is_deleted_after_a_question(again):
    again.tab("ledger")
    button = again.window.ledger_tab.kept_people.forget_button
    again.answers["choose"] = ["Cancel"]
    again.click(button)
    assert crowds().path.exists()
    again.answers["choose"] = ["Delete what is kept"]
    again.click(button)
    assert not crowds().path.exists()
    assert not button.isVisible()
