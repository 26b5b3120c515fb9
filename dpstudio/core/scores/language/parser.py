"""From the text of a score rule to its tree; a mistake is told at its character."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dpstudio.core.scores.language.mistakes import Misplaced, RuleError, place_of
from dpstudio.core.scores.language.tree import (
    Node,
    walk,
)
from dpstudio.translation import phrase

if TYPE_CHECKING:
    from lark import Lark

MOST_CHARACTERS = 4_000
MOST_LEVELS = 60
MOST_NODES = 600


def parse(text: str) -> Node:
    """Read a score rule.

    Raises:
        RuleError: the text is no rule, too long or too deep, at the character where it goes wrong.
    """
    if len(text) > MOST_CHARACTERS:
        raise RuleError(
            phrase("The formula is longer than {most_characters} characters.", most_characters=f"{MOST_CHARACTERS:,}"),
            phrase("Shorten it."),
            at=MOST_CHARACTERS,
        )
    if not text.strip():
        raise RuleError(phrase("The formula is blank."), phrase("Type, for example, count(choice = candidate)."))
    _refuse_deep(text)
    tree = _parsed(text)
    if tree.depth > MOST_LEVELS:
        raise RuleError(
            phrase("The formula has more than {most_levels} levels.", most_levels=MOST_LEVELS),
            phrase("Nest it less deeply."),
        )
    if sum(1 for _ in walk(tree)) > MOST_NODES:
        raise RuleError(
            phrase("The formula has more than {most_nodes} parts.", most_nodes=MOST_NODES), phrase("Shorten it.")
        )
    return tree


def _parsed(text: str) -> Node:
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

    try:
        return cast(Node, _lark().parse(text))
    except Misplaced as error:
        raise error.within(text) from None
    except UnexpectedCharacters as error:
        raise _unexpected(text, error.pos_in_stream or 0) from None
    except UnexpectedEOF:
        raise _unfinished(text) from None
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise _unfinished(text) from None
        raise _unexpected(text, error.token.start_pos or 0) from None
    except VisitError as error:
        raise error.orig_exc from None


def _refuse_deep(text: str) -> None:
    level = 0
    for place, sign in enumerate(text):
        level += (sign == "(") - (sign == ")")
        if level > MOST_LEVELS:
            raise RuleError(
                phrase("More than {most_levels} brackets are nested.", most_levels=MOST_LEVELS),
                phrase("Remove some."),
                at=place,
            )


def _unfinished(text: str) -> RuleError:
    if text.count('"') % 2:
        return RuleError(phrase('A text has no closing quote (").'), phrase("Add it."), at=text.rfind('"'))
    if text.count("(") > text.count(")"):
        return RuleError(phrase("A bracket is not closed."), phrase("Add ) at the end."), at=len(text))
    return RuleError(phrase("The formula ends too early."), phrase("Something must follow."), at=len(text))


def _unexpected(text: str, place: int) -> RuleError:
    sign = text[place : place + 1]
    shown = place_of(text, place)
    if text[place : place + 2] == "**" or sign == "^" or text[place - 1 : place + 1] == "**":
        return RuleError(
            phrase("{shown}: powers are not part of the language.", shown=shown), phrase("Write x * x."), at=place
        )
    if sign == '"':
        return RuleError(phrase('{shown}: a text has no closing quote (").', shown=shown), phrase("Add it."), at=place)
    if sign == "[":
        return RuleError(
            phrase("{shown}: a column's name has no closing bracket ].", shown=shown), phrase("Add it."), at=place
        )
    if sign == "'":
        return RuleError(
            phrase("{shown}: a text goes in double quotes.", shown=shown),
            phrase('Write "{text}".', text=text[place + 1 :].partition("'")[0][:20] or "yes"),
            at=place,
        )
    if sign == ",":
        return RuleError(
            phrase("{shown}: a comma does not fit here.", shown=shown),
            phrase("Decimals are written with a point: 0.5."),
            at=place,
        )
    if sign == ";":
        return RuleError(
            phrase("{shown}: a semicolon does not fit here.", shown=shown),
            phrase("The parts of a function have commas between them: clip(x, 0, 5)."),
            at=place,
        )
    word = text[place:].split(maxsplit=1)[0][:20] if text[place:].strip() else ""
    if word == "is":
        return RuleError(
            phrase("{shown}: “is” does not fit here.", shown=shown),
            phrase("Write blank(x), not blank(x) or x = 1."),
            at=place,
        )
    if word.lower() in ("and", "or", "not", "where", "between", "in", "has", "candidate") and not word.islower():
        return RuleError(
            phrase("{shown}: “{word}” is written in lower case.", shown=shown, word=word),
            phrase("Write {word}.", word=word.lower()),
            at=place,
        )
    return RuleError(
        phrase("{shown}: “{word}” does not fit here.", shown=shown, word=word),
        phrase("Put names with spaces or signs in brackets: [the name]."),
        at=place,
    )


@lru_cache(maxsize=1)
def _lark() -> "Lark":
    from lark import Lark

    from dpstudio.core.scores.language.builder import Builder

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", transformer=Builder(), propagate_positions=True, maybe_placeholders=True)
