"""Texts that the window can show in another language, and that are English to everybody else."""

import copy
import json
import pickle
from gettext import NullTranslations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from dpstudio import translation
from dpstudio.translation import (
    capital,
    joined,
    languages,
    phrase,
    phrase_of,
    received,
    sent,
    sentence,
    tr,
    translated,
    use,
)

GERMAN = {
    "{rows} of {table} are blank.": "In {table} sind {rows} leer.",
    "{number} row": "{number} Zeile",
    "{number} rows": "{number} Zeilen",
    "no limit": "keine Grenze",
    "there is {what}": "es gibt {what}",
    " and ": " und ",
    "{limit} is spent": "{grenze} ist ausgegeben",
}


class German(NullTranslations):
    """As a catalogue answers; under the text "" catalogues have their own head."""

    def gettext(self, message):
        return GERMAN.get(message, message) or "Language: de"

    def ngettext(self, one, many, number):
        return self.gettext(one if number == 1 else many)


@pytest.fixture
def german(monkeypatch):
    monkeypatch.setattr(translation._SPOKEN, "catalogue", German())


def rows(number):
    return phrase_of(number, "{number} row", "{number} rows", number=number)


def test_a_text_is_the_english_string_to_whoever_does_not_ask():
    said = phrase("{rows} of {table} are blank.", rows=rows(2), table="people")
    assert said == "2 rows of people are blank."
    assert {said: 1}["2 rows of people are blank."] == 1
    assert json.dumps([said]) == '["2 rows of people are blank."]'
    assert type(str(said)) is str


def test_a_window_without_another_language_shows_english():
    assert translated(phrase("no limit")) == "no limit"
    assert tr("there is {what}", what=phrase("no limit")) == "there is no limit"


@pytest.mark.usefixtures("german")
def test_what_a_text_is_made_of_is_translated_with_it():
    assert translated(phrase("{rows} of {table} are blank.", rows=rows(2), table="people")) == (
        "In people sind 2 Zeilen leer."
    )
    assert translated(rows(1)) == "1 Zeile"
    assert tr("there is {what}", what=phrase("no limit")) == "es gibt keine Grenze"


@pytest.mark.usefixtures("german")
def test_a_word_of_the_data_stays_what_it_is_although_the_program_has_it_too():
    assert translated("no limit") == "no limit"
    assert tr("there is {what}", what="no limit") == "es gibt no limit"


@pytest.mark.usefixtures("german")
def test_texts_put_together_stay_translatable():
    limit = phrase("no limit")
    assert translated(joined(phrase(" and "), [limit, "x", rows(1)])) == "keine Grenze und x und 1 Zeile"
    assert translated(limit + ", " + rows(2)) == "keine Grenze, 2 Zeilen"
    assert translated("(" + limit + ")") == "(keine Grenze)"
    assert translated(capital(limit)) == "Keine Grenze" and capital(limit) == "No limit"
    assert translated(phrase("{told} {more}", told=limit, more="").strip()) == "keine Grenze"
    assert limit + "" == limit and translated(limit + "") == "keine Grenze"
    assert joined(", ", ["a", "b"]) == "a, b" and capital("a b") == "A b"


@pytest.mark.usefixtures("german")
def test_nothing_is_nothing_in_every_language():
    assert translated(phrase("")) == ""


@pytest.mark.usefixtures("german")
def test_a_text_without_values_may_hold_braces():
    assert translated(phrase("write {x}")) == phrase("write {x}") == "write {x}"


@pytest.mark.usefixtures("german")
def test_a_translation_that_asks_for_what_the_text_does_not_have_leaves_it_english():
    assert tr("{limit} is spent", limit=phrase("no limit")) == "keine Grenze is spent"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_of_a_text_remembers_as_much(copied):
    assert translated(copied(capital(rows(2)))) == "2 Zeilen"
    assert copied(capital(rows(2))) == "2 rows"


SENT = [
    phrase("{rows} of {table} are blank.", rows=rows(2), table="people"),
    rows(1),
    capital(phrase("no limit")),
    phrase("there is {what}", what=phrase("no limit") + " "),
    "no limit",
]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", SENT)
def test_a_text_of_another_process_is_the_same_in_both_languages(text):
    arrived = received(json.loads(json.dumps(sent(text))))
    assert arrived == text and translated(arrived) == translated(text)


def nested(depth):
    text = "x"
    for _ in range(depth):
        text = [["{a}{a}{a}{a}{a}{a}{a}{a}"], 1, "", {"a": text}]
    return text


DAMAGED = [
    1,
    [["{a.__class__}"], 1, "", {"a": "x"}],
    [["{a[0]}"], 1, "", {"a": "x"}],
    [["{a:>99999999}"], 1, "", {"a": "x"}],
    [["{a!r}"], 1, "", {"a": "x"}],
    [["{b}"], 1, "", {"a": "x"}],
    [["{a}", "{a}", "{a}"], 1, "", {"a": "x"}],
    [[1], 1, "", {}],
    [["{x}"], 1, "capital", {"x": "x"}],
    nested(8),
    nested(40),
]


@pytest.mark.parametrize("data", DAMAGED, ids=lambda data: str(data)[:30])
def test_a_process_that_is_not_believed_cannot_make_a_text_that_reaches_further(data):
    with pytest.raises((ValueError, KeyError)):
        received(data)


def installed(folder, language, translations):
    catalogue = Catalog(language)
    for one, other in translations.items():
        catalogue.add(one, other)
    file = folder / language / "LC_MESSAGES" / "dpstudio.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as stream:
        write_mo(stream, catalogue)


def test_the_language_is_that_of_the_catalogue_chosen_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(translation._SPOKEN, "catalogue", None)
    installed(
        tmp_path,
        "de",
        {"no limit": "keine Grenze", ("{number} row", "{number} rows"): ("{number} Zeile", "{number} Zeilen")},
    )
    use("de", tmp_path)
    assert translated(phrase("no limit")) == "keine Grenze" and translated(rows(3)) == "3 Zeilen"
    use("fr", tmp_path)
    assert translated(phrase("no limit")) == "no limit"
    use("de", tmp_path)
    use("en", tmp_path)
    assert translated(rows(3)) == "3 rows"


def test_the_languages_are_english_and_those_with_a_catalogue(tmp_path, monkeypatch):
    monkeypatch.setattr(translation, "resource", tmp_path.__truediv__)
    assert languages() == ("en",)
    installed(tmp_path / "languages", "de", {})
    (tmp_path / "languages" / "fr").mkdir()
    assert languages() == ("en", "de")


def test_a_sentence_has_one_mark_at_its_end():
    said = [sentence(each) for each in ("Where do we eat here?", "Now!", "It is so.", "A name", "and on …", "")]
    assert said == ["Where do we eat here?", "Now!", "It is so.", "A name.", "and on …", ""]
    assert sentence(phrase("Limit {many}", many=3)) + phrase(" It holds.") == "Limit 3. It holds."
