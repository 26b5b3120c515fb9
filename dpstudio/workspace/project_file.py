"""Projects on disk: JSON under the published schema; a mistake is named by line and field."""

import dataclasses
import json
import os
import typing
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.question import Plan, TablePlan
from dpstudio.core.tables import databases
from dpstudio.core.tables.permit import Permit
from dpstudio.resources import resource
from dpstudio.workspace.project_schema import FORMAT

SUFFIX = ".dpstudio"
_MOST_BYTES = 64 << 20
_MOST_DEPTH = 200


def save(plan: Plan, path: Path, permits: Mapping[str, Permit] = MappingProxyType({})) -> None:
    """Write the project, replacing the file in one step.

    Args:
        permits: by handle; the text of a pasted table is stored with its permit alone.

    Raises:
        InputError: a table is only pasted and not public or a sample, or the file cannot be written.
    """
    tables = [_stored(table, permits.get(table.handle), path.parent) for table in plan.tables]
    content = {
        "format": FORMAT,
        "program": "dpstudio",
        "plan": dataclasses.asdict(dataclasses.replace(plan, tables=tuple(tables))),
    }
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"{path.name} cannot be written ({error.strerror}).", "Save it in another folder.") from None


def _stored(table: TablePlan, permit: Permit | None, folder: Path) -> TablePlan:
    """A table as the file keeps it: where it lies, or its text where everyone may see that."""
    if _is_file(table):
        return dataclasses.replace(table, path=_relative(table.path, folder), text="")
    if table.text and (permit is None or permit.source != table.source):
        raise InputError(
            "A pasted table is not stored in a project unless it is public or a sample.",
            "Say what it is on the Tables tab; a private one is saved to a file of yours there first.",
        )
    return table


def load(path: Path) -> Plan:
    """Read a project; table paths become absolute.

    Raises:
        InputError: naming the line and the field.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"{path.name} is larger than 64 MiB.", "This is no project file.")
        text = path.read_text("utf-8")
    except OSError as error:
        raise InputError(f"{path.name} cannot be opened ({error.strerror}).", "Check that it is there.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is not a project file: it is not text in UTF-8.") from None
    plan: Plan = _build(Plan, _checked(text, path.name)["plan"])
    _refuse_twins(plan, text, path.name)
    tables = [dataclasses.replace(table, path=_opened(table, path.parent)) for table in plan.tables]
    return dataclasses.replace(plan, tables=tuple(tables))


def _opened(table: TablePlan, folder: Path) -> str:
    """A file's whole path; an address without the password that an older version may have stored in it."""
    if _is_file(table):
        return str((folder / table.path).resolve())
    return databases.without_credentials(table.path) if table.format == "database" else table.path


def _refuse_twins(plan: Plan, text: str, name: str) -> None:
    """Two tables of one handle, or two declarations of one column, would be taken for each other."""
    handles = [table.handle for table in plan.tables]
    for place, table in enumerate(plan.tables):
        if table.handle in handles[:place]:
            where = _line(text, ["plan", "tables", place, "handle"])
            raise InputError(f"{name}, line {where}: two tables have the same handle.", "Give each its own.", "handle")
        names = [column.name for column in table.columns]
        for at, column in enumerate(names):
            if column in names[:at]:
                where = _line(text, ["plan", "tables", place, "columns", at, "name"])
                raise InputError(
                    f"{name}, line {where}: the column {column!r} is declared twice.", "Remove one.", "name"
                )


def _checked(text: str, name: str) -> dict[str, Any]:
    from jsonschema import Draft202012Validator

    if _depth(text) > _MOST_DEPTH:
        raise InputError(f"{name} is nested too deeply.", "This is no project file.")
    try:
        content = json.loads(text, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as error:
        raise InputError(f"{name}, line {error.lineno}: {error.msg}.", "Mend the JSON there.") from None
    except _TwinError as error:
        raise InputError(f"{name}: the field {str(error)!r} stands twice in one place.", "Remove one.") from None
    if not isinstance(content, dict) or content.get("program") != "dpstudio":
        raise InputError(f"{name} is not a dpstudio project.", 'Its field "program" must be "dpstudio".')
    if isinstance(content.get("format"), int) and content["format"] > FORMAT:
        raise InputError(
            f"{name}, line {_line(text, ['format'])}: the project was saved by a newer dpstudio.", "Update dpstudio."
        )
    validator = Draft202012Validator(json.loads(resource("project.schema.json").read_text("utf-8")))
    first = min(validator.iter_errors(content), key=lambda e: len(e.absolute_path), default=None)
    if first is not None:
        raise _located(first, content, text, name)
    return content


def _located(error: Any, content: Any, text: str, name: str) -> InputError:
    path = list(error.absolute_path)
    if error.validator == "additionalProperties":
        here = content
        for step in path:
            here = here[step]
        unknown = next(key for key in here if key not in error.schema["properties"])
        path.append(unknown)
        problem, remedy = "is not a field that dpstudio knows", "Remove it, or check its spelling."
    elif error.validator == "enum":
        problem, remedy = "has a value that is not possible", "Use one of: " + ", ".join(error.validator_value) + "."
    elif error.validator == "required":
        lacking = next(key for key in error.validator_value if key not in error.instance)
        problem, remedy = f"lacks {lacking!r}", "Add it."
    else:
        problem, remedy = "has a value of the wrong kind", f"It must be: {error.validator_value}."
    field = ".".join(str(step) for step in path) or "the file"
    return InputError(f"{name}, line {_line(text, path)}: {field} {problem}.", remedy, field)


def _line(text: str, path: list[Any]) -> int:
    import json_source_map

    pointer = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
    entry = json_source_map.calculate(text)[pointer]
    return int((entry.key_start or entry.value_start).line) + 1


class _TwinError(ValueError):
    """A field that stands twice."""


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwinError(key)
        found[key] = value
    return found


def _depth(text: str) -> int:
    """The deepest nesting, brackets inside strings counted too: only a bound is needed."""
    depth = deepest = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _build(kind: Any, value: Any) -> Any:
    """A frozen dataclass from its checked JSON."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind)
        return kind(**{key: _build(hints[key], item) for key, item in value.items()})
    if typing.get_origin(kind) is tuple:
        return tuple(_build(typing.get_args(kind)[0], item) for item in value)
    return value


def _is_file(table: TablePlan) -> bool:
    """Whether its path is one, and not the address of a database."""
    return bool(table.path) and table.format != "database"


def _relative(path: str, folder: Path) -> str:
    try:
        return Path(path).resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return path
