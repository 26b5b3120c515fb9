"""A whole project, and every way of spoiling it that is tried: each field's kind, each list, each byte's meaning."""

import copy
import functools
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    RulePlan,
    SynthesisPlan,
    TablePlan,
)
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.project_schema import FORMAT, schema
from dpstudio.workspace.resolving.allowed import CHOICES

WHOLE = Plan(
    "Whole",
    (
        TablePlan(
            "a" * 32, "t.csv", "text", "t.csv", role="private", header="yes", columns=(ColumnPlan("x", "decimal"),)
        ),
    ),
    candidates=CandidatesPlan("list", text="Tea\nCoffee"),
    rule=RulePlan("votes", "one_column", ("x",), attributes=("y",), reference_columns=(ColumnPlan("z"),)),
    figures=(FigurePlan("count", conditions=(ConditionPlan("x", "is", "1"),)),),
    synthesis=SynthesisPlan(("x",)),
)
Path_ = tuple[str | int, ...]


@functools.cache
def _text() -> str:
    return project_file.text_of_plan(WHOLE)


def base() -> dict[str, Any]:
    """Its JSON."""
    return json.loads(_text())


def _changed(path: Path_, change: Callable[[Any, Any], None]) -> bytes:
    content = base()
    here = content
    for step in path[:-1]:
        here = here[step]
    change(here, path[-1])
    return json.dumps(content).encode()


def _put(path: Path_, value: Any) -> bytes:
    def change(here: Any, last: Any) -> None:
        here[last] = value

    return _changed(path, change)


def _places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    if path:
        yield path, value
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in steps:
        yield from _places(item, (*path, step))


def of_wrong_kind() -> Iterator[tuple[str, bytes]]:
    """Each place holds a value of each other kind."""
    for path, value in _places(base()):
        others: list[Any] = [None, 3, 0.5, True, "klingon\0", [], {}, [[]], [None], {"a": 1}]
        kinds = {bool: (bool,), str: (str,), list: (list,), dict: (dict,), int: (int, bool)}[type(value)]
        for other in others:
            if type(other) not in kinds or other in ("klingon\0", [[]], [None], {"a": 1}):
                yield f"{path} is {other!r}", _put(path, other)


def with_more_or_less() -> Iterator[tuple[str, bytes]]:
    """Objects with a field too many, a field twice, or without one that they need; words that are none; long texts."""
    text = json.dumps(base())
    for path, value in _places({"": base()}):
        if isinstance(value, dict):
            inside = path[1:]
            more = _put((*inside, "more"), "x") if inside else json.dumps(base() | {"more": 1}).encode()
            yield f"{path} has more", more
            twice = json.dumps(value)
            key = next(iter(value))
            again = twice.replace("{", "{" + f'"{key}": {json.dumps(value[key])}, ', 1)
            yield f"{path} has {key} twice", text.replace(twice, again, 1).encode()
    table = ("plan", "tables", 0)
    for needed in (
        ("format",), ("program",), ("plan",), (*table, "handle"), (*table, "label"), (*table, "format"),
        (*table, "columns", 0, "name"),
    ):  # fmt: skip
        yield f"{needed} is missing", _changed(needed, lambda here, last: here.pop(last))
    for owner, name in CHOICES:
        for path, value in _places(base()):
            if path[-1] == name and isinstance(value, str) and _owner(path) == owner:
                yield f"{path} is no word", _put(path, "klingon")
    for path, value in _places(base()):
        if isinstance(value, str) and path[0] == "plan":
            for wrong in ("a\0b", "\ud800"):
                yield f"{path} holds {wrong!r}", _put(path, wrong)
            most = _most(path)
            if most is not None and most <= 10_000:
                yield f"{path} is too long", _put(path, "x" * (most + 1))
    for path in (("plan", "tables"), ("plan", "tables", 0, "columns")):
        yield f"{path} has twins", _changed(path, lambda here, last: here[last].append(copy.deepcopy(here[last][0])))


def _owner(path: Path_) -> str:
    parts = {"tables": "TablePlan", "columns": "ColumnPlan",
             "reference_columns": "ColumnPlan", "privacy_unit": "UnitPlan", "candidates": "CandidatesPlan",
             "rule": "RulePlan", "privacy": "PrivacyPlan", "figures": "FigurePlan", "conditions": "ConditionPlan",
             "synthesis": "SynthesisPlan", "plan": "Plan", "survey": "SurveyPlan"}  # fmt: skip
    return parts[next(str(step) for step in reversed(path[:-1]) if isinstance(step, str))]


def _most(path: Path_) -> int | None:
    """The longest text that the schema allows there."""
    here = schema()
    for step in path:
        here = here["items"] if isinstance(step, int) else here["properties"][step]
    return here.get("maxLength")


def of_wrong_bytes() -> Iterator[tuple[str, bytes]]:
    """Cut, encoded otherwise, nested, endless, or something else altogether."""
    text = json.dumps(base(), indent=1, ensure_ascii=False)
    whole = text.encode()
    for tenth in range(30):
        yield f"cut after {tenth} of 30", whole[: len(whole) * tenth // 30]
    for encoding in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7"):
        yield f"in {encoding}", text.replace("Whole", "Größe").encode(encoding) + b"+"
    yield "in latin-1", text.replace("Whole", "Größe").encode("latin-1")
    for depth in (201, 5_000, 500_000):
        yield (
            f"{depth} lists deep",
            b'{"program": "dpstudio", "format": 2, "plan": ' + b"[" * depth + b"]" * depth + b"}",
        )
        yield f"{depth} objects deep", b'{"a":' * depth + b"1" + b"}" * depth
    yield "endless list", b'{"program": "dpstudio", "format": 2, "plan": [' + b"0," * 200_000 + b"0]}"
    yield "many digits", b'{"program": "dpstudio", "format": ' + b"9" * 5_000 + b"}"
    for value in (b"NaN", b"-Infinity", b"99", b"0", b'"2"', b"true"):
        yield f"format {value!r}", whole.replace(b'"format": %d' % FORMAT, b'"format": ' + value)
    for word in (
        b" ", b"null", b"[]", b"{}", b"1", b'"dpstudio"', b"NaN", b"SQLite format 3\0", b"PK\3\4", b"%PDF-1.7",
        b"<plan/>",
        b"\0" * 100, whole + whole, whole + b"x", whole.replace(b",", b";"), whole.replace(b'"', b"'"),
        whole.replace(b"dpstudio", b"otherpro"),
    ):  # fmt: skip
        yield f"{word[:20]!r}", word


def alterations() -> list[tuple[str, bytes]]:
    """All of them, each content once."""
    named = {content: name for name, content in [*of_wrong_kind(), *with_more_or_less(), *of_wrong_bytes()]}
    return [(name, content) for content, name in named.items()]


def no_files(folder: Path) -> Iterator[Path]:
    """What has a project's name and is no file that can be read."""
    for name in ("folder", "missing", "dangling", "circle", "pipe", "huge"):
        path = folder / f"{name}.dpstudio"
        if name == "folder":
            path.mkdir()
        elif name == "dangling":
            path.symlink_to(folder / "nowhere")
        elif name == "circle":
            path.symlink_to(path)
        elif name == "pipe":
            os.mkfifo(path)
        elif name == "huge":
            with path.open("wb") as stream:
                stream.truncate(65 << 20)
        yield path
    yield folder / ("x" * 300 + ".dpstudio")
    yield folder / "a\0b.dpstudio"
