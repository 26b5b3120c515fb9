"""The window speaks the language that a person chose, else that of the system, as far as it is installed."""

import json

import pytest
from PySide6.QtCore import QLocale

from dpstudio import translation
from dpstudio.gui import languages
from dpstudio.gui.languages import LanguageMenu, called, first_of, speak
from dpstudio.workspace.computer.settings import Settings, language_chosen


@pytest.fixture
def installed(monkeypatch):
    """As if these languages came with the program."""

    def install(*codes: str) -> None:
        for module in (languages, __import__("dpstudio.gui.menus", fromlist=["menus"])):
            monkeypatch.setattr(module, "languages", lambda: ("en", *codes))

    yield install
    translation.use("en")


def entries(menu) -> dict[str, bool]:
    return {each.text(): each.isChecked() for each in menu.actions() if each.isCheckable()}


def titles(studio) -> list[str]:
    view = studio.window.menus.menus["&View"]
    return [action.menu().title() for action in view.actions() if action.menu() is not None]


def test_where_there_is_english_alone_there_is_nothing_to_choose(studio):
    assert titles(studio) == []


def test_the_view_menu_lists_the_languages_that_are_there_each_by_its_own_name(qapp, home, installed):
    installed("de", "fr")
    menu = LanguageMenu(Settings(), None)
    assert entries(menu) == {"Like the system": True, "English": False, "Deutsch": False, "Français": False}


def test_a_second_language_brings_the_entry(qapp, home, installed, request):
    installed("de")
    assert titles(request.getfixturevalue("studio")) == ["La&nguage"]


def test_what_is_chosen_holds_at_the_next_start(qapp, home, installed):
    installed("de")
    menu = LanguageMenu(Settings(), None)
    next(each for each in menu.actions() if each.text() == "Deutsch").trigger()
    assert language_chosen() == Settings().kept("language") == "de"
    assert speak(qapp) == "de"
    assert entries(LanguageMenu(Settings(), None))["Deutsch"]


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["", "de-AT"], "de"), (["pt-BR", "de"], "pt_BR"), (["pt-PT", "fr"], "fr"), (["en-GB", "de"], "en"),
        (["C"], "en"), ([], "en"), (["xx", "de"], "de"),
    ],
)  # fmt: skip
def test_without_a_choice_it_is_the_first_of_the_systems_languages_that_is_there(installed, wanted, spoken):
    installed("de", "fr", "pt_BR")
    assert first_of(wanted) == spoken


@pytest.mark.parametrize("stored", ["{", "[]", '{"kept": []}', '{"kept": {"language": 7}}', '{"kept": {}}', None])
def test_settings_that_cannot_be_read_choose_no_language(home, stored):
    if stored is not None:
        (home / "config").mkdir(parents=True)
        (home / "config" / "settings.json").write_text(stored, "utf-8")
    assert language_chosen() == ""


def test_a_language_that_is_gone_leaves_the_window_in_english(qapp, home):
    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.json").write_text(json.dumps({"kept": {"language": "tlh"}}), "utf-8")
    if QLocale.system().language() in (QLocale.Language.C, QLocale.Language.English):
        assert speak(qapp) == "en"


def test_a_language_that_nobody_knows_the_name_of_is_called_by_its_code():
    assert (called("en"), called("de"), called("qaa")) == ("English", "Deutsch", "Qaa")
