"""The JSON schema of a project file, made from the Plan's own fields."""

import dataclasses
import types
import typing
from typing import Any

from dpstudio.core.plan import Plan
from dpstudio.workspace.resolving.allowed import CHOICES, HANDLE, longest

FORMAT = 4
_REQUIRED = {"TablePlan": ["handle", "label", "format"], "ColumnPlan": ["name"]}


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a project file of today's format; earlier ones are read too (`earlier_project.py`)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "dpstudio project",
        "type": "object",
        "properties": {
            "format": {"enum": [FORMAT]},
            "program": {"const": "dpstudio"},
            "plan": _of(Plan),
        },
        "required": ["format", "program", "plan"],
        "additionalProperties": False,
    }


def _of(kind: Any, owner: str = "", name: str = "") -> dict[str, Any]:
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        title = kind.__name__ if isinstance(kind, type) else ""
        return {
            "type": "object",
            "properties": {f.name: _of(hints[f.name], title, f.name) for f in dataclasses.fields(kind)},
            "required": _REQUIRED.get(title, []),
            "additionalProperties": False,
        }
    if isinstance(kind, types.GenericAlias) or typing.get_origin(kind) is tuple:
        return {"type": "array", "items": _of(typing.get_args(kind)[0], owner, name)}
    if kind is bool:
        return {"type": "boolean"}
    choices = CHOICES.get((owner, name))
    if choices:
        return {"enum": [str(choice) for choice in choices]}
    if (owner, name) == ("TablePlan", "handle"):
        return {"type": "string", "pattern": f"^{HANDLE}$", "maxLength": 32}
    return {"type": "string", "maxLength": longest(owner, name)}
