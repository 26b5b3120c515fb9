"""What each field of a plan may hold at all: one of a few words, or a text of bounded length, as the schema says."""

import dataclasses
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from dpstudio.core.mechanisms import NOISES, SELECTIONS
from dpstudio.core.mechanisms.small_database import Queries
from dpstudio.core.plan import ColumnPlan, FigurePlan, Plan
from dpstudio.core.scores.rules import VoteStyle
from dpstudio.core.tables.dialect import ENCODINGS, LONGEST_NAME
from dpstudio.core.tables.first_line import DELIMITERS
from dpstudio.core.tables.schema import DATE_ORDERS, FORMATS, Kind, Relation, Role
from dpstudio.kinds import KINDS
from dpstudio.kinds.measure.figures import FIGURES
from dpstudio.planning.missing import Missing
from dpstudio.translation import phrase

CHOICES: dict[tuple[str, str], list[str]] = {
    ("TablePlan", "role"): ["", *Role],
    ("TablePlan", "format"): list(FORMATS),
    ("TablePlan", "header"): ["", "yes", "no"],
    ("TablePlan", "delimiter"): list(DELIMITERS),
    ("TablePlan", "encoding"): list(ENCODINGS),
    ("ColumnPlan", "kind"): ["", *Kind],
    ("ColumnPlan", "date_order"): ["", *DATE_ORDERS],
    ("UnitPlan", "kind"): ["", "row", "person"],
    ("UnitPlan", "relation"): ["", *Relation],
    ("UnitPlan", "everyone"): ["", "yes"],
    ("CandidatesPlan", "kind"): ["", "list", "grid", "dates", "product", "table"],
    ("RulePlan", "kind"): [
        "",
        "votes",
        "revenue",
        "median",
        "quantile",
        "nearness",
        "nearness_of_sums",
        "agreement",
        "ready",
        "formula",
    ],
    ("RulePlan", "style"): ["", *VoteStyle],
    ("PrivacyPlan", "mechanism"): list(SELECTIONS),
    ("PrivacyPlan", "noise"): list(NOISES),
    ("Plan", "kind"): list(KINDS),
    ("FigurePlan", "kind"): list(FIGURES),
    ("ConditionPlan", "test"): ["is", "at_least", "at_most", "above", "below"],
    ("SynthesisPlan", "queries"): list(Queries),
}
HANDLE = "[0-9a-f]{32}"
"""What a table's handle looks like: receipts and ledger know the table by it."""

LONGEST = LONGEST_NAME
LONGEST_LINE = 500
_SAID = 300
_LISTS, _FORMULA, _TABLE = 5 << 20, 10_000, 64 << 20
_LENGTHS: dict[tuple[str, str], int] = {
    ("TablePlan", "path"): 10_000,
    ("TablePlan", "text"): _TABLE,
    ("CandidatesPlan", "text"): _TABLE,
    ("CandidatesPlan", "weights"): _TABLE,
    ("RulePlan", "formula"): _FORMULA,
    ("RulePlan", "reference"): _FORMULA,
    ("IssuedPlan", "issued_by"): _SAID,
    ("IssuedPlan", "purpose"): _SAID,
    ("IssuedPlan", "why_epsilon"): _SAID,
    ("FigurePlan", "bins"): _LISTS,
    ("SurveyPlan", "answers"): _LISTS,
}
_BY_LINES = {("FigurePlan", "bins"), ("SurveyPlan", "answers")}
_TABS = {
    "tables": "tables",
    "privacy_unit": "tables",
    "rule": "score",
    "privacy": "privacy",
    "people": "privacy",
    "issued": "release",
}


def longest(owner: str, name: str) -> int:
    """How many characters a typed text may have."""
    return _LENGTHS.get((owner, name), LONGEST)


def impossible(plan: Plan) -> tuple[Missing, ...]:
    """What no project file can hold, each at its field; nothing is derived from such a plan."""
    return tuple(
        Missing(_TABS.get(path[0], "question"), ".".join(path), sentence, wrong=True)
        for path, sentence in _wrong(plan, ())
    )


def _wrong(part: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each text that may not stand where it does, by its path."""
    if isinstance(part, tuple):
        for place, each in enumerate(part):
            yield from _wrong(each, (*path, str(place)))
        return
    if isinstance(part, ColumnPlan) or (isinstance(part, FigurePlan) and len(part.bins) <= LONGEST_LINE):
        yield from (((*path, *rest), sentence) for rest, sentence in _of_part(part))
        return
    yield from _of_fields(part, path)


@lru_cache(maxsize=2048)
def _of_part(part: ColumnPlan | FigurePlan) -> tuple[tuple[tuple[str, ...], str], ...]:
    """As `_wrong`; a plan has many columns and figures, of which one step changes one."""
    return tuple(_of_fields(part, ()))


def _of_fields(part: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    owner = type(part).__name__
    for field in dataclasses.fields(part):
        value, here = getattr(part, field.name), (*path, field.name)
        if isinstance(value, str):
            sentence = _sentence(owner, field.name, value)
            if sentence:
                yield here, sentence
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            if any(len(each) > longest(owner, field.name) for each in value):
                yield here, _too_long(field.name, longest(owner, field.name))
        elif not isinstance(value, bool):
            yield from _wrong(value, here)


def _sentence(owner: str, name: str, value: str) -> str:
    """What is wrong with one text, or ""."""
    choices, most = CHOICES.get((owner, name)), longest(owner, name)
    if choices is not None and value in choices:
        return ""
    if choices is not None:
        possible = ", ".join(json.dumps(each, ensure_ascii=False) for each in choices if each)
        return phrase(
            "{name} has a value that is not possible. Use one of: {possible}.", name=_name(name), possible=possible
        )
    if len(value) > most:
        return _too_long(name, most)
    if (owner, name) in _BY_LINES and any(len(line) > LONGEST_LINE for line in value.splitlines()):
        return phrase(
            "A line of {name} is longer than {longest_line} characters. Shorten it.",
            name=_name(name, inside=True),
            longest_line=LONGEST_LINE,
        )
    return ""


def _too_long(name: str, most: int) -> str:
    return phrase("{name} is longer than {most} characters. Shorten it.", name=_name(name), most=f"{most:,}")


def _name(name: str, *, inside: bool = False) -> str:
    """A field as a sentence has it."""
    return phrase("{the} field “{name}”", the=phrase("the") if inside else phrase("The"), name=name.replace("_", " "))
