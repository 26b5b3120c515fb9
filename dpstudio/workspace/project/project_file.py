"""Projects on disk: JSON under the schema that the plan makes; a mistake is named by line and field."""

import dataclasses
import json
import os
import typing
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from dpstudio.core.apart import apart
from dpstudio.core.errors import InputError
from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.tables import databases
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Permit
from dpstudio.translation import phrase
from dpstudio.workspace.computer.files import write_whole
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.project.earlier_project import as_it_was_named, in_todays_names
from dpstudio.workspace.project.project_schema import FORMAT, schema
from dpstudio.workspace.project.project_text import content_of, printable, text_of, where
from dpstudio.workspace.resolving.allowed import impossible

SUFFIX = ".dpstudio"
_MOST_ERRORS = 20
_MOST_SHOWN = 100
_MOST_OWN = 1 << 20


def save(plan: Plan, path: Path, permits: Mapping[str, Permit] = MappingProxyType({})) -> None:
    """Write the project, readable by its owner alone, replacing the file in one step; NAME~ is the version before.

    Args:
        permits: by handle; the text of a pasted table is stored with its permit alone.

    Raises:
        InputError: a table is only pasted and not public or a sample, a text is too long to be read again, or the file
            cannot be written.
    """
    _refuse_impossible(plan)
    tables = [_stored(table, permits.get(table.handle), path.parent) for table in plan.tables]
    try:
        data = text_of_plan(dataclasses.replace(plan, tables=tuple(tables))).encode()
        _keep_before(path, tables, data)
        write_whole(path, data)
    except OSError as error:
        reason, remedy = fault(error, path.parent)
        raise InputError(
            phrase(
                "{name} cannot be written in {parent}: {reason}.", name=path.name, parent=path.parent, reason=reason
            ),
            remedy,
        ) from None
    except UnicodeEncodeError:
        raise InputError(
            phrase("A file name in the project is not text."), phrase("Rename the file, and open it again.")
        ) from None


def text_of_plan(plan: Plan) -> str:
    """The text of a project with just this plan: what may stand in it has been decided before."""
    content = {"format": FORMAT, "program": "dpstudio", "plan": dataclasses.asdict(plan)}
    return _written(content)


def _written(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _refuse_impossible(plan: Plan) -> None:
    """What is saved reads back."""
    for item in impossible(plan):
        raise InputError(item.sentence, field=item.field)


def _stored(table: TablePlan, permit: Permit | None, folder: Path) -> TablePlan:
    """A table as the file keeps it: where it lies, or its text where everyone may see that."""
    if _is_file(table):
        return dataclasses.replace(table, path=_relative(table.path, folder), text="")
    if table.text and (permit is None or permit.source != table.source):
        raise InputError(
            phrase("A pasted table is not stored in a project unless it is public or a sample."),
            phrase("Say what it is on the Tables tab; a private one is saved to a file of yours there first."),
        )
    return table


def _keep_before(path: Path, tables: Iterable[TablePlan], data: bytes) -> None:
    """Keep the version before beside the project, unless it holds the text of a table that is not stored any more."""
    kept, texts = path.with_name(f"{path.name}~"), {table.text for table in tables} | {""}
    before = path.read_bytes() if _texts(path) <= texts else data
    if before != data:
        write_whole(kept, before)
    elif os.path.lexists(kept) and not _texts(kept) <= texts:
        kept.unlink()


def _texts(path: Path) -> set[str | None]:
    """The pasted texts in a project file; of one that cannot be read nobody knows."""
    if not os.path.lexists(path):
        return {None}
    own = _own_texts(path)
    try:
        return {table.text for table in load(path).tables} if own is None else own
    except InputError:
        return {None}


def _own_texts(path: Path) -> set[str | None] | None:
    """As `_texts`, without a reader, of a small file that stands there letter by letter as this program writes one."""
    try:
        small = path.is_file() and path.stat().st_size <= _MOST_OWN
        text = path.read_text("utf-8") if small else ""
        content = json.loads(text or "null")
        texts = {table["text"] for table in content["plan"]["tables"]}
        return texts if all(isinstance(each, str) for each in texts) and _written(content) == text else None
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None


@apart
def load(path: Path, tick: Tick = lambda _: None) -> Plan:
    """Read a project; table paths become absolute.

    Raises:
        InputError: naming the line and the field.
    """
    return parsed(text_of(path), printable(path.name), path.parent)


@apart
def read(text: str, name: str, folder: Path) -> Plan:
    """Read the text of a project that lies, or would lie, in a folder.

    Raises:
        InputError: naming the line and the field.
    """
    return parsed(text, name, folder)


def parsed(text: str, name: str, folder: Path) -> Plan:
    """As `read`, of a text of this program's own."""
    plan: Plan = _build(Plan, _checked(text, name)["plan"])
    _refuse_twins(plan, text, name)
    tables = [
        dataclasses.replace(table, path=_opened(table, folder), label=_called(table, place))
        for place, table in enumerate(plan.tables, 1)
    ]
    return dataclasses.replace(plan, tables=tuple(tables))


def _called(table: TablePlan, place: int) -> str:
    """A table's name; whoever wrote the project by hand may have left it out."""
    if table.label.strip():
        return table.label
    return (Path(table.path).name if _is_file(table) else "") or phrase("table {place}", place=place)


def _opened(table: TablePlan, folder: Path) -> str:
    """A file's whole path; an address without the password that an older version may have stored in it."""
    if _is_file(table):
        return os.path.realpath(folder / table.path)
    return databases.without_credentials(table.path) if table.format == "database" else table.path


def _refuse_twins(plan: Plan, text: str, name: str) -> None:
    """Two tables of one handle, or two declarations of one column, would be taken for each other."""
    handles = [table.handle for table in plan.tables]
    for place, table in enumerate(plan.tables):
        if table.handle in handles[:place]:
            here = where(text, name, ["plan", "tables", place, "handle"])
            raise InputError(
                phrase("{here}: two tables have the same handle.", here=here), phrase("Give each its own."), "handle"
            )
        names = [column.name for column in table.columns]
        for at, column in enumerate(names):
            if column in names[:at]:
                here = where(text, name, ["plan", "tables", place, "columns", at, "name"])
                raise InputError(
                    phrase("{here}: the column “{column}” is declared twice.", here=here, column=column),
                    phrase("Remove one."),
                    "name",
                )


def _checked(text: str, name: str) -> dict[str, Any]:
    from jsonschema import Draft202012Validator

    content = content_of(text, name)
    if not isinstance(content, dict) or content.get("program") != "dpstudio":
        raise InputError(
            phrase("{name} is not a dpstudio project.", name=name), phrase('Its field "program" must be "dpstudio".')
        )
    if isinstance(content.get("format"), int) and content["format"] > FORMAT:
        raise InputError(
            phrase("{where}: the project was saved by a newer dpstudio.", where=where(text, name, ["format"])),
            phrase("Update dpstudio."),
        )
    validator = Draft202012Validator(schema())
    named = in_todays_names(content)
    found = islice(validator.iter_errors(named), _MOST_ERRORS)
    first = min(found, key=lambda e: len(e.absolute_path), default=None)
    if first is not None:
        raise _located(first, content, named, text, name)
    return cast(dict[str, Any], named)


def _quoted(value: Any) -> str:
    """A value as a project file writes it: a blank or a tab can be seen."""
    return json.dumps(value, ensure_ascii=False)


def _located(error: Any, content: Any, named: Any, text: str, name: str) -> InputError:
    path = list(error.absolute_path)
    if error.validator == "additionalProperties":
        here = named
        for step in path:
            here = here[step]
        unknown = next(key for key in here if key not in error.schema["properties"])
        path.append(unknown)
        problem, remedy = phrase("is not a field that dpstudio knows"), phrase("Remove it, or check its spelling.")
    elif error.validator == "enum":
        problem, remedy = (
            phrase("has a value that is not possible"),
            phrase("Use one of: {validator_value}.", validator_value=", ".join(map(_quoted, error.validator_value))),
        )
    elif error.validator == "required":
        lacking = next(key for key in error.validator_value if key not in error.instance)
        problem, remedy = phrase("lacks {lacking}", lacking=f"{lacking!r}"), phrase("Add it.")
    elif error.validator == "pattern":
        problem, remedy = phrase("is not one that dpstudio gives"), phrase("Use the project as dpstudio saved it.")
    elif error.validator == "maxLength":
        problem, remedy = (
            phrase("is longer than {validator_value} characters", validator_value=f"{error.validator_value:,}"),
            phrase("Shorten it."),
        )
    else:
        problem, remedy = (
            phrase("has a value of the wrong kind"),
            phrase("It must be: {validator_value}.", validator_value=error.validator_value),
        )
    path = as_it_was_named(content, path)
    field = printable(".".join(str(step) for step in path)) or phrase("the file")
    return InputError(
        phrase(
            "{where}: {field} {problem}.", where=where(text, name, path), field=field[:_MOST_SHOWN], problem=problem
        ),
        remedy,
        field[:_MOST_SHOWN],
    )


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
        return Path(os.path.realpath(path)).relative_to(os.path.realpath(folder)).as_posix()
    except ValueError:
        return path
