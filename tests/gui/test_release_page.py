"""The Release page: what becomes permanent is said before, the result takes the top, the next question goes on."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import CandidatesPlan, RulePlan
from dpstudio.gui.widgets.link import Link
from tests.gui.test_large_text import text_to
from tests.gui.test_seen import ask_for_a_drug, clinic
from tests.gui.test_whole_window import COMMON, resized


def texts(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


@pytest.fixture
def asked(studio, tmp_path):
    """A private table, a complete question, a limit of 1.2, and the Release page in front."""
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    studio.tab("release")
    return studio


def test_what_the_first_release_fixes_is_said_before_it_and_not_again(asked):
    page = asked.window.release_tab
    permanent = "The first release makes these permanent: limit 1.2, which can be lowered but never raised, and who is"
    assert permanent in texts(page)
    assert "each row is one person; add or remove one person" in texts(page)
    assert page._bar.bar.accessibleName() == "ε: 0 spent   ·   1 this release   ·   0.2 left of the limit 1.2"
    asked.release()
    assert "makes these permanent" not in texts(page)


def test_the_result_stands_on_top_and_the_keyboard_rests_on_it(asked):
    asked.release()
    page = asked.window.release_tab
    asked.qtbot.waitUntil(lambda: asked.window.focusWidget() is page.result.spoken)
    winner = asked.window.session.release.text
    said = page.result.spoken.accessibleName()
    assert said.startswith(f"Result: {winner}. Chosen with differential privacy")
    others = (page._act, page.issued, page.audit)
    assert all(page.result.mapTo(page, page.result.rect().topLeft()).y() < each.mapTo(page, each.rect().topLeft()).y()
               for each in others)  # fmt: skip
    assert page.winner.fontMetrics().height() > 40


def test_how_far_from_the_best_a_choice_may_be_is_said_before_it_and_beside_it(asked):
    page = asked.window.release_tab
    bound = next(line for line in texts(page).splitlines() if line.startswith("Error bound: within "))
    assert bound.endswith(" of the best, in at least 95 of 100 runs.")
    asked.release()
    assert page.result.bound.isVisible()
    assert page.result.bound.text() == bound


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("halfspaces", "Error bound: each query's share within "),
        ("counts", "all ± hold in at least 95 of 100 runs"),
        ("likes", "Error bound: within "),
    ],
)
def test_beside_every_result_stands_how_far_it_may_be_off_in_sight_of_a_small_screen(studio, name, begins):
    resized(studio, COMMON)
    studio.demonstration(name)
    studio.tab("release")
    studio.release()
    page = studio.window.release_tab
    result = page.result
    said = [
        each for label in (result.bound, result.terms) for each in label.text().split("   ·   ") if label.isVisible()
    ]
    assert any(each.startswith(begins) for each in said)
    studio.settle()
    assert page.verticalScrollBar().maximum() == 0


def test_after_a_success_nothing_is_called_missing_where_its_limit_is_reached(asked):
    asked.release()
    window = asked.window
    assert asked.missing, "another draw would not fit"
    assert "Still missing" not in texts(window.release_tab)
    assert "more than is left of this table's limit" in texts(window.release_tab)
    assert not window.release_tab.release_button.isVisible()
    steps = [window.workplace.steps.status(place) for place in range(5)]
    assert steps == ["done", "done", "done", "short", "done"], "too little is left for another draw"
    asked.tab("privacy")
    assert not window.workplace.foot.missing_link.isVisible()
    assert "Another draw at the same cost would go beyond the limit." in texts(window.workplace.foot)
    assert "Nothing is missing" not in texts(window.workplace.foot), "the step is marked"
    asked.type(window.privacy.fields["privacy.epsilon"], "2")
    asked.settle()
    assert asked.missing == ["ε = 2 is more than the 0.2 left of the limit 1.2. Type 0.2 or less."]
    assert window.workplace.steps.status(3) == "wrong", "another question is asked now"
    asked.tab("release")
    assert "Beyond the limit" in texts(window.release_tab)
    assert len(window.release_tab._todo.findChildren(Link)) == 1, "a smaller ε can help"


def test_where_nothing_is_left_no_link_leads_anywhere_and_no_other_run_is_spoken_of(asked):
    window = asked.window
    asked.tab("privacy")
    asked.type(window.privacy.fields["privacy.epsilon"], "1.2")
    asked.settle()
    asked.release()
    asked.tab("privacy")
    asked.type(window.privacy.fields["privacy.epsilon"], "0.5")
    asked.settle()
    asked.tab("release")
    page = window.release_tab
    assert "Beyond the limit" in texts(page)
    assert "nothing is left of the limit" in texts(page)
    assert page._todo.findChildren(Link) == []
    assert "another run may come out differently" not in texts(page)


def test_the_pdf_of_the_last_export_is_opened(asked, tmp_path, monkeypatch):
    from dpstudio.gui import ask

    opened: list[Path] = []
    monkeypatch.setattr(ask, "show_file", lambda path: opened.append(path) or True)
    asked.release()
    page = asked.window.release_tab
    assert not page.result.pdf_button.isEnabled()
    asked.answers["folder"] = [str(tmp_path / "out")]
    asked.click(page.export_button)
    asked.settle()
    asked.click(page.result.pdf_button)
    assert opened == [tmp_path / "out" / "receipt.pdf"]


def test_another_question_of_this_table_is_one_step_with_the_same_table_unit_and_account(asked):
    asked.release()
    window, before = asked.window, asked.plan
    asked.click(window.release_tab.result.next_button)
    asked.settle()
    assert window.tab == "question"
    after = asked.plan
    assert (after.candidates, after.rule, after.figures) == (CandidatesPlan(), RulePlan(), ())
    assert (after.tables, after.privacy_unit, after.privacy.cap) == (
        before.tables,
        before.privacy_unit,
        before.privacy.cap,
    )
    assert window.session.resolved.account.spent == 1
    window.session.document.undo()
    assert asked.plan == before


def test_what_stands_on_the_receipt_of_a_result_cannot_be_typed_over_until_another_draw_is_asked_for(asked):
    card = asked.window.release_tab.issued
    asked.type(card.fields["issued.purpose"], "Opening hours")
    asked.settle()
    asked.release()
    field = card.fields["issued.purpose"]
    asked.type(field, "Something else")
    asked.settle()
    assert field.typed == "Opening hours"
    assert asked.plan.issued.purpose == "Opening hours"
    assert "This stands on the receipt of the result above and stays as it is." in texts(asked.window.release_tab)
    asked.tab("privacy")
    asked.type(asked.window.privacy.fields["privacy.epsilon"], "0.1")
    asked.settle()
    asked.tab("release")
    asked.type(field, "Something else")
    asked.settle()
    assert asked.plan.issued.purpose == "Something else", "another question is asked: its receipt is not made yet"


def test_before_another_draw_its_receipt_can_state_something_else_and_that_of_the_result_keeps_what_it_says(asked):
    window = asked.window
    asked.tab("privacy")
    asked.type(window.privacy.fields["privacy.epsilon"], "0.5")
    asked.settle()
    asked.release()
    card = window.release_tab.issued
    assert card.fields["issued.purpose"].typed == "", "“not stated” is nothing that was typed"
    asked.click(window.release_tab.release_button)
    asked.type(card.fields["issued.purpose"], "Closing hours")
    asked.settle()
    assert asked.plan.issued.purpose == "Closing hours"
    assert "keeps what was stated before it" in texts(window.release_tab)
    assert window.session.release.receipt.issued.purpose == "not stated"
    asked.release()
    assert window.session.release.receipt.issued.purpose == "Closing hours"


VISITS = "patient,ward\n" + "".join(f"{i % 8},{'AB'[i % 2]}\n" for i in range(40))


def test_that_not_every_row_of_a_person_counts_is_said_at_the_result(studio, tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text(VISITS, "utf-8")
    studio.open_private(path)
    window = studio.window
    studio.tab("tables")
    fields = window.tables.fields
    studio.option(fields["privacy_unit.kind"], "person")
    studio.choose(fields["privacy_unit.person"], "patient")
    studio.type(fields["privacy_unit.rows"], "3")
    studio.option(fields["privacy_unit.relation"], "add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["count"])
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    assert studio.missing == []
    studio.release()
    card = window.release_tab.result
    assert [line["name"] for line in window.session.release.lines] == ["Rows that count (at most 3 of a person)"]
    assert card.counting.isVisible()
    assert card.counting.text() == "At most 3 rows of each person count."
    assert "At most 3 rows of each person count." in card.spoken.accessibleName()
    studio.click(card.copy_button)
    assert QGuiApplication.clipboard().text().endswith("\nAt most 3 rows of each person count.")


def test_a_synthetic_table_shows_its_rows_and_the_shares_in_them(studio, tmp_path):
    path = tmp_path / "habits.csv"
    path.write_text("smokes,drinks\n" + "".join(f"{i % 2},{i % 3 // 2}\n" for i in range(60)), "utf-8")
    studio.open_private(path)
    window = studio.window
    studio.protect_rows("replace_one")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "synthesize")
    page = window.question.pages["synthesize"]
    for place, name in enumerate(("smokes", "drinks")):
        studio.click(page.add_button)
        studio.choose(page.columns[place], name)
    studio.type(page.fields["synthesis.alpha"], "0.3")
    studio.type(page.fields["synthesis.people"], "60")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    assert studio.missing == []
    studio.release()
    drawn, shown = window.session.release.receipt.table, window.release_tab.result.table
    model = shown.rows.model()
    cells = [[model.data(model.index(line, place)) for place in range(2)] for line in range(model.rowCount())]
    assert cells == [["yes" if each else "no" for each in row] for row in drawn["rows"]]
    assert shown.isVisible()
    yes = [sum(row[place] for row in drawn["rows"]) for place in range(2)]
    assert f"smokes {yes[0]} (" in shown.shares.text()
    assert f"drinks {yes[1]} (" in shown.shares.text()


def test_another_question_is_not_offered_where_nothing_is_left_of_the_limit(asked):
    window = asked.window
    asked.tab("privacy")
    asked.type(window.privacy.fields["privacy.epsilon"], "1.2")
    asked.settle()
    asked.release()
    assert "nothing more can be released from it" in texts(window.release_tab)
    assert "Another release needs a table of other people" in texts(window.release_tab), "and what can be done"
    assert not window.release_tab.result.next_button.isVisible()
    steps = window.workplace.steps
    place = window.workplace.names.index("privacy")
    assert steps.status(place) == "spent", "a limit that is used up has no tick"
    assert "nothing is left" in steps.accessibleTabName(place)
    assert "nothing is left" in steps.tabToolTip(place)
    asked.tab("privacy")
    assert "Another release needs a table of other people" in texts(window.privacy)


def test_who_comes_to_the_release_by_the_foot_bar_is_not_led_past_it_by_the_same_key(asked):
    window = asked.window
    asked.tab("privacy")
    asked.click(window.workplace.foot.next_button)
    asked.settle()
    assert window.tab == "release"
    assert window.focusWidget() is window.release_tab.summary.heading


@pytest.mark.parametrize("size", ["130", "200"])
@pytest.mark.parametrize("way", ["Alt+5", "foot"])
def test_the_page_opens_from_its_top_whatever_the_size_of_the_text_and_tab_shows_the_whole_button(studio, size, way):
    window = studio.window
    window.resize(1280, 660)
    text_to(studio, size)
    studio.click(window.welcome.demonstration_buttons["mascot"])
    studio.settle()
    studio.come_forward()  # a box that said it was being opened may have had the keyboard
    studio.keys("Alt+5") if way == "Alt+5" else studio.click(window.workplace.foot.next_button)
    studio.settle()
    page = window.release_tab
    assert window.tab == "release"
    assert page.verticalScrollBar().value() == 0
    studio.qtbot.waitUntil(lambda: not page._later.isActive())
    studio.qtbot.wait(100)
    QTest.keyClick(page.summary.heading, Qt.Key.Key_Tab)
    assert page.release_button.hasFocus()
    pressed = page.release_button
    studio.qtbot.waitUntil(lambda: pressed.visibleRegion().boundingRect() == pressed.rect())


def test_the_result_before_gives_way_to_the_next_question(counted):
    """The ledger keeps it, and taking the step back shows it again."""
    window = counted.window
    before = window.session.release
    counted.tab("release")
    counted.click(window.release_tab.result.next_button)
    counted.settle()
    counted.tab("release")
    assert window.session.release is None
    assert not window.release_tab.result.isVisible()
    assert window.release_tab.release_button.isVisible()
    counted.keys("Ctrl+Z")
    counted.settle()
    counted.tab("release")
    assert window.session.release is None or window.session.release.number == before.number
