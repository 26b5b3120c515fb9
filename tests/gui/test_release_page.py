"""The Release page: what becomes permanent is said before, the result takes the top, the next question goes on."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import CandidatesPlan, RulePlan
from tests.gui.test_seen import ask_for_a_drug, clinic


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


def test_after_a_success_nothing_is_called_missing_where_its_limit_is_reached(asked):
    asked.release()
    window = asked.window
    assert asked.missing, "another draw would not fit"
    assert "Still missing" not in texts(window.release_tab)
    assert "more than is left of this table's limit" in texts(window.release_tab)
    assert not window.release_tab.release_button.isVisible()
    assert [window.workplace.steps.status(place) for place in range(5)] == ["done"] * 5
    asked.tab("privacy")
    assert not window.workplace.foot.missing_link.isVisible()
    asked.type(window.privacy.fields["privacy.epsilon"], "2")
    asked.settle()
    assert asked.missing == ["ε = 2 is more than the 0.2 left of the limit 1.2. Type 0.2 or less."]
    assert window.workplace.steps.status(3) == "wrong", "another question is asked now"
    asked.tab("release")
    assert "Still missing" in texts(window.release_tab)


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
