"""What a desktop program owes a person: a key for every step, a window as it was, dialogs where the last file lay."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from dpstudio.gui import ask
from dpstudio.gui.app import build
from dpstudio.gui.look.theme import THEME
from dpstudio.workspace.computer.settings import Settings


def test_alt_and_a_number_leads_to_each_step(studio):
    window = studio.window
    window.projects.open_demonstration("apples")
    studio.settle()
    for place, name in enumerate(window.workplace.names, 1):
        studio.keys(f"Alt+{place}")
        assert window.tab == name
        on_page(window)


def on_page(window) -> None:
    """The keyboard is in the page in front, on something that is seen, wherever it was before."""
    here = QApplication.focusWidget()
    assert here is not None and here.isVisible(), window.tab
    assert window.workplace.page.isAncestorOf(here), (window.tab, here.accessibleName())


def test_alt_and_a_number_leads_onto_the_page_from_the_foot_and_from_the_steps_too(studio):
    window = studio.window
    studio.demonstration("ages")
    for start in (window.workplace.foot.next_button, window.workplace.steps, window.workplace.people.slider):
        for place in (3, 2, 4):
            studio.focus(start)
            studio.keys(f"Alt+{place}")
            on_page(window)


def test_a_project_that_is_opened_begins_with_what_is_rare_folded_away(studio):
    """What stood open in the project before does not stand open, empty, in the next one."""
    window = studio.window
    studio.demonstration("apples")
    rare = [window.privacy.more, window.release_tab.inspection.more, window.release_tab.issued.more]
    for each, tab in zip(rare, ("privacy", "release", "release"), strict=True):
        studio.tab(tab)
        each.open()
    studio.answers["choose"] = ["Discard"]
    window.menus.actions["new"].trigger()
    assert not any(each.is_open for each in rare)


def test_the_foot_leads_on_and_back_and_to_what_is_missing_on_this_page_or_another(studio):
    window, foot = studio.window, studio.window.workplace.foot
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab("tables")
    assert not foot.back_button.isVisible()
    for name in ("question", "score", "privacy"):
        studio.click(foot.next_button)
        assert window.tab == name
    studio.click(foot.back_button)
    assert window.tab == "score"
    assert not foot.missing_link.isVisible()
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "")
    studio.settle()
    here = foot.missing_link.accessibleName()
    studio.tab("question")
    assert foot.missing_link.accessibleName() == f"Privacy: {here}"
    studio.click(foot.missing_link)
    assert window.tab == "privacy"
    assert window.privacy.fields["privacy.epsilon"].editor.hasFocus()


def test_every_step_says_what_was_chosen_in_it(studio):
    window = studio.window
    window.projects.open_demonstration("apples")
    studio.settle()
    steps = window.workplace.steps
    assert [steps.chosen(place) for place in range(6)] == [
        "apple-buyers.csv, sample", "500 candidates", "revenue", "ε = 1, Exponential mechanism", "ready",
        "0 of 10 spent",
    ]  # fmt: skip
    assert steps.accessibleTabName(1) == "2 Question, done, 500 candidates"


def test_where_one_of_both_fits_form_or_picture_has_the_whole(studio):
    window, workplace = studio.window, studio.window.workplace
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab("privacy")
    assert workplace.dock.isVisible()
    assert not workplace.halves.isVisible()
    window.resize(1000, 700)
    studio.qtbot.waitUntil(workplace.halves.isVisible)
    assert not workplace.dock.isVisible()
    studio.option(workplace.halves, "picture")
    assert workplace.dock.isVisible()
    assert not workplace.pages.isVisible()
    studio.tab("tables")
    assert workplace.pages.isVisible()


def test_the_text_grows_and_shrinks_by_a_key(studio):
    before = THEME.px(100)
    studio.keys("Ctrl++")
    assert THEME.px(100) > before
    studio.keys("Ctrl+-")
    assert THEME.px(100) == before


def test_the_window_is_as_large_as_it_was(studio, qapp):
    studio.window.resize(950, 650)
    studio.answers["choose"] = ["Discard"]
    studio.window.close()
    again = build(qapp)
    assert again.size().height() == 650, "the screen of the tests is too narrow for its width"
    again.close()
    again.deleteLater()
    qapp.processEvents()


def test_a_dialog_begins_where_the_last_file_lay_also_after_a_new_start(tmp_path, monkeypatch, home):
    asked = []

    def chosen(parent, title, folder, kinds):
        asked.append(folder)
        return str(tmp_path / "here" / "people.csv"), kinds

    monkeypatch.setattr(ask.Place, "folder", "")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    (tmp_path / "here").mkdir()
    parent = QLabel()
    for _ in range(2):
        assert ask.open_file(parent, "Open", "Tables (*.csv)")
    first, then = asked
    assert Path(first).is_absolute() and Path(first) != Path.cwd(), "nobody's tables lie where dpstudio was started"
    assert then == str(tmp_path / "here")
    Settings().keep(folder=ask.Place.folder)
    assert Path(Settings().kept("folder")) == tmp_path / "here"
    parent.deleteLater()


def test_the_foot_names_gaps_in_the_order_of_the_steps_and_an_earlier_fault_first(studio, people):
    window, foot = studio.window, studio.window.workplace.foot
    studio.open_private(people)
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "Ann\nBen")
    studio.settle()
    assert foot.missing_link.accessibleName().startswith("Score: "), "Score comes before Privacy"
    studio.tab("tables")
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.type(card.reading.first_line, "no line")
    studio.settle()
    studio.tab("score")
    assert window.workplace.steps.status(0) == "wrong"
    assert foot.missing_link.accessibleName().startswith("Tables: "), "a fault before what is still open here"


def test_before_unsaved_changes_are_lost_the_question_names_the_project_and_each_answer_has_its_key(studio, people):
    studio.open_private(people)
    studio.answers["choose"], studio.answers["save_file"] = ["Save"], [str(people.parent / "none" / "Shop.dpstudio")]
    studio.answers["said"].clear()
    studio.window.menus.actions["new"].trigger()
    asked, saved, failed = studio.answers["said"]
    question = "Save the changes to this project first? If they are discarded, they are lost."
    assert asked[1:] == ("Unsaved changes", question)
    assert saved[2] == "people.dpstudio", "a name is proposed"
    why = f"cannot be written in {people.parent / 'none'}: there is no such folder. Choose another folder."
    assert failed[2] == f"Shop.dpstudio {why}"
    studio.answers["save_file"] = [str(people.parent / "Shop.dpstudio")]
    studio.keys("Ctrl+S")
    studio.protect_rows("add_remove")
    studio.answers["said"].clear()
    studio.window.menus.actions["new"].trigger()
    assert "“Shop”" in studio.answers["said"][0][2]
    assert ask.with_keys(["Save", "Discard", "Cancel"]) == ["&Save", "&Discard", "&Cancel"]
    assert ask.with_keys(["Leave now", "Leave it"]) == ["&Leave now", "L&eave it"]
