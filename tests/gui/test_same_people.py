"""The same people in another file: told on the Release tab before the first charge, and answered there."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.workspace.guarding.same_people import crowds


def asked(who="who", rows="1", cap="4"):
    return {
        "privacy_unit": UnitPlan("person", person=who, rows=rows, relation="add_remove"),
        "candidates": CandidatesPlan("list", text="Tea\nCoffee"),
        "rule": RulePlan("votes", "one_column", ("drink",)),
        "privacy": PrivacyPlan(epsilon="1", cap=cap),
    }


def open_people(studio, folder, first, last, who="who", rows="1", cap="4"):
    """A new project about a private file of these people."""
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.new()
    file = folder / f"people{first}-{last}.csv"
    file.write_text(f"{who},drink\n" + "".join(f"person {place},Tea\n" for place in range(first, last)))
    studio.open_private(file)
    tables = tuple(replace(table, columns=(ColumnPlan("drink", "category"),)) for table in studio.plan.tables)
    studio.window.session.change(replace(studio.plan, tables=tables, **asked(who, rows, cap)))
    studio.settle()
    studio.tab("release")


def accounts(studio):
    return list(studio.window.session.ledger.accounts().values())


def chosen(studio):
    """Rows of a person, and the limit."""
    return studio.plan.privacy_unit.rows, studio.plan.privacy.cap


@pytest.fixture
def again(studio, tmp_path):
    """People of whom nearly all stand in a table that was released from already, under another header."""
    open_people(studio, tmp_path, 0, 9)
    assert not studio.window.release_tab.same_people.isVisible()
    studio.release()
    open_people(studio, tmp_path, 1, 10, who="patient", rows="3", cap="7")
    return studio


def test_linked_the_table_goes_on_with_that_account_under_its_own_header(again):
    tab, card = again.window.release_tab, again.window.release_tab.same_people
    assert "table of release 1" in card.said.text()
    assert "at most 1 row of each person count; add or remove one person; limit 4." in card.said.text()
    assert again.window.session.resolved.account is None
    again.click(card.same_button)
    again.settle()
    assert "continues the account of release 1" in card.said.text()
    assert card.undo_button.isVisible()
    assert not card.same_button.isVisible()
    assert again.missing == []
    assert "2 of at most 4 is spent" in tab._cost.text()
    again.release()
    assert not card.isVisible()
    [account] = accounts(again)
    assert account.spent == 2
    assert tab.result.isVisible()


def test_a_link_is_undone_before_anything_is_released(again):
    card = again.window.release_tab.same_people
    again.click(card.same_button)
    again.settle()
    again.click(card.undo_button)
    again.settle()
    assert "table of release 1" in card.said.text()
    assert card.same_button.isVisible()
    assert again.window.session.resolved.account is None
    assert chosen(again) == ("3", "7")
    again.click(card.other_button)
    again.settle()
    again.release()
    assert [account.spent for account in accounts(again)] == [1, 1]


def test_what_a_link_took_over_stays_until_the_link_itself_is_taken_back(again):
    card = again.window.release_tab.same_people
    again.tab("privacy")
    again.type(again.window.privacy.fields["privacy.epsilon"], "0.5")
    again.type(again.window.privacy.fields["privacy.cap"], "9")
    again.tab("release")
    again.click(card.same_button)
    again.settle()
    again.keys("Ctrl+Z")  # the last step that the link left: ε
    again.settle()
    assert again.missing == []
    assert again.plan.privacy.epsilon != "0.5"
    assert chosen(again) == ("1", "4")
    assert "continues the account of release 1" in card.said.text()
    again.click(card.undo_button)
    again.settle()
    assert chosen(again)[0] == "3"


def test_what_was_chosen_otherwise_after_a_link_stays_and_everything_else_is_as_it_was_before_it(again):
    before = again.plan
    card = again.window.release_tab.same_people
    again.click(card.same_button)
    again.settle()
    again.tab("privacy")
    again.type(again.window.privacy.fields["privacy.epsilon"], "0.25")
    again.tab("tables")
    again.option(again.window.tables.fields["privacy_unit.relation"], "replace_one")
    again.settle()
    again.tab("release")
    again.click(card.undo_button)
    again.settle()
    assert chosen(again) == ("3", "7")
    assert again.plan.privacy_unit == replace(before.privacy_unit, relation="replace_one")
    assert again.plan.privacy == replace(before.privacy, epsilon="0.25")


def test_a_linked_table_that_asks_otherwise_is_told_of_its_account_and_of_its_own_column(again):
    again.click(again.window.release_tab.same_people.same_button)
    again.settle()
    again.window.session.change(replace(again.plan, privacy_unit=replace(again.plan.privacy_unit, rows="2")))
    [told] = again.missing
    assert told.startswith("Earlier releases of this table's account protect another unit")
    assert "“who” or “patient” identifies people; at most 1 row" in told


def test_other_people_are_taken_back_before_anything_is_released(again):
    tab, card = again.window.release_tab, again.window.release_tab.same_people
    again.click(card.other_button)
    again.settle()
    assert "As you said" in card.said.text()
    assert "does not continue the account of release 1." in card.said.text()
    assert tab.release_button.isEnabled()
    again.click(card.ask_again_button)
    again.settle()
    assert "table of release 1" in card.said.text()
    assert not card.ask_again_button.isVisible()
    assert not tab.release_button.isEnabled()
    again.click(card.same_button)
    again.settle()
    again.release()
    [account] = accounts(again)
    assert account.spent == 2


def test_nothing_is_released_until_it_is_said_whether_the_people_are_the_same(again):
    tab = again.window.release_tab
    assert again.missing == []
    assert not tab.release_button.isEnabled()
    assert "whether the people are the same" in tab._cost.text()
    again.window.session.release_shown(again.window.session.resolved)  # however it is asked for
    again.settle()
    assert "nobody has said yet" in tab.refused.text()
    assert "dpstudio" not in tab.refused.text()
    assert "--" not in tab.refused.text()
    assert len(again.window.session.ledger.charges()) == 1
    assert not tab.release_button.isEnabled()


def test_other_people_are_not_asked_about_again(again):
    card = again.window.release_tab.same_people
    again.click(card.other_button)
    again.settle()
    again.window.recognising._asked = None
    again.window.session.refresh()
    again.settle()
    assert not card.other_button.isVisible()
    again.release()
    assert not card.isVisible()  # nothing can be taken back any more
    assert len(accounts(again)) == 2


@pytest.mark.long
def test_people_of_several_accounts_are_asked_about_one_by_one(again, tmp_path):
    again.click(again.window.release_tab.same_people.other_button)
    again.settle()
    again.release()
    open_people(again, tmp_path, 2, 9)
    card = again.window.release_tab.same_people
    for answered in ("", "does not continue the account of release"):
        assert not again.window.release_tab.release_button.isEnabled()
        assert answered in card.said.text()
        assert card.ask_again_button.isVisible() is bool(answered)
        again.click(card.other_button)
        again.settle()
    assert "of releases " in card.said.text()
    again.release()
    assert len(accounts(again)) == 3


@pytest.mark.long
def test_where_the_account_counts_rows_as_persons_joining_it_is_not_offered(studio, tmp_path):
    open_people(studio, tmp_path, 0, 9)
    rows = UnitPlan("row", relation="add_remove")
    studio.window.session.change(replace(studio.plan, privacy_unit=rows))
    studio.settle()
    studio.release()
    open_people(studio, tmp_path, 1, 10)
    card = studio.window.release_tab.same_people
    assert "counts each row as one person" in card.said.text()
    assert not card.same_button.isVisible()
    assert not studio.window.release_tab.release_button.isEnabled()
    studio.click(card.other_button)
    studio.settle()
    studio.release()
    assert len(accounts(studio)) == 2


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
    again.tab("release")
    again.release()  # nothing is asked any more
    assert not crowds().path.exists()
    assert len(accounts(again)) == 2


@pytest.mark.long
def test_a_link_that_was_saved_is_told_and_undone_when_the_project_is_opened_again(again, tmp_path):
    card, file = again.window.release_tab.same_people, tmp_path / "linked.dpstudio"
    again.click(card.same_button)
    again.settle()
    again.answers["save_file"] = [str(file)]
    again.keys("Ctrl+S")
    again.settle()
    again.window.projects.new()
    again.settle()
    assert not card.isVisible()
    again.window.projects.open(str(file))
    again.settle()
    again.tab("release")
    assert "continues the account of release 1" in card.said.text()
    assert "then stay as they are" in card.said.text()
    again.click(card.undo_button)
    again.settle()
    assert card.same_button.isVisible()
    assert again.window.session.resolved.account is None
    assert again.window.session.document.unsaved
    assert chosen(again) == ("1", "4")


# ---- a file that has changed


@pytest.fixture
def changed(studio, tmp_path):
    """A project opened again, from which there is a release, and whose file has one line more since."""
    open_people(studio, tmp_path, 0, 9)
    studio.release()
    studio.answers["save_file"] = [str(tmp_path / "mine.dpstudio")]
    studio.window.projects.save()
    with (tmp_path / "people0-9.csv").open("a") as file:
        file.write("person 9,Tea\n")
    studio.window.projects.open(str(tmp_path / "mine.dpstudio"))
    studio.settle()
    studio.tab("tables")
    return studio


def test_whether_a_changed_file_goes_on_with_its_account_is_not_said_while_it_is_asked(changed):
    card = changed.window.tables.card(changed.plan.tables[0].handle)
    texts = [each.text() for each in card.findChildren(QLabel) if each.isVisible()]
    assert not [text for text in texts if "continues" in text]
    changed.click(card.changed_file.same_button)
    changed.settle()
    assert [each.text() for each in card.findChildren(QLabel) if "continues it: ε" in each.text()]


def file_card(studio):
    return studio.window.tables.card(studio.plan.tables[0].handle).changed_file


def test_that_a_changed_file_holds_the_same_people_is_undone_until_something_is_released(changed):
    card = file_card(changed)
    for _ in range(2):
        assert "has changed" in card.said.text()
        assert "has changed" in changed.missing[0]
        changed.click(card.same_button)
        changed.settle()
        assert "the same people: the table keeps its account" in card.said.text()
        assert changed.missing == []
        changed.click(card.undo_button)
        changed.settle()
    changed.click(card.same_button)
    changed.settle()
    changed.tab("release")
    assert not changed.window.release_tab.same_people.isVisible()  # one question, one card
    changed.release()
    assert [account.spent for account in accounts(changed)] == [2]
    changed.tab("tables")
    assert not card.isVisible()


def test_that_a_changed_file_holds_other_people_is_undone_until_something_is_released(changed):
    changed.click(file_card(changed).other_button)
    changed.settle()
    assert "other people: the table has an account of its own" in file_card(changed).said.text()
    changed.tab("release")
    assert not changed.window.release_tab.release_button.isEnabled()  # most are known: it is asked once more
    changed.tab("tables")
    changed.click(file_card(changed).undo_button)
    changed.settle()
    assert "has changed" in file_card(changed).said.text()
    changed.click(file_card(changed).other_button)
    changed.settle()
    changed.tab("release")
    changed.click(changed.window.release_tab.same_people.other_button)
    changed.settle()
    changed.release()
    assert [account.spent for account in accounts(changed)] == [1, 1]
    changed.tab("tables")
    assert not file_card(changed).isVisible()
