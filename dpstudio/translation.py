"""Every text of the program: English, and how it was made, so that the window can show it in another language.

Whoever makes a text writes `phrase("{rows} of {table} are blank.", rows=rows, table=name)`. To all who do not care it
is the English string: ledger, receipts, command line, comparisons. Only the window asks for it in its own language.
`packaging/texts.py` collects the templates in `resources/languages/dpstudio.pot`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any

from dpstudio.foreign_texts import harmless
from dpstudio.resources import resource

ENGLISH = "en"
_DOMAIN, _DEEPEST, _LARGEST = "dpstudio", 20, 1 << 22
_ENDS = (".", "?", "!", "…", ":")
_ONLY_NAMES = re.compile(r"(?:[^{}]|{[a-z][a-z0-9_]*}|{{|}})*")


class Phrase(str):
    """An English text that remembers its template and what stands in it; `phrase` and its like make it.

    Attributes:
        template: with a name in braces for each value; without values it is the text itself, braces and all.
        values: what stands for the names; what is a phrase among them is translated too.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __add__(self, other: str) -> str:
        return phrase("{one}{other}", one=self, other=other) if other else self

    def __radd__(self, other: str) -> str:
        return phrase("{one}{other}", one=other, other=self) if other else self

    def strip(self, chars: str | None = None, /) -> str:
        """The text without what stands at its ends; without blanks there it stays a phrase."""
        return str.strip(self, chars) if chars else _finished(self, "strip")

    def lower(self) -> str:
        """The text in small letters, in whatever language it is said."""
        return _finished(self, "lower")

    def capitalize(self) -> str:
        """The text in small letters but for the first one, in whatever language it is said."""
        return _finished(self, "capitalize")

    def format(self, *given: object, **values: object) -> str:
        """The text with values put in for the names in it; filled by position it is no phrase any more."""
        return str.format(self, *given, **values) if given or self.values else phrase(self.template, **values)

    def told(self, catalogue: NullTranslations) -> str:
        """The text in the language of a catalogue; what is not in it stays English."""
        template = self._in(catalogue)
        if not self.values:
            return template
        values = {name: _told(value, catalogue) for name, value in self.values.items()}
        try:
            return template.format_map(values)
        except (LookupError, ValueError, AttributeError):  # a translation that asks for what the text does not have
            return self.template.format_map(values)

    def _in(self, catalogue: NullTranslations) -> str:
        return catalogue.gettext(self.template) if self.template else ""  # gettext has its own head under ""


class _Counted(Phrase):
    """A text that says how many there are of something.

    Attributes:
        forms: the template for one and that for other numbers.
        number: how many there are.
    """

    __slots__ = ("forms", "number")
    forms: tuple[str, str]
    number: int

    def _in(self, catalogue: NullTranslations) -> str:
        return catalogue.ngettext(*self.forms, self.number)


class _Finished(Phrase):
    """A text that is changed once it is put together.

    Attributes:
        finish: the name of what is done to it, of `_FINISHES`.
    """

    __slots__ = ("finish",)
    finish: str

    def told(self, catalogue: NullTranslations) -> str:
        return _FINISHES[self.finish](super().told(catalogue))


def phrase(template: str, /, **values: object) -> str:
    """A text of the program: an English template, filled.

    >>> phrase("{column} has no bounds.", column="age")
    'age has no bounds.'
    """
    made = str.__new__(Phrase, template.format_map(values) if values else template)
    made.template, made.values = template, values
    return made


def shipped(template: str) -> str:
    """A text of a file that ships with the program; `packaging/texts.py` names the file."""
    return phrase(template)


def phrase_of(number: int, one: str, many: str, /, **values: object) -> str:
    """A text that depends on a number; other languages may have other forms than two.

    Args:
        number: how many there are.
        one, many: the templates for 1 and for other numbers.
        values: what stands in either.
    """
    template = one if number == 1 else many
    made = str.__new__(_Counted, template.format_map(values) if values else template)
    made.template, made.values, made.forms, made.number = template, values, (one, many), number
    return made


def joined(separator: str, parts: Iterable[str]) -> str:
    """Texts one after another, with a separator between them; a phrase where one of them is."""
    found = tuple(parts)
    if type(separator) is str and all(type(part) is str for part in found):
        return separator.join(found)
    values = {f"part{place}": part for place, part in enumerate(found)}
    return phrase("{separator}".join(f"{{{name}}}" for name in values), separator=separator, **values)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning, in whatever language it is said."""
    return _finished(text, "capital")


def sentence(text: str) -> str:
    """The text with a full stop, unless it ends with a mark already, in whatever language it is said.

    >>> sentence("Where do we eat?") + " " + sentence("We eat here")
    'Where do we eat? We eat here.'
    """
    return _finished(text, "sentence")


def translated(text: str) -> str:
    """A text as this process shows it: what the program says in the language chosen, anything else as it is.

    What would turn its direction, or stand for nothing that can be seen, is an escape.

    Args:
        text: a phrase, or a member of an enumeration of the program's; any other string is the person's own.
    """
    catalogue = _SPOKEN.catalogue
    return harmless(text if catalogue is None or type(text) is str else str(_told(text, catalogue)))


def tr(template: str, /, **values: object) -> str:
    """A text of the window's own, as this process shows it: `translated` of its `phrase`."""
    return translated(phrase(template, **values))


def document(name: str) -> str:
    """A shipped text of several paragraphs, each a line, as this process shows it.

    Args:
        name: the file, of which `packaging/texts.py` collects the lines.
    """
    return "\n".join(translated(shipped(line)) for line in resource(name).read_text("utf-8").splitlines())


def languages() -> tuple[str, ...]:
    """The languages that the window can be shown in: English, and each that has a catalogue."""
    found = resource("languages").glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")
    return ENGLISH, *sorted(file.parts[-3] for file in found)


def use(language: str, folder: Path | None = None) -> None:
    """Show texts in a language from now on; one without a catalogue leaves them English.

    Args:
        language: its code: "de", "pt_BR".
        folder: where its catalogue lies, by default among those that ship with the program.
    """
    where = folder or resource("languages")
    found = None if language == ENGLISH else translation(_DOMAIN, where, [language], fallback=True)
    _SPOKEN.catalogue = found


def sent(text: str) -> Any:
    """A text as JSON that another process of this program reads: a phrase with all that it remembers."""
    if not isinstance(text, Phrase):
        return text
    forms, number = (text.forms, text.number) if isinstance(text, _Counted) else ((text.template,), 1)
    finish = text.finish if isinstance(text, _Finished) else ""
    values = {name: sent(value) if isinstance(value, str) else str(value) for name, value in text.values.items()}
    return [forms, number, finish, values]


def received(data: Any, depth: int = 0) -> str:
    """The text that `sent` wrote, of a process that is not believed.

    Raises:
        ValueError: it is none, or its templates ask for more than what has a name in it.
    """
    match data:
        case str():
            return data
        case [[str(one), *others], int(number), str(finish), dict(values)] if depth < _DEEPEST and len(others) < 2:
            known = {str(name): received(value, depth + 1) for name, value in values.items()}
            longest = max(map(len, known.values()), default=0)
            if not all(_is_filled(each, longest) for each in (one, *others) if known):
                raise ValueError("no template")
            made = phrase_of(number, one, others[0], **known) if others else phrase(one, **known)
            return _finished(known["text"], finish) if finish in _FINISHES else made
    raise ValueError("no text")


def _is_filled(template: Any, longest: int) -> bool:
    """Whether a template of another process asks for names alone, and stays of a sensible length with them."""
    sensible = isinstance(template, str) and len(template) * longest <= _LARGEST
    return sensible and _ONLY_NAMES.fullmatch(template) is not None


class _Spoken:
    """The language of this process: it is chosen once, at the start, before the window is made."""

    catalogue: NullTranslations | None = None


_SPOKEN = _Spoken()
_FINISHES: Mapping[str, Callable[[str], str]] = {
    "capital": lambda text: text[:1].upper() + text[1:],
    "strip": lambda text: text.strip(),
    "lower": lambda text: text.lower(),
    "capitalize": lambda text: text.capitalize(),
    "sentence": lambda text: text if text.endswith(_ENDS) or not text else f"{text}.",
}


def _told(value: object, catalogue: NullTranslations) -> object:
    """A value as it stands in a translated text."""
    if isinstance(value, Phrase):
        return value.told(catalogue)
    return catalogue.gettext(value.value) if isinstance(value, StrEnum) and value.value else value


def _finished(text: str, finish: str) -> str:
    """What is done to a text, done in every language."""
    english = _FINISHES[finish](str(text))
    if not isinstance(text, Phrase):
        return english
    made = str.__new__(_Finished, english)
    made.template, made.values, made.finish = "{text}", {"text": text}, finish
    return made
