"""A step writes anew the page in sight, and the others once they are looked at; what nobody has seen is not made."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from dpstudio.gui.tabs.how_read import HowRead
from dpstudio.gui.tabs.privacy import PrivacyTab
from dpstudio.gui.tabs.question import QuestionTab
from dpstudio.gui.tabs.score import ScoreTab
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.gui.tabs.what_happens import sentences
from dpstudio.gui.widgets.breaking import BreakingLabel
from dpstudio.gui.widgets.sentences import Sentences
from dpstudio.translation import translated

PAGES = {"tables": TablesTab, "question": QuestionTab, "score": ScoreTab, "privacy": PrivacyTab}
START = """
import sys
from dpstudio.gui.app import build
from PySide6.QtWidgets import QApplication
application = QApplication([])
window = build(application)
window.show()
application.processEvents()
assert window.stack.currentWidget() is window.welcome
print(sorted({name.partition(".")[0] for name in sys.modules} & {"pyqtgraph", "pyarrow", "lark", "typst"}))
window.close()
"""


@pytest.fixture
def written(monkeypatch):
    """How often each page was written."""
    counted = Counter()
    for name, page in PAGES.items():
        show = page.show_values
        monkeypatch.setattr(
            page, "show_values", lambda self, *found, n=name, s=show: (counted.update([n]), s(self, *found))[1]
        )
    return counted


def test_a_key_writes_the_page_in_front_alone_and_another_one_once_it_is_looked_at(studio, written):
    studio.demonstration("apples")
    studio.tab("question")
    written.clear()
    studio.type(studio.window.question.fields["name"], "Pears")
    studio.settle()
    assert set(written) == {"question"}
    studio.tab("privacy")
    studio.settle()
    assert written["privacy"] == 1
    assert set(written) <= {"question", "privacy"}


def test_a_page_that_was_not_looked_at_asks_for_changes_of_the_plan_as_it_is_now(studio):
    studio.demonstration("apples")
    studio.tab("question")
    studio.type(studio.window.question.fields["name"], "Pears")
    studio.window.preview.epsilon_asked.emit("2")
    assert (studio.plan.name, studio.plan.privacy.epsilon) == ("Pears", "2")


def test_a_page_shows_what_is_asked_whenever_it_is_looked_at(studio):
    studio.demonstration("apples")
    studio.tab("question")
    studio.window.session.change(replace(studio.plan, privacy=replace(studio.plan.privacy, epsilon="0.7")))
    studio.tab("privacy")
    assert studio.window.privacy.fields["privacy.epsilon"].editor.text() == "0.7"


def test_the_pages_of_a_project_that_is_opened_are_made_once_they_are_looked_at(studio, written):
    studio.click(studio.window.welcome.demonstration_buttons["apples"])
    studio.settle()
    assert set(written) == {"privacy"}
    studio.tab("tables")
    assert set(written) == {"privacy", "tables"}


def test_what_one_project_holds_is_folded_away_in_the_next_on_a_page_that_is_looked_at_later(studio):
    studio.demonstration("colour")
    studio.tab("question")
    weights = studio.window.question.pages["choose"].weights
    studio.type(studio.window.question.fields["candidates.weights"], "1\n1\n1\n1\n2")
    studio.settle()
    assert weights.is_open
    studio.tab("privacy")  # the page is out of sight when the other project is opened
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.open_demonstration("mascot")
    studio.settle()
    studio.tab("question")
    assert not weights.is_open


def test_how_a_table_is_read_is_asked_of_it_once_its_role_is_said(studio, people):
    studio.window.show_tab("tables")
    studio.window.opener.open([str(people)])
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    assert not card.findChildren(HowRead)
    studio.option(card.role, "private")
    studio.settle()
    (made,) = card.findChildren(HowRead)
    assert made is card.reading
    assert made.isVisible()
    assert studio.window.tables.fields[f"header:{card.handle}"] is made.header


def test_pages_of_kinds_that_nobody_asked_for_are_not_made(studio):
    studio.window.show_tab("question")
    assert set(studio.window.question.pages) == {"choose"}
    studio.option(studio.window.question.fields["kind"], "survey")
    assert set(studio.window.question.pages) == {"choose", "survey"}
    assert studio.window.question.pages["survey"].isVisible()
    assert not studio.window.question.pages["choose"].isVisible()


def test_the_window_is_there_before_what_draws_the_picture_or_reads_a_table_is_loaded(home):
    told = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout == "[]\n"


def test_sentences_that_stay_are_not_written_anew(qtbot, monkeypatch):
    lines, written = Sentences(), []
    qtbot.addWidget(lines)
    lines.say(["one", "two", "three"])
    write = BreakingLabel.setText
    monkeypatch.setattr(BreakingLabel, "setText", lambda self, text: (written.append(text), write(self, text))[1])
    lines.say(["one", "2"])
    assert written == ["2"]
    assert [each.text() for each in lines.findChildren(BreakingLabel) if not each.isHidden()] == ["one", "2"]


def test_whatever_led_to_release_it_says_what_is_resolved_now(studio):
    window, page = studio.window, studio.window.release_tab

    def is_said() -> None:
        found = window.session.resolved
        assert window.tab == "release"
        assert [each.text() for each in page.summary.findChildren(QLabel) if each.isVisible()][1:] == [
            translated(each) for each in sentences(found)
        ]

    studio.demonstration("apples")
    studio.tab("release")
    studio.settle()
    is_said()
    for epsilon, turn in (("2", lambda: studio.click(window.workplace.foot.next_button)),
                          ("3", lambda: studio.tab("release")),
                          ("0.5", lambda: window.show_tab("release"))):  # fmt: skip
        studio.tab("privacy")
        studio.type(window.privacy.fields["privacy.epsilon"], epsilon)
        turn()
        studio.settle()
        is_said()
    odds = [label.text() for label in page.summary.findChildren(QLabel)]
    window.session.document.undo()
    studio.settle()
    is_said()
    assert odds != [label.text() for label in page.summary.findChildren(QLabel)]
    window.show_welcome()
    window.session.document.redo()
    studio.settle()
    studio.click(window.welcome.back_button)
    studio.settle()
    is_said()
    assert odds == [label.text() for label in page.summary.findChildren(QLabel)]
