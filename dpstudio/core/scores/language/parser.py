"""From the text of a score rule to its tree; a mistake is told at its character."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.tree import (
    Node,
    walk,
)

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
            f"The formula is longer than {MOST_CHARACTERS:,} characters.", "Shorten it.", at=MOST_CHARACTERS
        )
    if not text.strip():
        raise RuleError("The formula is blank.", "Type, for example, count(choice = candidate).")
    _refuse_deep(text)
    tree = _parsed(text)
    if tree.depth > MOST_LEVELS:
        raise RuleError(f"The formula has more than {MOST_LEVELS} levels.", "Nest it less deeply.")
    if sum(1 for _ in walk(tree)) > MOST_NODES:
        raise RuleError(f"The formula has more than {MOST_NODES} parts.", "Shorten it.")
    return tree


def _parsed(text: str) -> Node:
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

    try:
        return cast(Node, _lark().parse(text))
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
            raise RuleError(f"More than {MOST_LEVELS} brackets are nested.", "Remove some.", at=place)


def _unfinished(text: str) -> RuleError:
    if text.count('"') % 2:
        return RuleError('A text has no closing quote (").', "Add it.", at=text.rfind('"'))
    if text.count("(") > text.count(")"):
        return RuleError("A bracket is not closed.", "Add ) at the end.", at=len(text))
    return RuleError("The formula ends too early.", "Something must follow.", at=len(text))


def _unexpected(text: str, place: int) -> RuleError:
    sign = text[place : place + 1]
    shown = f"Character {place + 1}"
    if text[place : place + 2] == "**" or sign == "^" or text[place - 1 : place + 1] == "**":
        return RuleError(f"{shown}: powers are not part of the language.", "Write x * x.", at=place)
    if sign == '"':
        return RuleError(f'{shown}: a text has no closing quote (").', "Add it.", at=place)
    if sign == "[":
        return RuleError(f"{shown}: a column's name has no closing bracket ].", "Add it.", at=place)
    if sign == "'":
        return RuleError(f"{shown}: a text goes in double quotes.", 'Write "yes".', at=place)
    if sign == ",":
        return RuleError(f"{shown}: a comma does not fit here.", "Decimals are written with a point: 0.5.", at=place)
    word = text[place:].split(maxsplit=1)[0][:20] if text[place:].strip() else ""
    if word == "is":
        return RuleError(f"{shown}: “is” does not fit here.", "Write blank(x), not blank(x) or x = 1.", at=place)
    if word.lower() in ("and", "or", "not", "where", "between", "in", "has", "candidate") and not word.islower():
        return RuleError(f"{shown}: “{word}” is written in lower case.", f"Write {word.lower()}.", at=place)
    return RuleError(
        f"{shown}: “{word}” does not fit here.", "Put names with spaces or signs in brackets: [the name].", at=place
    )


@lru_cache(maxsize=1)
def _lark() -> "Lark":
    from lark import Lark

    from dpstudio.core.scores.language.builder import Builder

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", transformer=Builder(), propagate_positions=True, maybe_placeholders=True)
